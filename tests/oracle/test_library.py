"""Random questions to the library: whatever is told is put back into all relations."""

from __future__ import annotations

import pytest

from tests.oracle.run import Run

pytestmark = pytest.mark.slow


def test_nothing_told_breaks_a_relation(seed: int) -> None:
    """Questions with enough givens, more, fewer, and one false, in a world without losses."""
    run = Run(seed, show=3, hidden=0.0)
    run.questions(range(5))
    assert not run.errors, run.census()
