"""Levels of findings: verdict, level and rule of every outcome of the judgement, in one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from derive.display import Label


class FindingVerdict(Label):
    """Verdict on an equation; it is conditional if it holds once something unsaid is added, and not
    judged if it cannot be read or states nothing.
    """

    CONSISTENT = "consistent"
    CONDITIONAL = "conditional"
    INCONSISTENT = "inconsistent"
    NOT_JUDGED = "not judged"


class Level(Label):
    """Severity of a finding: false under every reading (error), true only with something that the
    text does not say (warning), true with a remark (note), or nothing to say (none).
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    NONE = "none"


class FailOn(Label):
    """The least that fails a check."""

    ERROR = "error"
    WARNING = "warning"
    NOT_JUDGED = "not-judged"
    NEVER = "never"


class Rule(Label):
    """The rule by which an equation was judged; the texts are stable ids."""

    DIMENSIONS = "dimensions"
    FIGURES = "figures"
    ROUNDING = "rounding"
    PREFIX = "prefix"
    HIDDEN_CONVERSION = "hidden-conversion"
    UNIT_MISSING = "unit-missing"
    TEXT_DISAGREES = "text-disagrees"
    GUESSED_LETTER = "guessed-letter"
    CONTRADICTS_LIBRARY = "contradicts-library"
    UNREAD = "unread"
    BINDING_REFUSED = "binding-refused"
    UNREADABLE_DOCUMENT = "unreadable-document"


OF_NO_EQUATION = frozenset((Rule.BINDING_REFUSED, Rule.UNREADABLE_DOCUMENT))


class Outcome(Label):
    """Outcome of the judgement of an equation."""

    BALANCED = "the dimensions agree"
    COUNTED = "the figure of something counted has no unit"
    RECOMPUTED = "the figures agree"
    CUT = "the last digit is cut, by a twentieth at most"
    COARSELY_CUT = "the last digit is cut, by more than a twentieth"
    OPERANDS_ROUNDED = "the figures agree within the rounding of what is computed with"
    FAR_OFF = "a figure called approximate is off by up to a quarter"
    ROUND = "a figure called approximate is the nearest power of ten"
    NEXT_WHOLE = "a number of things is rounded up to the next whole one"
    CONVERTED = "the figures agree without bare numbers that only convert the units"
    OTHER_PREFIX = "the figures agree but for a power of 1024/1000"
    BINARY_PREFIX = "the figures agree in powers of 1024, which are written"
    UNIT_LEFT_OUT = "the figures have the unit that the other side states"
    UNIT_LEFT_TO_PREFIX = "the figures agree in another multiple of the unit stated"
    UNIT_TO_GUESS = "the sides agree if a bare figure has their unit"
    VALUE_WITHOUT_UNIT = "a value is stated without its unit"
    HABIT = "a conversion is left out by habit"
    USUAL_HABIT = (
        "a conversion is left out as nearly all leave it out, or nothing but a guess needs it"
    )
    NAMES_LEFT_OPEN = "the sides agree if an unknown name has the unit that it is given"
    GUESSED = "the dimensions do not agree with a guessed letter"
    OUT_OF_RANGE = "a value lies outside the range of its variable"
    CONTRADICTED = "the dimensions agree, and the library states otherwise"
    LOGARITHMS = "logarithms of quantities with units, which cancel"
    BARE_LOGARITHM = "a logarithm of a quantity with a unit, which is left"
    TEXT_DISAGREES = "the text says two things of a symbol"
    DESCRIBED_OTHERWISE = "a symbol that the text describes has another unit"
    UNBALANCED = "the dimensions do not agree"
    WEAKLY_FOUNDED = "the dimensions do not agree, by what is not in the author's words"
    MISCOMPUTED = "the figures do not agree"
    ANSWERED = "the equation tells what its hole is"
    UNKNOWN = "a name is not known"
    UNSTATED = "there is nothing to judge"
    UNREAD = "it cannot be read"
    BINDING_REFUSED = "a binding cannot be used"
    UNREADABLE_DOCUMENT = "a document cannot be read"


class Judgement(NamedTuple):
    """Verdict, level and rule of an outcome."""

    verdict: FindingVerdict
    level: Level
    rule: Rule


