"""Elimination: several relations reduced to one equation for the unknown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy

from derive.algebra.degenerate import signs
from derive.algebra.isolate import isolate, length_of, too_long
from derive.equations.expression import Eq, expanded, replace, symbols_in
from derive.equations.var import ordered
from derive.results.derivation import Step, StepRule

Equation = tuple[Any, Any]


@dataclass
class Elimination:
    """The reduced system: the `equation` of the unknown (None where it dropped out),
    `side_conditions` without unknowns, `definitions` of the other unknowns (to be evaluated last to
    first), and unknowns that `cancelled`; `open` where equations stay coupled, `guarded` where a
    regime holds under conditions.
    """

    equation: Equation | None = None
    side_conditions: list[Equation] = field(default_factory=list)
    definitions: list[tuple[Any, Any]] = field(default_factory=list)
    cancelled: list[Any] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    open: bool = False
    guarded: bool = False


def degree(expression: Any, s: Any) -> Fraction | None:
    """The power of `s` common to all terms of an expression; None where they differ."""
    if s not in symbols_in(expression):
        return Fraction(0)
    if expression == s:
        return Fraction(1)
    if expression.is_Mul:
        powers = [degree(factor, s) for factor in expression.args]
        return None if None in powers else sum(filter(None, powers), Fraction(0))
    if expression.is_Pow and expression.exp.is_Rational:
        inner, exponent = degree(expression.base, s), expression.exp
        return None if inner is None else inner * Fraction(int(exponent.p), int(exponent.q))
    if expression.is_Add or isinstance(expression, (sympy.Max, sympy.Min, sympy.Abs)):
        parts = {degree(argument, s) for argument in expression.args}
        return parts.pop() if len(parts) == 1 else None
    return None


@lru_cache(maxsize=4096)
def cancels(left: Any, right: Any, s: Any) -> bool:
    """Whether both sides carry one power of `s`."""
    power = degree(left, s)
    return power is not None and power == degree(right, s)


def lowest_power(expression: Any, s: Any) -> Fraction | None:
    """The least power of `s` among the terms of an expression; None where that is not known."""
    if expression.is_Pow and expression.exp.is_Rational:
        inner, exponent = lowest_power(expression.base, s), expression.exp
        return None if inner is None else inner * Fraction(int(exponent.p), int(exponent.q))
    if not isinstance(expression, (sympy.Mul, sympy.Add, sympy.Max, sympy.Min, sympy.Abs)):
        return degree(expression, s)
    powers = [lowest_power(argument, s) for argument in expression.args]
    known = [power for power in powers if power is not None]
    if len(known) < len(powers):
        return None
    return sum(known, Fraction(0)) if expression.is_Mul else min(known)


def eliminate(
    equations: list[Equation], unknown: Iterable[Any], x: Any, *, guarded: bool = False
) -> Elimination:
    """Reduce the equations to one for x: substitute definitions as written, cancel unknowns that
    both sides carry to the same power, and those that drop out once an equation is multiplied out,
    unless the regime is `guarded` by conditions on them.
    """
    work = Elimination(guarded=guarded)
    rest = list(equations)
    hidden = set(unknown) - {x}
    while True:
        found = _definition(rest, hidden)
        if found is None:
            rest = [_cancel(pair, hidden, work) for pair in rest]
            found = _isolated(rest, hidden)
        if found is None:
            break
        index, var, value = found
        definition = rest.pop(index)
        work.definitions.append((var, value))
        hidden.discard(var)
        rest = [_substitute(pair, var, value, definition, work) for pair in rest]
    return _completed(rest, hidden, x, work)


def _definition(equations: list[Equation], hidden: set[Any]) -> tuple[int, Any, Any] | None:
    """One of several equations that states an unknown: bare on the left, absent on the right."""
    for index, (left, right) in enumerate(equations):
        if left in hidden and left not in symbols_in(right) and len(equations) > 1:
            return index, left, right
    return None


def _isolated(equations: list[Equation], hidden: set[Any]) -> tuple[int, Any, Any] | None:
    """The shortest isolated form of an unknown that another equation contains too, of equations
    that are not too long.
    """
    best: tuple[int, int, Any, Any] | None = None
    for index, pair in enumerate(equations):
        if too_long(*pair):
            continue
        others = {s for k, other in enumerate(equations) if k != index for s in _symbols(other)}
        for var in ordered(_unknowns(pair, {s for s in hidden if s in others})):
            value = isolate(*pair, var)[1]
            if value is not None and (best is None or length_of(value) < best[0]):
                best = (length_of(value), index, var, value)
    return best[1:] if best else None


def _substitute(
    pair: Equation, var: Any, value: Any, definition: Equation, work: Elimination
) -> Equation:
    """The equation with the value of a variable, which its definition gives, put in."""
    if var not in _symbols(pair):
        return pair
    made = (replace(pair[0], {var: value}), replace(pair[1], {var: value}))
    uses = (Eq(*definition), Eq(*pair))
    work.steps.append(Step(StepRule.SUBSTITUTE, Eq(*made), "Put in {0}.", terms=(var,), uses=uses))
    return made


def _cancel(pair: Equation, hidden: set[Any], work: Elimination) -> Equation:
    """Divide both sides by the unknowns that they carry to the same power."""
    left, right = pair
    cancelled = []
    for s in ordered(_unknowns(pair, hidden)):
        if cancels(left, right, s):
            left, right = replace(left, {s: sympy.S.One}), replace(right, {s: sympy.S.One})
            cancelled.append(s)
    if not cancelled:
        return pair
    work.cancelled.extend(s for s in cancelled if s not in work.cancelled)
    names = " and ".join(f"{{{k}}}" for k in range(len(cancelled)))
    verb, object_ = ("cancels", "it") if len(cancelled) == 1 else ("cancel", "them")
    reason = f"{names} {verb}: both sides carry {object_} to the same power."
    step = Step(StepRule.CANCEL, Eq(left, right), reason, terms=tuple(cancelled), uses=(Eq(*pair),))
    work.steps.append(step)
    return left, right


def _completed(
    equations: list[Equation], hidden: set[Any], x: Any, work: Elimination
) -> Elimination:
    """The elimination with the equation of x taken, definitions read off the others, and the rest
    as side conditions.
    """
    rest = list(equations)
    if not _take_equation(rest, hidden, x, work) and not any(too_long(*pair) for pair in rest):
        rest = _complete(rest, hidden, work)
        _take_equation(rest, hidden, x, work)
    work.open = work.equation is None and any(x in _symbols(pair) for pair in rest)
    if not work.open:
        rest = _complete(rest, hidden, work)
    work.side_conditions = [pair for pair in rest if not _symbols(pair) & hidden]
    equations = [*rest, work.equation] if work.equation else rest
    present = {s for pair in equations for s in _symbols(pair)}
    work.cancelled.extend(ordered(hidden - present - set(work.cancelled)))  # by substitution alone
    return work


def _take_equation(equations: list[Equation], hidden: set[Any], x: Any, work: Elimination) -> bool:
    """Take the first equation whose only unknown is x; whether there is one."""
    for pair in equations:
        symbols = _symbols(pair)
        if x in symbols and not symbols & hidden:
            work.equation = pair
            equations.remove(pair)
            return True
    for pair in equations:
        if x in _symbols(pair) and (made := _multiplied_out(pair, hidden, work)) is not None:
            work.equation = made
            equations.remove(pair)
            return True
    return False


def _multiplied_out(pair: Equation, hidden: set[Any], work: Elimination) -> Equation | None:
    """The equation without its unknowns, where they drop out of it once it is multiplied out."""
    gone = ordered(_unknowns(pair, hidden))
    if work.guarded or too_long(*pair):
        return None
    above = expanded(sympy.fraction(sympy.together(pair[0] - pair[1]))[0])
    if above is None or not above.free_symbols.isdisjoint(gone):
        return None
    made = signs(above)
    names = " and ".join(f"{{{k}}}" for k in range(len(gone)))
    reason = f"Multiply out: {names} drop{'s' * (len(gone) == 1)} out."
    step = Step(StepRule.COLLECT, Eq(*made), reason, terms=tuple(gone), uses=(Eq(*pair),))
    work.steps.append(step)
    work.cancelled.extend(s for s in gone if s not in work.cancelled)
    return made


def _complete(equations: list[Equation], hidden: set[Any], work: Elimination) -> list[Equation]:
    """Isolate the remaining unknowns in the remaining equations, those with the fewest first;
    returns the equations left.
    """
    rest = list(equations)
    while True:
        found = _solvable(rest, hidden)
        if found is None:
            return rest
        pair, var, value = found
        rest.remove(pair)
        rest = [(replace(a, {var: value}), replace(b, {var: value})) for a, b in rest]
        hidden.discard(var)
        work.definitions.append((var, value))


def _solvable(equations: list[Equation], hidden: set[Any]) -> tuple[Equation, Any, Any] | None:
    for pair in sorted(equations, key=lambda pair: len(_unknowns(pair, hidden))):
        for var in ordered(_unknowns(pair, hidden)):
            value = isolate(*pair, var)[1]
            if value is not None:
                return pair, var, value
    return None


def _unknowns(pair: Equation, hidden: set[Any]) -> list[Any]:
    """The unknowns of an equation."""
    symbols = _symbols(pair)
    return [s for s in hidden if s in symbols]


def _symbols(pair: Equation) -> set[Any]:
    return {*symbols_in(pair[0]), *symbols_in(pair[1])}
