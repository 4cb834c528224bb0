"""Reports of one's own: several questions, no body, hostile words; what --check says of them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import derive
from derive.errors import DataError, OutputError
from derive.rendering.formats.registry import FORMATS, named
from derive.reporting.answers import AnswerBook
from derive.reporting.freshness import compare, compare_book
from derive.reporting.snapshot import read
from derive.reporting.stamp import parted, unchanged
from derive.reporting.write import report, report_files
from derive.version import __version__
from tests.hash_seed import REPORT

HOSTILE = (
    r"\input{/etc/passwd} <script>alert(1)</script> --> $x$ 100% #eval(1) _a_ & ^^M ünï 变"
    r" \end{document} ]]> " + "longword" * 60
)
QUOTED = HOSTILE.replace("\\", "\\\\")
ATTACK = f"""+++
title = "{QUOTED}"
subtitle = "{QUOTED}"
[question.drain]
title = "{QUOTED}"
target = "drain_time"
[question.drain.given]
hbm_capacity = {{ value = "288 GB/GPU", note = "{QUOTED}" }}
hbm_bandwidth = "20 TB/s/GPU"
[question."--><script>"]
target = "memory_time"
given = {{ weight_fetch_time = "1 ms", kv_fetch_time = "1 ms" }}
+++
"""


def source(folder: Path, text: str, name: str = "mine.md") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_several_questions_without_a_body_make_one_report_with_contents_and_summary(
    tmp_path: Path,
) -> None:
    (made,) = report(source(tmp_path, REPORT), ("md",), tmp_path / "out")
    text = made.read_text()
    contents = text[: text.index("## Summary")]
    assert re.findall(r"^- \[(.+?)\]", contents, re.MULTILINE) == [
        "Summary",
        "How long does its memory take to read?",
        "Time of one decode step (step)",
        "Time of one decode step (slow)",
        "KV-cache bytes read per context token",
        "Nomenclature",
        "References",
    ]
    rows = [
        line
        for line in text.splitlines()
        if line.endswith(("| solved |", "| **underdetermined** |"))
    ]
    assert (
        len(rows) == 4
        and "14.4" in rows[0]
        and "3" in rows[1]
        and "4" in rows[2]
        and "not determined" in rows[3]
    )


def test_lines_are_numbered_through_a_report_of_several_questions(tmp_path: Path) -> None:
    (made,) = report(source(tmp_path, REPORT), ("md",), tmp_path / "out")
    numbers = [int(n) for n in re.findall(r"^\*\*\((\d+)\)\*\*", made.read_text(), re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 2
    assert "line 2" in made.read_text()


def test_one_question_without_a_body_needs_no_contents(tmp_path: Path) -> None:
    one = REPORT[: REPORT.index("[question.step]")] + "+++\n"
    (made,) = report(source(tmp_path, one), ("md",), tmp_path / "out")
    boxed = "> $t_{\\mathrm{drain}}$ \\= 14.4 ms\n>\n> ✓ dimensions agree: s"
    assert made.read_text().startswith(
        f"# Our rack\n\ncomputed with derive {__version__}\n\n{boxed}\n\n## Question\n"
    )


def test_a_body_may_ask_for_contents_and_summary(tmp_path: Path) -> None:
    body = "{{contents}}\n\n# Short\n\n{{summary drain slow}}\n\n# Symbols\n\n{{nomenclature}}\n"
    (made,) = report(source(tmp_path, REPORT + body), ("md",), tmp_path / "out")
    text = made.read_text()
    assert "- [Short](#short)\n- [Symbols](#symbols)" in text
    assert "| How long does its memory take to read? | $t_{\\mathrm{drain}} = 14.4" in text
    assert "| Time of one decode step" in text and "**underdetermined**" not in text


def test_a_source_with_neither_questions_nor_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="neither questions nor text"):
        report(source(tmp_path, '+++\ntitle = "Nothing"\n+++\n'), ("md",), tmp_path / "out")


@pytest.mark.parametrize("engine", ["typst", "pdflatex"])
@pytest.mark.slow
def test_hostile_words_stay_words_in_every_format(engine: str, tmp_path: Path) -> None:
    """Titles, notes and names with TeX, HTML and typst commands are text everywhere, and both PDFs
    can be made.
    """
    if engine == "pdflatex" and shutil.which("pdflatex") is None:
        pytest.skip("no pdflatex on this machine")
    if engine == "typst":
        pytest.importorskip("typst")
    paths = report(
        source(tmp_path, ATTACK),
        ("tex", "md", "html", "fragment", "bib", "pdf"),
        tmp_path / "out",
        engine,
    )
    texts = {path.name: path.read_text(encoding="utf-8") for path in paths if path.suffix != ".pdf"}
    for tex in (texts["mine.tex"], texts["mine_fragment.tex"]):
        live = "\n".join(line for line in tex.splitlines() if not line.startswith("%"))
        assert r"\input{/etc" not in live and live.count(r"\end{document}") == (
            "documentclass" in live
        )
    assert "<script" not in texts["mine.html"].lower()
    assert texts["mine.html"].count("-->") == 1 and texts["mine.md"].count("-->") == 1
    prose = texts["mine.md"][: texts["mine.md"].index("<!-- what this report says")]
    assert "<script" not in prose.replace(r"\<script", "")
    assert all(unchanged(path.read_bytes()) for path in paths)


def test_check_tells_a_moved_number_and_a_flipped_regime_by_meaning(tmp_path: Path) -> None:
    """The source's bandwidth and compute time change: the files that stand there are told what they
    say otherwise.
    """
    path = source(tmp_path, REPORT)
    report(path, ("md", "tex"), tmp_path / "out")
    assert compare(path, tmp_path / "out").agrees
    source(
        tmp_path,
        REPORT.replace("20 TB/s/GPU", "10 TB/s/GPU").replace(
            'compute_time = "2 ms"', 'compute_time = "5 ms"'
        ),
    )
    found = compare(path, tmp_path / "out")
    assert not found.agrees
    assert "drain: drain_time moved from 14.4 ms to 28.8 ms (+100 %)" in found.changes
    assert (
        "step: step_time changed its regime: memory_time ≥ compute_time, now compute_time ≥"
        " memory_time" in found.changes
    )
    assert {path.suffix for path, _ in found.diffs} == {".md", ".tex"}


def test_rows_of_a_table_are_told_apart_by_whatever_they_change(tmp_path: Path) -> None:
    """A row's givens, entries and variants stand in its name, so that no row of the record hides
    another.
    """
    table = """[table.t]
