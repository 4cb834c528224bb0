"""What the placeholders of a report stand for: answers of the engine as blocks and words, and nothing typed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.derivation.answer import Answer
from derive.equations.var import Var
from derive.errors import DataError
from derive.library.asking import library_system
from derive.library.questions import stated_value
from derive.rendering import answer_document as layout
from derive.rendering.document import Amount, Block, Boxed, Cite, Code, Equation, Figure, Heading, Items, Math, Table, Text, Words
from derive.rendering.findings import findings
from derive.rendering.measures import unit_text
from derive.reporting.answers import AnswerBook, shown_unit, target_and_unit
from derive.solving.givens import read_value
from derive.units.display import format_number


class Filling:
    """Fills the placeholders of one report and remembers which variables it showed."""

    def __init__(self, book: AnswerBook) -> None:
        self.book = book
        self.variables: dict[Var, None] = {}
        self._lines = 0

    # --- words -------------------------------------------------------------------------------------------------

    def words(self, kind: str, rest: str) -> Words | None:
        """What a placeholder within a line stands for; None if it is none."""
        if kind == "cite":
            return (Cite(rest),)
        if kind == "symbol":
            return (Math(self._seen(library_system().find(rest))),)
        if kind == "value":
            name, unit = target_and_unit(rest)
            known = self.book.value(self.book.answer(name))
            return (Amount(known.value, shown_unit(known.var, unit)),)
        if kind == "given":
            name, _, variable = rest.partition(" ")
            known = self.book.known(self.book.answer(name), variable)
            return (Amount(known.value, known.var.unit),)
        return None

    # --- blocks ------------------------------------------------------------------------------------------------

    def blocks(self, kind: str, rest: str) -> tuple[Block, ...] | None:
        """What a placeholder on its own line stands for; None if it is none."""
        fill = {
            "knowns": self._knowns,
            "derivation": self._derivation,
            "result": self._result,
            "table": self._table,
            "neglected": self._neglected,
            "said": self._said,
            "open": self._open,
            "figure": self._figure,
            "nomenclature": self._nomenclature,
        }.get(kind)
        return fill(rest) if fill else None

    def _answer(self, name: str) -> Answer:
        answer = self.book.answer(name)
        self._seen(answer.target)
        for step in answer.derivation:
            for var in sorted(step.equation.free_symbols, key=lambda v: (v.rank, v.name)):
                self._seen(var)
        return answer

    def _seen(self, var: Var) -> Var:
        self.variables[var] = None
        return var

    def _knowns(self, name: str) -> tuple[Block, ...]:
        return tuple(block for block in layout.knowns(self._answer(name)) if not isinstance(block, Heading))

    def _derivation(self, name: str) -> tuple[Block, ...]:
        made: list[Block] = []
        for block in layout.derivation_blocks(self._answer(name).derivation):
            if isinstance(block, Heading):
                continue
            if isinstance(block, Equation) and block.number is not None:
                self._lines += 1
                block = Equation(block.expression, self._lines, block.reason, block.rule, block.verdict, block.values, block.result)
            made.append(block)
        return tuple(made)

    def _result(self, name: str) -> tuple[Block, ...]:
        answer = self._answer(name)
        boxed = next(block for block in layout.result(answer) if isinstance(block, Boxed))
        return (boxed,)

    def _table(self, name: str) -> tuple[Block, ...]:
        spec = self.book.source.tables.get(name)
        if spec is None:
            raise DataError(self.book.source.name, f"table.{name}", "is not in the front matter")
        columns = [target_and_unit(text) for text in spec["columns"]]
        named = spec.get("headers", [None] * len(columns))
        headers = ["", *(self._header(column, unit, words) for (column, unit), words in zip(columns, named, strict=True))]
        against = self.book.value(self.book.answer(spec["against"])) if "against" in spec else None
        rows = [self._row(row, columns) for row in spec["rows"]]
        if against is not None:
            headers.append("times the inferred")
            rows = [(*row, (Text(_ratio(self._cell(spec["rows"][k], columns[-1][0]), against.value)),)) for k, row in enumerate(rows)]
        return (Table(tuple(headers), tuple(rows), "l" + "r" * (len(headers) - 1)),)

    def _header(self, name: str, unit: Any, words: str | None) -> str:
        var = self._seen(library_system().find(name))
        chosen = shown_unit(var, unit)
        return (words or var.meaning) + ("" if chosen.text == "1" else f" [{chosen.text}]")

    def _row(self, row: Mapping[str, Any], columns: list[tuple[str, Any]]) -> tuple[Words, ...]:
        cells: list[Words] = [(Text(row["label"]),)]
        for name, unit in columns:
            var = library_system().find(name)
            value = self._cell(row, name)
            cells.append((Text("–" if value is None else format_number(value / shown_unit(var, unit).factor)),))
        return tuple(cells)

    def _cell(self, row: Mapping[str, Any], name: str) -> float | None:
        """A value of a row's question: given there, or asked for."""
        changes = {key: value for key, value in row.items() if key not in ("label", "question")}
        base = self.book.entry(row["question"])
        stated = {**base.get("given", {}), **changes.get("given", {})}
        if name in stated:
            return read_value(library_system().find(name), stated_value(name, stated[name])).value
        return self.book.changed(row["question"], changes, name).number

    def _neglected(self, name: str) -> tuple[Block, ...]:
        answer = self._answer(name)
        items = []
        for leaning in answer.neglected:
            term = next(t for r in answer.relations if r.name == leaning.relation for t in r.neglects if t.what == leaning.term)
            for var in sorted(term.size.free_symbols, key=lambda v: (v.rank, v.name)):
                self._seen(var)
            size = "its size is not known here" if leaning.size is None else f"{format_number(leaning.size, 3)} times what is kept"
            items.append((Text(f"{leaning.term[0].upper()}{leaning.term[1:]}, "), Math(term.size), Text(f": {size}.")))
        return (Items(tuple(items)),)

    def _said(self, name: str) -> tuple[Block, ...]:
        """What sources said beside what the engine found."""
        found = self.book.value(self.book.answer(name))
        rows: list[tuple[Words, ...]] = []
        for said in self.book.source.said:
            known = read_value(found.var, said["value"])
            rows.append((
                (Text(said["who"]), Text(" "), Cite(said["source"])),
                (Text(said["value"]),),
                (Text(_off(known.value / found.value)),),
            ))  # fmt: skip
        return (Table(("source", "it says", "against the result"), tuple(rows), "lrr"),)

    def _open(self, name: str) -> tuple[Block, ...]:
        answer = self._answer(name)
        return tuple(block for block in findings(answer) if not (isinstance(block, Heading) and block.level == 1))

    def _figure(self, name: str) -> tuple[Block, ...]:
        spec = self.book.source.figures.get(name)
        if spec is None:
            raise DataError(self.book.source.name, f"figure.{name}", "is not in the front matter")
        return (Figure(figure_file(self.book.source.name, name), (Text(spec["caption"]),), spec["alt"]),)

    def _nomenclature(self, _: str) -> tuple[Block, ...]:
        ordered = sorted(self.variables, key=lambda v: (v.rank, v.name))
        rows = tuple(((Math(v),), (Code(v.name),), (Text(v.meaning),), (Text(unit_text(v.unit.text) or "1"),)) for v in ordered)
        return (Table(("Symbol", "Name", "Meaning", "Unit"), rows, "llll"),)


def figure_file(report: str, name: str) -> str:
    """The file name of a report's figure."""
    return f"{report}_{name}.svg"


def _ratio(value: float | None, base: float) -> str:
    return "–" if value is None else f"{format_number(value / base, 3)} ×"


def _off(ratio: float) -> str:
    """How far a stated figure is off, in words."""
    if abs(ratio - 1) < 0.005:
        return "agrees to half a percent"
    return f"{abs(ratio - 1) * 100:.0f} % {'above' if ratio > 1 else 'below'}"


