"""An answer as JSON: one object with the same keys for every status, in the same order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from derive.equations.expression import Eq
from derive.equations.plain import plain
from derive.rendering.document.references import references, sources_of
from derive.rendering.expressions.latex import latex
from derive.rendering.json.amounts import in_unit, texts
from derive.rendering.json.derivation import step_json
from derive.results.answer import Answer
from derive.results.conflict import Route
from derive.results.known import Origin
from derive.results.solution import AnswerValue, ConstraintCheck, NeglectedTerm
from derive.results.uncertainty import Tolerance
from derive.units.display import json_number
from derive.units.unit import Unit


def answer_json(
    answer: Answer, unit: Unit | None = None, tolerances: Iterable[Tolerance] | None = None
) -> dict[str, Any]:
    """Everything an answer holds. `value`, `values`, `interval` and `spread` are in `unit`, else in
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
        "values": [_outcome(outcome, answer, wanted) for outcome in answer.outcomes],
        "interval": None
        if answer.interval is None
        else [in_unit(end, wanted) for end in answer.interval],
        "spread": _spread(answer, wanted),
        "tolerances": None if tolerances is None else [_tolerance(item) for item in tolerances],
        "sense": answer.sense,
        "formula": None if line is None else plain(line),
        "formula_latex": None if line is None else latex(line),
        "regime": answer.regime or None,
        **_knowns(answer),
        "variants": dict(sorted(answer.variants.items())),
        "relations": [relation.name for relation in answer.relations],
        "constraints": [_constraint(check) for check in answer.constraints],
        "not_judged": list(answer.not_judged),
        "neglected": [_neglected(term) for term in answer.neglected],
        "unused": list(answer.unused),
        "missing": [list(names) for names in answer.missing],
        "missing_cut_off": answer.missing_cut_off,
        "fixed": _fixed(answer),
        "conflict": list(answer.conflict.names) if answer.conflict else [],
        "conflict_detail": _conflict(answer),
        "bound": _bound(answer),
        "compared": answer.compared or None,
        "sources": sources_of(answer),
        "references": _references(answer),
        "unverified": [known.var.name for known in answer.known if not known.verified],
        "warnings": list(answer.warnings),
        "steps": [step_json(step) for step in answer.derivation],
    }


def _knowns(answer: Answer) -> dict[str, Any]:
    """The values that an answer rests on, by origin, and what is noted of them."""
    return {
        "given": texts(answer.of_origin(Origin.GIVEN)),
        "looked_up": texts(answer.of_origin(Origin.LOOKED_UP)),
        "conventions": texts(answer.of_origin(Origin.CONVENTION)),
        "defaults": texts(answer.of_origin(Origin.DEFAULT)),
        "notes": {known.var.name: known.note for known in answer.known if known.note},
    }


def _tolerance(item: Tolerance) -> dict[str, Any]:
    return {
        "given": item.var.name,
        "alone": json_number(item.alone),
        "together": json_number(item.together),
    }


def _constraint(check: ConstraintCheck) -> dict[str, Any]:
    return {"name": check.name, "satisfied": check.satisfied, "by": check.by}


def _neglected(term: NeglectedTerm) -> dict[str, Any]:
    return {
        "relation": term.relation,
        "term": term.term,
        "size": json_number(term.size),
        "text": term.size_text,
        "verdict": term.verdict,
        "answer_is_the_same": term.spared,
    }


def _references(answer: Answer) -> list[dict[str, Any]]:
    """The sources in full, with their dates."""
    found = references(sources_of(answer)).values()
    return [
        {
            "id": known.key,
            "title": known.title,
            "date": known.date or None,
            "address": known.address or None,
        }
        for known in found
    ]


def _outcome(outcome: AnswerValue, answer: Answer, unit: Unit) -> dict[str, Any]:
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


def _spread(answer: Answer, unit: Unit) -> dict[str, Any] | None:
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


def _fixed(answer: Answer) -> dict[str, Any] | None:
    fixed = answer.fixed
    if fixed is None:
        return None
    return {
        "expression": plain(fixed.expression),
        "value": in_unit(fixed.value, fixed.unit),
        "unit": fixed.unit.text,
    }


def _conflict(answer: Answer) -> dict[str, Any] | None:
    clash = answer.conflict
    if clash is None:
        return None
    return {
        "relation": clash.relation,
        "left": clash.left,
        "right": clash.right,
        "factor": json_number(clash.factor),
        "unless": clash.unless or None,
        "variable": clash.var.name if clash.var is not None else None,
        "tolerance": json_number(clash.tolerance),
        "routes": [_route(route, clash.var.unit) for route in clash.routes]
        if clash.var is not None
        else [],
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


def _bound(answer: Answer) -> dict[str, Any] | None:
    bound = answer.bound
    if bound is None:
        return None
    value = in_unit(bound.value, bound.var.unit)
    return {
        "variable": bound.var.name,
        "kind": bound.kind,
        "value": value,
        "above": None if bound.above is None else in_unit(bound.above, bound.var.unit),
        "unit": bound.var.unit.text,
        "where": bound.where or None,
        "set_by": list(bound.set_by),
    }
