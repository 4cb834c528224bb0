"""Ownership: what a GPU of one's own costs for each hour it serves, and what a token draws and
emits. The inputs are invented; the arithmetic is not.
"""

from __future__ import annotations

import pytest

import derive
from derive.errors import GivenError
from derive.library.relations import ownership

OWNED = {
    "gpu_capital": "35000 USD/GPU",
    "gpu_life": "4 year",
    "operations_rate": "0.05 1/year",
    "serving_power": "1.4 kW/GPU",
    "pue": "1.2",
    "electricity_price": "0.08 USD/kWh",
    "busy_share": "0.8",
}
TOKEN = {
    "decode_gpu_time_per_token": f"{1 / 13386!r} GPU*s/token",
    "carbon_intensity": "0.4 kgCO2e/kWh",
}


def test_rent_that_never_pays_back_contradicts_nothing() -> None:
    """Busy a tenth of the time a GPU serves for less than operation and electricity cost."""
    rarely = {**OWNED, "busy_share": "0.10", "gpu_price": "2.00 USD/hour/GPU"}
    assert derive.solve("payback_time", rarely).status == "unreachable"
    for target in ("owned_gpu_price", "rental_markup"):
        assert derive.solve(target, rarely).status == "solved"


def test_a_time_to_pay_back_asks_for_a_markup() -> None:
    """The rent that pays back in two years is no cost of one's own."""
    price = derive.solve("gpu_price", {**OWNED, "payback_time": "2.00 year"})
    assert price.status == "solved"
    again = derive.solve("payback_time", {**OWNED, "gpu_price": f"{price.number!r} USD/s/GPU"})
    assert in_unit(again, "year") == pytest.approx(2.0)
    assert derive.solve("rental_markup", {**OWNED, "payback_time": "2.00 year"}).number > 1.0


