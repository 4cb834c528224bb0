"""A block solved in symbols: relations that together determine one variable, as a formula per
regime.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy

from derive.algebra.eliminate import degree, eliminate
from derive.algebra.isolate import isolate
from derive.algebra.regimes import Guard, Regime, regimes
from derive.equations.expression import Eq
from derive.equations.expression import replace as replace_in
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.derivation import Step, StepRule


@dataclass(frozen=True)
class Branch:
    """One regime of a block.

    Exactly one of these says how the unknown follows: `formula`; `equation` (to be solved
    numerically); neither, with `side_conditions` (the unknown dropped out, what is left are
    conditions on the givens); or `open` (not eliminated). `definitions` are the other unknowns, as
    they follow from it (evaluate them last to first). `parents` are the definitions that the first
    lines state and a point relation puts equal. `rounds` names the end (lower, upper) that does not
    belong to the interval which a rounded given leaves.
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
    rounds: str = ""

    @property
    def indeterminate(self) -> bool:
        """Whether the unknown dropped out: in this regime it does not matter."""
        return self.formula is None and self.equation is None and not self.open


def solve_block(
    relations: Sequence[Relation], unknown: Iterable[Var], x: Var
) -> tuple[Branch, ...]:
    """All regimes of `relations` solved for `x`; `unknown` are the variables without a value, x
    among them.
    """
    hidden = set(unknown)
    relations = sorted(relations, key=lambda relation: x not in relation.variables)
    if len(relations) == 1 and relations[0].subject == x:
        return (_read_off(relations[0], x),)
    full = _with_parents(relations)
    stated = [stated_step(relation) for relation in full]
    parents = tuple((r.left, r.right) for r in full if r not in relations and r.subject is not None)
    found = regimes([(r.left, r.right) for r in relations], hidden)
    solved = [_solve_regime(regime, hidden, x, list(stated), len(found) > 1) for regime in found]
    return tuple(replace(branch, parents=parents) for branch in solved)


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
    """The relations with those that a point relation puts equal before it, unless the block has its
    own say on what they define.
    """
    concerned = {v for relation in relations for v in relation.variables}
    full: list[Relation] = []
    for relation in relations:
        full.extend(
            parent
            for parent in relation.equates
            if parent not in full and (parent in relations or parent.subject not in concerned)
        )
        full.append(relation)
    return full


def _read_off(relation: Relation, x: Var) -> Branch:
    return Branch(x, formula=relation.right, steps=(stated_step(relation),))


def _solve_regime(
    regime: Regime, hidden: set[Var], x: Var, steps: list[Step], branched: bool
) -> Branch:
    if branched:
        for index, argument in regime.chosen[-1:]:
            left, right = regime.equations[index]
            steps.append(
                Step(
                    StepRule.BRANCH,
                    Eq(left, right),
                    "Take the regime in which {0} sets the value.",
                    terms=(argument,),
                )
            )
    work = eliminate(list(regime.equations), hidden, x)
    steps.extend(work.steps)
    shared: dict[str, Any] = {
        "guards": regime.guards,
        "definitions": tuple(work.definitions),
        "cancelled": tuple(work.cancelled),
        "regime": regime.text,
        "side_conditions": tuple(work.side_conditions),
    }
    if work.equation is None:
        return Branch(x, steps=tuple(steps), open=work.open or not work.side_conditions, **shared)
    moves, value = isolate(*work.equation, x)
    if value is None:
        rounded = _rounded(*work.equation, x)
        if rounded is not None:
            guards, tie, step, excluded = rounded
            shared |= {
                "guards": (*regime.guards, *guards),
                "side_conditions": (*work.side_conditions, tie),
                "rounds": excluded,
            }
            return Branch(x, steps=(*steps, step), **shared)
        dropped = _dropped_out(*work.equation, x)
        if dropped is not None:
            if sympy.S.Zero not in dropped:
                steps.append(
                    Step(
                        StepRule.COLLECT,
                        Eq(*dropped),
                        "{0} drops out: a condition on the rest is left.",
                        terms=(x,),
                    )
                )
            return Branch(
                x,
                steps=tuple(steps),
                **{**shared, "side_conditions": (*work.side_conditions, dropped)},
            )
        steps.append(
            Step(
                StepRule.NUMERIC,
                Eq(*work.equation),
                "No rule isolates {0}; it is found numerically.",
                terms=(x,),
            )
        )
        return Branch(x, equation=work.equation, steps=tuple(steps), **shared)
    steps.extend(Step(move.rule, move.equation, move.reason, terms=move.terms) for move in moves)
    tidy = tidied(value)
    if tidy is not value:
        steps.append(Step(StepRule.TIDY, Eq(x, tidy), "Write it over one denominator."))
    return Branch(x, formula=tidy, steps=tuple(steps), **shared)


def _rounded(
    left: Any, right: Any, x: Any
) -> tuple[tuple[Guard, Guard], tuple[Any, Any], Step, str] | None:
    """What is left where the unknown stands within one ceiling or floor: the step it lies on, and
    that the step is whole.
    """
    nodes = {
        node
        for side in (left, right)
        for node in side.atoms(sympy.ceiling, sympy.floor)
        if x in node.free_symbols
    }
    if len(nodes) != 1:
        return None
    node, whole = nodes.pop(), sympy.Dummy("whole", positive=True)
    _, value = isolate(replace_in(left, {node: whole}), replace_in(right, {node: whole}), whole)
    if value is None or x in value.free_symbols:
        return None
    inner = node.args[0]
    if isinstance(node, sympy.ceiling):
        guards, excluded = (Guard(value, inner), Guard(inner, value - 1)), "lower"
        reason = (
            "A ceiling keeps its value from just above one whole number up to the next: {0} lies"
            " between."
        )
    else:
        guards, excluded = (Guard(inner, value), Guard(value + 1, inner)), "upper"
        reason = (
            "A floor keeps its value from one whole number to just below the next: {0} lies"
            " between."
        )
    return (
        guards,
        (value, type(node)(value)),
        Step(StepRule.ROUND, Eq(node, value), reason, terms=(x,)),
        excluded,
    )


def _dropped_out(left: Any, right: Any, x: Var) -> tuple[Any, Any] | None:
    """The condition that is left when both sides carry the unknown to the same power, or alike when
    multiplied out; else None.
    """
    power = degree(left, x)
    if power is not None and power == degree(right, x):
        return replace_in(left, {x: sympy.S.One}), replace_in(right, {x: sympy.S.One})
    above = sympy.expand(sympy.fraction(sympy.together(left - right))[0])
    if x in above.free_symbols:
        return None
    minus = sympy.Add(
        *(term for term in sympy.Add.make_args(above) if term.could_extract_minus_sign())
    )
    return above - minus, -minus


def tidied(value: Any) -> Any:
    """The value over one denominator, where that is shorter."""
    if not value.has(sympy.Add) or value.has(sympy.Max, sympy.Min, sympy.Piecewise):
        return value
    joined = sympy.together(value)
    return joined if joined.count_ops() < value.count_ops() else value
