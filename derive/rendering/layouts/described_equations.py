"""Descriptions of variables, relations, constraints and theorems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from derive.equations.citation import Citation, cited_texts
from derive.equations.constraint import Constraint
from derive.equations.neglected import Direction, Neglected
from derive.equations.plain import plain
from derive.equations.relation import Relation, moved
from derive.equations.var import Var, ordered
from derive.library.system import library_system, theorems
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Equation,
    Heading,
    Items,
    Math,
    Paragraph,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import citing
from derive.rendering.document.wording import holds_when, listed_names
from derive.rendering.expressions.latex import latex
from derive.rendering.layouts.derivation import proof_document
from derive.rendering.layouts.described import (
    Described,
    fact_rows,
    facts_table,
    source_ids,
    word,
)
from derive.rendering.layouts.nomenclature import unit_cell
from derive.results.derivation import Proof, Step
from derive.solving.amounts import range_text

_SHOWN = 8  # relations that use a variable, with their equations


def describe_variable(var: Var) -> Described:
    """A variable: symbol, unit, meaning, range, and its relations with their equations."""
    relations = [one for one in library_system().all_relations if var in one.variables]
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
        "default_kind": var.default_kind or None,
        "withdrawn_with": list(var.without),
        "at": var.at,
        "relations": [relation.name for relation in relations],
    }
    told = {key: value for key, value in facts.items() if key != "relations"}
    rows: list[tuple[Words, Words]] = [(word("symbol"), (Math(var),)), *fact_rows(told)]
    data = {**facts, "symbol": latex(var)}
    blocks = (facts_table(rows), *_relation_blocks(var, relations))
    return Described(f"{var.name}: {var.meaning}", blocks, data)


def _relation_blocks(var: Var, relations: Sequence[Relation]) -> list[DocumentBlock]:
    """The relations that define a variable and those that use it, each with its equation; of many
    that use it the names of the rest.
    """
    defining = [relation for relation in relations if relation.subject == var]
    using = [relation for relation in relations if relation not in defining]
    blocks: list[DocumentBlock] = []
    for title, some in (("Follows from", defining), ("Used in", using[:_SHOWN])):
        if some:
            rows = tuple(
                ((Code(one.name),), (Math(one.equation),), (Text(_chosen(one)),)) for one in some
            )
            blocks += [Heading(1, title), Table(("Relation", "Equation", "Variant"), rows, "lll")]
    if rest := list(dict.fromkeys(relation.name for relation in using[_SHOWN:])):
        words = (Text(f"And in {len(rest)} more: "), *listed_names(rest), Text("."))
        blocks.append(Paragraph(words, "note"))
    return blocks


def _chosen(relation: Relation) -> str:
    """The choices that take a relation; "usual" for the one that holds where none is made."""
    kind = relation.variant
    if kind is None or kind.usual:
        return "usual" if kind else ""
    return "; ".join(kind.told()).removeprefix("for ")


def describe_relation(relation: Relation) -> Described:
    """A relation: equation, reason, validity, neglected terms, symbols."""
    kind = relation.variant
    usual = " (usual)" if kind and kind.usual else ""
    variants = [f"Variant {choice}{usual}." for choice in kind.told()] if kind else []
    validity = " ".join(filter(None, (holds_when(relation.holds), *variants)))
    neglects = tuple(
        (
            Text(f"It neglects {term.what}{_where(term)}, "),
            *_beside(term),
            *_effect(term, relation),
        )
        for term in relation.neglects
    )
    blocks: list[DocumentBlock] = [_stated(relation.equation, relation.why, relation.citations)]
    blocks += [Paragraph((Text(validity),))] if validity else []
    blocks += [Items(neglects)] if neglects else []
    data = {
        "name": relation.name,
        "kind": "relation",
        "equation": plain(relation.equation),
        "why": relation.why,
        "holds": relation.holds or None,
        "variant": f"{kind.group}={','.join(kind.choices)}" if kind else None,
        "neglects": [
            {"term": term.what, "size": plain(term.size), "direction": term.direction}
            for term in relation.neglects
        ],
        "source": relation.source or None,
        "citations": cited_texts(relation.citations),
    }
    shown = (*blocks, _legend(relation.variables))
    return Described(f"{relation.name}, a relation", shown, data, _sources(relation))


def _beside(term: Neglected) -> Words:
    """The size of a neglected term beside what is kept, which it may reach in full."""
    start = "at most " if term.most else ""
    if term.size == 1:
        return (Text(f"{start}as much as is counted"),)
    return (Text(f"beside what is counted {start}"), Math(term.size))


def _effect(term: Neglected, relation: Relation) -> Words:
    """The effect of a neglected term on the variable that the relation defines."""
    var = moved(relation, term)
    if term.direction is None or var is None:
        return (Text("."),)
    verb = "raises or lowers" if term.direction is Direction.EITHER else term.direction
    return (Text(f"; counting it {verb} "), Math(var), Text("."))


def _where(term: Neglected) -> str:
    """The choices under which alone a term is left out: " (KV layout: hybrid)"."""
    return f" ({term.under[0]}: {' or '.join(term.under[1:])})" if term.under else ""


def describe_constraint(constraint: Constraint) -> Described:
    """A constraint: inequality, reason, variant, symbols."""
    kind = constraint.variant
    variant = f"Variant for {kind.group}: {' or '.join(kind.choices)}." if kind else ""
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
        *((Paragraph((Text(variant),)),) if variant else ()),
        _legend(constraint.variables),
    )
    return Described(f"{constraint.name}, a constraint", blocks, data, _sources(constraint))


def describe_theorem(proof: Proof) -> Described:
    """A theorem with its proof."""
    theorem = next(known for known in theorems() if known.name == proof.theorem)
    statement = theorem.statement
    data = {
        "name": theorem.name,
        "kind": "theorem",
        "equation": plain(theorem.equation),
        "why": statement.why,
        "holds": statement.holds or None,
        "follows_from": [relation.name for relation in theorem.follows_from],
        "cancelled": [var.name for var in proof.cancelled],
        "steps": [_step(step) for step in proof.derivation],
        "source": statement.source or None,
        "citations": cited_texts(statement.citations),
    }
    validity = holds_when(statement.holds)
    holds = (Paragraph((Text(validity),)),) if validity else ()
    used = {var for step in proof.derivation for var in step.equation.free_symbols}
    blocks = (*proof_document(proof).blocks, *holds, _legend(ordered(used)))
    sources = _sources(statement, *proof.derivation)
    return Described(f"{theorem.name}, a theorem", blocks, data, sources)


def _sources(*stated: Relation | Constraint | Step) -> tuple[str, ...]:
    return source_ids(cited.source for item in stated for cited in item.citations)


def _step(step: Step) -> dict[str, Any]:
    return {
        "rule": step.rule,
        "equation": plain(step.equation),
        "reason": step.reason,
        "verdict": step.verdict,
    }


def _stated(equation: Any, why: str, citations: Iterable[Citation]) -> DocumentBlock:
    return Equation(equation, reason=(Text(why), *citing(citations)))


def _legend(variables: tuple[Var, ...]) -> DocumentBlock:
    """The table of symbols with names, units and meanings."""
    rows = tuple(
        tuple((part,) for part in (Math(var), Code(var.name), unit_cell(var), Text(var.meaning)))
        for var in variables
    )
    return Table(("Symbol", "Name", "Unit", "Meaning"), rows, "llll")
