"""An answer as a document, from Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from derive import solve
from derive.errors import OutputError, UnknownName
from derive.reporting.stamp import unchanged


@pytest.fixture
def given() -> dict[str, str]:
    return {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}


@pytest.mark.parametrize("suffix", ["md", "tex", "html", "htm", "pdf"])
def test_an_answer_reports_itself(suffix: str, given: dict[str, str], tmp_path: Path) -> None:
    if suffix == "pdf":
        pytest.importorskip("typst")
    path = solve("drain_time", given).report(tmp_path / f"drain.{suffix}", title="Draining")
    data = path.read_bytes()
    assert unchanged(data)
    assert data.startswith(b"%PDF") or all(
        word in data for word in (b"Draining", b"Checks", b"Nomenclature", b"References")
    )


@pytest.mark.parametrize(
    ("target", "known", "status", "words"),
    [
        (
            "kv_bytes_per_token",
            {"crossover_context": "200e3 token/sequence"},
            "underdetermined",
            "underdetermined, needs an accelerator",
        ),
        (
            "drain_time",
            {"drain_time": "3 s", "hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"},
            "contradiction",
            "What is in conflict",
        ),
        (
            "compute_time",
            {"step_time": "1 ms", "memory_time": "3 ms"},
            "unreachable",
            "What can be reached",
        ),
    ],
)
def test_an_answer_without_a_value_is_a_document_too(
    target: str, known: dict[str, str], status: str, words: str, tmp_path: Path
) -> None:
    answer = solve(target, known)
    assert answer.status == status
    assert words in answer.report(tmp_path / "answer.md").read_text()


def test_the_users_file_is_spared_unless_forced(given: dict[str, str], tmp_path: Path) -> None:
    mine = tmp_path / "notes.md"
    mine.write_text("mine")
    answer = solve("drain_time", given)
    with pytest.raises(OutputError, match="not made by derive"):
        answer.report(mine)
    assert mine.read_text() == "mine"
    assert answer.report(mine, force=True).read_text().startswith("# Time to read")
    assert answer.report(mine, title="Again").read_text().startswith("# Again")


def test_another_suffix_is_answered_with_those_there_are(
    given: dict[str, str], tmp_path: Path
) -> None:
    with pytest.raises(UnknownName, match=r"\.pdf, \.html, \.tex, \.md"):
        solve("drain_time", given).report(tmp_path / "drain.doc")


def test_a_fragment_of_an_answer_has_its_sources_beside_it(
    given: dict[str, str], tmp_path: Path
) -> None:
    """Its labels begin with the name of the file, so that two of them go into one paper."""
    path = solve("drain_time", given).report(tmp_path / "drain_fragment.tex")
    fragment, sources = path.read_text(), (tmp_path / "drain.bib").read_text()
    cited = set(re.findall(r"\\cite(?:\[.*?\])?\{(.*?)\}", fragment))
    assert cited and all(f"@misc{{{key}," in sources for key in cited)
    assert r"\label{eq:drain-1}" in fragment and r"\documentclass" not in fragment
