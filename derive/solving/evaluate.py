"""Evaluate: a solved block at the question's numbers, in every regime, with guards, ties and ranges
judged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as with_fields
from itertools import pairwise
from typing import Any

import sympy

from derive.algebra.branch import Branch
from derive.algebra.eliminate import degree
from derive.algebra.numeric import grid, log_residual, roots, vanishes
from derive.equations.arithmetic import Function, compile_expression
from derive.equations.expression import replace
from derive.equations.var import Var

CLOSE = 1e-9
NOISE = 1e-12  # what is left of a difference of floats that are equal
Values = list[Any]  # one slot per variable of the system; None where there is no value


@dataclass(frozen=True)
class Compiled:
    """A branch as functions of the slots."""

    branch: Branch
    slot: int
    formula: Function | None
    equation: tuple[Function, Function] | None
    side_conditions: tuple[tuple[Function, Function], ...]
    guards: tuple[tuple[Function, Function], ...]
    definitions: tuple[tuple[int, Function], ...]
    cancelled_slots: tuple[int, ...]
    differences: tuple[tuple[Any, tuple[Function, ...]], ...] = ()
    slots: Mapping[Any, int] = field(default_factory=dict)


def compile_branch(branch: Branch, slots: Mapping[Any, int]) -> Compiled:
    """The functions of a branch; unknowns that cancelled in formula and guards alike are set to
    one.
    """

    def make(expression: Any) -> Function:
        return compile_expression(expression, slots)

    def pair(sides: tuple[Any, Any]) -> tuple[Function, Function]:
        return make(sides[0]), make(sides[1])

    even = [
        s
        for s in branch.cancelled
        if all(_same_degree(guard.larger, guard.smaller, s, branch) for guard in branch.guards)
    ]
    return Compiled(
        branch,
        slots[branch.unknown],
        None if branch.formula is None else make(branch.formula),
        None if branch.equation is None else pair(branch.equation),
        tuple(pair(tie) for tie in branch.side_conditions),
        tuple((make(guard.larger), make(guard.smaller)) for guard in branch.guards),
        tuple((slots[var], make(value)) for var, value in reversed(branch.definitions)),
        tuple(slots[s] for s in even),
        tuple(
            (node, tuple(make(term) for term in node.args)) for node in differences(branch.formula)
        ),
        slots,
    )


def differences(formula: Any) -> list[Any]:
    """The sums within a formula whose terms may cancel."""
    sums = (
        []
        if formula is None
        else [node for node in sympy.preorder_traversal(formula) if node.is_Add]
    )
    return [node for node in sums if any(not term.is_nonnegative for term in node.args)]


def _same_degree(larger: Any, smaller: Any, s: Any, branch: Branch) -> bool:
    for var, value in branch.definitions:
        larger, smaller = replace(larger, {var: value}), replace(smaller, {var: value})
    power = degree(larger, s)
    return power is not None and power == degree(smaller, s)


@dataclass(frozen=True)
class BranchResult:
    """One value of a block's unknown with all values then known."""

    value: float
    values: Values
    branch: Branch
    condition: str = ""
    outside: bool = False


@dataclass
class BlockResult:
    """What a block gave: results that hold, flat branches that hold with their intervals, and why
    others did not.
    """

    results: list[BranchResult] = field(default_factory=list)
    indeterminate: list[tuple[Branch, tuple[float, float]]] = field(default_factory=list)
    outside: list[BranchResult] = field(default_factory=list)
    unsolved: list[Branch] = field(default_factory=list)
    rejected: list[tuple[Branch, str]] = field(default_factory=list)


def evaluate_block(compiled: Sequence[Compiled], unknown: Var, values: Values) -> BlockResult:
    """All regimes of a block at these values. A flat branch that holds beats its neighbours at the
    boundary.
    """
    found = BlockResult()
    for item in compiled:
        branch = item.branch
        if branch.open:
            _set_aside(item, values, found)
        elif branch.indeterminate:
            _try_flat(item, unknown, values, found)
        else:
            for value in _candidates(item, unknown, values, found):
                _judge(item, value, unknown, values, found)
    if found.indeterminate:
        found.results = [
            r
            for r in found.results
            if not any(_inside(r.value, span) for _, span in found.indeterminate)
        ]
    found.results = _merged(found.results)
    return found


def _candidates(item: Compiled, unknown: Var, values: Values, found: BlockResult) -> list[float]:
    """The values that the branch's formula or equation gives; a branch that says nothing about the
    unknown is unsolved.
    """
    low, high, _, _ = unknown.bounds
    if item.formula is not None:
        value = _formula_value(item, values)
        if value is None:
            _any_value(item, unknown, values, found)
        elif math.isnan(value):
            found.unsolved.append(item.branch)
        return [] if value is None or not math.isfinite(value) else [_snapped(value, unknown)]
    assert item.equation is not None
    left, right = item.equation
    local = list(values)

    def residual(x: float) -> float:
        local[item.slot] = x
        return log_residual(left(local), right(local))

    values_found = [] if vanishes(residual, low, high) else roots(residual, low, high)
    if not values_found:
        found.unsolved.append(item.branch)
    return values_found


