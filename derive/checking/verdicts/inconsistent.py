"""Finding for an equation whose dimensions do not agree."""

from __future__ import annotations

from itertools import islice

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import Interpretation, balances, other_readings
from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.unlike_terms import adds_unlike_figures
from derive.checking.matching.match import Match, MatchKind
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.names import Names
from derive.checking.verdicts.bars_in_line import check_bar_of_units
from derive.checking.verdicts.borrowed_letters import check_borrowed
from derive.checking.verdicts.counts_beside_one import unsaid
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.letters_left_open import guesses_that_may_differ, times_of_exponents
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.means_otherwise import counts_otherwise, lone_guesses, means_otherwise
from derive.checking.verdicts.messages import excerpt, guess_words, meanings, read_as, reading_words
from derive.checking.verdicts.remarks import library_match, worst_figures
from derive.checking.verdicts.sentences import check_sentence, sized_only
from derive.checking.verdicts.unit_letters import check_unit_letters
from derive.checking.verdicts.weak_evidence import known_by_name, weak_evidence
from derive.checking.verdicts.written_units import by_written_units
from derive.display import enumeration
from derive.equations.conversions import MOST_FACTORS
from derive.equations.dimension_check import DimensionFault, dimension_fault
from derive.equations.plain import plain
from derive.equations.suggestions import NO_MEND
from derive.equations.var import Var
from derive.errors import DimensionError, TextError, shorten

_LINE_END = "\n"
_WIDTH = 140
_MOST_OWN = 12
_FIRM = 2  # names without a guess beside guessed ones
_MOST_MENDING = 2  # factors of a mend that is told an author
_NOTHING_KNOWN = ", and nothing that is known here makes up for it."


def inconsistent(found: Interpretation, settled: Disambiguation, strict: bool = False) -> Finding:
    """The finding for the first pair of sides that does not agree. Raises TextError for an
    ambiguous equation, UnknownWords for a letter that is the library's among the author's own.
    """
    names = settled.names
    _check_ambiguity(found)
    check_bar_of_units(found)
    check_sentence(found, names)
    check_borrowed(found, names)
    check_unit_letters(found.passage, found.statement, names)
    fault = _first_fault(found, names, MOST_FACTORS if strict else _MOST_MENDING)
    match = library_match(found, names)
    known = _known(match)
    guessed = _guessed(found, settled)
    if not strict and not known and (words := counts_otherwise(found, names)):
        return _misread(found, words, fault, names)
    left = None if strict else unsaid(found, names, _position(found, fault), match)
    if left is not None and (known or not guessed):
        return left
    firm = left is not None and len(found.reading) - len(guessed) >= _FIRM
    # Beside names of the author's a guess may mean anything; unless the equation is the library's.
    authors = any(canonical(word) in names.own for word in found.reading)
    doubtful = not known and (authors or len(guessed) == len(found.reading))
    if guessed and ((doubtful and not fault.by_figure) or not (fault.mendable or firm)):
        return _misread(found, guessed, fault, names)
    if left is not None:
        return left
    if not strict and (words := [*lone_guesses(found, names), *sized_only(found, names)]):
        return _misread(found, words, fault, names)
    disagreeing = None if strict else means_otherwise(found, names)
    if disagreeing is not None:
        return disagreeing
    words = [] if strict else guesses_that_may_differ(found, names)
    if words := words or ([] if strict else times_of_exponents(found, names)):
        return _misread(found, words, fault, names)
    weak = "" if strict else weak_evidence(found, names)
    if weak and (written := by_written_units(found, known_by_name(found, names))):
        return written
    return _unbalanced(found, fault, match, names, weak)


def _unbalanced(
    found: Interpretation, fault: DimensionFault, match: Match | None, names: Names, weak: str
) -> Finding:
    """The finding that the dimensions do not agree, under the guesses of letters if any, or by weak
    evidence.
    """
    known, error = _known(match), fault.error("")
    mend = error.mend.replace(NO_MEND.format(most=_MOST_MENDING), _NOTHING_KNOWN)
    if found.without_unit is not None and not error.by_figure:
        mend = f"The figure has no unit: write it in {found.without_unit.unit}."
    position, expected = _position(found, fault), error.expected.partition("  (")[0]
    library = f"\n{known}" if known else ""
    condition = "" if adds_unlike_figures(found.statement) else guess_words(found, names)
    doubt = f"\nA warning only: {weak}." if weak and not condition else ""
    outcome = Outcome.WEAKLY_FOUNDED if weak else Outcome.UNBALANCED
    return placed(
        found.passage,
        Outcome.GUESSED if condition else outcome,
        f"{excerpt(found.text, position)}\n{condition and f'If {condition}:{_LINE_END}'}"
        f"{_explained(error, mend)}{library}{_remarks(found, names)}{doubt}",
        position,
        bindings=meanings(found, names),
        expected=expected,
        found=error.found,
        mend=mend,
        brief=(
            f"{condition and f'if {condition}: '}{shorten(error.term, 80)} has"
            f" {shorten(error.found)}, not {shorten(expected)}."
            f" {shorten(mend, 300)}{f' {known}' if known else ''}{doubt.replace(_LINE_END, ' ')}"
        ),
        kinship=match,
    )


