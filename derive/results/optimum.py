"""An optimum: the best value of an objective, its location and reasons, and shadow prices."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derive.display import Displayed, Label
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.pull import Sense
from derive.results.status import Status
from derive.units.display import (
    USUAL_DIGITS,
    digits_beside,
    format_number,
    format_value,
    readable_unit,
)
from derive.units.unit import Unit

if TYPE_CHECKING:
    import pint


class OptimumSense(Label):
    """Whether the least or the largest value of the objective is sought."""

    LEAST = "min"
    MOST = "max"


@dataclass(frozen=True, slots=True)
class Decision:
    """A free variable between `low` and `high`; `at` is its value (base units) at the optimum, None
    if the optimum is not attained.

    `span` is an interval of equally good values, the other decisions as stated; `whole` the best
    whole number (declared unit) of a counted variable.
    """

    var: Var
    low: float
    high: float
    at: float | None = None
    span: tuple[float, float] | None = None
    whole: float | None = None

    @property
    def value(self) -> float | None:
        """The value in base units, if the best value is unique."""
        return None if self.span is not None else self.at

    @property
    def text(self) -> str:
        """The value, or the interval of equally good ones, as text."""
        if self.span is not None:
            return span_text(self.var, *self.span)
        if self.at is None:
            return "no value"
        number = self.at / self.var.unit.factor
        digits = digits_beside(number) if self.differs_whole else USUAL_DIGITS
        return format_value(self.at, self.var.unit, digits)

    @property
    def differs_whole(self) -> bool:
        """Whether the best whole number differs from the best number."""
        return self.whole is not None and (
            self.at is None
            or format_number(self.whole) != format_number(self.at / self.var.unit.factor)
        )


@dataclass(frozen=True, slots=True)
class Binding:
    """A limit that holds with equality at the optimum, and its shadow price.

    `price` is d objective / d limit in base units, `elasticity` d ln objective / d ln limit; both
    None if another equality holds there too, so that the limit has no price of its own.
    """

    name: str
    limit: float
    unit: Unit
    price: float | None = None
    elasticity: float | None = None

    def price_text(self, objective: Var, value: float) -> str:
        """The price in readable units: "−0.0021 USD/Mtoken per ms"."""
        if self.price is None:
            return ""
        own, per = readable_unit(value, objective.unit), readable_unit(self.limit, self.unit)
        top = "" if own.text == "1" else f" {own.text}"
        return (
            f"{format_number(self.price * per.factor / own.factor)}{top} per"
            f" {per.text if per.text != '1' else 'unit'}"
        )


@dataclass(frozen=True, slots=True)
class AchievableLimit:
    """A limit of a minimal set of incompatible ones, and the nearest value the others allow.

    `reached` and `limit` are in base units; `attained` is False if the value is only approached.
    """

    name: str
    limit: float
    reached: float
    unit: Unit
    attained: bool = True

    @property
    def text(self) -> str:
        """The best value beside the limit."""
        how = "is" if self.attained else "approaches"
        factor = (
            f" (a factor of {format_number(self.reached / self.limit, 3)})" if self.limit else ""
        )
        return (
            f"at best it {how} {format_value(self.reached, self.unit)}, and the limit is"
            f" {format_value(self.limit, self.unit)}{factor}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Optimum(Displayed):
    """Result of `optimise`. `status` is solved, infeasible, unbounded, underdetermined or
    contradiction.

    `value` is in base units. `reasons` describe the optimum ("stationary point", "step_time ≤ 25 ms
    binds"); `attained` is False for a bound that is only approached, as `approach` describes.
    `answer` is the objective at the decisions, `routes` the answers that determine these; `near` is
    the objective at the best point looked at, where the value is only approached. `reaches` is a
    minimal set of incompatible limits. `numeric` marks a numerical optimum.
    """

    objective: Var
    sense: OptimumSense
    status: Status
    value: float | None = None
    decisions: tuple[Decision, ...] = ()
    demands: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    attained: bool = True
    approach: str = ""
    binding: tuple[Binding, ...] = ()
    whole_value: float | None = None
    whole_how: str = ""
    equals: tuple[tuple[float, ...], ...] = ()
    formula: Any = None
    answer: Answer | None = None
    routes: tuple[Answer, ...] = ()
    reaches: tuple[AchievableLimit, ...] = ()
    numeric: bool = False
    checked: str = ""
    warnings: tuple[str, ...] = ()
    near: Answer | None = None

    @property
    def exit_code(self) -> int:
        """0 solved, 1 infeasible or unbounded, 3 underdetermined, 4 contradiction."""
        return self.status.exit_code

    @property
    def regime(self) -> str:
        """The regime at the optimum."""
        return self.answer.regime if self.answer is not None and self.value is not None else ""

    @property
    def valued(self) -> Answer | None:
        """The answer for the objective at the decisions, at the limit that fixes it, or near to
        the value that is only approached.
        """
        answers = (self.answer, *self.routes, self.near)
        return next((a for a in answers if a and a.target == self.objective), None)

    @property
    def value_sense(self) -> Sense:
        """Whether the value is exact, a bound or an estimate."""
        if self.value is None or self.valued is None:
            return Sense.EQUALITY
        return self.valued.sense

    @property
    def quantity(self) -> pint.Quantity[Any] | None:
        """The value as a pint quantity in the objective's declared unit."""
        return (
            None
            if self.value is None
            else self.objective.unit.quantity(self.value / self.objective.unit.factor)
        )

    def decision(self, name: str) -> Decision:
        """The decision of that name. Raises KeyError."""
        return {decision.var.name: decision for decision in self.decisions}[name]

    @property
    def differs_whole(self) -> bool:
        """Whether the optimum in whole numbers differs from the optimum in point or value."""
        if (
            self.value is None
            or self.whole_value is None
            or not any(decision.differs_whole for decision in self.decisions)
        ):
            return False
        flat = all(
            decision.span is not None for decision in self.decisions if decision.whole is not None
        )
        return not (flat and math.isclose(self.value, self.whole_value, rel_tol=1e-9))

    @property
    def text(self) -> str:
        """The optimum in one line: "least" or "most", the value, and where it is."""
        if self.value is None:
            return self.approach if self.status == Status.UNBOUNDED else "no value"
        where = ", ".join(
            f"{d.var.name} = {d.text}" if d.span is None else f"{d.var.name} {d.text}"
            for d in self.decisions
            if d.at is not None
        )
        reached = f" at {where}" if self.attained else f", {self.approach}"
        extreme = "least" if self.sense == OptimumSense.LEAST else "most"
        return f"{extreme} {format_value(self.value, self.objective.unit)}{reached}"


def span_text(var: Var, low: float, high: float) -> str:
    """An interval of a variable in words: "from 2,400 sequence on", "anywhere from 1 GPU to 72
    GPU".
    """
    if high == math.inf:
        return f"from {format_value(low, var.unit)} on"
    return f"anywhere from {format_value(low, var.unit)} to {format_value(high, var.unit)}"
