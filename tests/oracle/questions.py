"""Questions: what is asked and given, with the world behind it, as text that anybody can run."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from derive.results.answer import Answer
from derive.system import System
from tests.oracle.library_worlds import World, worlds
from tests.oracle.own_systems import OwnWorld
from tests.oracle.problem import Box, Problem

NOISE = 1e-12  # of one, as what is left of it


def written(variable: Any, value: float, digits: int = 13) -> str:
    """A value of a variable (base units) as text in its unit, with so many digits."""
    number = f"{value / variable.unit.factor:.{digits - 1}e}"
    return number if variable.unit.text == "1" else f"{number} {variable.unit.text}"


@dataclass(frozen=True)
class Question:
    """A target and givens (base units) in a system, of which `world` is a consistent assignment.

    `whole` are all equations and `ranges` what they leave of the variables; `false` is the given
    that was falsified, if one was; `own` is the world of an own system.
    """

    system: System
    whole: Problem
    ranges: Box
    world: World
    target: Any
    given: Mapping[Any, float]
    variants: Mapping[str, str] = field(default_factory=dict)
    false: Any = None
    own: OwnWorld | None = None

    @property
    def problem(self) -> Problem:
        """The equations, without those of points that need not exist and nobody speaks of."""
        return self.whole.speaking_of({*self.given, self.target})

    @property
    def box(self) -> Box:
        """The ranges of the variables in these equations."""
        return {variable: self.ranges[variable] for variable in self.problem.of}

    @property
    def truth(self) -> float:
        return self.world[self.target]

    @property
    def hidden(self) -> tuple[Any, ...]:
        """The variables whose default is not their value in the world, and which are not given."""
        return tuple(
            v
            for v in self.world
            if v.default is not None
            and v not in self.given
            and abs(self.world[v] - v.default.value) > 1e-9 * abs(self.world[v])
        )

    @property
    def held_defaults(self) -> dict[Any, float]:
        """The defaults that state an absence, neither given nor asked for."""
        return {
            v: v.default.value
            for v in self.world
            if v.default is not None and not v.ideal and v not in self.given and v != self.target
        }

    def texts(self) -> dict[str, str]:
        return {v.name: written(v, x) for v, x in self.given.items()}

    def solved(self) -> Answer:
        return self.system.solve(self.target, self.texts())

    def without_conventions(self, names: set[str]) -> Question:
        """The question in which these conventions, which its givens replace, do not hold."""
        known = worlds(self.variants)
        held = {v: x for v, x in known.conventions.items() if v.name not in names}
        return replace(self, ranges=known.problem.with_values(known.problem.box, held, 0.0))

    def asking(self, target: Any) -> Question:
        return replace(self, target=target)

    def with_given(self, given: Mapping[Any, float]) -> Question:
        return replace(self, given=dict(given))

    def snippet(self) -> str:
        """The question as Python that runs by itself."""
        if self.own is not None:
            return self.own.snippet(self.target, self.texts())
        choice = f", variants={dict(self.variants)!r}" if self.variants else ""
        givens = ", ".join(f"{name!r}: {text!r}" for name, text in self.texts().items())
        return f"import derive\nprint(derive.solve({self.target.name!r}, {{{givens}}}{choice}))"


def leaves(question_of: Any, target: Any, source: random.Random, depth: int) -> list[Any]:
    """Variables that give the target by substitution: one relation of it, and so on for some of its
    other variables, so many levels deep.
    """
    relations = question_of.problem
    seen, found = {target}, []
    used: set[int] = set()
    front = [(target, depth)]
    while front:
        variable, left = front.pop()
        ways = [k for k in relations.of.get(variable, ()) if k not in used]
        if left == 0 or not ways or (variable != target and source.random() < 0.35):
            if variable != target:
                found.append(variable)
            continue
        k = source.choice(ways)
        used.add(k)
        for other in relations.trees[k].variables:
            if other not in seen:
                seen.add(other)
                front.append((other, left - 1))
    return found


def library_question(source: random.Random, world: World, variants: Mapping[str, str]) -> Question:
    """A random question whose givens are part of a world: enough, more, or one less."""
    known = worlds(variants)
    target = source.choice(known.variables)
    while target.convention is not None:
        target = source.choice(known.variables)
    found = leaves(known, target, source, source.choice((1, 1, 2, 2, 3, 4)))
    given = [v for v in found if v.convention is None and _revealed(v, world, source)]
    kind = source.choice(("enough", "enough", "more", "more", "less"))
    if kind == "more":
        near = neighbours(known.problem, [target, *given])
        near = [v for v in near if v != target and v not in given and v.convention is None]
        near = [v for v in near if not _is_rounding(v, world)]
        given += source.sample(near, min(len(near), source.randint(1, 4)))
    if kind == "less" and given:
        given.remove(source.choice(given))
    return Question(
        known.system, known.problem, known.box, world, target, {v: world[v] for v in given},
        variants=variants,
    )  # fmt: skip


def _revealed(variable: Any, world: World, source: random.Random) -> bool:
    """A default that holds is rarely stated; one that does not, mostly; rounding never."""
    if _is_rounding(variable, world):
        return False
    if variable.default is None:
        return True
    holds = abs(world[variable] - variable.default.value) <= 1e-9 * abs(world[variable])
    return source.random() < (0.2 if holds else 0.8)


def _is_rounding(variable: Any, world: World) -> bool:
    """Whether a share is but the rounding of one less one: no digit of it is right."""
    return variable.bounds[:2] == (0.0, 1.0) and 0.0 < world[variable] < NOISE


def neighbours(problem: Problem, variables: list[Any]) -> list[Any]:
    """The variables that share an equation with some of these, in order."""
    trees = [problem.trees[k] for v in variables for k in problem.of.get(v, ())]
    return list(dict.fromkeys(w for tree in trees for w in tree.variables))


def falsified(question: Question, source: random.Random) -> Question | None:
    """The question with one given off by a factor; None if none can be in its range."""
    given = dict(question.given)
    if not given:
        return None
    liar = source.choice(list(given))
    value = given[liar] * source.choice((0.3, 0.5, 0.7, 1.4, 2.0, 3.0))
    if liar.whole:
        value = max(1.0, round(value / liar.unit.factor)) * liar.unit.factor
    if math.isclose(value, given[liar], rel_tol=0.1) or not liar.admits(value):
        return None
    given[liar] = value
    return replace(question, given=given, false=liar)


def own_question(world: OwnWorld) -> Question:
    """The question of a random own system."""
    return Question(
        world.system, world.problem, world.problem.box, world.values, world.target, world.given,
        own=world,
    )  # fmt: skip
