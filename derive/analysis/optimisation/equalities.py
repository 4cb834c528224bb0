"""Equalities at which an optimum can sit: a limit that binds, an end of a range, a boundary of
regimes, a jump.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy

from derive.algebra.regimes import arguments_of
from derive.analysis.optimisation.objective_function import (
    InequalityConstraint,
    ObjectiveFunction,
    evaluated,
)
from derive.analysis.optimisation.ranges import FreeVariable
from derive.equations.expression import Eq
from derive.equations.expression import replace as put_in
from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.errors import DeriveError
from derive.results.known import Known, Origin
from derive.units.display import format_value

LIMIT, END, BOUNDARY, JUMP, STATIONARY = "limit", "end", "boundary", "jump", "stationary"
MOST_JUMPS = 256


@dataclass(frozen=True)
class Equality:
    """Something that holds with equality: a value that becomes known, or a relation more. `text`
    says it in words.

    `formula` is the closed form whose slope is put to zero, where that is what it says.
    """

    kind: str
    text: str
    known: Known | None = None
    relation: Relation | None = None
    limit: InequalityConstraint | None = None
    formula: Any = None

    def moved(self, share: float) -> Equality:
        """The same with its limit moved to `share` of what it is."""
        if self.known is not None:
            return replace(self, known=replace(self.known, value=self.known.value * share))
        assert self.relation is not None
        scaled = sympy.Float(share, 17) * self.relation.right
        return replace(
            self,
            relation=Relation(
                self.relation.name, Eq(self.relation.left, scaled), self.relation.why
            ),
        )


def at_limit(limit: InequalityConstraint) -> Equality:
    """A limit at its end."""
    if limit.demand is not None:
        return Equality(LIMIT, f"{limit.name} binds", known=limit.demand.limit, limit=limit)
    assert limit.constraint is not None
    why = f"The limit {limit.name} is just met."
    return Equality(
        LIMIT,
        f"{limit.name} binds",
        relation=Relation(f"{limit.name} at its limit", limit.constraint.limit, why),
        limit=limit,
    )


def at_ends(choice: FreeVariable) -> list[Equality]:
    """The ends of a range."""
    return [
        Equality(
            END,
            f"{choice.var.name} is at the end of its range, {format_value(end, choice.var.unit)}",
            known=Known(choice.var, end, Origin.GIVEN),
        )
        for end in choice.ends
    ]


def boundaries(function: ObjectiveFunction, samples: Iterable[tuple[float, ...]]) -> list[Equality]:
    """Where one regime of the objective passes into another, and where something rounded jumps, as
    seen from these points.
    """
    pairs: dict[tuple[Any, Any], None] = {}
    rounded: dict[Any, None] = {}
    for at in samples:
        query = function.asked(function.objective, dict(zip(function.variables, at, strict=True)))
        for solution in query.solutions.candidates if query is not None else ():
            for _, branch in solution.path:
                pairs.update(dict.fromkeys((g.larger, g.smaller) for g in branch.guards))
                for node in _nodes(branch.formula):
                    if isinstance(node, (sympy.ceiling, sympy.floor)):
                        rounded[node.args[0]] = None
                    else:
                        pairs.update(
                            dict.fromkeys(
                                (g.larger, g.smaller)
                                for _, guards in arguments_of(node)
                                for g in guards
                            )
                        )
    found: dict[frozenset[Any], Equality] = {}
    for left, right in pairs:
        made = _boundary(left, right)
        if made is not None and frozenset((left, right)) not in found:
            found[frozenset((left, right))] = made
    return [*found.values(), *(jump for inner in rounded for jump in _jumps(function, inner))]


def _nodes(formula: Any) -> list[Any]:
    """The extrema, cases and rounded parts of a formula."""
    kinds = (sympy.Max, sympy.Min, sympy.Piecewise, sympy.Abs, sympy.ceiling, sympy.floor)
    return (
        []
        if formula is None
        else [node for node in sympy.preorder_traversal(formula) if isinstance(node, kinds)]
    )


def _boundary(left: Any, right: Any) -> Equality | None:
    first, second = sorted((left, right), key=lambda side: (not side.is_Symbol, plain(side)))
    text = f"{plain(first)} = {plain(second)}"
    try:
        relation = Relation(text, Eq(first, second), "The two regimes meet.")
    except DeriveError:
        return None  # a side is zero or a bare number: no relation of its own
    return Equality(BOUNDARY, f"at the boundary {text}", relation=relation)


def _jumps(function: ObjectiveFunction, inner: Any) -> list[Equality]:
    """The whole values that the inside of a ceiling or floor takes within the ranges, if they are
    few.
    """
    sizes = [_inside(function, inner, corner) for corner in corners(function.choices)]
    if any(size is None for size in sizes):
        return []
    low, high = min(s for s in sizes if s is not None), max(s for s in sizes if s is not None)
    if not high - low <= MOST_JUMPS:
        return []
    return [_jump(inner, k) for k in range(int(low), int(high) + 1) if k]


def _jump(inner: Any, k: int) -> Equality:
    relation = Relation(
        f"{plain(inner)} is {k}", Eq(inner, sympy.Integer(k)), "What is rounded is whole here."
    )
    return Equality(JUMP, f"{plain(inner)} is just {k}", relation=relation)


def _inside(function: ObjectiveFunction, inner: Any, at: tuple[float, ...]) -> float | None:
    values = dict(zip(function.variables, at, strict=True))
    return evaluated(inner, {v: function.number(v, values) for v in inner.free_symbols})


def corners(choices: tuple[FreeVariable, ...]) -> list[tuple[float, ...]]:
    """All corners of the ranges."""
    made: list[tuple[float, ...]] = [()]
    for choice in choices:
        made = [(*corner, end) for corner in made for end in (choice.low, choice.high)]
    return made


def stationary(formula: Any, x: Var, known: Mapping[Var, Known]) -> Any | None:
    """The equation "what rises with x = what falls", from x times the derivative; None where the
    slope has one sign or is not known.

    Powers whose exponents are known variables are taken at their values: only so can the unknown be
    taken out of them.
    """
    slope = sympy.expand(x * sympy.diff(with_exponents(formula, known), x))
    if x not in slope.free_symbols or slope.has(sympy.Derivative, sympy.Subs):
        return None
    terms = sympy.Add.make_args(slope)
    falling = [-term for term in terms if term.could_extract_minus_sign()]
    rising = [term for term in terms if not term.could_extract_minus_sign()]
    return Eq(sympy.Add(*rising), sympy.Add(*falling)) if falling and rising else None


def with_exponents(formula: Any, known: Mapping[Var, Known]) -> Any:
    """The formula with known exponents as the numbers they are."""
    powers = [
        node
        for node in formula.atoms(sympy.Pow)
        if node.exp.free_symbols and node.exp.free_symbols <= known.keys()
    ]
    numbers = {
        v: sympy.Rational(repr(known[v].value)) for node in powers for v in node.exp.free_symbols
    }
    return put_in(formula, {node: node.base ** put_in(node.exp, numbers) for node in powers})
