"""Evaluate: a solved block at the question's numbers, in every regime, with guards, ties and ranges judged."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from derive.equations.arithmetic import Function, compile_expression
from derive.equations.var import Var
from derive.solving.block import Branch
from derive.solving.eliminate import degree
from derive.solving.numeric import grid, miss, roots

CLOSE = 1e-9
Values = list[Any]  # one slot per variable of the system; None where there is no value


@dataclass(frozen=True)
class Compiled:
    """A branch as functions of the slots."""

    branch: Branch
    slot: int
    formula: Function | None
    equation: tuple[Function, Function] | None
    ties: tuple[tuple[Function, Function], ...]
    guards: tuple[tuple[Function, Function], ...]
    definitions: tuple[tuple[int, Function], ...]
    ones: tuple[int, ...]


def compile_branch(branch: Branch, slots: Mapping[Any, int]) -> Compiled:
    """The functions of a branch; unknowns that cancelled in formula and guards alike are set to one."""

    def make(expression: Any) -> Function:
        return compile_expression(expression, slots)

    def pair(sides: tuple[Any, Any]) -> tuple[Function, Function]:
        return make(sides[0]), make(sides[1])

    even = [s for s in branch.cancelled if all(_same_degree(guard.larger, guard.smaller, s, branch) for guard in branch.guards)]
    return Compiled(
        branch,
        slots[branch.unknown],
        None if branch.formula is None else make(branch.formula),
        None if branch.equation is None else pair(branch.equation),
        tuple(pair(tie) for tie in branch.ties),
        tuple((make(guard.larger), make(guard.smaller)) for guard in branch.guards),
        tuple((slots[var], make(value)) for var, value in reversed(branch.definitions)),
        tuple(slots[s] for s in even),
    )


def _same_degree(larger: Any, smaller: Any, s: Any, branch: Branch) -> bool:
    from derive.equations.expression import replace

    for var, value in branch.definitions:
        larger, smaller = replace(larger, {var: value}), replace(smaller, {var: value})
    power = degree(larger, s)
    return power is not None and power == degree(smaller, s)


@dataclass(frozen=True)
class Result:
    """One value of a block's unknown with all values then known."""

    value: float
    values: Values
    branch: Branch
    condition: str = ""
    outside: bool = False


@dataclass
class Evaluated:
    """What a block gave: results that hold, flat branches that hold with their intervals, and why others did not."""

    results: list[Result] = field(default_factory=list)
    flat: list[tuple[Branch, tuple[float, float]]] = field(default_factory=list)
    outside: list[Result] = field(default_factory=list)
    unsolved: list[Branch] = field(default_factory=list)
    rejected: list[tuple[Branch, str]] = field(default_factory=list)


def evaluate_block(compiled: Sequence[Compiled], unknown: Var, values: Values) -> Evaluated:
    """All regimes of a block at these values. A flat branch that holds beats its neighbours at the boundary."""
    found = Evaluated()
    for item in compiled:
        branch = item.branch
        if branch.open:
            found.unsolved.append(branch)
        elif branch.flat:
            _try_flat(item, unknown, values, found)
        else:
            for value in _candidates(item, unknown, values):
                _judge(item, value, unknown, values, found)
    if found.flat:
        found.results = [r for r in found.results if not any(_inside(r.value, span) for _, span in found.flat)]
    found.results = _merged(found.results)
    return found


def _candidates(item: Compiled, unknown: Var, values: Values) -> list[float]:
    if item.formula is not None:
        try:
            value = float(item.formula(values))
        except (ArithmeticError, ValueError, TypeError):
            return []
        return [value] if math.isfinite(value) else []
    assert item.equation is not None
    left, right = item.equation
    local = list(values)

    def residual(x: float) -> float:
        local[item.slot] = x
        return miss(left(local), right(local))

    low, high, _, _ = unknown.bounds
    return roots(residual, low, high)


