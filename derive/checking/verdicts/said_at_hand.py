"""Units that the text gives near an equation: a name that is defined far away may mean something
else there.
"""

from __future__ import annotations

import re

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.extraction.topics import ERRORS
from derive.checking.grammar.tree import NumberNode, UnitNode
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.names import Names
from derive.units.registry import resolve

_LINE = re.compile(r"line (\d+)$")
_LARGE = 10  # a number that no formula has by itself
_NEAR = 20  # lines; letters are used again for something else, from one section to the next


def not_said_at_hand(found: Interpretation, names: Names) -> str:
    """The reason that an equation proves nothing: its text is about errors, or gives the unit of a
    name that is not bound far away, or nowhere else; "" where it says the units of all at hand.
    """
    if found.passage.topic == ERRORS:
        return "the text asks for errors"
    for word, var in found.reading.items():
        seen = names.evidence_of(word, str(var.name))
        if seen.strength == Strength.BINDING:
            continue
        if names.elsewhere and not seen.place:
            return f"{word} is known by its name, and the document is about another subject"
        if (away := lines_away(seen, found.passage.line)) > _NEAR:
            return f"{word} is defined {away} lines away"
        if _squeezed(seen.words) in _squeezed(found.passage.text) and seen.place:
            return f"nothing but the equation says what {word} is"
    bound = all(names.evidence_of(word, "").strength == Strength.BINDING for word in found.reading)
    numbers = [node for node in found.statement.nodes if isinstance(node, NumberNode)]
    measured = any(isinstance(node, UnitNode) for node in found.statement.nodes)
    measured |= any(len(word) > 1 and resolve(word) is not None for word in found.statement.words)
    if not (bound or measured) and any(node.value >= _LARGE for node in numbers):
        return "a number in it may have a unit"
    return ""


def lines_away(seen: Evidence, line: int) -> int:
    """The number of lines between an equation and what the text says of one of its names."""
    place = _LINE.search(seen.place)
    return abs(int(place[1]) - line) if place else 0


def _squeezed(text: str) -> str:
    """A text without its blanks."""
    return "".join(text.split())
