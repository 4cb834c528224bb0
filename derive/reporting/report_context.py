"""State of a report while it is written: values, tested claims, line numbers."""

from __future__ import annotations

from derive.library.system import library_system
from derive.rendering.document.document import Equation
from derive.rendering.layouts.derivation import numbered_lines
from derive.rendering.layouts.derivation_lines import LineNumbers
from derive.reporting.answers import AnswerBook
from derive.results.derivation import Derivation
from derive.results.known import Known, Origin
from derive.solving.givens import read_value


class Shown:
    """The answers of one report by placeholder reference."""

    def __init__(self, book: AnswerBook) -> None:
        self.book = book
        self._numbers = LineNumbers()
        self._values: dict[str, Known] = {}

    def value(self, reference: str) -> Known:
        """The value of `question`, or of `question:variable` at its givens: stated, looked up or
        computed. Raises DataError without a single value.
        """
        if reference not in self._values:
            name, _, variable = reference.partition(":")
            self._values[reference] = (
                self._of(name, variable) if variable else self.book.value(self.book.answer(name))
            )
        return self._values[reference]

    def ends(self, reference: str) -> tuple[Known, ...]:
        """The value of a reference, or the two ends that uncertain givens leave it. Raises
        DataError for neither.
        """
        name, _, variable = reference.partition(":")
        answer = self.book.answer(name)
        if variable and library_system().find(variable) != answer.target:
            return (self.value(reference),)
        ends = self.book.ends(answer)
        if len(ends) < 2:
            return (self.value(reference),)
        return tuple(Known(answer.target, end, Origin.COMPUTED) for end in ends)

    def _of(self, name: str, variable: str) -> Known:
        var = library_system().find(variable)
        stated = self.book.stated(name)
        if var in stated:
            return read_value(var, stated[var])
        answer = self.book.changed(name, {}, var.name)
        if answer.number is None or answer.conflict is not None:
            fix = f"Ask: derive solve {var.name} with the givens of {name}."
            raise self.book.fault(f"{name}:{variable}", "has no single value", fix)
        return Known(var, answer.number, Origin.COMPUTED)

    def lines(self, derivation: Derivation) -> tuple[Equation, ...]:
        """The lines of a derivation, numbered through the report, each relation stated once. Raises
        DataError for a line that is not verified.
        """
        if not derivation.verified:
            raise self.book.fault(derivation.target.name, "has a line that is not verified")
        return tuple(numbered_lines(derivation, self._numbers))
