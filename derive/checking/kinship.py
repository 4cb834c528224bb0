"""An equation of a text beside the library's: the same, rearranged, with a factor left out or upside down, or new.

Both are compared as products of powers at points that look random: their exponents, and where a sum or max stands in
them, their values on the surface where the library's relation holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from derive.equations.expression import replace
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.structure.derivatives import row, value_and_gradient
from derive.units.display import format_number

SAME, REARRANGED, DROPPED, INVERTED, FACTOR, NEW = "same", "rearranged", "factor dropped", "factor inverted", "another number", "new"
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
        factors = " and ".join(self.factors)
        number = "" if math.isclose(self.number, 1.0, rel_tol=_CLOSE) else f", and with the number {format_number(self.number)} too much"
        return {
            SAME: f"It is the library's relation {self.relation}.",
            REARRANGED: f"It is the library's relation {self.relation}, rearranged.",
            DROPPED: f"It is the library's relation {self.relation} with {factors} left out{number}.",
            INVERTED: f"It contradicts the library's relation {self.relation}: {factors} stands on the other side of the fraction bar there.",
            FACTOR: f"It contradicts the library's relation {self.relation} by the number {format_number(self.number)}.",
            NEW: "The library has no such relation.",
        }[self.kind]

    @property
    def contradicts(self) -> bool:
        """Whether the library says otherwise."""
        return self.kind in (INVERTED, FACTOR)


def kin_of(left: Any, right: Any) -> Kin:
    """The nearest relation or theorem of the library, and what sets the equation apart from it."""
    try:
        found = [kin for stated in _candidates(left, right) if (kin := _compared(left, right, stated)) is not None]
    except (ArithmeticError, ValueError, TypeError):
        return Kin(NEW)
    order = (SAME, REARRANGED, INVERTED, DROPPED, FACTOR)
    return min(found, key=lambda kin: (order.index(kin.kind), len(kin.factors)), default=Kin(NEW))


@lru_cache(maxsize=1)
def _rows() -> tuple[tuple[str, frozenset[str]], ...]:
    from derive.library.index import RELATIONS

    return tuple((file, frozenset(variables)) for file, _, variables, _, _ in RELATIONS)


_WHOLE = {"domain_flops": "peak_flops", "domain_bandwidth": "hbm_bandwidth", "domain_capacity": "hbm_capacity"}


def _candidates(left: Any, right: Any) -> Iterator[Relation]:
    """Relations and theorems of the files that share most of the equation's variables."""
    names = frozenset(_spread_name(var.name) for var in left.free_symbols | right.free_symbols)
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


def _compared(left: Any, right: Any, stated: Relation) -> Kin | None:
    ours = (_spread(stated.left), _spread(stated.right))
    theirs = (_spread(left), _spread(right))
    by_them = theirs[0].free_symbols | theirs[1].free_symbols
    ours = _unfolded(ours, by_them, stated)
    by_us = ours[0].free_symbols | ours[1].free_symbols
    dropped = sorted(by_us - by_them, key=lambda var: (var.rank, var.name))
    if len(by_us & by_them) < min(2, len(by_us)) or len(dropped) > _MOST_DROPPED + sum(var.ideal for var in dropped):
        return None
    kin = _by_exponents(theirs, ours, dropped, by_them - by_us)
    if kin is None and not by_them - by_us:
        kin = _by_values(theirs, ours, dropped)
    if kin is None:
        return None
    kind, factors, number = kin
    if kind == SAME and not (left == stated.left or right == stated.left):
        kind = REARRANGED
    return Kin(kind, stated.name, tuple(var.name for var in factors), number)


def _unfolded(ours: tuple[Any, Any], by_them: set[Var], stated: Relation) -> tuple[Any, Any]:
    """Our sides with the ratios that the equation writes out written out too."""
    made = ours
    for var in sorted((ours[0].free_symbols | ours[1].free_symbols) - by_them, key=lambda var: (var.rank, var.name)):
        definition = _definitions().get(var.name)
        if definition is not None and definition.name != stated.name and len(definition.right.free_symbols & by_them) > 0 and not definition.right.is_Add:
            made = (replace(made[0], {var: _spread(definition.right)}), replace(made[1], {var: _spread(definition.right)}))
    return made


