"""Regimes of a question, found at sample points: what binds, the sense, and the derivation."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from derive.algebra.regimes import Guard
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.errors import DeriveError
from derive.explorer.templates import Place, reason_template, template
from derive.program.data import CaseDistinction, Extremum
from derive.program.regimes import code_of, text_of
from derive.rendering.document.regime_words import compared_in_words, side_in_words, words
from derive.results.derivation import Step, StepRule
from derive.results.known import Known, Origin
from derive.results.pull import Pull
from derive.solving.compilation import compiled_block, reader_of
from derive.solving.determined import answer_determined
from derive.solving.equation_system import EquationSystem
from derive.solving.path import SolutionPath
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.solving.query_preparation import determined_or_none

SAMPLES = 40
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_QUOTIENT = re.compile(r"(?P<over>\w+)/(?:(?P<under>[a-z]\w*)|\((?P<sum>[^()]*)\))")
_MOST_REASONS = 3  # why an answer is a bound
_SHOWN = (StepRule.RELATION, StepRule.BRANCH, StepRule.EVALUATE, StepRule.NUMERIC)
_SENSES = {"equality": "=", "lower bound": "≥", "upper bound": "≤", "estimate": "≈"}

Regime = dict[str, Any]  # as the page reads it


def regimes_of(
    system: EquationSystem,
    target: Var,
    given: Mapping[Var, Known],
    moved: Sequence[Var],
    beside: Sequence[Known],
    place: Place,
) -> dict[str, Regime]:
    """The regimes that sample points around the given values fall into, by the codes of the
    JavaScript reader. Figures `beside` the given values tell what relations leave out.
    """
    found: dict[str, Regime] = {}
    rng = random.Random(target.name)
    for number in range(SAMPLES):
        spread = 1.5 if number else 0.0
        stated = dict(given) | {
            v: Known(v, _near(given[v], rng.uniform(-spread, spread)), Origin.GIVEN, 1e-9)
            for v in moved
        }
        with suppress(DeriveError, ArithmeticError):
            if query := determined_or_none(system, target, stated):
                _add(query, found, beside, place)
    return found


def _near(known: Known, decades: float) -> float:
    """A value so many decades from a known one, within range and whole if it counts things."""
    low, high, *_ = known.var.bounds
    value = min(max(known.value * 10.0**decades, low), high)
    factor = known.var.unit.factor
    return float(max(1, round(value / factor)) * factor if known.var.whole else value)


def _add(query: Query, found: dict[str, Regime], beside: Sequence[Known], place: Place) -> None:
    """Add the regimes of a query's candidate solutions that are new."""
    fresh = [c for c in query.solutions.candidates if regime_key(query, c) not in found]
    if not fresh:
        return
    known = {known.var: known for known in beside} | dict(query.known)
    answer = answer_determined(replace(query, known=known) if beside else query)
    for candidate in fresh:
        steps = SolutionPath(query, candidate, alternatives=False).derivation()
        shown = [step for step in steps if step.rule in _SHOWN]
        labels = list(_labels(query, candidate))
        activities = {var.activity for var in query.system.variables if var.activity}
        found[regime_key(query, candidate)] = {
            "title": " and ".join(
                filter(None, [_title(labels, activities), _case(query, candidate)])
            ),
            "facts": labels,
            "sense": _SENSES[str(answer.sense)],
            "why": [_reason(pull, shown) for pull in answer.pulls[:_MOST_REASONS]],
            "steps": [_step(step, place) for step in shown],
        }


def _reason(pull: Pull, shown: Sequence[Step]) -> str:
    """The reason why an answer is a bound, a relation by its line of the derivation. How much it
    moves the answer is left out, since that changes with the values.
    """
    if pull.ideal:
        return f"{words(pull.source)} is {pull.what}"
    lines = (number for number, step in enumerate(shown, 1) if step.relation == pull.source)
    source = next((f"line {number}" for number in lines), words(pull.source))
    unknown = pull.size is None and pull.moves is None
    return f"{source} leaves out {pull.what}" + (f" ({pull.amount})" if unknown else "")


def regime_key(query: Query, candidate: CandidateSolution) -> str:
    """The code of a regime as `runtime.js` writes it: the branch and the winners of each block."""
    system, have = query.system, set(query.plan.known) | set(query.plan.assumed)
    reader, parts = reader_of(system), []
    for (block, branch), data in zip(candidate.path, candidate.data, strict=True):
        branches = compiled_block(system, block, have).branches
        number = next(k for k, each in enumerate(branches) if each is branch)
        winners = [
            _winner(choice, code_of(choice, reader, candidate.values)) for choice in data.extrema
        ]
        parts.append(".".join(map(str, (number, *winners))))
        have.add(block.solves)
    return " ".join(parts)


