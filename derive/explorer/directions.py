"""Directions of a page: the question for each quantity, with its program and regimes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from derive.equations.var import Var
from derive.errors import GivenError
from derive.explorer.regimes import Regime, regimes_of
from derive.program.question import CourseKind, QuestionProgram
from derive.results.known import Known, Origin
from derive.solving.equation_system import EquationSystem
from derive.solving.query_preparation import query_or_none
from derive.solving.question_program import question_program

EXACT = 1e-9


@dataclass
class Directions:
    """The questions of a page: each output from the moved quantities, and each of these from the
    output and the others. `table` has for each output and quantity the number of a program, or the
    reason why there is none; figures `beside` those known tell what relations leave out.
    """

    system: EquationSystem
    known: Mapping[Var, Known]
    moved: Sequence[Var]
    outputs: Mapping[Var, float]
    beside: Sequence[Known]
    place: Callable[[Var], int]
    programs: list[QuestionProgram] = field(default_factory=list)
    regimes: list[dict[str, Regime]] = field(default_factory=list)
    table: list[list[Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for output, value in self.outputs.items():
            row = [self.direction(output, None, self.known, self.moved)]
            for var in self.moved:
                rest = [v for v in self.moved if v != var]
                given = {v: k for v, k in self.known.items() if v != var}
                given[output] = Known(output, value, Origin.GIVEN, EXACT)
                row.append(self.direction(var, output, given, [*rest, output]))
            if isinstance(row[0], str) and not self.table:  # what the page would open with
                raise GivenError(output.name, row[0], "Ask derive solve: it tells what is open.")
            self.table.append(row)

    def direction(
        self, target: Var, output: Var | None, given: Mapping[Var, Known], moved: Sequence[Var]
    ) -> Any:
        """The number of the program of one question, or the reason why it has no value."""
        program = question_program(self.system, target, given, moved)
        if program.courses[0].kind is not CourseKind.BLOCKS:
            return self.reason(target, output)
        if output is not None and program.header.givens[-1] in program.courses[0].unused:
            return self.reason(target, output)
        self.programs.append(program)
        beside = [k for k in self.beside if k.var != target]
        self.regimes.append(regimes_of(self.system, target, given, moved, beside, self.place))
        return len(self.programs) - 1

    def reason(self, target: Var, output: Var | None) -> str:
        """The reason that a quantity has no value from the others."""
        if output is None:
            return f"the values do not settle {target.meaning}"
        query = query_or_none(self.system, output, self.known)
        if query is not None and target not in query.target_support:
            return f"{target.meaning} does not act on {output.meaning}"
        return f"{output.meaning} and the other values do not settle {target.meaning}"
