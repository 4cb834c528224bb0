"""Answers of a report: one for each question, and with changes for the rows of tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derive.claims import Trial
from derive.equations.var import Var
from derive.errors import DataError, GivenError, UnknownName
from derive.library.questions import ask, known_from
from derive.library.system import library_system
from derive.rendering.document.document import Document
from derive.reporting.source import ReportSource
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.units.exchange import exchanged, missing_rate
from derive.units.text import parse_unit
from derive.units.unit import Unit

_WANTED = re.compile(r"(.*?)(?: in (\S+(?: \S+)*?))?(?: to ([1-9]) digits?)?(?: as (.*))?")


class AnswerBook:
    """The answers to a source's questions, by name, computed on first use."""

    def __init__(self, source: ReportSource) -> None:
        self.source = source
        self.trials: dict[str, Trial] = {}  # of the report's claims, by id
        self.document: Document | None = None  # the report, once it is composed
        self.shown: dict[str, Answer] = {}  # the answers in its text
        self._answers: dict[str, Answer] = {}
        self._rows: dict[str, Answer] = {}

    def entry(self, name: str) -> Mapping[str, Any]:
        """A question of the front matter. Raises UnknownName."""
        questions = self.source.questions
        if name not in questions:
            hint = f"The report {self.source.name} has: {', '.join(questions)}."
            raise UnknownName("question", name, questions, hint)
        return questions[name]

    def fault(self, place: str, problem: str, fix: str = "") -> DataError:
        """The error for a fault of the source."""
        return self.source.fault(place, problem, fix)

    def stated(self, name: str) -> dict[Var, Any]:
        """The givens of a question by variable, as stated."""
        known = known_from(self.entry(name))
        return {library_system().find(key): value for key, value in known.items()}

    def answer(self, name: str) -> Answer:
        """The answer to a question of the front matter."""
        if name not in self._answers:
            entry = self.entry(name)
            with self.source.blamed(f"question.{name}"):
                self._answers[name] = ask(self.source.file, name, entry)
        return self._answers[name]

    def changed(self, name: str, changes: Mapping[str, Any], target: str) -> Answer:
        """The answer to a question with another target and some of its entries replaced."""
        base = self.entry(name)
        merged = {
            **base,
            **changes,
            "target": target,
            "given": {**base.get("given", {}), **changes.get("given", {})},
        }
        answer = ask(self.source.file, name, merged)
        self._rows[f"{' '.join((name, *_worded(changes)))}: {answer.target.name}"] = answer
        return answer

    def row(self, row: Mapping[str, Any], target: str, *keys: str) -> Answer:
        """The answer to the question of a table's row; `keys` are entries of the row that do not
        change the question.
        """
        kept = ("label", "question", *keys)
        changes = {key: value for key, value in row.items() if key not in kept}
        return self.changed(row["question"], changes, target)

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdicts on the report's claims, by id."""
        return {id: trial.verdict for id, trial in self.trials.items()}

    @property
    def answers(self) -> dict[str, Answer]:
        """Every answer of the report, by question or by question and changes."""
        return {**self._answers, **self._rows}

    def known(self, answer: Answer, name: str) -> Known:
        """A known value of an answer, or its result, by variable name. Raises UnknownName."""
        var = library_system().find(name)
        if var == answer.target:
            return self.value(answer)
        for known in answer.known:
            if known.var == var:
                return known
        names = [known.var.name for known in answer.known]
        hint = f"The answer rests on: {', '.join(names) or 'nothing'}."
        raise UnknownName("value", name, names, hint)

    def value(self, answer: Answer) -> Known:
        """The single value of an answer. Raises DataError without one."""
        if answer.number is None or answer.conflict is not None:
            problem = f"has no single value: the question is {answer.status}"
            raise self.fault(answer.target.name, problem)
        return Known(answer.target, answer.number, Origin.COMPUTED)

    def ends(self, answer: Answer) -> tuple[float, ...]:
        """The single value of an answer, the two ends of what uncertain givens leave open (of a
        sampled one its 5 % and 95 % points), or nothing, as for a contradiction.
        """
        if answer.conflict is not None:
            return ()
        spread = answer.spread
        if spread is not None and spread.low is not None and spread.high is not None:
            return (spread.low,) if spread.single else (spread.low, spread.high)
        return () if answer.number is None else (answer.number,)


def _worded(changes: Mapping[str, Any]) -> list[str]:
    """The changes of a question as texts: accelerator=h100_sxm n_kv_heads=64."""
    inner = ("given", "variants")
    flat = [(key, value) for key, value in changes.items() if key not in inner]
    flat += [pair for key in inner for pair in changes.get(key, {}).items()]
    return [
        f"{key}={value.get('value', '') if isinstance(value, Mapping) else value}"
        for key, value in flat
    ]


def target_and_unit(text: str) -> tuple[str, Unit | None]:
    """A column or placeholder such as "kv_bytes_per_token in byte/token"."""
    name, _, unit = text.partition(" in ")
    return name.strip(), parse_unit(unit) if unit else None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The request of a placeholder: a reference, and the form of its value."""

    reference: str
    unit: Unit | None = None
    noun: str = ""
    digits: int = 0


def wanted(text: str) -> Wanted:
    """The words of a placeholder such as "cliff in byte/token to 2 digits" or "heads:n_layers as
    layer".
    """
    match = _WANTED.fullmatch(text)
    assert match is not None
    reference, unit, digits, noun = (part or "" for part in match.groups())
    chosen = parse_unit(unit) if unit else None
    return Wanted(reference.strip(), chosen, noun.strip(), int(digits or 0))


def shown_unit(var: Var, unit: Unit | None) -> Unit:
    """The given unit, else the variable's own. Raises GivenError for another dimension."""
    unit = unit and (exchanged(unit, var.unit.dimension) or unit)
    if unit is not None and unit.dimension != var.unit.dimension:
        if no_rate := missing_rate(unit.dimension, var.unit.dimension):
            raise GivenError(var.name, f"cannot be shown in {unit.text}: {no_rate[0]}", no_rate[1])
        fix = f"Its unit is {var.unit.text}."
        raise GivenError(var.name, f"cannot be shown in {unit.text}", fix)
    return unit or var.unit
