"""Ideal values that an answer rests on, and that the givens leave no room for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from derive.display import enumeration
from derive.equations.var import Var, ordered
from derive.program.interval import around
from derive.program.tolerances import REACH
from derive.results.answer import Answer, Unreachable
from derive.results.conflict import Conflict
from derive.results.known import Known, Origin, assumed_ideals
from derive.solving.closed_relations import closed_relations
from derive.solving.conflicts import compare_with_given
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.effort import MOST_TRIAL_EFFORT, effort_of_plan
from derive.solving.equation_system import EquationSystem
from derive.solving.fitting_value import with_products
from derive.solving.hypothetical import hypothetical_places
from derive.solving.ideals_together import at_ideals, refuted_together
from derive.solving.path import SolutionPath
from derive.solving.precedence import precedence
from derive.solving.query import Query
from derive.solving.query_preparation import determined_or_none, prepare
from derive.units.display import format_value


def refuted_ideals(
    system: EquationSystem, stated: Mapping[Var, Known], answer: Answer, fits: bool
) -> dict[Var, str]:
    """The ideal values that an answer rests on although the givens leave no room for them, each by
    itself or all of them together, and those alone that its constraints rest on, with a remark on
    each. With `fits` they are known to fit, but for what another way to one of them makes it.

    The relations of a target that need not exist, such as a crossover, do not count.
    """
    clash = answer.conflict
    found = answer.values or answer.intervals or isinstance(answer, Unreachable) or clash
    if not found:
        return {}
    taken = assumed_ideals(answer.known) if clash is None else clash.ideals
    beside = _behind_constraints(answer, taken)
    target, stated = answer.target, _beside(stated, answer.target)
    if fits and taken:
        slots = prepare(system, None, stated)[0].slots
        made = _made_by_givens(system, stated, [k for k in taken if k.var in slots], answer)
        if made:
            return made
        taken = ()
    if not (taken or beside):
        return {}
    free = frozenset((target,)) - {var for var, _ in hypothetical_places(system)}
    state = knowledge(system, stated, free=free)
    taken, beside = (
        tuple(k for k in some if k.var in state.system.slots) for some in (taken, beside)
    )
    if state.contradictory or not (taken or beside):
        return {}
    alone = {k.var: _beyond(state, k) for k in (*taken, *beside) if not leaves(state, k)}
    if made := alone or _made_by_givens(system, stated, taken, answer):
        return made
    if not taken or not refuted_together(system, stated, state, taken, answer, free):
        return {}
    values = " and ".join(f"{k.var.name} = {k.text}" for k in taken)
    room = "no room for it" if len(taken) == 1 else "no room for them together"
    return dict.fromkeys((k.var for k in taken), f"{values} not assumed: the givens leave {room}")


def _beside(stated: Mapping[Var, Known], target: Var) -> Mapping[Var, Known]:
    """The stated values without one of the target that was looked up: it is set aside."""
    own = stated.get(target)
    if own is None or own.origin == Origin.GIVEN:
        return stated
    return {var: known for var, known in stated.items() if var != target}


def _behind_constraints(answer: Answer, taken: Sequence[Known]) -> tuple[Known, ...]:
    """The ideal values, beside those `taken`, that the constraints of an answer rest on."""
    path = answer.solution.path
    if not isinstance(path, SolutionPath) or not answer.constraints:
        return ()
    wide, known = path.query.with_all_defaults, {k.var for k in taken}
    slots = wide.system.slots
    members = {slots[v] for c in answer.constraints for v in c.inequality.free_symbols}
    behind = (wide.in_force[v] for v in ordered(wide.support_of(members)) if v not in known)
    return tuple(k for k in behind if k.origin == Origin.DEFAULT and k.var.ideal)


def _made_by_givens(
    system: EquationSystem, stated: Mapping[Var, Known], taken: Sequence[Known], answer: Answer
) -> dict[Var, str]:
    """The first of some ideal values that givens beside the way to an answer make another."""
    if not answer.unused or answer.conflict is not None:
        return {}
    made = _made_otherwise(_ways_to(system, answer.target, stated, taken))
    if made is None:
        return {}
    known, _, value = made
    return {known.var: f"{_not_assumed(known)} make it {format_value(value, known.var.unit)}"}


def refuted_usual(
    system: EquationSystem, stated: Mapping[Var, Known], answer: Answer
) -> Conflict | None:
    """The conflict of the givens with the first convention or absent feature that an answer rests
    on and that they make another value, together and without ideal values; none of looked-up values
    alone.
    """
    usual = [k for k in answer.known if k.assumed and not k.var.ideal and k.var != answer.target]
    more = answer.unused or answer.solution.path is None  # than one way to its values needs
    settled = more and (answer.values or answer.gap.between) and answer.conflict is None
    beside = _beside(stated, answer.target)
    ways = _ways_to(system, answer.target, beside, usual) if settled else ()
    found = _made_otherwise(way for way in ways if _rests_on_givens(way[1]))
    if found is None:
        return None
    known, query, value = found
    names = tuple(v.name for v in query.target_support if not query.in_force[v].assumed)
    made = format_value(value, known.var.unit)
    return Conflict(
        names,
        query.used[-1].name,
        f"{known.var.name} = {known.text} ({known.origin})",
        f"{known.var.name} from {enumeration(names)} {made}",
        known.value / value if value else math.inf,
        replace(known, value=value, written=""),
        through=query.closed,
    )


def _made_otherwise(ways: Iterable[tuple[Known, Query]]) -> tuple[Known, Query, float] | None:
    """The first of some assumed values that the way to it makes another, with this value."""
    for known, query in ways:
        value = query.number()
        clash = None if value is None else compare_with_given(query, known, value)
        if value is not None and clash is not None and not clash.tied:
            return known, query, value
    return None


def _ways_to(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], taken: Sequence[Known]
) -> Iterator[tuple[Known, Query]]:
    """The assumed values that the givens determine, without any ideal value, by relations and with
    conventions and absent features alone that hold for the target too, with the way there, where it
    takes no more than a trial may.
    """
    ideals = frozenset(v for v in system.assumable if v.ideal)
    found = precedence(system, target, stated)
    held, gone = frozenset(found.held), _left_out(system, found.system)
    for known in taken:
        query = determined_or_none(system, known.var, stated, withheld=ideals)
        if query is None or effort_of_plan(query.system, query.plan) > MOST_TRIAL_EFFORT:
            continue
        if any(relation.name in gone for relation in query.used):
            continue
        if all(v in held for v in query.target_support if query.in_force[v].assumed):
            yield known, query


def _rests_on_givens(query: Query) -> bool:
    """Whether a value of the user's is behind the target."""
    return any(query.in_force[v].origin == Origin.GIVEN for v in query.target_support)


