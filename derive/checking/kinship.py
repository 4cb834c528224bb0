"""An equation of a text beside the library's: the same, rearranged, with a factor left out or upside down, or new.

Both are compared as products of powers at points that look random: their exponents, and where a sum or max stands in
them, their values on the surface where the library's relation holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

import sympy

from derive.checking.expression import RANGE_NAME
from derive.equations.expression import replace
from derive.equations.relation import Relation
from derive.equations.var import FRACTION, Var
from derive.structure.derivatives import row, value_and_gradient
from derive.units.display import format_number

SAME, REARRANGED, DROPPED, WRITTEN = "same", "rearranged", "factor dropped", "factor written as a number"
INVERTED, FACTOR, NEW = "factor inverted", "another number", "new"
_SEEDS = (0.3, 1.1, 2.3)
_MOST_DROPPED = 4
_MOST_FILES = 4
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Kin:
    """How an equation stands to a relation of the library: `kind`, the relation's name, the factors concerned."""

    kind: str
    relation: str = ""
    factors: tuple[str, ...] = ()
    number: float = 1.0

    def __str__(self) -> str:
        factors = " and ".join(filter(None, (", ".join(self.factors[:-1]), *self.factors[-1:])))
        number = format_number(self.number)
        return {
            SAME: f"It is the library's relation {self.relation}.",
            REARRANGED: f"It is the library's relation {self.relation}, rearranged.",
            DROPPED: f"It is the library's relation {self.relation} with {factors} left out.",
            WRITTEN: f"It is the library's relation {self.relation} with {number} in place of {factors}.",
            INVERTED: f"It contradicts the library's relation {self.relation}: {factors} stands on the other side of the fraction bar there.",
            FACTOR: f"It contradicts the library's relation {self.relation} by the number {number}.",
            NEW: "The library has no such relation.",
        }[self.kind]

    @property
    def contradicts(self) -> bool:
        """Whether the library says otherwise."""
        return self.kind in (INVERTED, FACTOR)


def kin_of(left: Any, right: Any) -> Kin:
    """The nearest relation or theorem of the library, and what sets the equation apart from it."""
    ranges = {var: sympy.S.One for var in left.free_symbols | right.free_symbols if var.name.startswith(RANGE_NAME)}
    left, right = replace(left, ranges), replace(right, ranges)
    theirs = (_spread(left), _spread(right))
    try:
        rows = [row(*theirs, _point(theirs[0].free_symbols | theirs[1].free_symbols, seed)) for seed in _SEEDS[:2]]
    except (ArithmeticError, ValueError, TypeError):  # nothing to compare: outside what an expression admits
        return Kin(NEW)
    found = []
    for ours in _comparable(frozenset(theirs[0].free_symbols | theirs[1].free_symbols)):
        try:
            kin = _compared((left, right), theirs, rows, ours, bool(ranges))
        except (ArithmeticError, ValueError, TypeError, KeyError):
            continue
        found += [kin] if kin else []
    order = (SAME, REARRANGED, INVERTED, WRITTEN, DROPPED, FACTOR)
    return min(found, key=lambda kin: (order.index(kin.kind), len(kin.factors)), default=Kin(NEW))


@lru_cache(maxsize=1)
def _rows() -> tuple[tuple[str, frozenset[str]], ...]:
    from derive.library.index import RELATIONS

    return tuple((file, frozenset(variables)) for file, _, variables, _, _ in RELATIONS)


_WHOLE = {"domain_flops": "peak_flops", "domain_bandwidth": "hbm_bandwidth", "domain_capacity": "hbm_capacity"}


@dataclass(frozen=True, slots=True)
class _Ours:
    """A relation as it is compared with equations of some variables: its sides written out, its rows, what they lack and have beside it."""

    stated: Relation
    sides: tuple[Any, Any]
    rows: tuple[Mapping[Any, float], ...]
    dropped: tuple[Var, ...]
    extra: tuple[Var, ...]


