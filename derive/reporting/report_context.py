"""What a report has shown so far: the values it named, the claims it tried, and the numbers of its
lines.
"""

from __future__ import annotations

from derive.claims import Trial
from derive.errors import DataError
from derive.library.questions import known_from
from derive.library.system import library_system
from derive.rendering.document.document import Equation
from derive.rendering.layouts.derivation import step_equation
from derive.reporting.answers import AnswerBook
from derive.results.derivation import Derivation
from derive.results.known import Known, Origin
from derive.solving.givens import read_value


class Shown:
    """The answers of one report as its placeholders name them."""

    def __init__(self, book: AnswerBook) -> None:
        self.book = book
        self._lines = 0
        self.trials: dict[str, Trial] = {}
        self._values: dict[str, Known] = {}

    def value(self, reference: str) -> Known:
        """What `question` answers, or what `question:variable` is there: stated, looked up or
        asked. Raises DataError when it has no single value.
        """
        if reference not in self._values:
            name, _, variable = reference.partition(":")
            self._values[reference] = (
                self._of(name, variable) if variable else self.book.value(self.book.answer(name))
            )
        return self._values[reference]

    def _of(self, name: str, variable: str) -> Known:
        var = library_system().find(variable)
        stated = {
            library_system().find(key): value
            for key, value in known_from(self.book.entry(name)).items()
        }
        if var in stated:
            return read_value(var, stated[var])
        number = self.book.changed(name, {}, var.name).number
        if number is None:
            raise DataError(
                self.book.source.name,
                f"{name}:{variable}",
                "has no single value",
                f"Ask: derive solve {var.name} with the givens of {name}.",
            )
        return Known(var, number, Origin.COMPUTED)

    def lines(self, derivation: Derivation) -> tuple[Equation, ...]:
        """The lines of a derivation, numbered on through the report, each relation stated once.
        Raises DataError for one that is not verified.
        """
        made: list[Equation] = []
        stated: set[str] = set()
        for step in derivation:
            if not step.verdict:
                raise DataError(
                    self.book.source.name, derivation.target.name, "has a line that is not verified"
                )
            if step.relation not in stated:
                self._lines += 1
                made.append(step_equation(step, self._lines))
            stated.update([step.relation] if step.relation else [])
        return tuple(made)
