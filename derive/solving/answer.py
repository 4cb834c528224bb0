"""Answering: read the givens, plan, evaluate, judge; every status of an answer is decided here."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from derive.algebra.branch import Branch, tidied
from derive.equations.expression import replace as put_in
from derive.equations.opaque import Map, maps_of
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.errors import DeclarationError
from derive.results.answer import (
    CONTRADICTION,
    INFEASIBLE,
    SOLVED,
    UNDERDETERMINED,
    UNREACHABLE,
    Answer,
    Bound,
    Conflict,
    Judged,
    Outcome,
)
from derive.results.derivation import Derivation
from derive.results.known import CONVENTION, GIVEN, LOOKED_UP, Known
from derive.solving.bounds import find_bound
from derive.solving.composition import forms_of
from derive.solving.conditional import conditional, limits
from derive.solving.conflicts import compare_with_given, find_conflicts, tolerance_beside
from derive.solving.constraints import judge_constraints, leanings, lost_digits, sense, with_whole
from derive.solving.derivation_builder import make_derivation
from derive.solving.equation_system import EquationSystem
from derive.solving.evaluate import crossovers, evaluate_block
from derive.solving.identifiable import pinned
from derive.solving.missing import missing
from derive.solving.propagate import World, regime_text
from derive.solving.query import Inquiry, planned, posed
from derive.solving.redundant_relations import combined_conflict
from derive.solving.zeros import vanishing_conflict, zero_answer
from derive.structure.plan import Block, Plan
from derive.units.display import format_number, format_value

LONGEST_FORMULA = (
    30  # relations composed into one closed form; beyond that blocks speak for themselves
)


def answer_at(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    notes: tuple[str, ...] = (),
    rtol: float = 0.0,
) -> Answer:
    """The answer at the stated values; of an uncertain one, at its middle. A conflict has no routes
    yet.
    """
    aside = stated.get(target)
    clash = vanishing_conflict(system, stated)
    if clash is not None:
        others = {var: item for var, item in stated.items() if var != clash.var}
        return replace(
            answer_at(system, target, others, notes, rtol), status=CONTRADICTION, conflict=clash
        )
    asked, known = posed(system, target, stated)
    if target in known:
        zero = zero_answer(system, target, known, notes)
        conflict = _clash_beside(asked, target, known, rtol)
        return zero if conflict is None else replace(zero, status=CONTRADICTION, conflict=conflict)
    inquiry = planned(asked, target, known, rtol)
    answer = _settled(inquiry) if inquiry.plan.determined else _open(inquiry)
    answer = replace(
        answer,
        variants=_choices_in_force(system, answer),
        warnings=(*notes, *_counted(stated, target), *answer.warnings),
    )
    if aside is None and target.convention is not None and answer.number is None:
        aside = Known(target, target.convention.value, CONVENTION, written=target.convention.text)
    return answer if aside is None else _beside(answer, inquiry, aside)


def _choices_in_force(system: EquationSystem, answer: Answer) -> dict[str, str]:
    """The variants that the relations used rest on, and those chosen otherwise than usual."""
    used = {relation.variant.group for relation in answer.relations if relation.variant is not None}
    return {
        group: choice
        for group, choice in system.variants.items()
        if group in used or choice != system.usual.get(group)
    }


def _counted(stated: Mapping[Var, Known], target: Var) -> tuple[str, ...]:
    """Counted things given as a fraction."""
    counted = [
        known
        for var, known in stated.items()
        if var.whole and var != target and known.uncertain is None
    ]
    broken = [
        known
        for known in counted
        if not math.isclose(known.number, round(known.number), rel_tol=1e-9)
    ]
    return tuple(
        f"{known.var.name} = {known.text} is no whole number, and it counts things"
        for known in broken
    )


# --- statuses -------------------------------------------------------------------------------------


@dataclass
class _Draft:
    """The parts of an answer that most statuses share."""

    inquiry: Inquiry
    warnings: list[str] = field(default_factory=list)

    def answer(self, status: str, world: World | None, **parts: Any) -> Answer:
        inquiry = self.inquiry
        touched = {v for relation in inquiry.used for v in relation.variables}
        stated = sorted(
            inquiry.in_force.values(), key=lambda known: (known.var.rank, known.var.name)
        )
        known = tuple(
            k for k in stated if (k.var in touched if touched else k.origin in (GIVEN, LOOKED_UP))
        )
        unused = tuple(v.name for v in inquiry.unused) if touched else ()
        return Answer(
            inquiry.target,
            status,
            known=known,
            unused=unused,
            relations=inquiry.used,
            warnings=tuple(self.warnings),
            **parts,
        )


def _settled(inquiry: Inquiry) -> Answer:
    """The plan leads to the target: solved, or unreachable, infeasible, contradictory, or resting
    on a condition.
    """
    draft = _Draft(inquiry)
    opaque = [map for relation in inquiry.used for map in maps_of(relation.equation)]
    if opaque:
        return _symbolic(draft, opaque)
    conflict, warnings = find_conflicts(inquiry)
    draft.warnings.extend(warnings)
    outcomes = inquiry.outcomes
    if outcomes.stuck is not None:
        return _flat_on_the_way(draft, outcomes.stuck)
    if not outcomes.worlds:
        return (
            _no_value(draft)
            if conflict is None
            else draft.answer(CONTRADICTION, None, conflict=conflict)
        )
    worlds = outcomes.worlds
    spans = [world for world in worlds if world.interval is not None]
    if spans:
        return _flat(draft, spans, [world for world in worlds if world.interval is None])
    slot = inquiry.system.slots[inquiry.target]
    results = [_outcome(inquiry, world, world.values[slot]) for world in worlds]
    judged, unjudged = judge_constraints(inquiry, worlds[0], results[0])
    feasible = _holds(judged)
    if len(results) > 1:
        results = [
            replace(o, satisfied=_holds(judge_constraints(inquiry, w, o)[0]))
            for w, o in zip(worlds, results, strict=True)
        ]
        feasible = any(o.satisfied for o in results)
    else:
        results = [replace(results[0], satisfied=feasible)]
    if any(
        "found numerically" in step.reason
        for world in worlds
        for _, branch in world.path
        for step in branch.steps
    ):
        draft.warnings.append(
            "found numerically by a scan in logarithms: two roots that touch may be missed"
        )
    draft.warnings.extend(
        dict.fromkeys(said for world in worlds for said in lost_digits(inquiry, world))
    )
    status = _status(conflict is not None, any(o.condition for o in results), feasible)
    parts = _common(inquiry, worlds[0])
    if status == UNDERDETERMINED:
        parts["missing"], parts["missing_cut_off"] = _deciders(inquiry, worlds), False
    return draft.answer(
        status,
        worlds[0],
        outcomes=tuple(results),
        constraints=judged,
        not_judged=unjudged,
        conflict=conflict,
        **parts,
    )


def _symbolic(draft: _Draft, opaque: list[Map]) -> Answer:
    """The way to the target leads through functions of which nothing is known: a formula, and no
    number.
    """
    names = tuple(dict.fromkeys(map.name for map in opaque))
    draft.warnings.append(
        f"nothing is known of {', '.join(names)} but its units: the answer is a formula, and no"
        " number follows"
    )
    try:
        form = forms_of(draft.inquiry)[0]
    except DeclarationError as error:
        draft.warnings.append(str(error))
        return draft.answer(UNDERDETERMINED, None, missing=(names,))
    return draft.answer(
        UNDERDETERMINED,
        None,
        missing=(names,),
        formula=form.expression,
        regime=form.regime,
        make_derivation=form.make_derivation,
    )


def _holds(judged: tuple[Judged, ...]) -> bool:
    return all(j.satisfied or not j.concerns for j in judged)


def _status(clash: bool, condition: bool, feasible: bool) -> str:
    if clash:
        return CONTRADICTION
    if condition:
        return UNDERDETERMINED
    return SOLVED if feasible else INFEASIBLE


def _common(inquiry: Inquiry, world: World) -> dict[str, Any]:
    return {
        "regime": regime_text(inquiry.system, world),
        "formula": _closed_form(inquiry, world),
        "sense": sense(inquiry, world),
        "neglected": leanings(inquiry, world),
        "make_derivation": lambda: make_derivation(inquiry, world, _alternatives(inquiry)),
    }


def _outcome(inquiry: Inquiry, world: World, value: float) -> Outcome:
    outcome = Outcome(value, regime_text(inquiry.system, world), " and ".join(world.conditions))
    return with_whole(inquiry, world, outcome)


def _deciders(inquiry: Inquiry, worlds: list[World]) -> tuple[tuple[str, ...], ...]:
    """The variables without value in the guards that could not be judged: knowing them decides the
    regime.
    """
    names: list[tuple[str, ...]] = []
    for world in worlds:
        for _, branch in world.path:
            for guard in branch.guards:
                for side in (guard.larger, guard.smaller):
                    open_ones = [
                        v
                        for v in side.free_symbols
                        if world.values[inquiry.system.slots[v]] is None
                    ]
                    names.extend((v.name,) for v in open_ones)
    return tuple(sorted(set(names)))


def _closed_form(inquiry: Inquiry, world: World) -> Any:
    """The target as one formula of what is known, where the path is short enough."""
    if len(world.path) > LONGEST_FORMULA or any(branch.formula is None for _, branch in world.path):
        return None
    formulas: dict[Any, Any] = {}
    for _, branch in world.path:
        formulas[branch.unknown] = put_in(
            branch.formula, {v: formulas[v] for v in branch.formula.free_symbols if v in formulas}
        )
    formula = formulas.get(inquiry.target)
    return formula if formula is None else tidied(formula)


def _alternatives(inquiry: Inquiry) -> tuple[str, ...]:
    """The regimes that do not hold in the last block that has several, each with why, and where
    they would meet the one that does.
    """
    world = next(iter(inquiry.outcomes.worlds), None)
    have = set(inquiry.plan.known) | set(inquiry.plan.assumed)
    told: tuple[str, ...] = ()
    for block, branch in world.path if world is not None else ():
        if (
            world is not None
            and len(compiled := inquiry.system.compiled(block, frozenset(have))) > 1
        ):
            keep = [v if k in have else None for k, v in enumerate(world.values)]
            found = evaluate_block(
                compiled, inquiry.system.structure.variables[block.solves], list(keep)
            )
            rejected = [f"{other.regime}: {why}" for other, why in found.rejected if other.regime]
            told = (
                (*rejected, *_meeting_points(inquiry, block, frozenset(have), keep, branch))
                if rejected
                else ()
            )
        have.add(block.solves)
    return told


def _meeting_points(
    inquiry: Inquiry, block: Block, have: frozenset[int], values: list[Any], holding: Branch
) -> list[str]:
    """Where the regime that holds would give way to a neighbour: the value of the unknown at which
    both sides of a guard are equal.
    """
    unknown = inquiry.system.structure.variables[block.solves]
    items = [item for item in inquiry.system.compiled(block, have) if item.branch is holding]
    points = [point for item in items for point in crossovers(item, unknown, values)]
    at = [
        (f"{plain(large)} = {plain(small)}", format_value(value, unknown.unit))
        for large, small, value in points
    ]
    return [
        f"{tie} at {unknown.name} = {text}: there the regimes meet"
        for tie, text in at
        if not text.startswith(tie)
    ]


def _flat(draft: _Draft, spans: list[World], points: list[World]) -> Answer:
    """The target does not matter within an interval: that interval is the answer, beside the points
    that other regimes give.
    """
    inquiry = draft.inquiry
    slot = inquiry.system.slots[inquiry.target]
    low = min(world.interval[0] for world in spans if world.interval)
    high = max(world.interval[1] for world in spans if world.interval)
    world = spans[0]
    rounds = world.path[-1][1].rounds
    why = (
        f", except its {rounds} end: a given is rounded"
        if rounds
        else ": the regime does not depend on it"
    )
    draft.warnings.append(f"every {inquiry.target.name} in this interval meets the givens{why}")
    outside = [point for point in points if not low <= point.values[slot] <= high]
    return draft.answer(
        UNDERDETERMINED if any(w.conditions for w in (*spans, *outside)) else SOLVED,
        world,
        outcomes=tuple(_outcome(inquiry, point, point.values[slot]) for point in outside),
        interval=(low, high),
        regime=regime_text(inquiry.system, world),
        neglected=leanings(inquiry, world),
        make_derivation=lambda: make_derivation(inquiry, world),
    )


def _flat_on_the_way(draft: _Draft, stuck: Var) -> Answer:
    draft.warnings.append(
        f"{stuck.name} may have any value in an interval, and the answer depends on it"
    )
    return draft.answer(UNDERDETERMINED, None, missing=((stuck.name,),))


def _no_value(draft: _Draft) -> Answer:
    """No regime gives a value: unreachable if every branch was solved, else underdetermined."""
    inquiry = draft.inquiry
    failure, failed = inquiry.outcomes.failure, inquiry.outcomes.failed
    assert failed is not None
    blocked = inquiry.system.structure.variables[failed.solves]
    if (
        failure is None
        or failure.unsolved
        or any(branch.equation is not None for branch, _ in failure.rejected)
    ):
        draft.warnings.append(f"{blocked.name} could not be isolated: its equations stay coupled")
        return draft.answer(UNDERDETERMINED, None)
    draft.warnings.extend(
        f"{r.name} holds when {r.holds}"
        for r in (inquiry.system.relations[i] for i in failed.relations)
        if r.holds
    )
    for result in failure.outside[:1]:
        draft.warnings.append(
            f"the givens ask for {blocked.name} = {format_value(result.value, blocked.unit)},"
            f" outside its range {blocked.within}"
        )
    bound = find_bound(inquiry)
    draft.warnings.extend(_at_the_bound(inquiry, bound))
    return draft.answer(
        UNREACHABLE, None, bound=bound, make_derivation=lambda: Derivation(inquiry.target)
    )


def _at_the_bound(inquiry: Inquiry, bound: Bound | None) -> tuple[str, ...]:
    """A given that misses the bound by less than its last digit."""
    known = None if bound is None else inquiry.in_force.get(bound.var)
    if (
        bound is None
        or known is None
        or known.uncertain is not None
        or not math.isclose(bound.value, known.value, rel_tol=known.tolerance)
    ):
        return ()
    exact = format_value(bound.value, bound.var.unit, 8)
    return (
        (
            f"{bound.var.name} = {known.written} is that bound to the last digit written; the bound"
            f" itself is {exact}"
        ),
    )


def _open(inquiry: Inquiry) -> Answer:
    """The givens do not fix the target: what is missing, what is fixed, and what holds on a
    condition.
    """
    draft = _Draft(inquiry)
    draft.warnings.extend(limits(inquiry))
    sets, cut_off = missing(inquiry)
    outcomes: list[Outcome] = []
    for settled, condition in conditional(inquiry):
        for world in settled.outcomes.worlds:
            value = world.values[settled.system.slots[inquiry.target]]
            if world.interval is None and value is not None:
                outcomes.append(Outcome(value, regime_text(settled.system, world), condition))
    conflict, warnings = _hidden_conflict(inquiry)
    draft.warnings.extend(warnings)
    return draft.answer(
        CONTRADICTION if conflict is not None else UNDERDETERMINED,
        None,
        outcomes=tuple(outcomes),
        missing=tuple(found.names for found in sets),
        missing_cut_off=cut_off,
        fixed=next(pinned(inquiry), None),
        conflict=conflict,
    )


def _hidden_conflict(inquiry: Inquiry) -> tuple[Any, tuple[str, ...]]:
    """Clashes among the givens although the target stays open."""
    closed = replace(inquiry, plan=replace(inquiry.plan, blocks=(), assumed=()))
    conflict, warnings = find_conflicts(closed)
    return conflict or combined_conflict(inquiry), warnings


def _clash_beside(
    asked: EquationSystem, target: Var, known: Mapping[Var, Known], rtol: float
) -> Conflict | None:
    """A clash among the givens once exact zeros are put in and the target is one of them."""
    nothing_to_find = Plan(
        asked.slots[target], known=frozenset(asked.slots[v] for v in known if v in asked.slots)
    )
    return find_conflicts(Inquiry(asked, target, known, nothing_to_find, rtol))[0]


# --- a value of the target itself -----------------------------------------------------------------


def _beside(answer: Answer, inquiry: Inquiry, aside: Known) -> Answer:
    """The target was given or looked up: a check for what follows without it, or the answer when
    nothing else fixes it.
    """
    if answer.number is None and answer.status == UNDERDETERMINED and not answer.outcomes:
        whence = {
            GIVEN: "what you gave",
            LOOKED_UP: f"the figure of {aside.entry}",
            CONVENTION: "the convention of the subject",
        }[aside.origin]
        warning = f"nothing else fixes {aside.var.name}; it is {whence}"
        judged, unjudged = judge_constraints(*_told(inquiry, aside), None)
        return replace(
            answer,
            status=SOLVED if _holds(judged) else INFEASIBLE,
            outcomes=(Outcome(aside.value, satisfied=_holds(judged)),),
            known=(aside,),
            missing=(),
            fixed=None,
            warnings=(*answer.warnings, warning),
            constraints=judged,
            not_judged=unjudged,
        )
    if answer.number is None:
        return answer
    if aside.origin == LOOKED_UP:
        verb = (
            "agrees"
            if math.isclose(answer.number, aside.value, rel_tol=aside.tolerance)
            else "differs"
        )
        compared = (
            f"{aside.entry} has {aside.text}; your givens need"
            f" {format_value(answer.number, aside.var.unit)} ({verb})"
        )
        return replace(answer, compared=compared)
    conflict = compare_with_given(inquiry, aside, answer.number)
    compared = (
        f"you gave {aside.text}; without it {format_value(answer.number, aside.var.unit)} follows"
    )
    if conflict is None:
        allowed = format_number(100 * tolerance_beside(inquiry, aside, answer.number), 2)
        return replace(
            answer,
            compared=f"{compared}, within the {allowed} % that the digits written and rtol allow",
        )
    return replace(
        answer, status=CONTRADICTION, conflict=answer.conflict or conflict, compared=compared
    )


def _told(inquiry: Inquiry, aside: Known) -> tuple[Inquiry, World]:
    """The inquiry with the target's own value known, and the world that holds nothing but what
    is.
    """
    plan = replace(
        inquiry.plan,
        blocks=(),
        assumed=(),
        known=inquiry.plan.known | {inquiry.system.slots[aside.var]},
    )
    return replace(inquiry, known={**inquiry.known, aside.var: aside}, plan=plan), World(
        [None] * len(inquiry.system.variables)
    )


def describe(answer: Answer) -> str:
    """The formula as plain text, for `--json`."""
    return "" if answer.formula is None else f"{answer.target.name} = {plain(answer.formula)}"