def _left_out(system: EquationSystem, reduced: EquationSystem) -> frozenset[str]:
    """The names of the relations that a reduced system does without."""
    if reduced is system:
        return frozenset()
    return frozenset(r.name for r in system.relations) - {r.name for r in reduced.relations}


def may_be_refuted(system: EquationSystem, stated: Mapping[Var, Known], query: Query) -> bool:
    """Whether givens that a query does without determine a value that it assumes, beyond what its
    closed relations check: whether the values agree depends on the numbers.
    """
    checked, slots = query.closure.how, query.system.slots
    taken = [query.in_force[v] for v in query.target_support if query.in_force[v].assumed]
    open_ones = [known for known in taken if slots[known.var] not in checked]
    ways = _ways_to(system, query.target, stated, open_ones)
    return bool(query.unused) and any(True for _ in ways)


def _not_assumed(known: Known) -> str:
    return f"{known.var.name} = {known.text} not assumed: the givens"


def limited_by_ideals(query: Query, moving: Set[Var]) -> bool:
    """Whether relations beside the way to the target, closed by ideal values, limit it where some
    variables move: another way may lead to the answer there.
    """
    return any(
        support & moving and any(rests_on_ideal(one, v) for v in support)
        for i, one in closed_relations(query)
        for support in [one.rests_on(i)]
    )


def rests_on_ideal(query: Query, var: Var) -> bool:
    """Whether the ideal value of a variable is assumed."""
    return var.ideal and query.in_force[var].origin == Origin.DEFAULT


def at_ideals_of(
    system: EquationSystem, stated: Mapping[Var, Known], state: Knowledge, answer: Answer
) -> Knowledge:
    """The knowledge at the ideal values that an answer assumes; where it leaves givens unused, also
    with the products whose factors these values close.
    """
    taken = assumed_ideals(answer.known)
    if not (taken and answer.unused):
        return at_ideals(state, taken)
    held = frozenset(k.var for k in taken)
    return knowledge(system, stated, free=frozenset((answer.target,)), held=held)


def refuted_by_products(state: Knowledge, answer: Answer) -> bool:
    """Whether a value of an answer is refuted by products whose factors it closes itself."""
    at = (state.narrowed(answer.target, around(v.value, REACH)) for v in answer.values)
    return any(with_products(one).contradictory for one in at)


def leaves(state: Knowledge, known: Known) -> bool:
    """Whether a value is among those that are left of its variable."""
    low, high = state.interval(known.var)
    slack = REACH * abs(known.value)
    return low - slack <= known.value <= high + slack


def _beyond(state: Knowledge, known: Known) -> str:
    """The remark on an ideal value outside what the givens leave of its variable."""
    low, high = state.interval(known.var)
    word, end = ("at least", low) if known.value < low else ("at most", high)
    return f"{_not_assumed(known)} leave {word} {format_value(end, known.var.unit)}"
