"""Binding files and front matter: the meaning of each symbol, one a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from derive.checking.extraction.document import FrontMatter
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.evidence import GUESS_MARK, GuessedMeaning
from derive.checking.symbols.names import Names
from derive.errors import DeriveError, SourceError, shorten
from derive.library.content import vocabulary
from derive.library.examples import example
from derive.text_files import read_text, with_plain_lines

_TABLE = "bindings"
_QUOTED = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'"
_TOML_HEADING = re.compile(r"\[\[?\s*([^\[\]]*?)\s*\]\]?\s*(?:#.*)?$")
_YAML_HEADING = re.compile(rf"(?:{_TABLE}|\"{_TABLE}\"|'{_TABLE}')\s*[:=]\s*(?P<rest>.*)$")
_PAIR = re.compile(rf"(?:-\s+)?(?P<name>{_QUOTED}|[^\"'=:#\s][^=:]*?)\s*[=:]\s*(?P<meaning>.*)$")
_MEANING = re.compile(
    rf"(?:(?P<quoted>{_QUOTED})|(?P<bare>(?:(?!\s#).)*?))\s*(?:(?:^|(?<=\s)|(?<=[\"']))#.*)?$"
)
_GUESS = re.compile(rf"{GUESS_MARK}(?: as (?P<meaning>[^;]*))?")


@dataclass(frozen=True, slots=True)
class RefusedBinding:
    """A line of bindings that binds nothing, with its fault."""

    text: str
    fault: SourceError


def read_bindings(path: Path, refused: list[RefusedBinding] | None = None) -> dict[str, str]:
    """The bindings of a file, `N_active = active_params` or `x: 3.2 GB/s` a line. Lines that bind
    nothing are added to `refused`; without it DataError is raised with file, line and key.
    """
    return bindings_in(read_text(path), str(path), refused=refused)


def bindings_in(
    text: str,
    file: str,
    *,
    front: bool = False,
    line: int = 1,
    refused: list[RefusedBinding] | None = None,
) -> dict[str, str]:
    """The bindings of a text that begins at `line` of its file, in TOML, YAML or plain lines.

    Of front matter only those under `[bindings]` or `bindings:` count; else those before any
    heading too. Quotes are optional, `#` begins a comment, and an empty meaning binds nothing.
    A line that is no binding, or whose meaning is neither a variable nor a unit, is added to
    `refused`; without it DataError is raised with file, line and key.

    >>> bindings_in("N_active = active_params\\nx: 3.2 GB/s  # a link", "names.txt")
    {'N_active': 'active_params', 'x': '3.2 GB/s'}
    """
    faults: list[RefusedBinding] = []
    found: dict[str, str] = {}
    places: dict[str, tuple[int, str]] = {}
    for number, entry in _entries(text, file, front, line, faults):
        try:
            name, meaning = _pair(entry, file, number)
            if name in found:
                fix = "Leave one of the two."
                raise SourceError(file, number, name, "it is bound twice", fix)
            found[name], places[name] = meaning, (number, entry)
        except SourceError as fault:
            faults.append(RefusedBinding(entry, fault))
    meant = {name: meaning for name, meaning in found.items() if meaning}
    for name, problem in _meaningless(meant).items():
        number, entry = places[name]
        del meant[name]
        faults.append(RefusedBinding(entry, SourceError(file, number, name, problem)))
    return _kept(meant, sorted(faults, key=lambda one: one.fault.line), refused)


def names_in(text: str, file: str) -> set[str]:
    """The names that a binding file has, with or without a meaning, as they are looked up. Raises
    DataError for a file of which as many lines are refused as it has names.
    """
    text = with_plain_lines(text)
    refused: list[RefusedBinding] = []
    bindings_in(text, file, refused=refused)
    pairs = (_PAIR.match(entry) for _, entry in _entries(text, file, False, 1, []))
    names = {spelt(_unquoted(pair["name"].strip())) for pair in pairs if pair}
    if refused and len(refused) >= len(names):
        raise refused[0].fault
    return names


def _kept(
    meant: dict[str, str], faults: list[RefusedBinding], refused: list[RefusedBinding] | None
) -> dict[str, str]:
    """The bindings, their faults added to those refused, or raised."""
    if faults and refused is None:
        raise faults[0].fault
    if refused is not None:
        refused += faults
    return meant


def _meaningless(found: Mapping[str, str]) -> dict[str, str]:
    """The names whose meaning is neither a variable nor a unit, or that can name nothing, with the
    fault of each.
    """
    if not found:
        return {}
    try:
        Names(vocabulary(), found)
    except DeriveError:
        alone = Names(vocabulary())
        faults = {}
        for name, meaning in found.items():
            try:
                alone.bound(spelt(name), meaning)
            except DeriveError as error:
                faults[name] = str(error).rstrip(".?")
        return faults
    return {}


def _pair(entry: str, file: str, line: int) -> tuple[str, str]:
    """The name and the meaning of a line. Raises SourceError for a line that is no binding."""
    pair = _PAIR.match(entry)
    if pair is None:
        fix = f"Write one a line: x = {example().name}, or y: 3.2 GB/s."
        raise SourceError(file, line, _TABLE, f"“{shorten(entry)}” is not a binding", fix)
    name = _unquoted(pair["name"].strip())
    return name, _meaning(pair["meaning"], file, line, name)


def _entries(
    text: str, file: str, front: bool, first: int, faults: list[RefusedBinding]
) -> Iterator[tuple[int, str]]:
    """The binding lines with their numbers; texts of several lines are skipped, and headings that
    cannot be used added to the faults.
    """
    within, indent, quoted = not front, -1, ""
    for number, raw in enumerate(text.splitlines(), first):
        line = raw.strip()
        if quoted:
            quoted = "" if quoted in line else quoted
            continue
        if not line or line.startswith("#") or line in ("---", "+++", "..."):
            continue
        depth = len(raw) - len(raw.lstrip())
        if indent >= 0 and depth <= indent and not line.startswith("- "):
            within, indent = False, -1
        if depth == 0 and (heading := _TOML_HEADING.match(line)):
            within, indent = heading[1].strip("\"'") == _TABLE, -1
            if not within and not front:
                problem = "a binding file has no such table"
                fix = "The one heading it may have is [bindings]."
                fault = SourceError(file, number, shorten(heading[1]), problem, fix)
                faults.append(RefusedBinding(line, fault))
        elif depth == 0 and (opened := _YAML_HEADING.match(line)):
            within, indent = True, 0
            try:
                yield from ((number, entry) for entry in _in_braces(opened["rest"], file, number))
            except SourceError as fault:
                faults.append(RefusedBinding(line, fault))
        elif within:
            yield number, line
        else:
            quoted = next((mark for mark in ('"""', "'''") if line.count(mark) % 2), "")