@lru_cache(maxsize=2048)
def _comparable(by_them: frozenset[Var]) -> tuple[_Ours, ...]:
    """The relations and theorems that equations between these variables may be kin to."""
    found = []
    for stated in _candidates(frozenset(_spread_name(var.name) for var in by_them)):
        sides = _unfolded((_spread(stated.left), _spread(stated.right)), by_them, stated)
        by_us = sides[0].free_symbols | sides[1].free_symbols
        dropped, extra = _ordered(by_us - by_them), _ordered(by_them - by_us)
        if len(by_us & by_them) < min(2, len(by_us)) or len(dropped) > _MOST_DROPPED + sum(var.ideal for var in dropped) or len(extra) > _MOST_DROPPED:
            continue
        try:
            rows = tuple(row(*sides, _point(by_us, seed)) for seed in _SEEDS[:2])
        except (ArithmeticError, ValueError, TypeError, KeyError):
            continue
        found.append(_Ours(stated, sides, rows, dropped, extra))
    return tuple(found)


def _ordered(variables: Iterable[Any]) -> tuple[Var, ...]:
    return tuple(sorted(variables, key=lambda var: (var.rank, var.name)))


def _candidates(names: frozenset[str]) -> Iterator[Relation]:
    """Relations and theorems of the files that share most of the variables."""
    shared: dict[str, int] = {}
    for file, variables in _rows():
        common = len(names & variables)
        if common >= min(2, len(names)):
            shared[file] = max(shared.get(file, 0), common)
    for file in sorted(shared, key=lambda name: -shared[name])[:_MOST_FILES]:
        module = import_module(f"derive.library.{file}")
        yield from module.RELATIONS
        for theorem in module.THEOREMS:
            yield theorem.statement


def _spread_name(name: str) -> str:
    return _WHOLE.get(name, name)


@lru_cache(maxsize=2048)
def _spread(expression: Any) -> Any:
    """The expression with what the domain does written as the GPUs times what one does."""
    return replace(expression, {var: _product(var) for var in expression.free_symbols if var.name in _WHOLE})


@lru_cache(maxsize=8)
def _product(whole: Var) -> Any:
    from derive.library.nomenclature import vocabulary

    return vocabulary.find("gpus") * vocabulary.find(_WHOLE[whole.name])


def _compared(
    written: tuple[Any, Any], theirs: tuple[Any, Any], rows: Sequence[Mapping[Any, float]], ours: _Ours, any_number: bool
) -> Kin | None:
    stated = ours.stated
    kin = _by_exponents(theirs, rows, ours)
    if kin is None and not ours.extra:
        kin = _by_values(theirs, ours)
    if kin is None:
        return None
    kind, factors, number = kin
    if any_number and kind == FACTOR:
        kind = SAME
    if kind == INVERTED and factors[0] in ours.extra:
        divides = _divides(stated.subject, factors[0])
        return None if divides is None else Kin(INVERTED, divides, (factors[0].name,))
    if kind == SAME and stated.left not in written:
        kind = REARRANGED
    return Kin(kind, stated.name, tuple(var.name for var in factors), number)


def _unfolded(ours: tuple[Any, Any], by_them: frozenset[Var], stated: Relation) -> tuple[Any, Any]:
    """Our sides with what the equation writes out (times, ratios) written out too."""
    made = ours
    for var in sorted((ours[0].free_symbols | ours[1].free_symbols) - by_them, key=lambda var: (var.rank, var.name)):
        definition = _definitions().get(var.name)
        if definition is None or definition.name == stated.name:
            continue
        written = _spread(definition.right)
        if len(written.free_symbols & by_them) >= (2 if var.unit.dimension else 1):
            made = (replace(made[0], {var: written}), replace(made[1], {var: written}))
    return made


@lru_cache(maxsize=1)
def _definitions() -> Mapping[str, Relation]:
    """The usual relations that define a variable, by what they define; of several the first."""
    from derive.library.asking import library_system

    found: dict[str, Relation] = {}
    for relation in library_system().relations:
        if relation.subject is not None:
            found.setdefault(relation.subject.name, relation)
    return found


_Set = tuple[str, tuple[Var, ...], float]