def _judge(item: Compiled, value: float, unknown: Var, values: Values, found: Evaluated) -> None:
    """Sort a candidate into what holds, holds on a condition, lies outside its range, or fails its guard."""
    full = list(values)
    full[item.slot] = value
    holds = guards_hold(item, full)
    if holds is False:
        found.rejected.append((item.branch, "its guard fails"))
    elif not unknown.admits(value):
        found.outside.append(Result(value, full, item.branch, outside=True))
    elif any(_tie_gap(tie, full) for tie in item.ties):
        found.rejected.append((item.branch, "a further condition fails"))
    else:
        found.results.append(Result(value, full, item.branch, "" if holds else item.branch.regime))


def _tie_gap(tie: tuple[Function, Function], values: Values) -> bool:
    try:
        return abs(miss(tie[0](values), tie[1](values))) > 1e-6
    except (ArithmeticError, ValueError, TypeError):
        return False


def guards_hold(item: Compiled, values: Values) -> bool | None:
    """Whether all guards hold (within 1e-9); None when one cannot be evaluated. Fills in what was eliminated."""
    local = list(values)
    for slot in item.ones:
        if local[slot] is None:
            local[slot] = 1.0
    for slot, definition in item.definitions:
        try:
            local[slot] = definition(local)
        except (ArithmeticError, ValueError, TypeError):
            local[slot] = None
        if values[slot] is None and not _depends_on_ones(item, values):
            values[slot] = local[slot]
    verdict: bool | None = True
    for larger, smaller in item.guards:
        try:
            big, small = larger(local), smaller(local)
            if big < small - CLOSE * max(abs(big), abs(small)):
                return False
        except (ArithmeticError, ValueError, TypeError):
            verdict = None
    return verdict


def _depends_on_ones(item: Compiled, values: Values) -> bool:
    return any(values[slot] is None for slot in item.ones)


def _try_flat(item: Compiled, unknown: Var, values: Values, found: Evaluated) -> None:
    """A branch without the unknown: if its conditions hold, every value within its guards is an answer."""
    try:
        holds = all(abs(miss(left(values), right(values))) < CLOSE for left, right in item.ties)
    except (ArithmeticError, ValueError, TypeError):
        found.unsolved.append(item.branch)
        return
    if not holds:
        found.rejected.append((item.branch, "its condition on the givens fails"))
        return
    for span in _intervals(item, unknown, values):
        found.flat.append((item.branch, span))


def _intervals(item: Compiled, unknown: Var, values: Values) -> list[tuple[float, float]]:
    """Where along the unknown's range the guards hold: between the crossings of their sides."""
    low, high, _, _ = unknown.bounds
    edges = [low]
    for larger, smaller in item.guards:

        def gap(x: float, big: Function = larger, small: Function = smaller) -> float:
            local = _with_definitions(item, values, x)
            return miss(big(local), small(local))

        edges.extend(roots(gap, low, high))
    edges = [*sorted(set(edges)), high]
    spans: list[tuple[float, float]] = []
    for start, stop in zip(edges, edges[1:], strict=False):
        inside = [x for x in grid(max(start, 1e-24), min(stop, 1e36), 1) if start < x < stop] or [0.5 * (start + stop)]
        if guards_hold(item, _with_definitions(item, values, inside[len(inside) // 2])):
            if spans and spans[-1][1] == start:
                spans[-1] = (spans[-1][0], stop)
            else:
                spans.append((start, stop))
    return spans


def _with_definitions(item: Compiled, values: Values, x: float) -> Values:
    local = list(values)
    local[item.slot] = x
    for slot in item.ones:
        local[slot] = 1.0 if local[slot] is None else local[slot]
    for slot, definition in item.definitions:
        local[slot] = definition(local)
    return local


def _inside(value: float, span: tuple[float, float]) -> bool:
    return span[0] * (1 - 1e-6) <= value <= span[1] * (1 + 1e-6)


def _merged(results: list[Result]) -> list[Result]:
    """Equal values of two regimes are one: the point is a kink where both hold."""
    kept: list[Result] = []
    for result in results:
        twin = next((k for k in kept if math.isclose(k.value, result.value, rel_tol=1e-9)), None)
        if twin is None:
            kept.append(result)
        elif twin.condition and not result.condition:
            kept[kept.index(twin)] = result
    return kept
