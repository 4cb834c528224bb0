"""Units behind products of names, which may only say again what the product is in: N W seconds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from derive.checking.grammar.tree import NameNode, Node, ProductNode, StatementNode, UnitNode

_UNITS_AS_NAMES = {"byte": "byte", "bytes": "byte", "flop": "FLOP", "flops": "FLOP"}
_TIMES = re.compile(r"(?:[*×·⋅]|\\(?:times|cdot))\s*(?:\\[a-z]+\s*\{)?\s*$")
_NEAR = 30  # characters before a unit


def with_units_restated(statement: StatementNode, text: str) -> StatementNode:
    """The statement of a text, to be read as well with the units behind the names of a side, or of
    all sides, as sides of their own, unless a sign multiplies by them; bytes may be set as a name,
    which is the unit of an unknown first side.
    """
    if any(sign != "=" for sign in statement.signs) or not statement.signs:
        return statement
    units = [side.behind_a_name for side in statement.sides if isinstance(side, ProductNode)]
    if not any(unit is not None and _is_a_unit(unit, text) for unit in units):
        return statement
    parted = [list(_parted(side, text)) for side in statement.sides]
    places = [k for k, parts in enumerate(parted) if len(parts) > 1]
    ways = [places, *([k] for k in places if len(places) > 1)]
    plain = [_with(statement, parted, way) for way in ways]
    measured = tuple(map(_measured, statement.sides))
    defined = {token.text for token in statement.unknown} >= statement.words_of_sides[0]
    if defined and measured != statement.sides:
        plain.append(replace(statement, sides=measured, others=(), instead=()))
    return replace(statement, instead=(*statement.instead, *plain))


def _measured(side: Node) -> Node:
    """A product of names with the name of a unit behind it as that unit; any other side as it
    is.
    """
    last = side.behind_a_name if isinstance(side, ProductNode) else None
    word = _UNITS_AS_NAMES.get(last.word.lower()) if isinstance(last, NameNode) else None
    if not word or last is None or not isinstance(side, ProductNode):
        return side
    return replace(side, factors=(*side.factors[:-1], (1, UnitNode(word, last.position))))


def _with(statement: StatementNode, parted: list[list[Node]], way: list[int]) -> StatementNode:
    """The statement with some of its sides in parts."""
    pairs = enumerate(statement.sides)
    sides = [part for k, side in pairs for part in (parted[k] if k in way else [side])]
    signs = ("=",) * (len(sides) - 1)
    return replace(statement, sides=tuple(sides), signs=signs, others=(), instead=())


def _parted(side: Node, text: str) -> Iterator[Node]:
    """A product of names and the unit behind it; any other side as it is."""
    unit = side.behind_a_name if isinstance(side, ProductNode) else None
    if isinstance(side, ProductNode) and unit and _is_a_unit(unit, text):
        rest = side.factors[:-1]
        yield rest[0][1] if len(rest) == 1 and rest[0][0] > 0 else ProductNode(rest, side.position)
        yield unit
    else:
        yield side


def _is_a_unit(node: Node, text: str) -> bool:
    """Whether a factor is a unit, one set as a name only where no sign multiplies by it."""
    named = isinstance(node, NameNode) and node.word.lower() in _UNITS_AS_NAMES
    before = text[max(0, node.position - _NEAR) : node.position]
    return isinstance(node, UnitNode) or (named and not _TIMES.search(before))
