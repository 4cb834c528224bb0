"""Memory tiers: drain times, what holding, reading back and recomputing cost, and for how long a
cache is worth keeping.
"""

from __future__ import annotations

import pytest

import derive
from derive.library.relations import hold_times, tiers

LECTURE = {
    "active_params": "100e9 param",
    "kv_bytes_stored_per_token": "1666.67 byte/token",
    "peak_flops": "10 PFLOP/s/GPU",
}
DEEPSEEK = {
    "active_params": "37e9 param", "kv_bytes_stored_per_token": "70272 byte/token",
    "peak_flops": "5 PFLOP/s/GPU", "prefill_compute_efficiency": "0.5",
}  # fmt: skip
DDR = {"tier_capacity": "2 TB", "tier_bandwidth": "614 GB/s", "tier_price": "1 USD/hour"}
FLASH_BELOW = {
    "lower_tier_capacity": "30 TB",
    "lower_tier_bandwidth": "14 GB/s",
    "lower_tier_price": "0.5 USD/hour",
}
GPU = {"gpu_price": "2 USD/hour/GPU", "hbm_capacity": "192 GB/GPU"}


@pytest.mark.parametrize(
    ("capacity", "bandwidth", "seconds"),
    [("1.5 TB", "460 GB/s", 3.26), ("8 TB", "7 GB/s", 1143), ("20 TB", "0.25 GB/s", 80000)],
)
def test_tiers_drain_in_seconds_minutes_and_a_day(
    capacity: str, bandwidth: str, seconds: float
) -> None:
    """DDR in 3.3 s, flash in 19 minutes, a disk in 22 hours."""
    assert derive.solve(
        "tier_drain_time", {"tier_capacity": capacity, "tier_bandwidth": bandwidth}
    ).number == pytest.approx(seconds, rel=1e-3)


def test_a_flash_that_drains_in_a_minute_is_small() -> None:
    """The lecture's minute and hour take 0.42 TB per 7 GB/s and 0.9 TB per 0.25 GB/s."""
    assert derive.solve(
        "tier_capacity", {"tier_drain_time": "1 minute", "tier_bandwidth": "7 GB/s"}
    ).number == pytest.approx(0.42e12)
    assert derive.solve(
        "tier_capacity", {"tier_drain_time": "1 hour", "tier_bandwidth": "0.25 GB/s"}
    ).number == pytest.approx(0.9e12)


@pytest.mark.parametrize("id", ["ddr5_host_8gpu", "nvme_qlc", "hdd_24tb"])
def test_the_catalogues_tiers_have_a_drain_time(id: str) -> None:
    """A tier of the catalogue is enough to ask; the hold time it is right for is the same
    number.
    """
    known = derive.memory_tier(id)
    drain = derive.solve("tier_drain_time", known).number
    assert drain is not None and drain > 1
    assert derive.solve("balanced_hold_time", known).number == pytest.approx(drain)


def test_the_right_tier_for_five_minutes_drains_in_five_minutes() -> None:
    """8 TB must be read at 26.7 GB/s; the price cancels."""
    assert derive.solve(
        "tier_bandwidth", {"balanced_hold_time": "5 minute", "tier_capacity": "8 TB"}
    ).number == pytest.approx(26.67e9, rel=1e-3)


def test_a_tenth_of_the_device_is_a_tenth_of_its_drain_time() -> None:
    """Capacity and time are shared alike."""
    assert derive.solve(
        "retrieve_time", {"tier_fraction": "10 %", "tier_drain_time": "20 ms"}
    ).number == pytest.approx(2e-3)
    assert derive.solve(
        "tier_fraction", {"retrieve_time": "2 ms", "tier_drain_time": "20 ms"}
    ).number == pytest.approx(0.1)


