"""Judgement of an answer by putting it back: every fault shown, as a class and a sentence.

A value, an end or a point is at fault only where an equation refutes it or a point that satisfies
everything lies outside of what is claimed; what the oracle cannot decide is no fault.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from derive.results.answer import Answer
from derive.results.known import Origin
from derive.solving.judged_answer import BY_LAST_DIGITS
from tests.oracle.answer_sets import AGREES, OFF, Span, inner_points, outer_points, spans
from tests.oracle.library_worlds import worlds
from tests.oracle.problem import Box, Refutation, spread
from tests.oracle.questions import Question
from tests.oracle.relaxation import refuted_by_products
from tests.oracle.trees import Unknown, sides, tree_of, values_at

AS_WRITTEN = 1e-12  # the relative error of a given of thirteen digits
ABSORBED = 1e-9  # of a sum, a term of which few digits are left in it
CLASHES = 1e-5  # the relative error within which nothing counts as a contradiction


@dataclass(frozen=True)
class Fault:
    """A class of faults, and what was found."""

    kind: str
    text: str


class Judge:
    """One question, its answer, and what the givens leave according to the oracle."""

    def __init__(self, question: Question, answer: Answer, source: random.Random) -> None:
        told = (text for text in answer.warnings if "its value by convention" in text)
        replaced = {text.partition(" = ")[0].split()[-1] for text in told}
        question = question.without_conventions(replaced) if replaced else question
        self.question, self.answer, self.source = question, answer, source
        self.given = dict(question.given)
        self.defaults = {
            k.var: k.value
            for k in answer.known
            if k.origin == Origin.DEFAULT and k.var not in self.given
        }
        self.rests_on_false = any(v in question.hidden for v in self.defaults)
        self.proof = proof_against(question) if question.false is not None else ""
        self.refutation = self.proof
        self.box: Box = question.box
        try:
            self.box = question.problem.with_values(question.box, self.given)
            self.box = question.problem.with_values(self.box, self.defaults, 0.0)
        except Refutation as found:
            self.refutation = self.refutation or found.name

    def faults(self) -> Iterator[Fault]:
        """All faults found."""
        if self.question.false is not None:
            yield from self._of_falsified()
        elif not self.question.hidden or (not self.rests_on_false and self._open_defaults()):
            yield from self._of_consistent()
        else:
            yield from self._of_bounds()
        if not self.refutation:
            yield from self._values()
            yield from self._intervals()

    def _open_defaults(self) -> bool:
        """Whether the answer owes nothing to defaults: none is near what it rests on."""
        return str(self.answer.status) in ("solved", "infeasible")

    # A consistent world: its value is in the answer, and nothing clashes

    def _of_consistent(self) -> Iterator[Fault]:
        answer, truth = self.answer, self.question.truth
        status = str(answer.status)
        if status in ("contradiction", "unreachable"):
            why = answer.conflict.names if answer.conflict else answer.bound and answer.bound.text
            yield Fault(f"{status} without reason", f"{why}; {truth:.9g} satisfies all")
            return
        held = self._contains(truth) or cut_told(answer) or self._by_last_digits()
        if status in ("solved", "infeasible") and not held:
            yield Fault("value missed", f"{answer.text}, without {truth:.9g}")
        between = spans(answer, "between")
        if between and not any(span.holds(truth) for span in between):
            yield Fault("value outside between", f"{between}, without {truth:.9g}")
        yield from self._of_constraints()
        yield from self._of_fixed()
        if status == "underdetermined" and not self.refutation:
            left = self.box.get(self.question.target)
            if left is not None and spread(left) < AGREES and not answer.values:
                yield Fault("not found (no error)", f"the givens fix it at {truth:.9g}")

    def _contains(self, value: float) -> bool:
        for outcome in self.answer.outcomes:
            if math.isclose(outcome.value, value, rel_tol=AGREES, abs_tol=1e-12):
                return True
            told = self.answer.warnings or math.isclose(outcome.value, value, rel_tol=OFF)
            if told and self._same_within_digits(outcome.value, value):
                return True
        found = spans(self.answer, "intervals")
        ends = [end for span in found for end in (span.low, span.high) if math.isfinite(end)]
        if ended_by_digits(self.answer) and any(
            self._same_within_digits(end, value) for end in ends
        ):
            return True
        return any(span.holds(value) for span in found)

    def _same_within_digits(self, first: float, second: float) -> bool:
        """Whether the digits given do not tell two values apart: nothing between is refuted."""
        question = self.question
        return not any(
            question.problem.refuted(self.box, {question.target: first + part * (second - first)})
            for part in (0.0, 0.2, 0.4, 0.6, 0.8)
        )

    def _of_constraints(self) -> Iterator[Fault]:
        world = self.question.world
        for check in self.answer.constraints:
            constraint = next(c for c in self.question.system.constraints if c.name == check.name)
            if any(v not in world for v in constraint.variables) or self.answer.number is None:
                continue
            tree = tree_of(check.name, constraint.limit)
            left, right = sides(tree, world)
            holds = left <= right if constraint.inequality.rel_op == "<=" else left >= right
            whole = any(o.whole is not None for o in self.answer.outcomes)
            if holds != check.satisfied and not whole and abs(left / right - 1) > AGREES:
                yield Fault("constraint misjudged", f"{check.name}: {check.by}; {left} to {right}")

    def _of_fixed(self) -> Iterator[Fault]:
        fixed = self.answer.fixed
        if fixed is None or fixed.assuming is not None:
            return
        expression = fixed.expression
        if any(v not in self.question.world for v in expression.free_symbols):
            return
        tree = tree_of("fixed", _Sides(expression))
        try:
            at = sides(tree, self.question.world)[0]
        except Unknown:
            return
        if not math.isclose(at, fixed.value, rel_tol=AGREES):
            yield Fault("combination misjudged", f"{expression} = {fixed.value}; it is {at}")

    # A default that is not the world's value: a bound lies on its side

    def _of_bounds(self) -> Iterator[Fault]:
        answer, truth = self.answer, self.question.truth
        ideal = all(v.ideal for v in self.question.hidden)
        if ideal and str(answer.status) == "contradiction":
            yield Fault(
                "contradiction without reason", f"{answer.conflict.names}; efficiencies yield"
            )
        number = answer.number
        if number is None or str(answer.status) != "solved" or not ideal:
            return
        sense = str(answer.sense)
        off = (truth - number) / max(abs(truth), abs(number), 1e-300)
        if (sense == "lower bound" and off < -AGREES) or (sense == "upper bound" and off > AGREES):
            yield Fault("bound on the wrong side", f"{sense} {number:.9g}; {truth:.9g} is possible")
        if sense == "equality" and abs(off) > AGREES and self.rests_on_false:
            used = ", ".join(v.name for v in self.defaults if v in self.question.hidden)
            yield Fault(
                "bound told as equality", f"{number:.9g}; {truth:.9g} is possible, {used} assumed"
            )

    def _by_last_digits(self) -> bool:
        """Whether the true value is its upper end but for a term of a sum that floats there hardly
        hold: a chance of one but for 4e-13 solves no equation.
        """
        question, truth = self.question, self.question.truth
        if not math.isclose(truth, question.target.bounds[1], rel_tol=ABSORBED):
            return False
        trees = [question.problem.trees[k] for k in question.problem.of.get(question.target, ())]
        return any(
            0.0 < abs(values[k]) < ABSORBED * truth
            for tree in trees
            for values in [values_at(tree, question.world)]
            for node in tree.nodes
            if node.kind == "sum"
            for k in node.arguments
        )

    # A falsified given: a proven contradiction is told

    def _of_falsified(self) -> Iterator[Fault]:
        answer, question = self.answer, self.question
        status = str(answer.status)
        proof = self.proof
        told = status in ("contradiction", "unreachable")
        if proof and not told and contradicted(without_replaced(question)):
            yield Fault("contradiction unseen", f"{status} {answer.text}; {proof} cannot hold")
        if not proof and not question.hidden and not told:
            held = contradicted(question, held=True) if not contradicted(question) else ""
            if held:
                yield Fault(
                    "default silently replaced", f"{status} {answer.text}; {held} cannot hold"
                )
        accused = answer.conflict.names if answer.conflict is not None else None
        if accused is not None and not question.hidden and question.false.name not in accused:
            yield Fault("wrong accusation", f"{accused} agree; {question.false.name} is false")

    # Whatever the givens: values, ends and points put back

    def _values(self) -> Iterator[Fault]:
        if any("can be relied on" in text for text in self.answer.warnings):
            return  # the digits are lost, and it is said
        for outcome in self.answer.outcomes:
            if outcome.condition or str(self.answer.status) in ("contradiction", "unreachable"):
                continue
            name = self._refuted(outcome.value)
            if name:
                text = f"{self.answer.status} {outcome.value:.9g} breaks {name}"
                yield Fault("wrong value", f"{text}; true {self.question.truth:.9g}")

    def _refuted(self, value: float) -> str:
        """The equation that refutes a value of the target beside what is given, or empty."""
        question = self.question
        if math.isclose(value, question.truth, rel_tol=AGREES) and question.false is None:
            return ""
        try:
            box = question.problem.with_values(self.box, {question.target: value}, 1e-8)
        except Refutation:
            return self._refuting(value)
        products = question.own is None and refuted_by_products(question.problem, box)
        return "products that share unknowns" if products else ""

    def _refuting(self, value: float) -> str:
        """The name of an equation that a refuted value breaks."""
        question = self.question
        given = {**self.given, **self.defaults}
        try:
            box = question.problem.with_values(question.box, {question.target: value}, 1e-8)
            question.problem.with_values(box, given)
        except Refutation as found:
            return found.name
        return "all together"

    def _intervals(self) -> Iterator[Fault]:
        if str(self.answer.status) in ("contradiction", "unreachable"):
            return
        for name in ("intervals", "between"):
            found = spans(self.answer, name)
            for span in found:
                if name == "intervals":
                    yield from self._inside(span)
                yield from self._outside(span, found, name)

    def _inside(self, span: Span) -> Iterator[Fault]:
        if ended_by_digits(self.answer) or str(self.answer.status) != "solved":
            return
        for value in inner_points(span, self.source):
            broken = self._refuted(value)
            if broken:
                text = f"{self.answer.text}: {value:.9g} breaks {broken}"
                yield Fault("interval too wide", f"{text}; true {self.question.truth:.9g}")
                return

    def _outside(self, span: Span, others: list[Span], name: str) -> Iterator[Fault]:
        singles = [o.value for o in self.answer.outcomes]
        for value in outer_points(span):
            if not self.question.target.admits(value) or any(s.holds(value) for s in others):
                continue
            if any(math.isclose(value, x, rel_tol=10 * OFF) for x in singles):
                continue
            end = min(span.low, span.high, key=lambda x: abs(x - value))
            if self._witnessed(value) and not self.absorbed(value, end):
                yield Fault(f"{name} too narrow", f"{self.answer.text}; {value:.9g} satisfies all")

    def absorbed(self, value: float, end: float) -> bool:
        """Whether a value of the target and an end beside it are the same in its equations but for
        the last digits: 9.1e-11 and 9e-11 beside 5.005.
        """
        question = self.question
        trees = [question.problem.trees[k] for k in question.problem.of.get(question.target, ())]
        try:
            pairs = [
                [sides(tree, {**question.world, question.target: x}) for x in (value, end)]
                for tree in trees
            ]
        except (Unknown, ArithmeticError):
            return False
        return all(
            math.isclose(x, y, rel_tol=AS_WRITTEN)
            for pair in pairs
            for x, y in zip(*pair, strict=True)
        )

    def _witnessed(self, value: float) -> bool:
        question = self.question
        try:
            box = question.problem.with_values(self.box, {question.target: value}, 1e-13)
        except Refutation:
            return False
        effort = 20 if len(question.problem.of) < 60 else 2
        point = question.problem.witness(box, self.source, effort=effort, tries=3)
        return point is not None and not self.owed_to_slack(value)

    def owed_to_slack(self, value: float) -> bool:
        """Whether a value of the target is met only as givens have some slack in this oracle, which
        what almost cancels makes much of: with the digits they are written with none is found.
        """
        problem = self.question.problem
        try:
            box = problem.with_values(self.question.box, self.given, AS_WRITTEN)
            box = problem.with_values(box, self.defaults, 0.0)
        except Refutation:
            return False
        try:
            box = problem.with_values(box, {self.question.target: value}, AGREES)
        except Refutation:
            return True
        return problem.witness(box, self.source, effort=20, tries=4) is None


def ended_by_digits(answer: Answer) -> bool:
    """Whether an answer says that last digits set the ends of its values."""
    return any(text.endswith(BY_LAST_DIGITS) for text in answer.warnings)


def cut_told(answer: Answer) -> bool:
    """Whether the list of roots is said to be cut: sides were divided by what may be zero, or more
    solutions were found than are followed.
    """
    return any("= 0 satisfies" in t or "may be others" in t for t in answer.warnings)


class _Sides:
    """An expression as both sides of an equation."""

    def __init__(self, expression: Any) -> None:
        self.lhs = self.rhs = expression


def proof_against(question: Question) -> str:
    """The equation that a falsified given contradicts, beside other givens: conventions and usual
    values alone it replaces.
    """
    false = question.false
    if false not in question.given:
        return ""
    alone = question.with_given({false: question.given[false]})
    return "" if contradicted(alone) else contradicted(question)


def contradicted(question: Question, held: bool = False) -> str:
    """The equation that cannot hold under the givens, whatever else is; empty if none is known.
    With `held`, also under the defaults that state an absence.
    """
    try:
        box = question.problem.with_values(question.box, question.given, CLASHES)
        if held:
            box = question.problem.with_values(box, question.held_defaults, 0.0)
    except Refutation as found:
        return found.name
    shared = question.own is None and refuted_by_products(question.problem, box)
    return "products that share unknowns" if shared else ""


def without_replaced(question: Question) -> Question:
    """The question without the conventions that its givens replace: asked for one of those, they
    give it another value.
    """
    if question.own is not None:
        return question
    held = worlds(question.variants).conventions
    told = {v.name: (x, question.asking(v).solved()) for v, x in held.items()}
    replaced = {
        name
        for name, (x, found) in told.items()
        if (found.values and not math.isclose(found.values[0].value, x, rel_tol=CLASHES))
        or (found.intervals and not any(i.low <= x <= i.high for i in found.intervals))
    }
    return question.without_conventions(replaced) if replaced else question