_SOUND, _IF, _WRONG, _OPEN = FindingVerdict
JUDGEMENTS: Mapping[Outcome, Judgement] = {
    Outcome.BALANCED: Judgement(_SOUND, Level.NONE, Rule.DIMENSIONS),
    Outcome.COUNTED: Judgement(_SOUND, Level.NONE, Rule.DIMENSIONS),
    Outcome.RECOMPUTED: Judgement(_SOUND, Level.NONE, Rule.FIGURES),
    Outcome.ANSWERED: Judgement(_SOUND, Level.NONE, Rule.DIMENSIONS),
    Outcome.CUT: Judgement(_SOUND, Level.NOTE, Rule.ROUNDING),
    Outcome.ROUND: Judgement(_SOUND, Level.NOTE, Rule.ROUNDING),
    Outcome.NEXT_WHOLE: Judgement(_SOUND, Level.NOTE, Rule.ROUNDING),
    Outcome.UNIT_LEFT_OUT: Judgement(_SOUND, Level.NOTE, Rule.UNIT_MISSING),
    Outcome.CONVERTED: Judgement(_SOUND, Level.NOTE, Rule.HIDDEN_CONVERSION),
    Outcome.VALUE_WITHOUT_UNIT: Judgement(_SOUND, Level.NOTE, Rule.UNIT_MISSING),
    Outcome.OUT_OF_RANGE: Judgement(_SOUND, Level.NOTE, Rule.CONTRADICTS_LIBRARY),
    Outcome.LOGARITHMS: Judgement(_SOUND, Level.NOTE, Rule.DIMENSIONS),
    Outcome.TEXT_DISAGREES: Judgement(_SOUND, Level.NOTE, Rule.TEXT_DISAGREES),
    Outcome.DESCRIBED_OTHERWISE: Judgement(_WRONG, Level.WARNING, Rule.TEXT_DISAGREES),
    Outcome.CONTRADICTED: Judgement(_SOUND, Level.WARNING, Rule.CONTRADICTS_LIBRARY),
    Outcome.COARSELY_CUT: Judgement(_IF, Level.WARNING, Rule.ROUNDING),
    Outcome.OPERANDS_ROUNDED: Judgement(_IF, Level.NOTE, Rule.ROUNDING),
    Outcome.FAR_OFF: Judgement(_IF, Level.WARNING, Rule.ROUNDING),
    Outcome.OTHER_PREFIX: Judgement(_IF, Level.WARNING, Rule.PREFIX),
    Outcome.BINARY_PREFIX: Judgement(_IF, Level.NOTE, Rule.PREFIX),
    Outcome.UNIT_LEFT_TO_PREFIX: Judgement(_IF, Level.WARNING, Rule.UNIT_MISSING),
    Outcome.UNIT_TO_GUESS: Judgement(_IF, Level.WARNING, Rule.UNIT_MISSING),
    Outcome.BARE_LOGARITHM: Judgement(_IF, Level.WARNING, Rule.DIMENSIONS),
    Outcome.HABIT: Judgement(_IF, Level.WARNING, Rule.HIDDEN_CONVERSION),
    Outcome.USUAL_HABIT: Judgement(_IF, Level.NOTE, Rule.HIDDEN_CONVERSION),
    Outcome.NAMES_LEFT_OPEN: Judgement(_IF, Level.NOTE, Rule.DIMENSIONS),
    Outcome.GUESSED: Judgement(_WRONG, Level.WARNING, Rule.GUESSED_LETTER),
    Outcome.WEAKLY_FOUNDED: Judgement(_WRONG, Level.WARNING, Rule.DIMENSIONS),
    Outcome.UNBALANCED: Judgement(_WRONG, Level.ERROR, Rule.DIMENSIONS),
    Outcome.MISCOMPUTED: Judgement(_WRONG, Level.ERROR, Rule.FIGURES),
    Outcome.UNKNOWN: Judgement(_OPEN, Level.NONE, Rule.DIMENSIONS),
    Outcome.UNSTATED: Judgement(_OPEN, Level.NONE, Rule.DIMENSIONS),
    Outcome.UNREAD: Judgement(_OPEN, Level.NONE, Rule.UNREAD),
    Outcome.BINDING_REFUSED: Judgement(_OPEN, Level.WARNING, Rule.BINDING_REFUSED),
    Outcome.UNREADABLE_DOCUMENT: Judgement(_OPEN, Level.WARNING, Rule.UNREADABLE_DOCUMENT),
}


def judgement(outcome: Outcome, *, guessed: bool = False, strict: bool = False) -> Judgement:
    """Verdict, level and rule of an outcome.

    With a `guessed` letter in it nothing is worse than a warning. In a `strict` check what holds
    under a condition is an error.
    """
    row = JUDGEMENTS[outcome]
    if guessed and row.level == Level.ERROR:
        row = JUDGEMENTS[Outcome.GUESSED]
    if strict and row.verdict == _IF:
        row = Judgement(_WRONG, Level.ERROR, row.rule)
    return row
