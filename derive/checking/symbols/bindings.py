"""Binding files and front matter: the meaning of each symbol, one a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from derive.checking.extraction.document import FrontMatter
from derive.checking.extraction.source import read_text
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.names import Names
from derive.errors import DataError, DeriveError, shorten
from derive.library.nomenclature import vocabulary

_TABLE = "bindings"
_QUOTED = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'"
_TOML_HEADING = re.compile(r"\[\[?\s*([^\[\]]*?)\s*\]\]?\s*(?:#.*)?$")
_YAML_HEADING = re.compile(rf"(?:{_TABLE}|\"{_TABLE}\"|'{_TABLE}')\s*[:=]\s*(?P<rest>.*)$")
_PAIR = re.compile(rf"(?:-\s+)?(?P<name>{_QUOTED}|[^\"'=:#\s][^=:]*?)\s*[=:]\s*(?P<meaning>.*)$")
_MEANING = re.compile(
    rf"(?:(?P<quoted>{_QUOTED})|(?P<bare>(?:(?!\s#).)*?))\s*(?:(?:^|(?<=\s)|(?<=[\"']))#.*)?$"
)
_FORM = "Write one a line: N_active = active_params, or x: 3.2 GB/s."


def read_bindings(path: Path) -> dict[str, str]:
    """The bindings of a file, `N_active = active_params` or `x: 3.2 GB/s` a line. Raises DataError
    with file, line and key.
    """
    return bindings_in(read_text(path), str(path))


def bindings_in(text: str, file: str, *, front: bool = False, line: int = 1) -> dict[str, str]:
    """The bindings of a text that begins at `line` of its file, in TOML, YAML or plain lines.

    Of front matter only those under `[bindings]` or `bindings:` count; else those before any
    heading too. Quotes are optional, `#` begins a comment, and an empty meaning binds nothing.
    Raises DataError with file, line and key, also for a meaning that is neither a variable nor a
    unit.

    >>> bindings_in("N_active = active_params\\nx: 3.2 GB/s  # a link", "names.txt")
    {'N_active': 'active_params', 'x': '3.2 GB/s'}
    """
    found: dict[str, str] = {}
    places: dict[str, str] = {}
    for where, entry in _entries(text, file, front, line):
        pair = _PAIR.match(entry)
        if pair is None:
            raise DataError(where, _TABLE, f"“{shorten(entry)}” is no binding", _FORM)
        name = _unquoted(pair["name"].strip())
        meaning = _meaning(pair["meaning"], where, name)
        if name in found:
            raise DataError(where, name, "it is bound twice", "Leave one of the two.")
        found[name], places[name] = meaning, where
    return _meant({name: meaning for name, meaning in found.items() if meaning}, places)


def names_in(text: str, file: str) -> set[str]:
    """The names that a binding file has, with or without a meaning, as they are looked up. Raises
    DataError for a file of anything else.
    """
    bindings_in(text, file)
    pairs = (_PAIR.match(entry) for _, entry in _entries(text, file, False, 1))
    return {spelt(_unquoted(pair["name"].strip())) for pair in pairs if pair}


def _meant(found: dict[str, str], places: Mapping[str, str]) -> dict[str, str]:
    """The bindings, checked. Raises DataError with place and key of one without a meaning."""
    if not found:
        return found
    try:
        Names(vocabulary, found)
    except DeriveError:
        alone = Names(vocabulary)
        for name, meaning in found.items():
            try:
                alone.bound(spelt(name), meaning)
            except DeriveError as error:
                raise DataError(places[name], name, str(error).rstrip(".?")) from error
        raise
    return found


def _entries(text: str, file: str, front: bool, first: int) -> Iterator[tuple[str, str]]:
    """The binding lines with their places; texts of several lines are skipped."""
    within, indent, quoted = not front, -1, ""
    for number, raw in enumerate(text.splitlines(), first):
        line, where = raw.strip(), f"{file}:{number}"
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
                raise DataError(where, shorten(heading[1]), problem, fix)
        elif depth == 0 and (opened := _YAML_HEADING.match(line)):
            within, indent = True, 0
            yield from ((where, entry) for entry in _in_braces(opened["rest"], where))
        elif within:
            yield where, line
        else:
            quoted = next((mark for mark in ('"""', "'''") if line.count(mark) % 2), "")


def _in_braces(rest: str, where: str) -> Iterator[str]:
    """The entries on the line of the heading: none, or those in `{B: GB, N: active_params}`."""
    rest = rest if rest.startswith("{") else rest.partition("#")[0].strip()
    if not rest:
        return
    if not (rest.startswith("{") and rest.endswith("}")):
        fix = f"Write {_TABLE}: alone on its line, a name and its meaning on each below it."
        raise DataError(where, _TABLE, "it is a table of names and meanings", fix)
    yield from (
        part.strip() for part in re.findall(rf"(?:{_QUOTED}|[^,\"'])+", rest[1:-1]) if part.strip()
    )


def _meaning(written: str, where: str, name: str) -> str:
    """The meaning without its quotes and the comment after it."""
    match = _MEANING.match(written)
    if match and match["quoted"]:
        return _unquoted(match["quoted"]).strip()
    if match is None or match["bare"].startswith(("[", "{", '"', "'", "|", ">")):
        fix = f'Write {name} = "a variable, a unit or a quantity".'
        raise DataError(where, name, "a binding is a text on one line", fix)
    return match["bare"].strip()


def _unquoted(text: str) -> str:
    """A text without the quotes around it; within double quotes a backslash may be single, as in
    LaTeX, or double, as in TOML.
    """
    if len(text) > 1 and text[0] == text[-1] == '"':
        return re.sub(r'\\([\\"])', r"\1", text[1:-1])
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text


def document_bindings(front: Iterable[FrontMatter]) -> dict[str, str]:
    """The bindings in the front matter of a document; later ones win. Raises DataError with file,
    line and key.
    """
    found: dict[str, str] = {}
    for part in front:
        if part.table is not None:
            found |= bindings_of(part.table, part.file)
        found |= bindings_in(part.text, part.file, front=True, line=part.line)
    return found


def bindings_of(table: object, file: str) -> dict[str, str]:
    """The bindings in the metadata of a notebook. Raises DataError with file and key."""
    if not isinstance(table, Mapping):
        fix = 'Write "bindings": {"N_active": "active_params"} in its metadata.'
        raise DataError(file, _TABLE, "it is a table of names and meanings", fix)
    for name, meaning in table.items():
        if not isinstance(meaning, str):
            key = shorten(str(name))
            fix = f'Write "{key}": "a variable, a unit or a quantity".'
            raise DataError(file, key, "a binding is a text", fix)
    return _meant(
        {str(name): meaning for name, meaning in table.items() if meaning.strip()},
        dict.fromkeys(map(str, table), file),
    )
