"""Names that mean something else than they are read as: what the text says of them disagrees."""

from __future__ import annotations

import re

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.grammar.tree import NameNode, Node
from derive.checking.habits.habit import counted_dimensions
from derive.checking.spelling.canonical import canonical, is_a_letter
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.library_names import is_a_guess
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import PHYSICAL
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, meanings, reading_words
from derive.equations.dimensions import Mismatch, dimension_of
from derive.errors import shorten
from derive.units.dimension import Dimension
from derive.units.registry import resolve

_GPU = "device"
_LONG = 4  # letters of a word
_TYPED = 2  # names of the library beside which a word is the library's too
_WORD = re.compile(r"[^\s()\[\],;:]+")


def lone_guesses(found: Interpretation, names: Names) -> list[str]:
    """The common words of a document that are read as the library's and are a side by themselves:
    Cost, but not FLOPs, which is a unit; letters too beside a figure in a unit that the library
    does not use, T_C = 300 K, or beside nothing but figures with units, L = 100 μs. None beside the
    library's own names spelt out: throughput = batch_size / step_time.
    """
    lone = [side for side in found.statement.sides if isinstance(side, NameNode)]
    if not lone or not found.passage.file:
        return []
    others = found.reading.keys() - {side.word for side in lone}
    typed = all(found.reading[word].name == word and not is_a_guess(word) for word in others)
    if len(others) >= _TYPED and typed:
        return []
    kinds = found.kinds
    valued = len(lone) == 1 and kinds.count(SideKind.FIGURE) == len(kinds) - 1
    far = valued or any(map(_is_physical, found.statement.sides))
    return [
        side.word
        for side in lone
        if (
            (far or not (is_a_letter(canonical(side.word)) or resolve(side.word)))
            and names.evidence_of(side.word, str(found.reading[side.word].name)).is_guess
        )
        or _is_a_common_word(side.word, found, names)
    ]


def _is_a_common_word(word: str, found: Interpretation, names: Names) -> bool:
    """Whether a word beside figures with units is one of several in a name of the library's, and no
    name of the author's: saving = $4,200 - $2,100, threshold = 800 ms.
    """
    var = found.reading[word]
    one = var.vocabulary is not None and word in var.name.split("_")[1:] and word not in names.own
    return one and len(word) >= _LONG and SideKind.FIGURE in found.kinds


def counts_otherwise(found: Interpretation, names: Names) -> list[str]:
    """The guessed names that are a side by themselves and count one thing, as the library's, where
    the other sides count GPUs: N_total beside the product of degrees of parallelism.
    """
    words = []
    for k, side in enumerate(found.statement.sides):
        if isinstance(side, NameNode) and names.evidence_of(side.word, "").is_guess:
            here = found.reading[side.word].unit.dimension
            other = _of_the_others(found, k)
            gpus = other is not None and [name for name, _ in other.exponents] == [_GPU]
            if gpus and here in counted_dimensions() and here != other:
                words.append(side.word)
    return words


def lone_of_shapes(found: Interpretation, names: Names) -> list[str]:
    """The names that are a side by themselves, beside a figure with a unit, and have theirs from
    one binding of many, F_*: the figure says it better.
    """
    if SideKind.FIGURE not in found.kinds:
        return []
    lone = (side.word for side in found.statement.sides if isinstance(side, NameNode))
    return [word for word in lone if canonical(word) in names.of_shapes]


def _is_physical(side: Node) -> bool:
    """Whether a side is a figure in metres, kelvins and the like."""
    figure = figure_of(side) if kind_of(side) == SideKind.FIGURE else None
    return figure is not None and any(name in PHYSICAL for name, _ in figure.dimension.exponents)


def means_otherwise(found: Interpretation, names: Names) -> Finding | None:
    """The finding for a name that is a side by itself and does not agree with the others, where the
    text describes it without a unit: the words may be about something else. None for any other.
    """
    for k, side in enumerate(found.statement.sides):
        if not isinstance(side, NameNode):
            continue
        seen = names.evidence_of(side.word, str(found.reading[side.word].name))
        here = found.reading[side.word].unit.dimension
        other = _of_the_others(found, k)
        if other is None or other == here or not is_described(seen):
            continue
        stated = SideKind.FIGURE in found.kinds
        if stated or {here, other} <= counted_dimensions():
            return _finding(found, names, seen, side, other)
    return None


def _of_the_others(found: Interpretation, k: int) -> Dimension | None:
    """The dimension of the sides besides one, bare figures aside; None if they have no common
    one.
    """
    kinds = found.kinds
    try:
        dimensions = {
            dimension_of(side)
            for j, side in enumerate(found.sides)
            if j != k and kinds[j] != SideKind.BARE
        }
    except Mismatch:
        return None
    return dimensions.pop() if len(dimensions) == 1 else None


def is_described(seen: Evidence) -> bool:
    """Whether a text says in words what a symbol is, without a unit."""
    if seen.strength != Strength.DEFINITION or not seen.words:
        return False
    words = _WORD.findall(seen.words)
    return not any(
        word == seen.meaning or (len(word) > 1 and resolve(word) is not None) for word in words
    )


def _finding(
    found: Interpretation, names: Names, seen: Evidence, side: NameNode, other: Dimension
) -> Finding:
    said, meant = shorten(seen.words, 60), meanings(found, names)[side.word]
    brief = (
        f"{side.word} is “{said}” ({seen.place}), read as {meant}, and here it is in {other}: bind"
        f" {side.word} if it means something else."
    )
    return placed(
        found.passage,
        Outcome.DESCRIBED_OTHERWISE,
        f"{excerpt(found.text, side.position)}\n{brief}{reading_words(found, names)}",
        side.position,
        bindings=meanings(found, names),
        expected=str(found.reading[side.word].unit.dimension),
        found=str(other),
        mend=f"Bind {side.word}.",
        brief=brief,
    )
