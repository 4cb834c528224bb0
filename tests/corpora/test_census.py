"""derive census: counts over shards, and a sample of the accusations."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import derive
from derive.cli.main import main
from derive.corpora.shards import Shards
from derive.errors import DataError, GivenError
from derive.rendering.formats.data_formats import table_format
from derive.results.corpus import CorpusRow

FIGURES = ("inconsistent", "error", "figures", "", "the figures come to 6, not 7")
RIGHT = ("consistent", "none", "dimensions", "", "both sides are s")
OPEN = ("not judged", "none", "unread", "", "a sign is missing")
REFUSED = ("not judged", "warning", "binding-refused", "", "k is bound to nothing")
LIMIT = ("not judged", "none", "limit", "", "the check took longer than 20 s and was given up")
EMPTY = ("", "none", "no-equation", "", "")


def written(folder: Path, *shards: list[tuple[str, int, tuple[str, ...]]]) -> Path:
    """Shards with these rows."""
    made = Shards(folder)
    made.begin()
    for rows in shards:
        made.write(
            [CorpusRow("k", path, line, *rest) for path, line, rest in rows], table_format("jsonl")
        )
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    first = [("a.md", 1, FIGURES), ("a.md", 2, RIGHT), ("b.md", 0, LIMIT), ("c.md", 0, EMPTY)]
    second = [("d.md", n, FIGURES) for n in range(9)] + [("e.md", 1, OPEN), ("e.md", 0, REFUSED)]
    return written(tmp_path / "s", first, second)


def test_findings_and_documents_are_counted(folder: Path):
    """A refused binding is no equation, and what is not read is not judged."""
    found = derive.census(folder)
    assert (found.documents, found.without_equations, found.accusations) == (5, 1, 10)
    assert (found.equations, found.judged, found.share_judged) == (12, 11, 11 / 12)
    assert [(*kind, n) for kind, n in found.counts.items()] == [
        ("error", "figures", "inconsistent", 10),
        ("warning", "binding-refused", "not judged", 1),
        ("none", "dimensions", "consistent", 1),
        ("none", "unread", "not judged", 1),
    ]
    assert found.total("level") == {"error": 10, "warning": 1, "none": 2}
    assert [row.path for row in found.given_up] == ["b.md"]
    assert repr(found) == "census: 12 equations, 11 of them judged (91.7 %)"


def test_a_sample_depends_on_the_seed_and_on_no_order(folder: Path, tmp_path: Path):
    """All there are where fewer are there."""
    sample = derive.census(folder, sample=4, seed=1).sample
    assert len(set(sample)) == 4 and {row.level for row in sample} == {"error"}
    rows = list(Shards(folder).rows())
    other = Shards(tmp_path / "other")
    other.begin()
    other.write(rows[::-1], table_format("csv"))
    assert derive.census(other.folder, sample=4, seed=1).sample == sample
    assert derive.census(folder, sample=4, seed=2).sample != sample
    assert len(derive.census(folder, sample=400).sample) == 10
    with pytest.raises(GivenError, match="State 0 or more"):
        derive.census(folder, sample=-1)


def test_the_last_shard_with_a_document_counts(tmp_path: Path):
    """It was checked again since it changed."""
    twice = written(
        tmp_path / "s", [("a.md", 1, FIGURES), ("a.md", 2, RIGHT)], [("a.md", 1, RIGHT)]
    )
    assert sum(derive.census(twice).counts.values()) == 1


def test_the_command_prints_text_json_and_csv(runner, folder: Path, tmp_path: Path):
    """The same counts."""

    def run(*words: str):
        return runner.invoke(main, ["census", str(folder), *words])

    text = run("--sample", "2").stdout
    assert text.startswith("12 equations, 11 of them judged (91.7 %)\n")
    assert "b.md: the check took longer than 20 s and was given up [limit]" in text
    assert "2 of 10 accusations" in text
    data = json.loads(run("--json").stdout)
    assert data["counts"][0] == {
        "level": "error", "rule": "figures", "verdict": "inconsistent", "findings": 10,
    }  # fmt: skip
    for words, head, count in (
        ((), ["level", "rule", "verdict", "findings"], 4),
        (("--sample", "3"), ["path", "line", "rule", "message"], 3),
    ):
        place = str(tmp_path / f"{count}.csv")
        assert run(*words, "-o", place).exit_code == 0
        first, *rest = csv.reader(io.StringIO(Path(place).read_text(encoding="utf-8")))
        assert (first, len(rest)) == (head, count)


def test_a_broken_shard_is_named(folder: Path):
    """With the way to mend it."""
    (folder / "shard-00000001.jsonl").write_text("{", encoding="utf-8")
    with pytest.raises(DataError, match=r"shard-00000001\.jsonl: cannot be read as a shard"):
        derive.census(folder)
