"""Relations without open variables, which the givens must meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive.algebra.eliminate import cancels
from derive.solving.compilation import step
from derive.solving.query import Query, default_of

Closed = tuple[int, Query]  # a relation without open variables, and the query with their values


def closed_relations(query: Query) -> list[Closed]:
    """The relations without open variables, or only with some that cancel.

    Relations that need a default unused by the answer, or override one, come last: they conflict
    only if no value of a default reconciles them.
    """
    used = {i for block in query.plan.blocks for i in block.relations}
    strict = dict.fromkeys(i for i in (*query.closure.checks, *_cancelling(query)) if i not in used)
    wide = query.with_all_defaults
    with_all_defaults = dict.fromkeys(
        i for i in (*wide.closure.checks, *_cancelling(wide)) if i not in used and i not in strict
    )
    how, slots = query.closure.how, query.system.slots
    assumable = [v for v in query.system.assumable if v not in query.withheld]
    determining = [(how[slots[v]], v) for v in assumable if slots[v] in how]
    against_default = [
        (i, replace(query, known={**query.in_force, v: default_of(v)}))
        for i, v in determining
        if i not in used
    ]
    closed = [(i, query) for i in strict] + [(i, wide) for i in with_all_defaults]
    return [*closed, *_the_other_way(closed), *against_default]


def _the_other_way(closed: Sequence[Closed]) -> Iterator[Closed]:
    """The relations from which the subject of a closed one has several values, as closed ones: the
    subject follows from its definition instead.
    """
    for i, query in closed:
        subject = query.system.relations[i].subject
        j = -1 if subject is None else query.system.slots[subject]
        k = query.closure.how.get(j, i)
        if k == i or len(step(query.system, k, j).branches) < 2:
            continue
        other = replace(query, aside=(k,))
        if other.closure.known.issuperset(query.system.structure.of_relation[k]):
            yield k, other


def _cancelling(query: Query) -> list[int]:
    """The relations of unused givens whose unknowns have the same power on both sides."""
    system, known = query.system, query.closure.known
    found: set[int] = set()
    for var in query.unused:
        for i in system.structure.of_variable[system.slots[var]] if var in system.slots else ():
            relation = system.relations[i]
            unknown = [v for v in relation.variables if system.slots[v] not in known]
            if (
                unknown
                and relation.subject not in unknown
                and all(cancels(relation.left, relation.right, v) for v in unknown)
            ):
                found.add(i)
    return sorted(found)
