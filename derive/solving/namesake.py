"""Variables named after one that is open: `training_mfu`, where `mfu` is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from derive.equations.var import Var
from derive.results.gap import Namesake
from derive.results.known import Origin
from derive.solving.query import Query
from derive.solving.query_preparation import determined_or_none


def namesake(query: Query) -> Namesake | None:
    """The first variable of the target's unit with all words of its name, and one more, that the
    givens fix to one value; None if there is none.
    """
    given = {var for var, known in query.known.items() if known.origin == Origin.GIVEN}
    for var in _named_after(query):
        found = determined_or_none(query.system, var, query.known)
        number = None if found is None or given <= {*found.unused} else found.number()
        if number is not None:
            return Namesake(var, number)
    return None


def _named_after(query: Query) -> Iterator[Var]:
    words = query.target.name.split("_")
    for var in query.system.variables:
        more = var.name.split("_")
        named = len(more) == len(words) + 1 and {*words} < {*more}
        if named and var.unit == query.target.unit and var not in query.known:
            yield var
