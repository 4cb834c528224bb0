"""Axes of a sweep, read from text: batch_size=1:8192 sequence:50:log, accelerator=all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from derive.cases.case import pair
from derive.errors import GivenError, UnknownName, shorten
from derive.library.catalogue.lookups import ALL, axes, lookup_named
from derive.library.content import vocabulary
from derive.units.text import parse_quantity
from derive.units.unit import Unit

EXAMPLE = "NAME=1:8192 s:50:log"
_AXES = "derive.analysis.sweep.axes"  # imported on use, since it needs numpy
_SEPARATOR = re.compile(r";|,\s+|(?<=[A-Za-z]),")  # a comma within a number is none
_LIST = re.compile(r"[\d.]+(,[\d.]+){2,}(?![\d,])")  # no one number, if these are no thousands
_NUMBER = re.compile(r"[\d.,]+")
_ENDS = re.compile(r"\s*(?:\.\.+|…)\s*")  # between ends, in other languages
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(?![\d,])")


def read_over(texts: Iterable[str]) -> dict[str, Any]:
    """Axes by name from NAME=FROM:TO[:COUNT[:log]] or NAME=VALUE; VALUE; .... Raises GivenError."""
    found: dict[str, Any] = {}
    for text in texts:
        if "=" not in text and (unit := _unit(text.strip())):
            fix = f'Write --over "{text.strip()}=1:64{unit}:7:log", or =1; 8; 64{unit}.'
            raise GivenError("--over", f"“{shorten(text)}” has no “=”", fix)
        name, values = pair("--over", text, EXAMPLE)
        if name in found:
            raise GivenError(name, "it is two axes of the sweep", "Keep one of them.")
        meant = lookup_named(name)
        if meant is not None and meant.name != name:
            fix = f"Did you mean --over {meant.name}={shorten(values)}?"
            raise GivenError(name, "it is neither a variable nor an axis of the catalogue", fix)
        if name in axes():
            found[name] = _entries(values)
        else:
            found[name] = (_span if ":" in values else _values)(name, values)
    return found


def written_units(over: Mapping[str, Any]) -> dict[str, Unit]:
    """The unit in which the last value of each axis is written, by the name of its variable."""
    found: dict[str, Unit] = {}
    for name, values in over.items():
        if name not in axes():
            last = values[-1] if isinstance(values, list) else values.stop
            unit = parse_quantity(last).unit
            if unit is not None:
                found[vocabulary().find(name).name] = unit
    return found


def _entries(text: str) -> Any:
    ids = [part.strip() for part in re.split(r"[;,]", text) if part.strip()]
    return ALL if ids == [ALL] else ids


def _values(name: str, text: str) -> list[str]:
    if _ENDS.search(text):
        ends = shorten(_ENDS.sub(":", text), 80)
        fix = f'Write from, to and how many: --over "{name}={ends}:50".'
        raise GivenError(name, f"“{shorten(text)}” is not an axis", fix)
    several = _LIST.match(text) and not _THOUSANDS.match(text)
    values = [part.strip() for part in (text.split(",") if several else _SEPARATOR.split(text))]
    if "" in values:
        fix = f'Separate values by ";": --over "{name}=1; 8; 64{_unit(name)}".'
        raise GivenError(name, f"“{shorten(text)}” has an empty value", fix)
    if len(values) == 1 and re.match(r"[\d.]+,[\d.]", text):
        text += _unit(name) if text[-1].isdigit() else ""
        fix = f'Write --over "{name}={shorten(text.replace(",", "; "), 80)}"'
        if _THOUSANDS.match(text):
            fix += f', or "{name}={shorten(text.replace(",", ""), 80)}" for one value'
        raise GivenError(name, f"“{shorten(text)}” may be several values or one", f"{fix}.")
    if _unit(name) and all(map(_NUMBER.fullmatch, values)):
        fix = f'Write --over "{name}={shorten("; ".join(values), 80)}{_unit(name)}".'
        raise GivenError(name, f"“{shorten(text)}” has no unit", fix)
    return values


def _unit(name: str) -> str:
    """The unit of a variable behind a gap; empty for a pure number, and for what is no variable."""
    with suppress(UnknownName):
        unit = vocabulary().find(name).unit
        return f" {unit.text}" if unit.dimension else ""
    return ""


def _span(name: str, text: str) -> Any:
    def written(ends: str) -> str:
        return f'--over "{name}={ends}"'

    return import_module(_AXES).span_of(name, _unit(name), text, written)
