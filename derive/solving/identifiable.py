"""Identifiable combinations: products of powers of unknowns that the givens determine."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction as Exact

import sympy

from derive.algebra.eliminate import degree
from derive.equations.dimensions import dimension_of
from derive.equations.var import Var, ordered
from derive.results.gap import IdentifiableCombination
from derive.results.known import Known
from derive.results.missing import MissingSet
from derive.solving.equation_system import EquationSystem
from derive.solving.lost_zeros import lost_zeros_of
from derive.solving.nearest import nearest_relations
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.solving.query_preparation import query_or_none
from derive.structure.rank import RowSpace, eliminate
from derive.units.unit import base_unit

MOST_FIXED = 4
MOST_FACTORS = 6  # of a product, unless it is the only one
_NOISE = 1e-5  # residual of a row that lies in the span of others


@dataclass(frozen=True, slots=True)
class _Product:
    """A combination of relations by factors, and the powers of its unknowns, one for the target."""

    relations: Mapping[int, float]
    slopes: Mapping[int, float]
    powers: Mapping[Var, Exact]


def identifiable(
    query: Query, sets: Sequence[MissingSet] = ()
) -> Iterator[IdentifiableCombination]:
    """The products that the givens determine, those of inputs first, then those of few unknowns.

    They come from the elimination and from the target with each of the `sets`. Products that follow
    from conventions and defaults alone, or from products before them, are left out.
    """
    span = RowSpace()
    order, constant = nearest_relations(query).order, query.constant
    rows = query.system.rows(order)
    for i in order:
        span.add({j: slope for j, slope in rows[i].items() if j not in constant}, i)
    found = False
    for product in sorted(_products(query, sets), key=lambda product: _order(query, product)):
        if found and len(product.powers) > MOST_FACTORS:
            return
        if all(abs(rest) < _NOISE for rest in span.rest(product.slopes).values()):
            continue
        value = _constant(query, product.relations)
        by = () if value is None else _set_by(query, product.relations, value)
        if value is not None and by:
            span.add(product.slopes, -1)
            found = True
            factors = (
                v ** sympy.Rational(p.numerator, p.denominator) for v, p in product.powers.items()
            )
            expression = sympy.Mul(*factors)
            yield IdentifiableCombination(
                expression, value, base_unit(dimension_of(expression)), by
            )


def identifiable_otherwise(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known]
) -> tuple[IdentifiableCombination, ...]:
    """The combinations determined under other choices that add a relation of a given."""
    found: list[IdentifiableCombination] = []
    for relation in system.all_relations:
        if (
            relation.variant is None
            or relation in system.relations
            or not any(v in stated for v in relation.variables)
        ):
            continue
        others = [v for v in relation.variant.parts if system.variants[v.group] not in v.choices]
        if len(others) != 1 or relation.variant.otherwise:
            continue
        group, choice = others[0].group, others[0].choices[0]
        query = query_or_none(system.with_variants({group: choice}), target, stated)
        fixed = None if query is None or query.plan.determined else next(identifiable(query), None)
        if fixed is not None and len(found) < MOST_FIXED:
            found.append(replace(fixed, assuming=(group, choice), why=relation.why))
    return tuple(found)


def _products(query: Query, sets: Sequence[MissingSet]) -> list[_Product]:
    """The products of powers without duplicates."""
    nearest = nearest_relations(query)
    rows = query.system.rows(nearest.order)
    combined = [dict(combination.relations) for combination in nearest.elimination.holding]
    for found in sets:
        known = query.closure.known | {query.system.slots[v] for v in found.variables}
        pin = eliminate(nearest.order, rows.__getitem__, known, query.plan.target).pinned
        combined += [dict(pin.relations)] if pin is not None else []
    products = [
        product
        for relations in combined
        for product in [_product(query, relations)]
        if product is not None
    ]
    return list(
        {
            tuple(sorted((v.name, p) for v, p in product.powers.items())): product
            for product in reversed(products)
        }.values()
    )


def _product(query: Query, relations: Mapping[int, float]) -> _Product | None:
    """The combination with the powers of its unknowns; None if these are not simple fractions."""
    variables, known = query.system.structure.variables, query.closure.known
    rows = query.system.rows(nearest_relations(query).order)
    total: dict[int, float] = {}
    for i, factor in relations.items():
        for j, slope in rows[i].items():
            if j not in known:
                total[j] = total.get(j, 0.0) + factor * slope
    scale = total.get(query.plan.target, 0.0)
    if abs(scale) < 1e-8:
        return None
    slopes = {j: slope / scale for j, slope in total.items()}
    slopes = {j: slope for j, slope in slopes.items() if abs(slope) > 1e-7}
    powers = {variables[j]: Exact(slope).limit_denominator(12) for j, slope in slopes.items()}
    if any(abs(float(powers[variables[j]]) - slope) > 1e-6 for j, slope in slopes.items()):
        return None
    shares = {i: factor / scale for i, factor in relations.items()}
    shares = {i: share for i, share in shares.items() if abs(share) > 1e-9}
    factors = {i: share * _enlarged(query, i, rows[i]) for i, share in shares.items()}
    signed = any(v.bounds[0] < 0.0 for v in powers)
    if signed and any(abs(factor - round(factor)) > 1e-6 for factor in factors.values()):
        return None  # a root of a product loses the signs of its factors
    return _Product(factors, slopes, powers)


def _enlarged(query: Query, i: int, row: Mapping[int, float]) -> float:
    """The slopes of a relation over its exponents: one, but where its sides have different signs at
    the point of the slopes.
    """
    relation, slots = query.system.relations[i], query.system.slots
    for var in relation.variables:
        left, right = degree(relation.left, var), degree(relation.right, var)
        slope = row.get(slots[var])
        if slope and left is not None and right is not None and left != right:
            return slope / float(left - right)
    return 1.0


def _order(query: Query, product: _Product) -> tuple[object, ...]:
    """The sort key: products with few points and outputs first, then those of few unknowns."""
    defined = query.system.defined - query.system.bundled
    others = [v for v in product.powers if v != query.target]
    outputs = sum(v.at is not None or v in defined for v in others)
    return (
        outputs,
        len(others),
        sorted((v.rank, v.name) for v in others),
    )


def _constant(query: Query, relations: Mapping[int, float]) -> float | None:
    """The value of the product of unknowns: ∏ (right/left)^factor with the unknowns at one; None if
    a relation is not a product, or what it is made of may be zero as well.
    """
    total = 0.0
    for i, factor in relations.items():
        steps = query.closure.support(query.system.structure.of_relation[i])
        if any(lost_zeros_of(query.system, steps)):
            return None
        relation = query.system.relations[i]
        unknown = [
            v for v in relation.variables if query.system.slots[v] not in query.closure.known
        ]
        if any(
            degree(side, v) is None for v in unknown for side in (relation.left, relation.right)
        ):
            return None
        settled = query.filled(
            CandidateSolution([None] * len(query.system.variables)),
            [v for v in relation.variables if v not in unknown],
        )
        if settled is None:
            return None
        values = [1.0 if value is None else value for value in settled]
        try:
            left, right = (
                query.value_of(relation.left, values),
                query.value_of(relation.right, values),
            )
            total += factor * (math.log(right) - math.log(left))
        except (TypeError, ValueError, ArithmeticError):
            return None
    return float(f"{math.exp(total):.14g}")


def _set_by(query: Query, relations: Mapping[int, float], value: float) -> tuple[str, ...]:
    """The given and looked-up values on which the constant depends."""
    behind = {v for i in relations for v in query.rests_on(i)}
    found = []
    for var in ordered(behind):
        known = query.in_force[var]
        if known.stated:
            moved = _constant(query.with_value(var, known.value * 1.01), relations)
            if moved is None or not math.isclose(moved, value, rel_tol=1e-9):
                found.append(var.name)
    return tuple(found)