@lru_cache(maxsize=1)
def _definitions() -> Mapping[str, Relation]:
    """The relations that define a ratio of two variables, by what they define."""
    from derive.library.asking import library_system

    return {r.subject.name: r for r in library_system().relations if r.subject is not None and not r.subject.unit.dimension and len(r.variables) == 3}


_Set = tuple[str, tuple[Var, ...], float]


def _by_exponents(theirs: tuple[Any, Any], ours: tuple[Any, Any], dropped: Sequence[Var], extra: set[Var]) -> _Set | None:
    """Compare as products of powers; None where either is none or they differ by more than is dropped, inverted or a number."""
    everything = sorted({v for side in (*theirs, *ours) for v in side.free_symbols}, key=lambda var: (var.rank, var.name))
    points = [_point(everything, seed) for seed in _SEEDS[:2]]
    here, there = ([row(*pair, point) for point in points] for pair in (theirs, ours))
    if not all(_agree(*rows) for rows in (here, there)):
        return None
    mine, library = here[0], there[0]
    if any(v in mine for v in extra):
        return None
    for sign in (1.0, -1.0):
        off = {v: round(sign * mine.get(v, 0.0) - library.get(v, 0.0), 9) for v in {*mine, *library}}
        off = {v: power for v, power in off.items() if power}
        number = _ratio(theirs, points[0]) * sign - _ratio(ours, points[0]) - sum(power * math.log(points[0][v]) for v, power in off.items())
        if all(v in dropped for v in off):
            lost = tuple(v for v in dropped if v in off and v.default is None)
            return _verdict(lost, [v for v in dropped if v in off], math.exp(-number))
        turned = [v for v in off if v not in dropped]
        if len(turned) == 1 and not [v for v in off if v in dropped and v.default is None] and math.isclose(off[turned[0]], -2 * library[turned[0]]):
            return INVERTED, (turned[0],), 1.0
    return None


def _verdict(lost: tuple[Var, ...], gone: Sequence[Var], number: float) -> _Set | None:
    """The kind of kinship from what is left out and the number that remains; a dropped convention may be written as its number."""
    written = math.prod(var.convention.value if var.convention else var.figure or 1.0 for var in gone if var.convention or var.figure)
    for plain in (1.0, written, 1.0 / written):
        if math.isclose(number, plain, rel_tol=1e-6):
            return (DROPPED if lost else SAME), lost, 1.0
    if lost:
        return None
    return FACTOR, (), number


def _by_values(theirs: tuple[Any, Any], ours: tuple[Any, Any], dropped: Sequence[Var]) -> _Set | None:
    """Compare on the surface where our relation holds, what is dropped taken as one."""
    pivot = ours[0]
    if not isinstance(pivot, Var) or pivot in ours[1].free_symbols:
        return None
    ones = dict.fromkeys(dropped, 1.0)
    offs = []
    for seed in _SEEDS:
        point = {**_point(sorted((*theirs[0].free_symbols, *theirs[1].free_symbols, *ours[1].free_symbols), key=lambda v: (v.rank, v.name)), seed), **ones}
        point[pivot] = value_and_gradient(ours[1], point)[0]
        offs.append(_ratio(theirs, point))
    if any(not math.isclose(off, offs[0], abs_tol=1e-9) for off in offs):
        return None
    lost = tuple(v for v in dropped if v.default is None)
    return _verdict(lost, dropped, math.exp(offs[0]))


def _ratio(pair: tuple[Any, Any], point: Mapping[Any, float]) -> float:
    """The logarithm of left over right."""
    left, right = (value_and_gradient(side, point)[0] for side in pair)
    return math.log(left / right)


def _agree(here: Mapping[Any, float], there: Mapping[Any, float]) -> bool:
    return here.keys() == there.keys() and all(math.isclose(here[v], there[v], rel_tol=1e-7, abs_tol=1e-9) for v in here)


def _point(variables: Sequence[Var], seed: float) -> dict[Any, float]:
    """A point that looks random."""
    return {var: 1.5 + seed + math.sin(7.0 * k + seed) for k, var in enumerate(dict.fromkeys(variables))}
