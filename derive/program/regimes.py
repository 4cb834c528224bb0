"""Regimes: the winning argument of each extremum and the case that holds, as codes and texts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from derive.program.arithmetic import compared
from derive.program.compiler import COMPARE
from derive.program.data import CaseDistinction, Extremum, ProgramBranch
from derive.program.reader import NO_VALUE, NodeReader, Values
from derive.program.tolerances import CLOSE

Choice = Extremum | CaseDistinction


def regime_parts(reader: NodeReader, branch: ProgramBranch, values: Values) -> list[str]:
    """The parts of a regime's name from one branch: its guards, then its extrema and cases."""
    codes = ((choice, code_of(choice, reader, values)) for choice in branch.extrema)
    return [branch.regime, *(text_of(c, code) for c, code in codes if code is not None)]


def joined_regimes(parts: Iterable[str]) -> str:
    """The distinct conditions of a regime's parts as one text."""
    return " and ".join(dict.fromkeys(c for part in parts if part for c in part.split(" and ")))


def radix(choice: Choice) -> int:
    """The number of codes of a choice."""
    return len(choice.names) ** 2 if isinstance(choice, Extremum) else len(choice.names) + 1


def codes(choice: Choice) -> list[int]:
    """The codes that occur: of an extremum each argument alone, or tied with a later one."""
    if not isinstance(choice, Extremum):
        return list(range(len(choice.names) + 1))
    count = len(choice.names)
    return [first * count + other for first in range(count) for other in range(first, count)]


@singledispatch
def code_of(choice: Choice, reader: NodeReader, values: Values) -> int | None:
    """The code of the winner or case at these slot values; None where it cannot be evaluated."""
    raise TypeError(type(choice).__name__)


@code_of.register
def _(choice: Extremum, reader: NodeReader, values: Values) -> int | None:
    """The winner's number times the number of arguments, plus that of a tied argument, else its
    own.
    """
    try:
        sizes = [float(reader.value(argument, values)) for argument in choice.arguments]
    except NO_VALUE:
        return None
    best = max(sizes) if choice.largest else min(sizes)
    near = [k for k, size in enumerate(sizes) if abs(size - best) <= CLOSE * abs(best)]
    return near[0] * len(sizes) + near[1] if len(near) > 1 else near[0] * (len(sizes) + 1)


@code_of.register
def _(choice: CaseDistinction, reader: NodeReader, values: Values) -> int | None:
    """The number of the first condition that holds, the last number for none."""
    for k, (kind, left, right) in enumerate(choice.conditions):
        try:
            if compared(COMPARE[kind], reader.value(left, values), reader.value(right, values)):
                return k
        except NO_VALUE:
            return None
    return len(choice.conditions)


@singledispatch
def text_of(choice: Choice, code: int) -> str:
    """The text of a code: "compute_time ≥ memory_time", "prompt_length > tier_threshold"."""
    raise TypeError(type(choice).__name__)


@text_of.register
def _(choice: Extremum, code: int) -> str:
    first, second = divmod(code, len(choice.names))
    others = [name for k, name in enumerate(choice.names) if k not in (first, second)]
    tied = [choice.names[second]] if second != first else []
    beyond = [f" {'≥' if choice.largest else '≤'} {', '.join(others)}"] if others else []
    return choice.names[first] + "".join([*(f" = {name}" for name in tied), *beyond])


@text_of.register
def _(choice: CaseDistinction, code: int) -> str:
    if code < len(choice.names):
        return choice.names[code][0]
    return " and ".join(otherwise for _, otherwise in choice.names) if choice.complete else ""
