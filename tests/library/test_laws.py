"""Scaling laws of the catalogue: constants of a fit as givens of the library's own variables."""

from __future__ import annotations

import pytest

from derive.errors import GivenError, UnknownName
from derive.library.catalogue import entries, entry
from derive.library.entries import scaling_law
from derive.library.nomenclature.chinchilla import (
    irreducible_loss,
    param_loss_scale,
    tokens_per_param,
)
from derive.library.nomenclature.quality import routed_loss_scale, routed_param_exponent

USABLE = [
    id
    for id in entries("scaling_law")
    if entry("scaling_law", id).text("form").startswith(("L(N,D) = E", "log10 L"))
]


@pytest.mark.parametrize("id", USABLE)
def test_every_constant_of_a_law_lies_in_the_range_of_its_variable(id: str) -> None:
    """Looked up, with its source, in the variable's own unit."""
    known = scaling_law(id)
    assert len(known) in (5, 6)
    for var, constant in known.items():
        assert var.admits(constant.value)
        assert constant.entry == f"scaling_law {id}"
        assert constant.source


def test_constants_keep_their_printed_values() -> None:
    """1.69 and 406.4 nat per token, as the paper prints them."""
    known = scaling_law("chinchilla_approach3_published")
    assert (known[irreducible_loss].text, known[param_loss_scale].text) == (
        "1.69 nat/token",
        "406.4 nat/token",
    )


def test_a_logarithm_and_a_negative_power_are_turned_round_and_say_so() -> None:
    """d = 1.1216 is the logarithm of 13.2 nat per token; a = -0.0838 falls with the power
    0.0838.
    """
    known = scaling_law("routed_fit_s_base")
    assert known[routed_loss_scale].value == pytest.approx(10**1.1216)
    assert known[routed_param_exponent].value == 0.0838
    assert (
        "logarithm" in known[routed_loss_scale].note
        and "negative" in known[routed_param_exponent].note
    )


def test_the_published_routed_coefficients_are_those_of_the_papers_table() -> None:
    """Table 3 of the paper, as notes quote it."""
    known = scaling_law("routed_paper_s_base")
    assert all(constant.verified for constant in known.values())
    assert {constant.source for constant in known.values()} == {"routed_notes"}
    assert known[routed_loss_scale].value == pytest.approx(10**1.104)


def test_the_rule_of_twenty_is_a_law_too() -> None:
    """20 tokens per parameter."""
    assert scaling_law("Chinchilla-Rule")[tokens_per_param].text == "20 token/param"


@pytest.mark.parametrize("id", ["kaplan", "routed_data", "chinchilla_exponents"])
def test_a_law_without_a_relation_is_refused_with_those_that_have_one(id: str) -> None:
    """Its form is told, and which laws can be asked."""
    with pytest.raises(GivenError, match="chinchilla_epoch_replication"):
        scaling_law(id)


def test_an_unknown_law_is_answered_with_the_nearest() -> None:
    """Did you mean."""
    with pytest.raises(UnknownName) as caught:
        scaling_law("chinchilla")
    assert "chinchilla_approach3_published" in caught.value.candidates
