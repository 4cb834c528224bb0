"""The index of the library: which file states which relation, constraint and theorem over which
variables.

`python -m derive.library.indexing` writes it anew after a relation was added or changed; a test
holds it to the files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from derive.library.api import subjects

FILE = Path(__file__).with_name("index.py")
_HEAD = (
    '"""Which file states which relation over which variables. Made by `python -m'
    " derive.library.indexing`; do not edit.\n\nRows: file, name, variables, the variable it"
    ' defines (or None), its variant (group, choice, usual) (or None).\n"""\n\n'
)


def index_text() -> str:
    """The index as a Python file."""
    relations = [row(module, stated) for module in subjects() for stated in module.RELATIONS]
    constraints = [row(module, stated) for module in subjects() for stated in module.CONSTRAINTS]
    theorems = [
        row(module, stated.statement) for module in subjects() for stated in module.THEOREMS
    ]
    return (
        f"{_HEAD}RELATIONS = {_listed(relations)}\n\nCONSTRAINTS ="
        f" {_listed(constraints)}\n\nTHEOREMS = {_listed(theorems)}\n"
    )


def row(module: Any, stated: Any) -> tuple[Any, ...]:
    """One relation, constraint or theorem as the index keeps it."""
    subject = getattr(stated, "subject", None)
    variant = getattr(stated, "variant", None)
    kept = (variant.group, variant.choice, variant.usual) if variant else None
    return (
        module.__name__.rpartition(".")[2],
        stated.name,
        tuple(v.name for v in stated.variables),
        subject.name if subject is not None else None,
        kept,
    )


def _listed(rows: list[tuple[Any, ...]]) -> str:
    body = "".join(f"    {row!r},\n".replace("'", '"') for row in rows)
    return f"(\n{body})"


if __name__ == "__main__":
    fresh = FILE.with_suffix(".new")
    fresh.write_text(index_text(), encoding="utf-8")
    fresh.replace(FILE)
