"""Usual values that stated ones leave open: a rounding, say, of which they are one of many."""

from __future__ import annotations

from collections.abc import Mapping

from derive.equations.expression import NOT_SMOOTH
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.known import Known
from derive.solving.equation_system import EquationSystem
from derive.solving.query import quick_value
from derive.solving.usual_values import held_value, holding, is_value

Step = tuple[int, int]  # a relation, and the variable that it determines


def definition(system: EquationSystem, var: Var, known: frozenset[int], *aside: int) -> list[Step]:
    """The steps by which other known slots define `var`, some relations left aside; none if they do
    not.
    """
    slot, of_relation = system.slots[var], system.structure.of_relation
    beside = system.propagation(known | {slot}).known
    able = [i for i in _defining(system, var) if beside.issuperset(of_relation[i])]
    if not able:
        return []
    reach = system.propagation(known - {slot}, *aside)
    return reach.support([slot]) if reach.how.get(slot) in able else []


def _defining(system: EquationSystem, var: Var) -> list[int]:
    """The relations that define a variable."""

    def make() -> list[int]:
        around = system.structure.of_variable[system.slots[var]]
        return [i for i in around if _defines(system.relations[i], var)]

    return system.compiled.once("defining", var, make)


def _defines(relation: Relation, var: Var) -> bool:
    """Whether a relation defines a variable: as its subject, or from those that fix it
    together.
    """
    others = {v.name for v in relation.variables if v != var}
    return relation.subject == var or others == set(var.fixed_by)


def left_open(
    system: EquationSystem, asked: Var | None, stated: Mapping[Var, Known]
) -> frozenset[Var]:
    """The variables that stated values define backwards through extrema, cases and roundings alone,
    which may leave them a set, and whose usual value is in it.
    """
    found = limited(system, asked, stated)
    return frozenset(v for v, by in found.items() if _makes(system, v, by, asked, stated))


def limited(
    system: EquationSystem, asked: Var | None, stated: Mapping[Var, Known]
) -> Mapping[Var, frozenset[Var]]:
    """All variables that stated values define so, with the stated subjects of these relations."""
    given = frozenset(v for v, known in stated.items() if known.stated)
    return system.compiled.once("limited", (asked, given), lambda: _limited(system, asked, given))


def _limited(
    system: EquationSystem, asked: Var | None, given: frozenset[Var]
) -> dict[Var, frozenset[Var]]:
    """The usual values defined through such relations alone, with the stated subjects of these."""
    if not any(_folded(system, var) for var in given):
        return {}
    variables, usual = system.structure.variables, frozenset(holding(system)) - given - {asked}
    known = frozenset(system.slots[v] for v in given | usual if v in system.slots)
    found: dict[Var, frozenset[Var]] = {}
    for var in usual:
        aside: frozenset[int] = frozenset()
        while steps := definition(system, var, known, *sorted(aside)):
            backwards = {i for i, j in steps if _folds(system.relations[i], variables[j])}
            if not backwards:
                break
            aside |= backwards
        subjects = {system.relations[i].subject for i in aside}
        if not steps and aside and subjects <= given:
            found[var] = frozenset(v for v in subjects if v is not None)
    return found


def _folded(system: EquationSystem, var: Var) -> bool:
    """Whether a relation with an extremum, cases or a rounding defines a variable."""
    structure, slot = system.structure, system.slots.get(var)
    around = () if slot is None else structure.of_variable[slot]
    own = (system.relations[i] for i in around if structure.defined[i] == slot)
    return any(relation.equation.has(*NOT_SMOOTH) for relation in own)


def _folds(relation: Relation, var: Var) -> bool:
    """Whether a relation may have one value at several values of a variable."""
    return any(var in part.free_symbols for part in relation.equation.atoms(*NOT_SMOOTH))


def _makes(
    system: EquationSystem,
    var: Var,
    subjects: frozenset[Var],
    asked: Var | None,
    stated: Mapping[Var, Known],
) -> bool:
    """Whether the usual value of a variable makes the stated values of these subjects."""
    known = {v: held_value(v) for v in holding(system) if v != asked}
    known |= {v: k for v, k in stated.items() if v != asked and v not in subjects}
    made = {subject: quick_value(system, subject, known) for subject in subjects}
    return all(value is not None and is_value(stated[v], value) for v, value in made.items())
