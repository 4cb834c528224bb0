"""Raised letters: powers by their place, and rather indices where they have a unit: Q^a."""

from __future__ import annotations

import re

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.grammar.tree import NameNode, PowerNode
from derive.checking.spelling.canonical import canonical, without_index
from derive.checking.symbols.names import Names
from derive.errors import TextError


def check_raised_letters(found: Interpretation, names: Names) -> None:
    """Raise TextError for a name raised to a letter that has a unit, which is no power, and for one
    whose raised letters were taken for an index though the text does not say so.
    """
    for node in found.statement.names:
        base = without_index(node.word)
        if base and canonical(node.word) not in names.own and _is_slanted(node, base, found.text):
            problem = f"“{node.word.removeprefix(base)}” can be an index or a power"
            fix = "As an index it does not balance: bind the name with it."
            raise TextError(found.text, node.position, problem, fix)
    _check_powers(found)


def _is_slanted(node: NameNode, base: str, text: str) -> bool:
    """Whether the raised letters of a name are set as symbols are, not upright as words."""
    raised = re.escape(node.word.removeprefix(f"{base}^")).replace("_", r"\\?_")
    return re.search(rf"\^\s*\{{?\s*{raised}", text[node.position :]) is not None


def _check_powers(found: Interpretation) -> None:
    """Raise TextError for a name raised to a letter that has a unit."""
    powers = [node for node in found.statement.nodes if isinstance(node, PowerNode)]
    for power in powers if found.passage.latex else ():
        raised = power.exponent
        if not isinstance(power.base, NameNode) or not isinstance(raised, NameNode):
            continue
        if found.reading[raised.word].unit.dimension:
            problem = f"“^{raised.word}” can be a power or an index"
            fix = f"{raised.word} has a unit, so it is not a power; write an index as ^{{(i)}}."
            raise TextError(found.text, raised.position, problem, fix)
