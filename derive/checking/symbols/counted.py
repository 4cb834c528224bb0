"""Counted things read as pure numbers: tokens, parameters, GPUs, operations."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from derive.checking.symbols.name_meanings import NameMeanings
from derive.checking.symbols.unit_spelling import unit_of
from derive.equations.var import Var
from derive.errors import TextError
from derive.library.content import wording
from derive.units.dimension import Dimension
from derive.units.multipliers import COUNTED
from derive.units.text import parse_unit
from derive.units.unit import base_unit

COUNTED_BASES = frozenset({"parameter", "token", "sequence", "device"})
_COUNTS = COUNTED | {"computation"}
_NUMBERS = tuple(
    parse_unit(text).dimension
    for text in ("token", "sequence", "param", "GPU", "FLOP", "token/sequence")
)


def counted_bases(units: Iterable[str]) -> frozenset[str]:
    """The base dimensions of units such as token, param, GPU and FLOP. Raises TextError for any
    other.
    """
    bases = set()
    for unit in units:
        exponents = parse_unit(unit).dimension.exponents
        if len(exponents) != 1 or exponents[0][0] not in _COUNTS or exponents[0][1] != 1:
            fix = "Those that are: token, sequence, param, GPU, FLOP."
            raise TextError(unit, 0, "it is not a unit of something counted", fix)
        bases.add(exponents[0][0])
    return frozenset(bases)


@lru_cache(maxsize=4096)
def without_counts(choice: NameMeanings, bases: frozenset[str]) -> NameMeanings:
    """The meanings with what is counted as pure numbers."""
    pairs = tuple(
        (without_count(whole, bases), without_count(each, bases)) for whole, each in choice.readings
    )
    return NameMeanings(pairs, choice.own, choice.symbol_only)


@lru_cache(maxsize=4096)
def without_count(var: Var, bases: frozenset[str]) -> Var:
    """The variable with what is counted as pure numbers."""
    dimension = bare_dimension(var.unit.dimension, bases)
    if dimension == var.unit.dimension:
        return var
    return Var(str(var.name), base_unit(dimension).text, var.meaning)


def is_count(var: Var) -> bool:
    """Whether a variable is a number of things, whose figure needs no unit."""
    return var.unit.dimension in _NUMBERS or var.name in wording().bare


def needs_no_unit(word: str, var: Var) -> bool:
    """Whether the figure of a variable may lack its unit: of a number of things, of the author's
    own, and of one whose name is its unit (tokens_per_second).
    """
    return var.vocabulary is None or is_count(var) or _is_its_unit(word, var)


def _is_its_unit(word: str, var: Var) -> bool:
    unit = unit_of(word.lower().replace("_", " "))
    return unit is not None and parse_unit(unit).dimension == var.unit.dimension


def bare_dimension(dimension: Dimension, bases: frozenset[str]) -> Dimension:
    """The dimension without what is counted."""
    return Dimension({name: power for name, power in dimension.exponents if name not in bases})
