"""Demands: limits that the user states, read from text such as "step_time <= 25 ms"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from derive.equations.var import Var
from derive.errors import GivenError, shorten
from derive.results.known import Known
from derive.solving.equation_system import EquationSystem
from derive.solving.givens import read_value

_EXAMPLE = 'Write for example "step_time <= 25 ms".'
_SIGN = re.compile(r"<=|>=|=<|=>|≤|≥|<|>|==|=")
_AT_MOST, _AT_LEAST = {"<=", "=<", "≤", "<"}, {">=", "=>", "≥", ">"}


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that the user states: `var` at most, or at least, `limit`."""

    var: Var
    limit: Known
    at_most: bool

    @property
    def text(self) -> str:
        """As people read it: step_time ≤ 25 ms."""
        return f"{self.var.name} {'≤' if self.at_most else '≥'} {self.limit.text}"


def read_demands(system: EquationSystem, texts: Iterable[str]) -> tuple[Limit, ...]:
    """Demands from text such as "step_time <= 25 ms". Raises GivenError, UnknownName."""
    return tuple(_demand(system, text) for text in ([texts] if isinstance(texts, str) else texts))


def _demand(system: EquationSystem, text: str) -> Limit:
    """One demand; a strict sign is read as the same limit, since a limit in real numbers can be
    come as near to as one likes.
    """
    if not isinstance(text, str):
        raise GivenError("subject_to", f"“{shorten(str(text))}” is no text", _EXAMPLE)
    signs = _SIGN.findall(text)
    if len(signs) != 1 or signs[0] not in _AT_MOST | _AT_LEAST:
        raise GivenError("subject to", f"“{shorten(text)}” {_what_is_wrong(signs)}", _EXAMPLE)
    name, value = (part.strip() for part in text.split(signs[0]))
    if not name or not value:
        raise GivenError(
            "subject to",
            f"“{shorten(text)}” has nothing {'before' if not name else 'after'} the {signs[0]}",
            _EXAMPLE,
        )
    if not name.isidentifier():
        reason = (
            "the limited variable stands first"
            if name[:1].isdigit()
            else f"“{shorten(name)}” is no name of a variable"
        )
        raise GivenError("subject to", f"“{shorten(text)}”: {reason}", _EXAMPLE)
    var = system.find(name)
    return Limit(var, read_value(var, value), signs[0] in _AT_MOST)


def _what_is_wrong(signs: list[str]) -> str:
    if not signs:
        return "has no sign <= or >="
    return (
        "has more than one sign; state each limit by itself"
        if len(signs) > 1
        else "is an equation: state it as a given"
    )
