"""Judge of one statement: whether both sides, and all terms added or compared, have one dimension,
in the mildest of its readings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.extraction.passage import Passage
from derive.checking.figures.brackets_behind import without_brackets_behind
from derive.checking.figures.exchanged import in_one_currency
from derive.checking.figures.gravity import with_gravity
from derive.checking.figures.kelvins import with_kelvins
from derive.checking.figures.leading_case import without_case, without_price
from derive.checking.figures.letters_for_bytes import nearest_in_bytes
from derive.checking.figures.teslas import is_of_a_field, with_teslas
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.figures.zero_terms import with_zero_terms
from derive.checking.grammar.terms import HOLE
from derive.checking.grammar.tree import StatementNode
from derive.checking.inference.carried import unknown
from derive.checking.symbols.names import Names
from derive.checking.verdicts.chain import chain
from derive.checking.verdicts.consistent import consistent
from derive.checking.verdicts.different_multiples import with_multiples
from derive.checking.verdicts.finding import Finding, placed, weight
from derive.checking.verdicts.inconsistent import inconsistent
from derive.checking.verdicts.levels import FindingVerdict, Level, Outcome, Rule, judgement
from derive.checking.verdicts.logarithms import logarithms
from derive.checking.verdicts.means_otherwise import lone_guesses, lone_of_shapes
from derive.checking.verdicts.open_names import open_names
from derive.checking.verdicts.other_meanings import balanced_otherwise
from derive.checking.verdicts.plainly_read import as_plainly_read
from derive.checking.verdicts.text_disagrees import text_disagrees, text_elsewhere
from derive.checking.verdicts.undetermined import undetermined
from derive.checking.verdicts.unit_letters import unit_letters
from derive.checking.verdicts.words_aside import is_by_words_aside, with_words_aside
from derive.errors import TextError, UnknownWords
from derive.units.lexer import Token


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
    of = partial(_of_reading, passage, settled=settled, strict=strict, guessed=guessed)
    if not (statement.instead or statement.aside):
        return of(statement)
    figures = nearest_in_bytes([one for one in statement.readings if one.aside])
    without = [of(one) for one in _balanced(passage, figures, settled)]
    judged = [found for found in without if found.verdict != FindingVerdict.NOT_JUDGED]
    if judged or statement.aside:
        return min(judged or without, key=weight)
    plain = nearest_in_bytes([one for one in statement.readings if not one.aside])
    readings = _balanced(passage, plain, settled)
    usual, *others = readings
    found = of(usual)
    found = min((found, *map(of, others)), key=weight) if weight(found) else found
    return min(without, key=weight) if is_by_words_aside(found, statement) else found


def _of_reading(
    passage: Passage,
    statement: StatementNode,
    settled: Disambiguation,
    strict: bool,
    guessed: bool,
) -> Finding:
    """The finding on one reading of a statement; where it is wrong, and right without a bracket
    behind a figure, with a 273.15 in kelvin, a 9.81 in m/s^2, a T as teslas, or zeros for names
    times zero, that.
    """
    field = with_teslas(statement, passage.text) if passage.latex else statement
    if field is not statement and is_of_a_field(field):
        statement = field
    found = _as_it_stands(passage, statement, settled, strict, guessed)
    if strict or found.level not in (Level.WARNING, Level.ERROR):
        return found
    without = without_brackets_behind(statement, passage.text)
    measured = (with_kelvins(statement), with_gravity(statement), field)
    for other in (without, *measured, with_zero_terms(statement)):
        if other != statement:
            again = _as_it_stands(passage, other, settled, strict, guessed)
            judged = again.verdict != FindingVerdict.NOT_JUDGED
            if judged and again.level in (Level.NONE, Level.NOTE):
                return again
    return found


def _as_it_stands(
    passage: Passage,
    statement: StatementNode,
    settled: Disambiguation,
    strict: bool,
    guessed: bool,
) -> Finding:
    """The finding on a statement with all that is in it."""
    if not strict:
        statement = in_one_currency(without_price(without_case(statement, passage.text)))
    found = _judged(passage, statement, settled, strict, guessed)
    if not (strict or guessed):
        found = _wrong_figures(passage, statement, found, settled)
    if not strict:
        elsewhere = settled.names.elsewhere
        found = as_plainly_read(passage, statement, found, elsewhere=elsewhere)
    if not guessed:
        found = with_multiples(passage, statement, found, settled, strict)
    return with_words_aside(passage, statement, found, settled) if statement.aside else found


def _balanced(
    passage: Passage, readings: Sequence[StatementNode], settled: Disambiguation
) -> Sequence[StatementNode]:
    """The readings that balance, of several of which the first is of figures with units alone; all
    if none does.
    """
    first = readings[0] if len(readings) > 1 else None
    if first is None or any(kind_of(side) != SideKind.FIGURE for side in first.sides):
        return readings
    return [one for one in readings if _balances(passage, one, settled)] or readings


def _balances(passage: Passage, statement: StatementNode, settled: Disambiguation) -> bool:
    try:
        return settled.interpreted(passage, statement).balances
    except TextError:
        return False


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


def _wrong_figures(
    passage: Passage, statement: StatementNode, found: Finding, settled: Disambiguation
) -> Finding:
    """The finding; where it is no error, the warning that figures behind sides with names do not
    agree, 6 N D = 6 × 7 × 8 = 33.
    """
    settles = found.level == Level.ERROR or found.verdict == FindingVerdict.CONSISTENT
    if settles or found.rule == Rule.FIGURES or not statement.words:
        return found
    if all(statement.words_of_sides):
        return found  # no side is of figures
    part = chain(passage, statement, {*statement.words}, settled, False)
    if part is None or part.level != Level.ERROR or part.rule != Rule.FIGURES:
        return found
    verdict, level, _ = judgement(Outcome.WEAKLY_FOUNDED)
    told = "A warning only: what stands before the figures does not agree with them."
    message = f"{part.message.rstrip()}\n{told}"
    brief = f"{part.brief.rstrip('.')}. {told}"
    return replace(part, verdict=verdict, level=level, message=message, brief=brief)


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
    words = unknown(statement, settled)
    names = (name for name in statement.names if name.word != HOLE) if words else ()
    return [Token("name", name.word, name.position, False) for name in names if name.word in words]