def _formula_value(item: Compiled, values: Values) -> float | None:
    """The formula's value; infinite at a pole, None where numerator and denominator vanish
    together, NaN if something is unknown.

    A difference below the noise of its terms is exactly zero: what floats leave of it is no number
    to build on.
    """
    assert item.formula is not None
    vanished = [node for node, terms in item.differences if _vanishes(terms, values)]
    if vanished:
        return _exactly(
            replace(item.branch.formula, dict.fromkeys(vanished, sympy.S.Zero)), item, values
        )
    try:
        return float(item.formula(values))
    except ZeroDivisionError:
        return _exactly(item.branch.formula, item, values)
    except TypeError:  # something in it has no value
        return math.nan
    except (ArithmeticError, ValueError):
        odd = any(
            power.exp.is_Rational and power.exp.q > 1 and power.exp.q % 2
            for power in item.branch.formula.atoms(sympy.Pow)
        )
        return (
            math.nan if odd else math.inf
        )  # an odd root of a negative number exists, and floats do not give it


def _vanishes(terms: Sequence[Function], values: Values) -> bool:
    try:
        sizes = [term(values) for term in terms]
    except (ArithmeticError, ValueError, TypeError):
        return False
    return bool(abs(math.fsum(sizes)) <= NOISE * max(map(abs, sizes)))


def _exactly(formula: Any, item: Compiled, values: Values) -> float | None:
    """A formula with its vanishing parts at exact zero: a number, infinity at a pole, None for
    nothing over nothing.
    """
    above, below = sympy.fraction(formula)
    if formula is sympy.nan or formula.has(sympy.nan):
        return None
    try:
        under, over = (
            float(compile_expression(part, item.slots)(values)) for part in (below, above)
        )
    except (ArithmeticError, ValueError, TypeError, NotImplementedError):
        return math.inf
    return over / under if under else (math.inf if over else None)


def _snapped(value: float, unknown: Var) -> float:
    """The end of a closed range for a value that misses it by no more than the noise of its
    inputs.
    """
    low, high, open_low, open_high = unknown.bounds
    if not unknown.admits(value):
        for end, is_open in ((low, open_low), (high, open_high)):
            if not is_open and math.isclose(value, end, rel_tol=CLOSE):
                return end
    return value


def _judge(item: Compiled, value: float, unknown: Var, values: Values, found: BlockResult) -> None:
    """Sort a candidate into what holds, holds on a condition, lies outside its range, or fails its
    guard.
    """
    full = list(values)
    full[item.slot] = value
    holds = guards_hold(item, full)
    if holds is False:
        found.rejected.append((item.branch, "its guard fails"))
    elif not unknown.admits(value):
        found.outside.append(BranchResult(value, full, item.branch, outside=True))
    elif any(_beyond(var, full, item) for var, _ in item.branch.definitions):
        found.rejected.append((item.branch, "it puts another variable outside its range"))
    elif any(_tie_gap(tie, full) for tie in item.side_conditions):
        found.rejected.append((item.branch, "a further condition fails"))
    else:
        found.results.append(
            BranchResult(value, full, item.branch, "" if holds else item.branch.regime)
        )


def _beyond(var: Var, values: Values, item: Compiled) -> bool:
    """Whether an eliminated variable lies outside its range by more than the noise of others of its
    kind.
    """
    value = values[item.slots[var]]
    if value is None or var.admits(_snapped(value, var)):
        return False
    alike = (
        values[slot]
        for other, slot in item.slots.items()
        if other.unit.dimension == var.unit.dimension
    )
    return bool(abs(value) > CLOSE * max(abs(x) for x in alike if x is not None))


def _tie_gap(tie: tuple[Function, Function], values: Values) -> bool:
    try:
        return abs(log_residual(tie[0](values), tie[1](values))) > 1e-6
    except (ArithmeticError, ValueError, TypeError):
        return False


def guards_hold(item: Compiled, values: Values) -> bool | None:
    """Whether all guards hold (within 1e-9); None when one cannot be evaluated. Fills in what was
    eliminated.
    """
    local = list(values)
    for slot in item.cancelled_slots:
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
    return any(values[slot] is None for slot in item.cancelled_slots)


def _try_flat(item: Compiled, unknown: Var, values: Values, found: BlockResult) -> None:
    """A branch without the unknown: if its conditions hold, every value within its guards is an
    answer.
    """
    try:
        holds = all(
            abs(log_residual(left(values), right(values))) < CLOSE
            for left, right in item.side_conditions
        )
    except (ArithmeticError, ValueError, TypeError):
        found.unsolved.append(item.branch)
        return
    if not holds:
        found.rejected.append((item.branch, "its condition on the givens fails"))
        return
    _any_value(item, unknown, values, found)


