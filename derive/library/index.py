"""The relation index: which file states which relation, constraint and theorem over which
variables, and the equations as plain data, so that a question reads the files of its own relations
alone.

The rows stand in index.json, by file, with the SHA-256 of every file they come from; with them
each variable with its unit, meaning and aliases, which completion reads. In a checkout
a changed file is read again by the next question; `python -m derive.library.index` writes the index
anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from derive.data_files import installed
from derive.equations.relation import Variant
from derive.errors import DeclarationError, InternalError
from derive.packs.pack import Pack
from derive.packs.registry import usual
from derive.program.nodes import EquationData

FILE = Path(__file__).with_suffix(".json")
COMMAND = "python -m derive.library.index"


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A relation, constraint or theorem by names: the file that states it, its variables, the
    variable it defines, its variant; of a relation or theorem also the equation.
    """

    file: str
    name: str
    variables: tuple[str, ...]
    subject: str | None
    variant: Variant | None
    data: EquationData | None = None


@dataclass(frozen=True, slots=True)
class RelationIndex:
    """The rows of all relation files, in their order."""

    relations: tuple[IndexRow, ...]
    constraints: tuple[IndexRow, ...]
    theorems: tuple[IndexRow, ...]


@lru_cache(maxsize=16)
def index_of(pack: Pack) -> RelationIndex:
    """The index of a pack's relation files as they are; of a pack that keeps none it is made.

    Raises InternalError where an installed copy has the index of other files, DeclarationError for
    a relation file that is not a subject.
    """
    if not pack.keeps_index:
        return _index(json.loads(index_text(pack))["rows"])
    kept, digests = _kept(), _digests(pack)
    if kept.get("sha256") == digests:
        return _index(kept["rows"])
    if installed():
        raise InternalError(
            f"the index of relations does not match {_differing(kept, digests)}; write it anew"
            f" with: {COMMAND}"
        )
    text = index_text(pack)
    with suppress(OSError):  # a checkout that cannot be written to is read again each time
        _write(text)
    return _index(json.loads(text)["rows"])


def index_text(pack: Pack | None = None) -> str:
    """The index of a pack, the first unless one is named, as JSON, made from the relation files; a
    line a row.
    """
    one = pack or usual()[0]
    digests = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in _digests(one).items())
    rows = ",\n".join(
        f"  {json.dumps(name)}: {_rows_of(one.subject(name))}" for name in _subjects(one)
    )
    variables = ",\n".join(
        f"  {json.dumps(var.name)}: {json.dumps([var.unit.text, var.meaning, *var.aliases])}"
        for var in one.variables
    )
    parts = {"sha256": digests, "rows": rows, "variables": variables}
    return "{\n" + ",\n".join(f' "{key}": {{\n{text}\n }}' for key, text in parts.items()) + "\n}\n"


def _subjects(pack: Pack) -> tuple[str, ...]:
    """The relation files in order. Raises DeclarationError for one with relations that is not
    listed.
    """
    listed = pack.subjects
    for path in _files(pack.relation_package) if pack.keeps_index else ():
        if path.stem not in (*listed, "__init__") and hasattr(pack.subject(path.stem), "RELATIONS"):
            raise DeclarationError(
                f"relations/{path.name}",
                "its relations are in no subject",
                f'Add "{path.stem}" to SUBJECTS in {pack.relation_package}.',
            )
    return listed


def _rows_of(module: Any) -> str:
    stated = {
        "relations": [[*_row(relation), _data(relation.data)] for relation in module.RELATIONS],
        "constraints": map(_row, module.CONSTRAINTS),
        "theorems": [
            [*_row(theorem.statement), _data(theorem.statement.data)] for theorem in module.THEOREMS
        ],
    }
    parts = (f"   {json.dumps(key)}: {_listed(rows)}" for key, rows in stated.items())
    return "{\n" + ",\n".join(parts) + "\n  }"


def _listed(rows: Iterable[list[Any]]) -> str:
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rows)
    return f"[\n{lines}\n   ]" if lines else "[]"


def _row(stated: Any) -> list[Any]:
    """A relation, constraint or theorem as the file keeps it."""
    subject = getattr(stated, "subject", None)
    return [
        stated.name,
        [var.name for var in stated.variables],
        subject.name if subject is not None else None,
        _kept_variant(getattr(stated, "variant", None)),
    ]


def _kept_variant(variant: Variant | None) -> list[Any] | None:
    """A variant as the file keeps it."""
    if variant is None:
        return None
    kept = [variant.group, variant.choice, variant.usual]
    plain = variant.beside is None and not variant.otherwise
    return kept if plain else [*kept, _kept_variant(variant.beside), variant.otherwise]


def _data(equation: EquationData) -> list[Any]:
    """An equation as the file keeps it."""
    return [equation.left, equation.right, *equation.nodes]


def _index(rows: Mapping[str, Mapping[str, Any]]) -> RelationIndex:
    def every(part: str) -> tuple[IndexRow, ...]:
        return tuple(
            IndexRow(
                file, name, tuple(variables), subject, _variant(variant), *map(_equation, data)
            )
            for file, parts in rows.items()
            for name, variables, subject, variant, *data in parts[part]
        )

    return RelationIndex(every("relations"), every("constraints"), every("theorems"))


def _equation(kept: list[Any]) -> EquationData:
    left, right, *nodes = kept
    return EquationData(tuple(map(tuple, nodes)), left, right)


def _variant(kept: list[Any] | None) -> Variant | None:
    if kept is None:
        return None
    group, choice, usual, *others = kept
    choice = choice if isinstance(choice, str) else tuple(choice)
    beside, otherwise = others or (None, False)
    return Variant(group, choice, usual, _variant(beside), otherwise)


def _kept() -> Mapping[str, Any]:
    """The index as it was last written; empty where it cannot be read."""
    with suppress(OSError, ValueError):
        kept = json.loads(FILE.read_bytes())
        if isinstance(kept, dict):
            return kept
    return {}


def _digests(pack: Pack) -> dict[str, str]:
    """The SHA-256 of each file of relations and nomenclature, line ends as in the repository; none
    of a pack that keeps no index.
    """
    return {
        f"{path.parent.name}/{path.name}": sha256(
            path.read_bytes().replace(b"\r\n", b"\n")
        ).hexdigest()
        for package in (pack.vocabulary_package, pack.relation_package)
        if pack.keeps_index
        for path in _files(package)
    }


def _files(package: str) -> list[Path]:
    """The Python files of a package, by name."""
    (folder,) = import_module(package).__path__
    return sorted(Path(folder).glob("*.py"))


def _differing(kept: Mapping[str, Any], digests: Mapping[str, str]) -> str:
    """The first file whose digest differs."""
    then: Mapping[str, str] = kept.get("sha256", {})
    return next(name for name in (*digests, *then) if digests.get(name) != then.get(name))


def _write(text: str) -> None:
    """Replace the index at once, so that no question reads half of it."""
    fresh = FILE.with_name(f"{FILE.name}.{os.getpid()}")
    try:
        fresh.write_text(text, encoding="utf-8", newline="\n")
        fresh.replace(FILE)
    finally:
        fresh.unlink(missing_ok=True)


if __name__ == "__main__":
    _write(index_text())
