"""Ways to write a range or a limit that are not read: which they are, and what to write instead."""

from __future__ import annotations

import re

from derive.equations.var import Var
from derive.errors import GivenError, shorten
from derive.solving.amounts import example
from derive.units.display import format_number

_AMOUNT = r"\$?(?:\d[\d,_]*(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?"
DASHED = re.compile(rf"\s*({_AMOUNT})\s*([-–—−]|\.\.+|…)\s*(\$?\.?\d.*)\Z", re.DOTALL)
_BETWEEN = re.compile(r"between\s+(\S.*?)\s+and\s+(\S.*)\Z", re.DOTALL | re.IGNORECASE)
_BRACKETED = re.compile(
    r"[\[(]\s*(\S.*?)\s*(?:;|,\s|,(?!.*,))\s*(\S.*?)\s*[\])]\s*(.*)\Z", re.DOTALL
)
_LIMIT = re.compile(
    r"(?:(?P<most><=?|≤|at most|up to|under|below|less than|no more than)"
    r"|>=?|≥|at least|over|above|more than|no less than)\s*(?P<value>\S.*)(?P<unit>)\Z",
    re.DOTALL | re.IGNORECASE,
)
_LIMIT_AFTER = re.compile(
    r"(?P<value>\S.*?)\s+(?:or|and)\s+(?:(?P<most>less|fewer|below)|more|above)(?P<unit>\s.*)?\Z",
    re.DOTALL | re.IGNORECASE,
)
_ROUGHLY = re.compile(r"(?:~|≈|≃|about|around|roughly|approximately|ca\.?)\s*(\S.*)\Z", re.DOTALL)


def refuse_limit(var: Var, text: str) -> None:
    """Raise GivenError for a limit on one side, <= 30 ms: a given is a value or has two ends."""
    if limit := _LIMIT.match(text) or _LIMIT_AFTER.match(text):
        value = f"{limit['value']}{limit['unit'] or ''}"
        wanted = f"{var.name} {'<=' if limit['most'] else '>='} {value}"
        raise GivenError(
            var.name,
            f"“{shorten(text)}” is a limit, and a given is a value or a range with two ends",
            f"Write for example {range_example(var)}. What is best within a limit: derive optimise"
            f' --subject-to "{wanted}".',
        )


def refuse_range(var: Var, text: str, name: str, amounts: str) -> None:
    """Raise GivenError for the amounts of a text, after the name of a distribution if there is one,
    that are a range in words or signs which are not read.
    """
    if dashed := DASHED.match(amounts):
        mark = "dots" if dashed[2][0] in ".…" else "a dash"
        raise _another_way(var, text, f"has {mark}", f"{name}{dashed[1]} to {dashed[3].strip()}")
    if between := _BETWEEN.match(amounts):
        raise _another_way(
            var, text, "is a range in words", f"{name}{between[1]} to {between[2].strip()}"
        )
    if ends := _BRACKETED.match(amounts):
        written = f"{name}{ends[1]} to {ends[2]} {ends[3]}".strip()
        raise _another_way(var, text, "is a range in brackets", written)
    if about := _ROUGHLY.match(amounts):
        raise GivenError(
            var.name,
            f"“{shorten(text)}” does not say how far off it may be",
            f"Write {about[1].strip()}, or a range, for example {range_example(var)}.",
        )


def _another_way(var: Var, text: str, fault: str, written: str) -> GivenError:
    return GivenError(var.name, f"“{shorten(text)}” {fault}", f"For a range write {written}.")


def range_example(var: Var) -> str:
    """An example of a range for this variable: 1.6 to 2.4 USD/hour/GPU."""
    number, space, unit = example(var).partition(" ")
    return (
        f"{format_number(0.8 * float(number), 2)} to"
        f" {format_number(1.2 * float(number), 2)}{space}{unit}"
    )
