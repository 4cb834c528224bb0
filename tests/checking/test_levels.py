"""Levels: how much each outcome of the judgement weighs."""

import os
import tomllib
from pathlib import Path

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.verdicts import finding
from derive.checking.verdicts.levels import (
    JUDGEMENTS,
    FindingVerdict,
    Judgement,
    Level,
    Outcome,
    Rule,
    judgement,
)

GOLDENS = Path(__file__).parent / "data" / "outcomes.toml"


def test_every_outcome_has_one_row() -> None:
    """Verdict, level and rule are decided nowhere else."""
    assert set(JUDGEMENTS) == set(Outcome)


@pytest.mark.parametrize("outcome", Outcome)
def test_level_and_verdict_go_together(outcome: Outcome) -> None:
    """An error is inconsistent, and what holds under a condition is a warning, unless the condition
    is that a name has the unit which the equation gives it, is left out by nearly all or shown, or
    is that figures are rounded as they are written: a note.
    """
    verdict, level, _ = judgement(outcome)
    assert level != Level.ERROR or verdict == FindingVerdict.INCONSISTENT
    noted = (
        Outcome.NAMES_LEFT_OPEN,
        Outcome.USUAL_HABIT,
        Outcome.BINARY_PREFIX,
        Outcome.OPERANDS_ROUNDED,
    )
    weight = Level.NOTE if outcome in noted else Level.WARNING
    assert (verdict == FindingVerdict.CONDITIONAL) <= (level == weight)


@pytest.mark.parametrize("outcome", Outcome)
def test_a_guess_is_a_warning_at_most(outcome: Outcome) -> None:
    """Only what is bound, defined or stated carries an error; the rest is as it was."""
    plain, guessed = judgement(outcome), judgement(outcome, guessed=True)
    assert guessed.level != Level.ERROR
    assert guessed == plain or plain.level == Level.ERROR


@pytest.mark.parametrize("outcome", Outcome)
def test_strictly_a_condition_is_an_error(outcome: Outcome) -> None:
    """The library's own doctrine."""
    strict = judgement(outcome, strict=True)
    assert strict.verdict != FindingVerdict.CONDITIONAL
    assert strict == judgement(outcome) or strict.level == Level.ERROR


@pytest.mark.parametrize("outcome", [o for o in Outcome if o != Outcome.UNREADABLE_DOCUMENT])
def test_every_outcome_has_its_message(outcome: Outcome, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document for each, whose one finding has this outcome and reads so."""
    met: list[Outcome] = []

    def noted(one: Outcome, *, strict: bool = False) -> Judgement:
        met.append(one)
        return judgement(one, strict=strict)

    monkeypatch.setattr(finding, "judgement", noted)
    kept = tomllib.loads(GOLDENS.read_text(encoding="utf-8"))[outcome.name]
    (found,) = check_document(document_of(kept["text"], "a.md"))
    assert outcome in met and (found.verdict, found.level, found.rule) == JUDGEMENTS[outcome]
    if os.environ.get("DERIVE_REGENERATE"):
        whole = GOLDENS.read_text(encoding="utf-8")
        GOLDENS.write_text(whole.replace(kept["message"], found.message), encoding="utf-8")
    else:
        assert found.message == kept["message"]


def test_every_rule_has_an_outcome() -> None:
    """And thus a message."""
    assert {row.rule for row in JUDGEMENTS.values()} == set(Rule)
