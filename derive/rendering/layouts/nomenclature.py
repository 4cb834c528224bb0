"""The nomenclature of a document: every symbol it prints, with its name, meaning and unit, and the
line that first has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from derive.equations.var import Var
from derive.rendering.document.anchors import entry_place, line_place
from derive.rendering.document.citations import parts_of
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Equals,
    Equation,
    Math,
    Ref,
    Table,
    Text,
    Words,
)
from derive.rendering.expressions.printed_quantity import unit_text


def nomenclature(blocks: Iterable[DocumentBlock]) -> Table:
    """The table for these blocks; each row is the place its symbols lead to."""
    lines = printed_variables(blocks)
    ordered = sorted(lines, key=lambda var: (var.rank, var.name))
    columns = 5 if any(lines.values()) else 4
    rows = tuple(_row(var, lines[var])[:columns] for var in ordered)
    return Table(
        ("Symbol", "Name", "Meaning", "Unit", "First in")[:columns],
        rows,
        "lllll"[:columns],
        tuple(entry_place(var.name) for var in ordered),
    )


def printed_variables(blocks: Iterable[DocumentBlock]) -> dict[Var, int | None]:
    """Every variable whose symbol is printed, with the first numbered line it stands in."""
    found: dict[Var, int | None] = {}
    for block in blocks:
        number = block.number if isinstance(block, Equation) else None
        for var in sorted(
            {
                var
                for shown in _expressions(block)
                for var in shown.free_symbols
                if isinstance(var, Var)
            },
            key=lambda v: (v.rank, v.name),
        ):
            if found.get(var) is None:
                found[var] = number
    return found


def _expressions(block: DocumentBlock) -> Iterator[Any]:
    if isinstance(block, Equation):
        yield block.expression
    for part in parts_of(block):
        if isinstance(part, Math):
            yield part.expression
        elif isinstance(part, Equals):
            yield part.var


def _row(var: Var, line: int | None) -> tuple[Words, ...]:
    first: Words = () if line is None else (Ref(f"line {line}", line_place(line)),)
    return (
        (Math(var),),
        (Code(var.name),),
        (Text(var.meaning),),
        (Text(unit_text(var.unit.text) or "1"),),
        first,
    )
