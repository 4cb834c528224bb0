"""Best match of an equation in the library.

Both are compared as products of powers at pseudo-random points: by exponents, or, where a sum or
max is involved, by values on the surface where the library's relation holds.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import sympy

from derive.checking.grammar.expression import RANGE_NAME
from derive.checking.matching.candidates import comparable
from derive.checking.matching.compared_equation import ComparedEquation
from derive.checking.matching.comparison import compared
from derive.checking.matching.match import Match, MatchKind
from derive.equations.expression import variables_of
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
    variables = variables_of(left) | variables_of(right)
    ranges = {var: sympy.S.One for var in variables if var.name.startswith(RANGE_NAME)}
    match = _nearest(left, right, ranges, bool(ranges))
    if match.kind != MatchKind.NEW:
        return match
    others = (
        dataclasses.replace(_nearest(left, right, ranges | swap, bool(ranges)), taken=said)
        for swap, said in _taken_otherwise(variables)
    )
    return min(
        (other for other in others if other.kind in _AKIN),
        key=lambda other: (_ORDER.index(other.kind), len(other.factors)),
        default=match,
    )


def _nearest(left: Any, right: Any, taken: Mapping[Any, Any], any_number: bool) -> Match:
    """The nearest relation or theorem to an equation with variables taken otherwise."""
    try:
        theirs = ComparedEquation(left, right, taken)
    except (ArithmeticError, ValueError, TypeError):  # outside the domain of an expression
        return Match(MatchKind.NEW)
    found = []
    powers = theirs.row if theirs.is_a_product else None
    for possible in comparable(theirs.variables):
        ours = possible.candidate if possible.admits(powers) else None
        if ours is None:
            continue
        try:
            match = compared(theirs, ours, any_number)
        except (ArithmeticError, ValueError, TypeError, KeyError):
            continue
        found += [match] if match else []
    return min(
        found,
        key=lambda match: (_ORDER.index(match.kind), len(match.factors)),
        default=Match(MatchKind.NEW),
    )


def _taken_otherwise(
    variables: Collection[Any],
) -> Iterator[tuple[dict[Any, Any], tuple[str, ...]]]:
    """The variables replaced by one that names a special value of it in the library, but not in
    articles.
    """
    special = wording().special
    for var in sorted(variables, key=lambda var: var.rank):
        if var.name in special:
            said = f"{var.name} as {special[var.name]}"
            yield {var: vocabulary().find(special[var.name])}, (said,)
