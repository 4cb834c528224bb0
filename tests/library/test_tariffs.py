"""Tariffs and prefill: what a request costs by the sheet, what caches save, and what the prices
give away.
"""

from __future__ import annotations

import pytest

import derive
from derive.library.relations import prefill, tariffs

WHOLE, MARGINAL = {"tariff": "whole_request"}, {"tariff": "marginal"}
TIERED = {
    "input_price": "2 USD/Mtoken", "output_price": "12 USD/Mtoken",
    "long_input_price": "4 USD/Mtoken", "long_output_price": "18 USD/Mtoken",
    "tier_threshold": "200000 token/sequence", "output_length": "1000 token/sequence",
}  # fmt: skip
CACHED = {
    "input_price": "5 USD/Mtoken",
    "cache_write_price": "6.25 USD/Mtoken",
    "cache_read_price": "0.5 USD/Mtoken",
}
DAY = {
    "input_traffic": "608e9 token/day", "cached_traffic": "342e9 token/day",
    "output_traffic": "168e9 token/day", "cache_read_price": "0.14 USD/Mtoken",
    "input_price": "0.55 USD/Mtoken", "output_price": "2.19 USD/Mtoken", "fleet_gpus": "1814 GPU",
    "gpu_price": "2 USD/GPU/hour",
}  # fmt: skip
FRONTIER = {
    "active_params": "100e9 param", "total_params": "800e9 param",
    "bytes_per_param": "0.5 byte/param", "gpu_price": "2 USD/GPU/hour",
    "peak_flops": "10 PFLOP/s/GPU", "hbm_bandwidth": "8 TB/s/GPU", "prefill_gpus": "72 GPU",
    "prefill_batch": "1 sequence", "prompt_length": "100e3 token/sequence",
    "prefill_compute_efficiency": "0.5",
}  # fmt: skip
FLAT = {"prefill compute": "flat"}


def price_of(prompt: int, variants: dict[str, str]) -> float:
    answer = derive.solve(
        "request_price", {**TIERED, "prompt_length": f"{prompt} token/sequence"}, variants=variants
    )
    assert answer.number is not None
    return answer.number


def test_one_token_past_the_threshold_reprices_the_whole_request() -> None:
    """0.412 dollars become 0.818: +98.5 %."""
    assert price_of(200_000, WHOLE) == pytest.approx(0.412)
    assert price_of(200_001, WHOLE) == pytest.approx(0.818, rel=1e-5)
    assert derive.solve("tier_jump", TIERED).number == pytest.approx(1.985, abs=5e-4)


@pytest.mark.parametrize(
    ("prompt", "price"),
    [(150_000, 0.312), (199_500, 0.414), (200_000, 0.418), (200_001, 0.418004), (300_000, 0.818)],
)
def test_a_marginal_tariff_charges_only_the_tokens_above(prompt: int, price: float) -> None:
    """One token more costs one token more; what is produced past the threshold is charged there,
    too.
    """
    assert price_of(prompt, MARGINAL) == pytest.approx(price)


def test_a_tariff_is_flat_unless_chosen_otherwise() -> None:
    """Without naming a tariff no threshold applies."""
    flat = {name: TIERED[name] for name in ("input_price", "output_price", "output_length")}
    assert derive.solve(
        "request_price", {**flat, "prompt_length": "300000 token/sequence"}
    ).number == pytest.approx(0.612)


def test_no_prompt_costs_what_lies_between_the_two_tiers() -> None:
    """0.6 dollars a request cannot be charged when the whole request moves up; marginally it is
    245,500 tokens.
    """
    answer = derive.solve(
        "prompt_length", {**TIERED, "request_price": "0.6 USD/sequence"}, variants=WHOLE
    )
    assert answer.status == "unreachable" and answer.bound is not None
    assert (answer.bound.value, answer.bound.above) == (pytest.approx(0.412), pytest.approx(0.818))
    assert answer.bound.where == "where prompt_length passes 200,000 token/sequence"
    assert derive.solve(
        "prompt_length", {**TIERED, "request_price": "0.6 USD/sequence"}, variants=MARGINAL
    ).number == pytest.approx(245_500)


