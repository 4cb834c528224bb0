"""Closed forms of a target from names alone, one per regime, each with its derivation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from derive.algebra.branch import Branch
from derive.algebra.closed_form import closed_form
from derive.algebra.verify import verify
from derive.display import enumeration
from derive.equations.expression import Eq, variables_of
from derive.equations.opaque import maps_of
from derive.equations.var import Var, ordered
from derive.errors import DeclarationError
from derive.results.closed_form import ClosedForm, ClosedForms
from derive.results.derivation import Derivation, Step, StepRule
from derive.results.known import Known, Origin
from derive.solving.equation_system import EquationSystem
from derive.solving.missing import missing
from derive.solving.query import Query, make_query
from derive.solving.query_preparation import settle

MOST_FORMS = 32
MOST_NAMED = 3  # missing sets
_NUMBERS = "Ask `solve` with numbers."


def formulas(system: EquationSystem, target: Var, known: Sequence[Var]) -> ClosedForms:
    """The closed forms of `target`, one per regime, with conventions and defaults as in `solve`.

    Raises DeclarationError if the known variables do not determine the target, or no rule isolates
    it.
    """
    return forms_of(by_name(system, target, known))


def by_name(system: EquationSystem, target: Var, known: Sequence[Var]) -> Query:
    """The query for `target` from these variables. Raises DeclarationError if it stays open."""
    stated = {var: Known(var, 1.0, Origin.GIVEN) for var in known if var != target}
    settled, values = settle(system, target, stated, frozenset(stated))
    query = make_query(settled, target, values, 0.0)
    if not query.plan.determined:
        offered = [enumeration(names) for names in _offered(query)]
        fix = f"Add {'; or '.join(offered)}." if offered else ""
        names = ", ".join(v.name for v in known)
        problem = f"it does not follow from {names}" if names else "no known variable is named"
        raise DeclarationError(target.name, problem, fix)
    return query


def _offered(query: Query) -> list[tuple[str, ...]]:
    """Names that would settle the target: first what defines it, then the best missing sets."""
    defining = (r.equation.rhs for r in query.system.relations if r.equation.lhs == query.target)
    sets, _ = missing(query)
    offered = [_needed(query, ordered(variables_of(rhs))) for rhs in defining]
    for one in sets[:MOST_NAMED]:
        plain = len(one.needs) == len(one.variables)
        offered.append(one.variables if plain else _needed(query, one.variables))
    unlike: dict[frozenset[Var], tuple[Var, ...]] = {}
    for variables in offered:
        unlike.setdefault(frozenset(variables), variables)
    return [tuple(v.name for v in variables) for variables in unlike.values()][:MOST_NAMED]


def _needed(query: Query, variables: Sequence[Var]) -> tuple[Var, ...]:
    """Those of the variables without which the others do not settle the target."""
    needed = dict.fromkeys(v for v in variables if v not in query.known)
    for var in tuple(needed):
        stated = {v: Known(v, 1.0, Origin.GIVEN) for v in needed if v != var}
        if make_query(query.system, query.target, {**query.known, **stated}, 0.0).plan.determined:
            del needed[var]
    return tuple(needed)


def forms_of(query: Query) -> ClosedForms:
    """The closed forms along a plan. Raises DeclarationError if there is none."""
    have = set(query.plan.known) | set(query.plan.assumed)
    choices: list[tuple[Branch, ...]] = []
    for block in query.plan.blocks:
        choices.append(
            tuple(
                branch
                for branch in query.system.branches(block, frozenset(have))
                if branch.formula is not None
            )
        )
        if not choices[-1]:
            raise _cannot(query, query.system.structure.variables[block.solves])
        have.add(block.solves)
    return ClosedForms(_form(query.target, path) for path in islice(product(*choices), MOST_FORMS))


def _cannot(query: Query, var: Var) -> DeclarationError:
    opaque = list(
        dict.fromkeys(map.name for relation in query.used for map in maps_of(relation.equation))
    )
    why = (
        f"nothing is known of {', '.join(opaque)} that would undo it"
        if opaque
        else "it has no closed form"
    )
    return DeclarationError(
        var.name, f"no rule isolates it: {why}", "" if opaque else "Ask `solve` with numbers."
    )


def _form(target: Var, path: Sequence[Branch]) -> ClosedForm:
    whole = closed_form(target, ((branch.unknown, branch.formula) for branch in path))
    if whole is None:
        raise DeclarationError(target.name, "its closed form is too long to be read", _NUMBERS)
    regime = " and ".join(dict.fromkeys(branch.regime for branch in path if branch.regime))
    return ClosedForm(
        target,
        whole,
        regime,
        _FormPath(target, whole, tuple(path)),
    )


@dataclass(frozen=True, eq=False)
class _FormPath:
    """The branches composed into one expression."""

    target: Var
    whole: Any
    branches: tuple[Branch, ...]

    def derivation(self) -> Derivation:
        """The verified steps. Raises InternalError if a line does not verify."""
        composed = _composed(self.target, self.whole, self.branches)
        return Derivation(self.target, (*_lines(self.branches), *composed))

    def bottleneck(self) -> None:
        """None: without numbers nothing binds."""


def _composed(target: Var, whole: Any, path: Sequence[Branch]) -> tuple[Step, ...]:
    """The line with all intermediate variables substituted, if it differs from the last line."""
    if whole == path[-1].formula:
        return ()
    own = [((branch.unknown, branch.formula), *reversed(branch.definitions)) for branch in path]
    on_the_way = [pair for pairs in own for pair in pairs if pair[0] != target]
    last = Step(StepRule.SUBSTITUTE, Eq(target, path[-1].formula), "")
    guards = tuple(guard for branch in path for guard in branch.guards)
    (verified,) = verify(
        Branch(
            target,
            formula=whole,
            guards=guards,
            definitions=tuple(reversed(on_the_way)),
            steps=(last,),
        ),
        {},
    )
    return (
        Step(
            StepRule.SUBSTITUTE,
            Eq(target, whole),
            "Put in what stands above.",
            verdict=verified.verdict,
        ),
    )


def _lines(path: Iterable[Branch]) -> Iterable[Step]:
    stated: set[str] = set()
    for branch in path:
        for step in verify(branch, {}):
            if step.rule == StepRule.RELATION and step.relation in stated:
                continue
            stated |= {step.relation} if step.rule == StepRule.RELATION else set()
            yield step
