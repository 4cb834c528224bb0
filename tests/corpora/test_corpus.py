"""derive check --corpus: rows in shards, gone on with, spread over processes."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import derive
from derive.cli.main import main
from derive.corpora import corpus as corpora
from derive.corpora.corpus import check_corpus
from derive.corpora.executors import check_batch
from derive.corpora.shards import Shards
from derive.errors import DataError, GivenError, MissingExtra, OutputError, UnknownName
from derive.rendering.formats.data_formats import TABLE_FORMATS


def rows(folder: Path) -> list:
    """All rows, by path."""
    return sorted(Shards(folder).rows(), key=lambda row: row.path)


def test_a_run_leaves_a_row_for_each_finding_and_each_document(here, corpus: Path, tmp_path: Path):
    """Counts and rows agree."""
    told: list[int] = []
    run = check_corpus(corpus, tmp_path / "s", workers=2, format="csv", report=told.append)
    found = rows(tmp_path / "s")
    assert (run.checked, run.kept, dict(run.given_up)) == (8, 0, {"unreadable": 3})
    assert sum(told) == run.checked == len({row.path for row in found})
    assert run.findings == sum(row.line > 0 for row in found) == 6
    assert str(run) == (
        f"8 documents checked, 6 findings; given up: 3 unreadable: {tmp_path / 's'}"
    )
    assert [one.name for one in (tmp_path / "s").iterdir()] == ["shard-00000000.csv"]


@pytest.mark.parametrize("name", TABLE_FORMATS)
def test_every_format_gives_the_rows_back(name: str, tmp_path: Path):
    """Commas, quotes, signs and all."""
    kind = TABLE_FORMATS[name]
    if kind.absent:
        pytest.skip(f"{kind.absent} is not installed")
    row = ("k", 'a "b", c', "3", "≥", "", "µs\\n")
    path = tmp_path / f"t{kind.suffix}"
    columns = list("abcdef")
    path.write_bytes(kind.module().content(columns, [row, row]))
    assert list(kind.module().read(path, columns)) == [row, row]
    assert list(kind.module().read(path, ["d", "a"])) == [("≥", "k")] * 2


def test_an_interrupted_run_goes_on_with_the_documents_that_are_missing(
    here, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What was checked is kept, whatever the format, and the rows are those of one run."""
    monkeypatch.setattr(corpora, "_DOCUMENTS", 2)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    check_corpus(corpus, whole, workers=1)
    here.checked.clear()
    here.most = 5
    with pytest.raises(KeyboardInterrupt):
        check_corpus(corpus, parts, workers=1, format="jsonl")
    before = list(here.checked)
    assert len(before) == 5 and len(Shards(parts).files) == 3
    here.most = 1_000
    run = check_corpus(corpus, parts, workers=1, format="csv", resume=True)
    assert (run.checked, run.kept) == (3, 5)
    assert len(set(here.checked)) == len(here.checked) == 8
    assert rows(parts) == rows(whole)


def test_a_document_that_changed_or_is_checked_otherwise_counts_once(
    here, corpus: Path, tmp_path: Path
):
    """As it was checked last."""
    place = tmp_path / "s"
    check_corpus(corpus, place, workers=1, format="jsonl")
    (corpus / "z.md").write_text("It costs 3 USD * 4 = 12 USD.", encoding="utf-8")
    run = check_corpus(corpus, place, workers=1, format="jsonl", resume=True)
    assert (run.checked, run.kept) == (1, 7)
    (row,) = [row for row in rows(place) if row.path.endswith("z.md")]
    assert row.verdict == "consistent"
    check_corpus(corpus, place, workers=1, format="jsonl", resume=True, strict=True)
    assert len({row.path for row in rows(place)}) == len(Shards(place).last_keys()) == 8
    assert len(Shards(place).files) == 3


