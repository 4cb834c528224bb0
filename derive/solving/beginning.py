"""Beginning of interval propagation: the intervals of all values known, by slot."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import NamedTuple

from derive.equations.var import Var
from derive.program.contraction import Contractor, SlotEquation, equation_of
from derive.program.interval import Interval, around, within_digits
from derive.results.known import Known
from derive.solving.compilation import reader_of
from derive.solving.equation_system import EquationSystem
from derive.solving.hypothetical import hypothetical
from derive.solving.query import default_of
from derive.solving.query_preparation import exact_zeros, prepare, settle

Stated = Mapping[Var, Known]


def contractor_of(system: EquationSystem) -> Contractor:
    """The equations of a system for interval propagation, each made when it is first met."""
    return system.compiled.once("contractor", None, lambda: _contractor(system))


def _contractor(system: EquationSystem) -> Contractor:
    nodes, slots = system.compiled.nodes, system.slots

    def make(i: int) -> SlotEquation | None:
        relation = system.relations[i]
        try:
            sides = relation.data.within(nodes, [slots[v] for v in relation.variables])
        except NotImplementedError:
            return None
        return equation_of(nodes, *sides)

    return Contractor(reader_of(system).slots, nodes, system.structure.of_variable, make)


class Beginning(NamedTuple):
    """The start of a propagation: the system with exact zeros put in, the relations that take no
    part, the intervals of usual values and of all others by slot, the relations that zeros have
    changed, which say something before any slot moves, and one that they refute.
    """

    system: EquationSystem
    left_out: frozenset[int]
    assumed: dict[int, Interval]
    others: dict[int, Interval]
    changed: tuple[int, ...]
    refuted: int | None


def beginning(
    system: EquationSystem,
    stated: Stated,
    width: float | None = None,
    free: frozenset[Var] = frozenset(),
    held: frozenset[Var] = frozenset(),
    zeros: bool = True,
) -> Beginning:
    """The start of `knowledge`; without `zeros` none is put in, each is a value as others."""
    reduced, known = (prepare if zeros else settle)(system, None, stated)
    assumed = {v: item for v, item in known.items() if item.assumed and v not in free}
    assumed |= {v: default_of(v) for v in held - free if v in reduced.slots and v not in known}
    others = {v: item for v, item in known.items() if not item.assumed}
    return Beginning(
        reduced,
        hypothetical(reduced, known.keys(), free),
        _starts(reduced, assumed, width),
        _starts(reduced, others, width),
        changed_relations(system, reduced),
        refuted_relation(reduced, exact_zeros(known)) if zeros else None,
    )


def refuted_relation(reduced: EquationSystem, zeros: frozenset[Var]) -> int | None:
    """The number of the first relation that exact zeros refute: one in which they still stand."""

    def found() -> int | None:
        relations = enumerate(reduced.relations)
        return next((i for i, r in relations if not zeros.isdisjoint(r.variables)), None)

    return reduced.compiled.once("refuted", zeros, found) if zeros else None


def changed_relations(system: EquationSystem, reduced: EquationSystem) -> tuple[int, ...]:
    """The numbers of the relations of a system that exact zeros have changed."""

    def found() -> tuple[int, ...]:
        own = set(map(id, system.relations))
        return tuple(i for i, r in enumerate(reduced.relations) if id(r) not in own)

    return reduced.compiled.once("changed", None, found)


def _starts(system: EquationSystem, known: Stated, within: float | None) -> dict[int, Interval]:
    """The intervals of known values by slot, in the order of the slots: where rounding decides,
    the order in which values are stated must not.
    """
    slots, starts = system.slots, dict[int, Interval]()
    for var, item in known.items():
        if var in slots:
            if item.uncertain is not None:
                ends = item.uncertain.low, item.uncertain.high
                starts[slots[var]] = min(ends), max(ends)
            elif within is None:
                starts[slots[var]] = within_digits(item.value, item.tolerance)
            else:
                starts[slots[var]] = around(item.value, within if item.tolerance else 0.0)
    return dict(sorted(starts.items()))


def is_limited(var: Var, free: Collection[Var] = ()) -> bool:
    """Whether a variable without a value of its own, or whose value is free, has a range with
    another limit than zero.
    """
    low, high, *_ = var.bounds
    open_value = (var.default is None and var.convention is None) or var in free
    return open_value and (low > 0.0 or high < math.inf)
