"""Families of names, x, x_in and x_base, which nearly always have one unit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import NameNode, StatementNode
from derive.checking.inference.conditions import Conditions
from derive.checking.inference.elimination import UnitSolution
from derive.checking.inference.guesses import guessed_units
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.names import Names
from derive.units.dimension import PURE, Dimension
from derive.units.multipliers import COUNTED
from derive.units.text import parse_unit

_SCRIPT = re.compile(r"[_^′]")
_BY_HABIT = ("computation", "information")  # 6 FLOP/(param token), 2 byte/param
_RATE = re.compile(r"_per_|/")


def families_of(words: Iterable[str]) -> dict[str, str]:
    """The family of each name: what it begins with, before its scripts. A rate is by itself.

    >>> families_of(["x_in", "x", "batch_per_expert"])
    {'x_in': 'x', 'x': 'x', 'batch_per_expert': 'batch_per_expert'}
    """
    return {
        word: word if _RATE.search(word) else _SCRIPT.split(canonical(word), maxsplit=1)[0]
        for word in words
    }


def is_computed(statement: StatementNode) -> bool:
    """Whether a side of a statement is more than a name or a bare figure."""
    return any(
        not isinstance(side, NameNode) and kind_of(side) != SideKind.BARE
        for side in statement.sides
    )


def is_enough(
    opened: Mapping[str, Any], conditions: Conditions, solution: UnitSolution, names: Names
) -> bool:
    """Whether names of one family are compared, and nothing else is open, or the one unknown name,
    which the text does not describe, gets a unit that no factor left out by habit brings about:
    FLOP/s, but not FLOP. No name gets a unit that its words or letter contradict.
    """
    sizes = Counter(opened.values())
    units = solution.units
    if any(var in units and _contradicts(word, units[var], names) for word, var in opened.items()):
        return False
    if len(sizes) == len(opened) == 1 and not any(map(names.is_defined, opened)):
        unit = units.get(next(iter(sizes)), PURE)  # exponents have units of their own
        return any(base not in COUNTED and base not in _BY_HABIT for base, _ in unit.exponents)
    alike = any(not each.powers and not each.dimension for each in conditions.pure)
    pure = any(unit == PURE and sizes[var] > 1 for var, unit in units.items())
    return alike and not pure and all(sizes[var] > 1 for var in sizes.keys() - units.keys())


def _contradicts(word: str, unit: Dimension, names: Names) -> bool:
    """Whether a name has guesses for its unit and this is none of them."""
    guessed = guessed_units(word, names)
    return bool(guessed) and all(parse_unit(text).dimension != unit for text in guessed)


def told_alike(opened: Mapping[str, Any], given: Collection[str]) -> list[str]:
    """The condition that names of one family have one unit, for each family of several, those aside
    whose unit is `given`.
    """
    families: dict[Any, list[str]] = {}
    for word, var in opened.items():
        families.setdefault(var, []).append(word)
    return [
        f"{', '.join(words[:-1])} and {words[-1]} have one unit"
        for words in families.values()
        if len(words) > 1 and words[0] not in given
    ]
