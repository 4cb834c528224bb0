"""Relations and theorems in a report: stated, and the theorems proved while the report is made."""

from __future__ import annotations

from dataclasses import replace

from derive.equations.relation import Relation
from derive.equations.theorem import Theorem
from derive.errors import UnknownName
from derive.library.api import prove
from derive.library.system import library_system, theorems
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Equation,
    Math,
    Paragraph,
    Text,
    Words,
)
from derive.rendering.document.parts import citing
from derive.rendering.document.wording import listed, sentence
from derive.reporting.report_context import Shown
from derive.results.derivation import Proof


def relations(shown: Shown, names: str) -> tuple[DocumentBlock, ...]:
    """Relations as the library states them, each with its reason and its source. Raises
    UnknownName.
    """
    made = []
    for name in names.split():
        relation = relation_named(name)
        made.append(
            Equation(
                relation.equation,
                reason=(Text(sentence(relation.why)), *citing(relation.citations)),
                rule=f"relation, {name}",
            )
        )
    return tuple(made)


def relation_named(name: str) -> Relation:
    """The relation of that name, of whatever variant. Raises UnknownName."""
    known = library_system().all_relations
    for relation in known:
        if relation.name == name:
            return relation.made
    raise UnknownName(
        "relation",
        name,
        [relation.name for relation in known],
        "List them with: derive list relations",
    )


def statements(shown: Shown, names: str) -> tuple[DocumentBlock, ...]:
    """What theorems state, each proved. Raises UnknownName, or InternalError if one does not
    follow.
    """
    made = []
    for name in names.split():
        stated, proof = _theorem(name), prove(name)
        made.append(
            Equation(
                stated.equation,
                reason=_reason(stated),
                rule="theorem",
                verdict=proof.derivation.steps[-1].verdict,
            )
        )
    return tuple(made)


def theorem(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """A theorem with the lines of its proof, what cancels, and when it holds."""
    stated, proof = _theorem(name), prove(name)
    *lines, last = shown.lines(proof.derivation)
    closing = (*_cancelled(proof), *_holds(stated))
    named = replace(last, rule="theorem", reason=(*last.reason, *_name(stated)))
    return (*lines, named, *((Paragraph(closing),) if closing else ()))


def _theorem(name: str) -> Theorem:
    for known in theorems():
        if known.name == name:
            return known
    raise UnknownName(
        "theorem",
        name,
        [known.name for known in theorems()],
        "List them with: derive list theorems",
    )


def _reason(stated: Theorem) -> Words:
    holds = f" Condition: {stated.statement.holds.rstrip('.')}." if stated.statement.holds else ""
    return (
        Text(sentence(stated.statement.why)),
        *citing(stated.statement.citations),
        Text(holds),
        *_name(stated),
    )


def _name(stated: Theorem) -> Words:
    return (Text(" ("), Code(stated.name), Text(")"))


def _cancelled(proof: Proof) -> Words:
    if not proof.cancelled:
        return ()
    return (
        *listed([(Math(var),) for var in proof.cancelled]),
        Text(" cancel" + (". " if len(proof.cancelled) > 1 else "s. ")),
    )


def _holds(stated: Theorem) -> Words:
    return (
        (Text(f"Condition: {stated.statement.holds.rstrip('.')}."),)
        if stated.statement.holds
        else ()
    )
