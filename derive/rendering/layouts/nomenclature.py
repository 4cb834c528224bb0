"""Nomenclature: every printed symbol with name, meaning, unit and first line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from derive.equations.var import Var, ordered
from derive.rendering.document.anchors import entry_place, line_place
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
from derive.rendering.document.parts import every_block, parts_of
from derive.rendering.expressions.printed_quantity import unit_text


def nomenclature(blocks: Iterable[DocumentBlock]) -> Table:
    """The nomenclature of these blocks; each row is a link target."""
    lines = printed_variables(blocks)
    variables = ordered(lines)
    columns = 5 if any(lines.values()) else 4
    headers = ("Symbol", "Name", "Meaning", "Unit", "First in")[:columns]
    rows = tuple(_row(var, lines[var])[:columns] for var in variables)
    targets = tuple(entry_place(var.name) for var in variables)
    return Table(headers, rows, "l" * columns, targets)


def printed_variables(blocks: Iterable[DocumentBlock]) -> dict[Var, int | None]:
    """The variables whose symbols are printed, each with its first numbered line."""
    found: dict[Var, int | None] = {}
    for block in every_block(blocks):
        number = block.number if isinstance(block, Equation) else None
        printed = {var for shown in _expressions(block) for var in shown.free_symbols}
        for var in ordered(var for var in printed if isinstance(var, Var)):
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
    cells = (Math(var), Code(var.name), Text(var.meaning), unit_cell(var))
    return (*((cell,) for cell in cells), first)


def unit_cell(var: Var) -> Text:
    """The unit of a variable, 1 for a pure number."""
    return Text(unit_text(var.unit.text) or "1")
