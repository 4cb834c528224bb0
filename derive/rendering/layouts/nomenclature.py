"""Nomenclature: every printed symbol with name, meaning, unit and first line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from derive.equations.var import Var, ordered
from derive.rendering.document.anchors import entry_place, line_place
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Equals,
    Equation,
    Math,
    Paragraph,
    Ref,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import every_block, parts_of
from derive.rendering.expressions.printed_quantity import unit_text


def nomenclature(blocks: Iterable[DocumentBlock]) -> tuple[DocumentBlock, ...]:
    """The table of the symbols of these blocks that no table of knowns explains, each row a link
    target, after a sentence on those that one does.
    """
    whole = tuple(blocks)
    lines, explained = printed_variables(whole), _explained(whole)
    variables = [var for var in ordered(lines) if entry_place(var.name) not in explained]
    note = Paragraph((Text("Symbols of the knowns are explained in their table."),), "note")
    start = (note,) if len(variables) < len(lines) else ()
    if not variables:
        return start
    columns = 5 if any(lines[var] for var in variables) else 4
    headers = ("Symbol", "Name", "Meaning", "Unit", "Line")[:columns]
    rows = tuple(_row(var, lines[var])[:columns] for var in variables)
    targets = tuple(entry_place(var.name) for var in variables)
    return (*start, Table(headers, rows, "l" * columns, targets))


def explained_once(blocks: Iterable[DocumentBlock]) -> list[DocumentBlock]:
    """The blocks, in which only the first row that explains a variable is its link target."""
    seen: set[str] = set()
    made: list[DocumentBlock] = []
    for block in blocks:
        if isinstance(block, Table) and block.places:
            places = tuple("" if place in seen else place for place in block.places)
            seen.update(places)
            made.append(replace(block, places=places))
        else:
            made.append(block)
    return made


def _explained(blocks: Iterable[DocumentBlock]) -> set[str]:
    """The link targets of the variables that a table explains."""
    tables = (block for block in every_block(blocks) if isinstance(block, Table))
    return {place for table in tables for place in table.places}


def printed_variables(blocks: Iterable[DocumentBlock]) -> dict[Var, int | None]:
    """The variables whose symbols are printed, each with its first numbered line."""
    found: dict[Var, int | None] = {}
    for block in every_block(blocks):
        number = block.number if isinstance(block, Equation) else None
        printed = {var for shown in printed_expressions(block) for var in shown.free_symbols}
        for var in ordered(var for var in printed if isinstance(var, Var)):
            if found.get(var) is None:
                found[var] = number
    return found


def printed_expressions(block: DocumentBlock) -> Iterator[Any]:
    """The expressions that a block prints as formulas, in its text too."""
    if isinstance(block, Equation):
        yield block.expression
    for part in parts_of(block):
        if isinstance(part, Math):
            yield part.expression
        elif isinstance(part, Equals):
            yield part.var


def _row(var: Var, line: int | None) -> tuple[Words, ...]:
    first: Words = () if line is None else (Ref(str(line), line_place(line)),)
    cells = (Math(var), Code(var.name), Text(var.meaning), unit_cell(var))
    return (*((cell,) for cell in cells), first)


def unit_cell(var: Var) -> Text:
    """The unit of a variable, 1 for a pure number."""
    return Text(unit_text(var.unit.text) or "1")
