"""Answering: read the givens, plan, evaluate, judge; every status of an answer is decided here."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from derive.algebra.branch import Branch, tidied
from derive.equations.expression import replace as put_in
from derive.equations.opaque import OpaqueFunction, maps_of
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.errors import DeclarationError
from derive.program.reader import Values
from derive.program.scalar import evaluate_block
from derive.program.spans import crossovers
from derive.results.answer import (
    CONTRADICTION,
    INFEASIBLE,
    SOLVED,
    UNDERDETERMINED,
    UNREACHABLE,
    Answer,
    AnswerValue,
    Bound,
    ConstraintCheck,
)
from derive.results.derivation import Derivation
from derive.results.known import CONVENTION, GIVEN, LOOKED_UP, Known
from derive.solving.bounds import find_bound
from derive.solving.compilation import CompiledBlock, compiled_block, reader_of
from derive.solving.composition import forms_of
from derive.solving.conditional import conditional, limits
from derive.solving.conflicts import compare_with_given, find_conflicts, tolerance_beside
from derive.solving.constraints import (
    judge_constraints,
    lost_digits,
    neglected_terms,
    sense,
    with_whole,
)
from derive.solving.derivation_builder import make_derivation
from derive.solving.equation_system import EquationSystem
from derive.solving.identifiable import identifiable
from derive.solving.missing import missing
from derive.solving.propagate import CandidateSolution, regime_text
from derive.solving.query import Query, make_query, prepare, query_of_known
from derive.solving.redundant_relations import combined_conflict
from derive.solving.zeros import vanishing_conflict, zero_answer
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
    stated_target = stated.get(target)
    clash = vanishing_conflict(system, stated)
    if clash is not None:
        others = {var: item for var, item in stated.items() if var != clash.var}
        return replace(
            answer_at(system, target, others, notes, rtol), status=CONTRADICTION, conflict=clash
        )
    asked, known = prepare(system, target, stated)
    if target in known:
        zero = zero_answer(system, target, known, notes)
        conflict = find_conflicts(query_of_known(asked, target, known, rtol))[0]
        return zero if conflict is None else replace(zero, status=CONTRADICTION, conflict=conflict)
    query = make_query(asked, target, known, rtol)
    answer = _settled(query) if query.plan.determined else _open(query)
    answer = replace(
        answer,
        variants=_choices_in_force(system, answer),
        warnings=(*notes, *_counted(stated, target), *answer.warnings),
    )
    if stated_target is None and target.convention is not None and answer.number is None:
        stated_target = Known(
            target, target.convention.value, CONVENTION, written=target.convention.text
        )
    return answer if stated_target is None else _beside(answer, query, stated_target)


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
class _AnswerBuilder:
    """The parts of an answer that most statuses share."""

    query: Query
    warnings: list[str] = field(default_factory=list)

    def answer(self, status: str, candidate: CandidateSolution | None, **parts: Any) -> Answer:
        query = self.query
        touched = {v for relation in query.used for v in relation.variables}
        stated = sorted(query.in_force.values(), key=lambda known: (known.var.rank, known.var.name))
        known = tuple(
            k for k in stated if (k.var in touched if touched else k.origin in (GIVEN, LOOKED_UP))
        )
        unused = tuple(v.name for v in query.unused) if touched else ()
        return Answer(
            query.target,
            status,
            known=known,
            unused=unused,
            relations=query.used,
            warnings=tuple(self.warnings),
            **parts,
        )


def _settled(query: Query) -> Answer:
    """The plan leads to the target: solved, or unreachable, infeasible, contradictory, or resting
    on a condition.
    """
    builder = _AnswerBuilder(query)
    opaque = [map for relation in query.used for map in maps_of(relation.equation)]
    if opaque:
        return _symbolic(builder, opaque)
    conflict, warnings = find_conflicts(query)
    builder.warnings.extend(warnings)
    outcomes = query.solutions
    if outcomes.blocked is not None:
        return _flat_on_the_way(builder, outcomes.blocked)
    if not outcomes.candidates:
        return (
            _no_value(builder)
            if conflict is None
            else builder.answer(CONTRADICTION, None, conflict=conflict)
        )
    candidates = outcomes.candidates
    spans = [candidate for candidate in candidates if candidate.interval is not None]
    if spans:
        return _flat(
            builder, spans, [candidate for candidate in candidates if candidate.interval is None]
        )
    slot = query.system.slots[query.target]
    results = [_outcome(query, candidate, candidate.values[slot]) for candidate in candidates]
    judged, unjudged = judge_constraints(query, candidates[0], results[0])
    feasible = _holds(judged)
    if len(results) > 1:
        results = [
            replace(o, satisfied=_holds(judge_constraints(query, w, o)[0]))
            for w, o in zip(candidates, results, strict=True)
        ]
        feasible = any(o.satisfied for o in results)
    else:
        results = [replace(results[0], satisfied=feasible)]
    if any(
        "found numerically" in step.reason
        for candidate in candidates
        for _, branch in candidate.path
        for step in branch.steps
    ):
        builder.warnings.append(
            "found numerically by a scan in logarithms: two roots that touch may be missed"
        )
    builder.warnings.extend(
        dict.fromkeys(said for candidate in candidates for said in lost_digits(query, candidate))
    )
    status = _status(conflict is not None, any(o.condition for o in results), feasible)
    parts = _common(query, candidates[0])
    if status == UNDERDETERMINED:
        parts["missing"], parts["missing_cut_off"] = _deciders(query, candidates), False
    return builder.answer(
        status,
        candidates[0],
        outcomes=tuple(results),
        constraints=judged,
        not_judged=unjudged,
        conflict=conflict,
        **parts,
    )


def _symbolic(builder: _AnswerBuilder, opaque: list[OpaqueFunction]) -> Answer:
    """The way to the target leads through functions of which nothing is known: a formula, and no
    number.
    """
    names = tuple(dict.fromkeys(map.name for map in opaque))
    builder.warnings.append(
        f"nothing is known of {', '.join(names)} but its units: the answer is a formula, and no"
        " number follows"
    )
    try:
        form = forms_of(builder.query)[0]
    except DeclarationError as error:
        builder.warnings.append(str(error))
        return builder.answer(UNDERDETERMINED, None, missing=(names,))
    return builder.answer(
        UNDERDETERMINED,
        None,
        missing=(names,),
        formula=form.expression,
        regime=form.regime,
        make_derivation=form.make_derivation,
    )


def _holds(judged: tuple[ConstraintCheck, ...]) -> bool:
    return all(j.satisfied or not j.concerns for j in judged)


def _status(clash: bool, condition: bool, feasible: bool) -> str:
    if clash:
        return CONTRADICTION
    if condition:
        return UNDERDETERMINED
    return SOLVED if feasible else INFEASIBLE


def _common(query: Query, candidate: CandidateSolution) -> dict[str, Any]:
    return {
        "regime": regime_text(query.system, candidate),
        "formula": _closed_form(query, candidate),
        "sense": sense(query, candidate),
        "neglected": neglected_terms(query, candidate),
        "make_derivation": lambda: make_derivation(query, candidate, _alternatives(query)),
    }


def _outcome(query: Query, candidate: CandidateSolution, value: float) -> AnswerValue:
    outcome = AnswerValue(
        value, regime_text(query.system, candidate), " and ".join(candidate.conditions)
    )
    return with_whole(query, candidate, outcome)


def _deciders(query: Query, candidates: Sequence[CandidateSolution]) -> tuple[tuple[str, ...], ...]:
    """The variables without value in the guards that could not be judged: knowing them decides the
    regime.
    """
    names: list[tuple[str, ...]] = []
    for candidate in candidates:
        for _, branch in candidate.path:
            for guard in branch.guards:
                for side in (guard.larger, guard.smaller):
                    open_ones = [
                        v
                        for v in side.free_symbols
                        if candidate.values[query.system.slots[v]] is None
                    ]
                    names.extend((v.name,) for v in open_ones)
    return tuple(sorted(set(names)))


def _closed_form(query: Query, candidate: CandidateSolution) -> Any:
    """The target as one formula of what is known, where the path is short enough."""
    if len(candidate.path) > LONGEST_FORMULA or any(
        branch.formula is None for _, branch in candidate.path
    ):
        return None
    formulas: dict[Any, Any] = {}
    for _, branch in candidate.path:
        formulas[branch.unknown] = put_in(
            branch.formula, {v: formulas[v] for v in branch.formula.free_symbols if v in formulas}
        )
    formula = formulas.get(query.target)
    return formula if formula is None else tidied(formula)


def _alternatives(query: Query) -> tuple[str, ...]:
    """The regimes that do not hold in the last block that has several, each with why, and where
    they would meet the one that does.
    """
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
    """The regimes of one block that do not hold, and where they would meet the one that does."""
    found = evaluate_block(reader_of(query.system), compiled.data, list(values))
    regimes = [(compiled.branches[k].regime, why) for k, why in found.rejected]
    rejected = [f"{regime}: {why}" for regime, why in regimes if regime]
    return (*rejected, *_meeting_points(query, compiled, values, holding)) if rejected else ()


def _meeting_points(
    query: Query, compiled: CompiledBlock, values: Values, holding: Branch
) -> list[str]:
    """Where the regime that holds would give way to a neighbour: the value of the unknown at which
    both sides of a guard are equal.
    """
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


def _flat(
    builder: _AnswerBuilder, spans: list[CandidateSolution], points: list[CandidateSolution]
) -> Answer:
    """The target does not matter within an interval: that interval is the answer, beside the points
    that other regimes give.
    """
    query = builder.query
    slot = query.system.slots[query.target]
    low = min(candidate.interval[0] for candidate in spans if candidate.interval)
    high = max(candidate.interval[1] for candidate in spans if candidate.interval)
    candidate = spans[0]
    rounds = candidate.path[-1][1].rounds
    why = (
        f", except its {rounds} end: a given is rounded"
        if rounds
        else ": the regime does not depend on it"
    )
    builder.warnings.append(f"every {query.target.name} in this interval meets the givens{why}")
    outside = [point for point in points if not low <= point.values[slot] <= high]
    return builder.answer(
        UNDERDETERMINED if any(w.conditions for w in (*spans, *outside)) else SOLVED,
        candidate,
        outcomes=tuple(_outcome(query, point, point.values[slot]) for point in outside),
        interval=(low, high),
        regime=regime_text(query.system, candidate),
        neglected=neglected_terms(query, candidate),
        make_derivation=lambda: make_derivation(query, candidate),
    )


def _flat_on_the_way(builder: _AnswerBuilder, blocked: Var) -> Answer:
    builder.warnings.append(
        f"{blocked.name} may have any value in an interval, and the answer depends on it"
    )
    return builder.answer(UNDERDETERMINED, None, missing=((blocked.name,),))


def _no_value(builder: _AnswerBuilder) -> Answer:
    """No regime gives a value: unreachable if every branch was solved, else underdetermined."""
    query = builder.query
    failure = query.solutions.failure
    assert failure is not None
    failed, found = failure.block, failure.result
    blocked = query.system.structure.variables[failed.block.solves]
    if found.unsolved or any(failed.branches[k].equation is not None for k, _ in found.rejected):
        builder.warnings.append(f"{blocked.name} could not be isolated: its equations stay coupled")
        return builder.answer(UNDERDETERMINED, None)
    builder.warnings.extend(
        f"{r.name} holds when {r.holds}"
        for r in (query.system.relations[i] for i in failed.block.relations)
        if r.holds
    )
    for result in found.outside[:1]:
        builder.warnings.append(
            f"the givens ask for {blocked.name} = {format_value(result.value, blocked.unit)},"
            f" outside its range {blocked.within}"
        )
    bound = find_bound(query)
    builder.warnings.extend(_at_the_bound(query, bound))
    return builder.answer(
        UNREACHABLE, None, bound=bound, make_derivation=lambda: Derivation(query.target)
    )


def _at_the_bound(query: Query, bound: Bound | None) -> tuple[str, ...]:
    """A given that misses the bound by less than its last digit."""
    known = None if bound is None else query.in_force.get(bound.var)
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


def _open(query: Query) -> Answer:
    """The givens do not fix the target: what is missing, what is fixed, and what holds on a
    condition.
    """
    builder = _AnswerBuilder(query)
    builder.warnings.extend(limits(query))
    sets, cut_off = missing(query)
    outcomes: list[AnswerValue] = []
    for settled, condition in conditional(query):
        for candidate in settled.solutions.candidates:
            value = candidate.values[settled.system.slots[query.target]]
            if candidate.interval is None and value is not None:
                outcomes.append(
                    AnswerValue(value, regime_text(settled.system, candidate), condition)
                )
    conflict, warnings = _hidden_conflict(query)
    builder.warnings.extend(warnings)
    return builder.answer(
        CONTRADICTION if conflict is not None else UNDERDETERMINED,
        None,
        outcomes=tuple(outcomes),
        missing=tuple(found.names for found in sets),
        missing_cut_off=cut_off,
        fixed=next(identifiable(query), None),
        conflict=conflict,
    )


def _hidden_conflict(query: Query) -> tuple[Any, tuple[str, ...]]:
    """Clashes among the givens although the target stays open."""
    closed = replace(query, plan=replace(query.plan, blocks=(), assumed=()))
    conflict, warnings = find_conflicts(closed)
    return conflict or combined_conflict(query), warnings


# --- a value of the target itself -----------------------------------------------------------------


def _beside(answer: Answer, query: Query, stated_target: Known) -> Answer:
    """The target was given or looked up: a check for what follows without it, or the answer when
    nothing else fixes it.
    """
    if answer.number is None and answer.status == UNDERDETERMINED and not answer.outcomes:
        whence = {
            GIVEN: "what you gave",
            LOOKED_UP: f"the figure of {stated_target.entry}",
            CONVENTION: "the convention of the subject",
        }[stated_target.origin]
        warning = f"nothing else fixes {stated_target.var.name}; it is {whence}"
        judged, unjudged = judge_constraints(*_told(query, stated_target), None)
        return replace(
            answer,
            status=SOLVED if _holds(judged) else INFEASIBLE,
            outcomes=(AnswerValue(stated_target.value, satisfied=_holds(judged)),),
            known=(stated_target,),
            missing=(),
            fixed=None,
            warnings=(*answer.warnings, warning),
            constraints=judged,
            not_judged=unjudged,
        )
    if answer.number is None:
        return answer
    if stated_target.origin == LOOKED_UP:
        verb = (
            "agrees"
            if math.isclose(answer.number, stated_target.value, rel_tol=stated_target.tolerance)
            else "differs"
        )
        compared = (
            f"{stated_target.entry} has {stated_target.text}; your givens need"
            f" {format_value(answer.number, stated_target.var.unit)} ({verb})"
        )
        return replace(answer, compared=compared)
    conflict = compare_with_given(query, stated_target, answer.number)
    follows = format_value(answer.number, stated_target.var.unit)
    compared = f"you gave {stated_target.text}; without it {follows} follows"
    if conflict is None:
        allowed = format_number(100 * tolerance_beside(query, stated_target, answer.number), 2)
        return replace(
            answer,
            compared=f"{compared}, within the {allowed} % that the digits written and rtol allow",
        )
    return replace(
        answer, status=CONTRADICTION, conflict=answer.conflict or conflict, compared=compared
    )


def _told(query: Query, stated_target: Known) -> tuple[Query, CandidateSolution]:
    """The inquiry with the target's own value known, and the world that holds nothing but what
    is.
    """
    plan = replace(
        query.plan,
        blocks=(),
        assumed=(),
        known=query.plan.known | {query.system.slots[stated_target.var]},
    )
    return replace(
        query, known={**query.known, stated_target.var: stated_target}, plan=plan
    ), CandidateSolution([None] * len(query.system.variables))


def describe(answer: Answer) -> str:
    """The formula as plain text, for `--json`."""
    return "" if answer.formula is None else f"{answer.target.name} = {plain(answer.formula)}"