def _any_value(item: Compiled, unknown: Var, values: Values, found: BlockResult) -> None:
    """Every value within the guards is an answer of this branch."""
    spans = _intervals(item, unknown, values)
    if spans is None:
        found.unsolved.append(item.branch)
    else:
        found.indeterminate.extend((item.branch, span) for span in spans)


def _set_aside(item: Compiled, values: Values, found: BlockResult) -> None:
    """A branch that could not be solved: rejected if its conditions or guards fail whatever the
    unknown is.
    """
    if (
        any(_tie_gap(tie, values) for tie in item.side_conditions)
        or guards_hold(item, list(values)) is False
    ):
        found.rejected.append((item.branch, "its conditions fail"))
    else:
        found.unsolved.append(item.branch)


def _intervals(item: Compiled, unknown: Var, values: Values) -> list[tuple[float, float]] | None:
    """Where along the unknown's range the guards hold. None if one cannot be evaluated anywhere.

    Looked at on a grid and between the crossings of the guards' sides; what changes between two
    points is bisected.
    """
    low, high, _, _ = unknown.bounds

    def holds(x: float) -> bool | None:
        return guards_hold(item, _with_definitions(item, values, x))

    edges = sorted(
        {
            root
            for larger, smaller in item.guards
            for root in _crossings(item, larger, smaller, unknown, values)
        }
    )
    between = [
        0.5 * (start + stop)
        for start, stop in pairwise([low, *edges, high])
        if math.isfinite(start + stop)
    ]
    verdicts = [(x, holds(x)) for x in sorted({*grid(low, high, 4), *between}) if unknown.admits(x)]
    if not any(verdict for _, verdict in verdicts):
        return None if any(verdict is None for _, verdict in verdicts) else []
    spans: list[tuple[float, float]] = []
    before: tuple[float, bool] | None = None
    for x, verdict in verdicts:
        if verdict and not (before and before[1]):
            spans.append((low if before is None else _turn(holds, x, before[0], edges), high))
        if not verdict and before and before[1]:
            spans[-1] = (spans[-1][0], _turn(holds, before[0], x, edges))
        before = (x, bool(verdict))
    return spans


def crossovers(item: Compiled, unknown: Var, values: Values) -> list[tuple[Any, Any, float]]:
    """Where along the unknown each guard of a branch turns: the sides that are equal there, and the
    value.
    """
    found: list[tuple[Any, Any, float]] = []
    for guard, (larger, smaller) in zip(item.branch.guards, item.guards, strict=True):
        try:
            found += [
                (guard.larger, guard.smaller, x)
                for x in _crossings(item, larger, smaller, unknown, values)
                if unknown.admits(x)
            ]
        except (ArithmeticError, ValueError, TypeError):
            continue
    return found


def _crossings(
    item: Compiled, larger: Function, smaller: Function, unknown: Var, values: Values
) -> list[float]:
    """Where the two sides of a guard are equal."""

    def gap(x: float) -> float:
        local = _with_definitions(item, values, x)
        return log_residual(larger(local), smaller(local))

    low, high, _, _ = unknown.bounds
    return roots(gap, low, high)


def _turn(
    holds: Callable[[float], bool | None], inside: float, outside: float, edges: list[float]
) -> float:
    """Where between two points the guards cease to hold: at a crossing of their sides, or where one
    ends.
    """
    for _ in range(80):
        middle = 0.5 * (inside + outside)
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    nearest = min(edges, key=lambda edge: abs(edge - inside), default=inside)
    return nearest if math.isclose(nearest, inside, rel_tol=1e-6) else inside


def _with_definitions(item: Compiled, values: Values, x: float) -> Values:
    local = list(values)
    local[item.slot] = x
    for slot in item.cancelled_slots:
        local[slot] = 1.0 if local[slot] is None else local[slot]
    for slot, definition in item.definitions:
        try:
            local[slot] = definition(local)
        except (ArithmeticError, ValueError, TypeError):
            local[slot] = None
    return local


def _inside(value: float, span: tuple[float, float]) -> bool:
    slack = 1e-6 * abs(value)
    return span[0] - slack <= value <= span[1] + slack


def _merged(results: list[BranchResult]) -> list[BranchResult]:
    """Equal values of two regimes are one: the point is a kink where both hold."""
    kept: list[BranchResult] = []
    for result in results:
        twin = next((k for k in kept if math.isclose(k.value, result.value, rel_tol=1e-9)), None)
        if twin is None:
            kept.append(result)
        else:
            better = result if twin.condition and not result.condition else twin
            kept[kept.index(twin)] = with_fields(better, values=_agreed(twin.values, result.values))
    return kept


def _agreed(first: Values, second: Values) -> Values:
    """The values that two regimes share; what differs between them is not settled by the point they
    meet at.
    """
    return [
        a if a is not None and b is not None and math.isclose(a, b, rel_tol=CLOSE) else None
        for a, b in zip(first, second, strict=True)
    ]
