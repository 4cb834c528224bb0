"""Catalogue entries as rows: the figures as written, and values computed from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.equations.var import Var
from derive.errors import GivenError
from derive.library.api import solve
from derive.library.catalogue import Record, SourcedValue, entries, entry
from derive.library.entries import accelerator, memory_tier, price_rows, scaling_law
from derive.library.system import library_system
from derive.results.known import Known
from derive.results.measured import Measured
from derive.results.status import Status
from derive.units.display import format_number, format_value

Row = dict[str, Any]


TITLES = {  # of columns, where the key is not its title
    "peak": "peak, TFLOP/s",
    "balance_tokens": "balance, token",
    "drain_time": "drain",
}


def accelerator_rows() -> list[Row]:
    """Chips: dense peak rate and balance point by precision, bandwidth, capacity, drain time,
    scale-up domain.
    """
    return [_accelerator(entry("accelerator", id)) for id in entries("accelerator")]


def _accelerator(record: Record) -> Row:
    peaks = {
        figure.key.removeprefix("peak_flops."): figure
        for figure in record.figures
        if figure.key.startswith("peak_flops.") and not figure.key.endswith(".sparse")
    }
    balances = {
        precision: _found("balance_tokens", accelerator(record.id, precision))
        for precision in peaks
    }
    return {
        "name": record.id,
        "peak": {precision: _peak(figure) for precision, figure in peaks.items()},
        "balance_tokens": {key: value for key, value in balances.items() if value is not None},
        "bandwidth": _written(record, "hbm_bandwidth"),
        "capacity": _written(record, "hbm_capacity"),
        "drain_time": _found("drain_time", accelerator(record.id)),
        "domain": _written(record, "domain_gpus"),
    }


def model_rows() -> list[Row]:
    """Models with their parameters and attention."""
    keys = ("total_params", "active_params", "n_layers", "attention")
    return [
        {"name": id, **{key: entry("model", id).text(key) for key in keys}}
        for id in entries("model")
    ]


def tier_rows() -> list[Row]:
    """Memory tiers: capacity and bandwidth of one unit, drain time."""
    return [_tier(entry("tier", id)) for id in entries("tier")]


def _tier(record: Record) -> Row:
    own = "hbm" if record.figure("hbm_capacity") else "tier"
    try:
        drain = _found("drain_time" if own == "hbm" else "tier_drain_time", memory_tier(record.id))
    except GivenError:  # a tier of which neither capacity nor bandwidth is known
        drain = None
    return {
        "name": record.id,
        "capacity": _written(record, f"{own}_capacity"),
        "bandwidth": _written(record, f"{own}_bandwidth"),
        "drain_time": drain,
        "what": record.name,
    }


def law_rows() -> list[Row]:
    """Fits of the scaling laws of a relation, with their constants."""
    return [row for id in entries("scaling_law") if (row := _law(entry("scaling_law", id)))]


def _law(record: Record) -> Row | None:
    try:
        constants = scaling_law(record.id)
    except GivenError:  # a law of a form that no relation has
        return None
    return {
        "name": record.id,
        "constants": {known.var.name: known.written for known in constants.values()},
    }


def price_sheet_rows() -> list[Row]:
    """Price sheets, tier by tier."""
    return [
        {
            "name": id,
            "tier": row.tier,
            "prices": {what: figure.written for what, figure in row.prices.items()},
            "valid_from": row.valid_from,
            "valid_to": row.valid_to,
        }
        for id in entries("price")
        for row in price_rows(entry("price", id))
    ]


def _found(target: str, known: Mapping[Var, Known]) -> Measured | None:
    """A variable computed from the figures of an entry, once for equal figures; None if one is
    missing.
    """
    key, compiled = (target, tuple(known.values())), library_system().compiled
    return compiled.once("figure of an entry", key, lambda: _computed(target, known))


def _computed(target: str, known: Mapping[Var, Known]) -> Measured | None:
    answer = solve(target, known)
    if answer.status != Status.SOLVED or answer.number is None:
        return None
    unit = answer.target.unit
    value = answer.number / unit.factor
    plain = target == "balance_tokens"
    text = format_number(value, 3) if plain else format_value(answer.number, unit, 3)
    return Measured(value, unit.text, text)


def _written(record: Record, key: str) -> Measured | None:
    """A figure as written, without the "/GPU" of the whole list."""
    figure = record.figure(key)
    if figure is None or figure.number is None:
        return None
    return Measured(figure.number, figure.unit.text, figure.written.removesuffix("/GPU"))


def _peak(figure: SourcedValue) -> Measured | None:
    """A peak rate, shown in TFLOP/s."""
    if figure.value is None:
        return None
    text = f"{figure.value / 1e12:.6g}"
    return Measured(figure.value / figure.unit.factor, figure.unit.text, text)
