"""Open questions: what is missing, what the givens do pin, and what holds on a condition."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction as Exact
from typing import Any

import sympy

from derive.derivation.answer import Fixed
from derive.derivation.known import CONVENTION, DEFAULT
from derive.equations.dimensions import dimension_of
from derive.equations.expression import Eq, regime_nodes, replace
from derive.equations.relation import Relation
from derive.solving.eliminate import degree
from derive.solving.inquiry import Inquiry
from derive.solving.regimes import arguments_of
from derive.solving.worlds import World
from derive.structure.missing import functionals, missing_sets
from derive.structure.plan import SCOPES
from derive.structure.rank import Combination, eliminate
from derive.units.unit import base_unit

MOST_CONDITIONS = 4
MOST_UNDECIDED = 12  # relations near the target whose extrema are opened


def missing(inquiry: Inquiry) -> tuple[tuple[tuple[str, ...], ...], bool]:
    """Smallest sets of further variables (or catalogue entries) that would determine the target, best first."""
    system, plan = inquiry.system, inquiry.plan
    known = inquiry.closure.known
    full = eliminate(plan.order, system.rows(plan.order).__getitem__, known, plan.target, stop=False)
    unknown = sorted({j for i in plan.order for j in system.structure.of_relation[i]} - known)
    if plan.target not in unknown:
        return (), False
    span = functionals(full, unknown)
    groups, labels = _candidates(inquiry, unknown, span)
    sets, cut_off = missing_sets(plan.target, span, groups)
    named = [tuple(labels[g] for g in chosen) for chosen in sets]
    return tuple(named), cut_off or plan.elimination.cut_off


def _candidates(inquiry: Inquiry, unknown: Sequence[int], span: dict[int, dict[int, float]]) -> tuple[list[tuple[int, ...]], list[str]]:
    """Candidate groups in order of preference: near the target first, and there catalogue entries before sources before the rest.

    Points and mere renamings of the target come last.
    """
    system, target = inquiry.system, inquiry.plan.target
    variables, slots = system.structure.variables, system.slots
    open_ones = set(unknown)
    hops = _hops(inquiry, open_ones)
    listed = {v for bundle in system.bundles for v in bundle.variables}
    subjects = {slots[r.subject] for r in system.relations if r.subject is not None}
    derived = {slots[r.subject] for r in system.relations if r.subject is not None and variables[target] in r.variables}
    found: list[tuple[tuple[object, ...], tuple[int, ...], str]] = []
    for k, bundle in enumerate(system.bundles):
        members = tuple(slots[v] for v in bundle.variables if v in slots and slots[v] in open_ones)
        if len(members) > 1 and target not in members:
            found.append(((False, False, min(hops.get(j, math.inf) for j in members), -1, False, k), members, bundle.name))
    for j in unknown:
        if j != target:
            var = variables[j]
            renames = set(span.get(j, {})) == {target} and j in derived
            key = (var.at is not None, renames, hops.get(j, math.inf), var not in listed, j in subjects, var.rank)
            found.append((key, (j,), var.name))
    found.sort(key=lambda item: (item[0], item[2]))
    return [members for _, members, _ in found], [label for _, _, label in found]


def _hops(inquiry: Inquiry, unknown: set[int]) -> dict[int, int]:
    """For each unknown, how many relations lie between it and the target."""
    structure, within = inquiry.system.structure, set(inquiry.plan.order)
    hops = {inquiry.plan.target: 0}
    level = [inquiry.plan.target]
    while level:
        following: list[int] = []
        for j in level:
            for i in structure.of_variable[j]:
                for k in structure.of_relation[i] if i in within else ():
                    if k in unknown and k not in hops:
                        hops[k] = hops[j] + 1
                        following.append(k)
        level = following
    return hops


def fixed_combination(inquiry: Inquiry) -> Fixed | None:
    """The product of powers of smallest support, the target in it, that the givens pin."""
    best: tuple[int, int, Fixed] | None = None
    for order, combination in enumerate(inquiry.plan.elimination.holding):
        found = _pinned_product(inquiry, combination)
        if found is not None and (best is None or (len(combination.row), order) < best[:2]):
            best = (len(combination.row), order, found)
    return best[2] if best else None


def _pinned_product(inquiry: Inquiry, combination: Combination) -> Fixed | None:
    """The combination as a product with its value, if every relation in it is a product of powers of the unknowns."""
    system = inquiry.system
    variables = system.structure.variables
    scale = combination.row[inquiry.plan.target]
    powers = {variables[j]: Exact(slope / scale).limit_denominator(12) for j, slope in combination.row.items()}
    if any(abs(float(power) - combination.row[system.slots[v]] / scale) > 1e-6 for v, power in powers.items()):
        return None
    relations = [(system.relations[i], factor / scale) for i, factor in combination.relations.items()]
    value = _constant_of(inquiry, relations)
    if value is None:
        return None
    expression = sympy.Mul(*(v ** sympy.Rational(p.numerator, p.denominator) for v, p in powers.items()))
    return Fixed(expression, value, base_unit(dimension_of(expression)))


def _constant_of(inquiry: Inquiry, relations: Sequence[tuple[Relation, float]]) -> float | None:
    """∏ (right/left)^factor with the unknowns at one: what the product of unknowns equals. None if it is no product."""
    total, informed = 0.0, False
    for relation, factor in relations:
        unknown = [v for v in relation.variables if inquiry.system.slots[v] not in inquiry.closure.known]
        if any(degree(side, v) is None for v in unknown for side in (relation.left, relation.right)):
            return None
        behind = (inquiry.in_force[v].origin for v in inquiry.rests_on(inquiry.system.relations.index(relation)))
        informed = informed or any(origin not in (CONVENTION, DEFAULT) for origin in behind)
        settled = inquiry.filled(World([None] * len(inquiry.system.variables)), [v for v in relation.variables if v not in unknown])
        if settled is None:
            return None
        values = [1.0 if value is None else value for value in settled]
        try:
            left, right = inquiry.value_of(relation.left, values), inquiry.value_of(relation.right, values)
            total += factor * (math.log(right) - math.log(left))
        except (TypeError, ValueError, ArithmeticError):
            return None
    return float(f"{math.exp(total):.14g}") if informed else None


def conditional(inquiry: Inquiry) -> list[tuple[Inquiry, str]]:
    """The inquiry with one undecidable extremum replaced by each of its arguments, where that settles the target."""
    from derive.solving.question import planned

    found: list[tuple[Inquiry, str]] = []
    for i in [i for i in inquiry.plan.order if regime_nodes(inquiry.system.relations[i].right)][:MOST_UNDECIDED]:
        relation = inquiry.system.relations[i]
        for node in regime_nodes(relation.right):
            for argument, guards in arguments_of(node):
                equation = Eq(relation.left, replace(relation.right, {node: argument}))
                settled = planned(inquiry.system.replacing(relation, equation), inquiry.target, inquiry.known, inquiry.rtol, SCOPES[1])
                if settled.plan.determined and i in {k for block in settled.plan.blocks for k in block.relations}:
                    found.append((settled, " and ".join(guard.text for guard in guards)))
            if len(found) >= MOST_CONDITIONS:
                return found
    return found


def limits(inquiry: Inquiry) -> tuple[str, ...]:
    """What constraints say about an open target, each as its own sentence."""
    from derive.solving.isolate import isolate
    from derive.units.display import format_value

    said: list[str] = []
    for constraint in inquiry.system.constraints:
        if inquiry.target not in constraint.variables or any(v not in inquiry.in_force for v in constraint.variables if v != inquiry.target):
            continue
        _, value = isolate(constraint.limit.lhs, constraint.limit.rhs, inquiry.target)
        if value is None:
            continue
        number = inquiry.value_of(value, [inquiry.in_force[v].value if v in inquiry.in_force else None for v in inquiry.system.variables])
        sign = _direction(inquiry, constraint.inequality)
        whole = math.ceil(number / inquiry.target.unit.factor) if sign == "≥" else math.floor(number / inquiry.target.unit.factor)
        counted = f", so {whole:,} {inquiry.target.unit.text}" if inquiry.target.whole else ""
        said.append(f"{constraint.name} sets a limit: {inquiry.target.name} {sign} {format_value(number, inquiry.target.unit)}{counted}")
    return tuple(said)


def _direction(inquiry: Inquiry, inequality: Any) -> str:
    """Whether the constraint bounds the target from below or from above; the target multiplies its side."""
    on_right = inquiry.target in inequality.rhs.free_symbols
    at_most = isinstance(inequality, (sympy.Le, sympy.Lt))
    return "≥" if on_right == at_most else "≤"
