"""Everything that has a name, described: what `derive show` prints and an assistant reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from derive.claims.described import described_claims
from derive.display import sentence
from derive.equations.var import normal
from derive.errors import TextError, UnknownName
from derive.library.api import prove
from derive.library.catalogue import entries, entry, entry_kinds
from derive.library.catalogue.own_data import store
from derive.library.content import vocabulary
from derive.library.system import library_system, theorems
from derive.rendering.layouts.described import Described, fact_rows, facts_table
from derive.rendering.layouts.described_entries import describe_entry, describe_source
from derive.rendering.layouts.described_equations import (
    describe_constraint,
    describe_relation,
    describe_theorem,
    describe_variable,
)
from derive.rendering.layouts.described_units import describe_unit
from derive.rendering.layouts.described_variants import describe_variant
from derive.reporting.source import find as report_file
from derive.reporting.source import read, reports
from derive.search.everyday import EverydayQuestion, everyday_questions
from derive.spellings import closest
from derive.units.registry import ambiguity, unit_words
from derive.units.text import parse_quantity

_LISTS = "Lists: derive list --help"


def things_named(name: str) -> list[Described]:
    """Everything of that name, case-blind; an entry by its other names too. Raises UnknownName with
    candidates of every kind.
    """
    found = list(_found(normal(name), name))
    if not found:
        kinds = (
            "variable, relation, theorem, constraint, variant, catalogue entry, source, claim or"
            " unit"
        )
        hint = ambiguity(name) or _misread(name)
        error = UnknownName(kinds, name, (), sentence(hint) if hint else _LISTS)
        error.candidates = () if hint else _candidates(normal(name))
        raise error
    return found


def _misread(written: str) -> str:
    """The fault of a quantity or of its unit; empty for what starts with no digit."""
    if not written[:1].isdigit():
        return ""
    try:
        parse_quantity(written)
    except TextError as error:
        return f"{error.problem}. {error.fix}".strip()
    return "A quantity has a unit: 400 Gbit/s"


def _found(wanted: str, written: str) -> Iterator[Described]:
    if wanted in everyday_questions():
        yield _question(everyday_questions()[wanted])
    with suppress(UnknownName):
        yield describe_variable(vocabulary().find(written))
    yield from (
        describe_relation(relation)
        for relation in library_system().all_relations
        if normal(relation.name) == wanted
    )
    yield from (
        describe_theorem(prove(theorem)) for theorem in theorems() if normal(theorem.name) == wanted
    )
    yield from (
        describe_constraint(constraint)
        for constraint in library_system().all_constraints
        if normal(constraint.name) == wanted
    )
    if (variant := describe_variant(wanted)) is not None:
        yield variant
    for kind in entry_kinds():
        with suppress(UnknownName):
            yield describe_entry(entry(kind, written))
    if wanted in store().sources():
        yield describe_source(store().sources()[wanted])
    yield from described_claims(wanted)
    if wanted in reports():
        yield _report(wanted)
    unit = describe_unit(written)
    if unit is not None:
        yield unit


def _question(question: EverydayQuestion) -> Described:
    """A question as people ask it, and what answers it."""
    data = {"name": question.name, "kind": "question", "asks": question.asks}
    return Described(question.asks, question.blocks, {**data, "answer": question.text})


def _report(name: str) -> Described:
    """A report: its title, and what it asks."""
    source = read(report_file(name))
    asked = [str(question.get("target", "")) for question in source.questions.values()]
    targets = list(dict.fromkeys(asked))
    table = facts_table(fact_rows({"asks for": targets}))
    data = {"name": name, "kind": "report", "title": source.title, "targets": targets}
    return Described(f"{name}: {source.title} (report)", (table,), data)


def _candidates(wanted: str) -> tuple[str, ...]:
    """Similar names of every kind, names with this prefix first."""
    names = dict.fromkeys(name for var in vocabulary() for name in (var.name, *var.aliases))
    names |= dict.fromkeys(
        thing.name
        for things in (library_system().all_relations, theorems(), library_system().all_constraints)
        for thing in things
    )
    names |= dict.fromkeys(id for kind in entry_kinds() for id in entries(kind))
    names |= dict.fromkeys([*store().sources(), *everyday_questions(), *unit_words()])
    starting = [name for name in names if len(wanted) > 1 and normal(name).startswith(wanted)]
    return tuple(dict.fromkeys([*starting, *closest(wanted, names)]))[:3]
