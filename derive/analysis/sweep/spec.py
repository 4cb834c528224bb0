"""Batch spec: what a query asks of many points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from derive.equations.var import Var
from derive.program.tolerances import EXACT_INPUT
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.solving.answer import answer_at
from derive.solving.equation_system import EquationSystem


@dataclass(frozen=True, eq=False)
class BatchSpec:
    """A target with known values and the variables, `names`, whose values are arrays.

    `named` asks for regimes too; the ideal values `withheld` are not assumed, and where `each` is
    set every point is answered by itself. `tolerances` are those of values of the arrays that were
    written with their digits.
    """

    system: EquationSystem
    target: Var
    known: Mapping[Var, Known]
    names: tuple[Var, ...]
    rtol: float = 0.0
    named: bool = True
    withheld: frozenset[Var] = frozenset()
    each: bool = False
    tolerances: Mapping[Var, Mapping[float, float]] = field(default_factory=dict)

    def given(self, var: Var, value: float) -> Known:
        """A value of an array as a given."""
        tolerance = self.tolerances.get(var, {}).get(value, EXACT_INPUT)
        return Known(var, value, Origin.GIVEN, tolerance)

    def answer(self, values: Iterable[float]) -> Answer:
        """The answer of `solve` at one point: a value (base units) for each of the `names`."""
        here = {var: self.given(var, x) for var, x in zip(self.names, values, strict=True)}
        return answer_at(self.system, self.target, {**self.known, **here}, rtol=self.rtol)