def test_the_step_is_not_one_factor() -> None:
    """Input doubles, output rises by half."""
    assert derive.solve("long_input_ratio", TIERED).number == pytest.approx(2)
    assert derive.solve("long_output_ratio", TIERED).number == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("write", "hits", "whole"), [("6.25 USD/Mtoken", 0.2778, 1), ("10 USD/Mtoken", 1.1111, 2)]
)
def test_a_cache_pays_back_after_few_hits(write: str, hits: float, whole: int) -> None:
    """The five-minute write after 0.28 hits, the one-hour write after 1.11: one hit and two."""
    given = {**CACHED, "cache_write_price": write}
    assert derive.solve("payback_hits", given).number == pytest.approx(hits, rel=1e-3)
    assert derive.solve("whole_payback_hits", given).number == whole


def test_the_write_price_follows_from_the_payback() -> None:
    """Swapped: a write that pays back after one hit at a tenth costs 1.9 times the plain price."""
    assert derive.solve(
        "cache_write_multiplier", {"payback_hits": "1", "cache_read_multiplier": "0.1"}
    ).number == pytest.approx(1.9)


@pytest.mark.parametrize(
    ("write", "ttl", "rate"),
    [("6.25 USD/Mtoken", "5 min", 0.00417), ("10 USD/Mtoken", "1 hour", 0.00139)],
)
def test_the_surcharge_of_a_write_is_a_price_of_holding(write: str, ttl: str, rate: float) -> None:
    """Five minutes cost three times as much a second as an hour."""
    premium = derive.solve("write_premium", {**CACHED, "cache_write_price": write})
    seconds = {"5 min": 300, "1 hour": 3600}[ttl]
    assert premium.value.to("USD/Mtoken").magnitude / seconds == pytest.approx(rate, abs=5e-6)


def test_a_published_day_of_service_gives_its_margins() -> None:
    """562,100 dollars of list-price revenue against 87,072 of rent: 545 % on cost is 84.5 % on
    revenue; 56 % of the input is cached.
    """
    assert derive.solve("cache_hit_rate", DAY).number == pytest.approx(0.5625, abs=1e-4)
    assert derive.solve("revenue_rate", DAY).value.to("USD/day").magnitude == pytest.approx(
        562_100, rel=1e-4
    )
    assert derive.solve("margin_on_cost", DAY).number == pytest.approx(5.455, abs=1e-3)
    assert derive.solve("margin_on_revenue", DAY).number == pytest.approx(0.845, abs=5e-4)


def test_the_cost_follows_from_a_margin_and_the_revenue() -> None:
    """Swapped: 545 % on 562,027 dollars a day leaves a rent of 87,137."""
    answer = derive.solve(
        "fleet_cost_rate", {"revenue_rate": "562027 USD/day", "margin_on_cost": "545 %"}
    )
    assert answer.value.to("USD/day").magnitude == pytest.approx(87_136, rel=1e-5)
    assert derive.solve("margin_on_cost", {"margin_on_revenue": "84.5 %"}).number == pytest.approx(
        5.45, abs=5e-3
    )


def test_a_loss_is_a_negative_margin() -> None:
    """Half the cost earned: minus 50 % on cost, minus 100 % on revenue."""
    given = {"revenue_rate": "1 USD/day", "fleet_cost_rate": "2 USD/day"}
    assert derive.solve("margin_on_cost", given).number == pytest.approx(-0.5)
    assert derive.solve("margin_on_revenue", given).number == pytest.approx(-1)


def test_a_token_sold_below_its_rent_is_a_loss() -> None:
    """Rent of 1 dollar: a quarter of a price of 4 dollars, twice a price of half a dollar."""
    for price, margin in (("4 USD/Mtoken", 0.75), ("0.5 USD/Mtoken", -1)):
        given = {"cost_per_token": "1 USD/Mtoken", "output_price": price}
        assert derive.solve("output_margin", given).number == pytest.approx(margin)


