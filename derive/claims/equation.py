"""Trial of an equation: by its dimensions, then against the relations it names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from derive.algebra.branch import solve_block
from derive.checking.check import check
from derive.checking.verdicts.finding import Finding, FindingVerdict
from derive.claims.claim import FILE, Claim
from derive.claims.findings import DimensionFinding, RelationsFinding
from derive.claims.verdicts import ClaimVerdict, TrialOutcome
from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.errors import DataError
from derive.library.system import library_system, theorems
from derive.structure.derivatives import value_and_gradient
from derive.units.display import format_number


def try_equation(claim: Claim) -> TrialOutcome:
    """The trial of an equation. Raises DataError if it cannot be judged."""
    finding = check(claim.equation, dict(claim.bindings) or None, strict=True)[0]
    if finding.verdict == FindingVerdict.NOT_JUDGED:
        raise DataError(FILE, f"claim.{claim.id}.equation", f"cannot be judged: {finding.message}")
    if finding.verdict == FindingVerdict.INCONSISTENT:
        due = f"{finding.found} where {finding.expected} is due"
        found = DimensionFinding(finding.found, finding.expected, finding.mend)
        return TrialOutcome(ClaimVerdict.DIMENSION, due, finding.mend, finding=found)
    if not claim.relation:
        same = f"both sides are {finding.found}"
        agreeing = DimensionFinding(finding.found, finding.found)
        return TrialOutcome(ClaimVerdict.HOLDS, same, "the dimensions agree", finding=agreeing)
    names = " and ".join(claim.relation)
    ratio = ratio_to_relations(finding, [_relation(name) for name in claim.relation])
    told = RelationsFinding(claim.relation, ratio)
    if ratio is None:
        why = f"something else follows from {names}, by no constant factor"
        return TrialOutcome(ClaimVerdict.WRONG, "another equation", why, claim.relation, told)
    if math.isclose(ratio, 1.0, rel_tol=1e-9):
        why = f"it follows from {names}"
        return TrialOutcome(ClaimVerdict.HOLDS, "the same equation", why, claim.relation, told)
    why = f"from {names} the factor {format_number(ratio, 4)} follows"
    times = f"{format_number(ratio, 3)} times the right side"
    return TrialOutcome(ClaimVerdict.WRONG, times, why, claim.relation, told)


def _relation(name: str) -> Relation:
    """The relation, of any variant, or the theorem of that name."""
    stated = next((theorem.statement for theorem in theorems() if theorem.name == name), None)
    of_variant = next(
        (relation for relation in library_system().all_relations if relation.name == name), None
    )
    return stated or of_variant or library_system().relation(name)


_SEEDS = (1.0, 1.7, 2.9)


def ratio_to_relations(finding: Finding, relations: Sequence[Relation]) -> float | None:
    """The left side by the relations, over the right side of the equation; None unless the ratio is
    constant.

    Variables that neither the equation nor a convention or default determines are eliminated among
    the relations.
    """
    if len(finding.sides) != 2 or not isinstance(finding.sides[0], Var):
        return None
    left, stated = finding.sides
    ours = _solved_for(left, stated.free_symbols, relations)
    if ours is None:
        return None
    points = [
        _point(ours.free_symbols | stated.free_symbols, stated.free_symbols, seed)
        for seed in _SEEDS
    ]
    ratios = [
        value_and_gradient(ours, point)[0] / value_and_gradient(stated, point)[0]
        for point in points
    ]
    constant = all(math.isclose(ratio, ratios[0], rel_tol=1e-9) for ratio in ratios)
    return ratios[0] if constant else None


def _solved_for(left: Var, stated: set[Var], relations: Sequence[Relation]) -> Any:
    """The formula for `left` by the relations, in the equation's variables; None if there is not
    exactly one.
    """
    hidden = {
        v
        for r in relations
        for v in r.variables
        if v not in stated and v.convention is None and v.default is None
    }
    formulas = [branch.formula for branch in solve_block(relations, hidden | {left}, left)]
    return formulas[0] if len(formulas) == 1 else None


def _point(variables: set[Var], stated: set[Var], seed: float) -> dict[Var, float]:
    """A pseudo-random point; conventions and defaults absent from the equation keep their value."""
    point: dict[Var, float] = {}
    for k, var in enumerate(ordered(variables)):
        fixed = None if var in stated else var.convention or var.default
        point[var] = fixed.value if fixed is not None else seed + 0.37 * math.sin(3.0 * k + seed)
    return point
