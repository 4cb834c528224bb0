"""Pages of relations, constraints and theorems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import Any

from derive.display import sentence
from derive.equations.constraint import Constraint
from derive.equations.dimensions import dimension_of
from derive.equations.neglected import Direction
from derive.equations.relation import Relation, moved
from derive.equations.var import Var, ordered
from derive.library.api import prove
from derive.library.system import library_system, theorems
from derive.packs.in_use import per_packs
from derive.rendering.document.document import (
    Document,
    DocumentBlock,
    Equation,
    Heading,
    Math,
    Paragraph,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import cited
from derive.rendering.document.references import references
from derive.rendering.layouts.described import Described
from derive.rendering.layouts.described_equations import (
    describe_constraint,
    describe_relation,
    describe_theorem,
)
from derive.site.address import address_of
from derive.site.blocks import legend, list_of, title_in_words
from derive.site.commands import command_blocks, program, show_command
from derive.site.inversions import inversions
from derive.site.values import LiveValues

Links = Mapping[str, Sequence[str]]  # addresses by what they are to a page
_RELATED = 6
_ACROSS = 72  # characters of a command on one line
_VERBS = {Direction.EITHER: "raises or lowers"}


def relation_document(name: str, values: LiveValues) -> Document:
    """A relation in all its variants: each with its validity and what it neglects, each equation
    once with its inversions.
    """
    variants = [r for r in library_system().all_relations if r.name == name]
    blocks: list[DocumentBlock] = []
    solved: list[Any] = []
    sources: list[str] = []
    for relation in variants:
        described = describe_relation(relation)
        sources += described.sources
        if len(variants) > 1:
            blocks.append(Heading(1, _variant_title(relation)))
        blocks += _without_lists(described)
        blocks.append(_dimensions(relation))
        blocks += _neglected(relation, values)
        if relation.equation not in solved:
            solved.append(relation.equation)
            blocks.append(Heading(2 if len(variants) > 1 else 1, "Solved for each variable"))
            blocks += inversions(relation.made)
    variables = ordered({var for relation in variants for var in relation.variables})
    blocks += [Heading(1, "Symbols"), legend(variables), *_ask(variants[0])]
    subtitle = f"A relation of the subject “{subject_of(variants[0].file)}”, by name {name}."
    return cited(Document(title_in_words(name), tuple(blocks), subtitle), references(sources))


def subject_of(file: str) -> str:
    """The subject of the relations of a file of a pack: llm.kv_cache is “kv cache”."""
    return file.rpartition(".")[2].replace("_", " ")


def _variant_title(relation: Relation) -> str:
    """The choices under which a relation of several variants holds."""
    words = " ".join(relation.variant.told()) if relation.variant else "otherwise"
    return sentence(words, stop=False)


def _without_lists(described: Described) -> list[DocumentBlock]:
    """Statement and validity; neglected terms and symbols are listed with links."""
    return [b for b in described.blocks if isinstance(b, (Equation, Paragraph))]


def _dimensions(relation: Relation) -> DocumentBlock:
    """The dimension of both sides, which the relation has been checked for."""
    left, right = dimension_of(relation.left), dimension_of(relation.right)
    unit = "pure numbers" if str(left) in ("1", "") else f"in {left}"
    mark = "✓ Dimensions agree: both sides are " if left == right else "The left side is "
    return Paragraph((Text(f"{mark}{unit}."),), "note")


def _neglected(relation: Relation, values: LiveValues) -> list[DocumentBlock]:
    """The table of what a relation leaves out, with sizes at a standard case."""
    rows = [
        (
            (Text(term.what),),
            (Text("as much") if term.size == 1 else Math(term.size),),
            _effect(relation, term),
            (Text(f"{'at most ' if term.most else ''}{values.size_of(term)}"),)
            if values.size_of(term)
            else (),
        )
        for term in relation.neglects
    ]
    headers = ("What it neglects", "Beside what is counted", "Counting it", "In a standard case")
    return [Table(headers, tuple(rows), "llll")] if rows else []


def sized_variables(name: str) -> set[str]:
    """The variables whose values tell the size of what a relation neglects."""
    variants = (r for r in library_system().all_relations if r.name == name)
    return {str(v.name) for r in variants for term in r.neglects for v in term.size.free_symbols}


def _effect(relation: Relation, term: Any) -> Words:
    var = moved(relation, term)
    if term.direction is None or var is None:
        return ()
    return (Text(f"{_VERBS.get(term.direction, term.direction)} "), Math(var))


def _ask(relation: Relation) -> list[DocumentBlock]:
    """Commands that ask for the same at a terminal."""
    target = relation.subject or relation.variables[0]
    others = " ".join(var.name for var in relation.variables if var != target)
    formula = f"{program()} formula {target.name} {others}"
    return command_blocks(show_command(relation.name), formula)


def related(name: str) -> list[str]:
    """The relations with which one shares most variables, rare ones counting more."""
    degrees, by_name = _degrees(), _variables_by_name()
    own = by_name[name]
    scores = {
        other: fsum(1 / degrees[var] for var in own & variables)  # whatever their order
        for other, variables in by_name.items()
        if other != name and own & variables
    }
    best = sorted(scores, key=lambda other: (-scores[other], other))[:_RELATED]
    return [address_of("relation", other) for other in best]


@per_packs
def _variables_by_name() -> dict[str, frozenset[Var]]:
    found: dict[str, frozenset[Var]] = {}
    for relation in library_system().all_relations:
        found[relation.name] = found.get(relation.name, frozenset()) | {*relation.variables}
    return found


@per_packs
def _degrees() -> Counter[Var]:
    return Counter(var for variables in _variables_by_name().values() for var in variables)


def theorem_document(name: str) -> Document:
    """A theorem with its proof."""
    described = describe_theorem(prove(name))
    used = described.blocks[-1]  # its legend, told with links instead
    assert isinstance(used, Table)
    variables = [part.expression for row in used.rows for part in row[0] if isinstance(part, Math)]
    blocks = (*described.blocks[:-1], Heading(1, "Symbols"), legend(variables))
    (stated,) = (theorem.statement for theorem in theorems() if theorem.name == name)
    subtitle = f"{sentence(stated.why)} A theorem, by name {name}."
    return cited(Document(title_in_words(name), blocks, subtitle), references(described.sources))


def constraint_document(name: str) -> Document:
    """A constraint in all its variants."""
    blocks: list[DocumentBlock] = []
    sources: list[str] = []
    variables: set[Var] = set()
    for constraint in _constraints(name):
        described = describe_constraint(constraint)
        blocks += described.blocks[:-1]
        sources += described.sources
        variables |= {*constraint.variables}
    blocks += [Heading(1, "Symbols"), legend(ordered(variables))]
    subtitle = f"A constraint that answers must keep, by name {name}."
    document = Document(title_in_words(name), tuple(blocks), subtitle)
    return cited(document, references(sources))


def _constraints(name: str) -> Iterator[Constraint]:
    yield from (c for c in library_system().all_constraints if c.name == name)


def linked_blocks(links: Links) -> list[DocumentBlock]:
    """The back links of a page, kind by kind."""
    return [block for title, addresses in links.items() for block in list_of(title, addresses)]
