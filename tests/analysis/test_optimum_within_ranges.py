"""An optimum does not lie where the givens contradict each other."""

from __future__ import annotations

import pytest

from derive import Eq, Relation, System, Var
from derive.results.status import Status

LOAD = Var("load", "1", "share of the time in which a server is busy", within="[0, 1)")
RATE, SERVED = Var("rate", "1/s", "arrivals"), Var("served", "1/s", "arrivals that one serves")
COUNT, COST = Var("count", "1", "servers"), Var("cost", "USD", "cost of all")
PRICE, OTHER = Var("price", "USD", "price of one"), Var("other", "1", "servers by another count")
SERVERS = System(
    [
        Relation("load", Eq(LOAD, RATE / (COUNT * SERVED)), "Time busy over time."),
        Relation("bill", Eq(COST, PRICE * COUNT), "Each costs its price."),
    ]
)
GIVEN = {"rate": "100 1/s", "served": "10 1/s", "price": "3 USD"}


@pytest.mark.parametrize("over", ["count", {"count": ("1", "100")}])
def test_the_range_of_what_follows_is_a_limit(over) -> None:
    """Ten servers would be busy all the time, and fewer more than that."""
    found = SERVERS.optimise("cost", GIVEN, over=over)
    assert found.status == Status.SOLVED and not found.attained
    assert found.value == pytest.approx(30, rel=1e-6)
    assert found.approach == "approached as count comes to 10, not reached"
    reached = SERVERS.optimise("cost", GIVEN, over=over, subject_to=["load <= 0.8"])
    assert reached.value == pytest.approx(37.5) and reached.attained


def test_where_every_point_is_contradictory_there_is_no_optimum() -> None:
    twice = Relation("twice", Eq(OTHER * SERVED, 2 * RATE), "Twice what comes.")
    found = System([*SERVERS.relations, twice]).optimise(
        "cost", {**GIVEN, "other": "3"}, over="count"
    )
    assert found.status == Status.CONTRADICTION and found.value is None
