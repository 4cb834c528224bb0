"""Neglected terms of the relations used: their sizes, and how they pull at the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import sympy

from derive.equations.neglected import Direction, Neglected
from derive.equations.plain import plain
from derive.equations.relation import Relation, moved
from derive.equations.var import Var, ordered
from derive.program.tolerances import NOISE
from derive.results.answer import Answer
from derive.results.known import Known, assumed_ideals
from derive.results.pull import Pull
from derive.results.solution import NeglectedTerm
from derive.solving.equation_system import EquationSystem
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.solving.response import Response, joint_way
from derive.units.display import format_number

# Factors that stand for a size: the least one at which a change is told from rounding, and those of
# a term that may be of any size.
_LEAST, _ANY = 1e-6, (0.01, 999.0)


def neglected_terms(
    query: Query, candidate: CandidateSolution, responses: Sequence[Response] = ()
) -> tuple[NeglectedTerm, ...]:
    """The neglected terms of the relations used, with their sizes where these can be evaluated, and
    their pulls at the answer by its `responses`, of which an interval has none.
    """
    found: list[NeglectedTerm] = []
    for relation in query.used:
        for term in relation.neglects:
            if not left_out(query, term):
                continue
            size = _size(query, candidate, term.size)
            pull = _pull(responses, relation.made, term, size)
            spared = size != 0.0 and pull is None and bool(responses)
            found.append(_told(relation, term, size, pull, spared))
    return tuple(found)


def _told(
    relation: Relation,
    term: Neglected,
    size: float | None,
    pull: Pull | None = None,
    spared: bool = False,
) -> NeglectedTerm:
    """A neglected term of a relation in words; `spared` if another regime sets the answer."""
    shown = plain(term.size) if size is None else format_number(size, 3)
    shown = "all" if shown == "1" else shown
    return NeglectedTerm(
        relation.name,
        term.what,
        size,
        f"{'at most ' if term.most else ''}{shown} of what is counted",
        spared,
        term.direction or Direction.EITHER,
        pull,
        term.most,
    )


def left_out(query: Query, term: Neglected) -> bool:
    """Whether an answer leaves the term out: under its variants, and with what is stated."""
    return is_left_out(query.system, query.target, query.known, term)


def is_left_out(
    system: EquationSystem, target: Var, known: Mapping[Var, Known], term: Neglected
) -> bool:
    """Whether an answer leaves the term out, under the variants of its system and beside the values
    known.
    """
    if target in term.counted or not term.left_out(system.variants):
        return False
    stated = None if term.stated is None else known.get(term.stated)
    return term.stated is None or (stated is not None and stated.stated)


def with_untold_pulls(system: EquationSystem, answer: Answer) -> Answer:
    """An answer whose values no way of formulas leads to, with what is taken as ideal, and what its
    relations leave out: which way these pull at it, and how far, is not known. Any other as it is.
    """
    solution = answer.solution
    open_way = solution.path is None or solution.intervals
    if not (solution.values or solution.intervals) or not open_way or solution.pulls:
        return answer
    known = {k.var: k for k in answer.known}
    ideals = (
        Pull(k.var.name, f"taken as {k.text}", Direction.EITHER, ideal=True)
        for k in assumed_ideals(answer.known)
    )
    terms = solution.neglected or tuple(
        _told(relation, term, None)
        for relation in answer.relations
        for term in relation.neglects
        if is_left_out(system, answer.target, known, term)
    )
    either = [
        t
        if t.spared or t.size == 0.0
        else replace(t, pull=Pull(t.relation, t.term, Direction.EITHER, t.size, most=t.most))
        for t in terms
    ]
    found = replace(solution, ideals=tuple(ideals), neglected=tuple(either))
    return replace(answer, solution=found)


def _pull(
    responses: Sequence[Response], relation: Relation, term: Neglected, size: float | None
) -> Pull | None:
    """The pull of a term; None where it is nothing, or where another regime sets the answer."""
    var = moved(relation, term)
    if not responses or (size is not None and size <= NOISE):
        return None
    if var is None:
        return Pull(relation.name, term.what, Direction.EITHER, size, most=term.most)
    own = term.of is None
    factors = _factors(term.direction or Direction.EITHER, size if own else None)
    way = joint_way(response.way(var, factors, relation) for response in responses)
    if way is None:
        return None
    alone = own and size is not None and len(responses) == 1
    moves = responses[0].change(var, factors[-1], relation) if alone else None
    return Pull(
        relation.name, term.what, way, size, None if moves is None else abs(moves), term.most
    )


def _factors(direction: Direction, size: float | None) -> tuple[float, ...]:
    """The factors by which what a relation defines may be off, the full size last."""
    sizes = _ANY if size is None else (max(size, _LEAST) / 10, max(size, _LEAST))
    up = tuple(1.0 + s for s in sizes)
    down = tuple(1.0 - s if s < 1.0 else 1.0 / (1.0 + s) for s in sizes)
    if direction is Direction.EITHER:
        return (*down, *up)
    return up if direction is Direction.RAISES else down


def _size(query: Query, candidate: CandidateSolution, ratio: Any) -> float | None:
    """The value of a ratio, unknown where it is zero for the ideal value of a variable that is not
    stated.
    """
    value_of = partial(_known_value, query, candidate)
    ratio = _without_zeroth_powers(ratio, value_of)
    value = value_of(ratio)
    return None if value == 0.0 and _rests_on_ideals(query, ratio) else size_by(ratio, value_of)


def size_by(ratio: Any, value_of: Callable[[Any], float | None]) -> float | None:
    """The value of a ratio by those of its parts that are known; 0 as soon as one of its factors is
    zero.
    """
    ratio = _without_zeroth_powers(ratio, value_of)
    value = value_of(ratio)
    if value is None and any(value_of(factor) == 0.0 for factor in sympy.Mul.make_args(ratio)):
        return 0.0
    return value


def _without_zeroth_powers(ratio: Any, value_of: Callable[[Any], float | None]) -> Any:
    """A ratio whose powers with an exponent of zero are one, whatever is raised."""
    powers = [power for power in ratio.atoms(sympy.Pow) if power.exp.free_symbols]
    zeroth = {power: sympy.S.One for power in powers if value_of(power.exp) == 0.0}
    return ratio.xreplace(zeroth) if zeroth else ratio


def _rests_on_ideals(query: Query, ratio: Any) -> bool:
    """Whether a ratio has a factor of which all that is known is that it is zero at best, and none
    that is stated as zero.
    """
    factors = {v: query.known.get(v) for v in ratio.args if isinstance(v, Var)}
    stated = {v for v, known in factors.items() if known is not None and known.stated}
    if any(known.value == 0.0 for v, known in factors.items() if known is not None and v in stated):
        return False
    return any(
        v.ideal and v.default is not None and v.default.value == 0.0
        for v in factors.keys() - stated
    )


def _known_value(query: Query, candidate: CandidateSolution, expression: Any) -> float | None:
    needed = ordered(expression.free_symbols)
    values = (
        query.with_all_defaults.filled(candidate, needed)
        if all(v in query.system.slots for v in needed)
        else None
    )
    try:
        return None if values is None else query.value_of(expression, values)
    except (ArithmeticError, TypeError, ValueError):
        return None
