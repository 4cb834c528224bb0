"""Symbolic solutions of a block of relations: one branch per regime."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy

from derive.algebra.degenerate import degenerate
from derive.algebra.dropped_out import without
from derive.algebra.eliminate import eliminate
from derive.algebra.isolate import Move, isolate, length_of
from derive.algebra.regimes import Guard, Regime, regimes
from derive.equations.expression import Eq
from derive.equations.expression import replace as replace_in
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.derivation import Step, StepRule

MOST_EFFORT = 256  # relations times regimes of a block that is solved; more take tens of seconds


@dataclass(frozen=True)
class Branch:
    """One regime of a block.

    The unknown follows from one of `formula`; `equation` (solved numerically); neither, with
    `side_conditions` (it dropped out and leaves conditions on the givens); or it is `open` (not
    eliminated). `definitions` are the other unknowns (to be evaluated last to first), `parents` the
    definitions in the first lines that a point relation equates. `excluded` is the guard, if any,
    whose sides are not equal within the regime: a rounded value lies on one side of a whole number.
    """

    unknown: Var
    formula: Any = None
    equation: tuple[Any, Any] | None = None
    side_conditions: tuple[tuple[Any, Any], ...] = ()
    guards: tuple[Guard, ...] = ()
    definitions: tuple[tuple[Any, Any], ...] = ()
    cancelled: tuple[Any, ...] = ()
    steps: tuple[Step, ...] = ()
    regime: str = ""
    open: bool = False
    parents: tuple[tuple[Any, Any], ...] = ()
    excluded: Guard | None = None

    @property
    def indeterminate(self) -> bool:
        """Whether the unknown dropped out, so that any value meets the regime."""
        return self.formula is None and self.equation is None and not self.open


def solve_block(
    relations: Sequence[Relation], unknown: Iterable[Var], x: Var
) -> tuple[Branch, ...]:
    """All regimes of `relations` solved for `x`, or one branch left open where they are too many;
    `unknown` are the variables without a value, x among them.
    """
    hidden = set(unknown)
    relations = sorted(relations, key=lambda relation: x not in relation.variables)
    if len(relations) == 1 and relations[0].subject == x and hidden == {x}:
        return (Branch(x, formula=relations[0].right, steps=(stated_step(relations[0]),)),)
    full = _with_parents(relations)
    stated = tuple(map(stated_step, full))
    parents = tuple((r.left, r.right) for r in full if r not in relations and r.subject is not None)
    found = regimes([(r.left, r.right) for r in relations], hidden)
    if len(relations) * len(found) > MOST_EFFORT:
        return (Branch(x, steps=stated, open=True),)
    branches = []
    for regime in found:
        steps = (*stated, *_choice_steps(regime, relations)) if len(found) > 1 else stated
        branch = replace(_solve_regime(regime, hidden, x, steps), parents=parents)
        branches.append(branch)
        if branch.formula is not None and (case := degenerate(branch.steps, x, hidden)):
            zero = (*branch.side_conditions, *case.conditions)
            branches.append(replace(branch, formula=None, side_conditions=zero, steps=case.steps))
    return tuple(branches)


def stated_step(relation: Relation) -> Step:
    """The line that states a relation."""
    return Step(
        StepRule.RELATION,
        relation.equation,
        relation.why,
        relation=relation.name,
        citations=relation.citations,
    )


def _with_parents(relations: Sequence[Relation]) -> list[Relation]:
    """The relations, each point relation after those that it equates, unless the block determines
    their subjects itself.
    """
    variables = {v for relation in relations for v in relation.variables}
    full: list[Relation] = []
    for relation in relations:
        full.extend(
            parent
            for parent in relation.equates
            if parent not in full and (parent in relations or parent.subject not in variables)
        )
        full.append(relation)
    return full


def _choice_steps(regime: Regime, relations: Sequence[Relation]) -> list[Step]:
    """The lines of a regime: of each relation whose extremum takes one of its arguments."""
    last = {index: (node, argument) for index, node, argument in regime.chosen}
    return [
        Step(
            StepRule.BRANCH,
            Eq(*regime.equations[index]),
            _choice_reason(node, argument),
            terms=(argument,),
            uses=(relations[index].equation,),
        )
        for index, (node, argument) in last.items()
    ]


def _choice_reason(node: Any, argument: Any) -> str:
    """The reason of such a line: what sets the value, or which number is at one end."""
    if argument.free_symbols or not isinstance(node, sympy.Max | sympy.Min):
        return "Take the regime in which {0} sets the value."
    end = "largest" if isinstance(node, sympy.Max) else "smallest"
    return f"Take the regime in which {{0}} is the {end}."


def _solve_regime(regime: Regime, hidden: set[Var], x: Var, steps: tuple[Step, ...]) -> Branch:
    """The branch of a regime: the other unknowns eliminated, then x isolated if a rule allows."""
    work = eliminate(list(regime.equations), hidden, x, guarded=bool(regime.guards))
    branch = Branch(
        x,
        side_conditions=tuple(work.side_conditions),
        guards=regime.guards,
        definitions=tuple(work.definitions),
        cancelled=tuple(work.cancelled),
        steps=(*steps, *work.steps),
        regime=regime.text,
    )
    if work.equation is None:
        return replace(branch, open=work.open or not work.side_conditions)
    moves, value = isolate(*work.equation, x)
    if value is not None:
        return _explicit(branch, work.equation, moves, value)
    return (
        _rounded(branch, *work.equation)
        or _dropped_out(branch, *work.equation)
        or _implicit(branch, *work.equation)
    )


def _explicit(
    branch: Branch, equation: tuple[Any, Any], moves: Sequence[Move], value: Any
) -> Branch:
    """The branch with a formula, over one denominator where that is shorter."""
    uses = [Eq(*equation), *(move.equation for move in moves)]
    steps = [
        Step(move.rule, move.equation, move.reason, terms=move.terms, uses=(before,))
        for before, move in zip(uses, moves, strict=False)
    ]
    tidy = tidied(value)
    if tidy is not value:
        equation = Eq(branch.unknown, tidy)
        steps.append(Step(StepRule.TIDY, equation, "Write it over one denominator."))
    return replace(branch, formula=tidy, steps=(*branch.steps, *steps))


def _rounded(branch: Branch, left: Any, right: Any) -> Branch | None:
    """The branch of an unknown within one ceiling or floor, an interval between two whole numbers;
    None for any other equation.
    """
    x = branch.unknown
    rounding = {n for side in (left, right) for n in side.atoms(sympy.ceiling, sympy.floor)}
    nodes = [node for node in rounding if x in node.free_symbols]
    if len(nodes) != 1:
        return None
    node, whole = nodes[0], Var("_whole_value")
    _, value = isolate(replace_in(left, {node: whole}), replace_in(right, {node: whole}), whole)
    if value is None or x in value.free_symbols:
        return None
    inner, nearest = node.args[0], sympy.floor(value + sympy.S.Half)
    if isinstance(node, sympy.ceiling):
        met, excluded, reason = Guard(nearest, inner), Guard(inner, nearest - 1), _CEILING
    else:
        met, excluded, reason = Guard(inner, nearest), Guard(nearest + 1, inner), _FLOOR
    return replace(
        branch,
        guards=(*branch.guards, met, excluded),
        side_conditions=(*branch.side_conditions, (value, nearest)),
        excluded=excluded,
        steps=(*branch.steps, Step(StepRule.ROUND, Eq(node, value), reason, terms=(x,))),
    )


_CEILING = (
    "A ceiling keeps its value from just above one whole number up to the next: {0} lies between."
)
_FLOOR = "A floor keeps its value from one whole number to just below the next: {0} lies between."


def _dropped_out(branch: Branch, left: Any, right: Any) -> Branch | None:
    """The branch of an unknown that drops out and leaves a condition on the rest; None where it
    does not.
    """
    x = branch.unknown
    condition = without(left, right, x)
    if condition is None:
        return None
    steps = branch.steps
    if sympy.S.Zero not in condition:
        reason = "{0} drops out: a condition on the rest is left."
        steps = (*steps, Step(StepRule.COLLECT, Eq(*condition), reason, terms=(x,)))
    return replace(branch, side_conditions=(*branch.side_conditions, condition), steps=steps)


def _implicit(branch: Branch, left: Any, right: Any) -> Branch:
    """The branch with an equation to be solved numerically."""
    reason = "No rule isolates {0}; it is found numerically."
    step = Step(StepRule.NUMERIC, Eq(left, right), reason, terms=(branch.unknown,))
    return replace(branch, equation=(left, right), steps=(*branch.steps, step))


def tidied(value: Any) -> Any:
    """The value over one denominator where that is shorter."""
    if not value.has(sympy.Add) or value.has(sympy.Max, sympy.Min, sympy.Piecewise):
        return value
    joined = sympy.together(value)
    return joined if length_of(joined) < length_of(value) else value
