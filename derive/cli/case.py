"""A case: one question as it was put, in a file and on the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from derive.errors import (
    DataError,
    GivenError,
    UnknownName,
    closest,
    did_you_mean,
    shorten,
)
from derive.library.catalogue.toml_file import read_toml
from derive.library.nomenclature import vocabulary
from derive.results.uncertainty import DRAWS
from derive.solving.amounts import example

Pairs = tuple[tuple[str, str], ...]
_START = (
    'Start it with target = "step_time" and a table [given] of lines such as batch_size = "256'
    ' sequence".'
)
_TEXTS = (
    "accelerator", "precision", "compute_precision", "kv_precision", "model", "tier", "scaling_law",
    "price", "price_tier", "cache_ttl", "cliff", "unit", "rental",
)  # fmt: skip
_KEYS = ("target", "given", "variants", "sparse", "rtol", "draws", "seed", "data", "units", *_TEXTS)


@dataclass(frozen=True)
class Case:
    """What is asked and what is known, still as text; `given` stands before `over`, which the
    command line added.
    """

    targets: tuple[str, ...] = ()
    given: Pairs = ()
    over: Pairs = ()
    accelerator: str | None = None
    precision: str | None = None
    compute_precision: str | None = None
    kv_precision: str | None = None
    sparse: bool = False
    rental: str | None = None
    model: str | None = None
    tier: str | None = None
    scaling_law: str | None = None
    price: str | None = None
    price_tier: str | None = None
    cache_ttl: str | None = None
    cliff: str | None = None
    variants: Mapping[str, str] = field(default_factory=dict)
    unit: str | None = None
    rtol: float = 0.0
    draws: int = DRAWS
    seed: int = 0
    data: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


def case_of(
    file: str | None,
    targets: Iterable[str],
    given: Iterable[str],
    variant: Iterable[str],
    **options: Any,
) -> Case:
    """The case of a file with the command line laid over it. Raises DataError, GivenError."""
    base = read_case(file) if file is not None else Case()
    said = {
        name: value
        for name, value in options.items()
        if value is not None and value is not False and value != ()
    }
    said |= {
        "data": (*base.data, *options.get("data", ())),
        "units": (*base.units, *options.get("units", ())),
    }
    return replace(
        base,
        targets=tuple(targets) or base.targets,
        over=tuple(pair("-g", text, "batch_size=256 sequence") for text in given),
        variants={
            **base.variants,
            **dict(pair("--variant", text, "step time=none") for text in variant),
        },
        **said,
    )


def pair(option: str, text: str, example: str) -> tuple[str, str]:
    """NAME=VALUE cut at its first `=`. Raises GivenError with the line that was meant."""
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        what = (
            "has no “=”"
            if not sign
            else "has nothing before the “=”"
            if not name.strip()
            else "has nothing after the “=”"
        )
        meant = _meant(name.strip()) or example
        raise GivenError(option, f"“{shorten(text)}” {what}", f'Write {option} "{meant}".')
    return name.strip(), value.strip()


def _meant(name: str) -> str:
    """The pair somebody who wrote only a name may have meant: batch_size=256 sequence."""
    try:
        var = vocabulary.find(name)
    except UnknownName:
        return ""
    return f"{var.name}={example(var)}"


def read_case(file: str) -> Case:
    """The case in a TOML file. Raises DataError for a file that cannot be read and for every key
    nobody knows.
    """
    tables = _tables(Path(file))
    for key in tables:
        if key not in _KEYS:
            offered = did_you_mean(closest(key, _KEYS)).strip() or f"Known: {', '.join(_KEYS)}."
            raise DataError(file, "", f"there is no key “{shorten(key)}” in a case", offered)
    values: dict[str, Any] = {key: _text(file, key, tables[key]) for key in _TEXTS if key in tables}
    values["targets"] = _texts(file, "target", tables.get("target", []))
    values["given"] = tuple(_pairs(file, "given", tables.get("given", {})).items())
    values["variants"] = _pairs(file, "variants", tables.get("variants", {}))
    values["data"], values["units"] = (
        _beside(file, key, tables.get(key, [])) for key in ("data", "units")
    )
    values["sparse"] = _typed(file, "sparse", tables.get("sparse", False), bool, "true or false")
    values["rtol"] = float(
        _typed(file, "rtol", tables.get("rtol", 0.0), (int, float), "a number such as 0.05")
    )
    values |= {
        key: _typed(file, key, tables[key], int, "a whole number")
        for key in ("draws", "seed")
        if key in tables
    }
    return Case(**values)


def _tables(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path, str(path)).tables
    except DataError as error:
        raise DataError(
            error.file,
            "",
            error.problem,
            "" if "cannot be read" in error.problem else f"A case is TOML in UTF-8. {_START}",
        ) from None


def _typed(file: str, key: str, value: object, kind: Any, words: str) -> Any:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise DataError(file, key, f"it is {words}")
    return value


def _text(file: str, key: str, value: object) -> str:
    """Text; a plain number stands for itself."""
    if (
        isinstance(value, bool)
        or not isinstance(value, (str, int, float))
        or not str(value).strip()
    ):
        raise DataError(file, key, "it is not text", f'Write {key} = "...".')
    return str(value)


def _texts(file: str, key: str, value: object) -> tuple[str, ...]:
    return (
        tuple(_text(file, key, item) for item in value)
        if isinstance(value, list)
        else (_text(file, key, value),)
    )


def _pairs(file: str, key: str, table: object) -> dict[str, str]:
    if not isinstance(table, dict):
        raise DataError(
            file,
            key,
            "it is not a table",
            f'Write the line [{key}], and below it lines such as batch_size = "256 sequence".',
        )
    return {name: _text(file, f"{key}.{shorten(name)}", value) for name, value in table.items()}


def _beside(file: str, key: str, value: object) -> tuple[str, ...]:
    """Files named in the case, found from where the case lies."""
    return tuple(str(Path(file).parent / name) for name in _texts(file, key, value))
