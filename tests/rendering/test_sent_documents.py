"""Documents that are sent: no name that one types stands in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import derive
from derive.rendering.formats.typst import write as typst
from derive.rendering.layouts.answer import answer_document

SERVED = {
    **derive.accelerator("h200_sxm", "fp8"), **derive.model("llama31_70b"), "gpus": "8 GPU",
    "batch_size": "64 sequence", "context_length": "16384 token/sequence",
}  # fmt: skip


@pytest.fixture(scope="module")
def clash() -> derive.Answer:
    """A throughput beyond what the peak rates allow."""
    return derive.solve("step_time", {**SERVED, "throughput": "200000 token/s"})


@pytest.mark.slow
def test_a_contradiction_is_told_in_symbols(clash: derive.Answer, tmp_path: Path) -> None:
    """Names that are English words stand as symbols too, and no value has a tick or a remark."""
    assert clash.status == "contradiction"
    assert "throughput" in clash.conflict.names
    page = clash.report(tmp_path / "clash.html").read_text(encoding="utf-8")
    said = page.partition("Question</h2>")[0].partition("<body>")[2]
    words = re.sub(r"<[^>]*>", " ", said)
    assert not re.search(r"\b(throughput|gpus|mfu)\b", words)
    assert "dimensions agree" not in words and "bound" not in words


@pytest.mark.slow
def test_a_relation_of_the_name_of_a_variable_is_told_as_a_relation(clash: derive.Answer) -> None:
    """The relation “throughput” is not the symbol of throughput."""
    written = typst(answer_document(clash, sent=True))
    assert "“throughput” (#link" in written


@pytest.mark.slow
def test_what_python_writes_is_what_the_command_writes(tmp_path: Path) -> None:
    """The page of a comparison or scenario has words, whichever way it was asked for."""
    page = derive.scenario(SERVED).report(tmp_path / "scenario.html").read_text(encoding="utf-8")
    assert "step_time" not in page.partition("<body>")[2]


def test_all_roots_are_told_and_the_derivation_is_not_taken_for_all(tmp_path: Path) -> None:
    """The derivation leads to one of two roots; a sentence below it names the other."""
    side, area, total = (derive.Var(n, u, n) for n, u in (("x", "m"), ("a", "m^2"), ("b", "m")))
    ring = derive.Relation("ring", derive.Eq(side * (total - side), area), "They span the area.")
    found = derive.System([ring]).solve(side, {area: "6 m^2", total: "5 m"})
    assert repr(found).startswith("x = 2 m or 3 m")
    page = found.report(tmp_path / "roots.md").read_text(encoding="utf-8")
    below = page.partition("Derivation")[2].partition("Checks")[0]
    assert "satisfies the same relations." in below
