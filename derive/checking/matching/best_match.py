"""Best match of an equation in the library.

Both are compared as products of powers at pseudo-random points: by exponents, or, where a sum or
max is involved, by values on the surface where the library's relation holds.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import sympy

from derive.checking.grammar.expression import RANGE_NAME
from derive.checking.matching.candidates import ComparedEquation, agree, comparable
from derive.checking.matching.comparison import compared
from derive.checking.matching.match import Match, MatchKind
from derive.equations.expression import replace
from derive.library.content import vocabulary, wording

_ORDER = (
    MatchKind.SAME,
    MatchKind.REARRANGED,
    MatchKind.INVERTED,
    MatchKind.WRITTEN,
    MatchKind.DROPPED,
    MatchKind.FACTOR,
)
_AKIN = (MatchKind.SAME, MatchKind.REARRANGED, MatchKind.WRITTEN, MatchKind.DROPPED)


def best_match(left: Any, right: Any) -> Match:
    """The nearest relation or theorem of the library, and the difference to it.

    If there is none, a variable may be meant at a special value.
    """
    match = _nearest(left, right)
    if match.kind != MatchKind.NEW:
        return match
    others = (
        dataclasses.replace(_nearest(*sides), taken=taken)
        for sides, taken in _taken_otherwise(left, right)
    )
    return min(
        (other for other in others if other.kind in _AKIN),
        key=lambda other: (_ORDER.index(other.kind), len(other.factors)),
        default=match,
    )


def _nearest(left: Any, right: Any) -> Match:
    ranges = {
        var: sympy.S.One
        for var in left.free_symbols | right.free_symbols
        if var.name.startswith(RANGE_NAME)
    }
    left, right = replace(left, ranges), replace(right, ranges)
    try:
        theirs = ComparedEquation(left, right)
    except (ArithmeticError, ValueError, TypeError):  # outside the domain of an expression
        return Match(MatchKind.NEW)
    found = []
    powers = theirs.rows[0] if agree(*theirs.rows) else None
    for possible in comparable(theirs.variables):
        ours = possible.candidate if possible.admits(powers) else None
        if ours is None:
            continue
        try:
            match = compared(theirs, ours, bool(ranges))
        except (ArithmeticError, ValueError, TypeError, KeyError):
            continue
        found += [match] if match else []
    return min(
        found,
        key=lambda match: (_ORDER.index(match.kind), len(match.factors)),
        default=Match(MatchKind.NEW),
    )


def _taken_otherwise(left: Any, right: Any) -> Iterator[tuple[tuple[Any, Any], tuple[str, ...]]]:
    """The equation with a variable replaced by one that names a special value of it in the library,
    but not in articles.
    """
    special = wording().special
    for var in sorted(left.free_symbols | right.free_symbols, key=lambda var: var.rank):
        if var.name in special:
            swap = {var: vocabulary().find(special[var.name])}
            yield (
                (replace(left, swap), replace(right, swap)),
                (f"{var.name} as {special[var.name]}",),
            )
