"""The reports on a published day of serving and on latency under load: their worked numbers."""

from __future__ import annotations

import pytest

from derive.reporting.answers import AnswerBook

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("deepseek_day")]


@pytest.fixture(scope="module")
def day(deepseek_day: AnswerBook) -> AnswerBook:
    return deepseek_day


@pytest.fixture(scope="module")
def load(latency_under_load: AnswerBook) -> AnswerBook:
    return latency_under_load


def value(book: AnswerBook, name: str) -> float:
    return book.value(book.answer(name)).value


def test_the_published_layout_reads_a_third_of_the_observed_step(day: AnswerBook) -> None:
    """A copy of 17.17e9 shared weights and 288 of 256 experts over 144 GPUs, and the caches: 15.8
    of 47.6 ms, where an even split would read 10.6.
    """
    shared, routed = 17.167742e9, 653.832258e9
    weights = (shared + routed * 288 / (256 * 144)) / 3.36e12
    caches = 12686 * 4989 * 70272 / (144 * 3.36e12)
    assert value(day, "bound") == pytest.approx(weights + caches, rel=1e-6)
    assert value(day, "observed") / value(day, "bound") == pytest.approx(3.010, rel=1e-3)
    assert value(day, "even") == pytest.approx(10.58e-3, rel=1e-3)


def test_a_draft_doubles_computing_and_widens_the_gap(day: AnswerBook) -> None:
    """Computing then binds at twice 10.82 ms, and a step lasts 1.92 tokens of 1/21 s."""
    assert value(day, "drafted_bound") == pytest.approx(21.63e-3, rel=1e-3)
    assert value(day, "drafted") == pytest.approx(1.92 / 21)


def test_traffic_and_usual_kernels_leave_a_part_of_the_step_unexplained(day: AnswerBook) -> None:
    """With the exchange exposed, 80 % of the bandwidth and half of the peak."""
    computing, reading = 10.815643e-3 / 0.5, 15.822e-3 / 0.8
    left = 1 / 21 - value(day, "exchange") - max(computing, reading)
    assert value(day, "launches") == pytest.approx(left / 61, rel=1e-3)


def test_the_published_rates_account_for_the_rented_nodes(day: AnswerBook) -> None:
    """131 nodes of decode and 95 of prefill are the 226.75 of the publication."""
    assert value(day, "decoding") + value(day, "reading") == pytest.approx(226.75, rel=1e-3)
    low, high = day.ends(day.answer("between"))
    assert low < value(day, "batch") < high and high / low == pytest.approx(1.1)


def test_a_place_is_waited_for_otherwise_than_a_step(load: AnswerBook) -> None:
    """256 places held for 499 steps of 20 ms: 128 ms in the mean and 1.36 s for one in a hundred;
    one server of one step would give 190 ms.
    """
    assert value(load, "wait") == pytest.approx(0.1283, rel=1e-3)
    assert value(load, "tail") == pytest.approx(1.362, rel=1e-3)
    assert value(load, "rate") == pytest.approx(24.37, rel=1e-3)
    assert value(load, "step_as_server") == pytest.approx(0.19)


def test_goodput_is_the_rate_at_both_limits(load: AnswerBook) -> None:
    """Steps of the given length fix the places, the first token the load."""
    places, share, rate = (
        load.value(load.changed("goodput", {}, name)).value
        for name in ("batch_size", "load", "request_rate")
    )
    assert 0.9 < share < 1
    assert rate == pytest.approx(share * places / (499 * 0.020))