def test_computing_a_token_anew_costs_two_millionths_of_a_cent() -> None:
    """The lecture's model at FP4, MFU 0.5 and 2 USD an hour: 2.2e-8 USD."""
    given = {
        "active_params": "100e9 param",
        "peak_flops": "10 PFLOP/s/GPU",
        "prefill_compute_efficiency": "0.5",
        "gpu_price": "2 USD/hour/GPU",
    }
    assert derive.solve("remat_cost_per_token", given).number == pytest.approx(2.2222e-8, rel=1e-4)
    del given["gpu_price"]
    assert derive.solve(
        "gpu_price", {**given, "remat_cost_per_token": "0.02222222 USD/Mtoken"}
    ).value.to("USD/hour/GPU").magnitude == pytest.approx(2)


@pytest.mark.parametrize(("efficiency", "seconds"), [("1", 2304), ("0.5", 4608)])
def test_a_cache_in_hbm_is_worth_keeping_for_most_of_an_hour(
    efficiency: str, seconds: float
) -> None:
    """The lecture's model: 2,304 s at full speed, twice that at half of it; the GPU's price is not
    asked for.
    """
    answer = derive.solve(
        "hbm_break_even_time",
        {**LECTURE, "hbm_capacity": "192 GB/GPU", "prefill_compute_efficiency": efficiency},
    )
    assert answer.number == pytest.approx(seconds, rel=1e-4)


def test_a_fat_cache_is_worth_keeping_for_a_minute_only() -> None:
    """DeepSeek-V3 at FP8: 81 s; the bytes per token come back from it."""
    assert derive.solve(
        "hbm_break_even_time", {**DEEPSEEK, "hbm_capacity": "192 GB/GPU"}
    ).number == pytest.approx(80.9, rel=1e-3)
    given = {**DEEPSEEK, "hbm_capacity": "192 GB/GPU", "hbm_break_even_time": "80.874 s"}
    del given["kv_bytes_stored_per_token"]
    assert derive.solve("kv_bytes_stored_per_token", given).number == pytest.approx(70272, rel=1e-3)


def test_the_cliff_and_the_drain_time_give_the_break_even_time() -> None:
    """24 ms, 200,000 times over: 4,800 s, with no chip and no model given."""
    given = {
        "drain_time": "24 ms",
        "crossover_context": "200e3 token/sequence",
        "kv_bytes_per_token": "1667 byte/token",
    }
    assert derive.solve(
        "hbm_break_even_time", {**given, "kv_bytes_stored_per_token": "1667 byte/token"}
    ).number == pytest.approx(4800)


@pytest.mark.parametrize(
    ("case", "bandwidth"),
    [(DEEPSEEK, 2.374e9), ({**LECTURE, "prefill_compute_efficiency": "0.5"}, 0.04167e9)],
)
def test_a_tier_must_be_faster_than_computing_anew(case: dict[str, str], bandwidth: float) -> None:
    """2.37 GB/s per GPU for DeepSeek-V3, 0.042 GB/s for the lecture's model."""
    assert derive.solve("recompute_bandwidth", case).number == pytest.approx(bandwidth, rel=1e-3)


def test_the_narrower_of_tier_and_path_sets_the_pace_of_fetching() -> None:
    """7 GB of cache from 614 GB/s to eight GPUs: over 63 GB/s each the path binds, over 100 GB/s
    each the tier.
    """
    given = {
        **DDR,
        "cached_tokens": "100e3 token",
        "kv_bytes_stored_per_token": "70272 byte/token",
        "prefill_gpus": "8 GPU",
    }
    assert derive.solve(
        "fetch_time", {**given, "tier_link_bandwidth": "63 GB/s/GPU"}
    ).number == pytest.approx(7.0272e9 / 504e9)
    assert derive.solve(
        "fetch_time", {**given, "tier_link_bandwidth": "100 GB/s/GPU"}
    ).number == pytest.approx(7.0272e9 / 614e9)


def test_fetching_beats_computing_by_the_ratio_of_the_rates() -> None:
    """63 GB/s a GPU against 2.37 GB/s computed anew: 26.5 times quicker, whatever the context."""
    given = {**DDR, **DEEPSEEK, "prefill_gpus": "8 GPU", "tier_link_bandwidth": "63 GB/s/GPU"}
    assert derive.solve("fetch_speedup", given).number == pytest.approx(63 / 2.3741, rel=1e-3)


