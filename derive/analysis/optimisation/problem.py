"""A problem: what is to be made best, read and checked, and the landscape made of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from derive.analysis.optimisation.limits import Limit, read_demands
from derive.analysis.optimisation.objective_function import ObjectiveFunction, limit_of
from derive.analysis.optimisation.ranges import FreeVariable, read_choices
from derive.analysis.solve import ask
from derive.equations.var import Var
from derive.errors import GivenError, shorten
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.optimum import LEAST, MOST
from derive.solving.constraints import constrained
from derive.solving.equation_system import EquationSystem
from derive.solving.givens import read_givens
from derive.solving.query import make_query
from derive.solving.query_preparation import with_conventions

_SIGNS = {LEAST: 1.0, MOST: -1.0}


@dataclass(frozen=True)
class Problem:
    """A question as it was put: the whole system, what was stated, and the landscape made of
    both.
    """

    system: EquationSystem
    stated: Mapping[Var, Known]
    demands: tuple[Limit, ...]
    function: ObjectiveFunction
    sense: str
    notes: tuple[str, ...]

    def values(self, at: tuple[float, ...]) -> dict[Var, Known]:
        """What was stated, and the free variables at a point."""
        return {
            **self.stated,
            **{
                v: Known(v, x, Origin.GIVEN)
                for v, x in zip(self.function.variables, at, strict=True)
            },
        }

    def answer(self, target: Var, at: tuple[float, ...]) -> Answer:
        """The engine's answer at a point, judged as `solve` judges."""
        return ask(self.system, target, {v: k for v, k in self.values(at).items() if v != target})


def posed(
    system: EquationSystem,
    objective: Var,
    given: Mapping[Any, Any],
    over: Any,
    subject_to: Iterable[str],
    sense: str,
) -> Problem:
    """The problem, read and checked."""
    if sense not in _SIGNS:
        raise GivenError(
            "sense", f"“{shorten(str(sense))}” is none", 'Write sense="min" or sense="max".'
        )
    choices = read_choices(system, over)
    demands = read_demands(system, subject_to)
    stated, notes = _stated(system, objective, given, choices)
    known = with_conventions(
        system, objective, {**stated, **{c.var: Known(c.var, 1.0, Origin.GIVEN) for c in choices}}
    )
    known = {v: k for v, k in known.items() if v not in {c.var for c in choices}}
    zeros = frozenset(v for v, k in known.items() if k.value == 0.0 and v in stated)
    asked = system
    if zeros:
        asked, derived = system.with_zeros(zeros)
        known.update({v: Known(v, 0.0, Origin.GIVEN) for v in derived})
    _refuse_what_follows(asked, objective, known, choices)
    whole = ObjectiveFunction(
        asked,
        objective,
        known,
        choices,
        tuple(limit_of(demand) for demand in demands),
        _SIGNS[sense],
    )
    return Problem(system, stated, demands, _sliced(whole), sense, notes)


def _stated(
    system: EquationSystem,
    objective: Var,
    given: Mapping[Any, Any],
    choices: tuple[FreeVariable, ...],
) -> tuple[dict[Var, Known], tuple[str, ...]]:
    """The givens without what is free, which may be looked up but not stated."""
    stated, notes = read_givens(given, system.vocabulary)
    said = list(notes)
    for var in (objective, *(choice.var for choice in choices)):
        known = stated.pop(var, None)
        if known is not None and known.origin != Origin.LOOKED_UP:
            free = (
                f"state a limit: {var.name} <= {known.text}"
                if var == objective
                else "leave it out of one of them"
            )
            raise GivenError(
                var.name,
                "it is given, and it is also what to"
                f" {'optimise' if var == objective else 'choose'}",
                f"{free[0].upper()}{free[1:]}.",
            )
        if known is not None:
            said.append(f"{var.name}: {known.entry} has {known.text}; it is free here")
    return stated, tuple(said)


def _refuse_what_follows(
    system: EquationSystem,
    objective: Var,
    known: Mapping[Var, Known],
    choices: tuple[FreeVariable, ...],
) -> None:
    """Raise GivenError for a free variable that the givens fix already, with ideal efficiencies and
    what the objective takes for granted.
    """
    free = {c.var: Known(c.var, 1.0, Origin.GIVEN) for c in choices}
    granted = (
        set(make_query(system, objective, {**known, **free}, 0.0).in_force)
        if objective not in free
        else set()
    )
    for choice in choices:
        rest = {**known, **{v: k for v, k in free.items() if v != choice.var}}
        names = [v for v in rest if v in system.slots]
        assumable = [
            v
            for v in system.variables
            if v.default is not None
            and v not in rest
            and v != choice.var
            and (v.ideal or v in granted)
        ]
        plan = system.plan(
            choice.var, names, assumable, [v for v in names if rest[v].origin == Origin.GIVEN]
        )
        if plan.determined and choice.var in system.slots:
            used = dict.fromkeys(
                system.relations[i].name for block in plan.blocks for i in block.relations
            )
            problem = (
                "nothing is left to choose: it follows from the"
                f" givens{' and the other choices' if len(choices) > 1 else ''} by"
                f" {', '.join(used)}"
            )
            raise GivenError(
                choice.var.name, problem, "Leave out a given, or turn it into a limit."
            )


def _sliced(function: ObjectiveFunction) -> ObjectiveFunction:
    """The landscape with the constraints that concern it, over the relations that its functions
    use: the rest has no say.
    """
    values = {choice.var: 1.0 for choice in function.choices}
    query = function.asked(function.objective, values) if function.objective not in values else None
    concerned = set(values) | {function.objective}
    limits = list(function.limits)
    for constraint in function.system.constraints:
        if not concerned & set(constraint.variables) and not (
            query is not None and constrained(constraint.variables, query)
        ):
            continue
        if all(settles(function, var, values) for var in constraint.variables):
            limits.append(limit_of(constraint))
    wanted = (
        {function.objective, *(v for limit in limits for v in limit.variables)}
        - set(values)
        - set(function.known)
    )
    used: dict[Any, None] = {}
    for var in sorted(wanted, key=lambda v: (v.rank, v.name)):
        found = function.asked(var, values)
        used.update(dict.fromkeys(found.used if found is not None else ()))
    system = function.system.restricted(used)
    return ObjectiveFunction(
        system,
        function.objective,
        function.known,
        function.choices,
        tuple(limits),
        function.sign,
    )


def settles(function: ObjectiveFunction, var: Var, values: Mapping[Var, float]) -> bool:
    """Whether a variable has a value once everything free has."""
    return var in values or var in function.known or function.asked(var, values) is not None
