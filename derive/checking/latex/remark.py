"""Remarks in brackets behind a figure or its unit: `2 \\text{ bytes (FP16)}`."""

from __future__ import annotations

import re

from derive.units.registry import resolve

_REMARK = re.compile(r"(?P<before>[^()]*)\((?P<inside>[\w\s,.'-]{2,60})\)\s*")
_WORD = re.compile(r"[A-Za-z]{2,}")


def before_remark(content: str) -> list[str] | None:
    """The words before the remark with which upright text ends; None where it ends with none, or
    with a bracket that holds a unit.

    >>> before_remark(" bytes (FP16)"), before_remark("(overhead)"), before_remark("(in GB)")
    (['bytes'], [], None)
    """
    remark = _REMARK.fullmatch(content)
    words = _WORD.findall(remark["inside"]) if remark else []
    if remark is None or not words or any(resolve(word) for word in words):
        return None
    return remark["before"].split()
