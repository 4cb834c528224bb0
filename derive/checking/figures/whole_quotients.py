"""Quotients of whole numbers in code, or that are an index, which drop the remainder:
`15 * (64/136 + 1) = 15`, parent at (3-2)/2 = 0.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import figure_of
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, StatementNode, rebuilt

_CODE = "`"
_INDEX = re.compile(r"\b(?:index|indices|parent|child|mid|midpoint|slot)\b[^=\n]*$", re.IGNORECASE)


def with_whole_quotients(statement: StatementNode, passage: Passage) -> StatementNode:
    """The statement of a line of code, or of an index, with quotients of two whole numbers without
    the remainder; any other as it is.
    """
    code = passage.before.endswith(_CODE) and passage.after.startswith(_CODE)
    led = f"{passage.before}{passage.text.partition('=')[0]}"
    if not code and not _INDEX.search(led):
        return statement
    *computed, result = statement.sides
    sides = (*(rebuilt(side, _whole) for side in computed), result)
    return statement if sides == statement.sides else replace(statement, sides=sides)


def _whole(node: Node) -> Node | None:
    """The whole part of a quotient of two whole numbers; None for any other node."""
    match node:
        case ProductNode(((1, above), (-1, NumberNode(below)))):
            figure = figure_of(above)
            whole = figure is not None and figure.value % 1 == 0 and below % 1 == 0 and below > 0
            value = int(figure.value) // below if figure is not None and whole else Fraction(0)
            return NumberNode(Fraction(value), node.position, str(value)) if whole else None
        case _:
            return None
