"""Sweeping the library: variables and catalogue entries as the axes of one grid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from derive.equations.var import Var, normal
from derive.errors import DataError, GivenError
from derive.library.api import system_for
from derive.library.catalogue import entries
from derive.library.questions import known_from
from derive.results.answer import Answer
from derive.results.status import Status

if TYPE_CHECKING:
    from derive.results.sweep import Swept

ENTRIES = (
    "accelerator",
    "precision",
    "compute_precision",
    "kv_precision",
    "model",
    "tier",
)  # what can be an axis
OPTIONS = (*ENTRIES, "sparse", "rental")  # what can be said of entries among the givens
ALL = "all"
_LISTED = ("accelerator", "model", "tier")
_OF_A_CHIP = ("precision", "compute_precision", "kv_precision", "sparse", "rental")


def sweep(
    target: str | Var | Sequence[str | Var],
    given: Mapping[Any, Any] | None = None,
    over: Mapping[Any, Any] | None = None,
    *,
    variants: Mapping[str, str] | None = None,
    rtol: float = 0.0,
    frame: str = "xarray",
) -> Any:
    """One or several questions over a grid of values and catalogue entries: every point is answered
    as `solve` answers it.

    `over` maps variables to their values (see `System.sweep`), and "accelerator", "precision",
    "compute_precision", "kv_precision", "model" or "tier" to lists of ids, or to "all". Such an
    entry may also stand among the givens by its id. An entry that lacks what is needed has no
    value, status -1, and its `reason`. `frame` is "xarray" (a Dataset; a mapping of names to numpy
    arrays where xarray is not installed), "pandas" or "numpy". Raises UnknownName, GivenError,
    TextError, MissingExtra.

    >>> import derive
    >>> over = {"accelerator": ["a100_80gb_sxm", "h100_sxm"]}
    >>> found = derive.sweep("machine_balance", {"precision": "bf16"}, over, frame="numpy")
    >>> found["machine_balance"].round().tolist()
    [153.0, 295.0]
    """
    found = library_sweep(target, given or {}, over or {}, variants or {}, rtol)
    from derive.analysis.sweep.frames import framed

    return framed(found, frame)


def library_sweep(
    target: Any,
    given: Mapping[Any, Any],
    over: Mapping[Any, Any],
    variants: Mapping[str, str],
    rtol: float,
    report: Callable[[int], None] | None = None,
) -> Swept:
    """What was swept, before it is put into a frame. Raises MissingExtra without numpy."""
    from derive.analysis.sweep.sweep import sweep_of

    listed = {name: _ids(name, over[name]) for name in over if name in ENTRIES}
    fixed = {name: given[name] for name in given if name in OPTIONS}
    plain = {name: value for name, value in given.items() if name not in OPTIONS}
    twice = next((name for name in listed if name in fixed), None)
    if twice is not None:
        raise GivenError(twice, "it is given and swept over", "Drop one of them.")
    bare = next((name for name in (*listed, *fixed) if name in _OF_A_CHIP), None)
    if bare is not None and "accelerator" not in {**listed, **fixed}:
        raise GivenError(
            bare,
            "it says which figures of a chip to take, and no chip is named",
            'Add an accelerator: over={"accelerator": "all"}.',
        )
    numeric = {name: values for name, values in over.items() if name not in ENTRIES}
    if listed:
        return _over_entries(
            target, fixed, plain, listed, numeric, tuple(over), variants, rtol, report
        )
    known = {**known_from(fixed), **plain}
    return sweep_of(system_for(known, variants), target, known, numeric, rtol, report)


def _over_entries(
    target: Any,
    fixed: Mapping[str, Any],
    plain: Mapping[Any, Any],
    listed: Mapping[str, Sequence[str]],
    numeric: Mapping[Any, Any],
    order: tuple[Any, ...],
    variants: Mapping[str, str],
    rtol: float,
    report: Callable[[int], None] | None,
) -> Swept:
    """One sweep for each combination of entries, put beside each other."""
    from derive.analysis.sweep.sweep import sweep_of

    found: list[Swept | None] = []
    reasons: list[str] = []
    for ids in product(*listed.values()):
        try:
            known = {**known_from({**fixed, **dict(zip(listed, ids, strict=True))}), **plain}
        except (GivenError, DataError) as error:
            found.append(None)
            reasons.append(
                f"{error.name}: {error.problem}" if isinstance(error, GivenError) else str(error)
            )
            continue
        found.append(
            sweep_of(system_for(known, variants), target, known, numeric, rtol, report, alone=True)
        )
        reasons.append(_reason(found[-1]))
    if all(one is None for one in found):
        raise GivenError(" and ".join(listed), "no entry has what is asked for", reasons[0])
    return _beside(found, reasons, listed, order)


def _beside(
    found: Sequence[Swept | None],
    reasons: Sequence[str],
    listed: Mapping[str, Sequence[str]],
    order: tuple[Any, ...],
) -> Swept:
    """The sweeps of all combinations as one, its dimensions in the order in which they were
    named.
    """
    import numpy as np

    from derive.results.sweep import Coordinate, Swept

    sound = [one for one in found if one is not None]
    first = sound[0]
    lengths = tuple(len(ids) for ids in listed.values())
    inner = iter(range(len(lengths), len(order)))
    outer = iter(range(len(lengths)))
    places = [next(outer) if name in listed else next(inner) for name in order]

    def stacked(parts: Sequence[Any], blank: Any, like: Any) -> Any:
        whole = np.stack([np.full_like(like, blank) if part is None else part for part in parts])
        return np.transpose(whole.reshape(lengths + like.shape), places)

    columns = []
    for k, column in enumerate(first.columns):
        same = [one.columns[k] if one is not None else None for one in found]
        values = stacked([c and c.values for c in same], np.nan, column.values)
        status = stacked([c and c.status for c in same], -1, column.status)
        regime = stacked([c and c.regime for c in same], "", column.regime)
        made = [c for c in same if c is not None]
        solved = next(
            (c for c in made if c.example is not None and c.example.status == Status.SOLVED), column
        )
        formula = (
            solved.formula
            if len(
                {
                    c.formula
                    for c in made
                    if c.example is not None and c.example.status == Status.SOLVED
                }
            )
            == 1
            else ""
        )
        columns.append(
            replace(solved, values=values, status=status, regime=regime, formula=formula)
        )
    inside = iter(first.dimensions)
    dimensions = tuple(
        Coordinate(name, np.array(listed[name], dtype=object)) if name in listed else next(inside)
        for name in order
    )
    notes = {
        key: text
        for key, text in first.notes.items()
        if all(one.notes.get(key) == text for one in sound)
    }
    return Swept(
        dimensions,
        tuple(columns),
        notes,
        (tuple(listed), np.array(reasons, dtype=object).reshape(lengths)),
    )


def _reason(found: Swept | None) -> str:
    """Why an entry gives no value anywhere; nothing where it gives some, or where that is not known
    before it is computed.
    """
    from derive.analysis.sweep.axes import is_dask

    assert found is not None
    told = [
        (column.target.name, column.example)
        for column in found.columns
        if column.example is not None and not is_dask(column.status)
    ]
    return "; ".join(
        f"{name} {why_open(answer)}" for name, answer in told if answer.status != Status.SOLVED
    )


def why_open(answer: Answer) -> str:
    """Why an answer has no single value that holds, in a few words."""
    if answer.status == Status.UNDERDETERMINED and answer.missing:
        return f"needs {' and '.join(answer.missing[0])}"
    if answer.status == Status.CONTRADICTION and answer.conflict is not None:
        return f"is contradicted: {', '.join(answer.conflict.names)} disagree"
    if answer.status == Status.INFEASIBLE:
        return "is infeasible: " + "; ".join(
            f"{judged.name}: {judged.by}" for judged in answer.constraints if not judged.satisfied
        )
    return f"is {answer.status}"


def _ids(name: str, wanted: Any) -> tuple[str, ...]:
    """The ids along a catalogue axis. Raises GivenError for none."""
    if wanted == ALL and name in _LISTED:
        return tuple(entries(name))
    ids = (wanted,) if isinstance(wanted, str) else tuple(str(id) for id in wanted)
    if not ids or len({normal(id) for id in ids}) < len(ids):
        problem = "it names an entry twice" if ids else "it names no entry"
        raise GivenError(
            name,
            problem,
            f"List them with: derive list {name}s" if name in _LISTED else "Write for example fp8.",
        )
    return ids
