"""Eliminate: several relations become one equation for the unknown, by substituting and
cancelling.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy

from derive.algebra.isolate import isolate
from derive.equations.expression import Eq, replace
from derive.equations.plain import plain
from derive.results.derivation import Step, StepRule

Equation = tuple[Any, Any]


@dataclass
class Elimination:
    """What is left for the unknown: `equation` (None when it dropped out), conditions without any
    unknown (`side_conditions`),

    `definitions` of the other unknowns (evaluate them last to first), and unknowns that
    `cancelled`.
    """

    equation: Equation | None = None
    side_conditions: list[Equation] = field(default_factory=list)
    definitions: list[tuple[Any, Any]] = field(default_factory=list)
    cancelled: list[Any] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    open: bool = False


def degree(expression: Any, s: Any) -> Fraction | None:
    """The power to which `s` stands in every term of an expression, or None if it stands in
    different ones.
    """
    if s not in expression.free_symbols:
        return Fraction(0)
    if expression == s:
        return Fraction(1)
    if expression.is_Mul:
        total = Fraction(0)
        for factor in expression.args:
            part = degree(factor, s)
            if part is None:
                return None
            total += part
        return total
    if expression.is_Pow and expression.exp.is_Rational:
        inner = degree(expression.base, s)
        return (
            None
            if inner is None
            else inner * Fraction(int(expression.exp.p), int(expression.exp.q))
        )
    if expression.is_Add or isinstance(expression, (sympy.Max, sympy.Min, sympy.Abs)):
        parts = {degree(argument, s) for argument in expression.args}
        return parts.pop() if len(parts) == 1 else None
    return None


def eliminate(equations: list[Equation], unknown: Iterable[Any], x: Any) -> Elimination:
    """Substitute definitions as written, cancel what both sides carry to the same power, until one
    equation holds x.
    """
    work = Elimination()
    left = list(equations)
    hidden = set(unknown) - {x}
    while True:
        found = _definition(left, hidden, x)
        if found is None:
            left = [_cancel(pair, hidden, work) for pair in left]
            found = _isolated(left, hidden, x)
        if found is None:
            break
        index, var, value = found
        left.pop(index)
        work.definitions.append((var, value))
        hidden.discard(var)
        left = [_substitute(pair, var, value, work, x) for pair in left]
    return _sorted_out(left, hidden, x, work)


def _definition(equations: list[Equation], hidden: set[Any], x: Any) -> tuple[int, Any, Any] | None:
    """An equation that states an unknown as written: bare on the left, absent on the right."""
    for index, (left, right) in enumerate(equations):
        if left in hidden and left not in right.free_symbols and _worth(equations, index):
            return index, left, right
    return None


def _worth(equations: list[Equation], index: int) -> bool:
    return len(equations) > 1


def _isolated(equations: list[Equation], hidden: set[Any], x: Any) -> tuple[int, Any, Any] | None:
    """An unknown that can be isolated in one equation and still stands in another."""
    best: tuple[int, int, Any, Any] | None = None
    for index, (left, right) in enumerate(equations):
        for var in sorted(
            (left.free_symbols | right.free_symbols) & hidden, key=lambda v: (v.rank, v.name)
        ):
            if not any(
                k != index and var in (a.free_symbols | b.free_symbols)
                for k, (a, b) in enumerate(equations)
            ):
                continue
            value = isolate(left, right, var)[1]
            if value is not None and (best is None or value.count_ops() < best[0]):
                best = (value.count_ops(), index, var, value)
    return best[1:] if best else None


def _substitute(pair: Equation, var: Any, value: Any, work: Elimination, x: Any) -> Equation:
    left, right = pair
    if var not in left.free_symbols | right.free_symbols:
        return pair
    made = (replace(left, {var: value}), replace(right, {var: value}))
    work.steps.append(Step(StepRule.SUBSTITUTE, Eq(*made), "Put in {0}.", terms=(var,)))
    return made


def _cancel(pair: Equation, hidden: set[Any], work: Elimination) -> Equation:
    """Divide both sides by the unknowns they carry to the same power."""
    left, right = pair
    gone = []
    for s in sorted(
        (left.free_symbols | right.free_symbols) & hidden, key=lambda v: (v.rank, v.name)
    ):
        power = degree(left, s)
        if power is not None and power == degree(right, s):
            left, right = replace(left, {s: sympy.S.One}), replace(right, {s: sympy.S.One})
            gone.append(s)
    if not gone:
        return pair
    work.cancelled.extend(s for s in gone if s not in work.cancelled)
    names = " and ".join(f"{{{k}}}" for k in range(len(gone)))
    many = "s" if len(gone) == 1 else ""
    reason = f"{names} cancel{many}: both sides carry {'it' if many else 'them'} to the same power."
    work.steps.append(Step(StepRule.CANCEL, Eq(left, right), reason, terms=tuple(gone)))
    return left, right


def _sorted_out(
    equations: list[Equation], hidden: set[Any], x: Any, work: Elimination
) -> Elimination:
    """The equation of the unknown; what the others say about the rest; what is left of them are
    conditions.
    """
    rest = list(equations)
    if not _take_equation(rest, hidden, x, work):
        rest = _complete(rest, hidden, work)
        _take_equation(rest, hidden, x, work)
    work.open = work.equation is None and any(x in _symbols(pair) for pair in rest)
    if not work.open:
        rest = _complete(rest, hidden, work)
    work.side_conditions = [pair for pair in rest if not _symbols(pair) & hidden]
    present = {
        s for pair in (*rest, *([work.equation] if work.equation else [])) for s in _symbols(pair)
    }
    work.cancelled.extend(
        sorted(hidden - present - set(work.cancelled), key=lambda v: (v.rank, v.name))
    )  # gone by substitution alone
    return work


def _take_equation(equations: list[Equation], hidden: set[Any], x: Any, work: Elimination) -> bool:
    """Take out the first equation that holds no unknown but x."""
    for pair in equations:
        symbols = _symbols(pair)
        if x in symbols and not symbols & hidden:
            work.equation = pair
            equations.remove(pair)
            return True
    return False


def _complete(equations: list[Equation], hidden: set[Any], work: Elimination) -> list[Equation]:
    """Read the remaining unknowns off the remaining equations, those with the fewest first; returns
    what no rule reads.
    """
    left = list(equations)
    while True:
        found = _readable(left, hidden)
        if found is None:
            return left
        pair, var, value = found
        left.remove(pair)
        left = [(replace(a, {var: value}), replace(b, {var: value})) for a, b in left]
        hidden.discard(var)
        work.definitions.append((var, value))


def _readable(equations: list[Equation], hidden: set[Any]) -> tuple[Equation, Any, Any] | None:
    for pair in sorted(equations, key=lambda pair: len(_symbols(pair) & hidden)):
        for var in sorted(_symbols(pair) & hidden, key=lambda v: (v.rank, v.name)):
            value = isolate(*pair, var)[1]
            if value is not None:
                return pair, var, value
    return None


def _symbols(pair: Equation) -> set[Any]:
    left, right = pair
    found: set[Any] = left.free_symbols | right.free_symbols
    return found


def describe(equations: list[Equation]) -> str:
    """The equations as plain text, for messages."""
    return "; ".join(plain(Eq(*pair)) for pair in equations)