def _in_braces(rest: str, file: str, line: int) -> Iterator[str]:
    """The entries on the line of the heading: none, or those in `{B: GB, N: active_params}`. Raises
    SourceError for anything else.
    """
    rest = rest if rest.startswith("{") else rest.partition("#")[0].strip()
    if not rest:
        return
    if not (rest.startswith("{") and rest.endswith("}")):
        fix = f"Write {_TABLE}: alone on its line, a name and its meaning on each below it."
        raise SourceError(file, line, _TABLE, "it is a table of names and meanings", fix)
    yield from (
        part.strip() for part in re.findall(rf"(?:{_QUOTED}|[^,\"'])+", rest[1:-1]) if part.strip()
    )


def _meaning(written: str, file: str, line: int, name: str) -> str:
    """The meaning without its quotes and the comment after it. Raises SourceError for none."""
    match = _MEANING.match(written)
    if match and match["quoted"]:
        meaning = _unquoted(match["quoted"]).strip()
        guess = _GUESS.search(written, match.end("quoted"))
        kept = guess is not None and guess["meaning"] in (None, meaning)
        return (GuessedMeaning if kept else str)(meaning)
    if match is None or match["bare"].startswith(("[", "{", '"', "'", "|", ">")):
        fix = f'Write {name} = "a variable, a unit or a quantity".'
        raise SourceError(file, line, name, "a binding is a text on one line", fix)
    return match["bare"].strip()


def _unquoted(text: str) -> str:
    """A text without the quotes around it; within double quotes a backslash may be single, as in
    LaTeX, or double, as in TOML.
    """
    if len(text) > 1 and text[0] == text[-1] == '"':
        return re.sub(r'\\([\\"])', r"\1", text[1:-1])
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text


def document_bindings(
    front: Iterable[FrontMatter], refused: list[RefusedBinding] | None = None
) -> dict[str, str]:
    """The bindings in the front matter of a document; later ones win. Those that bind nothing are
    added to `refused`; without it DataError is raised with file, line and key.
    """
    found: dict[str, str] = {}
    for part in front:
        if part.table is not None:
            found |= bindings_of(part.table, part.file, refused)
        found |= bindings_in(part.text, part.file, front=True, line=part.line, refused=refused)
    return found


def bindings_of(
    table: object, file: str, refused: list[RefusedBinding] | None = None
) -> dict[str, str]:
    """The bindings in the metadata of a notebook. Those that bind nothing are added to `refused`;
    without it DataError is raised with file and key.
    """
    faults: list[RefusedBinding] = []
    meant: dict[str, str] = {}
    pairs = table.items() if isinstance(table, Mapping) else ()
    if not isinstance(table, Mapping):
        fix = f'Write "bindings": {{"x": "{example().name}"}} in its metadata.'
        fault = SourceError(file, 0, _TABLE, "it is a table of names and meanings", fix)
        faults.append(RefusedBinding(_TABLE, fault))
    for name, meaning in pairs:
        if isinstance(meaning, str):
            meant |= {str(name): meaning} if meaning.strip() else {}
            continue
        key = shorten(str(name))
        fix = f'Write "{key}": "a variable, a unit or a quantity".'
        faults.append(RefusedBinding(key, SourceError(file, 0, key, "a binding is a text", fix)))
    for name, problem in _meaningless(meant).items():
        text = f"{name}: {meant.pop(name)}"
        faults.append(RefusedBinding(text, SourceError(file, 0, name, problem)))
    return _kept(meant, faults, refused)
