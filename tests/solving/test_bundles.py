"""Bundles: what is looked up together, and what is missing beside an entry."""

from __future__ import annotations

import pytest

from derive.equations import Var
from derive.results.known import Known, Origin
from derive.solving.bundle import Bundle

band, flops, price = Var("band", "TB/s"), Var("flops", "TFLOP/s"), Var("price", "USD/h")
OFFER = ("an accelerator", "--accelerator")
REST = ("the price of one", "--price")


@pytest.mark.parametrize(
    ("entry", "variable", "kind", "told"),
    [
        ("accelerator h100", band, "accelerator", REST),
        ("model small", band, "accelerator", OFFER),
        ("accelerators h100", band, "accelerator", OFFER),
        ("", band, "accelerator", OFFER),
        ("accelerator h100", price, "accelerator", OFFER),
        ("accelerator h100", band, "", OFFER),
        ("", band, "", OFFER),
    ],
)
def test_beside_an_entry_of_its_kind_the_rest_is_offered(
    entry: str, variable: Var, kind: str, told: tuple[str, str]
) -> None:
    """Where the entry has given one of the bundle's own variables."""
    bundle = Bundle(OFFER[0], (band, flops), OFFER[1], kind, *REST)
    known = {variable: Known(variable, 1.0, Origin.LOOKED_UP, entry=entry)}
    assert bundle.beside(known) == told
    assert bundle.beside({}) == OFFER
