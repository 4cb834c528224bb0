"""Cases: questions as text, from a file and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from derive.errors import DataError, GivenError, UnknownName, closest, did_you_mean, shorten
from derive.library.catalogue.location import Location
from derive.library.catalogue.lookups import lookups
from derive.library.catalogue.table import Field, read_table
from derive.library.catalogue.toml_file import read_toml
from derive.library.nomenclature import vocabulary
from derive.results.uncertainty import DRAWS
from derive.solving.amounts import example

Pairs = tuple[tuple[str, str], ...]
_START = (
    'Start it with target = "step_time" and a table [given] of lines such as batch_size = "256'
    ' sequence".'
)


@dataclass(frozen=True)
class Case:
    """One or several targets and their givens, still as text: `given` from the file, `over` from
    the command line, `chosen` the options that take values from the catalogue.
    """

    targets: tuple[str, ...] = ()
    given: Pairs = ()
    over: Pairs = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
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
    chosen = {name: said.pop(name) for name in lookups() if name in said}
    said |= {
        "data": (*base.data, *options.get("data", ())),
        "units": (*base.units, *options.get("units", ())),
    }
    return replace(
        base,
        targets=tuple(targets) or base.targets,
        over=tuple(pair("-g", text, "batch_size=256 sequence") for text in given),
        chosen={**base.chosen, **chosen},
        variants={
            **base.variants,
            **dict(pair("--variant", text, "step time=none") for text in variant),
        },
        **said,
    )


def pair(option: str, text: str, usual: str) -> tuple[str, str]:
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
        meant = _meant(name.strip()) or usual
        raise GivenError(option, f"“{shorten(text)}” {what}", f'Write {option} "{meant}".')
    return name.strip(), value.strip()


def _meant(name: str) -> str:
    """An example of a pair for a name without a value: batch_size=256 sequence."""
    try:
        var = vocabulary.find(name)
    except UnknownName:
        return ""
    return f"{var.name}={example(var)}"


class CaseLocation(Location):
    """A place in a case file."""

    def unknown(self, what: str, name: str, allowed: Sequence[str]) -> DataError:
        """The error for a key that does not exist."""
        offered = did_you_mean(closest(name, allowed)).strip() or f"Known: {', '.join(allowed)}."
        return DataError(self.file, "", f"there is no key “{shorten(name)}” in {what}", offered)


def read_case(file: str) -> Case:
    """The case in a TOML file. Raises DataError for a file that cannot be read, an unknown key and
    a value of another type.
    """
    read = read_table(_tables(Path(file)), _fields(), CaseLocation(file, "", keyed=True), "a case")
    read["chosen"] = {name: read.pop(name) for name in lookups() if name in read}
    read["targets"] = read.pop("target", ())
    read["rtol"] = float(read.get("rtol", 0.0))
    return Case(**read)


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


def _fields() -> list[Field]:
    """The keys of a case file."""
    flag, whole = "it is true or false", "it is a whole number"
    return [
        Field("target", _texts),
        Field("given", lambda *item: tuple(_pairs(*item).items())),
        Field("variants", _pairs),
        Field("rtol", float, problem="it is a number such as 0.05"),
        *(Field(key, int, problem=whole) for key in ("draws", "seed")),
        *(Field(key, _beside) for key in ("data", "units")),
        *(
            Field(row.name, _text) if row.metavar else Field(row.name, bool, problem=flag)
            for row in lookups().values()
        ),
        Field("unit", _text),
    ]


def _text(place: Location, _key: str, item: object) -> str:
    """Text; a plain number stands for itself."""
    if isinstance(item, bool) or not isinstance(item, (str, int, float)) or not str(item).strip():
        raise place.fault("it is not text", f'Write {place.key} = "...".')
    return str(item)


def _texts(place: Location, key: str, item: object) -> tuple[str, ...]:
    return tuple(_text(place, key, text) for text in (item if isinstance(item, list) else [item]))


def _pairs(place: Location, key: str, item: object) -> dict[str, str]:
    if not isinstance(item, dict):
        raise place.fault(
            "it is not a table",
            f'Write the line [{key}], and below it lines such as batch_size = "256 sequence".',
        )
    return {name: _text(place.at(shorten(name)), name, text) for name, text in item.items()}


def _beside(place: Location, key: str, item: object) -> tuple[str, ...]:
    """Files named in the case, found from where the case lies."""
    return tuple(str(Path(place.file).parent / name) for name in _texts(place, key, item))
