"""Short numbers beside a value: those that it is but for the noise of its last digits."""

from __future__ import annotations

import math

from derive.program.tolerances import CLOSE

_ROUND = 5  # digits of a round number
AT_A_JUMP = 1e-8  # relative: of what is rounded next to a whole number


def short(value: float) -> float:
    """The number of twelve digits that a value is."""
    return float(f"{value:.12g}")


def round_number(value: float, within: float = CLOSE) -> float | None:
    """The number of a few digits that a value is but for noise; None where it is none."""
    near = float(f"{value:.{_ROUND}g}")
    return near if math.isclose(near, value, rel_tol=within) else None


def shortest(value: float) -> float:
    """The number of the fewest digits next to a value, as that at which a relation jumps; a round
    one where the noise of what is rounded to whole numbers allows it.
    """
    near = round_number(value, AT_A_JUMP)
    if near is not None:
        return near
    short = (float(f"{value:.{digits}g}") for digits in range(1, 18))
    return next(x for x in short if math.isclose(x, value, rel_tol=2 * CLOSE))