def _by_exponents(theirs: tuple[Any, Any], rows: Sequence[Mapping[Any, float]], ours: _Ours) -> _Set | None:
    """Compare as products of powers; None where either is none or they differ by more than is dropped, inverted or a number."""
    if not _agree(*rows) or not _agree(*ours.rows):
        return None
    mine, library = rows[0], ours.rows[0]
    dropped, extra = ours.dropped, ours.extra
    point = _point({v for side in (*theirs, *ours.sides) for v in side.free_symbols}, _SEEDS[0])
    beside = [v for v in extra if v in mine]
    if len(beside) > 1 or any(v.unit.dimension or v.within != FRACTION for v in beside):
        return None
    for sign in (1.0, -1.0):
        off = {v: round(sign * mine.get(v, 0.0) - library.get(v, 0.0), 9) for v in {*mine, *library}}
        off = {v: power for v, power in off.items() if power}
        if len([v for v in off if v not in dropped]) > 1:
            continue
        number = _ratio(theirs, point) * sign - _ratio(ours.sides, point) - sum(power * math.log(point[v]) for v, power in off.items())
        if all(v in dropped for v in off):
            return _verdict([v for v in dropped if v in off], math.exp(number))
        turned = [v for v in off if v not in dropped]
        if turned == beside and beside and sign * mine[beside[0]] * _side_of(ours.sides[0], library) > 0:
            return INVERTED, (beside[0],), 1.0
        if len(turned) == 1 and not _named([v for v in off if v in dropped]) and math.isclose(off[turned[0]], -2 * library[turned[0]]):
            return INVERTED, (turned[0],), 1.0
    return None


def _side_of(left: Any, library: Mapping[Any, float]) -> float:
    """-1 where what is added on the right of a definition has a negative power in its row, as the rows are left over right."""
    return -library.get(left, 1.0)


def _divides(subject: Var | None, share: Var) -> str | None:
    """The relation in which the library divides a subject by a utilisation, so that to multiply by it is upside down."""
    from derive.library.asking import library_system

    for relation in library_system().relations:
        if subject in relation.variables and share in relation.variables and relation.subject not in (subject, share):
            stated = relation.made
            exponents = row(stated.left, stated.right, _point(stated.variables, _SEEDS[0]))
            if exponents.get(subject, 0.0) * exponents.get(share, 0.0) < 0:
                return relation.name
    return None


def _verdict(gone: Sequence[Var], number: float) -> _Set | None:
    """The kind of kinship from what is left out and the number that stands there instead, which may be a factor's own."""
    lost = _named(gone)
    for size in (1.0, -1.0):
        if math.isclose(number, 1.0, rel_tol=1e-6):
            return (DROPPED if lost else SAME), lost, 1.0
        own = math.prod(value for var in gone if (value := var.convention.number if var.convention else var.figure))
        if math.isclose(number, own**size, rel_tol=1e-6):
            return WRITTEN, lost, own
    return None if lost else (FACTOR, (), number)


def _named(gone: Sequence[Var]) -> tuple[Var, ...]:
    """Of what is left out, what has to be said: not shares that are one unless stated."""
    return tuple(var for var in gone if var.default is None or var.unit.dimension)


def _by_values(theirs: tuple[Any, Any], ours: _Ours) -> _Set | None:
    """Compare on the surface where our relation holds, what is dropped taken as one."""
    pivot, value = ours.sides
    if not isinstance(pivot, Var) or pivot in value.free_symbols:
        return None
    if any(not term.free_symbols.difference(ours.dropped) for sum in value.atoms(sympy.Add) for term in sum.args):
        return None
    offs: list[float] = []
    for seed in _SEEDS:
        point = {**_point(theirs[0].free_symbols | theirs[1].free_symbols | value.free_symbols, seed), **dict.fromkeys(ours.dropped, 1.0)}
        point[pivot] = value_and_gradient(value, point)[0]
        offs.append(_ratio(theirs, point))
        if not math.isclose(offs[-1], offs[0], abs_tol=1e-9):
            return None
    return _verdict(ours.dropped, math.exp(-offs[0]))


def _ratio(pair: tuple[Any, Any], point: Mapping[Any, float]) -> float:
    """The logarithm of left over right."""
    left, right = (value_and_gradient(side, point)[0] for side in pair)
    return math.log(left / right)


def _agree(here: Mapping[Any, float], there: Mapping[Any, float]) -> bool:
    return here.keys() == there.keys() and all(math.isclose(here[v], there[v], rel_tol=1e-7, abs_tol=1e-9) for v in here)


def _point(variables: Iterable[Any], seed: float) -> dict[Any, float]:
    """A point that looks random, the same for a variable wherever it stands."""
    return {var: 1.5 + seed + math.sin(7.0 * var.rank + seed * len(var.name)) for var in variables}
