"""Prices of conversations, the electricity of a token, and the time in which a GPU pays back, by
hand.
"""

import pytest

import derive


def test_a_conversation_pays_again_for_all_that_was_said_before() -> None:
    """Ten turns: 200 tokens in and 300 out each; turn k sends k - 1 turns again."""
    given = {
        "conversation_turns": 10,
        "turn_input": "200 token",
        "turn_output": "300 token",
        "system_prompt": "1000 token",
        "input_price": "1 USD/Mtoken",
        "output_price": "5 USD/Mtoken",
    }
    sent = sum(1000 + k * 200 + (k - 1) * 300 for k in range(1, 11))
    price = derive.solve("conversation_price", given)
    assert (price.number, price.sense) == (
        pytest.approx((sent + 5 * 3000) * 1e-6),
        "upper bound",
    )
    cached = derive.solve("conversation_price", {**given, "resent_price_ratio": 0.1})
    new = 1000 + 10 * 200
    assert cached.number == pytest.approx((new + 0.1 * (sent - new) + 5 * 3000) * 1e-6)


def test_the_electricity_of_a_token_is_its_energy_at_the_price() -> None:
    given = {"energy_per_token": "3.6 J/token", "electricity_price": "0.12 USD/kWh"}
    paid = derive.solve("electricity_cost_per_token", given)
    assert paid.value.to("USD/Mtoken").magnitude == pytest.approx(0.12)


def test_a_gpu_pays_back_by_the_rent_it_saves_less_its_electricity() -> None:
    given = {
        "gpu_price": "2 USD/hour/GPU",
        "gpu_capital": "35000 USD/GPU",
        "serving_power": "700 W/GPU",
        "electricity_price": "0.1 USD/kWh",
        "busy_share": 0.7,
    }
    hours = derive.solve("payback_time", given).value.to("hour").magnitude
    assert hours == pytest.approx(35000 / (2 * 0.7 - 0.7 * 0.1))
    dear = {**given, "gpu_price": "0.05 USD/hour/GPU"}
    assert derive.solve("payback_time", dear).status == "unreachable"
