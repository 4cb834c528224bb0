"""Which questions are kept: those of one value, whose answer says the same in words whatever the
values are.

Their relations are products of powers, so that elasticities are constants; nothing beside the way
to the target can be judged or sized; no usual value is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derive.equations.var import Var
from derive.program.data import BranchKind
from derive.results.answer import Answer, Solved
from derive.results.derivation import LineVerdict
from derive.results.known import Known, Origin, assumed_ideals
from derive.solving.closed_relations import closed_relations
from derive.solving.compilation import walk
from derive.solving.constraints import in_known_terms
from derive.solving.equation_system import EquationSystem
from derive.solving.neglected_terms import left_out
from derive.solving.path import SolutionPath
from derive.solving.precedence import precedence
from derive.solving.query import Query, make_query
from derive.solving.query_preparation import prepare
from derive.solving.response import Response
from derive.structure.coupling import coupled_groups

_EXACT = (LineVerdict.EXACT, LineVerdict.SIXTY_DIGITS, LineVerdict.NUMERIC)


def eligible_path(
    system: EquationSystem, given: Mapping[Var, Known], answer: Answer, rtol: float
) -> SolutionPath | None:
    """The path of an answer that is kept; None for one that is not."""
    path = answer.solution.path
    if not isinstance(path, SolutionPath) or not _is_plain(answer):
        return None
    target, own = answer.target, path.query
    if not _given_plainly(system, given, target) or not _in_products(path):
        return None
    reduced, known = prepare(system, target, given)
    query = make_query(reduced, target, known, rtol)
    usual = own.plan == query.plan and own.system.relations == query.system.relations
    return path if usual and next(_beside(own), None) is None else None


def _is_plain(answer: Answer) -> bool:
    """Whether an answer is one value without any words that could depend on it."""
    found, target = answer.solution, answer.target
    if not isinstance(answer, Solved) or answer.spread is not None or answer.warnings:
        return False
    if len(found.values) != 1 or found.intervals or found.regime or found.constraints:
        return False
    value = found.values[0]
    if value.regime or value.condition or target.whole or target.convention is not None:
        return False
    if answer.unused and assumed_ideals(answer.known):  # what they imply at ideal values counts
        return False
    sized = [term.size for term in found.neglected] + [pull.moves for pull in found.pulls]
    if any(size is not None for size in sized) or answer.bottleneck is not None:
        return False
    return all(step.verdict in _EXACT for step in answer.derivation)


def _given_plainly(system: EquationSystem, given: Mapping[Var, Known], target: Var) -> bool:
    """Whether all values are exact, none given is zero, and they replace no usual value."""
    for known in given.values():
        stated_zero = not known.value and known.origin == Origin.GIVEN  # an entry's stays zero
        if known.uncertain is not None or known.value < 0.0 or stated_zero:
            return False
    return target not in given and not precedence(system, target, given).replaced


def _in_products(path: SolutionPath) -> bool:
    """Whether all relations and formulas on the way are products of powers, none defined by way of
    itself.
    """
    query, candidate = path.query, path.candidate
    sides = [side for r in query.used for side in (r.left, r.right)]
    formulas = [branch.formula for _, branch in candidate.path]
    if not all(formula is not None and _is_product(formula) for formula in (*sides, *formulas)):
        return False
    for data in candidate.data:
        if data.kind is not BranchKind.EXPLICIT or data.guards or data.side_conditions:
            return False
    defining = Response(query, candidate).defining
    number = {var: k for k, var in enumerate(defining)}
    needs = {
        number[var]: [number[v] for v in relation.right.free_symbols if v in number]
        for var, relation in defining.items()
    }
    itself = any(k in others for k, others in needs.items())
    return not itself and all(len(group) == 1 for group in coupled_groups(needs))


def _is_product(expression: Any) -> bool:
    """Whether an expression is a positive number times powers of variables."""
    if expression.is_Symbol:
        return True
    if expression.is_Rational:
        return bool(expression > 0)
    if expression.is_Pow:
        return bool(expression.exp.is_Rational) and _is_product(expression.base)
    return bool(expression.is_Mul) and all(map(_is_product, expression.args))


def _beside(query: Query) -> Iterator[Any]:
    """Checks and sizes beside the path that exist at some values of the givens: closed relations
    that rest on one, constraints, neglected terms and their factors.
    """
    for i, owner in closed_relations(query):
        if any(owner.in_force[var].origin == Origin.GIVEN for var in owner.rests_on(i)):
            yield i
    touched = set(query.in_force) | {query.target}
    for constraint in query.system.constraints:
        inequality = in_known_terms(constraint, query.with_all_defaults)
        if touched & inequality.free_symbols and _can_be_valued(query, inequality):
            yield constraint
    for relation in query.used:
        for term in relation.neglects:
            if left_out(query, term):
                factors = term.size.args if term.size.is_Mul else ()
                known = (f for f in factors if f.free_symbols and _can_be_valued(query, f))
                yield from (f for f in known if not _is_product(f))
                if _can_be_valued(query, term.size):
                    yield term


def _can_be_valued(query: Query, expression: Any) -> bool:
    """Whether the values of all variables of an expression may be found."""
    wide, slots = query.with_all_defaults, query.system.slots
    if any(var not in slots for var in expression.free_symbols):
        return False
    goals = [slots[var] for var in expression.free_symbols]
    return walk(wide.system, wide.fixed, goals) is not None
