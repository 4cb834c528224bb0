"""Names that an equation defines: the one unknown name of `Compute = 6 N D`, in its unit."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import NameNode, Node, StatementNode, UnitNode, nodes
from derive.checking.habits.possible_dimensions import ANY, Options, options
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.name_meanings import NameMeanings, readings
from derive.checking.symbols.name_nouns import loose_units
from derive.checking.symbols.names import Names
from derive.display import enumeration
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.var import Var
from derive.errors import TextError
from derive.units.dimension import PURE, Dimension
from derive.units.multipliers import COUNTED
from derive.units.text import parse_unit
from derive.units.unit import base_unit

_EQUAL = ("=", "≈", "≡", ":=")
_MOST_READINGS = 16
_PARAMS = Dimension({"parameter": 1})


@dataclass(frozen=True, slots=True)
class Definition:
    """The name that an equation defines: the dimension of what it is equal to, the conditions of
    another one that a bare number may stand for, whether some quantity has it and whether a guess
    is in it; `also` are its units under the other readings that the text leaves to its names.
    """

    word: str
    dimension: Dimension
    others: tuple[tuple[Dimension, str], ...]
    usual: bool
    guessed: bool
    found: Interpretation
    also: tuple[str, ...]

    @property
    def unit(self) -> str:
        """The unit of the name, empty where it may have several, or a factor may be left out."""
        counted = any(name in COUNTED for name, _ in self.dimension.exponents)
        if self.others or (counted and not self.usual):
            return ""
        unit = base_unit(self.dimension).text or "1"
        return "" if "^(" in unit else unit


def definition(
    passage: Passage, statement: StatementNode, unknown: Collection[str], settled: Disambiguation
) -> Definition | None:
    """The unknown name that an equation with one known side and no other unknown name defines; None
    for any other statement. It is found once for each reading of the document.
    """
    if not unknown:
        return None
    key = definition, id(statement), id(passage), tuple(unknown), settled.scope
    if key not in settled.kept:
        found = _definition(passage, statement, unknown, settled)
        settled.kept[key] = statement, passage, found  # these stay, and so do their identities
    kept: Definition | None = settled.kept[key][2]
    return kept


def _definition(
    passage: Passage, statement: StatementNode, unknown: Collection[str], settled: Disambiguation
) -> Definition | None:
    names = {side.word for side in statement.sides if isinstance(side, NameNode)}
    defined = [word for word in dict.fromkeys(unknown) if word in names]
    if len({*unknown}) != 1 or not defined or statement.spots or statement.others:
        return None
    words = zip(statement.sides, statement.words_of_sides, strict=True)
    known = [side for side, those in words if those.isdisjoint(unknown)]
    if not known:
        return None
    if any(sign not in _EQUAL for sign in statement.signs) or kind_of(known[0]) == SideKind.BARE:
        return None
    if passage.latex and any(_may_be_a_letter(node, passage.text) for node in nodes(known[0])):
        return None
    only = StatementNode(sides=(known[0],), signs=(), begin=statement.begin)
    try:
        found = interpret(passage, only, settled.of(only))
        dimension = dimension_of(found.sides[0])
        possible = options(found.sides[0])
    except (TextError, Mismatch, KeyError):
        return None
    if ANY in possible and found.reading:
        return None  # a figure in it may have any unit
    if not _may_have(defined[0], possible):
        return None
    others = _others(possible, dimension, settled.names)
    usual = settled.names.is_usual(dimension)
    if not usual and len(others) == 1 and dimension:
        dimension, others, usual = others[0][0], (), True
    if not usual and not others and _may_be_usual(possible, settled.names):
        return None  # T = 2 P/w of P elements, in s/byte: the 2 is rather in bytes
    guessed = any(
        settled.names.evidence_of(word, str(var.name)).is_guess
        for word, var in found.reading.items()
    )
    also = tuple(_other_units(found, settled.names, dimension))
    if not usual and not others and (fitting := _usual_unit(also, settled.names)):
        also = (base_unit(dimension).text, *(unit for unit in also if unit != fitting))
        dimension, usual = parse_unit(fitting).dimension, True  # parameters × bytes of each
    if of_all := _of_all_gpus(found, settled.names, dimension):
        dimension, also = of_all, (base_unit(dimension).text, *also)
    return Definition(defined[0], dimension, others, usual, guessed, found, also)


def _may_have(word: str, possible: Collection[Dimension]) -> bool:
    """Whether the words of a name admit one of the dimensions: no hourly cost is in USD/token."""
    said = loose_units(canonical(word)) if word.lower().startswith("hourly") else None
    return said is None or any(
        parse_unit(unit).dimension in possible for unit in said.split(" or ")
    )


def _usual_unit(units: Collection[str], names: Names) -> str | None:
    """The first of some units that some quantity has."""
    return next((u for u in units if names.is_usual(parse_unit(u).dimension)), None)


def _other_units(found: Interpretation, names: Names, dimension: Dimension) -> Iterator[str]:
    """The units of a side under the other readings that the text leaves to its names, those aside
    that are the same per GPU.
    """
    either = {word: _readings_left(word, var, names) for word, var in found.reading.items()}
    if all(len(choice.readings) == 1 for choice in either.values()):
        return
    seen = {dimension}
    for reading in islice(readings(either), _MOST_READINGS):
        try:
            other = dimension_of(interpret(found.passage, found.statement, reading).sides[0])
        except (TextError, Mismatch):
            continue
        if other not in seen and {name for name, _ in (other / dimension).exponents} != {"device"}:
            seen.add(other)
            yield base_unit(other).text or "1"


def _of_all_gpus(found: Interpretation, names: Names, dimension: Dimension) -> Dimension | None:
    """The dimension without GPUs where a pure number of the author's stands beside what the library
    counts per GPU: n * TDP; else None.
    """
    gpus = dict(dimension.exponents).get("device")
    own = [names.is_defined(word) for word in found.reading]
    units = [var.unit.dimension for var in found.reading.values()]
    of_one = any("device" in dict(u.exponents) and not o for u, o in zip(units, own, strict=True))
    pure = any(not u and o for u, o in zip(units, own, strict=True))
    return dimension / Dimension({"device": gpus}) if gpus and of_one and pure else None


def _readings_left(word: str, var: Var, names: Names) -> NameMeanings:
    """The readings that the text, or the equation that defines it, leaves to a name."""
    seen, choice = names.evidence.get(word), names.find(word)
    if seen is not None and seen.also:
        return names.bound(word, seen.every_meaning)
    return choice if choice is not None and choice.own else NameMeanings(((var, var),))


def _may_be_a_letter(node: Node, text: str) -> bool:
    """Whether a node is a unit of one letter, neither upright nor below a bar: the N of 2 N."""
    short = isinstance(node, UnitNode) and len(node.word) == 1
    return short and not text[: node.position].rstrip().endswith(("{", "/"))


def _others(
    possible: Options, dimension: Dimension, names: Names
) -> tuple[tuple[Dimension, str], ...]:
    """The usual dimensions that a product of counted things has if a bare number in it is a
    conversion, each with the condition; of bytes of parameters the bytes: P × 2 bytes.
    """
    counted = all(name in COUNTED for name, _ in dimension.exponents)
    usual = names.is_usual(dimension)
    return tuple(
        (other, enumeration(sorted(map(str, used))))
        for other, used in possible.items()
        if other not in (dimension, ANY) and used and all(one.number is not None for one in used)
        if names.is_usual(other) and (counted or (not usual and dimension / other == _PARAMS))
    )


def _may_be_usual(possible: Options, names: Names) -> bool:
    """Whether a side has the dimension of some quantity if its numbers stand for conversions."""
    return any(
        used and all(one.number is not None for one in used) and names.is_usual(other)
        for other, used in possible.items()
        if other not in (ANY, PURE)
    )
