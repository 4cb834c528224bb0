"""Precedence: the usual values that hold beside what is stated, and those that it replaces."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Any

from sympy import Integer

from derive.equations.expression import replace
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.known import Known
from derive.solving.equation_system import EquationSystem
from derive.solving.left_open import definition, left_open, limited
from derive.solving.query import quick_value
from derive.solving.usual_values import (
    held_value,
    holding,
    is_value,
    replaced_text,
    usual_reach,
    usual_value,
)
from derive.units.display import format_value

Stated = Mapping[Var, Known]
_NONE: frozenset[Var] = frozenset()


@dataclass(frozen=True)
class Precedence:
    """The variables whose usual value holds, the `system` without the relations that make another
    value of what is stated, and the variables `replaced`, each with what its usual value follows
    from.
    """

    system: EquationSystem
    held: tuple[Var, ...]
    replaced: Mapping[Var, str]

    @property
    def settled(self) -> EquationSystem:
        """The system in which these values hold, whichever part of the stated values a question
        has.
        """
        return self.system.with_held(frozenset(self.held))


def precedence(
    system: EquationSystem, target: Var | None, stated: Stated, varying: Set[Var] = _NONE
) -> Precedence:
    """The usual values that stated values replace. Those of `varying` stand for any value but the
    usual one.

    A stated value that repeats a usual one replaces nothing. Any other withdraws the absence of its
    feature, and what conventions and absent features alone would make of its variable; where
    stated values define a variable, its convention or absence is withdrawn too, unless they leave
    a set with it.
    """
    if system.held is not None:
        held = tuple(v for v in holding(system) if v not in stated and v != target)
        return Precedence(system, held, {})
    given = frozenset(v for v, known in stated.items() if known.stated)
    same = frozenset(
        v for v in given & usual_reach(system) - varying if _repeats(system, stated[v])
    )
    zeros = frozenset(v for v in given - varying if stated[v].value == 0.0)
    spared = _NONE if varying else left_open(system, target, stated)
    asked = target if target in holding(system) else None
    return system.compiled.once(
        "precedence",
        (asked, given, same, zeros, spared),
        lambda: _precedence(system, asked, given, given - same, zeros, spared),
    )


def _repeats(system: EquationSystem, known: Known) -> bool:
    """Whether a stated value is the usual one."""
    usual = usual_value(system, known.var) if known.uncertain is None else None
    return usual is not None and is_value(known, usual)


def _precedence(
    system: EquationSystem,
    asked: Var | None,
    given: frozenset[Var],
    differing: frozenset[Var],
    zeros: frozenset[Var],
    spared: frozenset[Var],
) -> Precedence:
    names = {v.name for v in differing}
    held = [
        v for v in holding(system) if v not in given and v != asked and names.isdisjoint(v.without)
    ]
    replaced: dict[Var, str] = {}
    if zeros:
        zeros |= system.zero_substitution.reduced(zeros, given - zeros)[1]
    number = system.slots
    known = frozenset(number[v] for v in (*given, *held) if v in number)
    for var in [v for v in held if v not in spared and (v in system.defined or v.fixed_by)]:
        if _defined(system, var, given, known) or _fixed_by_zeros(system, var, zeros):
            held, known = [v for v in held if v != var], known - {number[var]}
            if var.convention is not None:
                replaced[var] = "convention"
    reduced = system
    while (
        found := _overruled(system, reduced, held, given, differing - set(replaced))
    ) is not None:
        var, gone, whence = found
        replaced[var] = whence
        kept = tuple(r for r in reduced.relations if r not in gone)
        reduced = system.compiled.recent("without", kept, partial(system.within, kept))
    return Precedence(reduced, tuple(held), replaced)


def _defined(
    system: EquationSystem, var: Var, given: frozenset[Var], known: frozenset[int]
) -> bool:
    """Whether a relation defines `var` by stated values, among known slots."""
    steps, of_relation = definition(system, var, known), system.structure.of_relation
    behind = {j for k, _ in steps for j in of_relation[k]}
    return bool(behind) and any(system.slots.get(v) in behind for v in given)


def _fixed_by_zeros(system: EquationSystem, var: Var, zeros: frozenset[Var]) -> bool:
    """Whether zeros alone make a number of what defines `var`, or what is never its usual value: a
    share that is one where the rest is nothing, of whatever whole, or one of what is left of
    nothing.
    """
    if not zeros:
        return False
    usual = held_value(var).value
    left = (
        replace(relation.equation, dict.fromkeys(zeros, Integer(0))).rhs
        for i in system.structure.of_variable[system.slots[var]]
        for relation in [system.relations[i]]
        if relation.subject == var and not zeros.isdisjoint(relation.variables)
    )
    return any(side.is_number or (usual > 0.0 and _is_never_positive(side)) for side in left)


def _is_never_positive(side: Any) -> bool:
    """Whether a quotient is not above zero, wherever its divisor is not zero."""
    above, below = side.as_numer_denom()
    return bool(above.is_nonpositive and below.is_nonnegative)


def _overruled(
    system: EquationSystem,
    reduced: EquationSystem,
    held: Sequence[Var],
    given: frozenset[Var],
    differing: frozenset[Var],
) -> tuple[Var, tuple[Relation, ...], str] | None:
    """A stated variable with another usual value, the relations that make it and do not hold, and
    what it follows from: the usual choice of a variant, else the definition by conventions.
    """
    variables, number = reduced.structure.variables, reduced.slots
    reach = reduced.propagation(frozenset(number[v] for v in held))
    for j in reach.how:
        if variables[j] not in differing or usual_value(system, variables[j]) is None:
            continue
        steps = reach.support([j])
        solved = {variables[k] for _, k in steps}
        relations = [reduced.relations[i] for i, _ in steps]
        variants = [r.variant for r in relations if r.variant is not None]
        chosen = any(system.variants[v.group] != system.usual[v.group] for v in variants)
        if chosen or solved & given != {variables[j]}:
            continue
        if variants:
            gone = tuple(r for r in relations if r.variant is not None)
            groups = dict.fromkeys(v.group for v in variants)
            usual = (f"the usual choice {system.variants[g]} for {g}" for g in groups)
            return variables[j], gone, " and ".join(usual)
        sources = [v.name for v in held if any(v in r.variables for r in relations)]
        if sources:
            return variables[j], (_definition(reduced, reach.how, j),), " and ".join(sources)
    return None


def _definition(system: EquationSystem, how: Mapping[int, int], j: int) -> Relation:
    """The relation that makes a usual value that a stated one contradicts."""
    relation = system.relations[how[j]]
    subject = None if relation.subject is None else system.slots[relation.subject]
    return relation if subject is None else system.relations[how.get(subject, how[j])]


def replacements(system: EquationSystem, target: Var | None, stated: Stated) -> dict[Var, str]:
    """A remark on each usual value that a stated one replaces, with both numbers, and with the
    meaning where it is not stated but defined by what is; also of one that is left a set.
    """
    found = precedence(system, target, stated)
    known = {v: held_value(v) for v in found.held} | {
        v: k for v, k in stated.items() if v != target
    }
    remarks: dict[Var, str] = {}
    for var, whence in found.replaced.items():
        usual = usual_value(system, var)
        value = stated[var].value if var in stated else quick_value(found.system, var, known)
        if value is not None and usual is not None and not math.isclose(value, usual):
            now, instead = format_value(value, var.unit), format_value(usual, var.unit)
            meant = f" ({var.meaning})" if var.meaning and var not in stated else ""
            remarks[var] = f"{var.name} = {now} replaces {instead}, its value by {whence}{meant}"
        elif value is None and var in limited(system, target, stated):
            remarks[var] = replaced_text(var)
    return remarks
