"""Slow parts of the site: reports, claims tried, explorers, and values at the standard cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from derive.claims.claim import Trial, claims
from derive.claims.described import described_claim
from derive.claims.trial import try_claim
from derive.rendering.document.document import (
    Document,
    DocumentBlock,
    Figure,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import cited, cited_keys, every_block
from derive.rendering.document.references import references
from derive.rendering.document.wording import coded
from derive.reporting.answers import AnswerBook
from derive.reporting.composing import report_document
from derive.reporting.figures.figure import draw
from derive.reporting.source import find, read
from derive.site.address import address_of, file_of
from derive.site.back_links import ReportUse, SiteFacts
from derive.site.standard_cases import LiveValue, case_values, explorer_page
from derive.site.writer import Page, written

MadeTask = tuple[str, tuple[str, ...]]  # a kind of what is to be made, and names


@dataclass(frozen=True)
class MadeParts:
    """Files that are done, documents of claims, and facts that other pages need."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    claims: Mapping[str, Document] = field(default_factory=dict)
    facts: SiteFacts = field(default_factory=SiteFacts)
    values: Mapping[str, Mapping[str, LiveValue]] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)


def make(task: MadeTask) -> MadeParts:
    """The parts of one task: its kind, and the names of what is to be made."""
    kind, names = task
    match kind:
        case "report":
            return _report(names[0])
        case "claim":
            return _claims(names)
        case "explorer":
            file = file_of(address_of("explorer", names[0]))
            return MadeParts(files={file: explorer_page(names[0]).encode()})
        case _:
            case, *asked = names
            return MadeParts(values={case: case_values(case, frozenset(asked))})


def _report(name: str) -> MadeParts:
    """A report as a page, its figures beside it, and what it rests on."""
    book = AnswerBook(read(find(name)))
    document = report_document(book)
    address = address_of("report", name)
    files = {file_of(address): written(Page(address, "report", document))}
    figures = [b.path for b in every_block(document.blocks) if isinstance(b, Figure)]
    for path in figures:
        stem = path.removesuffix(".svg").removeprefix(f"{name}_")
        files[address + path] = draw(book, stem, ("svg",))["svg"]
    answers = book.answers.values()
    use = ReportUse(
        tuple(sorted({relation.name for answer in answers for relation in answer.relations})),
        tuple(cited_keys(document.blocks)),
        tuple(book.verdicts),
        tuple(sorted({known.entry for answer in answers for known in answer.known if known.entry})),
    )
    pictures = {name: figures[0]} if figures else {}
    tried = _documents(book.trials)
    facts = SiteFacts(tried.facts.claims, {name: use})
    return MadeParts(files, tried.claims, facts, pictures=pictures)


def _claims(names: Sequence[str]) -> MadeParts:
    """Claims that no report has tried."""
    return _documents({name: try_claim(claims()[name]) for name in names})


def _documents(trials: Mapping[str, Trial]) -> MadeParts:
    """Claims with their trials as documents, and the relations that each rests on."""
    documents = {}
    for name, trial in trials.items():
        described = described_claim(trial)
        blocks = tuple(map(_linked, described.blocks))
        document = Document(name, blocks, f"A claim on {trial.claim.subject}.")
        documents[name] = cited(document, references(described.sources))
    facts = SiteFacts(claims={name: trial.relations for name, trial in trials.items()})
    return MadeParts(claims=documents, facts=facts)


def _linked(block: DocumentBlock) -> DocumentBlock:
    """A block in which names of facts lead to their pages."""
    if not isinstance(block, Table):
        return block
    return replace(block, rows=tuple(tuple(map(_names_linked, row)) for row in block.rows))


def _names_linked(cell: Words) -> Words:
    return tuple(
        part for word in cell for part in (coded(word.text) if isinstance(word, Text) else (word,))
    )


def joined(parts: Sequence[MadeParts]) -> MadeParts:
    """All parts as one."""
    return MadeParts(
        {k: v for part in parts for k, v in part.files.items()},
        {k: v for part in parts for k, v in part.claims.items()},
        SiteFacts(
            {k: v for part in parts for k, v in part.facts.claims.items()},
            {k: v for part in parts for k, v in part.facts.reports.items()},
        ),
        {k: v for part in parts for k, v in part.values.items()},
        {k: v for part in parts for k, v in part.pictures.items()},
    )
