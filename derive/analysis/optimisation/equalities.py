"""Equalities at which an optimum can sit: limits, ends of ranges, regime boundaries, jumps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import sympy

from derive.algebra.branch import Branch
from derive.algebra.regimes import Guard, arguments_of
from derive.analysis.optimisation.active_formula import evaluated
from derive.analysis.optimisation.limits import InequalityConstraint
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place
from derive.analysis.optimisation.ranges import FreeVariable, spread
from derive.display import Label
from derive.equations.expression import NOT_SMOOTH, Eq
from derive.equations.expression import replace as substitute
from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.errors import DeriveError
from derive.program.tolerances import MOST_POWER
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


def stationary(formula: Any, x: Var, known: Mapping[Var, Known]) -> Any | None:
    """The equation rising terms = falling terms, from x times the derivative; None where the slope
    has one sign or is not known.

    Known exponents are put in as numbers: only so can the unknown be isolated from their powers.
    Factors above zero without the unknown stay as they are: multiplied out, they are many.
    """
    short, parts = _with_stand_ins(with_exponents(formula, known), x, known)
    slope = x * sympy.diff(short, x)
    powers = (node.exp for node in slope.atoms(sympy.Pow) if node.exp.is_Integer)
    slope = sympy.expand(slope, multinomial=all(abs(power) <= MOST_POWER for power in powers))
    if x not in slope.free_symbols or slope.has(sympy.Derivative, sympy.Subs):
        return None
    terms = sympy.Add.make_args(slope)
    falling = [-term for term in terms if term.could_extract_minus_sign()]
    rising = [term for term in terms if not term.could_extract_minus_sign()]
    if not (falling and rising):
        return None
    return Eq(*(substitute(sympy.Add(*some), parts) for some in (rising, falling)))


def _with_stand_ins(
    formula: Any, x: Var, known: Mapping[Var, Known]
) -> tuple[Any, dict[Any, Any]]:
    """The formula with a symbol for each part of known sign without a variable, and the parts."""
    parts, values = dict[Any, Any](), {v: item.value for v, item in known.items()}

    def stand_in(part: Any) -> Any:
        sign = 0 if part.is_Atom else _sign(part, values)
        if not sign:
            return part
        symbol = sympy.Dummy(f"part_{len(parts)}", positive=True)
        parts[symbol] = sign * part
        return sign * symbol

    def visit(node: Any) -> Any:
        if node.is_Atom or x not in node.free_symbols:
            return stand_in(node)
        if not (node.is_Add or node.is_Mul):
            return node.func(*map(visit, node.args))
        rest, moving = node.as_independent(x, as_Add=node.is_Add)
        return node.func(stand_in(rest), *map(visit, node.func.make_args(moving)))

    return visit(formula), parts


def _sign(part: Any, values: Mapping[Var, float]) -> int:
    """1 or -1 for an expression above or below zero at these values; zero where it is not known."""
    if isinstance(part, Var) and part.bounds[0] >= 0.0:
        return 1
    if part.is_Pow:
        return max(_sign(part.base, values), 0)
    if part.is_Mul:
        return math.prod(_sign(factor, values) for factor in part.args)
    value = evaluated(part, values)
    return 0 if value is None or not math.isfinite(value) else (value > 0.0) - (value < 0.0)


def with_exponents(formula: Any, known: Mapping[Var, Known]) -> Any:
    """The formula with known exponents as numbers."""
    powers = [
        node
        for node in formula.atoms(sympy.Pow)
        if node.exp.free_symbols and node.exp.free_symbols <= known.keys()
    ]
    numbers = {
        v: sympy.Rational(repr(known[v].value)) for node in powers for v in node.exp.free_symbols
    }
    return substitute(
        formula, {node: node.base ** substitute(node.exp, numbers) for node in powers}
    )
