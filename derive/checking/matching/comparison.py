"""Comparison of an equation with one candidate, by exponents or else by values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from derive.checking.matching.candidates import (
    SEEDS,
    MatchCandidate,
    point,
)
from derive.checking.matching.compared_equation import ComparedEquation
from derive.checking.matching.indexed import usual_relations
from derive.checking.matching.match import Match, MatchKind
from derive.equations.range import Range
from derive.equations.var import Var
from derive.structure.derivatives import row


def compared(theirs: ComparedEquation, ours: MatchCandidate, any_number: bool) -> Match | None:
    """The match of an equation with one candidate; None if there is none."""
    stated = ours.stated
    match = _by_exponents(theirs, ours)
    if match is None and not ours.extra:
        match = _by_values(theirs, ours)
    if match is None:
        return None
    kind, factors, number = match
    if any_number and kind == MatchKind.FACTOR:
        kind = MatchKind.SAME
    if kind == MatchKind.INVERTED and factors[0] in ours.extra:
        divides = _divides(stated.subject, factors[0])
        return None if divides is None else Match(MatchKind.INVERTED, divides, (factors[0].name,))
    shared = len(theirs.row.keys() & ours.variables)
    if kind == MatchKind.DROPPED and len(factors) > shared:  # more factors are left out than shared
        return None
    if kind == MatchKind.SAME and stated.left not in theirs.written:
        kind = MatchKind.REARRANGED
    return Match(kind, stated.name, tuple(var.name for var in factors), number)


_Set = tuple[MatchKind, tuple[Var, ...], float]


def _by_exponents(theirs: ComparedEquation, ours: MatchCandidate) -> _Set | None:
    """Compare as products of powers; None if either is not one or they differ by more than dropped
    or inverted factors and a number.
    """
    if not (ours.is_a_product and theirs.is_a_product):
        return None
    mine, library = theirs.row, ours.rows[0]
    dropped, extra = ours.dropped, ours.extra
    beside = [v for v in extra if v in mine]
    if len(beside) > 1 or any(v.unit.dimension or v.within is not Range.FRACTION for v in beside):
        return None
    for sign in (1.0, -1.0):
        off = {
            v: round(sign * mine.get(v, 0.0) - library.get(v, 0.0), 9) for v in {*mine, *library}
        }
        off = {v: power for v, power in off.items() if power}
        turned = [v for v in off if v not in dropped]
        if len(turned) > 1:
            continue
        at = point(off, SEEDS[0])
        number = (
            theirs.ratio * sign
            - ours.ratio
            - sum(power * math.log(at[v]) for v, power in off.items())
        )
        lost = [v for v in dropped if v in off]
        if not turned:
            return _verdict(lost, math.exp(number))
        if (turned == beside and sign * mine[turned[0]] * _side_of(ours.sides[0], library) > 0) or (
            not _named(lost) and math.isclose(off[turned[0]], -2 * library[turned[0]])
        ):
            return MatchKind.INVERTED, (turned[0],), 1.0
    return None


def _side_of(left: Any, library: Mapping[Any, float]) -> float:
    """The sign of the side on which a factor of the definition is, as rows are left over right."""
    return -library.get(left, 1.0)


def _divides(subject: Var | None, share: Var) -> str | None:
    """The relation in which the library divides a subject by a utilisation, so that multiplying by
    it is inverted; None if there is none.
    """
    for relation in usual_relations():
        if (
            subject in relation.variables
            and share in relation.variables
            and relation.subject not in (subject, share)
        ):
            stated = relation.made
            exponents = row(stated.left, stated.right, point(stated.variables, SEEDS[0]))
            if exponents.get(subject, 0.0) * exponents.get(share, 0.0) < 0:
                return relation.name
    return None


def _verdict(gone: Sequence[Var], number: float) -> _Set | None:
    """The kind of match from the dropped factors and the number in their place, which may be their
    own value.
    """
    lost = _named(gone)
    for size in (1.0, -1.0):
        if math.isclose(number, 1.0, rel_tol=1e-6):
            return (MatchKind.DROPPED if lost else MatchKind.SAME), lost, 1.0
        own = math.prod(
            value
            for var in gone
            if (value := var.convention.number if var.convention else var.figure)
        )
        if math.isclose(number, own**size, rel_tol=1e-6):
            return MatchKind.WRITTEN, lost, own
    return None if lost else (MatchKind.FACTOR, (), number)


def _named(gone: Sequence[Var]) -> tuple[Var, ...]:
    """The dropped factors worth naming: not shares that default to one."""
    return tuple(var for var in gone if var.default is None or var.unit.dimension)


def _by_values(theirs: ComparedEquation, ours: MatchCandidate) -> _Set | None:
    """Compare on the surface where the relation holds, dropped factors being one."""
    if not ours.is_a_surface:
        return None
    offs: list[float] = []
    for at, value in zip(theirs.points, ours.surface, strict=True):
        offs.append(theirs.ratio_at({**at, ours.sides[0]: value}))
        if not math.isclose(offs[-1], offs[0], abs_tol=1e-9):
            return None
    return _verdict(ours.dropped, math.exp(-offs[0]))
