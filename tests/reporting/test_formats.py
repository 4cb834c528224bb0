"""Every format of the registry, and one added for the test, on every way that a format takes:
answers, reports, stamps, comparison with what is there, and help.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from derive import solve
from derive.errors import UnknownName
from derive.rendering.formats import registry
from derive.rendering.formats.registry import FORMATS, Fence, Format
from derive.reporting.freshness import compare
from derive.reporting.snapshot import read
from derive.reporting.stamp import parted, unchanged
from derive.reporting.write import report
from tests.conftest import run_each

ADDED = "rst"
WRITER = '''"""A document's title as reStructuredText."""


def write(document, folder):
    return f"{document.title}\\n{'=' * len(document.title)}\\n"
'''
ROW = Format(
    ADDED, "reStructuredText", "title_as_rst", Fence("\n..\n   ", "   ", "\n   .. end\n"),
    suffixes=("rst", "rest"), figure_kind="svg", default=5,
)  # fmt: skip
ROWS = FORMATS | {ADDED: ROW}
SOURCE = """+++
title = "A rack"
[question.drain]
target = "drain_time"
given = { hbm_capacity = "288 GB/GPU", hbm_bandwidth = "20 TB/s/GPU" }
[figure.curve]
kind = "curve"
caption = "Longer when slower."
alt = "A falling curve."
question = "drain"
target = "drain_time in ms"
over = "hbm_bandwidth"
from = "10 TB/s/GPU"
to = "40 TB/s/GPU"
series = [{ label = "288 GB" }]
+++
{{result drain}}

{{figure curve}}

It is stored {{cite roofline-tour}}.
"""


@pytest.fixture(autouse=True)
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A format is added by its writer, a module, and its row."""
    (tmp_path / "title_as_rst.py").write_text(WRITER)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(FORMATS, ADDED, ROW)
    yield
    sys.modules.pop(ROW.writer, None)


@pytest.fixture
def source(tmp_path: Path) -> str:
    """A report of one's own, with a figure and a source in it."""
    pytest.importorskip("matplotlib")
    path = tmp_path / "rack.md"
    path.write_text(SOURCE)
    return str(path)


def needed(name: str) -> None:
    """Skips a format whose package is not installed."""
    if name == "pdf":
        pytest.importorskip("typst")


@pytest.mark.parametrize("name", ROWS)
def test_an_answer_is_written_in_every_format_that_a_suffix_asks_for(
    name: str, tmp_path: Path
) -> None:
    """Its stamp holds and its record can be read back; a format without a suffix is not offered."""
    needed(name)
    row = FORMATS[name]
    answer = solve("drain_time", {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"})
    for suffix in row.suffixes:
        data = answer.report(tmp_path / f"drain.{suffix}").read_bytes()
        assert unchanged(data) is True
        says = read(parted(data, row.fence)[1])
        assert [entry.target for entry in says] == ["drain_time"] * row.recorded
    if not row.suffixes:
        with pytest.raises(UnknownName, match="There are: "):
            answer.report(tmp_path / f"drain{row.ending}x")


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.slow
def test_a_report_is_written_in_every_format_with_the_figures_it_needs(
    name: str, source: str, tmp_path: Path
) -> None:
    needed(name)
    row = FORMATS[name]
    files = {path.name: path.read_bytes() for path in report(source, (name,), tmp_path / "out")}
    beside = {f"rack_curve.{row.figure_kind}"} if row.figure_kind and not row.embeds else set()
    assert set(files) == {row.file_name("rack"), *beside}
    assert all(unchanged(data) for data in files.values())
    assert unchanged(b"By hand.\n" + files[row.file_name("rack")]) is False


@pytest.mark.parametrize("name", [name for name in ROWS if ROWS[name].compared])
@pytest.mark.slow
def test_a_report_in_every_compared_format_is_known_as_fresh_or_stale(
    name: str, source: str, tmp_path: Path
) -> None:
    """It agrees when just written; another answer is told by meaning where the format keeps a
    record, and a change by hand as lines.
    """
    row, out = FORMATS[name], tmp_path / "out"
    report(source, (name,), out)
    assert compare(source, out).agrees and compare(source, out).formats == (name,)
    path = out / row.file_name("rack")
    path.write_bytes(b"By hand.\n" + path.read_bytes())
    assert path in dict(compare(source, out).diffs)
    Path(source).write_text(SOURCE.replace('"20 TB/s', '"10 TB/s'))
    changes = compare(source, out).changes
    assert any("from 14.4 ms to 28.8 ms" in line for line in changes) == row.recorded


@pytest.mark.parametrize("name", [name for name in ROWS if not ROWS[name].compared])
def test_a_format_whose_bytes_are_its_programs_is_not_compared(
    name: str, source: str, tmp_path: Path
) -> None:
    needed(name)
    report(source, (name,), tmp_path / "out")
    assert compare(source, tmp_path / "out").files == ()
    assert compare(source, tmp_path / "out", (name,)).files == ()


@pytest.mark.slow
def test_help_and_messages_offer_every_format(tmp_path: Path) -> None:
    """Of the list of commands, of reports and of answers, in a process that knows the added row."""
    row = (
        "from derive.rendering.formats.registry import FORMATS, Fence, Format\n"
        f"FORMATS[{ADDED!r}] = {ROW!r}\n"
    )
    done = run_each(
        (
            ("report", "--help"),
            ("solve", "--help"),
            ("scenario", "--help"),
            ("report", "price_cliff", "--format", "doc"),
            ("report", "price_cliff", "--check", "--format", "pdf"),
        ),
        row,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), *sys.path))},
    )
    reports, solving, scenario, refused, compared = (
        " ".join((one.stdout + one.stderr).split()) for one in done
    )
    usual = "LaTeX, Markdown, HTML, PDF and reStructuredText"
    assert f"Write the report NAME as {usual}." in reports
    assert f"of {', '.join(registry.format_names())}." in reports
    assert "[default: tex,md,html,pdf,rst]" in reports
    assert ".rst" in solving and ".rst, .json" in scenario
    assert "rst" in refused
    assert "--check compares tex, md, html, rst, fragment and bib" in compared
