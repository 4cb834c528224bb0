"""Programs: a query with its checks and constraints as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import sympy

from derive.equations.constraint import Constraint
from derive.equations.lowering import lower
from derive.equations.var import Var
from derive.program.data import Check, Pair, Program, ProgramBlock, ProgramConstraint, SidePath
from derive.results.known import Origin
from derive.solving.closed_relations import Closed, closed_relations
from derive.solving.compilation import compiled_plan, reader_of, step, walk
from derive.solving.constraints import concerned, in_known_terms
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query
from derive.structure.plan import Plan


def program_of(query: Query) -> Program:
    """The program of a query: blocks to the target, checks and constraints."""
    return replace(
        program_of_plan(query.system, query.plan),
        checks=tuple(check for _, check in checks_of(query)),
        constraints=tuple(constraint for _, constraint in constraints_of(query)),
    )


def program_of_plan(system: EquationSystem, plan: Plan) -> Program:
    """The program of a plan alone: blocks to its target, without checks or constraints."""
    blocks = tuple(compiled.data for compiled in compiled_plan(system, plan))
    return Program(tuple(reader_of(system).slots), system.compiled.nodes, blocks, plan.target)


def constraints_of(query: Query) -> list[tuple[str, ProgramConstraint]]:
    """The constraints on the answer that can be evaluated, by name."""
    found = ((one.name, _constraint(one, query)) for one in query.system.constraints)
    return [(name, constraint) for name, constraint in found if constraint is not None]


def checks_of(query: Query) -> list[tuple[Closed, Check]]:
    """The closed relations of a query that can be evaluated, as checks."""
    found = ((closed, _check(*closed)) for closed in closed_relations(query))
    return [(closed, check) for closed, check in found if check is not None]


def yielding(query: Query) -> dict[int, ProgramBlock]:
    """The steps to ideal values beside the way to the target that yield to the givens, each by the
    number of the one check that rests on it.
    """
    checks = [closed for closed, _ in checks_of(query)]
    behind = [owner.rests_on(i) for i, owner in checks]
    wide = query.with_all_defaults
    limited = [
        wide.support_of(query.system.slots[v] for v in one.variables)
        for one in query.system.constraints
    ]
    taken = frozenset(query.target_support).union(*limited)
    found = {}
    for k, (i, owner) in enumerate(checks):
        others = frozenset().union(*behind[:k], *behind[k + 1 :], taken)
        members = query.system.structure.of_relation[i]
        for j in members:
            var = query.system.variables[j]
            known = owner.in_force.get(var)
            ideal = var.ideal and known is not None and known.origin == Origin.DEFAULT
            if ideal and var not in others | owner.support_of({*members} - {j}):
                found[k] = step(query.system, i, j)
    return found


def _check(i: int, query: Query) -> Check | None:
    relation = query.system.relations[i]
    members = query.system.structure.of_relation[i]
    known = [slot for slot in members if slot in query.closure.known]
    path = _side_path(query, known)
    cancelled = tuple(slot for slot in members if slot not in query.closure.known)
    sides = _lowered(query, relation.left), _lowered(query, relation.right)
    return None if path is None else Check(path, sides, cancelled)


def _side_path(query: Query, wanted: Iterable[int]) -> SidePath | None:
    """The blocks from a query's path to further slots; None if one is open."""
    blocks = walk(query.system, query.fixed, wanted, *query.aside)
    slots = query.system.slots
    assumed = tuple((slots[v], k.value) for v, k in query.in_force.items() if v in slots)
    return None if blocks is None else SidePath(blocks, assumed)


def _constraint(constraint: Constraint, query: Query) -> ProgramConstraint | None:
    """The constraint as data; None if it does not concern the answer."""
    wide = query.with_all_defaults
    inequality = in_known_terms(constraint, wide)
    variables: frozenset[Var] = inequality.free_symbols
    if not concerned(variables, query):
        return None
    path = _side_path(wide, (query.system.slots[v] for v in variables))
    sides: Pair = _lowered(query, inequality.lhs), _lowered(query, inequality.rhs)
    at_most = isinstance(inequality, (sympy.Le, sympy.Lt))
    counted = query.target.whole and query.target in variables
    return None if path is None else ProgramConstraint(path, sides, at_most, counted)


def _lowered(query: Query, expression: Any) -> int:
    return lower(expression, query.system.slots, query.system.compiled.nodes)
