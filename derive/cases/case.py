"""Cases: questions as text, from a file and the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from derive.errors import DataError, GivenError, UnknownName, did_you_mean, shorten
from derive.library import examples as questions
from derive.library.catalogue.location import Location
from derive.library.catalogue.lookups import lookup_named, lookups
from derive.library.catalogue.table import Field, read_table
from derive.library.catalogue.toml_file import read_toml, toml_tables
from derive.library.content import vocabulary
from derive.results.uncertainty import DRAWS
from derive.solving.amounts import example
from derive.spellings import closest
from derive.text_files import read_stdin

Pairs = tuple[tuple[str, str], ...]

_COMPARED = re.compile(r"\s*(\w+)\s*([<>≤≥].*)\Z", re.DOTALL)


@dataclass(frozen=True)
class Case:
    """Targets and givens as text: `given` from the file, `over` from the command line, `chosen` the
    catalogue options.
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
    efficiency: str | None = None
    data: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    def without(self, names: Iterable[str]) -> Case:
        """The case without what its file says of these variables and lookups: the command line
        asks for them otherwise.
        """
        own = set(map(_own_name, names)) - {""}
        given = tuple(one for one in self.given if _own_name(one[0]) not in own)
        kept = (name for name in self.chosen if not {name, lookups()[name].alone} & own)
        chosen = {name: self.chosen[name] for name in kept}
        return replace(self, given=given, chosen=chosen)


def case_of(
    file: str | None,
    targets: Iterable[str],
    given: Iterable[str],
    variant: Iterable[str],
    apart: Iterable[str] = (),
    **options: Any,
) -> Case:
    """The case of a file, overridden by the command line, which asks otherwise for what is named
    `apart`, and for a target of its own. Raises DataError, GivenError.
    """
    asked = tuple(targets)
    own = asked if len(asked) == 1 else ()  # of several, one may be what another rests on
    stated = {
        name: value
        for name, value in options.items()
        if value is not None and value is not False and value != ()
    }
    chosen = {name: stated.pop(name) for name in lookups() if name in stated}
    over = tuple(pair("-g", text, questions.example().pair) for text in given)
    alone = (lookups()[name].alone for name in chosen)
    otherwise = (*apart, *own, *alone)
    base = read_case(file).without(otherwise) if file is not None else Case()
    stated["data"] = (*base.data, *options.get("data", ()))
    stated["units"] = (*base.units, *options.get("units", ()))
    own_variants = dict(pair("--variant", text, "GROUP=CHOICE") for text in variant)
    return replace(
        base,
        targets=asked or base.targets,
        over=over,
        chosen={**base.without(name for name, _ in over).chosen, **chosen},
        variants={**base.variants, **own_variants},
        **stated,
    )


def pair(option: str, text: str, usual: str) -> tuple[str, str]:
    """NAME=VALUE split at the first `=`, or before a comparison, which is told when it is read as a
    value. Raises GivenError with an example.
    """
    if compared := _COMPARED.match(text):
        return compared[1], compared[2]
    name, sign, value = (part.strip() for part in text.partition("="))
    if not sign or not name or not value:
        absent = f"nothing {'after' if name else 'before'} the “=”" if sign else "no “=”"
        fix = f'Write {option} "{_example(name) or usual}".'
        raise GivenError(option, f"“{shorten(text)}” has {absent}", fix)
    return name, value


def _own_name(name: str) -> str:
    """The name of a variable by any of its names; another word as it is."""
    try:
        return str(vocabulary().find(name).name)
    except UnknownName:
        return name


def _example(name: str) -> str:
    """A pair with this name: batch_size=256 sequence; empty for an unknown name."""
    var = vocabulary().named.get(_own_name(name))
    return "" if var is None else f"{var.name}={example(var)}"


def meant_by_option(option: str) -> str:
    """A sentence on what an option that does not exist may mean: a lookup, or a known value; empty
    where it means neither.
    """
    row = lookup_named(option)
    if row is not None:
        return f" Did you mean {row.option}?"
    given = _example(option.lstrip("-").replace("-", "_"))
    return f' A known value is written after -g: -g "{given}".' if given else ""


def _start() -> str:
    """The first lines of a case file."""
    return (
        f'Start it with target = "{questions.example().target}" and a table [given] of {_lines()}.'
    )


def _lines() -> str:
    shown = questions.example()
    return f'lines such as {shown.name} = "{shown.value}"'


class CaseLocation(Location):
    """A place in a case file."""

    def unknown(self, what: str, name: str, allowed: Sequence[str]) -> DataError:
        """The error for a key that does not exist."""
        var, _, value = _example(name).partition("=")
        given = f'A known value stands under [given]: {var} = "{value}".' if value else ""
        near = given or did_you_mean(closest(name, allowed)).strip()
        offered = near or f"Known: {', '.join(allowed)}."
        return DataError(self.file, "", f"there is no key “{shorten(name)}” in {what}", offered)


def read_case(file: str) -> Case:
    """The case in a TOML file, or on standard input (-). Raises DataError for an unreadable file,
    an unknown key or a value of another type.
    """
    read = read_table(_tables(file), _fields(), CaseLocation(file, "", keyed=True), "a case")
    read["chosen"] = {name: read.pop(name) for name in lookups() if name in read}
    read["targets"] = read.pop("target", ())
    read["rtol"] = float(read.get("rtol", 0.0))
    return Case(**read)


def _tables(file: str) -> dict[str, Any]:
    try:
        return read_toml(Path(file), file).tables if file != "-" else toml_tables(read_stdin(), "-")
    except DataError as error:
        fix = "" if "cannot be read" in error.problem else f"A case is TOML in UTF-8. {_start()}"
        raise DataError(error.file, "", error.problem, fix) from None


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
        Field("efficiency", _text),
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
        fix = f"Write the line [{key}], and below it {_lines()}."
        raise place.fault("it is not a table", fix)
    return {name: _text(place.at(shorten(name)), name, text) for name, text in item.items()}


def _beside(place: Location, key: str, item: object) -> tuple[str, ...]:
    """Files named in the case, relative to its folder; units may be written out."""
    return tuple(
        name if key == "units" and "=" in name else str(Path(place.file).parent / name)
        for name in _texts(place, key, item)
    )
