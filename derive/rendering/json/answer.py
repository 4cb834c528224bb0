"""An answer as JSON: the same keys in the same order for every status."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from derive.equations.expression import Eq
from derive.equations.plain import plain
from derive.rendering.document.references import references_of, sources_of
from derive.rendering.expressions.latex import latex
from derive.rendering.json.amounts import (
    by_origin,
    combination_json,
    constraint_json,
    in_unit,
    texts,
)
from derive.rendering.json.bottleneck import bottleneck_json
from derive.rendering.json.derivation import step_json
from derive.results.answer import Answer
from derive.results.conflict import Route
from derive.results.pull import Pull
from derive.results.solution import AnswerValue, NeglectedTerm, ValueInterval
from derive.results.uncertainty import Tolerance
from derive.units.display import json_number
from derive.units.unit import Unit


def answer_json(
    answer: Answer, unit: Unit | None = None, tolerances: Iterable[Tolerance] | None = None
) -> dict[str, Any]:
    """The object of an answer. All values, intervals and the spread are in `unit`, else in
    the target's declared unit.

    Making the steps verifies them: raises InternalError for a line that does not hold.
    """
    wanted = unit or answer.target.unit
    line = None if answer.formula is None else Eq(answer.target, answer.formula)
    return {
        "target": answer.target.name,
        "status": answer.status,
        "cautions": list(answer.cautions),
        "value": in_unit(answer.number, wanted),
        "unit": wanted.text,
        "values": [outcome_json(outcome, answer, wanted) for outcome in answer.outcomes],
        **intervals_json(answer, wanted),
        "spread": spread_json(answer, wanted),
        "tolerances": None if tolerances is None else [_tolerance(item) for item in tolerances],
        "sense": answer.sense,
        "formula": None if line is None else plain(line),
        "formula_latex": None if line is None else latex(line),
        "regime": answer.regime or None,
        "bottleneck": bottleneck_json(answer),
        **by_origin(answer.known),
        "notes": {known.var.name: known.note for known in answer.known if known.note},
        "variants": dict(sorted(answer.variants.items())),
        "relations": [relation.name for relation in answer.relations],
        "constraints": [constraint_json(check) for check in answer.constraints],
        "not_judged": list(answer.not_judged),
        "neglected": [_neglected(term) for term in answer.neglected],
        "pulls": [_pull(pull) for pull in answer.pulls],
        "unused": list(answer.unused),
        "missing": [list(names) for names in answer.missing],
        "missing_cut_off": answer.missing_cut_off,
        "fixed": None if answer.fixed is None else combination_json(answer.fixed),
        "conflict": list(answer.conflict.names) if answer.conflict else [],
        "conflict_detail": _conflict(answer),
        "bound": bound_json(answer),
        "compared": answer.compared or None,
        "sources": sources_of(answer),
        "references": _references(answer),
        "unverified": [known.var.name for known in answer.known if not known.verified],
        "warnings": list(answer.warnings),
        "steps": [step_json(step) for step in answer.derivation],
    }


def _tolerance(item: Tolerance) -> dict[str, Any]:
    return {
        "given": item.var.name,
        "alone": json_number(item.alone),
        "together": json_number(item.together),
    }


def _neglected(term: NeglectedTerm) -> dict[str, Any]:
    return {
        "relation": term.relation,
        "term": term.term,
        "size": json_number(term.size),
        "text": term.size_text,
        "verdict": term.verdict,
        "answer_is_the_same": term.spared,
        "direction": term.direction,
        "at_most": term.most,
    }


def _pull(pull: Pull) -> dict[str, Any]:
    return {
        "of": pull.source,
        "what": pull.what,
        "ideal": pull.ideal,
        "way": pull.way,
        "size": json_number(pull.size),
        "moves": json_number(pull.moves),
        "at_most": pull.most,
        "text": pull.text,
    }


def _references(answer: Answer) -> list[dict[str, Any]]:
    """The sources in full, with their dates."""
    return [
        {
            "id": known.key,
            "title": known.title,
            "date": known.date or None,
            "address": known.address or None,
        }
        for known in references_of([answer]).values()
    ]


def outcome_json(outcome: AnswerValue, answer: Answer, unit: Unit) -> dict[str, Any]:
    """A value with its regime and condition."""
    return {
        "value": in_unit(outcome.value, unit),
        "unit": unit.text,
        "regime": outcome.regime or None,
        "conditional": outcome.condition or None,
        "whole": None
        if outcome.whole is None
        else in_unit(outcome.whole * answer.target.unit.factor, unit),
        "satisfied": outcome.satisfied,
    }


def intervals_json(answer: Answer, unit: Unit) -> dict[str, Any]:
    """The intervals of values, their hull, and those that bound an open answer."""
    hull = answer.interval
    return {
        "interval": None if hull is None else [in_unit(end, unit) for end in hull],
        "intervals": [_interval(interval, unit) for interval in answer.intervals],
        "between": [_interval(interval, unit) for interval in answer.between],
    }


def _interval(interval: ValueInterval, unit: Unit) -> dict[str, Any]:
    return {
        "low": in_unit(interval.low, unit),
        "high": in_unit(interval.high, unit),
        "low_open": interval.low_open,
        "high_open": interval.high_open,
    }


def spread_json(answer: Answer, unit: Unit) -> dict[str, Any] | None:
    """The uncertainty of the answer, if givens are uncertain."""
    spread = answer.spread
    if spread is None:
        return None
    return {
        "method": spread.method,
        "how": spread.how,
        "low": in_unit(spread.low, unit),
        "median": in_unit(spread.median, unit),
        "high": in_unit(spread.high, unit),
        "mean": in_unit(spread.mean, unit),
        "unit": unit.text,
        "regimes": [
            {"regime": share.name, "probability": share.probability} for share in spread.regimes
        ],
        "statuses": [
            {"status": share.name, "probability": share.probability} for share in spread.statuses
        ],
        "budget": [{"given": item.var.name, "share": item.share} for item in spread.budget],
        "budget_of": spread.budget_of or None,
        "draws": spread.draws,
        "seed": spread.seed,
    }


def _conflict(answer: Answer) -> dict[str, Any] | None:
    conflict = answer.conflict
    if conflict is None:
        return None
    return {
        "relation": conflict.relation,
        "left": conflict.left,
        "right": conflict.right,
        "factor": json_number(conflict.factor),
        "unless": conflict.unless or None,
        "variable": conflict.var.name if conflict.var is not None else None,
        "tolerance": json_number(conflict.tolerance),
        "routes": [_route(route, conflict.var.unit) for route in conflict.routes]
        if conflict.var is not None
        else [],
        "pulls": [_pull(pull) for pull in conflict.pulls],
    }


def _route(route: Route, unit: Unit) -> dict[str, Any]:
    return {
        "given": texts(route.known),
        "value": in_unit(route.value, unit),
        "unit": unit.text,
        "sources": list(route.sources),
        "steps": [step_json(step) for step in route.answer.derivation]
        if route.answer is not None
        else [],
    }


def bound_json(answer: Answer) -> dict[str, Any] | None:
    """The nearest reachable value, if the answer has one."""
    bound = answer.bound
    if bound is None:
        return None
    unit = bound.var.unit
    return {
        "variable": bound.var.name,
        "kind": bound.kind,
        "value": in_unit(bound.value, unit),
        "above": in_unit(bound.above, unit),
        "unit": unit.text,
        "where": bound.where or None,
        "set_by": list(bound.set_by),
    }
