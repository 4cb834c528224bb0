"""Things that can be found: everything with a name, its aliases and the text that describes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from derive.claims.claim import claims
from derive.library.catalogue import entries, entry, entry_kinds
from derive.library.catalogue.own_data import store
from derive.library.content import vocabulary
from derive.library.system import library_system, theorems
from derive.rendering.layouts.described_units import unit_meanings, unit_spellings
from derive.rendering.layouts.described_variants import choices_text, variant_choices
from derive.reporting.source import find as report_file
from derive.reporting.source import read as read_report
from derive.reporting.source import reports
from derive.search.everyday import everyday_questions, times_asked


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with a name: its kind, what else it is called, its unit and meaning, and for a
    variable the number of everyday questions that use it.
    """

    kind: str
    name: str
    meaning: str
    aliases: tuple[str, ...] = ()
    unit: str = ""
    asked: int = 0


def things() -> Iterator[Thing]:
    """Everything that `derive show` or `derive report` knows by name, kind by kind."""
    asked = times_asked()
    for var in vocabulary():
        times = asked.get(var.name, 0)
        yield Thing("variable", var.name, var.meaning, var.aliases, var.unit.text, times)
    for relation in library_system().all_relations:
        yield Thing("relation", relation.name, relation.why)
    for theorem in theorems():
        yield Thing("theorem", theorem.name, theorem.statement.why)
    for constraint in library_system().all_constraints:
        yield Thing("constraint", constraint.name, constraint.why)
    for group in variant_choices():
        yield Thing("variant", group, f"one of {choices_text(group)}")
    for kind in entry_kinds():
        if kind != "claim":  # those of the catalogue are figures of its notes
            for id in entries(kind):
                record = entry(kind, id)
                yield Thing(kind, id, record.name, tuple(record.labels.get("aliases", ())))
    for name in reports():
        path = report_file(name)
        yield Thing("report", name, _title(path, path.stat().st_mtime_ns))
    for claim in claims().values():
        yield Thing("claim", claim.id, claim.says)
    for id, source_entry in store().sources().items():
        yield Thing("source", id, source_entry.title)
    for name, words in unit_spellings().items():
        aliases = tuple(word for word in words if word != name)
        yield Thing("unit", name, unit_meanings().get(name, ""), aliases)
    for question in everyday_questions().values():
        yield Thing("question", question.name, question.asks, (question.words,))


@lru_cache(maxsize=64)
def _title(report: Path, changed: int) -> str:
    """The title of a report as its file was last changed."""
    return read_report(report).title
