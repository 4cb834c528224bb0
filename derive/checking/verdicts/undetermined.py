"""Finding for an equation with an unknown name, or with a hole."""

from __future__ import annotations

from dataclasses import replace

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import interpret
from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.terms import HOLE
from derive.checking.grammar.tree import NameNode, ProductNode, StatementNode, nodes
from derive.checking.inference.conditions import forced_dimension
from derive.checking.symbols.names import Names
from derive.checking.symbols.unknown import unknown_names
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, fitting
from derive.checking.verdicts.whatever_the_unit import whatever_the_unit
from derive.equations.dimensions import Mismatch
from derive.equations.var import Var
from derive.units.dimension import PURE, Dimension
from derive.units.lexer import Token
from derive.units.registry import may_be_letters, resolve

_ROOT = "^("


def undetermined(
    passage: Passage, statement: StatementNode, unknown: list[Token], settled: Disambiguation
) -> Finding:
    """The finding with the unit that the equation forces on its one unknown name or hole; what is
    `told` of unknown names is left for later.
    """
    words = tuple(
        dict.fromkeys([token.text for token in unknown] + [HOLE] * (HOLE in statement.words))
    )
    if len(words) > 1:
        return _unknown(passage, tuple(word for word in words if word != HOLE), unknown)
    word = words[0]
    if word != HOLE and (wrong := whatever_the_unit(passage, statement, word, settled)):
        return wrong
    unit, sentence = _forced_unit(passage, statement, word, settled)
    if word != HOLE and unit == str(PURE) and _is_a_fraction(statement):
        unit, sentence = "", ""  # the rate 1/12, whose unit may be left out
    forced = {word: unit} if unit else {}
    if word != HOLE:
        return _unknown(passage, words, unknown, sentence, forced)
    position = next(
        node.position
        for node in nodes(*statement.sides)
        if isinstance(node, NameNode) and node.word == HOLE
    )
    return placed(
        passage,
        Outcome.ANSWERED if unit else Outcome.UNKNOWN,
        f"{excerpt(passage.text, position)}\n{sentence}",
        position,
        found=unit,
        forced=forced,
        brief=sentence,
    )


def _is_a_fraction(statement: StatementNode) -> bool:
    """Whether a side is a fraction of bare figures."""
    return any(
        isinstance(side, ProductNode) and kind_of(side) == SideKind.BARE for side in statement.sides
    )


def _unknown(
    passage: Passage,
    words: tuple[str, ...],
    unknown: list[Token],
    sentence: str = "",
    forced: dict[str, str] | None = None,
) -> Finding:
    """The finding, of which the sentence alone is told so far."""
    position = unknown[0].position
    return placed(
        passage,
        Outcome.UNKNOWN,
        "",
        position,
        unknown=words,
        forced=forced or {},
        brief=sentence,
    )


def told(finding: Finding, names: Names) -> Finding:
    """The finding with what is to be said of its unknown names: most equations with some are judged
    by what others say of these, and all that would be made for nothing.
    """
    if finding.message or not finding.unknown:
        return finding
    sentence, place = finding.brief, finding.position or 0
    unknown = [Token("name", word, place, False) for word in finding.unknown]
    error = unknown_names(finding.text, unknown, names)
    brief = " ".join(filter(None, (f"{error.problem}.", sentence, error.fix)))
    return replace(finding, message=f"{error} {sentence}".strip(), brief=brief)


def _forced_unit(
    passage: Passage, statement: StatementNode, word: str, settled: Disambiguation
) -> tuple[str, str]:
    """The unit that the equation forces on a name or hole ("" if none), and a sentence on it; both
    empty for a unit word in place of a quantity.
    """
    symbol = Var("open_symbol", "1", "what is not known")
    found = interpret(passage, statement, {**settled.of(statement), word: symbol})
    dimension, balanced = None, True
    try:
        dimension = forced_dimension(found.pairs, symbol) if len(found.sides) > 1 else None
    except Mismatch:
        balanced = False
    unit = "" if dimension is None else str(dimension)
    if dimension is not None and "^" not in unit:
        reading = {**found.reading, word: Var("open_symbol", unit)}
        balanced = interpret(passage, statement, reading).balances
    if resolve(word) is not None and not may_be_letters(word):
        return "", ""
    guessed = all(settled.names.evidence_of(w, "").is_guess for w in found.reading if w != word)
    if guessed and word != HOLE and (_ROOT in unit or not balanced):
        return "", ""  # letters that mean something else: sqrt(1/(L C)), T_C + 273.15
    if not balanced:
        name = "?" if word == HOLE else f"“{word}”"
        return "", f"Whatever the unit of {name}, the equation does not balance."
    return unit, _sentence(word, dimension, settled.names)


def _sentence(word: str, dimension: Dimension | None, names: Names) -> str:
    if dimension is None:
        return f"The equation leaves {'the unit of ?' if word == HOLE else 'its unit'} open."
    gives = "? is in" if word == HOLE else "The equation gives it the unit"
    return f"{gives} {dimension}{fitting(dimension, names)}."
