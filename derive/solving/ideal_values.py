"""Pulls of what the defaults take as ideal, which no real machine reaches."""

from __future__ import annotations

from collections.abc import Sequence

from derive.results.known import Known, Origin
from derive.results.pull import Pull
from derive.solving.query import Query
from derive.solving.response import Response, joint_way

_SHARES = (0.99, 0.5, 0.01)  # of an ideal value that a real one may be
_ABOVE_ZERO = (1e-6, 1e-3, 1.0)  # in its own unit, where the ideal is none of it


def ideal_pulls(query: Query, responses: Sequence[Response]) -> tuple[Pull, ...]:
    """The pulls of the values taken as ideal, in nomenclature order."""
    assumed = sorted(
        (k for k in query.in_force.values() if k.origin == Origin.DEFAULT and k.var.ideal),
        key=lambda known: (known.var.rank, known.var.name),
    )
    ways = [
        (known, joint_way(response.way(known.var, _real(known)) for response in responses))
        for known in assumed
    ]
    return tuple(
        Pull(known.var.name, f"taken as {known.text}", way, ideal=True)
        for known, way in ways
        if way is not None
    )


def _real(known: Known) -> tuple[float, ...]:
    """What a real value may be, as factors of the ideal one, or in the unit where that is zero."""
    return _SHARES if known.value else _ABOVE_ZERO
