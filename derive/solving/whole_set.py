"""The whole set of values of a target whose way leads through a variable that stays open.

Which values on the way are intervals depends on the plan, and so on the order of the relations; the
set of values that all relations admit does not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from derive.equations.expression import JUMPING
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.tolerances import MOST_NEAREST
from derive.results.answer import Answer, Solved, Underdetermined
from derive.results.known import Known
from derive.results.solution import AnswerValue, Solution, ValueInterval
from derive.solving.consistency import knowledge
from derive.solving.determined import DEPENDS, every_value
from derive.solving.equation_system import EquationSystem
from derive.solving.interval_ends import EndSearch, inwards
from derive.solving.judged_answer import refined
from derive.solving.value_search import SearchWork

Stated = Mapping[Var, Known]


def whole_set(system: EquationSystem, stated: Stated, answer: Answer) -> Answer:
    """The answer with the set of all its values, where the plan comes to none and a bounded search
    proves the ends of the set; else unchanged. A whole range tells nothing of a target beside a
    variable that stays open, but that this one is missing.
    """
    target = answer.target
    why = _reason(system, answer)
    if not why or target in stated or target.whole:
        return answer
    told = tuple(text for text in answer.warnings if not text.endswith(DEPENDS))
    found = all_values(system, stated, replace(answer, warnings=told), why)
    tells = answer.gap.search is not None or found.intervals != (ValueInterval(*target.bounds),)
    proven = tells and isinstance(found, Solved) and _met_throughout(system, stated, found)
    return found if proven else answer


def all_values(
    system: EquationSystem,
    stated: Stated,
    answer: Answer,
    why: str,
    likely: Sequence[AnswerValue] = (),
) -> Answer:
    """The answer with all values of its target's range that the relations admit, some `likely` ones
    among them, and the remark on them and `why` they are several.
    """
    target = answer.target
    limits = tuple(c.name for c in system.constraints if target in c.variables)
    solution = Solution(tuple(likely), (ValueInterval(*target.bounds),), not_judged=limits)
    remark = f"{every_value(target)}: {why}"
    common = {**answer.common, "solution": solution, "warnings": (*answer.warnings, remark)}
    found = refined(system, stated, Solved(**common), SearchWork(MOST_NEAREST))
    alone = [
        v for v in found.values if not any(i.low <= v.value <= i.high for i in found.intervals)
    ]
    return replace(found, solution=replace(found.solution, values=tuple(alone)))


def _met_throughout(system: EquationSystem, stated: Stated, answer: Answer) -> bool:
    """Whether all variables that take part have values beside values next to the ends of each
    interval and within it: the plan has found none of them. Beside a jump that stays open, since
    what lies on it counts as on both sides.
    """
    state = knowledge(system, stated, free=frozenset((answer.target,)))
    if state.contradictory or any(map(_jumps, state.reached)):
        return False
    others = frozenset(v for r in state.reached for v in r.variables)
    search = EndSearch(state, answer.target, every=others, work=SearchWork(MOST_NEAREST))
    ends = [(i.low, i.high) for i in answer.intervals]
    pairs = (pair for low, high in ends for pair in ((low, high), (high, low)))
    values = [x for end, other in pairs if math.isfinite(end) for x in inwards(end, other)]
    points = [*values, *(v.value for v in answer.values)]
    return all(search.consistent(search.near(x)) for x in points)


def _jumps(relation: Relation) -> bool:
    return bool(relation.equation.has(*JUMPING))


def _reason(system: EquationSystem, answer: Answer) -> str:
    """The reason for which the target has a set of values: a value on the way is open, or it
    cancels from all its relations; empty where it has none.
    """
    if not isinstance(answer, Underdetermined):
        return ""
    if any(text.endswith(DEPENDS) for text in answer.warnings):
        return "another variable stays open with it"
    open_plan = answer.gap.search is not None
    return "it cancels from its relations" if open_plan and _cancels(system, answer.target) else ""


def _cancels(system: EquationSystem, target: Var) -> bool:
    """Whether a variable acts in none of its relations."""
    number = system.slots.get(target, -1)
    own = () if number < 0 else system.structure.of_variable[number]
    return bool(own) and not any(number in system.rows((i,))[i] for i in own)
