"""Questions to small systems, drawn from their labels: "own 31 7" is the seventh of seed 31 to a
random system, "fleet 12" the twelfth to that world,
"rounded fleet 12" that with three digits. Some have one given that is false, some one
that is uncertain.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from derive.results.answer import Answer
from derive.results.uncertainty import SpreadMethod
from tests.golden.worlds import Corner, corners
from tests.oracle.own_systems import OwnWorld
from tests.oracle.problem import Problem
from tests.oracle.questions import Question, falsified, own_question, written

SHARES = ((0.3, 0.5, 0.7, 0.9), (0.15, 0.1, 0.02))  # of what is given; widths of uncertain values
SPREADS = ("{0} to {1}", "{0} to {1}", "lognormal {0} to {1}", "uniform {0} to {1}", "{2} +- {3}")


@dataclass(frozen=True)
class Asked(Question):
    """A question whose label says it all; the texts of uncertain givens stand in `uncertain`."""

    label: str = ""
    uncertain: Mapping[str, str] = field(default_factory=dict)

    def texts(self) -> dict[str, str]:
        return {**super().texts(), **self.uncertain}

    def without_conventions(self, names: set[str]) -> Question:
        return replace(self, ranges=self.whole.box)

    def solved(self) -> Answer:
        return self.system.solve(self.target, self.texts())


@cache
def worlds() -> dict[str, Corner]:
    """The small worlds by name."""
    return {one.name: one for one in corners()}


def asked(label: str) -> Asked:
    """The question of a label."""
    name, _, number = label.rpartition(" ")
    source, rounded = random.Random(label), name.startswith("rounded ")
    name = name.removeprefix("rounded ")
    question = _own(source) if name.startswith("own") else _of(worlds()[name], source)
    found = Asked(
        question.system, question.whole, question.ranges, question.world, question.target,
        question.given, false=question.false, own=question.own, label=label,
    )  # fmt: skip
    if rounded:
        return replace(found, uncertain={v.name: written(v, x, 3) for v, x in found.given.items()})
    kind = int(number) % 4
    if kind == 3:
        false = falsified(found, source)
        return found if false is None else replace(found, given=false.given, false=false.false)
    return _uncertain(found, source) if kind == 2 else found


def _own(source: random.Random) -> Question:
    return own_question(OwnWorld(source.randrange(10**9), most=source.choice((4, 6, 8))))


def _of(world: Corner, source: random.Random) -> Question:
    """A target of a world, with a share of the other values, conventions rarely among them."""
    problem = Problem(world.system.relations)
    held = {v: world.values[v] for v in world.values if v.convention is not None}
    free = [v for v in world.values if v.convention is None]
    target = source.choice([v for v in free if v in problem.of] or free)
    share = source.choice(SHARES[0])
    given = {v: world.values[v] for v in free if v != target and source.random() < share}
    return Question(
        world.system, problem, problem.with_values(problem.box, held, 0.0), dict(world.values),
        target, given,
    )  # fmt: skip


def _uncertain(question: Asked, source: random.Random) -> Asked:
    """The question with one given as a range or distribution around it."""
    possible = [v for v, x in question.given.items() if x > 0 and not v.whole]
    if not possible:
        return question
    var, width = source.choice(possible), source.choice(SHARES[1])
    value, high = question.given[var], question.given[var] * (1 + width)
    low, shape = value * (1 - width), source.choice(SPREADS)
    if not (var.admits(low) and var.admits(high)):
        return question
    ends = (written(var, x, 6) for x in (low, high, value, value * width / 3))
    return replace(question, uncertain={var.name: shape.format(*ends)})


def spoken(answer: Answer, truth: float) -> bool:
    """Whether the ends told of a value that rests on an interval have the true value between
    them.
    """
    if str(answer.status) in ("contradiction", "unreachable"):
        return False
    spread = answer.spread
    if spread is None and answer.number is not None and str(answer.status) == "solved":
        return any(math.isclose(one.value, truth, rel_tol=0.05) for one in answer.outcomes)
    if spread is None or answer.number is None or spread.method != SpreadMethod.INTERVAL:
        return True
    if spread.low is None or spread.high is None:
        return False
    near = math.isclose(spread.low, truth, rel_tol=1e-6) or math.isclose(
        spread.high, truth, rel_tol=1e-6
    )
    return near or spread.low <= truth <= spread.high


def labels(seeds: Mapping[str, int]) -> list[str]:
    """The labels of so many questions of each name."""
    return [f"{name} {k}" for name, most in seeds.items() for k in range(most)]
