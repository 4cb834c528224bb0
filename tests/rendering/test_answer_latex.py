"""The LaTeX of an answer, to paste into a document that has amsmath."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import derive
from derive.rendering.layouts.derivation import derivation_blocks

CHIP = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
ANSWERS = {
    "solved": lambda: derive.solve("drain_time", CHIP),
    "open": lambda: derive.solve("drain_time", {"hbm_capacity": "288 GB/GPU"}),
    "contradiction": lambda: derive.solve("drain_time", {**CHIP, "drain_time": "1 s"}),
}


def test_it_has_the_result_and_every_line_of_the_derivation() -> None:
    """The result first, then each reason with its display."""
    answer = ANSWERS["solved"]()
    assert answer.latex.startswith(r"$t_{\mathrm{drain}} = 14.4\,\mathrm{ms}$")
    displays = derivation_blocks(answer.derivation)[1:]
    assert answer.latex.count(r"\begin{equation*}") == len(displays) > 0
    assert r"\frac{288\,\mathrm{GB}" in answer.latex


def test_without_a_value_it_says_so() -> None:
    """In the words of the answer."""
    assert ": underdetermined, needs " in ANSWERS["open"]().latex


def test_signs_in_its_prose_stand_between_dollars() -> None:
    """Markdown renders what is between dollars, and no command beside it."""
    pasted = derive.solve("step_time", {"compute_time": "1 ms", "memory_time": "2 ms"}).latex
    assert r"$t_{\mathrm{mem}}$ $\ge$ $t_{\mathrm{c}}$" in pasted
    assert "ensuremath" not in pasted


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_latex_sets_it_with_amsmath_alone(tmp_path: Path) -> None:
    """Every status in one document."""
    parts = "\n\n".join(make().latex for make in ANSWERS.values())
    head = r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{amsmath}"
    source = f"{head}\n\\begin{{document}}\n{parts}\n\\end{{document}}\n"
    (tmp_path / "a.tex").write_text(source, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout[-800:]
