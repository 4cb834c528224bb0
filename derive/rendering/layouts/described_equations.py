"""Variables, relations, constraints and theorems as `derive show` shows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from derive.equations.citation import Citation, cited_texts
from derive.equations.constraint import Constraint
from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.library.system import library_system, theorems
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Equation,
    Items,
    Math,
    Paragraph,
    Table,
    Text,
)
from derive.rendering.document.parts import citing
from derive.rendering.document.wording import reason_text
from derive.rendering.expressions.printed_quantity import unit_text
from derive.rendering.layouts.answer import proof_document
from derive.rendering.layouts.described import Described, facts_table, some, word, words
from derive.results.derivation import Proof, Step
from derive.solving.amounts import range_text


def describe_variable(var: Var) -> Described:
    """A variable: symbol, unit, meaning, range, and the relations that it stands in."""
    stands_in = [
        relation.name for relation in library_system().all_relations if var in relation.variables
    ]
    facts: dict[str, Any] = {
        "name": var.name,
        "kind": "variable",
        "unit": var.unit.text,
        "meaning": var.meaning,
        "range": range_text(var).strip("()") or "any",
        "whole": var.whole,
        "aliases": list(var.aliases),
        "convention": var.convention.text if var.convention else None,
        "default": var.default.text if var.default else None,
        "at": var.at,
        "relations": stands_in,
    }
    rows = [
        ((Text("symbol"),), (Math(var),)),
        *(
            (word(key), words(value))
            for key, value in facts.items()
            if key not in ("name", "kind") and value
        ),
    ]
    return Described(f"{var.name}: {var.meaning}", (facts_table(rows),), facts)


def describe_relation(relation: Relation) -> Described:
    """A relation: its equation and reason, when it holds, what it neglects, its symbols."""
    holds = [f"Holds when {relation.holds.rstrip('.')}."] if relation.holds else []
    kind = relation.variant
    variant = (
        [
            f"Variant for {kind.group}:"
            f" {' or '.join(kind.choices)}{' (usual)' if kind.usual else ''}."
        ]
        if kind
        else []
    )
    neglects = tuple(
        (Text(f"It neglects {term.what}, beside what is kept "), Math(term.size), Text("."))
        for term in relation.neglects
    )
    blocks: list[DocumentBlock] = [_stated(relation.equation, relation.why, relation.citations)]
    if holds or variant:
        blocks.append(Paragraph((Text(" ".join(holds + variant)),)))
    blocks += [Items(neglects)] if neglects else []
    data = {
        "name": relation.name,
        "kind": "relation",
        "equation": plain(relation.equation),
        "why": relation.why,
        "holds": relation.holds or None,
        "variant": (
            f"{relation.variant.group}={','.join(relation.variant.choices)}"
            if relation.variant
            else None
        ),
        "neglects": [{"term": term.what, "size": plain(term.size)} for term in relation.neglects],
        "source": relation.source or None,
        "citations": cited_texts(relation.citations),
    }
    return Described(
        f"{relation.name}, a relation",
        (*blocks, _legend(relation.variables)),
        data,
        some(*(cited.source for cited in relation.citations)),
    )


def describe_constraint(constraint: Constraint) -> Described:
    """A constraint: its inequality and reason, and its symbols."""
    data = {
        "name": constraint.name,
        "kind": "constraint",
        "inequality": plain(constraint.inequality),
        "why": constraint.why,
        "source": constraint.source or None,
        "citations": cited_texts(constraint.citations),
    }
    blocks = (
        _stated(constraint.inequality, constraint.why, constraint.citations),
        _legend(constraint.variables),
    )
    return Described(
        f"{constraint.name}, a constraint",
        blocks,
        data,
        some(*(cited.source for cited in constraint.citations)),
    )


def describe_theorem(proof: Proof) -> Described:
    """A theorem with its proof."""
    theorem = next(known for known in theorems() if known.name == proof.theorem)
    data = {
        "name": theorem.name,
        "kind": "theorem",
        "equation": plain(theorem.equation),
        "why": theorem.statement.why,
        "holds": theorem.statement.holds or None,
        "follows_from": [relation.name for relation in theorem.follows_from],
        "cancelled": [var.name for var in proof.cancelled],
        "steps": [_step(step) for step in proof.derivation],
        "source": theorem.statement.source or None,
        "citations": cited_texts(theorem.statement.citations),
    }
    holds: tuple[DocumentBlock, ...] = (
        (Paragraph((Text(f"Holds when {theorem.statement.holds.rstrip('.')}."),)),)
        if theorem.statement.holds
        else ()
    )
    cites = [
        cited.source
        for stated in (theorem.statement, *proof.derivation)
        for cited in stated.citations
    ]
    variables = sorted(
        {var for step in proof.derivation for var in step.equation.free_symbols},
        key=lambda var: (var.rank, var.name),
    )
    return Described(
        f"{theorem.name}, a theorem",
        (*proof_document(proof).blocks, *holds, _legend(tuple(variables))),
        data,
        some(*cites),
    )


def _step(step: Step) -> dict[str, Any]:
    return {
        "rule": step.rule,
        "equation": plain(step.equation),
        "reason": reason_text(step),
        "verdict": step.verdict,
    }


def _stated(equation: Any, why: str, citations: Iterable[Citation]) -> DocumentBlock:
    return Equation(equation, reason=(Text(why), *citing(citations)))


def _legend(variables: tuple[Var, ...]) -> DocumentBlock:
    """The meaning of each symbol, as a table."""
    rows = tuple(
        (
            (Math(var),),
            (Code(var.name),),
            (Text(unit_text(var.unit.text) or "1"),),
            (Text(var.meaning),),
        )
        for var in variables
    )
    return Table(("Symbol", "Name", "Unit", "Meaning"), rows, "llll")
