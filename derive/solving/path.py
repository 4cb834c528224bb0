"""Path of a candidate solution, from which its derivation is made."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from derive.algebra.branch import Branch
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.program.reader import Values
from derive.program.scalar import evaluate_block
from derive.program.spans import crossovers
from derive.program.tolerances import CLOSE
from derive.results.answer import Answer
from derive.results.bottleneck import Bottleneck
from derive.results.derivation import Derivation, DerivationPath
from derive.results.solution import ValueInterval
from derive.solving.bottleneck import find_bottleneck
from derive.solving.compilation import CompiledBlock, compiled_block, reader_of
from derive.solving.derivation_builder import make_derivation
from derive.solving.ideal_values import ideals_solved_for
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.solving.tied_regimes import regime_by_digits
from derive.units.display import format_value


@dataclass(frozen=True, eq=False)
class SolutionPath:
    """A candidate solution of a query; `alternatives` includes the regimes that do not hold."""

    query: Query
    candidate: CandidateSolution
    alternatives: bool = True

    def value(self, var: Var) -> float | None:
        """The value (base units) of a variable on the path; None for one that is not on it."""
        slot = self.query.system.slots.get(var)
        return None if slot is None else self.candidate.values[slot]

    def derivation(self) -> Derivation:
        """The verified steps. Raises InternalError if a line does not verify."""
        others = _alternatives(self.query) if self.alternatives else ()
        return make_derivation(self.query, self.candidate, others)

    def bottleneck(self) -> Bottleneck | None:
        """The bottleneck on the way to the candidate, and the changes that would move it."""
        return find_bottleneck(self.query, self.candidate)


def path_within(
    path: DerivationPath | None, intervals: Sequence[ValueInterval]
) -> DerivationPath | None:
    """The path of the candidate with an interval that meets some of those admitted: one is left
    where the others mirror it at a root.
    """
    if not isinstance(path, SolutionPath) or path.candidate.interval is None:
        return path
    for candidate in (*path.query.solutions.candidates, path.candidate):
        low, high = candidate.interval or (math.inf, -math.inf)
        if any(i.low <= high and low <= i.high for i in intervals):
            return replace(path, candidate=candidate)
    return path


def is_rounded(path: DerivationPath | None, interval: ValueInterval) -> bool:
    """Whether an interval is the one that a rounding at the end of a path leaves open."""
    found = path.query.solutions.candidates if isinstance(path, SolutionPath) else ()
    own = [c.interval for c in found if c.interval and c.path[-1][1].excluded is not None]
    return any(
        math.isclose(low, interval.low, rel_tol=CLOSE)
        and math.isclose(high, interval.high, rel_tol=CLOSE)
        for low, high in own
    )


def withheld_by(answer: Answer) -> frozenset[Var]:
    """The ideal values that the way to an answer does not assume although it might."""
    way = answer.solution.path
    return way.query.withheld if isinstance(way, SolutionPath) else frozenset()


def rests_on_digits(answer: Answer) -> bool:
    """Whether the way to the values of an answer solves for a variable with an ideal value, or is
    that of a regime which the digits of the givens leave open: they may mean the ideal values.
    """
    way = answer.solution.path
    if not isinstance(way, SolutionPath):
        return False
    return bool(ideals_solved_for(way.query)) or regime_by_digits(way.query)


def _alternatives(query: Query) -> tuple[str, ...]:
    """The rejected regimes of the last block that has several, with reasons and meeting points."""
    candidate = next(iter(query.solutions.candidates), None)
    have = set(query.plan.known) | set(query.plan.assumed)
    others: tuple[str, ...] = ()
    for block, branch in candidate.path if candidate is not None else ():
        compiled = compiled_block(query.system, block, have)
        if candidate is not None and len(compiled.branches) > 1:
            values = [v if k in have else None for k, v in enumerate(candidate.values)]
            others = _rejected(query, compiled, values, branch)
        have.add(block.solves)
    return others


def _rejected(
    query: Query, compiled: CompiledBlock, values: Values, holding: Branch
) -> tuple[str, ...]:
    """The rejected regimes of one block, with reasons and meeting points."""
    found = evaluate_block(reader_of(query.system), compiled.data, list(values))
    regimes = [(compiled.branches[k].regime, why) for k, why in found.rejected]
    rejected = [f"{regime}: {why}" for regime, why in regimes if regime]
    return (*rejected, *_meeting_points(query, compiled, values, holding)) if rejected else ()


def _meeting_points(
    query: Query, compiled: CompiledBlock, values: Values, holding: Branch
) -> list[str]:
    """The values of the unknown at which both sides of a guard of the holding regime are equal."""
    slot = compiled.block.solves
    unknown = query.system.structure.variables[slot]
    reader, number = reader_of(query.system), compiled.branches.index(holding)
    at = [
        (holding.guards[k], format_value(value, unknown.unit))
        for k, value in crossovers(reader, compiled.data.branches[number], slot, values)
    ]
    ties = [(f"{plain(guard.larger)} = {plain(guard.smaller)}", text) for guard, text in at]
    return [
        f"{tie} at {unknown.name} = {text}: there the regimes meet"
        for tie, text in ties
        if not text.startswith(tie)
    ]
