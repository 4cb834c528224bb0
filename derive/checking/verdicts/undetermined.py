"""The finding for an equation with a name nobody knows, or with a hole."""

from __future__ import annotations

from typing import Any

from derive.checking.disambiguation.interpretation import Disambiguation, interpret
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.parser import HOLE
from derive.checking.grammar.tree import NameNode, StatementNode, nodes
from derive.checking.symbols.unknown import unknown_names
from derive.checking.verdicts.finding import NOT_JUDGED, Finding, placed
from derive.checking.verdicts.inferred_dimension import forced_dimension
from derive.checking.verdicts.messages import excerpt, fitting
from derive.equations.dimensions import Mismatch
from derive.equations.var import Var
from derive.units.lexer import Token
from derive.units.registry import resolve


def undetermined(
    passage: Passage, statement: StatementNode, unknown: list[Token], settled: Disambiguation
) -> Finding:
    """What the equation says of the one name nobody knows, or of the hole in it."""
    words = tuple(
        dict.fromkeys([token.text for token in unknown] + [HOLE] * (HOLE in names_of(statement)))
    )
    if len(words) > 1:
        error = unknown_names(passage.text, unknown, settled.names)
        named = tuple(word for word in words if word != HOLE)
        return placed(
            passage,
            NOT_JUDGED,
            str(error),
            error.position,
            unknown=named,
            brief=f"{error.problem}. {error.fix}",
        )
    word = words[0]
    symbol = Var("open_symbol", "1", "what is not known")
    found = interpret(passage, statement, {**settled.of(statement), word: symbol})
    try:
        dimension = forced_dimension(found.pairs, symbol) if len(found.sides) > 1 else None
        says = "" if dimension is None else str(dimension)
        if (
            dimension is not None
            and "^(" not in says
            and not interpret(
                passage, statement, {**found.reading, word: Var("open_symbol", says)}
            ).balances
        ):
            raise Mismatch(symbol, dimension, dimension, "")
    except Mismatch:
        says, dimension = "", None
        told = f"Whatever the unit of {_called(word)}, the equation does not balance."
    else:
        told = (
            f"The equation gives it the unit {says}{fitting(dimension, settled.names)}."
            if dimension is not None
            else "The equation leaves its unit open."
        )
    if resolve(word) is not None:  # a unit in place of a quantity
        told = says = ""
    if word == HOLE:
        position = next(
            node.position
            for node in nodes(*statement.sides)
            if isinstance(node, NameNode) and node.word == HOLE
        )
        what = (
            told.replace("The equation gives it the unit", "? is in")
            if dimension is not None
            else told.replace("its unit", "the unit of ?")
        )
        return placed(
            passage,
            NOT_JUDGED,
            f"{excerpt(passage.text, position)}\n{what}",
            position,
            found=says,
            forced={HOLE: says} if says else {},
            brief=what,
        )
    error = unknown_names(passage.text, unknown, settled.names)
    brief = " ".join(filter(None, (f"{error.problem}.", told, error.fix)))
    facts: dict[str, Any] = {
        "unknown": (word,),
        "forced": {word: says} if says else {},
        "brief": brief,
    }
    return placed(passage, NOT_JUDGED, f"{error} {told}".strip(), error.position, **facts)


def _called(word: str) -> str:
    return "?" if word == HOLE else f"“{word}”"


def names_of(statement: StatementNode) -> list[str]:
    """The names of a statement as they stand in it, holes too."""
    return [node.word for node in nodes(*statement.sides) if isinstance(node, NameNode)]