columns = ["step_time in ms"]
rows = [
  { label = "a", question = "step", given = { compute_time = { value = "7 ms", note = "n" } } },
  { label = "b", question = "step", variants = { "step time" = "none" } },
  { label = "c", question = "step", variants = { "step time" = "overlap" } },
]
+++
{{table t}}
"""
    (made,) = report(
        source(tmp_path, REPORT.removesuffix("+++\n") + table), ("md",), tmp_path / "out"
    )
    asked = [entry.asked for entry in read(parted(made.read_bytes(), FORMATS["md"].fence)[1])]
    assert asked == [
        "step compute_time=7 ms: step_time",
        "step step time=none: step_time",
        "step step time=overlap: step_time",
    ]


def test_check_tells_a_change_by_hand_from_a_change_of_answers(tmp_path: Path) -> None:
    path = source(tmp_path, REPORT)
    (made,) = report(path, ("md",), tmp_path / "out")
    made.write_text(made.read_text().replace("# Our rack", "# My rack"))
    found = compare(path, tmp_path / "out")
    assert (found.agrees, found.changes) == (False, ())
    assert found.diffs[0][1][2:] == ("@@ -1,2 +1,2 @@", "-# My rack", "+# Our rack", " ")


def test_check_says_when_there_is_nothing_and_when_a_report_cannot_be_made(tmp_path: Path) -> None:
    path = source(tmp_path, REPORT)
    assert compare(path, tmp_path / "out").files == ()
    report(path, ("md",), tmp_path / "out")
    source(tmp_path, REPORT.replace('"288 GB/GPU"', '"288 GB"'))
    assert "hbm_capacity" in compare(path, tmp_path / "out").fault


@pytest.mark.slow
def test_a_picture_drawn_by_another_matplotlib_is_not_held_against_a_report(
    price_cliff: AnswerBook, tmp_path: Path
) -> None:
    """Equal bytes are only to be had from one version of matplotlib; by the same version a picture
    that differs is told.
    """
    pytest.importorskip("matplotlib")
    for file in report_files(price_cliff, named(("md",))):
        (tmp_path / file.name).write_bytes(file.data)
    picture = tmp_path / "price_cliff_cost.svg"
    text = picture.read_text()
    picture.write_text(text.replace('style="fill: #ffffff"', 'style="fill: #eeeeee"', 1))
    assert compare_book(price_cliff, tmp_path).diffs == ((picture, ("the picture differs",)),)
    picture.write_text(re.sub(r"<dc:title>[^<]*", "<dc:title>Matplotlib v2.0", text))
    assert compare_book(price_cliff, tmp_path).agrees


def test_a_failed_figure_fails_the_report_and_writes_nothing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    figure = (
        '[figure.bad]\nkind = "no such kind"\ncaption = "c"\nalt = "a"\n+++\n{{value'
        " drain}}\n\n{{figure bad}}\n"
    )
    with pytest.raises(DataError, match="figure"):
        report(
            source(tmp_path, REPORT.removesuffix("+++\n") + figure),
            ("md", "html"),
            tmp_path / "out",
        )
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_report_never_replaces_what_the_user_wrote_unless_forced(tmp_path: Path) -> None:
    path = source(tmp_path, REPORT)
    mine = tmp_path / "mine.tex"
    mine.write_text("my own")
    with pytest.raises(
        OutputError, match=r"mine\.tex: it is there already and was not made by derive"
    ):
        report(path, ("html", "tex"), tmp_path)
    with pytest.raises(OutputError, match=r"mine\.md: it is read or written by this command"):
        report(path, ("md", "tex"), tmp_path, force=True)
    assert (mine.read_text(), Path(path).read_text()) == ("my own", REPORT)
    report(path, ("tex",), tmp_path, force=True)
    assert unchanged(mine.read_bytes())


@pytest.mark.slow
def test_two_fragments_go_into_one_document_and_their_labels_can_be_referred_to(
    tmp_path: Path, tex: Callable[..., str]
) -> None:
    """Fragments of two reports with equal sections, referred to by line and section, and cited from
    their BibTeX.
    """
    one, two = source(tmp_path, REPORT), source(tmp_path, REPORT, "other.md")
    for path in (one, two):
        report(path, ("fragment", "bib"), tmp_path / "out")
    packages = "".join(
        rf"\usepackage{{{name}}}"
        for name in (
            "amsmath",
            "mathtools",
            "booktabs",
            "longtable",
            "xcolor",
            "graphicx",
            "hyperref",
        )
    )
    body = (
        r"\input{mine_fragment}\input{other_fragment} See line~\ref{eq:mine-3}, \ref{eq:other-3}"
        r" and section~\ref{sec:mine-question-drain}."
    )
    end = r"\bibliographystyle{plain}\bibliography{mine}\end{document}"
    whole = rf"\documentclass{{article}}{packages}\begin{{document}}{body}{end}"
    (tmp_path / "out" / "paper.tex").write_text(whole)
    tex(tmp_path / "out", "paper")
    if shutil.which("bibtex"):
        tex(tmp_path / "out", "paper", "bibtex")
    for _ in range(3):
        tex(tmp_path / "out", "paper")
    log = (tmp_path / "out" / "paper.log").read_text(errors="replace")
    assert "multiply" not in log and "undefined references" not in log
    assert "Reference `" not in log


CLASH = """+++
title = "What has no value"
[question.clash]
target = "throughput"
[question.clash.given]
compute_time = "1 ms"
memory_time = "2 ms"
step_time = "5 ms"
batch_size = "8 sequence"
[question.lost]
target = "memory_time"
given = { compute_time = "3 ms", step_time = "2 ms" }
[question.open]
target = "step_time"
given = { compute_time = "3 ms" }
[question.full]
target = "memory_needed"
given = { weight_bytes = "100 GB", kv_cache_bytes = "50 GB", domain_capacity = "120 GB" }
+++
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "clash",
            ("throughput: contradiction (step_time is given as 5 ms, but", "a factor of 2.5"),
        ),
        ("lost", ("memory_time: unreachable", "step_time is at least 3 ms")),
        ("open", ("step_time = 3 ms if", "underdetermined, at least 3 ms")),
        ("full", ("a constraint fails: weights_and_cache_fit: 150 GB is 1.25 times the limit",)),
    ],
)
def test_the_box_of_a_result_says_why_there_is_none(
    name: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    """A value that the givens contradict stands nowhere."""
    (tmp_path / "mine.md").write_text(f"{CLASH}{{{{result {name}}}}}\n", encoding="utf-8")
    (path,) = derive.report(str(tmp_path / "mine.md"), ("md",), tmp_path / "out")
    shown = (
        path.read_text(encoding="utf-8")
        .replace("`", "")
        .replace("\\_", "_")
        .replace("*", "")
        .replace("\\=", "=")
    )
    assert all(word in shown for word in words)
    assert "\\approx" not in shown


def test_a_value_that_the_givens_contradict_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_text(f"{CLASH}{{{{value clash}}}}\n", encoding="utf-8")
    with pytest.raises(derive.DeriveError, match=r"has no single value: .* contradiction"):
        derive.report(str(tmp_path / "mine.md"), ("md",), tmp_path / "out")
