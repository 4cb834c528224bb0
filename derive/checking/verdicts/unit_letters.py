"""Letters of a formula that are read as units though a symbol follows them: N in 6 N D."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
)
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import PHYSICAL
from derive.errors import UnknownWords
from derive.units.dimension import PURE, Dimension
from derive.units.lexer import Token
from derive.units.multipliers import MULTIPLIERS
from derive.units.registry import resolve

_LETTER = re.compile(r"[kKMGTP]?[A-Z]")  # as a unit: K, N, GF
_ENERGY = "J"
_UPRIGHT = re.compile(
    r"\\(?:(?:mathrm|text|textrm|textup|mathsf|rm|operatorname|si|unit)\b[^{}]*"
    r"|(?:SI|qty)\s*\{[^{}]*\}\s*)\{[^{}]*\Z"
)


def unit_letters(passage: Passage, statement: StatementNode, names: Names) -> list[Token]:
    """The units of one letter in maths, in a product right before a name or beside one that the
    author has bound.
    """
    if not passage.latex:
        return []
    units = [
        node
        for node in statement.nodes
        if isinstance(node, UnitNode)
        and len(node.word) == 1
        and not _is_upright(passage.text, node.position)
    ]
    found = []
    if any(unit.word in names.own for unit in units):
        found = [
            Token("name", unit.word, unit.position, False)
            for unit in units
            if unit.word not in names.own and unit.word.isupper()
        ]
    for node in statement.nodes:
        if not isinstance(node, ProductNode):
            continue
        factors = [factor for _, factor in node.factors]
        found += [
            Token("name", unit.word, unit.position, False)
            for unit, name in pairwise(factors)
            if isinstance(unit, UnitNode) and isinstance(name, NameNode)
            if len(unit.word) == len(name.word.partition("_")[0]) == 1
            if unit in units
        ]
    return found


def letters_beside_figures(passage: Passage, statement: StatementNode) -> list[Token]:
    """The units of one letter, or of capitals, in maths of which another side or term is a figure
    without a unit: V = 2m = 0.2, 8MN + 4.
    """
    if not passage.latex or not any(map(_has_bare_term, statement.sides)):
        return []
    return [
        Token("name", node.word, node.position, False)
        for node in statement.nodes
        if isinstance(node, UnitNode)
        and (len(node.word) == 1 or (node.word.isupper() and not _is_stored(node.word)))
        and not _is_upright(passage.text, node.position)
    ]


def _has_bare_term(side: Node) -> bool:
    """Whether a side is a figure without a unit, zero aside, or a sum with such a term."""
    parts = [part for _, part in side.terms] if isinstance(side, SumNode) else [side]
    return any(
        kind_of(part) == SideKind.BARE and not (isinstance(part, NumberNode) and not part.value)
        for part in parts
    )


def _is_stored(word: str) -> bool:
    """Whether a unit is one of stored things, as GB is."""
    unit = resolve(word)
    return unit is not None and any(name == "information" for name, _ in unit.dimension.exponents)


def check_unit_letters(passage: Passage, statement: StatementNode, names: Names) -> None:
    """Raise UnknownWords for an equation that does not balance with such a unit."""
    letters = unit_letters(passage, statement, names)
    letters = letters or letters_beside_figures(passage, statement)
    letters = letters or letters_below_names(passage, statement)
    letters = letters or letters_of_physics(passage, statement, names)
    if not letters:
        return
    word, place = letters[0].text, letters[0].position
    problem = f"“{word}” may be a symbol or the unit"
    fix = f"As the unit the equation does not balance: bind {word}."
    raise UnknownWords(passage.text, place, problem, fix, (word,))


def letters_below_names(passage: Passage, statement: StatementNode) -> list[Token]:
    """The units of one letter in maths with a whole number before them, below names: 2s of
    G M m / 2s.
    """
    if not passage.latex:
        return []
    products = [node for node in statement.nodes if isinstance(node, ProductNode)]
    below = [
        factor
        for product in products
        if kind_of(product) is SideKind.SYMBOLIC
        for sign, factor in product.factors
        if sign < 0 and isinstance(factor, ProductNode)
    ]
    return [
        Token("name", unit.word, unit.position, False)
        for factor in below
        for (_, number), (_, unit) in pairwise(factor.factors)
        if isinstance(number, NumberNode) and number.text.isdigit() and isinstance(unit, UnitNode)
        if len(unit.word) == 1 and not _is_upright(passage.text, unit.position)
    ]


def _is_upright(text: str, position: int) -> bool:
    """Whether a letter is set in the argument of a command: \\mathrm{N}, \\text{N}."""
    return _UPRIGHT.search(text, 0, position) is not None


def letters_of_physics(passage: Passage, statement: StatementNode, names: Names) -> list[Token]:
    """The capital letter behind figures of a document that is a unit of physics, perhaps with a
    prefix, where nothing else is of physics: 4K², 13 GF; not the upright N of maths.
    """
    units = [node for node in statement.nodes if isinstance(node, UnitNode)]
    found = [
        unit
        for unit in units
        if _is_a_letter_of_physics(unit.word)
        and not (unit.word not in MULTIPLIERS and _is_upright(passage.text, unit.position))
    ]
    if not found or not passage.file:
        return []
    letters = {unit.word for unit in found}
    others = [_unit(unit.word) for unit in units if unit.word not in letters]
    others += names.own.dimensions
    bases = {base for unit in found for base in _bases_of_physics(_unit(unit.word))}
    known = {base for dimension in others for base in _bases_of_physics(dimension)}
    physics = len({word[-1] for word in letters}) > 1 or bases <= known
    if letters & names.own.keys() or (physics and not _is_a_factor(found, statement)):
        return []
    return [Token("name", unit.word, unit.position, False) for unit in found]


def _is_a_factor(units: Sequence[UnitNode], statement: StatementNode) -> bool:
    """Whether one of the letters is the first factor of a product, so that no figure has it as its
    unit, beside a name: size = N*N*2.
    """
    if not any(isinstance(node, NameNode) for node in statement.nodes):
        return False
    products = (node for node in statement.nodes if isinstance(node, ProductNode))
    leading = {id(node.factors[0][1]) for node in products if len(node.factors) > 1}
    return any(id(unit) in leading for unit in units)


def _unit(word: str) -> Dimension:
    unit = resolve(word)
    return unit.dimension if unit is not None else PURE


def _is_a_letter_of_physics(word: str) -> bool:
    return _LETTER.fullmatch(word) is not None and bool(_bases_of_physics(_unit(word)))


def _bases_of_physics(dimension: Dimension) -> set[str]:
    """The base dimensions that the library does not use, energy aside."""
    of_energy = dict(dimension.exponents).get("mass", 0)
    rest = dimension / _unit(_ENERGY) ** of_energy
    return {name for name, _ in rest.exponents if name in PHYSICAL}
