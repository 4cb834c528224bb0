"""Reasons that dimensions which differ by an author's own words may be meant: a letter defined far
away, a unit that a value states, figures without their units.
"""

from __future__ import annotations

import re
from functools import partial

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.figures.worked_number import SideKind
from derive.checking.grammar.tree import (
    CallNode,
    NameNode,
    Node,
    NumberNode,
    PowerNode,
    UnitNode,
    nodes,
)
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.names import Names
from derive.checking.verdicts.said_at_hand import lines_away
from derive.equations.dimensions import Mismatch, dimension_of
from derive.units.dimension import PURE, Dimension
from derive.units.registry import resolve

_FEW_FIGURES = 3
_A_NUMBER = re.compile(
    r"(?:is\s+)?(?:the\s+)?number of (?:seconds|minutes|hours|days|weeks|months|years)\b",
    re.IGNORECASE,
)
_RECURRENCE = re.compile(  # N(H) = N(H-1) + 1
    r"(?P<name>[A-Za-z]\w*)\((?P<index>[A-Za-z])\)\s*=.*(?P=name)\((?P=index)\s*[-+−–]\s*\d+\)"
)
_THINGS = {"CPU", "GPU", "TPU", "NPU", "NIC", "SSD", "HDD", "DRAM", "RAM", "HBM", "VRAM", "PCIe"}
_TEXT = re.compile(
    r"\\(?:text\w*|math[a-z]+|operatorname|unit|si|SI|mbox|rm)\s*\{[^{}]*$|\\(?:qty|SI)\s*\{[^{}]*\}\s*\{[^{}]*$|\\rm\b[^{}]*$"
)
_NATURAL = re.compile(r"eV[\s}]*\^\s*\{?\s*[-−]?\s*[234]")  # GeV^4 of an energy density
_BYTES = Dimension({"information": 1})
_MOLES = Dimension({"substance": 1})


def unsaid_dimensions(found: Interpretation, names: Names, mismatch: Mismatch | None) -> str:
    """The reason that a mismatch of dimensions leaves something unsaid; "" for none."""
    seen = {word: names.evidence_of(word, str(var.name)) for word, var in found.reading.items()}
    for word, one in seen.items():
        elsewhere = lines_away(one, found.passage.line) > 0 and SideKind.FIGURE in found.kinds
        if elsewhere and _is_by_a_value(word, one) and _is_a_side(word, found):
            return f"{word} has its unit from a value"
    if SideKind.FIGURE in found.kinds and (thing := _thing(seen, found)):
        return f"{thing} may stand for another of its figures"
    if letter := _letter(found, names):
        return f"{letter} may be a name"
    if word := next(filter(partial(_is_in_a_unit, found.passage.text), seen), ""):
        return f"{word} may be a unit"
    if any(map(_NATURAL.search, (found.passage.text, *(one.meaning for one in seen.values())))):
        return "natural units may be meant"
    if _RECURRENCE.search(found.passage.text):
        return "it may count by whole numbers"
    if _are_each_zero(found):
        return "each may be zero in its own unit"
    kinds = zip(found.kinds, found.statement.sides, strict=True)
    bare = any(kind is SideKind.BARE and _figures_in(side) > _FEW_FIGURES for kind, side in kinds)
    by_values = bool(seen) and all(_is_by_a_value(word, one) for word, one in seen.items())
    pure = SideKind.BARE in found.kinds
    pure |= mismatch is not None and PURE in (mismatch.found, mismatch.expected)
    if bare or (by_values and pure):
        return "the figures are put in without their units"
    if pure and any(_A_NUMBER.match(one.words) for one in seen.values()):
        return "a number of times may be a bare number"
    if mismatch is not None and {mismatch.found, mismatch.expected} == {PURE, _MOLES}:
        return "a bare number may be of moles"
    measured = SideKind.FIGURE in found.kinds or _has_units_on_each_side(found)
    if mismatch is None and measured and _is_per_mole(found):
        return "what is stated per mole may be of the amount at hand, or of its mass"
    rounds = any(
        isinstance(node, CallNode) and node.function in ("ceil", "floor")
        for node in found.statement.nodes
    )
    if rounds and mismatch is not None and {mismatch.found, mismatch.expected} == {PURE, _BYTES}:
        return "bytes may be counted by a number without a unit"
    return ""


def _are_each_zero(found: Interpretation) -> bool:
    """Whether names are all said to be zero, as in a limit: R = G = 0."""
    *words, last = found.statement.sides
    zero = isinstance(last, NumberNode) and last.value == 0
    return zero and len(words) > 1 and all(isinstance(side, NameNode) for side in words)


def _letter(found: Interpretation, names: Names) -> str:
    """A unit of one letter that is set as a name, as other formulas have it: 20 g; "" for none."""
    text = found.passage.text
    units = [node for node in found.statement.nodes if isinstance(node, UnitNode)]
    for unit in units if found.passage.latex else ():
        used = unit.word in names.written.letters and unit.word not in names.own
        if used and not _TEXT.search(text, 0, unit.position):
            return unit.word
    return ""


def _is_in_a_unit(text: str, word: str) -> bool:
    """Whether a name is part of what may be one unit behind a figure: the m of 50 N/m."""
    behind = rf"\d\s?[A-Za-zµΩ][\w·*^²³]*\s?[/·*]\s?{re.escape(word)}(?!\w)"
    return resolve(word) is not None and re.search(behind, text) is not None


def _thing(seen: dict[str, Evidence], found: Interpretation) -> str:
    """The name of a thing that is a side, with the unit of one of its figures, CPU of a rate in a
    table, where no binding says so; "" for none.
    """
    for word, one in seen.items():
        if word in _THINGS and one.strength != Strength.BINDING and _is_a_side(word, found):
            return word
    return ""


def _has_units_on_each_side(found: Interpretation) -> bool:
    """Whether figures of a substance stand on each side: 2 mol Al = 54 g Al."""
    sides = map(nodes, found.statement.sides)
    return all(any(isinstance(node, UnitNode) for node in side) for side in sides)


def _is_per_mole(found: Interpretation) -> bool:
    """Whether the sides differ by moles, perhaps over masses."""
    here, there = (dimension_of(side) for side in found.pairs[0])
    gap = dict((here / there).exponents)
    return abs(gap.get("substance", 0)) == 1 and gap.keys() <= {"substance", "mass"}


def _is_by_a_value(word: str, seen: Evidence) -> bool:
    """Whether the text gives a letter its unit by a value: m = 2.31 meV."""
    equals = r"\s*\$?\s*(?:[=≈~]|\\(?:approx|simeq|sim))\s*\$?\s*\d"
    return re.search(re.escape(word) + equals, seen.sentence) is not None


def _is_a_side(word: str, found: Interpretation) -> bool:
    """Whether a name, or a power of it, is a side."""
    bases = [side.base if isinstance(side, PowerNode) else side for side in found.statement.sides]
    return any(isinstance(base, NameNode) and base.word == word for base in bases)


def _figures_in(side: Node) -> int:
    return sum(isinstance(node, NumberNode) for node in nodes(side))
