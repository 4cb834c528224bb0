"""Blocks of an answer in a report: knowns, derivation, result, bottleneck, neglected terms, quoted
figures, findings.
"""

from __future__ import annotations

from dataclasses import replace

from derive.rendering.document.document import (
    Amount,
    Cite,
    DocumentBlock,
    Equation,
    Heading,
    Items,
    Math,
    Table,
    Text,
    Words,
)
from derive.rendering.document.reader_names import with_entries
from derive.rendering.layouts import answer as layout
from derive.rendering.layouts import result_box
from derive.rendering.layouts.answer_sections import findings, grounds
from derive.rendering.layouts.bottleneck import bottleneck_blocks
from derive.reporting.report_context import Shown
from derive.results.answer import Answer
from derive.results.solution import NeglectedTerm
from derive.solving.givens import read_value
from derive.units.display import format_number


def knowns(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The table of an answer's known values, looked-up entries by their names."""
    blocks = layout.knowns(shown.book.answer(name))
    return tuple(_named(block) for block in blocks if isinstance(block, Table))


def _named(table: Table) -> Table:
    rows = tuple(tuple(with_entries(cell) for cell in row) for row in table.rows)
    return replace(table, rows=rows)


def derivation(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The lines of an answer. Raises DataError when it has none."""
    answer = shown.book.answer(name)
    if not answer.derivation.steps:
        problem = f"has no lines: the question is {answer.status}"
        raise shown.book.fault(f"derivation {name}", problem)
    return shown.lines(answer.derivation)


def result(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The value of an answer, in a box."""
    return (result_box.boxed(shown.book.answer(name)),)


def neglected(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The neglected terms of an answer, each with its size relative to the kept terms."""
    answer = shown.book.answer(name)
    items = tuple(_neglected(term, answer) for term in answer.neglected)
    if not items:
        problem = "nothing is neglected on the way to this answer"
        raise shown.book.fault(f"neglected {name}", problem)
    return (Items(items),)


def _neglected(neglected: NeglectedTerm, answer: Answer) -> Words:
    relation = next(r for r in answer.relations if r.name == neglected.relation)
    term = next(term for term in relation.neglects if term.what == neglected.term)
    size = "its size is not known here"
    if neglected.size is not None:
        most = "up to " if neglected.most else ""
        share = neglected.size <= 1
        shown = format_number(neglected.size * (100 if share else 1), 3)
        size = f"{most}{shown}{' % of' if share else ' times'} what is counted"
    name = f"{neglected.term[0].upper()}{neglected.term[1:]}"
    return (Text(f"{name}: {size} ("), Math(term.size), Text(")."))


def quoted(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The figures of sources, compared with the answer."""
    found = shown.value(name)
    if not found.value:
        problem = "is zero, and nothing is a share of it"
        raise shown.book.fault(f"said {name}", problem)
    rows: list[tuple[Words, ...]] = []
    for entry in shown.book.source.said:
        ratio = read_value(found.var, entry["value"]).value / found.value
        source = (Text(entry["who"]), Text(" "), Cite(entry["source"]))
        rows.append((source, (Text(entry["value"]),), (Text(_deviation(ratio)),)))
    return (Table(("source", "it says", "against the result"), tuple(rows), "lrr"),)


def _deviation(ratio: float) -> str:
    """The deviation of a quoted figure, in words."""
    if abs(ratio - 1) < 0.005:
        return "agrees to half a percent"
    return f"{abs(ratio - 1) * 100:.0f} % {'above' if ratio > 1 else 'below'}"


def fixed(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The product of powers that the givens of an open question fix. Raises DataError without."""
    found = shown.book.answer(name).fixed
    if found is None:
        raise shown.book.fault(f"fixed {name}", "its givens fix no product of powers")
    return (Equation(found.expression, amount=Amount(found.value, found.unit)),)


def binding(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The bottleneck of an answer. Raises DataError when nothing on the way to it has parts."""
    answer = shown.book.answer(name)
    blocks = tuple(bottleneck_blocks(answer))
    if not blocks:
        problem = f"has no bottleneck: no Max, Min or sum of times leads to {answer.target.name}"
        raise shown.book.fault(f"binds {name}", problem)
    return blocks


def left_open(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The findings on an answer: missing inputs, conflicts, bounds, checks."""
    answer = shown.book.answer(name)
    return tuple(
        block
        for block in (*findings(answer), *grounds(answer))
        if not (isinstance(block, Heading) and block.level == 1)
    )
