"""Frames: a sweep as an xarray Dataset, a pandas DataFrame, or plain numpy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from derive.analysis.sweep.axes import along, is_dask
from derive.analysis.sweep.flags import TEXTS, coded, read_texts, texts_of
from derive.analysis.sweep.rows import has_causes
from derive.analysis.sweep.sweep import sweep_of
from derive.errors import GivenError, MissingExtra
from derive.results.pull import Sense
from derive.results.sweep import ABSENT, STATUSES, Column, Coordinate, Swept
from derive.solving.equation_system import EquationSystem

FRAMES = ("xarray", "pandas", "numpy")
Variable = tuple[tuple[str, ...], Any, dict[str, Any]]


def sweep_frame(
    system: EquationSystem,
    target: Any,
    given: Mapping[Any, Any],
    over: Mapping[Any, Any],
    rtol: float,
    frame: str,
) -> Any:
    """A sweep of one system in a frame; see `sweep_of` and `framed`."""
    return framed(sweep_of(system, target, given, over, rtol), frame)


def framed(found: Swept, frame: str) -> Any:
    """The sweep in one of FRAMES; "xarray" falls back to "numpy" where it is not installed.

    Raises GivenError for another frame, MissingExtra for pandas where it is not installed.
    """
    if frame not in FRAMES:
        raise GivenError(
            "frame", f"“{str(frame)[:40]}” is none", f"There are: {', '.join(FRAMES)}."
        )
    if frame == "pandas":
        return data_frame(found)
    if frame == "xarray" and find_spec("xarray") is not None:
        return dataset(found)
    coordinates = {dimension.name: dimension.values for dimension in found.dimensions}
    return {**coordinates, **{name: _plain(*item) for name, item in variables(found).items()}}


def _plain(_: tuple[str, ...], values: Any, attributes: dict[str, Any]) -> Any:
    """An array, codes of texts as these texts."""
    return texts_of(values, attributes) if TEXTS in attributes else values


def variables(found: Swept) -> dict[str, Variable]:
    """The targets, their statuses and regimes, and reasons, each with dimensions, values and
    attributes.
    """
    dims = tuple(dimension.name for dimension in found.dimensions)
    made: dict[str, Variable] = {one.name: (dims, one.values, {}) for one in found.beside}
    for column in found.columns:
        head = f"{column.target.name}_" if len(found.columns) > 1 else ""
        made[column.target.name] = dims, column.values, _attributes(column)
        made[f"{head}status"] = (
            dims,
            column.status,
            {"long_name": f"whether {column.target.name} is solved", **flags()},
        )
        name = f"the regime that sets {column.target.name}"
        made[f"{head}regime"] = dims, column.regime.codes, coded(name, column.regime, "none")
        if has_causes(column) or (is_dask(column.status) and column.cause.texts):
            name = f"what {column.target.name} needs, or what disagrees"
            made[f"{head}cause"] = dims, column.cause.codes, coded(name, column.cause, "nothing")
    if found.reasons is not None:
        made["reason"] = *found.reasons, {"long_name": "why an entry has no value"}
    return made


def _attributes(column: Column) -> dict[str, Any]:
    made = {
        "units": column.unit.text,
        "long_name": column.target.meaning or column.target.name,
        "formula": column.formula,
    }
    if column.sense != Sense.EQUALITY:
        made["sense" if column.sense == Sense.ESTIMATE else "bound"] = column.sense
    return {name: text for name, text in made.items() if text}


def flags() -> dict[str, Any]:
    """The meaning of the numbers of a status, by the CF conventions."""
    names = (ABSENT, *STATUSES)
    return {
        "flag_values": np.arange(-1, len(STATUSES), dtype=np.int8),
        "flag_meanings": " ".join(name.replace(" ", "_") for name in names),
    }


def axis_attributes(axis: Coordinate) -> dict[str, str]:
    """The unit and the meaning of an axis, by the CF conventions."""
    return {k: v for k, v in (("units", axis.unit), ("long_name", axis.meaning)) if v}


def dataset(found: Swept) -> Any:
    """An xarray Dataset: targets and coordinates in their units, notes as attributes."""
    import xarray

    coordinates = {d.name: (d.name, d.values, axis_attributes(d)) for d in found.dimensions}
    return xarray.Dataset(variables(found), coordinates, dict(found.notes))


def data_frame(found: Swept) -> Any:
    """A pandas DataFrame, one row per point, the status as text."""
    if find_spec("pandas") is None:
        raise MissingExtra("A table of pandas", "pandas", "sweep")
    pandas: Any = import_module("pandas")
    shape = tuple(len(dimension.values) for dimension in found.dimensions)
    columns = {
        d.name: np.broadcast_to(along(np.asarray(d.values), k, len(shape)), shape).ravel()
        for k, d in enumerate(found.dimensions)
    }
    names = np.array([*STATUSES, ABSENT], dtype=object)
    for name, (dims, values, attributes) in variables(found).items():
        full = np.asarray(values)
        full = full.reshape(
            [shape[k] if d.name in dims else 1 for k, d in enumerate(found.dimensions)]
        )
        full = np.broadcast_to(full, shape).ravel()
        if TEXTS in attributes:
            columns[name] = _categories(pandas, full, attributes)
        else:
            columns[name] = names[full] if "flag_values" in attributes else full
    made = pandas.DataFrame(columns)
    made.attrs = {
        "units": {d.name: d.unit for d in found.dimensions}
        | {c.target.name: c.unit.text for c in found.columns},
        **found.notes,
    }
    return made


def _categories(pandas: Any, codes: Any, attributes: dict[str, Any]) -> Any:
    """Codes as a categorical column of the texts that occur."""
    texts = read_texts(attributes)
    present = [code for code in np.unique(codes).tolist() if code in texts]
    places = np.searchsorted(present, codes) if present else np.zeros(len(codes), int)
    places = np.where(np.isin(codes, present), places, -1)
    made = pandas.Categorical.from_codes(places, [texts[code] for code in present])
    return made if (places >= 0).all() else made.add_categories("").fillna("")
