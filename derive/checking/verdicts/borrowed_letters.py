"""Letters of the library's among the author's own names in units of physics."""

from __future__ import annotations

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.grammar.tree import NameNode, nodes
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import PHYSICAL
from derive.errors import UnknownWords


def check_borrowed(found: Interpretation, names: Names) -> None:
    """Raise UnknownWords for a letter read as the library's among physical names of the author."""
    word = _borrowed(found, names)
    if not word:
        return
    var = found.reading[word]
    place = next(
        node.position
        for node in nodes(*found.statement.sides)
        if isinstance(node, NameNode) and node.word == word
    )
    problem = f"“{word}” is none of the names that are bound"
    fix = (
        f"The library's {word} is {var.name} in {var.unit}, with which the equation does not"
        f" balance: bind {word}."
    )
    raise UnknownWords(found.text, place, problem, fix, (word,))


def _borrowed(found: Interpretation, names: Names) -> str:
    """A letter of the library's among the author's names in physical units that the library does
    not use; "" if there is none.
    """
    far = any(
        name in PHYSICAL
        for var in found.reading.values()
        if var in names.own.variables
        for name, _ in var.unit.dimension.exponents
    )
    letters = (
        word
        for word, var in found.reading.items()
        if var not in names.own.variables
        and not names.is_imaginary(word)
        and len(word.partition("_")[0]) == 1
    )
    return next(letters, "") if far else ""