def test_holding_costs_by_the_hour_and_reading_back_by_the_byte() -> None:
    """Five minutes in DDR for a token of 1,667 bytes, and the hold time back from the cost."""
    given = {**DDR, "kv_bytes_stored_per_token": "1667 byte/token"}
    hold, read = 1667 / 2e12 / 3600, 1667 / 614e9 / 3600
    assert derive.solve(
        "keep_cost_per_token", {**given, "hold_time": "5 minute"}
    ).number == pytest.approx(300 * hold + read)
    assert derive.solve(
        "hold_time", {**given, "keep_cost_per_token": f"{300 * hold + read} USD/token"}
    ).number == pytest.approx(300)


def test_memory_that_is_bought_has_a_price_by_the_hour() -> None:
    """2 TB at 11 USD/GB over four years: 63 cents an hour."""
    given = {"tier_purchase_price": "11 USD/GB", "tier_lifetime": "4 year", "tier_capacity": "2 TB"}
    assert derive.solve("tier_price", given).value.to("USD/hour").magnitude == pytest.approx(
        22000 / (4 * 8766)
    )


def test_demotion_pays_within_a_fraction_of_a_second() -> None:
    """DDR at half the price of a GPU: after 0.16 s; the price of a tier at which it takes a minute
    comes back.
    """
    answer = derive.solve("demotion_time", {**DDR, **GPU})
    expected = (1 / 614e9) / (2 / 192e9 - 1 / 2e12)
    assert answer.number == pytest.approx(expected)
    free = {
        "tier_capacity": "2 TB",
        "tier_bandwidth": "614 GB/s",
        **GPU,
        "demotion_time": f"{answer.number} s",
    }
    assert derive.solve("tier_price", free).value.to("USD/hour").magnitude == pytest.approx(1)


def test_a_dear_tier_is_never_worth_the_move() -> None:
    """A byte of the tier dearer than a byte of HBM: no hold time, said as unreachable."""
    assert (
        derive.solve("demotion_time", {**DDR, **GPU, "tier_price": "30 USD/hour"}).status
        == "unreachable"
    )


def test_a_tier_keeps_until_it_costs_as_much_as_computing() -> None:
    """DeepSeek-V3 in DDR: 28 minutes, less what reading back costs."""
    answer = derive.solve(
        "break_even_hold_time", {**DDR, **DEEPSEEK, "gpu_price": "2 USD/hour/GPU"}
    )
    remat, read, hold = 2 * 37e9 * 2 / 2.5e15, 70272 / 614e9, 70272 / 2e12
    assert answer.number == pytest.approx((remat - read) / hold)


def test_the_next_lower_tier_takes_over_after_a_minute() -> None:
    """DDR to flash after 71 s, by prices alone."""
    answer = derive.solve("tier_switch_time", {**DDR, **FLASH_BELOW})
    assert answer.number == pytest.approx((0.5 / 14e9 - 1 / 614e9) / (1 / 2e12 - 0.5 / 30e12))
    assert answer.number == pytest.approx(70.5, rel=1e-3)


@pytest.mark.parametrize(
    ("premium", "ttl", "rate"),
    [("1.25 USD/Mtoken", "5 minute", 0.0041667), ("5 USD/Mtoken", "1 hour", 0.0013889)],
)
def test_a_price_sheet_implies_what_holding_costs(premium: str, ttl: str, rate: float) -> None:
    """Per million tokens and second: 0.00417 USD for five minutes, a third of it for an hour."""
    answer = derive.solve("implied_hold_rate", {"write_premium": premium, "cache_ttl": ttl})
    assert answer.value.to("USD/Mtoken/s").magnitude == pytest.approx(rate, rel=1e-4)


@pytest.mark.parametrize(
    "theorem", (*tiers.THEOREMS, *hold_times.THEOREMS), ids=lambda theorem: theorem.name
)
def test_what_is_said_of_tiers_follows_from_the_relations(theorem: derive.Theorem) -> None:
    """Each theorem is proved, every line verified."""
    assert derive.prove(theorem.name).derivation.verified
