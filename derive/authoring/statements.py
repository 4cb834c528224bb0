"""Statements of a pack: their dimensions, why each holds, where it is from, what its words mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from sympy.utilities.iterables import connected_components

from derive.display import enumeration
from derive.equations.dimension_check import dimension_error
from derive.equations.relation import Relation, moved
from derive.equations.theorem import Theorem
from derive.equations.var import Var, ordered
from derive.errors import DeriveError
from derive.library.catalogue import source
from derive.library.content import content, vocabulary
from derive.packs.pack import Pack
from derive.results.pack_trial import PackFault
from derive.solving.prove import prove_theorem

PARTS = {"relation": "RELATIONS", "constraint": "CONSTRAINTS", "theorem": "THEOREMS"}
_LEAST_WORDS = 3  # of a sentence


def stated_by(pack: Pack, part: str) -> list[Any]:
    """The relations, constraints or theorems of a pack."""
    return [one for name in pack.subjects for one in getattr(pack.subject(name), PARTS[part])]


def faulty_words(part: str, stated: Any) -> Iterator[PackFault]:
    """Faults of the words of a relation, constraint or theorem: no reason, no source, no place in
    it.
    """
    if not stated.why.endswith(".") or len(stated.why.split()) < _LEAST_WORDS:
        problem = "its reason is not a sentence" if stated.why else "it does not say why it holds"
        yield PackFault(part, stated.name, problem, 'Write why="Work comes before it is done.".')
    yield from faulty_citations(part, stated)


def faulty_citations(part: str, stated: Any) -> Iterator[PackFault]:
    """Missing or unknown sources of a relation, constraint or theorem, or no place in one."""
    if not stated.citations:
        yield PackFault(part, stated.name, "it cites no source", 'Write source="my_notes: page 3".')
    for cited in stated.citations:
        try:
            found = source(cited.source)
        except DeriveError as error:
            mend = f"Add [{cited.source}] to the sources of the pack."
            yield PackFault(part, stated.name, str(error), mend)
            continue
        if not cited.where and not found.placeless:
            problem = f"it names no place in {cited.source}"
            yield PackFault(part, stated.name, problem, f'Write source="{cited.source}: page 3".')


def faulty_equation(part: str, stated: Any) -> Iterator[PackFault]:
    """Sides or terms of different dimensions, and neglected terms without a direction."""
    relation = getattr(stated, "equation", None)
    both = relation if relation is not None else stated.inequality
    error = dimension_error(stated.name, both.lhs, both.rhs, (vocabulary(),))
    if error is not None:
        yield PackFault(part, stated.name, str(error), "")
    for term in stated.neglects if isinstance(stated, Relation) else ():
        if term.direction is None or moved(stated, term) is None:
            problem = f"it does not say what counting {term.what} raises or lowers"
            mend = "Write Neglected(what, size, Direction.RAISES, of=variable)."
            yield PackFault(part, stated.name, problem, mend)


def faulty_proof(theorem: Theorem) -> Iterator[PackFault]:
    """A theorem that does not follow from its relations, or whose proof leaves one of them out, has
    a line that is not verified or does not end with it; and a relation of it without a source.
    """
    for premise in theorem.follows_from:
        yield from faulty_citations("theorem", premise)
    try:
        derivation = prove_theorem(theorem).derivation
    except DeriveError:
        names = enumeration([relation.name for relation in theorem.follows_from])
        mend = "Name every relation that it needs in follows_from, or correct it."
        yield PackFault("theorem", theorem.name, f"it does not follow from {names}", mend)
        return
    last = derivation.steps[-1]
    if not derivation.verified or (last.rule, last.equation) != ("theorem", theorem.equation):
        problem = "its proof does not lead to it by verified lines"
        yield PackFault("theorem", theorem.name, problem, "")
    stated = {step.relation for step in derivation if step.rule == "relation"}
    for idle in {relation.name for relation in theorem.follows_from} - stated:
        problem = f"its proof does not begin with {idle}"
        yield PackFault("theorem", theorem.name, problem, f"Leave {idle} out of follows_from.")


def says_where_it_holds(relation: Relation) -> bool:
    """Whether a relation states a condition, or what it leaves out."""
    return bool(relation.holds or relation.neglects)


def faulty_variables(pack: Pack, given: Iterable[Var]) -> Iterator[PackFault]:
    """Variables without a meaning or a use, called as those of an earlier pack, or with the symbol
    of another that can stand in one derivation; `given` are those that entries give.
    """
    relations = stated_by(pack, "relation")
    stated = [*relations, *stated_by(pack, "constraint")]
    neglected = {v for r in relations for term in r.neglects for v in term.size.free_symbols}
    used = {v for one in stated for v in one.variables} | neglected | set(given)
    for var in pack.variables:
        if not var.meaning:
            mend = f'Write v("{var.name}", "{var.unit.text}", "what it is").'
            yield PackFault("variable", var.name, "it has no meaning", mend)
        if var not in used:
            yield PackFault(
                "variable", var.name, "no relation or entry speaks of it", "Use it, or take it out."
            )
        here = content().variable(pack, var.name)
        if here.name != var.name:
            problem = f"an earlier pack has another variable of that name: it is called {here.name}"
            yield PackFault("variable", var.name, problem, "Rename it.")
    yield from _equal_symbols(relations)


def _equal_symbols(relations: Iterable[Relation]) -> Iterator[PackFault]:
    """Variables with one symbol that relations connect, so that both may stand on one page."""
    together = [pair for relation in relations for pair in pairwise(relation.variables)]
    variables = dict.fromkeys(var for relation in relations for var in relation.variables)
    for group in connected_components((list(variables), together)):
        seen: dict[str, Var] = {}
        for var in ordered(group):
            other = seen.setdefault(var.tex, var)
            if other is not var:
                problem = f"its symbol {var.tex} is also that of {other.name}"
                mend = 'Give it one of its own: tex=r"\\lambda_{\\mathrm{in}}".'
                yield PackFault("variable", var.name, problem, mend)
