"""Brackets behind figures, which say more of them and are no factors: `100,000 (10^5)`, `1 KB (10
suggestions)`, `65 MB (+7 %)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.checking.figures.agreement import FigureAgreement, agreement
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.grammar.tree import Node, ProductNode, StatementNode, SumNode, nodes

_SIGNS = "+-−≈~∼ "
_LEAST = 0.5


def without_brackets_behind(statement: StatementNode, text: str) -> StatementNode:
    """The statement without the brackets that a blank parts from the figures before them in its
    text.
    """
    if " (" not in text:
        return statement
    return statement.with_sides(lambda side: _without(side, text))


def _without(node: Node, text: str) -> Node:
    """The tree without the factors that stand in such a bracket."""
    match node:
        case SumNode(terms):
            return replace(node, terms=tuple((sign, _without(term, text)) for sign, term in terms))
        case ProductNode((first, *rest)):
            factors = [(first[0], _without(first[1], text))]
            for sign, part in rest:
                if not _is_set(part, text) or _restates_wrongly(part, factors):
                    factors.append((sign, _without(part, text)))
            one = len(factors) == 1 and factors[0][0] > 0
            return factors[0][1] if one else replace(node, factors=tuple(factors))
        case _:
            return node


def _is_set(node: Node, text: str) -> bool:
    """Whether a node without names begins a bracket that a blank parts from a figure or a word
    before it.
    """
    if kind_of(node) is SideKind.SYMBOLIC:
        return False
    begin = min(part.position for part in nodes(node))
    lead = text[:begin].rstrip(_SIGNS)
    before = lead[:-1].rstrip()
    apart = lead.endswith("(") and len(before) < len(lead) - 1
    return apart and before[-1:].isalnum()


def _restates_wrongly(bracket: Node, factors: Sequence[tuple[int, Node]]) -> bool:
    """Whether a bracket is nearly the pure number before it, but not it: 0.005 (0.6 %)."""
    said, told = figure_of(ProductNode(tuple(factors), 0)), figure_of(bracket)
    if said is None or told is None or said.dimension or told.dimension or not told.value:
        return False
    if not _LEAST < said.value / told.value < 1 / _LEAST:
        return False
    return agreement(said.value, told, "=") not in (FigureAgreement.EQUAL, FigureAgreement.CUT)
