"""Remarks in brackets behind a figure or its unit: `2 \\text{ bytes (FP16)}`."""

from __future__ import annotations

import re

from derive.units.multipliers import COUNTED
from derive.units.registry import resolve

_REMARK = re.compile(r"(?P<before>[^()]*)\((?P<inside>[\w\s,.'-]{2,60})\)\s*")
_WORD = re.compile(r"[A-Za-z]{2,}")


def before_remark(content: str) -> list[str] | None:
    """The words before the remark with which upright text ends; None where it ends with none, or
    with a bracket that holds a unit.

    >>> before_remark(" bytes (FP16)"), before_remark("(overhead)"), before_remark("(in GB)")
    (['bytes'], [], None)
    >>> before_remark("GB (params)"), before_remark("(params)"), before_remark("J/(kg K)")
    (['GB'], None, None)
    """
    remark = _REMARK.fullmatch(content)
    words = _WORD.findall(remark["inside"]) if remark else []
    if remark is None or not words:
        return None
    before = remark["before"].split()
    return None if any(_may_be_meant(word, bool(before)) for word in words) else before


def _may_be_meant(word: str, behind_unit: bool) -> bool:
    """Whether a word in brackets may be the unit of what stands before it; behind a unit things
    counted say what it is of.
    """
    unit = resolve(word)
    counted = unit is not None and all(name in COUNTED for name, _ in unit.dimension.exponents)
    return unit is not None and not (behind_unit and counted and bool(unit.dimension))
