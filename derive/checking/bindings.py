"""Binding files and front matter: what an author says the symbols of a document mean, as TOML."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from derive.checking.finding import Finding
from derive.checking.names import Names
from derive.errors import DataError

_TABLE = "bindings"


def read_bindings(path: Path) -> dict[str, str]:
    """The bindings of a file, `N_active = "active_params"` or `x = "3.2 GB/s"` a line. Raises DataError naming file and key."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from error
    return bindings_in(text, str(path))


def bindings_in(text: str, file: str, *, front: bool = False) -> dict[str, str]:
    """The bindings that a TOML text states, at its top or in the table `bindings`; of front matter only that table.

    One that is left empty binds nothing. Raises DataError naming file and key.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataError(file, "", f"is no TOML: {error}", 'Write N_active = "active_params" or x = "3.2 GB/s", one a line.') from error
    table = data.get(_TABLE, {} if front else data)
    if not isinstance(table, Mapping):
        raise DataError(file, _TABLE, "it is a table of names and texts", 'Write [bindings], then N_active = "active_params" below it.')
    for name, meaning in table.items():
        if not isinstance(meaning, str):
            raise DataError(file, name, "a binding is a text", f'Write {json.dumps(name, ensure_ascii=False)} = "a variable, a unit or a quantity".')
    return {name: meaning for name, meaning in table.items() if meaning.strip()}


def suggested(findings: Iterable[Finding], names: Names) -> str:
    """A binding file to complete: every name nobody knows, with what it may mean and the unit its equations give it."""
    wanted: dict[str, dict[str, None]] = {}
    for finding in findings:
        for word in finding.unknown:
            wanted.setdefault(word, {}).update(dict.fromkeys(unit for name, unit in finding.forced.items() if name == word))
    lines = ["# What the symbols mean: a variable of the library, a unit, or a quantity. One left empty binds nothing."]
    for word, forced in wanted.items():
        remarks = [f"may be {' or '.join(offers)}"] if (offers := names.offers(word)) else []
        remarks += [f"its equations give it {' or '.join(forced)}"] if forced else []
        lines.append(f'{json.dumps(word, ensure_ascii=False)} = ""{"  # " + "; ".join(remarks) if remarks else ""}')
    return "\n".join(lines) + "\n"