def test_nothing_in_the_folder_is_lost(here, corpus: Path, tmp_path: Path):
    """Shards are replaced only by force, and what derive did not make never."""
    place = tmp_path / "s"
    check_corpus(corpus, place, workers=1, format="csv")
    with pytest.raises(OutputError, match="Say --resume to go on"):
        check_corpus(corpus, place, workers=1)
    (place / "mine.txt").write_text("mine", encoding="utf-8")
    (place / ".shard-00000001.csv.0123456789abcdef").touch()  # what a killed run has left
    check_corpus(corpus, place, workers=1, format="jsonl", force=True)
    assert sorted(one.name for one in place.iterdir()) == ["mine.txt", "shard-00000000.jsonl"]
    for folder, told in ((corpus, "derive did not make"), (place / "mine.txt", "is not a folder")):
        with pytest.raises(OutputError, match=told):
            check_corpus(corpus, folder, workers=1, force=True)


@pytest.mark.parametrize(
    ("options", "error", "told"),
    [
        ({"limit": "3 m"}, GivenError, "no amount in s"),
        ({"limit": 0}, GivenError, "not positive"),
        ({"memory": "1 MB"}, GivenError, "State at least 200 MB"),
        ({"workers": 0}, GivenError, "not a number of processes"),
        ({"scheduler": "threads"}, GivenError, "no address"),
        ({"scheduler": "tcp://a:1", "workers": 2}, GivenError, "workers of its own"),
        ({"format": "xlsx"}, UnknownName, "There are: parquet, jsonl, csv"),
    ],
)
def test_what_cannot_be_meant_is_refused(corpus, tmp_path: Path, options, error, told: str):
    """With what to say instead, and before a document is read."""
    with pytest.raises(error, match=told):
        check_corpus(corpus, tmp_path / "s", **options)


def test_a_cluster_needs_its_package(corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """And gets tasks that travel."""
    monkeypatch.setattr("derive.reporting.executors.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="distributed"):
        check_corpus(corpus, tmp_path / "s", scheduler="tcp://localhost:1")
    assert pickle.loads(pickle.dumps(check_batch)) is check_batch


def test_the_command_refuses_what_does_not_go_with_a_corpus(runner, corpus: Path):
    """And options of a corpus without one."""
    for words, told in (
        (("--corpus", str(corpus)), "Add -o shards"),
        (("--corpus", str(corpus), "-o", "x", "a = b"), "leave out the others"),
        (("--corpus", str(corpus), "-o", "x", "--sarif"), "--sarif is for single documents"),
        (("a = b", "--workers", "2"), "--workers is for a corpus"),
    ):
        result = runner.invoke(main, ["check", *words])
        assert result.exit_code == 2 and told in result.stderr
    with pytest.raises(DataError, match="holds no shards"):
        derive.census(corpus)


KILLED = """
import sys
from derive.corpora import corpus
corpus._DOCUMENTS = 2
corpus.check_corpus(sys.argv[1], sys.argv[2], workers=1, format="jsonl")
"""


@pytest.mark.slow
def test_a_killed_run_goes_on_and_comes_to_the_rows_of_one_run(corpus: Path, tmp_path: Path, here):
    """A process of its own finds what is found here."""
    for number in range(192):  # checked in much longer than it takes to see the first
        (corpus / f"copy{number}.md").write_text(f"{number} * 3 = {3 * number}", encoding="utf-8")
    check_corpus(corpus, tmp_path / "whole", workers=1, format="jsonl")
    place = tmp_path / "parts"
    started = subprocess.Popen([sys.executable, "-c", KILLED, str(corpus), str(place)])
    for _ in range(12_000):
        if place.is_dir() and Shards(place).files:
            break
        time.sleep(0.01)
    os.kill(started.pid, signal.SIGKILL)
    started.wait()
    done = len(Shards(place).last_keys())
    assert 2 <= done < 200
    run = check_corpus(corpus, place, workers=1, format="jsonl", resume=True)
    assert (run.checked, run.kept) == (200 - done, done)
    assert rows(place) == rows(tmp_path / "whole")
