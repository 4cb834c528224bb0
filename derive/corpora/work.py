"""Work of a process that checks documents: a document to plain rows."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from derive.cases.user_files import load_user_files
from derive.checking.check import check_document, check_text
from derive.checking.extraction.document import document_of
from derive.checking.symbols.counted import counted_bases
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, shown
from derive.checking.verdicts.levels import FindingVerdict, Level
from derive.corpora.settings import CorpusSettings
from derive.errors import DataError, DeriveError, one_line, shorten
from derive.library.activation import use
from derive.library.content import vocabulary
from derive.results.corpus import CorpusRule
from derive.text_files import read_content, text_of

_LONGEST = 1_000  # characters of a message


class KeylessRow(NamedTuple):
    """A row without key and path."""

    line: int
    verdict: str
    level: str
    rule: str
    relation: str
    message: str


def about_document(rule: CorpusRule, message: str) -> KeylessRow:
    """The outcome that tells of a document as a whole."""
    verdict = "" if rule == CorpusRule.NO_EQUATION else str(FindingVerdict.NOT_JUDGED)
    return KeylessRow(0, verdict, str(Level.NONE), str(rule), "", shorten(message, _LONGEST))


def prepare(settings: CorpusSettings) -> None:
    """Load what the settings name, and the library, so that no document waits for it.

    Raises what is wrong with packs, files, bindings or counted units.
    """
    use(*settings.packs)
    load_user_files(settings.data, settings.units)
    counted_bases(settings.count)
    Names(vocabulary(), settings.bindings)
    check_text("t = 2 s")


def key_of(content: bytes, path: str, settings: CorpusSettings) -> str:
    """The key of a document: a digest of its content, of the format that its suffix names, and of
    what decides a verdict.
    """
    head = f"{settings.digest} {Path(path).suffix.lower()}\n"
    return sha256(head.encode() + content).hexdigest()


def key_without_content(path: str, settings: CorpusSettings) -> str:
    """The key of a document of which nothing was read."""
    return key_of(path.encode("utf-8", "surrogatepass"), "", settings)


def key_of_given_up(key: str, settings: CorpusSettings) -> str:
    """The key of a document that was given up: with the limits, so that it is checked again under
    others.
    """
    return sha256(f"{key} {settings.limit:g} {settings.memory:g}".encode()).hexdigest()


def document_steps(path: str, settings: CorpusSettings) -> Iterator[str | list[KeylessRow]]:
    """The key of a document, then its outcomes. Raises MemoryError."""
    try:
        try:
            content = read_content(Path(path))
        except DataError:
            yield key_without_content(path, settings)
            raise
        yield key_of(content, path, settings)
        document = document_of(text_of(content, path), path)
        options = {"strict": settings.strict, "only_mine": settings.only_mine}
        found = check_document(
            document, dict(settings.bindings) or None, count=settings.count, **options
        )
        yield [_outcome(path, shown(one)) for one in found] or [
            about_document(CorpusRule.NO_EQUATION, "")
        ]
    except DataError as error:
        fix = f" {error.fix}" if error.fix else ""
        yield [about_document(CorpusRule.UNREADABLE, f"{error.problem}.{fix}")]
    except (MemoryError, GeneratorExit):
        raise
    except Exception as error:
        words = str(error) if isinstance(error, DeriveError) else type(error).__name__
        yield [about_document(CorpusRule.CRASHED, f"internal error: {words}")]


def _outcome(path: str, finding: Finding) -> KeylessRow:
    """A finding as a row; the cell of a notebook stands before the message."""
    _, _, cell = finding.file.rpartition("#cell") if finding.file != one_line(path) else ("",) * 3
    message = finding.brief or finding.message.replace("\n", " ")
    return KeylessRow(
        finding.line,
        str(finding.verdict),
        str(finding.level),
        str(finding.rule),
        finding.kinship.relation if finding.kinship else "",
        shorten(f"cell {cell}: {message}" if cell else message, _LONGEST),
    )
