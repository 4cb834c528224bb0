"""Other routes to a target: plans around a relation that, solved backwards, has no single value."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from derive.results.answer import Answer, Infeasible, Solved, Underdetermined
from derive.solving.determined import answer_determined
from derive.solving.effort import MOST_TRIAL_EFFORT, effort_of_plan
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query
from derive.structure.plan import SCOPES, Block, Plan, PlanSearch

MOST_PLANS = 8  # tried around loose relations
MOST_JOINED = 4  # relations in a block that is made of several


def answer_of_plan(query: Query) -> Answer:
    """The answer of a plan that reaches the target; where it leaves an interval (a tie, a ceiling
    solved backwards) and givens beside it settle the target, that of the plan through them.
    """
    answer = answer_determined(query)
    if not query.solutions.loose or not query.unused:
        return answer
    found, intervals = None, list[Query]()
    for found in _answers_around(query, intervals):
        if isinstance(found, Solved | Infeasible):
            return found
    if isinstance(answer, Underdetermined):  # an interval under conditions, where others have none
        around = map(answer_determined, intervals)
        answer = next((one for one in around if isinstance(one, Solved | Infeasible)), answer)
    if found is None:
        return answer
    likely = tuple(v.value for v in found.values)
    return replace(answer, solution=replace(answer.solution, likely=likely))


def _answers_around(query: Query, intervals: list[Query]) -> Iterator[Answer]:
    """The answers of plans without loose relations and defaults; plans that leave an interval in
    their turn are added to `intervals`.
    """
    waiting, tried = deque([(frozenset[int](), query)]), set[frozenset[int]]()
    while waiting:
        without, current = waiting.popleft()
        for avoided in (without | {i} for i in current.solutions.loose):
            if avoided in tried or len(tried) == MOST_PLANS:
                continue
            tried.add(avoided)
            plan = _plan_around(query.system, query.plan, avoided)
            if plan is None or effort_of_plan(query.system, plan) > MOST_TRIAL_EFFORT:
                continue
            trial = replace(query, effort=MOST_TRIAL_EFFORT)
            others = [replace(trial, plan=one) for one in (plan, _joined(plan)) if one is not None]
            firm = next((other for other in others if not other.solutions.loose), None)
            if firm is not None:
                yield answer_determined(firm)
            else:
                waiting.append((avoided, others[0]))
                intervals.append(others[0])


def _joined(plan: Plan) -> Plan | None:
    """The plan with its coupled relations and all after them as one block; None for many."""
    blocks = plan.blocks
    first = next((k for k, b in enumerate(blocks) if len(b.relations) > 1), len(blocks))
    together = tuple(dict.fromkeys(i for block in blocks[first:] for i in block.relations))
    if len(blocks) - first < 2 or len(together) > MOST_JOINED:
        return None
    return replace(plan, blocks=(*blocks[:first], Block(together, plan.target)))


def _plan_around(system: EquationSystem, plan: Plan, avoided: frozenset[int]) -> Plan | None:
    """The plan to the same target from the same known values without some relations."""

    def make() -> Plan | None:
        structure, known = system.structure.without(avoided), sorted(plan.known)
        return PlanSearch(structure, system.rows, plan.target, known).attempt(SCOPES[2])

    return system.compiled.once("plan around", (plan.target, plan.known, avoided), make)
