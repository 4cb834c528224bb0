"""Unit stated right behind a formula, which a side of it lacks: `$W = 2n$ flops`."""

from __future__ import annotations

import re

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.extraction.figure_units import stated_behind
from derive.checking.extraction.passage import Passage
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, meanings, reading_words
from derive.units.dimension import PURE, Dimension
from derive.units.multipliers import COUNT_WORDS
from derive.units.text import parse_unit

_SIZE = re.compile(r"(?:\$|\\\))\s?([kKMBT]|[a-z]+illion|thousand)\b")


def size_behind(passage: Passage) -> str:
    """The size of a figure that is said right behind its formula, `$= 617.6$M`; "" for none."""
    found = _SIZE.match(passage.after)
    return COUNT_WORDS.get(found[1], found[1]) if found else ""


def balanced_by_unit_behind(
    found: Interpretation, names: Names, missing: Dimension
) -> Finding | None:
    """The finding for sides that agree with the unit behind their formula, which is all that is
    `missing`; None if that is another one.
    """
    unit = stated_behind(found.passage)
    if not unit or missing == PURE or parse_unit(unit).dimension != missing:
        return None
    agreement = f"Every side has the dimension {missing}, with the unit behind the formula."
    return placed(
        found.passage,
        Outcome.BALANCED,
        f"{excerpt(found.text, None, found.statement.begin)}\n{agreement}"
        f"{reading_words(found, names)}",
        found.statement.begin or None,
        bindings=meanings(found, names),
        expected=str(missing),
        found=str(missing),
        brief=f"{agreement[0].lower()}{agreement[1:]}",
    )
