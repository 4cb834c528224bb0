"""Check of a text, a document or the library."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from derive import library  # its names are imported when they are first touched
from derive.arguments import instance
from derive.checking.collector import without_collection
from derive.checking.extraction.document import (
    SUFFIXES,
    ExtractedDocument,
    document_of,
    read_document,
)
from derive.checking.extraction.passage import Passage
from derive.checking.extraction.typst import formulas
from derive.checking.spelling.canonical import is_a_letter
from derive.checking.spelling.typst_tokens import as_latex
from derive.checking.symbols.bindings import RefusedBinding, document_bindings
from derive.checking.symbols.bound_units import merged
from derive.checking.symbols.bracketed_units import stated_in_brackets
from derive.checking.symbols.counted import counted_bases
from derive.checking.symbols.definitions import SymbolDefinitions, definitions
from derive.checking.symbols.equated import equated
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.foreign_terms import in_english
from derive.checking.symbols.introductions import introductions
from derive.checking.symbols.names import Names
from derive.checking.symbols.plain_prose import plain_prose, states_a_unit, words_used
from derive.checking.symbols.stated_values import redefined
from derive.checking.symbols.subject import is_about_something_else
from derive.checking.symbols.written_words import written_words
from derive.checking.verdicts.finding import Finding, judged
from derive.checking.verdicts.judge import judge_passages
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.refused_bindings import refused_bindings
from derive.checking.verdicts.whole_library import judge_library
from derive.errors import TextError
from derive.library.content import vocabulary
from derive.packs.in_use import per_packs
from derive.packs.pack import Pack
from derive.units.lexer import MAX_CHARACTERS
from derive.units.text import parse_unit

_SAYS = re.compile(r"(?:^|[\s,;$)])(?:where|in which)\s+\S", re.IGNORECASE)
_FORMULA = re.compile(r"\$[^$\n]+\$")


def check(
    text: str | Path | None = None,
    bindings: Mapping[str, str] | None = None,
    *,
    strict: bool = False,
    only_mine: bool = False,
    count: Collection[str] = (),
    system: library.System | Pack | str | None = None,
) -> list[Finding]:
    """Judge the equations in `text`, one a line, or those of the document at a path, or the whole
    library without one.

    `bindings` maps the author's names to a variable ("batch_size"), a unit ("GB/s") or a quantity
    ("3.2 GB/s"). If `strict`, what holds only with something that the text does not say is
    inconsistent, as it is in the library; if `only_mine`, no letter is read as the library's; the
    units in `count` (token, param, GPU, FLOP) are read as pure numbers. Names, nearest relations
    and mends are those of `system`, a System or a pack, in place of the packs in use. Unreadable
    equations are findings too. Raises UnknownName, TextError or DeclarationError for an invalid
    binding, DataError for an unreadable document, PackError for a faulty pack.

    >>> [finding.verdict for finding in check("t_c = B N_active / FLOPs")]
    ['inconsistent']
    >>> from derive import Eq, Relation, System, Var
    >>> d, v, t = Var("d", "m", "way"), Var("v", "m/s", "speed"), Var("t", "s", "time")
    >>> motion = System([Relation("motion", Eq(d, v * t))])
    >>> print(check("d = v", system=motion)[0].kinship)
    It is the library's relation motion with t left out.
    """
    doctrine: Any = {"strict": strict, "only_mine": only_mine, "count": count}
    with nullcontext() if system is None else library.in_place_of_those_in_use(system):
        if text is None:
            return judge_library()
        if not isinstance(text, Path):
            instance(text, str, "text", 'check("t = B/W")')
        if isinstance(text, Path) or is_a_document(text):
            return check_document(read_document(Path(text)), bindings, **doctrine)
        return check_text(text, bindings, **doctrine)


def check_text(
    text: str,
    bindings: Mapping[str, str] | None = None,
    *,
    strict: bool = False,
    only_mine: bool = False,
    count: Collection[str] = (),
) -> list[Finding]:
    """Judge the equations in a text, one a line, or in sentences ("t = B/W, where W is ...");
    takes and raises what `check` does, and reads no file.
    """
    names = usual_names()
    if only_mine or bindings or count:
        names = Names(vocabulary(), bindings, guesses=not only_mine, typed=True)
    names.counted = counted_bases(count)
    if len(text) <= MAX_CHARACTERS and _holds_prose(text):
        document = document_of(text, "")
        if document.passages:
            return check_document(
                document, bindings, strict=strict, only_mine=only_mine, count=count
            )
    if len(text) > MAX_CHARACTERS:
        error = TextError(
            text, 0, f"it is longer than {MAX_CHARACTERS:,} characters", "Check it in parts."
        )
        return [judged(text, Outcome.UNREAD, str(error), position=0, brief=error.problem)]
    return judge_passages(passages_of(text), names, strict=strict)


@without_collection()
def check_document(
    document: ExtractedDocument,
    bindings: Mapping[str, str] | None = None,
    *,
    strict: bool = False,
    only_mine: bool = False,
    count: Collection[str] = (),
) -> list[Finding]:
    """Judge the formulas of a document; its names come from `bindings`, its front matter, its text
    and the library, in this order. A line of its front matter that binds nothing is a warning.
    """
    refused: list[RefusedBinding] = []
    stated = [passage for passage in document.passages if not states_a_unit(passage.text)]
    if not stated:  # its text is not read; what is bound must be right all the same
        Names(vocabulary(), merged(document_bindings(document.front, refused), bindings or {}))
        counted_bases(count)
        return refused_bindings(refused)
    names = document_names(document, bindings, only_mine=only_mine, refused=refused)
    names.counted = counted_bases(count)
    findings = judge_passages(stated, names, document.macros, strict=strict)
    return refused_bindings(refused) + findings


def document_names(
    document: ExtractedDocument,
    bindings: Mapping[str, str] | None = None,
    *,
    only_mine: bool = False,
    refused: list[RefusedBinding] | None = None,
) -> Names:
    """The names of a document, its author's before the library's. Lines of its front matter that
    bind nothing are added to `refused`; without it DataError is raised.

    The library's letters are left out if asked (`only_mine`), where the author binds letters of
    his own, and where the document is about something else.
    """
    written = [passage.text for passage in document.passages]
    prose = plain_prose(in_english(_prose(document)), document.macros, written)
    defined = definitions(prose, vocabulary(), words_used(written), written)
    bound = merged(document_bindings(document.front, refused), bindings or {})
    elsewhere = is_about_something_else(document.prose, vocabulary())
    guesses = not (only_mine or elsewhere or any(map(is_a_letter, bound)))
    values = {
        symbol: seen
        for symbol, seen in defined.values.items()
        if not (guesses and is_librarys(symbol, seen.meaning, usual_names()))
    } | stated_in_brackets(document.passages)
    values |= equated(document.passages, usual_names(), {*values, *defined.evidence, *bound})
    evidence = {**values, **defined.evidence} | {
        symbol: Evidence(symbol, meaning, Strength.BINDING) for symbol, meaning in bound.items()
    }
    own = merged({name: seen.meaning for name, seen in values.items()}, defined.bound, bound)
    undefined = {**redefined(written, document.prose), **defined.undefined}
    names = Names(vocabulary(), own, undefined, evidence, guesses=guesses)
    names.elsewhere = elsewhere and not (only_mine or bound)
    names.introduced = introductions(prose, vocabulary()) if guesses else {}
    conflicting = defined.in_conflict(names.undefined)
    names.written = written_words(document.prose, conflicting, written)
    names.said = {
        symbol: [
            (seen, var)
            for seen in (*_taken(symbol, defined, bound), *defined.besides.get(symbol, ()))
            for var, _ in usual_names().bound(symbol, seen.meaning).readings
        ]
        for symbol in {*defined.bound, *defined.besides} & own.keys()
    }
    return names


def _taken(symbol: str, defined: SymbolDefinitions, bound: Collection[str]) -> tuple[Evidence, ...]:
    """The evidence of the text for a symbol that is bound, if it has any."""
    return (defined.evidence[symbol],) if symbol in defined.bound and symbol in bound else ()


def is_librarys(symbol: str, unit: str, names: Names) -> bool:
    """Whether a letter of the library has the unit that a value states."""
    choice = names.find(symbol)
    pairs = choice.readings if choice else ()
    dimension = parse_unit(unit).dimension
    return any(var.unit.dimension == dimension for pair in pairs for var in pair)


def _prose(document: ExtractedDocument) -> str:
    """The text of a document, with formulas of typst as those of LaTeX."""
    text = document.prose
    if not document.typst:
        return text
    parts, last = [], 0
    for begin, end in formulas(text):
        parts += [text[last:begin], as_latex(text[begin:end])]
        last = end
    return "".join([*parts, text[last:]])


def _holds_prose(text: str) -> bool:
    """Whether a typed text says what its symbols are, or is a sentence with formulas in it."""
    words = _FORMULA.sub("", text)
    return bool(_SAYS.search(text) or (words != text and any(map(str.isalpha, words))))


def is_a_document(text: str) -> bool:
    """Whether a text is the path of an existing document."""
    if len(text) > 1000 or "\n" in text or "\0" in text:
        return False
    path = Path(text)
    return path.suffix.lower() in SUFFIXES and path.is_file()


@per_packs
def usual_names() -> Names:
    """The names of a typed text without any bindings."""
    return Names(vocabulary(), typed=True)


def passages_of(text: str) -> list[Passage]:
    """The lines of a typed text, each an equation; a text with LaTeX in it is one formula."""
    stripped = text.strip()
    marked = len(stripped) > 2 and stripped[0] == stripped[-1] == "$"
    if marked or any(sign in text for sign in ("\\", "_{", "^{")):
        bare = stripped.strip("$").removeprefix("\\[").removesuffix("\\]")
        return [Passage(bare.removeprefix("\\(").removesuffix("\\)"), latex=True)]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return [Passage(line) for line in lines or [""]]
