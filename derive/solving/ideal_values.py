"""Ideal values: the pulls of those taken, and the variables of those that a way solves for."""

from __future__ import annotations

from collections.abc import Sequence

from derive.equations.neglected import Direction
from derive.equations.var import Var
from derive.results.known import Known, Origin
from derive.results.pull import Pull
from derive.solving.query import Query
from derive.solving.response import Response, joint_way

_SHARES = (0.99, 0.5, 0.01)  # of an ideal value that a real one may be
_TIMES = (1.01, 2.0, 100.0)  # as large, where the ideal is the least value


def ideal_pulls(query: Query, responses: Sequence[Response]) -> tuple[Pull, ...]:
    """The pulls of the values taken as ideal, in nomenclature order."""
    assumed = sorted(
        (k for k in query.in_force.values() if k.origin == Origin.DEFAULT and k.var.ideal),
        key=lambda known: (known.var.rank, known.var.name),
    )
    ways = [
        (known, joint_way(_way(response, known) for response in responses)) for known in assumed
    ]
    return tuple(
        Pull(known.var.name, f"taken as {known.text}", way, ideal=True)
        for known, way in ways
        if way is not None
    )


def ideals_solved_for(query: Query) -> list[Var]:
    """The variables with an ideal default that the way to the target solves for."""
    solved = (query.system.structure.variables[block.solves] for block in query.plan.blocks[:-1])
    return [var for var in solved if var.ideal]


def _way(response: Response, known: Known) -> Direction | None:
    """The way the target goes as a value taken as ideal becomes real."""
    if known.value > known.var.bounds[0]:
        return response.way(known.var, _SHARES)
    above = response if known.value else response.above_zero(known.var)
    return above.way(known.var, _TIMES)
