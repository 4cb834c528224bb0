"""The answers of a report: every question asked once, and re-asked with changes for the rows of
tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.equations.var import Var
from derive.errors import DataError, UnknownName
from derive.library.questions import ask
from derive.library.system import library_system
from derive.reporting.source import ReportSource
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.units.text import parse_unit
from derive.units.unit import Unit


class AnswerBook:
    """The answers to a source's questions, by name; asked when first needed and kept."""

    def __init__(self, source: ReportSource) -> None:
        self.source = source
        self.verdicts: dict[str, str] = {}  # of the claims that the report tries, by id
        self._answers: dict[str, Answer] = {}
        self._rows: dict[str, Answer] = {}

    def entry(self, name: str) -> Mapping[str, Any]:
        """A question as the front matter states it. Raises UnknownName."""
        if name not in self.source.questions:
            raise UnknownName(
                "question",
                name,
                self.source.questions,
                f"The report {self.source.name} has: {', '.join(self.source.questions)}.",
            )
        return self.source.questions[name]

    def answer(self, name: str) -> Answer:
        """The answer to a question of the front matter."""
        if name not in self._answers:
            self._answers[name] = ask(self.source.name, name, self.entry(name))
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
        answer = ask(self.source.name, name, merged)
        self._rows[f"{' '.join((name, *_worded(changes)))}: {answer.target.name}"] = answer
        return answer

    @property
    def asked(self) -> dict[str, Answer]:
        """Every answer the report rests on: those to its questions by name, and to their changes by
        name and change.
        """
        return {**self._answers, **self._rows}

    def known(self, answer: Answer, name: str) -> Known:
        """A value an answer rests on or found, by its variable's name. Raises UnknownName."""
        var = library_system().find(name)
        if var == answer.target:
            return self.value(answer)
        for known in answer.known:
            if known.var == var:
                return known
        raise UnknownName(
            "value",
            name,
            [k.var.name for k in answer.known],
            "It is not among what this answer rests on.",
        )

    def value(self, answer: Answer) -> Known:
        """The one value of an answer. Raises DataError when there is none."""
        if answer.number is None:
            raise DataError(
                self.source.name,
                answer.target.name,
                f"has no single value: the question is {answer.status}",
            )
        return Known(answer.target, answer.number, Origin.COMPUTED)


def _worded(changes: Mapping[str, Any]) -> list[str]:
    """Changes of a question, in words: accelerator=h100_sxm n_kv_heads=64."""
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


def shown_unit(var: Var, unit: Unit | None) -> Unit:
    """The unit a value is shown in; raises DataError when it does not fit the variable."""
    if unit is not None and unit.dimension != var.unit.dimension:
        raise DataError(
            "report", var.name, f"cannot be shown in {unit.text}", f"Its unit is {var.unit.text}."
        )
    return unit or var.unit
