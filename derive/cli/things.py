"""Things with a name: what `derive show` knows of variables, relations, theorems, constraints,
entries, sources, claims and units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from derive.cli.as_json import reason_text
from derive.cli.claim_thing import claim_things
from derive.cli.described import Described, facts_table, some, word, words
from derive.equations.citation import Citation, cited_texts
from derive.equations.constraint import Constraint
from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.equations.var import Var, normal
from derive.errors import UnknownName, closest
from derive.library.api import library_system, prove, theorems
from derive.library.catalogue import KINDS, Record, Source, SourcedValue, entries, entry
from derive.library.catalogue.own_data import store
from derive.library.entries import cross_checks
from derive.library.nomenclature import vocabulary
from derive.rendering.document.document import (
    Cite,
    Code,
    DocumentBlock,
    Equation,
    Items,
    Math,
    Paragraph,
    Table,
    Text,
    Words,
    citing,
)
from derive.rendering.expressions.printed_quantity import unit_text
from derive.rendering.layouts.answer import proof_document
from derive.results.derivation import Proof
from derive.units.registry import ResolvedUnit, resolve, unit_words
from derive.units.unit import base_unit


def things_named(name: str) -> list[Described]:
    """Everything of that name, case-blind. Raises UnknownName with candidates of every kind."""
    found = list(_found(normal(name), name))
    if not found:
        error = UnknownName(
            "variable, relation, theorem, constraint, catalogue entry, source, claim or unit",
            name,
            (),
            "Lists: derive list --help",
        )
        error.candidates = _candidates(normal(name))
        raise error
    return found


def _found(wanted: str, written: str) -> Iterator[Described]:
    with suppress(UnknownName):
        yield _variable(vocabulary.find(written))
    yield from (
        _relation(relation)
        for relation in library_system().all_relations
        if normal(relation.name) == wanted
    )
    yield from (
        _theorem(prove(theorem)) for theorem in theorems() if normal(theorem.name) == wanted
    )
    yield from (
        _constraint(constraint)
        for constraint in library_system().constraints
        if normal(constraint.name) == wanted
    )
    yield from (_entry(entry(kind, wanted)) for kind in KINDS if wanted in entries(kind))
    if wanted in store().sources():
        yield _source(store().sources()[wanted])
    yield from claim_things(wanted)
    unit = resolve(written)
    if unit is not None:
        yield _unit(written, unit)


def _candidates(wanted: str) -> tuple[str, ...]:
    """Names of every kind that look like this one; those that begin with it come first."""
    names = dict.fromkeys(name for var in vocabulary for name in (var.name, *var.aliases))
    names |= dict.fromkeys(
        thing.name
        for things in (library_system().all_relations, theorems(), library_system().constraints)
        for thing in things
    )
    names |= dict.fromkeys(id for kind in KINDS for id in entries(kind))
    names |= dict.fromkeys([*store().sources(), *unit_words()])
    starting = [name for name in names if len(wanted) > 1 and normal(name).startswith(wanted)]
    return tuple(dict.fromkeys([*starting, *closest(wanted, names)]))[:3]


def _variable(var: Var) -> Described:
    stands_in = [
        relation.name for relation in library_system().all_relations if var in relation.variables
    ]
    facts: dict[str, Any] = {
        "name": var.name,
        "kind": "variable",
        "unit": var.unit.text,
        "meaning": var.meaning,
        "range": var.within.words or "any",
        "whole": var.whole,
        "aliases": list(var.aliases),
        "convention": var.convention.text if var.convention else None,
        "default": var.default.text if var.default else None,
        "at": var.at,
        "relations": stands_in,
    }
    rows = [
        ((Text("symbol"),), (Math(var),)),
        *(
            (word(key), words(value))
            for key, value in facts.items()
            if key not in ("name", "kind") and value
        ),
    ]
    return Described(f"{var.name}: {var.meaning}", (facts_table(rows),), facts)


def _relation(relation: Relation) -> Described:
    holds = [f"Holds when {relation.holds.rstrip('.')}."] if relation.holds else []
    kind = relation.variant
    variant = (
        [
            f"Variant for {kind.group}:"
            f" {' or '.join(kind.choices)}{' (usual)' if kind.usual else ''}."
        ]
        if kind
        else []
    )
    neglects = tuple(
        (Text(f"It neglects {term.what}, beside what is kept "), Math(term.size), Text("."))
        for term in relation.neglects
    )
    blocks: list[DocumentBlock] = [_stated(relation.equation, relation.why, relation.citations)]
    if holds or variant:
        blocks.append(Paragraph((Text(" ".join(holds + variant)),)))
    blocks += [Items(neglects)] if neglects else []
    data = {
        "name": relation.name,
        "kind": "relation",
        "equation": plain(relation.equation),
        "why": relation.why,
        "holds": relation.holds or None,
        "variant": (
            f"{relation.variant.group}={','.join(relation.variant.choices)}"
            if relation.variant
            else None
        ),
        "neglects": [{"term": term.what, "size": plain(term.size)} for term in relation.neglects],
        "source": relation.source or None,
        "citations": cited_texts(relation.citations),
    }
    return Described(
        f"{relation.name}, a relation",
        (*blocks, _legend(relation.variables)),
        data,
        some(*(cited.source for cited in relation.citations)),
    )


def _constraint(constraint: Constraint) -> Described:
    data = {
        "name": constraint.name,
        "kind": "constraint",
        "inequality": plain(constraint.inequality),
        "why": constraint.why,
        "source": constraint.source or None,
        "citations": cited_texts(constraint.citations),
    }
    blocks = (
        _stated(constraint.inequality, constraint.why, constraint.citations),
        _legend(constraint.variables),
    )
    return Described(
        f"{constraint.name}, a constraint",
        blocks,
        data,
        some(*(cited.source for cited in constraint.citations)),
    )


def _theorem(proof: Proof) -> Described:
    theorem = next(known for known in theorems() if known.name == proof.theorem)
    steps = [
        {
            "rule": s.rule,
            "equation": plain(s.equation),
            "reason": reason_text(s),
            "verdict": s.verdict,
        }
        for s in proof.derivation
    ]
    data = {
        "name": theorem.name,
        "kind": "theorem",
        "equation": plain(theorem.equation),
        "why": theorem.statement.why,
        "holds": theorem.statement.holds or None,
        "follows_from": [relation.name for relation in theorem.follows_from],
        "cancelled": [var.name for var in proof.cancelled],
        "steps": steps,
        "source": theorem.statement.source or None,
        "citations": cited_texts(theorem.statement.citations),
    }
    holds: tuple[DocumentBlock, ...] = (
        (Paragraph((Text(f"Holds when {theorem.statement.holds.rstrip('.')}."),)),)
        if theorem.statement.holds
        else ()
    )
    cites = [
        cited.source
        for stated in (theorem.statement, *proof.derivation)
        for cited in stated.citations
    ]
    variables = sorted(
        {var for step in proof.derivation for var in step.equation.free_symbols},
        key=lambda var: (var.rank, var.name),
    )
    return Described(
        f"{theorem.name}, a theorem",
        (*proof_document(proof).blocks, *holds, _legend(tuple(variables))),
        data,
        some(*cites),
    )


def _entry(record: Record) -> Described:
    labels = {
        key: value if isinstance(value, str) else ", ".join(value)
        for key, value in record.labels.items()
        if key != "name"
    }
    rows = [
        ((Text(_key(figure)),), (Text(figure.written),), _remarks(figure))
        for figure in record.figures
    ]
    blocks: list[DocumentBlock] = [
        Table(("Key", "Value", "Source and remarks"), tuple(rows), "lll")
    ]
    if labels:
        blocks.append(facts_table([(word(key), (Text(value),)) for key, value in labels.items()]))
    checks = cross_checks(record.id) if record.kind == "model" else []
    blocks += [Items(tuple((Text(line),) for line in checks))] if checks else []
    data = {
        "name": record.id,
        "kind": record.kind,
        "title": record.name,
        **labels,
        "figures": [_figure_json(figure) for figure in record.figures],
        "cross_checks": checks,
    }
    cites = [id for figure in record.figures for id in (figure.source, *figure.sources)]
    return Described(
        f"{record.id}: {record.name} ({record.kind.replace('_', ' ')})",
        tuple(blocks),
        data,
        some(*cites),
    )


def _figure_json(figure: SourcedValue) -> dict[str, Any]:
    return {
        "key": figure.key,
        "what": figure.what or None,
        "value": figure.written,
        "source": figure.source,
        "date": figure.date or None,
        "note": figure.note or None,
        "verified": figure.verified,
    }


def _key(figure: SourcedValue) -> str:
    return f"{figure.key}, {figure.what}" if figure.what else figure.key


def _remarks(figure: SourcedValue) -> Words:
    said = [
        figure.date,
        figure.note,
        f"quoted as {figure.quoted}" if figure.quoted else "",
        "" if figure.verified else "not verified",
    ]
    remarks = "; ".join(part for part in said if part)
    return (Cite(figure.source), Text(f" {remarks}" if remarks else ""))


def _source(source: Source) -> Described:
    facts: dict[str, Any] = {
        "name": source.id,
        "kind": "source",
        "title": source.title,
        "authors": list(source.authors),
    }
    facts |= {"date": source.date, "address": source.address, "type": source.kind}
    rows = [
        (word(key), words(value))
        for key, value in facts.items()
        if key not in ("name", "kind") and value
    ]
    return Described(f"{source.id}, a source", (facts_table(rows),), facts)


def _unit(written: str, unit: ResolvedUnit) -> Described:
    spellings = [
        spelt
        for spelt in unit_words()
        if spelt != unit.name and (found := resolve(spelt)) is not None and found.name == unit.name
    ]
    size = f"{unit.factor:.12g} {base_unit(unit.dimension).text}".removesuffix(" 1")
    facts = {
        "name": written,
        "kind": "unit",
        "unit": unit.name,
        "size": size,
        "dimension": str(unit.dimension),
        "spellings": spellings,
    }
    rows = [
        (word(key), words(value))
        for key, value in facts.items()
        if key not in ("name", "kind") and value
    ]
    return Described(f"{written}, a unit", (facts_table(rows),), facts)


def _stated(equation: Any, why: str, citations: Iterable[Citation]) -> DocumentBlock:
    return Equation(equation, reason=(Text(why), *citing(citations)))


def _legend(variables: tuple[Var, ...]) -> DocumentBlock:
    """What the symbols mean."""
    rows = tuple(
        (
            (Math(var),),
            (Code(var.name),),
            (Text(unit_text(var.unit.text) or "1"),),
            (Text(var.meaning),),
        )
        for var in variables
    )
    return Table(("Symbol", "Name", "Unit", "Meaning"), rows, "llll")
