"""The price-cliff report: what it says, that it is what the repository holds, and that every format
works.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from derive.errors import OutputError
from derive.rendering.formats.pdflatex import compiled
from derive.rendering.formats.registry import named
from derive.reporting.answers import AnswerBook
from derive.reporting.write import report_files

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("price_cliff")]


@pytest.fixture(scope="module")
def book(price_cliff: AnswerBook) -> AnswerBook:
    return price_cliff


def write(book: AnswerBook, folder: Path, *formats: str) -> None:
    folder.mkdir(exist_ok=True)
    for file in report_files(book, named(formats)):
        (folder / file.name).write_bytes(file.data)


@pytest.fixture(scope="module")
def made(book: AnswerBook, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    write(book, folder, "tex", "md", "html")
    return folder


def test_the_cliff_gives_three_numbers_for_three_precisions(book: AnswerBook) -> None:
    """833, 1,667 and 3,333 bytes per token at half a byte, one byte and two bytes per parameter."""
    found = [round(book.value(book.answer(name)).number) for name in ("fp4", "cliff", "bf16")]
    assert found == [833, 1667, 3333]


def test_the_derivation_starts_from_the_two_times_and_the_batch_cancels(book: AnswerBook) -> None:
    """The report derives the figure from compute time and KV fetch, and shows the step where the
    batch drops out.
    """
    steps = book.answer("cliff").derivation.steps
    assert [s.relation for s in steps if s.rule == "relation"][:2] == ["kv_fetch", "compute"]
    cancelled = [term.name for s in steps if s.rule == "cancel" for term in s.terms]
    assert "batch_size" in cancelled and "gpus" in cancelled


def test_every_answer_of_the_report_has_verified_lines_only(book: AnswerBook) -> None:
    """No printed line is unverified, in any of the report's questions."""
    for name in book.source.questions:
        answer = book.answer(name) if name != "held" else None
        assert answer is None or answer.derivation.verified, name


def test_what_is_left_out_or_assumed_is_printed_with_what_it_does(made: Path) -> None:
    """Attention triples the figure, a draft doubles it, kernels make it a range, and a batch of two
    and a half balance batches leaves three fifths.
    """
    rows = [line for line in (made / "price_cliff.md").read_text().splitlines() if "×" in line]
    found = [row.split(" | ")[-2:] for row in rows]
    assert ["4,943", "2.97 × |"] in found and ["3,333", "2 × |"] in found
    assert ["1,250 to 3,750", "0.75 to 2.25 × |"] in found and ["1,000", "0.6 × |"] in found


def test_one_published_model_reads_as_little_as_the_step_implies(book: AnswerBook) -> None:
    """DeepSeek-V4-Pro at one byte an element: its index, its selection and its few entries."""
    found = book.value(book.answer("compressed"))
    index, entries = 30 * 128 / 4, 30 * 512 * 1024 / 200e3 + 31 * 512 / 128
    assert found.value == pytest.approx(index + entries)
    assert found.value < book.value(book.answer("cliff")).value


def test_the_page_is_one_file_without_script_or_request(made: Path) -> None:
    """The HTML opens from disk: no script, and nothing that would be fetched when it opens."""
    page = (made / "price_cliff.html").read_text()
    assert "<script" not in page.lower()
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#|https?://[^"']*["'][^>]*>)[^"'#]""", page)
    assert not re.findall(r"""<(?:img|link|iframe|object)[^>]+(?:src|href)=["']?http""", page)
    assert "<math" in page and "<svg" in page


def test_the_pdf_is_made_without_tex(book: AnswerBook, tmp_path: Path) -> None:
    """With the extra [pdf] alone a PDF comes out, with equal bytes twice."""
    pytest.importorskip("typst")
    pytest.importorskip("matplotlib")
    for name in "ab":
        write(book, tmp_path / name, "pdf")
    first, second = ((tmp_path / name / "price_cliff.pdf").read_bytes() for name in "ab")
    assert first.startswith(b"%PDF")
    assert first == second


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on this machine")
def test_the_tex_compiles_with_pdflatex(made: Path) -> None:
    """The .tex compiles as it stands, figure beside it."""
    assert compiled((made / "price_cliff.tex").read_bytes(), made).startswith(b"%PDF")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on this machine")
def test_tex_that_loops_or_fails_is_reported_in_a_sentence(tmp_path: Path) -> None:
    """TeX's complaint comes through as one error, without a traceback."""
    with pytest.raises(OutputError, match="Undefined control sequence"):
        compiled(r"\documentclass{article}\begin{document}\nosuchthing\end{document}", tmp_path)
