"""Values of an axis, each a single one with its unit."""

from __future__ import annotations

import re
from typing import Any

from derive.equations.var import Var
from derive.errors import GivenError, shorten
from derive.results.known import Known
from derive.solving.givens import read_value
from derive.solving.unread_ranges import DASHED

_SPAN = re.compile(r"\s*(?=\S*\d)(\S+?)\s*(to)\s+(?=\S*\d)(\S.*)", re.DOTALL)


def point(var: Var, value: Any) -> Known:
    """One value of an axis. Raises GivenError for an uncertain one."""
    span = isinstance(value, str) and (_SPAN.fullmatch(value) or DASHED.match(value))
    known = None if span else read_value(var, value)
    if known is not None and known.uncertain is None:
        return known
    ends = f"{shorten(span[1])}:{shorten(span[3].strip())}" if span else f"1:8192 {var.unit.text}"
    if span and ends[-1].isdigit() and var.unit.dimension:
        ends += f" {var.unit.text}"
    raise GivenError(
        var.name,
        f"“{shorten(known.written if known else value)}” is one uncertain value, and an axis has"
        " values one by one",
        f"Write from, to and how many: {ends}:10.",
    )


def refuse_bare(var: Var, written: str) -> None:
    """Raise GivenError for numbers without a unit, unless they are those of a pure number."""
    if var.unit.dimension and written not in ("[]", ""):
        raise GivenError(
            var.name,
            f"numbers have no unit, and it is measured in {var.unit.text}",
            f'Write ({written}, "{var.unit.text}").',
        )
