"""Finding for an equation into which bare figures are put: C = m c = (0.250)(900) = 225 J/K."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.agreement import AS_COMPUTED
from derive.checking.figures.comparison import compared
from derive.checking.figures.measured_figures import (
    in_units_of_names,
    is_measured,
    is_polynomial,
    without_measured,
)
from derive.checking.figures.values_put_in import without_values
from derive.checking.figures.worked_number import SideKind, figure_of
from derive.checking.grammar.tree import Node, NumberNode, StatementNode, UnitNode, nodes
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, guess_words, meanings, reading_words
from derive.checking.verdicts.remarks import worst_figures
from derive.equations.dimensions import Mismatch, dimension_of
from derive.errors import TextError

_SAID = "it holds with the units of the values put in, which are left out"


def figures_put_in(found: Interpretation, names: Names) -> Finding | None:
    """The finding that an equation holds with the units that are left out, where a side is a
    computation with bare figures, the other sides agree without them, and so do all figures; or
    where measured figures are added to names, and all else agrees, or a name is a polynomial in
    another, or its names say the units. None for any other.
    """
    if _holds_without_measured(found) or is_polynomial(found.statement) or _holds_by_names(found):
        return _holds(found, names, ())
    statement, kinds = found.statement, found.kinds
    bare = [k for k, kind in enumerate(kinds) if kind is SideKind.BARE]
    rest = [k for k, kind in enumerate(kinds) if kind is not SideKind.BARE]
    computed = any(_is_put_in(statement.sides[k]) for k in bare)
    if not rest or not computed or not {*statement.signs} <= {"=", "≈"}:
        return None
    holds = _balance(found, rest) and _agree(statement, kinds, bare, rest)
    return _holds(found, names, found.sides) if holds else None


def values_put_in(found: Interpretation, names: Names) -> Finding | None:
    """The finding that an equation holds with the units that are left out, where bare figures stand
    in place of some names of the side before, and all else agrees. None for any other.
    """
    rest = without_values(found.statement)
    return _holds(found, names, ()) if rest is not None and _holds_as(found, rest) else None


def _holds_without_measured(found: Interpretation) -> bool:
    """Whether measured figures are added to names, with no unit in the equation, and the names and
    the sides of figures agree among themselves.
    """
    rest = without_measured(found.statement)
    measured = any(isinstance(node, UnitNode) for node in found.statement.nodes)
    if rest is None or measured or not {*found.statement.signs} <= {"=", "≈"}:
        return False
    return _holds_as(found, rest)


def _holds_by_names(found: Interpretation) -> bool:
    """Whether an equation balances with bare figures in the units of the names beside them."""
    other = in_units_of_names(found.statement)
    return other.sides != found.statement.sides and _holds_as(found, other)


def _holds_as(found: Interpretation, rest: StatementNode) -> bool:
    """Whether what is left of an equation balances, and its figures agree."""
    worst = worst_figures(found.statement)
    if worst is not None and worst[1].agreement not in AS_COMPUTED:
        return False
    try:
        return not rest.sides or interpret(found.passage, rest, found.reading).balances
    except (Mismatch, TextError):
        return False


def computes_with_figures(side: Node) -> bool:
    """Whether a side holds several numbers, of which one or more are measured: with a point, a
    power of ten or three digits.
    """
    numbers = [node for node in nodes(side) if isinstance(node, NumberNode)]
    return len(numbers) > 1 and any(map(is_measured, numbers))


def _is_put_in(side: Node) -> bool:
    """Whether a bare side is a computation with measured figures."""
    worked = figure_of(side)
    return worked is not None and not worked.plain and computes_with_figures(side)


def _balance(found: Interpretation, rest: Sequence[int]) -> bool:
    """Whether the sides without the bare ones agree and have a dimension."""
    try:
        other = interpret(found.passage, _of(found.statement, rest), found.reading)
        return other.balances and bool(dimension_of(other.sides[0]))
    except (Mismatch, TextError):
        return False


def _of(statement: StatementNode, kept: Sequence[int]) -> StatementNode:
    """The statement of some of its sides; approximate where a sign between two of them is."""
    signs = tuple(_sign(statement, *pair) for pair in pairwise(kept))
    sides = tuple(statement.sides[k] for k in kept)
    return replace(statement, sides=sides, signs=signs, others=(), instead=())


def _sign(statement: StatementNode, left: int, right: int) -> str:
    """The sign between two sides: “≈” where one of those between them is."""
    first, last = sorted((left, right))
    return "≈" if "≈" in statement.signs[first:last] else "="


def _agree(
    statement: StatementNode, kinds: Sequence[SideKind], bare: Sequence[int], rest: Sequence[int]
) -> bool:
    """Whether the figures of bare sides agree: with all figures that have a unit, in it or in its
    base unit, or with each other where none has.
    """
    measured = [k for k in rest if kinds[k] is SideKind.FIGURE]
    pairs = [(k, other) for k in bare for other in measured] or [*pairwise(bare)]
    return all(_are_alike(statement, *pair) for pair in [*pairs, *pairwise(measured)])


def _are_alike(statement: StatementNode, left: int, right: int) -> bool:
    first, last = sorted((left, right))
    here, there = statement.sides[first], statement.sides[last]
    worst = compared(here, there, _sign(statement, first, last))
    return worst is not None and worst.agreement in AS_COMPUTED


def _holds(found: Interpretation, names: Names, sides: Sequence[Any]) -> Finding:
    """The finding that the equation holds with the units that are left out, with those of its sides
    that are known.
    """
    guess = guess_words(found, names)
    said = f"{guess and f'if {guess}: '}{_SAID}."
    at = found.statement.begin
    sentence = f"{said[0].upper()}{said[1:]}{reading_words(found, names)}"
    return placed(
        found.passage,
        Outcome.VALUE_WITHOUT_UNIT,
        f"{excerpt(found.text, None, at)}\n{sentence}",
        at or None,
        sides=sides,
        bindings=meanings(found, names),
        mend="Write the units of the figures.",
        brief=said,
    )
