"""Equalities at which an optimum can sit: limits, ends of ranges, regime boundaries, jumps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import sympy

from derive.algebra.branch import Branch
from derive.algebra.regimes import Guard, arguments_of
from derive.analysis.optimisation.limits import InequalityConstraint
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place
from derive.analysis.optimisation.ranges import FreeVariable, spread
from derive.display import Label
from derive.equations.expression import NOT_SMOOTH, Eq
from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.errors import DeriveError
from derive.results.known import Known, Origin
from derive.units.display import format_value

MOST_JUMPS = 256
_FIRST_JUMPS = 32


class EqualityKind(Label):
    """The kinds of equalities at which an optimum can sit."""

    LIMIT = "limit"
    END = "end"
    BOUNDARY = "boundary"
    JUMP = "jump"
    STATIONARY = "stationary"


@dataclass(frozen=True)
class Equality:
    """A known value, or a further relation, at which an optimum can sit; `text` names it.

    `formula` is the closed form whose slope is zero at a stationary point.
    """

    kind: EqualityKind
    text: str
    known: Known | None = None
    relation: Relation | None = None
    limit: InequalityConstraint | None = None
    formula: Any = None

    def excluded_by(self, other: Equality) -> bool:
        """Whether another jump has the same argument of a rounding at another whole value."""
        jumps = self.kind == other.kind == EqualityKind.JUMP
        if not jumps or self.relation is None or other.relation is None:
            return False
        return bool(self.relation.left == other.relation.left)

    def scaled(self, share: float) -> Equality:
        """The same with its limit multiplied by `share`."""
        if self.known is not None:
            return replace(self, known=replace(self.known, value=self.known.value * share))
        assert self.relation is not None
        equation = Eq(self.relation.left, sympy.Float(share, 17) * self.relation.right)
        return replace(self, relation=Relation(self.relation.name, equation, self.relation.why))


def at_limit(limit: InequalityConstraint) -> Equality:
    """A limit at its end."""
    kind, text = EqualityKind.LIMIT, f"{limit.name} binds"
    if limit.stated is not None:
        return Equality(kind, text, known=limit.stated.limit, limit=limit)
    assert limit.constraint is not None
    why = f"The limit {limit.name} is just met."
    relation = Relation(f"{limit.name} at its limit", limit.constraint.limit, why)
    return Equality(kind, text, relation=relation, limit=limit)


def at_ends(choice: FreeVariable) -> list[Equality]:
    """The ends of a range."""
    return [
        Equality(
            EqualityKind.END,
            f"{choice.var.name} is at the end of its range, {format_value(end, choice.var.unit)}",
            known=Known(choice.var, end, Origin.GIVEN),
        )
        for end in choice.ends
    ]


def boundaries(function: ObjectiveFunction, places: Iterable[Place]) -> list[Equality]:
    """The boundaries between regimes of the objective and the jumps of rounded expressions, as
    seen from these points.
    """
    guards: dict[Guard, None] = {}
    rounded: dict[Any, None] = {}
    for branch in _branches(function, places):
        guards.update(dict.fromkeys(branch.guards))
        for node in _nodes(branch.formula):
            if isinstance(node, (sympy.ceiling, sympy.floor)):
                rounded[node.args[0]] = None
            else:
                guards.update(dict.fromkeys(g for _, each in arguments_of(node) for g in each))
    found: dict[frozenset[Any], Equality] = {}
    for guard in guards:
        sides = frozenset((guard.larger, guard.smaller))
        made = None if sides in found else _boundary(guard.larger, guard.smaller)
        if made is not None:
            found[sides] = made
    return [*found.values(), *(jump for inner in rounded for jump in _jumps(function, inner))]


def _branches(function: ObjectiveFunction, places: Iterable[Place]) -> Iterator[Branch]:
    """The branches on the paths to the objective at these points."""
    for at in places:
        query = function.query(function.objective, function.values(at))
        for solution in query.solutions.candidates if query is not None else ():
            yield from (branch for _, branch in solution.path)


def _nodes(formula: Any) -> list[Any]:
    """The extrema, cases and rounded parts of a formula."""
    return (
        []
        if formula is None
        else [node for node in sympy.preorder_traversal(formula) if isinstance(node, NOT_SMOOTH)]
    )


def _boundary(left: Any, right: Any) -> Equality | None:
    first, second = sorted((left, right), key=lambda side: (not side.is_Symbol, plain(side)))
    text = f"{plain(first)} = {plain(second)}"
    try:
        relation = Relation(text, Eq(first, second), "The two regimes meet.")
    except DeriveError:
        return None  # a side is zero or a bare number: no relation of its own
    return Equality(EqualityKind.BOUNDARY, f"at the boundary {text}", relation=relation)


def _jumps(function: ObjectiveFunction, inner: Any) -> list[Equality]:
    """The whole values of the argument of a ceiling or floor within the ranges, if few; of one
    variable in a range without end the first ones.
    """
    corners = list(product(*((choice.low, choice.high) for choice in function.choices)))
    sizes = [size for at in corners if (size := function.evaluate(inner, at)) is not None]
    if len(sizes) == len(corners) and max(sizes) - min(sizes) <= MOST_JUMPS:
        return [_jump(inner, k) for k in range(int(min(sizes)), int(max(sizes)) + 1) if k]
    if len(function.choices) > 1:
        return []
    places = sorted(spread(function.choices[0]))
    sizes = [y for x in places if (y := function.evaluate(inner, (x,))) is not None]
    if not sizes or not math.isfinite(sizes[0]):
        return []
    first, way = int(sizes[0]), 1 if sizes[-1] >= sizes[0] else -1
    return [_jump(inner, first + way * k) for k in range(_FIRST_JUMPS) if first + way * k]


def _jump(inner: Any, k: int) -> Equality:
    relation = Relation(
        f"{plain(inner)} is {k}", Eq(inner, sympy.Integer(k)), "What is rounded is whole here."
    )
    return Equality(EqualityKind.JUMP, f"{plain(inner)} is just {k}", relation=relation)
