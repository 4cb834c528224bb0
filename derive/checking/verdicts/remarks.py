"""Remarks on an equation besides its dimensions: figures, ranges of variables, matches in the
library.
"""

from __future__ import annotations

from derive.checking.disambiguation.figures import (
    FigureMismatch,
    SideKind,
    disagreement,
    figure_of,
    kind_of,
)
from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.grammar.tree import StatementNode, nodes
from derive.checking.matching.best_match import best_match
from derive.checking.matching.match import Match
from derive.checking.symbols.names import Names
from derive.equations.var import Var


def is_worked(statement: StatementNode) -> bool:
    """Whether numbers are worked out: two sides, one of them more than a number."""
    return len(statement.sides) > 1 and any(
        sum(1 for _ in nodes(side)) > 1 for side in statement.sides
    )


def wrong_figures(statement: StatementNode) -> tuple[int, FigureMismatch] | None:
    """The position and disagreement of the first two neighbouring sides of figures that disagree;
    else None.
    """
    for left, right, sign in zip(
        statement.sides, statement.sides[1:], statement.signs, strict=False
    ):
        if SideKind.SYMBOLIC not in (kind_of(left), kind_of(right)) and (
            wrong := disagreement(left, right, sign)
        ):
            return right.position, wrong
    return None


def out_of_range(found: Interpretation) -> str:
    """A remark on a variable with a value outside its range."""
    for left, right, sign in zip(
        found.sides, found.statement.sides[1:], found.statement.signs, strict=False
    ):
        if (
            isinstance(left, Var)
            and left.vocabulary is not None
            and sign in "=≈"
            and kind_of(right) != SideKind.SYMBOLIC
        ):
            figure = figure_of(right)
            if figure is not None and not left.admits(figure.value):
                return (
                    f"\nBut {left.name} ({left.meaning}) lies in {left.within}: something else is"
                    " meant."
                )
    return ""


def kinship_of(found: Interpretation, names: Names) -> Match | None:
    """The library's match for the first pair of sides that both have names; None with names of the
    author's own.
    """
    ours = all(var in names.vocabulary for var in found.reading.values())
    if found.dimensions_only or not ours or "∝" in found.statement.signs:
        return None
    named = set(found.reading.values())
    both = [
        pair
        for pair in found.pairs
        if pair[0] is not pair[1] and all(side.free_symbols & named for side in pair)
    ]
    return (
        best_match(*both[0])
        if both and len(both[0][0].free_symbols | both[0][1].free_symbols) > 1
        else None
    )
