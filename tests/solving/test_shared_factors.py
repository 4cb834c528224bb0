"""Givens that clash whatever a factor that relations share is: seen from every side."""

from __future__ import annotations

import pytest

from tests.solving import shared_factors


@pytest.mark.parametrize("name", shared_factors.cases())
def test_a_clash_beside_a_shared_factor_is_seen_whatever_is_asked(name: str) -> None:
    system, given, moved, value = shared_factors.cases()[name]
    agreeing = {**given, shared_factors.SPARE: 2}
    for target in system.variables:
        assert system.solve(target, agreeing).contradiction is None
        answer = system.solve(target, {**agreeing, moved: value})
        assert answer.contradiction is not None
        assert set(answer.contradiction.names) == given.keys()
