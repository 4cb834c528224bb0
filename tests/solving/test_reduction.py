"""The smallest set that keeps a property: what leaving out one item at a time keeps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from derive.solving.reduction import minimal, minimal_core

Has = Callable[[Collection[int]], bool]
ITEMS = range(12)


def one_by_one(order: Sequence[int], has: Has) -> set[int]:
    left = set(order)
    for item in order:
        if has(left - {item}):
            left.discard(item)
    return left


@given(st.permutations(ITEMS), st.lists(st.sets(st.sampled_from(ITEMS)), min_size=1, max_size=3))
def test_it_is_what_leaving_out_one_at_a_time_keeps(
    order: list[int], enough: list[set[int]]
) -> None:
    """Whichever sets suffice, and in whatever order they are left out."""

    def has(some: Collection[int]) -> bool:
        return any(each <= set(some) for each in enough)

    assert minimal(order, has) == one_by_one(order, has)
    assert minimal(order[:8], has) == one_by_one(order[:8], has) or not has(order[:8])


def test_few_of_many_are_found_in_few_trials() -> None:
    """Three of a hundred in less than half as many trials."""
    trials: list[Collection[int]] = []

    def has(some: Collection[int]) -> bool:
        trials.append(some)
        return {7, 40, 93} <= set(some)

    assert minimal(range(100), has) == {7, 40, 93}
    assert len(trials) < 50


def test_no_items_are_tried_twice() -> None:
    """Whichever up to three of up to nine are needed."""
    needs = ((size, set(need)) for size in range(1, 10) for need in _few(range(size)))
    for size, need in needs:
        trials: list[frozenset[int]] = []

        def has(some: Collection[int], need=need, trials=trials) -> bool:
            trials.append(frozenset(some))
            return need <= set(some)

        assert minimal(range(size), has) == need
        assert len(set(trials)) == len(trials)


def _few(items: Sequence[int]) -> list[tuple[int, ...]]:
    return [some for size in range(4) for some in combinations(items, size)]


@given(
    st.permutations(ITEMS),
    st.lists(st.sets(st.sampled_from(ITEMS)), min_size=1, max_size=3),
    st.randoms(use_true_random=False),
)
def test_what_is_left_of_cores_suffices_and_without_any_one_does_not(
    order: list[int], enough: list[set[int]], source: Random
) -> None:
    """A core may hold more than is needed, or all that was tried."""

    def core(some: Collection[int]) -> Collection[int] | None:
        able = [each for each in enough if each <= set(some)]
        if not able:
            return None
        return {i for i in some if i in source.choice(able) or source.random() < 0.3} | able[0]

    left = minimal_core(order, core)
    if core(order) is None:
        assert left == set(order)
    else:
        assert core(left) is not None
        assert all(core(left - {item}) is None for item in left)


def test_cores_leave_out_many_items_at_a_time() -> None:
    """Three of a hundred in hardly more trials than there are items left."""
    trials: list[Collection[int]] = []

    def core(some: Collection[int]) -> Collection[int] | None:
        trials.append(some)
        return {7, 40, 93} if {7, 40, 93} <= set(some) else None

    assert minimal_core(range(100), core) == {7, 40, 93}
    assert len(trials) == 4
