"""Relations and theorems in a report, the theorems proved while it is made."""

from __future__ import annotations

from derive.display import sentence
from derive.equations.relation import Relation
from derive.equations.theorem import Theorem
from derive.errors import UnknownName
from derive.library.api import prove
from derive.library.system import library_system, theorems
from derive.rendering.document.document import (
    DocumentBlock,
    Equation,
    Paragraph,
    Text,
    Words,
)
from derive.rendering.document.parts import citing
from derive.rendering.document.wording import cancelled_words, listed
from derive.reporting.names_in_words import with_names
from derive.reporting.report_context import Shown


def relations(shown: Shown, names: str) -> tuple[DocumentBlock, ...]:
    """Relations with reasons and sources. Raises UnknownName."""
    made = []
    for name in names.split():
        relation = relation_named(name)
        reason = (Text(sentence(relation.why)), *citing(relation.citations))
        made.append(Equation(relation.equation, reason=reason, rule=f"relation, {name}"))
    return tuple(made)


def relation_named(name: str) -> Relation:
    """The relation of that name, of any variant. Raises UnknownName."""
    known = library_system().all_relations
    for relation in known:
        if relation.name == name:
            return relation.made
    names = [relation.name for relation in known]
    raise UnknownName("relation", name, names, "List them with: derive list relations")


def statements(shown: Shown, names: str) -> tuple[DocumentBlock, ...]:
    """The statements of theorems, each proved. Raises UnknownName, and InternalError for a theorem
    that does not follow.
    """
    made = []
    for name in names.split():
        stated, proof = _theorem(name), prove(name)
        verdict = proof.derivation.steps[-1].verdict
        reason = _reason(stated)
        rule = f"theorem, {name}"
        made.append(Equation(stated.equation, reason=reason, rule=rule, verdict=verdict))
    return tuple(made)


def theorem(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """A theorem: proof, cancelled variables, condition."""
    stated, proof = _theorem(name), prove(name)
    lines = shown.lines(proof.derivation)
    closing = listed(filter(None, (cancelled_words(proof), _condition(stated))), last=" ")
    return (*lines, *((Paragraph(closing),) if closing else ()))


def _theorem(name: str) -> Theorem:
    for known in theorems():
        if known.name == name:
            return known
    names = [known.name for known in theorems()]
    raise UnknownName("theorem", name, names, "List them with: derive list theorems")


def _reason(stated: Theorem) -> Words:
    why, citations = stated.statement.why, stated.statement.citations
    condition = _condition(stated)
    closing = (Text(" "), *condition) if condition else ()
    return (Text(sentence(why)), *citing(citations), *closing)


def _condition(stated: Theorem) -> Words:
    holds = stated.statement.holds
    return with_names(f"Condition: {holds.rstrip('.')}.") if holds else ()