def without(given: dict[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in given.items() if name not in names}


def in_unit(answer: derive.Answer, unit: str) -> float:
    return float(answer.value.to(unit).magnitude)


def test_an_hour_of_a_gpu_is_capital_operation_and_electricity() -> None:
    """1.248 + 0.2495 + 0.1680 = 1.665 USD for an hour, each found by leaving the others out."""
    whole = derive.solve("owned_gpu_price", OWNED)
    assert in_unit(whole, "USD/hour/GPU") == pytest.approx(1.665, abs=5e-4)
    free = {**OWNED, "electricity_price": "0 USD/kWh"}
    capital = derive.solve("owned_gpu_price", {**free, "operations_rate": "0 1/year"})
    assert in_unit(capital, "USD/hour/GPU") == pytest.approx(1.248, abs=5e-4)
    both = in_unit(derive.solve("owned_gpu_price", free), "USD/hour/GPU")
    assert both - in_unit(capital, "USD/hour/GPU") == pytest.approx(0.2495, abs=5e-5)
    assert in_unit(whole, "USD/hour/GPU") - both == pytest.approx(0.1680, abs=5e-5)


@pytest.mark.parametrize("asked", list(OWNED))
@pytest.mark.slow
def test_the_cost_of_an_hour_gives_back_what_it_comes_from(asked: str) -> None:
    """Price, life, rates, power and the share of busy time, each from the others."""
    price = derive.solve("owned_gpu_price", OWNED).value
    answer = derive.solve(asked, {**without(OWNED, asked), "owned_gpu_price": price})
    expected = derive.solve(asked, {asked: OWNED[asked]})
    assert answer.number == pytest.approx(expected.number, rel=1e-6)


def test_the_electricity_and_the_emission_of_a_token() -> None:
    """0.1569 J, 0.04358 kWh and 0.01743 kg for a million, and back to the intensity."""
    energy = derive.solve("energy_per_token", {**OWNED, **TOKEN})
    assert energy.number == pytest.approx(0.1569, abs=5e-5)
    assert in_unit(energy, "kWh/Mtoken") == pytest.approx(0.04358, abs=5e-6)
    carbon = derive.solve("carbon_per_token", {**OWNED, **TOKEN})
    assert in_unit(carbon, "kgCO2e/Mtoken") == pytest.approx(0.01743, abs=5e-6)
    back = derive.solve(
        "carbon_intensity",
        {"energy_per_token": "0.1569 J/token", "carbon_per_token": "0.01743 kgCO2e/Mtoken"},
    )
    assert in_unit(back, "kgCO2e/kWh") == pytest.approx(0.4, rel=1e-3)


def test_energy_follows_from_the_throughput_of_a_domain() -> None:
    """Eight GPUs at 13,386 token/s each draw as much for a token as one does."""
    given = {**OWNED, "throughput": "107088 token/s", "gpus": "8 GPU"}
    assert derive.solve("energy_per_token", given).number == pytest.approx(0.1569, abs=5e-5)
    back = derive.solve("throughput", {**without(given, "throughput"),
                                       "energy_per_token": "0.1569 J/token"})  # fmt: skip
    assert back.number == pytest.approx(107088, rel=1e-3)


def test_making_the_gpus_adds_to_the_emission() -> None:
    """300 kg over 4 years, 80 % of them busy, are 0.22 g more for a million tokens."""
    making = {**OWNED, **TOKEN, "embodied_carbon": "300 kgCO2e/GPU"}
    more = in_unit(derive.solve("carbon_per_token", making), "gCO2e/Mtoken")
    plain = in_unit(derive.solve("carbon_per_token", {**OWNED, **TOKEN}), "gCO2e/Mtoken")
    seconds = 4 * 365.25 * 86400
    assert more - plain == pytest.approx(300e3 / (seconds * 0.8 * 13386) * 1e6, rel=1e-6)


def test_a_stated_capital_makes_the_price_of_a_gpu() -> None:
    """Without a rent, a token costs what owning does; beside a rent, the markup is told."""
    token = derive.solve("cost_per_token", {**OWNED, **TOKEN})
    assert in_unit(token, "USD/Mtoken") == pytest.approx(1.665 / 3600 / 13386 * 1e6, rel=1e-3)
    rented = {**OWNED, **TOKEN, "gpu_price": "3 USD/hour/GPU"}
    assert in_unit(derive.solve("cost_per_token", rented), "USD/Mtoken") == pytest.approx(
        3 / 3600 / 13386 * 1e6
    )
    assert derive.solve("rental_markup", rented).number == pytest.approx(3 / 1.665, rel=1e-3)


def test_the_rated_power_stands_in_for_the_power_that_is_drawn() -> None:
    """That of the chip, unless another is stated; then the ratio of the two is told."""
    chip = derive.accelerator("b200_sxm")
    assert derive.solve("serving_power", chip).number == pytest.approx(1000)
    assert derive.solve("power_over_tdp", {**chip, **OWNED}).number == pytest.approx(1.4)


def test_what_is_left_out_goes_both_ways() -> None:
    """Interest raises the price; idle GPUs that draw less lower it."""
    answer = derive.solve("owned_gpu_price", OWNED)
    assert answer.sense == "estimate"
    assert {(pull.source, str(pull.way)) for pull in answer.pulls} == {
        ("interest_rate", "raises"),
        ("ownership", "lowers"),
    }
    financed = {**OWNED, "interest_rate": "0.08 1/year"}
    more = in_unit(derive.solve("owned_gpu_price", financed), "USD/hour/GPU")
    assert more - in_unit(answer, "USD/hour/GPU") == pytest.approx(35000 * 0.04 / 8766 / 0.8)


@pytest.mark.parametrize("wrong", ["0.4 kg/kWh", "0.4 kg CO2e/kWh"])
def test_an_emission_is_no_mass(wrong: str) -> None:
    """A kilogram of the GPU and one of CO2e are different things, and the error says which unit."""
    with pytest.raises(GivenError, match="kgCO2e"):
        derive.solve("carbon_per_token", {**OWNED, **TOKEN, "carbon_intensity": wrong})


@pytest.mark.parametrize("written", ["400 gCO2e/kWh", "0.4 tCO2e/MWh", "0.4 kgCO2eq/kWh"])
def test_an_intensity_is_read_as_people_write_it(written: str) -> None:
    """Grams, tonnes and kilograms of CO2 equivalent."""
    answer = derive.solve("carbon_per_token", {**OWNED, **TOKEN, "carbon_intensity": written})
    assert in_unit(answer, "kgCO2e/Mtoken") == pytest.approx(0.01743, abs=5e-6)


@pytest.mark.parametrize("theorem", [theorem.name for theorem in ownership.THEOREMS])
def test_every_theorem_of_the_subject_is_proved(theorem: str) -> None:
    """The energy of a step, and the cost of a token on GPUs of one's own."""
    assert derive.prove(theorem).derivation.verified


FLEET = {"tdp": "700 W/GPU", "fleet_gpus": "1024 GPU", "pue": "1.3", "power_over_tdp": "1"}


def test_a_year_of_electricity_of_a_fleet() -> None:
    """1024 × 700 W × 1.3 = 0.93184 MW; 8766 hours of it are 8168.5 MWh, which cost 816,851 USD at
    0.1 USD/kWh and emit 3267.4 t at 0.4 kg/kWh.
    """
    given = {**FLEET, "electricity_price": "0.1 USD/kWh", "carbon_intensity": "0.4 kgCO2e/kWh"}
    for name, unit, expected in (
        ("fleet_power", "MW", 0.93184),
        ("fleet_energy", "MWh", 8168.50944),
        ("electricity_bill", "USD", 816850.944),
        ("fleet_emission", "tCO2e", 3267.403776),
    ):
        assert in_unit(derive.solve(name, given), unit) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("time", "share"), [("8766 hour", 1), ("30 day", 30 / 365.25), ("1 month", 1 / 12)]
)
def test_the_bill_of_another_time_is_its_share_of_a_year(time: str, share: float) -> None:
    """The time is a convention that yields to what is stated."""
    paid = {**FLEET, "electricity_price": "80 USD/MWh"}
    year = in_unit(derive.solve("electricity_bill", paid), "USD")
    part = derive.solve("electricity_bill", {**paid, "powered_time": time})
    assert in_unit(part, "USD") == pytest.approx(share * year, rel=1e-9)


