"""The rules of verdicts at their boundaries."""

from __future__ import annotations

import pytest

from derive.claims.claim import ClaimKind
from derive.claims.trial import try_claim
from derive.claims.verdicts import (
    BINARY,
    CONVERSIONS,
    USUAL,
    Conversions,
    half_unit,
    hidden_factor,
    judge_figure,
    judge_range,
)
from derive.errors import DataError, GivenError, UnknownName


@pytest.mark.parametrize(
    ("text", "half"),
    [
        ("2 kB/token", 0.25), ("1.7 kB/token", 0.5 / 17), ("1667 byte/token", 0.5 / 1667),
        ("300 token", 0.5 / 300), ("2,400 sequence", 0.5 / 2400),
        ("2.6e15 token", 0.5 / 26), ("$5/Mtoken", 0.1), ("0.10", 0.05), ("0", 0.0),
        ("56.3 %", 0.5 / 563),
    ],
)  # fmt: skip
def test_half_a_unit_is_that_of_the_last_digit_printed(text, half):
    assert half_unit(text) == pytest.approx(half)


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (14.51, "holds"), (15.49, "holds"), (15.0, "holds"), (15.51, "rounded"), (14.49, "rounded"),
        (16.49, "rounded"), (13.51, "rounded"),
        (16.6, "wrong"), (13.4, "wrong"), (30.0, "hides a factor"), (30.59, "hides a factor"),
        (30.7, "wrong"), (7.5, "hides a factor"), (0.1, "wrong"),
    ],
)  # fmt: skip
def test_fifteen_holds_is_rounded_hides_or_is_wrong(found, verdict):
    """Half a millisecond around 15 ms, then ten per cent, then a factor within two per cent."""
    assert judge_figure(found, 15.0, half_unit("15 ms"))[0] == verdict


def test_half_a_unit_itself_is_too_far():
    """Half of one terabyte rounds to a terabyte and to nothing: it is half, and half is a
    factor.
    """
    assert judge_figure(0.5, 1.0, half_unit("1 TB"))[0] == "hides a factor"


def test_nothing_is_nothing():
    assert judge_figure(0.0, 0.0, half_unit("0"))[0] == "holds"
    assert judge_figure(0.1, 0.0, half_unit("0"))[0] == "wrong"


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (2.0, "holds"),
        (3.0, "holds"),
        (1.999, "rounded"),
        (3.29, "rounded"),
        (3.31, "wrong"),
        (1.79, "wrong"),
        (6.0, "hides a factor"),
        (1.0, "hides a factor"),
    ],
)
def test_a_range_is_taken_at_its_word(found, verdict):
    """Its ends are its ends: three and a half is not two to three."""
    assert judge_range(found, 2.0, 3.0)[0] == verdict


@pytest.mark.parametrize(
    ("ratio", "factor"),
    [
        (2.0, "2"), (0.5, "1/2"), (8.1, "8"), (0.125, "1/8"), (3.0, "3"), (4.0, "2 · 2"),
        (0.25, "1/2 · 1/2"), (6.0, "2 · 3"), (1.5, "1/2 · 3"),
        (9.0, "3 · 3"), (2.147, "2 · GiB/GB"), (2.05, ""), (5.0, ""), (1.0, ""), (1.09, ""),
        (300.0, ""),
    ],
)  # fmt: skip
def test_a_hidden_factor_is_a_product_of_at_most_two_conversions(ratio, factor):
    assert hidden_factor(ratio) == factor


def test_bytes_are_counted_once():
    assert hidden_factor(BINARY["GiB/GB"] ** 2) == ""


def test_numbers_of_gpus_are_hidden_only_when_they_are_the_claims_own():
    with_gpus = Conversions(USUAL, {"72 GPU": 72.0})
    assert hidden_factor(144.0, with_gpus) == "2 · 72 GPU"
    assert hidden_factor(72.0) == ""
    assert len(CONVERSIONS.products()) < 50


def test_a_forgotten_number_of_gpus_is_named(made):
    claim = made(
        kind=ClaimKind.VALUE,
        ask="domain_capacity",
        given={"gpus": "7 GPU", "hbm_capacity": "80 GB/GPU"},
        claimed="80 GB",
    )
    trial = try_claim(claim)
    assert (trial.verdict, "7 GPU" in trial.why) == ("hides a factor", True)


