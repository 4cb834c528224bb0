"""A typed text that says what its symbols are, or is a sentence with formulas."""

from __future__ import annotations

import pytest

import derive

TWO = "V is the cache in GB and w the bandwidth in GB/s"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (f"t = V / w where {TWO}", "consistent"),
        (f"t = V / w, where {TWO}", "consistent"),
        (f"The step takes $t = V / w$, where {TWO}.", "consistent"),
        (f"t = V w where {TWO}", "inconsistent"),
        (f"The step takes $t = V w$, where {TWO}.", "inconsistent"),
        ("$t = 3 GB / (2 GB/s)$ for each of them", "consistent"),
    ],
)
def test_what_a_text_says_of_its_symbols_is_read(text: str, verdict: str) -> None:
    """As in a document, and told as of a typed equation, without a file."""
    (found,) = derive.check(text)
    assert (found.verdict, found.file) == (verdict, "")


def test_a_binding_beside_the_text_holds() -> None:
    """It comes before what the text says."""
    (found,) = derive.check(f"t = V / w where {TWO}", {"t": "GB"})
    assert found.verdict == "inconsistent"


def test_a_text_without_a_formula_is_not_judged() -> None:
    """And tells so."""
    (found,) = derive.check("where are we")
    assert found.verdict == "not judged"


@pytest.mark.parametrize(("litres", "verdict"), [("10", "consistent"), ("20", "inconsistent")])
def test_a_product_of_units_under_a_figure_has_no_digits(litres: str, verdict: str) -> None:
    """8.314 J/(mol K) has those of its number."""
    (found,) = derive.check(f"4.99 bar * {litres} litre = 2 mol * 8.314 J/(mol K) * 300 K")
    assert found.verdict == verdict