def _winner(choice: Any, code: int | None) -> int | str:
    if code is None:
        return "-"
    return code // len(choice.names) if isinstance(choice, Extremum) else code


def _labels(query: Query, candidate: CandidateSolution) -> Iterator[list[Any]]:
    """For each guard and extremum of the path: its place, the winner, and what is compared."""
    reader, both = reader_of(query.system), zip(candidate.path, candidate.data, strict=True)
    variables = _variables(query)
    for step, ((_, branch), data) in enumerate(both):
        for k, guard in enumerate(branch.guards):
            if not _is_of_a_rounding(guard):
                names = [side_in_words(plain(s), variables) for s in (guard.larger, guard.smaller)]
                yield [step, "g", k, 0, names]
        for k, choice in enumerate(data.extrema):
            code = code_of(choice, reader, candidate.values)
            if isinstance(choice, Extremum) and code is not None:
                names = [side_in_words(name, variables) for name in _sides(choice.names)]
                kind = "-+"[choice.largest] if any(map(_NUMBER.fullmatch, choice.names)) else "e"
                yield [step, kind, k, code // len(names), names]


def _case(query: Query, candidate: CandidateSolution) -> str:
    """The last case that holds on the path, in words: "prompt length above tier threshold"."""
    reader, told = reader_of(query.system), ""
    for data in candidate.data:
        for choice in data.extrema:
            code = code_of(choice, reader, candidate.values)
            if isinstance(choice, CaseDistinction) and code is not None:
                told = compared_in_words(text_of(choice, code), _variables(query))
    return told


def _variables(query: Query) -> dict[str, Var]:
    return {var.name: var for var in query.system.variables}


def _sides(names: Sequence[str]) -> Sequence[str]:
    """The names that an extremum compares: of a quotient and one, its two sides."""
    quotient = next((q for name in names if (q := _QUOTIENT.fullmatch(name))), None)
    if len(names) != 2 or "1" not in names or quotient is None:
        return names
    over, under = quotient["over"], (quotient["under"] or quotient["sum"])
    return [under if name == "1" else over for name in names]


def _is_of_a_rounding(guard: Guard) -> bool:
    """Whether a comparison says that a count is what is rounded: it sets no regime."""
    sides = [side.free_symbols for side in (guard.larger, guard.smaller)]
    return (
        any(len(own) == 1 and all(var.whole for var in own) for own in sides)
        and max(map(len, sides)) > 1
    )


def _title(labels: Sequence[list[Any]], activities: Collection[str]) -> str:
    """A regime in few words: what wins its comparisons, with a number where there are no others."""
    between = [label for label in labels if label[1] in "ge" and _number(label) is None]
    bounded = [label for label in labels if label[4][_number(label) or 0] != "0"]
    won = between[-2:] or bounded[-1:] or labels[-1:]
    return " and ".join(dict.fromkeys(_won(label, activities) for label in won))


def _number(label: Sequence[Any]) -> int | None:
    """The place of a number among what is compared."""
    return next((k for k, name in enumerate(label[4]) if _NUMBER.fullmatch(name)), None)


def _won(label: Sequence[Any], activities: Collection[str]) -> str:
    """The winner of a comparison, or how it stands to the other: "wait chance above 1"."""
    _, kind, _, winner, names = label
    number = _number(label)
    if names[winner] in activities or len(names) != 2 or (kind == "e" and number is None):
        return str(names[winner])
    first = min(
        (winner, 1 - winner), key=lambda k: (bool(_NUMBER.fullmatch(names[k])), " − " in names[k])
    )
    above = first == winner if kind != "-" else first != winner
    return f"{names[first]} {'above' if above else 'below'} {names[1 - first]}"


def _step(step: Step, place: Place) -> dict[str, Any]:
    """A line of the derivation as the page shows it."""
    shown: dict[str, Any] = {
        "rule": str(step.rule),
        "why": reason_template(step, place),
        "name": step.relation,
        "ok": str(step.verdict),
    }
    equation, result = step.equation, step.result
    if step.rule == StepRule.EVALUATE and result is not None and equation.lhs == result.var:
        shown["left"] = place(result.var)
        shown["right"] = template(equation.rhs, place)
    else:
        shown["line"] = template(equation, place)
    return shown
