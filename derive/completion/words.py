"""Candidates for the word that is typed: commands, options, names, ids and units."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from derive.completion import names
from derive.completion.names import ENTRY_KINDS, Named
from derive.units.ladder import LADDER

FILE, FOLDER = "file", "folder"
_PACK = "--pack"
COMMANDS = Path(__file__).with_name("commands.json")
_NUMBER = re.compile(r"([-+]?\d[\d_,]*(?:\.\d*)?(?:e[+-]?\d+)?)\s*(\D.*)?", re.IGNORECASE)


class Completion(NamedTuple):
    """A candidate, with its description; `open` if it goes on at once."""

    value: str
    help: str = ""
    open: bool = False


class TypedWords(NamedTuple):
    """The words before the one that is typed, without `derive`."""

    words: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command, if it is there already."""
        return next((word for word in self.words if not word.startswith("-")), "")

    def said(self, option: str) -> list[str]:
        """The values of an option."""
        pairs = zip(self.words, (*self.words[1:], ""), strict=True)
        glued = [word.partition("=")[2] for word in self.words if word.startswith(f"{option}=")]
        return [after for word, after in pairs if word == option] + glued


def commands() -> Mapping[str, Any]:
    """The commands with summaries, kinds of arguments and options, as the file keeps them."""
    kept: Mapping[str, Any] = json.loads(COMMANDS.read_bytes())
    return kept


def candidates(words: Iterable[str], typed: str) -> tuple[list[Completion], str]:
    """The completions of a typed word after these words, and whether it is a file or a folder.

    >>> [found.value for found in candidates(["report"], "price_cl")[0]]
    ['price_cliff']
    >>> [found.value for found in candidates(["solve", "-g"], "gpus=8")[0]]
    ['gpus=8 GPU']
    """
    said = list(words)
    if said[-1:] == [_PACK] or typed.startswith(f"{_PACK}="):
        return _packs(typed), ""
    rest, packs = _without_packs(said)
    names.ask_packs(packs or _listed(os.environ.get("DERIVE_PACKS", "")))
    line, known = TypedWords(tuple(rest)), commands()
    if line.command not in known:
        options = {"--help": "Show the commands.", "--version": "Show the version."}
        told = {name: row["help"] for name, row in known.items()}
        return _starting(options if typed.startswith("-") else told, typed), ""
    row = known[line.command]
    options = row["options"]
    before = line.words[-1] if line.words else ""
    if before in options and options[before]["kind"]:
        return _of_kind(options[before]["kind"], typed, line)
    option, sign, value = typed.partition("=")
    if sign and option in options:
        found, files = _of_kind(options[option]["kind"], value, line)
        return [Completion(f"{option}={each.value}", each.help, each.open) for each in found], files
    if typed.startswith("-"):
        return _starting({name: told["help"] for name, told in options.items()}, typed), ""
    return _of_kind(row["argument"], typed, line)


def _packs(typed: str) -> list[Completion]:
    """The completions of the last of the packs typed."""
    start = max(typed.rfind(","), typed.rfind("=")) + 1
    found = _starting(names.packs(), typed[start:])
    return [Completion(f"{typed[:start]}{each.value}", each.help) for each in found]


def _without_packs(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """The words without --pack NAME, and the packs that are named.

    >>> _without_packs(["--pack", "llm,queueing", "solve", "x"])
    (['solve', 'x'], ['llm', 'queueing'])
    """
    rest, packs, left = [], [], iter(words)
    for word in left:
        option, sign, value = word.partition("=")
        if option == _PACK:
            packs += _listed(value if sign else next(left, ""))
        else:
            rest.append(word)
    return rest, packs


def _listed(text: str) -> list[str]:
    return [name for name in re.split(r"[,\s]+", text) if name]


def _of_kind(kind: Any, typed: str, line: TypedWords) -> tuple[list[Completion], str]:
    """The values of one kind, or of one of several choices."""
    if isinstance(kind, list):
        return _starting(dict.fromkeys(kind, ""), typed), ""
    if kind in (FILE, FOLDER, ""):
        return [], kind
    if kind == "given":
        return _given(typed), ""
    if kind == "axis":
        return _axis(typed, line), ""
    if kind == "variant":
        return _variant(typed), ""
    if kind == "unit":
        target = next((names.unit_of(word) for word in line.words if names.unit_of(word)), "")
        return _starting(dict.fromkeys(_units(target), ""), typed), ""
    return _starting(_named(kind, line), typed), ""


def _named(kind: str, line: TypedWords) -> Named:
    """The names of one kind, each with its description."""
    own = line.said("--data")
    if kind == "variable":
        return names.variables()
    if kind == "report":
        return names.reports()
    if kind == "precision":
        return names.precisions(next(iter(line.said("--accelerator")), ""), own)
    if kind in ENTRY_KINDS:
        return names.entries(kind, own)
    parts = ("relations", "theorems", "constraints")
    shown = [names.entries(each, own) for each in ENTRY_KINDS if each != "measured"]
    every = [names.variables(), *map(names.stated, parts), *shown]
    return {name: said for named in reversed(every) for name, said in named.items()}


def _given(typed: str) -> list[Completion]:
    """A name before its “=”; behind it and a number, the units of the variable."""
    name, sign, value = typed.partition("=")
    if not sign:
        found = _starting(names.variables(), name)
        return [Completion(f"{each.value}=", each.help, open=True) for each in found]
    number = _NUMBER.fullmatch(value.strip())
    if number is None:
        return []
    written = {f"{name}={number[1]} {unit}": "" for unit in _units(names.unit_of(name))}
    return _starting(written, f"{name}={number[1]} {number[2] or ''}")


def _axis(typed: str, line: TypedWords) -> list[Completion]:
    """A variable or an option before the “=”; behind it the ids of an option's entries, several
    after commas.
    """
    options = {
        name.removeprefix("--").replace("-", "_"): told
        for name, told in commands()[line.command]["options"].items()
        if told.get("axis")
    }
    name, sign, value = typed.partition("=")
    if name not in options or not sign:
        helps = {option: told["help"] for option, told in options.items()}
        said = [] if sign else _starting(helps, name)
        return [Completion(f"{each.value}=", each.help, open=True) for each in said] + _given(typed)
    before, comma, last = value.rpartition(",")
    found = _starting(_named(options[name]["kind"], line), last)
    return [Completion(f"{name}={before}{comma}{each.value}", each.help) for each in found]


def _variant(typed: str) -> list[Completion]:
    """A group before its “=”, a choice behind it."""
    group, sign, choice = typed.partition("=")
    groups = names.variants()
    if not sign:
        return [Completion(f"{name}=", open=True) for name in groups if name.startswith(group)]
    choices = groups.get(group, [])
    return [Completion(f"{group}={name}") for name in choices if name.startswith(choice)]


def _units(unit: str) -> list[str]:
    """A unit, and the same with other prefixes."""
    head, slash, rest = unit.partition("/")
    if unit in ("", "1"):
        return []
    if head == "USD" and rest.startswith("token"):
        return [unit, f"USD/M{rest}"]
    prefixed = [f"{name}{slash}{rest}" for name, _ in LADDER.get(head, ())]
    return list(dict.fromkeys([unit, *prefixed]))


def _starting(known: Named, typed: str) -> list[Completion]:
    return [Completion(name, told) for name, told in known.items() if name.startswith(typed)]