def _known(match: Match | None) -> str:
    """The match with the library in words; empty for none."""
    return str(match) if match and match.kind != MatchKind.NEW else ""


def _check_ambiguity(found: Interpretation) -> None:
    """Raise TextError where the equation may balance in another reading of its text."""
    statement = found.statement
    if statement.spots and not statement.others:
        fix = "Under the second the equation does not balance; write the number out for the first."
        raise TextError(found.text, *statement.spots[0], fix)
    if any(balances(found, other) for other in statement.others):
        fix = "In one of these readings the equation balances and in the usual one not."
        raise TextError(found.text, *statement.spots[-1], fix)


def _first_fault(found: Interpretation, names: Names, most: int) -> DimensionFault:
    spares = _own_spares(found, names)
    faults = (
        dimension_fault(left, right, (names.vocabulary,), spares, most)
        for left, right in found.pairs
    )
    return next(fault for fault in faults if fault is not None)


def _guessed(found: Interpretation, settled: Disambiguation) -> list[str]:
    """The guessed letters of an equation, also those bound as they were guessed; with a script only
    beside the author's own names.
    """
    names = settled.names
    if kept := [word for word in found.reading if names.evidence_of(word, "").is_kept_guess]:
        return kept
    authors = any(canonical(word) in names.own for word in found.reading)
    return [
        word
        for word in found.reading
        if word in settled.guessed
        and (len(canonical(word)) == 1 or (authors and not _is_descriptive(word, names)))
    ]


def _explained(error: DimensionError, mend: str) -> str:
    """The mismatch, its two dimensions aligned, and the fix."""
    return (
        f"The dimensions do not agree: {error.detail or 'the sides differ'}.\n"
        f"    {shorten(error.term, _WIDTH)}\n"
        f"    has      {shorten(error.found, _WIDTH)}\n"
        f"    expected {shorten(error.expected, _WIDTH)}\n"
        f"{shorten(mend, 1000)}"
    )


def _remarks(found: Interpretation, names: Names) -> str:
    """Lines on wrong figures, on another reading that balances, and on the reading taken."""
    wrong = worst_figures(found.statement)
    figures = (
        f"\nBesides, {wrong[1]}." if wrong and wrong[1].agreement == FigureAgreement.NONE else ""
    )
    other = next(other_readings(found, names), None)
    balanced = (
        f"\nIt would balance with {_instead(found, other)}; the document is read in one way"
        " throughout."
        if other
        else ""
    )
    return f"{figures}{balanced}{reading_words(found, names)}"


def _is_descriptive(word: str, names: Names) -> bool:
    """Whether the library's name is descriptive: N_total is, N_a and N are not."""
    return len(word.partition("_")[2]) > 1 and not names.is_only_symbol(word)


def _misread(
    found: Interpretation, guessed: list[str], fault: DimensionFault, names: Names
) -> Finding:
    """The finding for an equation whose guessed letters may mean something else."""
    taken = enumeration([read_as(word, found.reading[word], names) for word in guessed])
    position = _position(found, fault)
    may = "they may" if len(guessed) > 1 else "it may"
    nothing = "" if fault.mendable else ", and nothing would mend it"
    brief = (
        f"with {taken} it does not balance{nothing}: {may} mean something else here. Bind"
        f" {', '.join(guessed)}."
    )
    sentence = f"{brief[0].upper()}{brief[1:]}{reading_words(found, names)}"
    message = f"{excerpt(found.text, position)}\n{sentence}"
    return placed(
        found.passage,
        Outcome.UNKNOWN,
        message,
        position,
        unknown=tuple(guessed),
        brief=brief,
        bindings=meanings(found, names),
    )


def _instead(found: Interpretation, other: Interpretation) -> str:
    return enumeration(
        [
            f"{word} as {var.name}"
            for word, var in other.reading.items()
            if var != found.reading[word]
        ]
    )


def _own_spares(found: Interpretation, names: Names) -> tuple[Var, ...]:
    """The author's own variables absent from the equation: it may lack one of them."""
    used = set(found.reading.values())
    own = (choice.readings[0][0] for choice in names.own.values())
    return tuple(islice((var for var in own if var not in used), _MOST_OWN))


def _position(found: Interpretation, fault: DimensionFault) -> int | None:
    """The position in the text of the term at fault."""
    wanted = fault.term.removeprefix("right side: ").removeprefix("left side: ")
    parts = found.positions if wanted == fault.term else found.sides
    return next((found.positions[part] for part in parts if plain(part) == wanted), None)
