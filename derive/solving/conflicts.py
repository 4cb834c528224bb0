"""Conflicts: relations closed by what is known must hold; where one does not, the givens behind it disagree."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from derive.derivation.answer import Conflict
from derive.derivation.known import CONVENTION, DEFAULT, GIVEN, Known
from derive.equations.dimensions import dimension_of
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.solving.inquiry import Inquiry
from derive.solving.numeric import miss
from derive.solving.worlds import World
from derive.units.display import format_number, format_value
from derive.units.unit import Unit, base_unit


def find_conflicts(inquiry: Inquiry) -> tuple[Conflict | None, tuple[str, ...]]:
    """The first clash among the givens, and warnings for clashes that rest on looked-up figures alone."""
    used = {i for block in inquiry.plan.blocks for i in block.relations}
    worlds = inquiry.outcomes.worlds
    world = worlds[0] if worlds else inquiry.outcomes.before
    warnings: list[str] = []
    if world is None or world.interval is not None or len(worlds) > 1:
        return None, ()
    for i in inquiry.closure.checks:
        if i in used:
            continue
        conflict, given = _judge(inquiry, world, i)
        if conflict is None:
            continue
        if given:
            return conflict, tuple(warnings)
        warnings.append(f"looked-up figures disagree in {conflict.relation}: {conflict.left} against {conflict.right}")
    return None, tuple(warnings)


def _judge(inquiry: Inquiry, world: World, i: int) -> tuple[Conflict | None, bool]:
    """Whether a closed relation fails beyond the tolerance of the figures behind it."""
    relation = inquiry.system.relations[i]
    sides = _sides(inquiry, world, i)
    if sides is None:
        return None, False
    gap = miss(*sides)
    if abs(gap) < 1e-9:
        return None, False
    behind = sorted(inquiry.rests_on(i, inquiry.closure), key=lambda v: (v.rank, v.name))

    def gap_with(var: Var, value: float) -> float | None:
        moved = inquiry.with_value(var, value)
        worlds = moved.outcomes.worlds
        shifted = _sides(moved, worlds[0], i) if worlds else None
        return None if shifted is None else miss(*shifted)

    if abs(gap) <= inquiry.rtol + 1e-9 + slack(inquiry, behind, gap, gap_with):
        return None, False
    left, right = (format_value(side, _unit_of(relation.left)) for side in sides)
    named = tuple(v.name for v in behind if inquiry.in_force[v].origin not in (CONVENTION, DEFAULT))
    conflict = Conflict(
        named,
        relation.name,
        f"{plain(relation.left)} = {left}",
        f"{plain(relation.right)} = {right}",
        sides[0] / sides[1] if sides[1] else math.inf,
        _unless(inquiry, behind, i),
    )
    return conflict, any(inquiry.in_force[v].origin == GIVEN for v in behind)


def _unit_of(expression: Any) -> Unit:
    return expression.unit if isinstance(expression, Var) else base_unit(dimension_of(expression))


def _sides(inquiry: Inquiry, world: World, i: int) -> tuple[float, float] | None:
    relation = inquiry.system.relations[i]
    values = inquiry.filled(world, relation.variables, inquiry.closure)
    if values is None:
        return None
    try:
        return inquiry.value_of(relation.left, values), inquiry.value_of(relation.right, values)
    except (ArithmeticError, ValueError, TypeError):
        return None


def slack(inquiry: Inquiry, behind: list[Var], gap: float, gap_with: Callable[[Var, float], float | None]) -> float:
    """How much the tolerances of the figures behind a comparison can move it, each carried by its own elasticity."""
    total = 0.0
    for var in behind:
        known = inquiry.in_force[var]
        if known.tolerance:
            shifted = gap_with(var, known.value * (1 + known.tolerance))
            total += abs(shifted - gap) if shifted is not None else known.tolerance
    return total


def _unless(inquiry: Inquiry, behind: list[Var], i: int) -> str:
    """The value of a default or convention behind the clash that would remove it."""
    for var in behind:
        known = inquiry.in_force[var]
        if known.origin not in (DEFAULT, CONVENTION):
            continue
        found = _removing(inquiry, var, i)
        if found is not None and var.admits(found) and not math.isclose(found, known.value, rel_tol=1e-6):
            percent = var.within == "(0, 1]"
            return f"{var.name} is {format_number(100 * found, 2) + ' %' if percent else format_value(found, var.unit)}"
    return ""


def _removing(inquiry: Inquiry, var: Var, i: int) -> float | None:
    """The value of `var` at which relation `i` holds, by secant steps in logarithms."""

    def gap(x: float) -> float | None:
        moved = inquiry.with_value(var, x)
        worlds = moved.outcomes.worlds
        sides = _sides(moved, worlds[0], i) if worlds else None
        return None if sides is None else miss(*sides)

    x = inquiry.in_force[var].value
    for _ in range(30):
        here, ahead = gap(x), gap(x * 1.0001)
        if here is None or ahead is None or ahead == here:
            return None
        if abs(here) < 1e-9:
            return x
        x *= math.exp(max(-5.0, min(5.0, -here / (ahead - here) * 1e-4)))
    return None


def compare_with_given(inquiry: Inquiry, stated: Known, value: float) -> Conflict | None:
    """A given target held against what follows without it."""
    gap = miss(stated.value, value)

    def gap_with(var: Var, moved: float) -> float | None:
        number = inquiry.with_value(var, moved).number()
        return None if number is None else miss(stated.value, number)

    behind = sorted(inquiry.leaves.get(inquiry.system.slots[inquiry.target], frozenset()), key=lambda v: (v.rank, v.name))
    allowed = stated.tolerance + inquiry.rtol + 1e-9 + slack(inquiry, behind, gap, gap_with)
    if abs(gap) <= allowed:
        return None
    named = tuple(v.name for v in behind if inquiry.in_force[v].origin not in (CONVENTION, DEFAULT))
    return Conflict(
        (inquiry.target.name, *named),
        inquiry.used[-1].name if inquiry.used else "",
        f"{inquiry.target.name} given as {stated.text}",
        f"{inquiry.target.name} from the other givens {format_value(value, inquiry.target.unit)}",
        stated.value / value if value else math.inf,
        _unless_target(inquiry, behind, stated),
    )


def _unless_target(inquiry: Inquiry, behind: list[Var], stated: Known) -> str:
    for var in behind:
        known = inquiry.in_force[var]
        if known.origin != DEFAULT:
            continue
        others = {v: k for v, k in inquiry.known.items() if v not in (var, inquiry.target)}
        from derive.solving.question import quick_value

        found = quick_value(inquiry.system, var, {**others, inquiry.target: replace(stated, var=inquiry.target)})
        if found is not None and var.admits(found):
            return f"{var.name} is {format_number(100 * found, 2) + ' %' if var.within == '(0, 1]' else format_value(found, var.unit)}"
    return ""