def test_a_bill_tells_how_many_gpus_it_pays_for() -> None:
    given = {"tdp": "700 W/GPU", "pue": "1.3", "electricity_price": "0.1 USD/kWh"}
    found = derive.solve("fleet_gpus", {**given, "electricity_bill": "816850.944 USD"})
    assert in_unit(found, "GPU") == pytest.approx(1024, rel=1e-9)


def test_idle_gpus_make_the_power_of_a_fleet_a_bound() -> None:
    """What they draw less is left out, so that the true power is lower, said or not."""
    drawn = {"fleet_gpus": "1024 GPU", "serving_power": "1.3 kW/GPU", "pue": "1.3"}
    for more in ({}, {"busy_share": "0.6"}):
        assert derive.solve("fleet_power", {**drawn, **more}).sense == "upper bound"


def test_the_rated_power_of_gpus_bounds_no_power_of_a_fleet() -> None:
    """Servers and the data centre draw more, which no bound may leave out."""
    rated = {"fleet_gpus": "1024 GPU", "tdp": "700 W/GPU"}
    assert derive.solve("fleet_power", rated).sense == "estimate"
    assert derive.solve("fleet_power", {**rated, "pue": "1.3"}).sense == "estimate"
    alone = {"fleet_gpus": "1024 GPU", "serving_power": "1.3 kW/GPU"}
    assert derive.solve("fleet_power", alone).sense == "estimate"


RENTED = {
    "reserved_gpu_price": "2.5 USD/hour/GPU",
    "gpus": "8 GPU",
    "throughput": "10000 token/s",
    "batch_size": "64 sequence",
}


def test_idle_hours_of_a_rented_gpu_are_borne_by_those_that_serve() -> None:
    """20 USD an hour over 0.4 of 36 Mtoken are 1.389 USD/Mtoken, a loss at a price of 0.60."""
    used = {**RENTED, "busy_share": "0.4", "output_price": "0.60 USD/Mtoken"}
    cost = derive.solve("cost_per_token", used)
    assert in_unit(cost, "USD/Mtoken") == pytest.approx(20 / (0.4 * 36), rel=1e-9)
    margin = derive.solve("output_margin", used)
    assert margin.number == pytest.approx(1 - 20 / (0.4 * 36) / 0.60, rel=1e-9)


def test_a_price_tells_from_which_volume_on_it_pays_to_rent() -> None:
    """A month of 20 USD an hour buys 16,233 Mtoken at 0.90 USD each, 0.617 of what is possible."""
    api = {**RENTED, "cost_per_token": "0.90 USD/Mtoken", "powered_time": "1 month"}
    month = 365.25 * 24 / 12
    assert derive.solve("busy_share", api).number == pytest.approx(20 / 0.9 / 36, rel=1e-9)
    volume = in_unit(derive.solve("served_tokens", api), "Mtoken")
    assert volume == pytest.approx(month * 20 / 0.9, rel=1e-9)


def test_unless_said_a_rented_gpu_always_serves_so_that_its_tokens_cost_at_least_that() -> None:
    cost = derive.solve("cost_per_token", RENTED)
    assert (cost.sense, in_unit(cost, "USD/Mtoken")) == ("lower bound", pytest.approx(20 / 36))


def test_rent_that_electricity_and_operation_eat_up_never_pays_back() -> None:
    """0.02 USD/hour saved, 0.13 USD/hour of electricity and 0.171 of operation: a loss."""
    own = {
        "gpu_capital": "30000 USD/GPU",
        "operations_rate": "0.05/year",
        "busy_share": "0.1",
        "serving_power": "1 kW/GPU",
        "electricity_price": "0.1 USD/kWh",
        "pue": "1.3",
    }
    lost = derive.solve("payback_time", {**own, "gpu_price": "0.2 USD/hour/GPU"})
    years = 30000 / ((0.02 - 0.13) * 24 * 365.25 - 1500)
    assert lost.status == "unreachable" and lost.asked is not None
    assert lost.asked / (24 * 365.25 * 3600) == pytest.approx(years, rel=1e-9)
    assert "the givens ask for −12.17 year, and it is above 0" in str(lost)
    assert any("never pays back" in text for text in lost.warnings)
