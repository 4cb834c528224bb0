"""Sweep: one or several targets over a grid of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from derive.analysis.sweep.axes import Axis, read_axis
from derive.analysis.sweep.columns import column
from derive.analysis.sweep.memory import check_fits
from derive.analysis.sweep.notes import notes
from derive.analysis.sweep.plan import Report
from derive.analysis.sweep.question import BatchQuery
from derive.equations.var import Var
from derive.errors import GivenError
from derive.results.known import Known, Origin
from derive.results.sweep import Coordinate, Swept
from derive.solving.equation_system import EquationSystem
from derive.solving.givens import read_givens


def sweep_of(
    system: EquationSystem,
    target: Any,
    given: Mapping[Any, Any],
    over: Mapping[Any, Any],
    rtol: float,
    report: Report | None = None,
    *,
    alone: bool = False,
) -> Swept:
    """A sweep from names and texts; `alone` permits no axis at all.

    Raises UnknownName, GivenError or TextError for input that cannot be read.
    """
    if not over and not alone:
        raise GivenError(
            "over",
            "there is no axis to sweep over",
            'Write over={"NAME": derive.span("1 s", "512 s", 10)}.',
        )
    known, _ = read_givens(given, system.vocabulary)
    return swept(
        system, find_targets(system, target), known, read_axes(system, over, known), rtol, report
    )


def find_targets(system: EquationSystem, target: Any) -> tuple[Var, ...]:
    """One target or several, each once. Raises UnknownName, GivenError for none."""
    names = [target] if isinstance(target, (str, Var)) else list(target)
    if not names:
        raise GivenError(
            "target", "there is none", "Write the name of a variable, or several in a list."
        )
    return tuple(dict.fromkeys(system.find(name) for name in names))


def read_axes(
    system: EquationSystem, over: Mapping[Any, Any], known: Mapping[Var, Known]
) -> tuple[Axis, ...]:
    """The axes of a sweep. Raises UnknownName, GivenError for one given too or named twice."""
    axes: dict[Var, Axis] = {}
    for name, values in over.items():
        var = system.find(name)
        if var in axes:
            raise GivenError(var.name, "it is two axes of the sweep", "Keep one of them.")
        if var in known and known[var].origin == Origin.GIVEN:
            raise GivenError(
                var.name, f"it is given as {known[var].text} and swept over", "Drop one of them."
            )
        axes[var] = read_axis(var, values)
    return tuple(axes.values())


def batch_queries(
    system: EquationSystem,
    targets: Sequence[Var],
    known: Mapping[Var, Known],
    axes: Sequence[Axis],
    rtol: float = 0.0,
) -> tuple[list[BatchQuery], dict[Var, Known]]:
    """The query for each target over the axes, and the values known beside these. Raises GivenError
    for a target that is an axis, too.
    """
    names = tuple(axis.var for axis in axes)
    if both := next((target for target in targets if target in names), None):
        problem = "it is asked for, and an axis of the sweep gives it at each point"
        raise GivenError(both.name, problem, "Ask for another target, or drop the axis.")
    fixed = {var: item for var, item in known.items() if var not in names}
    written = {axis.var: axis.tolerances for axis in axes}
    queries = [
        BatchQuery(system, target, fixed, names, rtol, tolerances=written) for target in targets
    ]
    return queries, fixed


def swept(
    system: EquationSystem,
    targets: Sequence[Var],
    known: Mapping[Var, Known],
    axes: Sequence[Axis],
    rtol: float = 0.0,
    report: Report | None = None,
) -> Swept:
    """The targets over the grid of the axes."""
    if not any(axis.lazy for axis in axes):
        check_fits([len(axis.values) for axis in axes], len(targets))
    queries, fixed = batch_queries(system, targets, known, axes, rtol)
    columns = tuple(column(query, axes, report) for query in queries)
    dimensions = tuple(
        Coordinate(
            axis.var.name, axis.values / axis.var.unit.factor, axis.var.unit.text, axis.var.meaning
        )
        for axis in axes
    )
    return Swept(dimensions, columns, notes(fixed, columns, axes))
