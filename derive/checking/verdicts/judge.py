"""Judge of equations: whether both sides, and all terms added or compared, have one dimension."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.counted_units import with_plain_counts
from derive.checking.grammar.parser import stated
from derive.checking.grammar.terms import HOLE
from derive.checking.grammar.tree import StatementNode
from derive.checking.inference.carried import Carried
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.bracketed_units import without_bracketed_units
from derive.checking.symbols.evidence import Evidence
from derive.checking.symbols.names import Names
from derive.checking.verdicts.chain import chain
from derive.checking.verdicts.consistent import consistent
from derive.checking.verdicts.finding import Finding, placed, weight
from derive.checking.verdicts.inconsistent import inconsistent
from derive.checking.verdicts.inferred import Inferred
from derive.checking.verdicts.levels import FindingVerdict, Level, Outcome
from derive.checking.verdicts.logarithms import logarithms
from derive.checking.verdicts.means_otherwise import lone_guesses, lone_of_shapes
from derive.checking.verdicts.messages import meanings_of
from derive.checking.verdicts.open_names import last_resort, open_names
from derive.checking.verdicts.other_meanings import balanced_otherwise
from derive.checking.verdicts.plainly_read import as_plainly_read
from derive.checking.verdicts.redefined import with_redefined
from derive.checking.verdicts.repeated import with_habits_once
from derive.checking.verdicts.subject import subject_of
from derive.checking.verdicts.text_disagrees import text_disagrees, text_elsewhere
from derive.checking.verdicts.undetermined import undetermined
from derive.checking.verdicts.unit_letters import unit_letters
from derive.checking.verdicts.words_aside import with_words_aside
from derive.errors import TextError, UnknownWords
from derive.units.lexer import Token


def judge_passages(
    passages: Sequence[Passage],
    names: Names,
    macros: Mapping[str, str] | None = None,
    *,
    strict: bool = False,
) -> list[Finding]:
    """The verdicts on all statements of the passages, in order, under one reading of their names;
    if `strict`, what holds under a condition is inconsistent.
    """
    read_so_far: list[tuple[Passage, StatementNode | TextError]] = []
    read: dict[tuple[str, bool, bool], Sequence[StatementNode | TextError]] = {}
    for passage in passages:
        text = passage.text, passage.latex, passage.typst  # these alone decide how it is read
        found = [*map(_anew, read[text])] if text in read else _read(passage, names, macros)
        read[text] = found
        read_so_far.extend((passage, one) for one in found)
    statements = [
        (passage, statement)
        for passage, statement in read_so_far
        if isinstance(statement, StatementNode)
    ]
    settled = Disambiguation(statements, names)
    judged = partial(judge, strict=strict)
    inferred = Inferred(statements, Carried(statements, settled), judged, last_resort)
    on_statements = iter(inferred.findings())
    findings = []
    for passage, statement in read_so_far:
        facts: dict[str, Any] = {}
        if isinstance(statement, StatementNode):
            finding, here = next(on_statements)
            bindings = finding.bindings or _readings(statement, finding, here)
            facts = {"subject": subject_of(statement), "bindings": bindings}
        else:
            finding, here = judge(passage, statement, settled, strict), settled
        evidence = _evidence(facts.get("bindings", finding.bindings), finding.unknown, here.names)
        findings.append(replace(finding, evidence=evidence, **facts))
    return with_habits_once(with_redefined(findings, names))


def _read(
    text: Passage, names: Names, macros: Mapping[str, str] | None
) -> Sequence[StatementNode | TextError]:
    """The statements of a text, or the error of reading it."""
    try:
        formula = without_bracketed_units(text.text, names.own)
        found = stated(formula, names, latex=text.latex, macros=macros, typst=text.typst)
        return [_counted(statement, names) for statement in found]
    except TextError as error:
        return [error]


def _anew(one: StatementNode | TextError) -> StatementNode | TextError:
    """A statement as one of its own, with the sides of that of the same text."""
    return copy(one) if isinstance(one, StatementNode) else one


def _counted(statement: StatementNode | TextError, names: Names) -> StatementNode | TextError:
    if not names.counted or isinstance(statement, TextError):
        return statement
    return with_plain_counts(statement, names.counted)


def _readings(
    statement: StatementNode, finding: Finding, settled: Disambiguation
) -> dict[str, str]:
    """The readings of the known names of an equation with others."""
    names = settled.names
    reading = settled.of(statement)
    known = {word: var for word, var in reading.items() if word not in finding.unknown}
    return meanings_of({word: known[word] for word in known if names.find(word)}, names)


def _evidence(
    bindings: Mapping[str, str], unknown: Sequence[str], names: Names
) -> tuple[Evidence, ...]:
    """The evidence for the reading of the names of a finding, and of those that the text defines
    in words that are not understood.
    """
    seen = [names.evidence_of(word, meaning) for word, meaning in bindings.items()]
    unclear = (names.evidence.get(canonical(word)) for word in unknown if names.is_defined(word))
    return (*seen, *filter(None, unclear))


def judge(
    passage: Passage,
    statement: StatementNode | TextError,
    settled: Disambiguation,
    strict: bool = False,
    *,
    guessed: bool = False,
) -> Finding:
    """The verdict on one statement under the document's reading: of several readings of its text,
    the mildest. Under a `guessed` reading what is not sound is not judged, and nothing is said.
    """
    if isinstance(statement, TextError):
        return _judged(passage, statement, settled, strict)
    for figures in (other for other in statement.instead if other.aside):
        found = judge(passage, figures, settled, strict)
        if found.verdict != FindingVerdict.NOT_JUDGED:
            return found
    others = [] if statement.aside else [one for one in statement.instead if not one.aside]
    readings: Iterable[Finding] = (
        judge(passage, other, settled, strict, guessed=guessed) for other in others
    )
    if others and _figures_differ(passage, statement, settled):
        readings = list(readings)
        mildest = min(readings, key=weight)
        if not weight(mildest):
            return mildest
    found = _judged(passage, statement, settled, strict, guessed)
    found = found if strict else as_plainly_read(passage, statement, found)
    if statement.aside:
        return with_words_aside(passage, statement, found, settled)
    return min((found, *readings), key=weight) if weight(found) else found


def _figures_differ(passage: Passage, statement: StatementNode, settled: Disambiguation) -> bool:
    """Whether a statement is of figures alone and does not balance, so that it is not sound."""
    try:
        return not statement.words and not settled.interpreted(passage, statement).balances
    except TextError:
        return True


def _judged(
    passage: Passage,
    statement: StatementNode | TextError,
    settled: Disambiguation,
    strict: bool,
    guessed: bool = False,
) -> Finding:
    """The verdict on one statement as it is read."""
    try:
        if isinstance(statement, TextError):
            raise statement
        unknown = _unknown(statement, settled)
        if unknown or HOLE in statement.words:
            part = _with_unknown(passage, statement, unknown, settled, strict)
            if part is not None:
                return part
            if guessed:
                return placed(passage, Outcome.UNKNOWN, "", None)
            if unknown:
                unknown += unit_letters(passage, statement, settled.names)
            return undetermined(passage, statement, unknown, settled)
        found = settled.interpreted(passage, statement)
        if found.balances:
            return consistent(found, settled.names, strict)
        if meant := balanced_otherwise(found, settled, strict):
            return consistent(meant, settled.names, strict)
        names = settled.names
        lone = [] if strict else [*lone_guesses(found, names), *lone_of_shapes(found, names)]
        if lone:
            part = chain(passage, statement, lone, settled, strict)
            if part is not None:
                return part
        note = None if strict else _note(found, settled.names)
        if guessed and note is None:
            return placed(passage, Outcome.UNKNOWN, "", None)
        finding = note or inconsistent(found, settled, strict)
        doubted = finding.verdict == FindingVerdict.INCONSISTENT and not strict
        return (text_elsewhere(found, settled.names) if doubted else None) or finding
    except TextError as error:
        words = error.words if isinstance(error, UnknownWords) else ()
        return placed(
            passage,
            Outcome.UNKNOWN if words else Outcome.UNREAD,
            str(error),
            error.position,
            unknown=words,
            brief=f"{error.problem}. {error.fix}".strip(),
        )


def _note(found: Interpretation, names: Names) -> Finding | None:
    """The note on an equation that does not balance as it stands and has no fault."""
    noted = text_disagrees(found, names) or text_elsewhere(found, names, bound=True)
    return noted or logarithms(found, names)


def _with_unknown(
    passage: Passage,
    statement: StatementNode,
    unknown: Sequence[Token],
    settled: Disambiguation,
    strict: bool,
) -> Finding | None:
    """The finding on what of a statement can be judged beside its unknown names and holes."""
    words = list(dict.fromkeys(token.text for token in unknown))
    part = chain(passage, statement, {HOLE, *words}, settled, strict)
    if part and (HOLE not in statement.words or part.level != Level.NONE):
        return part
    if not unknown or strict:
        return None
    return open_names(passage, statement, words, settled)


def _unknown(statement: StatementNode, settled: Disambiguation) -> list[Token]:
    """The unknown names: those of no vocabulary, and unconfirmed symbols of the library's
    documents.
    """
    found = (name for name in statement.names if name.word != HOLE)
    open_ones = [name for name in found if not settled.knows(name.word)]
    return [Token("name", node.word, node.position, False) for node in open_ones]