def test_gib_for_gb_is_no_excuse_where_there_are_no_bytes(made):
    """A ratio of 2.147 hides GiB for GB in bytes, and nothing in sequences."""
    size = made(
        kind=ClaimKind.VALUE,
        ask="weight_bytes",
        given={"total_params": "2147e9 param", "bytes_per_param": "1 byte/param"},
        claimed="1000 GB",
    )
    batch = made(
        kind=ClaimKind.VALUE,
        ask="sequences_in_flight",
        given={"n_microbatches": "1", "microbatch_size": "2147 sequence"},
        claimed="1000 sequence",
    )
    assert [try_claim(claim).verdict for claim in (size, batch)] == ["hides a factor", "wrong"]


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ({"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}, "holds"),
        ({"hbm_capacity": "288 GB/GPU"}, "under-determined"),
        (
            {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU", "drain_time": "20 ms"},
            "contradiction",
        ),
    ],
)
def test_the_status_of_the_answer_comes_before_its_figure(made, given, verdict):
    assert (
        try_claim(
            made(kind=ClaimKind.VALUE, ask="drain_time", given=given, claimed="14.4 ms")
        ).verdict
        == verdict
    )


def test_an_impossible_question_is_unreachable(made):
    given = {
        "balance_batch": "2400 sequence",
        "normal_batch": "2400 sequence",
        "fast_speed_ratio": "2.5",
    }
    assert (
        try_claim(
            made(kind=ClaimKind.VALUE, ask="fast_batch", given=given, claimed="960 sequence")
        ).verdict
        == "unreachable"
    )


@pytest.mark.parametrize(
    ("way", "verdict"), [("rises", "direction"), ("falls", "wrong"), ("stays", "wrong")]
)
def test_a_direction_is_the_sign_of_the_elasticity(made, way, verdict):
    given = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    trial = try_claim(
        made(
            kind=ClaimKind.DIRECTION, ask="drain_time", by="hbm_capacity", given=given, claimed=way
        )
    )
    assert (trial.verdict, trial.found) == (verdict, "rises")


@pytest.mark.parametrize(
    ("equation", "relation", "verdict"),
    [
        ("drain_time = hbm_capacity / hbm_bandwidth", ("drain",), "holds"),
        ("drain_time = 2 * hbm_capacity / hbm_bandwidth", ("drain",), "hides a factor"),
        ("drain_time = 7 * hbm_capacity / hbm_bandwidth", ("drain",), "wrong"),
        (
            "drain_time = domain_capacity / domain_bandwidth",
            ("drain", "summed_capacity", "summed_bandwidth"),
            "holds",
        ),
        ("drain_time = hbm_capacity * hbm_bandwidth", ("drain",), "wrong dimension"),
        ("worst_wait = mean_wait", ("worst", "wait", "wait_and_ride"), "wrong"),
        ("drain_time = step_time", ("drain",), "wrong"),
        ("drain_time = hbm_capacity / hbm_bandwidth", (), "holds"),
    ],
)
def test_an_equation_is_judged_by_its_dimensions_then_by_what_follows(
    made, equation, relation, verdict
):
    assert (
        try_claim(made(kind=ClaimKind.EQUATION, equation=equation, relation=relation)).verdict
        == verdict
    )


@pytest.mark.parametrize(
    ("claimed", "verdict"),
    [("solved", "holds"), ("infeasible", "wrong"), ("contradiction", "wrong")],
)
def test_a_status_holds_when_the_answer_has_it(made, claimed, verdict):
    given = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    assert (
        try_claim(
            made(kind=ClaimKind.STATUS, ask="drain_time", given=given, claimed=claimed)
        ).verdict
        == verdict
    )


def test_what_does_not_fit_is_told_beside_the_figure(made):
    given = {
        "gpus": "8 GPU",
        "total_params": "1e12 param",
        "bytes_per_param": "1 byte/param",
        "hbm_capacity": "80 GB/GPU",
        "hbm_bandwidth": "3.35 TB/s/GPU",
    }
    trial = try_claim(
        made(kind=ClaimKind.VALUE, ask="latency_floor", given=given, claimed="37.3 ms")
    )
    assert (trial.verdict, "weights_fit fails" in trial.why) == ("holds", True)


def test_a_note_is_not_checkable_for_the_reason_it_gives(made):
    trial = try_claim(made(kind=ClaimKind.NOTE, note="a rumour"))
    assert (trial.verdict, trial.why) == ("not checkable", "a rumour")


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (
            {
                "kind": ClaimKind.VALUE,
                "ask": "drain_time",
                "given": {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"},
                "claimed": "20 token",
            },
            DataError,
        ),
        ({"kind": ClaimKind.VALUE, "ask": "drain_tme", "claimed": "20 ms"}, UnknownName),
        (
            {
                "kind": ClaimKind.VALUE,
                "ask": "drain_time",
                "given": {"hbm_capacity": "288"},
                "claimed": "20 ms",
            },
            GivenError,
        ),
        ({"kind": ClaimKind.EQUATION, "equation": "frobnication = 3"}, DataError),
        (
            {
                "kind": ClaimKind.EQUATION,
                "equation": "drain_time = step_time",
                "relation": ("drayn",),
            },
            UnknownName,
        ),
    ],
)
def test_a_claim_that_cannot_be_asked_is_refused(made, said, error):
    with pytest.raises(error):
        try_claim(made(**said))