def test_a_premium_of_five_says_a_fifth() -> None:
    """A fifth of the balance batch, a fifth of prefill's utilisation."""
    sheet = {"input_price": "5 USD/Mtoken", "output_price": "25 USD/Mtoken"}
    assert derive.solve(
        "implied_batch", {**sheet, "balance_batch": "2400 sequence"}
    ).number == pytest.approx(480)
    assert derive.solve("implied_decode_mfu", sheet).number == pytest.approx(0.2)


@pytest.mark.slow
def test_prices_never_set_costs_unasked() -> None:
    """Prices alone leave the device-time ratio and the batch open."""
    sheet = {"input_price": "5 USD/Mtoken", "output_price": "25 USD/Mtoken"}
    assert derive.solve("decode_prefill_ratio", sheet).status == "underdetermined"
    assert (
        derive.solve("batch_size", {**sheet, "balance_batch": "2400 sequence"}).status
        == "underdetermined"
    )


def test_list_prices_lie_far_above_the_rent() -> None:
    """Five dollars a million tokens against 2.2 cents of rent: 225 times."""
    assert derive.solve("input_cost_per_token", FRONTIER, variants=FLAT).value.to(
        "USD/Mtoken"
    ).magnitude == pytest.approx(0.0222, abs=5e-5)
    assert derive.solve(
        "input_markup", {**FRONTIER, "input_price": "5 USD/Mtoken"}, variants=FLAT
    ).number == pytest.approx(225)


def test_time_to_first_token_is_the_arithmetic_of_the_prompt() -> None:
    """100,000 tokens of the frontier model: 55.6 ms on 72 GPUs at half efficiency, 6.3 s on eight
    H100 in BF16 at 40 %.
    """
    rack = derive.solve("prefill_time", FRONTIER, variants=FLAT)
    assert rack.number == pytest.approx(55.6e-3, rel=1e-3)
    assert "prefill_compute_time" in rack.regime.split("≥")[0]
    h100 = {
        **FRONTIER, "peak_flops": "989.5 TFLOP/s/GPU", "hbm_bandwidth": "3.35 TB/s/GPU",
        "prefill_gpus": "8 GPU", "prefill_compute_efficiency": "0.4",
    }  # fmt: skip
    assert derive.solve("prefill_time", h100, variants=FLAT).number == pytest.approx(6.3, abs=0.05)


def test_a_pass_balances_at_the_length_of_the_balance_batch() -> None:
    """One prompt of 2,500 tokens keeps arithmetic and weights in balance, as 2,500 sequences with
    one token each do.
    """
    given = {
        name: value
        for name, value in FRONTIER.items()
        if name not in ("prompt_length", "prefill_compute_efficiency")
    }
    assert derive.solve("crossover_pass_length", given).number == pytest.approx(2500)


def test_a_short_pass_after_a_long_prefix_reads_its_cache() -> None:
    """Ten tokens after a prefix of a million tokens at 70 kB each: reading the cache binds, if the
    pass is told of the prefix.
    """
    given = {
        **FRONTIER,
        "prompt_length": "10 token/sequence",
        "prefix_length": "1e6 token/sequence",
        "kv_bytes_per_token": "70272 byte/token",
    }
    assert derive.solve("prefill_time", given, variants=FLAT).number == pytest.approx(
        0.694e-3, rel=1e-3
    )
    after = derive.solve(
        "prefill_time", given, variants={**FLAT, "prefill reads": "weights_and_prefix"}
    )
    assert after.number == pytest.approx(0.694e-3 + 0.122e-3, rel=1e-3)


@pytest.mark.parametrize(
    "theorem", [theorem.name for module in (prefill, tariffs) for theorem in module.THEOREMS]
)
def test_every_theorem_of_the_subject_is_proved(theorem: str) -> None:
    """What prices say of utilisation and batch follows from the relations and the premises that are
    named.
    """
    assert derive.prove(theorem).derivation.verified
