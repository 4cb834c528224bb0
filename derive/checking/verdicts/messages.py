"""Parts of a finding's message: the line, the reading of names, candidates for an unknown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.symbols.names import Names
from derive.display import enumeration
from derive.equations.conversions import mending_factors
from derive.equations.suggestions import mends_of
from derive.equations.var import Var
from derive.equations.vocabulary import Vocabulary
from derive.units.dimension import Dimension

_WIDTH = 140
_MOST_FITTING = 6


def excerpt(text: str, position: int | None, at: int = 0) -> str:
    """The line around `position` (or else `at`), as much as fits, with a caret under the
    position.
    """
    where = at if position is None else position
    begin_line = text.rfind("\n", 0, where) + 1
    end_line = text.find("\n", where)
    line = text[begin_line : len(text) if end_line < 0 else end_line]
    inside = None if position is None else position - begin_line
    begin = 0
    if inside is not None and len(line) > _WIDTH:
        begin = max(0, min(inside - _WIDTH // 2, len(line) - _WIDTH))
    shown = line[begin : begin + _WIDTH]
    if not shown.isprintable():
        shown = "".join(c if c.isprintable() else " " for c in shown)
    before, after = "…" if begin else "", "…" if begin + _WIDTH < len(line) else ""
    written = f"{before}{shown}{after}"
    return written if inside is None else f"{written}\n{' ' * (len(before) + inside - begin)}^"


def meanings(found: Interpretation, names: Names) -> dict[str, str]:
    """The reading of each name: a variable, or the unit of a name of the author's."""
    return meanings_of(found.reading, names)


def meanings_of(reading: Mapping[str, Var], names: Names) -> dict[str, str]:
    """The variable that each name is read as, or the unit of a name of the author's."""
    return {
        word: str(var.name) if var in names.vocabulary else var.unit.text
        for word, var in reading.items()
    }


def guess_words(found: Interpretation, names: Names) -> str:
    """The library's letters that were guessed: “N is active_params and t is step_time”; else
    empty.
    """
    guessed = [
        f"{word} is {var.name if var in names.vocabulary else _in(var)}"
        for word, var in found.reading.items()
        if names.evidence_of(word, var.name).is_guess and word != var.name
    ]
    return enumeration(guessed)


def _in(var: Var) -> str:
    return f"in {var.unit}" if var.unit.dimension else "a pure number"


def reading_words(found: Interpretation, names: Names) -> str:
    """A line with the reading of names, where the name itself does not show it."""
    taken = []
    for word, var in found.reading.items():
        known = var in names.vocabulary
        if known and word == var.name:
            continue
        choice = names.find(word) if known else None
        pairs = choice.readings if choice else ()
        others = [other.name for pair in pairs for other in pair if other != var]
        instead = f" (not {' or '.join(dict.fromkeys(others))})" if others else ""
        taken.append(f"{read_as(word, var, names)}{instead}")
    return f"\nRead {', '.join(taken)}." if taken else ""


def read_as(word: str, var: Var, names: Names) -> str:
    """A name with the variable that it is read as, or with the unit of a name of the author's."""
    if var in names.vocabulary:
        return f"{word} as {var.name}"
    return f"{word} as a pure number" if var.unit.text == "1" else f"{word} in {var.unit}"


def fitting(dimension: Dimension, names: Names) -> str:
    """Known quantities of a dimension: variables, else conversions that form it."""
    fits = [*names.own.by_dimension.get(dimension, ())]
    fits += _variables_of(names.vocabulary, len(names.vocabulary), dimension)
    if fits and dimension:
        more = f" and {len(fits) - _MOST_FITTING} more" if len(fits) > _MOST_FITTING else ""
        return f"; {', '.join(fits[:_MOST_FITTING])}{more} {'fit' if len(fits) > 1 else 'fits'}"
    conversions = mends_of((names.vocabulary,)).conversions((), ())
    factors = mending_factors(dimension, conversions) if dimension else None
    if not factors:
        return ""
    above = [var.name for var, sign in factors if sign > 0] or ["1"]
    below = [var.name for var, sign in factors if sign < 0]
    return f"; {' * '.join(above)}{' / ' if below else ''}{' / '.join(below)} fits"


@lru_cache(maxsize=256)
def _variables_of(vocabulary: Vocabulary, _size: int, dimension: Dimension) -> tuple[str, ...]:
    """The variables of a vocabulary of this size that have a dimension."""
    return tuple(var.name for var in vocabulary if var.unit.dimension == dimension)
