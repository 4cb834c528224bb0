"""Descriptions of catalogue entries and sources."""

from __future__ import annotations

from typing import Any

from derive.library.catalogue import Record, Source, SourcedValue
from derive.library.catalogue.lookups import cross_checks
from derive.rendering.document.document import Cite, DocumentBlock, Items, Table, Text, Words
from derive.rendering.document.wording import listed
from derive.rendering.layouts.described import (
    Described,
    fact_rows,
    facts_table,
    source_ids,
    word,
    words,
)

_SOURCES = "sources"  # a label of an entry


def describe_entry(record: Record) -> Described:
    """A catalogue entry: figures with sources, labels, cross-checks."""
    labels = {
        key: value if isinstance(value, str) else ", ".join(value)
        for key, value in record.labels.items()
        if key not in ("name", _SOURCES)
    }
    rows = [
        ((Text(_key(figure)),), (Text(figure.written),), _remarks(figure))
        for figure in record.figures
    ]
    blocks: list[DocumentBlock] = [
        Table(("Key", "Value", "Source and remarks"), tuple(rows), "lll")
    ]
    cited = labelled_sources(record)
    facts = [(word(key), words(value)) for key, value in labels.items()]
    if cited:
        facts.append((word(_SOURCES), listed((Cite(id),) for id in cited)))
    if facts:
        blocks.append(facts_table(facts))
    checks = cross_checks(record.kind, record.id)
    blocks += [Items(tuple((Text(line),) for line in checks))] if checks else []
    data = {
        "name": record.id,
        "kind": record.kind,
        "title": record.name,
        **labels,
        **({_SOURCES: ", ".join(cited)} if cited else {}),
        "figures": [_figure_json(figure) for figure in record.figures],
        "cross_checks": checks,
    }
    figures = (id for figure in record.figures for id in (figure.source, *figure.sources))
    title = f"{record.id}: {record.name} ({record.kind.replace('_', ' ')})"
    return Described(title, tuple(blocks), data, source_ids((*figures, *cited)))


def labelled_sources(record: Record) -> tuple[str, ...]:
    """The sources of an entry as a whole, beside those of its figures."""
    stated = record.labels.get(_SOURCES, ())
    return (stated,) if isinstance(stated, str) else stated


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
    quoted = f"quoted as {figure.quoted}" if figure.quoted else ""
    parts = (figure.date, figure.note, quoted, "" if figure.verified else "not verified")
    remarks = "; ".join(part for part in parts if part)
    return (Cite(figure.source), Text(f" {remarks}" if remarks else ""))


def describe_source(source: Source) -> Described:
    """A source: title, authors, date and address."""
    facts: dict[str, Any] = {
        "name": source.id,
        "kind": "source",
        "title": source.title,
        "authors": list(source.authors),
        "date": source.date,
        "address": source.address,
        "type": source.kind,
    }
    return Described(f"{source.id}, a source", (facts_table(fact_rows(facts)),), facts)
