"""Roundings of whole numbers: last bits of givens lead across a jump, as their values do not."""

from __future__ import annotations

import math

from derive.program.tolerances import REACH
from derive.solving.beginning import contractor_of
from derive.solving.consistency import Knowledge


def jumps_by_last_bits(exactly: Knowledge, nearly: Knowledge) -> bool:
    """Whether something rounded is one number by the values as they are, and several by these with
    their last bits: 8/8 rounded up is 1, not 1 or 2. What is rounded is one value by both.
    """
    if exactly.contradictory or exactly.found.crossed or exactly.system is not nearly.system:
        return False
    nodes = contractor_of(exactly.system).nodes
    rounded = (k for k in range(len(nodes)) if nodes[k][0] in ("ceil", "floor"))
    jumps = (k for k in rounded if _is_one(exactly.found[k]) and not _is_one(nearly.found[k]))
    return any(math.isclose(*nearly.found[nodes[k][1]], rel_tol=REACH) for k in jumps)


def _is_one(interval: tuple[float, float]) -> bool:
    return interval[0] == interval[1]
