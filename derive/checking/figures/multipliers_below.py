r"""Multipliers behind a figure below the bar, which may be below it, too: `24/18\,\text{k}`."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.comparison import compared
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import Node, ProductNode, StatementNode

_BELOW = re.compile(r"/\s*\d[\d.]*(?:\\[,;: ]|~|\s)*\\(?:text|mathrm)\{\s*[kKMG]\s*\}")


def agree_with_multipliers_below(statement: StatementNode, text: str) -> bool:
    """Whether a K, M or G stands behind a figure below the bar in a formula, and all neighbouring
    sides agree once it is below the bar as well.
    """
    if not _BELOW.search(text):
        return False
    below = statement.with_sides(_with_multipliers_below)
    pairs = zip(pairwise(below.sides), below.signs, strict=True)
    found = (compared(*pair, sign) for pair, sign in pairs)
    return all(one is None or one.agreement != FigureAgreement.NONE for one in found)


def _with_multipliers_below(side: Node) -> Node:
    if not isinstance(side, ProductNode):
        return side
    signs = (1, *(sign for sign, _ in side.factors))
    factors = tuple(
        (-1 if before < 0 and is_multiplier(sign, part) else sign, part)
        for before, (sign, part) in zip(signs, side.factors, strict=False)
    )
    return replace(side, factors=factors)
