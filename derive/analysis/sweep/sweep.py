"""Sweeps: one or several questions over a grid of values, as arrays with their units and where they
come from.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from importlib import import_module
from typing import Any

import numpy as np

from derive.analysis.sweep.axes import Axis, read_axis
from derive.analysis.sweep.plan import STATUSES, Report, regime_of
from derive.analysis.sweep.question import BatchQuery
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.errors import GivenError
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.status import Status
from derive.solving.amounts import EXACT_INPUT
from derive.solving.answer import answer_at
from derive.solving.equation_system import EquationSystem
from derive.solving.givens import read_givens

MOST_ASKED = 8  # regimes whose closed forms are compared
_POINT = np.dtype([("value", "f8"), ("status", "i1"), ("regime", "O")])


@dataclass(frozen=True, eq=False)
class Column:
    """One target over the grid: values in its declared unit, places in STATUSES (-1 where there was
    no question), regimes as text.

    `example` is the answer at one point, solved where there is such a point. `formula` is empty
    unless it is the same in every regime.
    """

    target: Var
    values: Any
    status: Any
    regime: Any
    example: Answer | None = None
    formula: str = ""


@dataclass(frozen=True, eq=False)
class Coordinate:
    """One axis of what was swept: a variable's values in its declared unit, or names of catalogue
    entries.
    """

    name: str
    values: Any
    unit: str = ""
    meaning: str = ""


@dataclass(frozen=True, eq=False)
class Swept:
    """Columns over dimensions, with what the questions rest on; `reasons` say over the catalogue's
    dimensions why there is nothing.
    """

    dimensions: tuple[Coordinate, ...]
    columns: tuple[Column, ...]
    notes: Mapping[str, str] = field(default_factory=dict)
    reasons: tuple[tuple[str, ...], Any] | None = None


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
    """A sweep from names and texts; `alone` allows for no axis at all. Raises UnknownName,
    GivenError or TextError for what cannot be read.
    """
    if not over and not alone:
        raise GivenError(
            "over",
            "there is no axis to sweep over",
            'Write over={"batch_size": derive.span("1 sequence", "512 sequence", 10)}.',
        )
    known, _ = read_givens(given, system.vocabulary)
    return swept(
        system, find_targets(system, target), known, read_axes(system, over, known), rtol, report
    )


def find_targets(system: EquationSystem, target: Any) -> tuple[Var, ...]:
    """One target or several, each once. Raises UnknownName, GivenError for none."""
    names = [target] if isinstance(target, (str, Var)) else list(target)
    if not names:
        raise GivenError("target", "there is none", 'Write for example "cost_per_token".')
    return tuple(dict.fromkeys(system.find(name) for name in names))


def read_axes(
    system: EquationSystem, over: Mapping[Any, Any], known: Mapping[Var, Known]
) -> tuple[Axis, ...]:
    """The axes of a sweep. Raises UnknownName, GivenError for one that is given too or stands
    twice.
    """
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


def swept(
    system: EquationSystem,
    targets: Sequence[Var],
    known: Mapping[Var, Known],
    axes: Sequence[Axis],
    rtol: float = 0.0,
    report: Report | None = None,
) -> Swept:
    """The targets over the grid of the axes; with a dask array among them, chunk by chunk when it
    is computed.
    """
    names = tuple(axis.var for axis in axes)
    fixed = {var: item for var, item in known.items() if var not in names}
    lazy = any(axis.lazy for axis in axes)
    questions = [BatchQuery(system, target, fixed, names, rtol) for target in targets]
    columns = [
        (
            _lazily(question, axes)
            if lazy
            else _at_once(question, axes, report)
            if axes
            else _alone(question)
        )
        for question in questions
    ]
    dimensions = tuple(
        Coordinate(
            axis.var.name, axis.values / axis.var.unit.factor, axis.var.unit.text, axis.var.meaning
        )
        for axis in axes
    )
    return Swept(dimensions, tuple(columns), _notes(fixed, columns, axes))


def _at_once(question: BatchQuery, axes: Sequence[Axis], report: Report | None) -> Column:
    found = question(_spread(axes), report)
    texts = np.array([*found.regimes, ""], dtype=object)
    values, solved = found.values, found.status == STATUSES.index(Status.SOLVED)
    values /= question.spec.target.unit.factor
    general = reduce(
        operator.and_, (values != 0 for values in _spread(axes).values())
    )  # zeros shorten a closed form
    solved &= general if (solved & general).any() else True
    points = [
        _first(solved),
        *(_first(solved & (found.regime == k)) for k in range(min(len(found.regimes), MOST_ASKED))),
    ]
    answers = [
        _answer(question, axes, point)
        for point in dict.fromkeys(point for point in points if point is not None)
    ]
    formulas = {plain(answer.formula) if answer.formula is not None else "" for answer in answers}
    example = answers[0] if answers else _answer(question, axes, (0,) * len(axes))
    formula = formulas.pop() if len(formulas) == 1 and len(found.regimes) <= MOST_ASKED else ""
    return Column(question.spec.target, values, found.status, texts[found.regime], example, formula)


def _alone(question: BatchQuery) -> Column:
    """The answer where no variable is swept over, as arrays without a dimension."""
    answer = _answer(question, (), ())
    number = np.nan if answer.number is None else answer.number / question.spec.target.unit.factor
    formula = "" if answer.formula is None else plain(answer.formula)
    status = np.array(STATUSES.index(answer.status), np.int8)
    return Column(
        question.spec.target,
        np.array(number),
        status,
        np.array(regime_of(answer), dtype=object),
        answer,
        formula,
    )


def _first(where: Any) -> tuple[int, ...] | None:
    place = int(np.argmax(where))
    return tuple(map(int, np.unravel_index(place, where.shape))) if where.flat[place] else None


def _answer(question: BatchQuery, axes: Sequence[Axis], point: Sequence[int]) -> Answer:
    here = {
        axis.var: Known(axis.var, float(axis.values[k]), Origin.GIVEN, EXACT_INPUT)
        for axis, k in zip(axes, point, strict=True)
    }
    spec = question.spec
    return answer_at(spec.system, spec.target, {**spec.known, **here}, rtol=spec.rtol)


def _spread(axes: Sequence[Axis]) -> dict[Var, Any]:
    """Every axis along its own dimension."""
    return {
        axis.var: axis.values.reshape([-1 if k == place else 1 for k in range(len(axes))])
        for place, axis in enumerate(axes)
    }


def _lazily(question: BatchQuery, axes: Sequence[Axis]) -> Column:
    """Dask arrays that answer each chunk when it is computed."""
    da: Any = import_module("dask.array")
    question.prepare()

    def answered(*chunks: Any) -> Any:
        pieces = [
            Axis(axis.var, np.asarray(chunk, dtype=float))
            for axis, chunk in zip(axes, chunks, strict=True)
        ]
        found = question(_spread(pieces))
        points = np.empty(found.values.shape, _POINT)
        points["value"], points["status"] = (
            found.values / question.spec.target.unit.factor,
            found.status,
        )
        points["regime"] = np.array([*found.regimes, ""], dtype=object)[found.regime]
        return points

    along = [
        part
        for k, axis in enumerate(axes)
        for part in (axis.values if axis.lazy else da.from_array(axis.values, chunks=-1), (k,))
    ]
    points = da.blockwise(
        answered,
        tuple(range(len(axes))),
        *along,
        dtype=_POINT,
        concatenate=True,
        meta=np.empty((0,) * len(axes), _POINT),
    )
    values, status, regime = (
        points.map_blocks(lambda block, name=name: block[name], dtype=_POINT[name])
        for name in ("value", "status", "regime")
    )
    return Column(
        question.spec.target, values, status, regime, _answer(question, axes, (0,) * len(axes))
    )


def _notes(
    known: Mapping[Var, Known], columns: Sequence[Column], axes: Sequence[Axis]
) -> dict[str, str]:
    """What the answers rest on, and what is to be said about the axes, each as a line of text."""
    used = {
        item.var: item
        for column in columns
        if column.example is not None
        for item in column.example.known
    }
    every = {**{var: item for var, item in known.items() if item.origin == Origin.GIVEN}, **used}
    swept_over = {axis.var for axis in axes}
    lines = {
        {
            Origin.GIVEN: "given",
            Origin.LOOKED_UP: "looked_up",
            Origin.CONVENTION: "conventions",
            Origin.DEFAULT: "defaults",
        }[origin]: "; ".join(
            f"{item.var.name} = {item.written or item.text}"
            + (f" ({item.entry})" if item.entry else "")
            for item in sorted(every.values(), key=lambda item: (item.var.rank, item.var.name))
            if item.origin == origin and item.var not in swept_over
        )
        for origin in (Origin.GIVEN, Origin.LOOKED_UP, Origin.CONVENTION, Origin.DEFAULT)
    }
    variants = {
        group: choice
        for column in columns
        if column.example is not None
        for group, choice in column.example.variants.items()
    }
    lines["variants"] = "; ".join(
        f"{group}: {choice}" for group, choice in sorted(variants.items())
    )
    lines["warnings"] = "; ".join(_warnings(axes))
    return {name: text for name, text in lines.items() if text}


def _warnings(axes: Sequence[Axis]) -> list[str]:
    """Counted things that take values which are no whole numbers."""
    said = []
    for axis in axes:
        if axis.var.whole and not axis.lazy:
            numbers = axis.values / axis.var.unit.factor
            broken = int(np.sum(np.abs(numbers - np.rint(numbers)) > 1e-9 * np.abs(numbers)))
            if broken:
                said.append(
                    f"{axis.var.name} counts things, and {broken:,} of its {len(numbers):,} values"
                    " are no whole numbers"
                )
    return said
