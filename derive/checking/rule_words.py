"""Titles and sentences of the rules, for lists of rules in editors and on platforms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from derive.checking.verdicts.levels import JUDGEMENTS, Level, Rule


class RuleWords(NamedTuple):
    """The title of a rule, and what it finds in a sentence."""

    title: str
    sentence: str


RULE_WORDS: Mapping[Rule, RuleWords] = {
    Rule.DIMENSIONS: RuleWords(
        "Dimensions differ", "Both sides, and all terms added or compared, have one dimension."
    ),
    Rule.FIGURES: RuleWords(
        "Figures differ", "A worked figure is what its own line comes to, within the digits shown."
    ),
    Rule.ROUNDING: RuleWords("Cut or coarse figure", "A figure is rounded to its last digit."),
    Rule.PREFIX: RuleWords(
        "Prefix of 1024 or 1000",
        "GiB and GB are told apart where figures agree in only one.",
    ),
    Rule.HIDDEN_CONVERSION: RuleWords(
        "Conversion left out", "A conversion that the field leaves out by habit is written down."
    ),
    Rule.UNIT_MISSING: RuleWords("Unit missing", "A figure states its unit."),
    Rule.TEXT_DISAGREES: RuleWords(
        "Text disagrees", "The text says one thing of a symbol throughout."
    ),
    Rule.GUESSED_LETTER: RuleWords(
        "Letter guessed", "A letter that the text does not define is read as the library reads it."
    ),
    Rule.CONTRADICTS_LIBRARY: RuleWords(
        "Library states otherwise", "An equation agrees with the relation of the library."
    ),
    Rule.UNREAD: RuleWords("Not read", "An equation can be read."),
    Rule.BINDING_REFUSED: RuleWords(
        "Binding refused", "A binding names a variable, a unit or a quantity."
    ),
    Rule.UNREADABLE_DOCUMENT: RuleWords("Document not read", "A document can be read."),
}


def usual_level(rule: Rule) -> Level:
    """The gravest level at which a rule finds something."""
    grave = (Level.ERROR, Level.WARNING, Level.NOTE)
    levels = {row.level for row in JUDGEMENTS.values() if row.rule == rule}
    return next((level for level in grave if level in levels), Level.NONE)
