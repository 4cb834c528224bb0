"""Layout of derivations and proofs: numbered lines."""

from __future__ import annotations

import re
from collections.abc import Mapping

from derive.rendering.document.document import (
    Document,
    DocumentBlock,
    Equation,
    Heading,
    Inline,
    Math,
    Paragraph,
    Reference,
    Text,
    Words,
)
from derive.rendering.document.parts import cited, citing
from derive.rendering.document.wording import cancelled_words, merged, sentence
from derive.results.derivation import Derivation, Proof, Step

_PLACE = re.compile(r"\{(\d)\}")


def derivation_document(
    derivation: Derivation, *, title: str = "", sources: Mapping[str, Reference] | None = None
) -> Document:
    """The document of a derivation."""
    blocks = tuple(derivation_blocks(derivation))
    return cited(Document(title or f"Derivation of {derivation.target.name}", blocks), sources)


def proof_document(
    proof: Proof, *, title: str = "", sources: Mapping[str, Reference] | None = None
) -> Document:
    """The document of a theorem: statement, derivation, cancelled variables."""
    statement = Equation(proof.statement, reason=(Text("To be shown."),), rule="theorem")
    blocks: list[DocumentBlock] = [
        Heading(1, "Theorem"),
        statement,
        *derivation_blocks(proof.derivation),
    ]
    if proof.cancelled:
        blocks.append(Paragraph(cancelled_words(proof)))
    name = sentence(proof.theorem.replace("_", " "), stop=False)
    return cited(Document(title or name, tuple(blocks)), sources)


def derivation_blocks(derivation: Derivation, first: int = 1) -> list[DocumentBlock]:
    """The lines, numbered from `first`."""
    if not derivation.steps:
        return []
    return [
        Heading(1, "Derivation"),
        *(step_equation(step, number) for number, step in enumerate(derivation, first)),
    ]


def step_equation(step: Step, number: int) -> Equation:
    """One line of a derivation."""
    rule = (
        f"{step.rule}, {step.relation}"
        if step.relation and step.rule
        else step.rule or step.relation
    )
    return Equation(
        step.equation,
        number,
        (*reason_words(step), *citing(step.citations)),
        rule,
        step.verdict,
        step.values,
        step.result,
    )


def reason_words(step: Step) -> Words:
    """The reason, its terms in place of {0}, {1}."""
    words: list[Inline] = []
    for index, piece in enumerate(_PLACE.split(sentence(step.reason))):
        mentioned = step.terms[int(piece)] if index % 2 and int(piece) < len(step.terms) else None
        plain = Text(piece if index % 2 == 0 else f"{{{piece}}}")
        words.append(plain if mentioned is None else Math(mentioned))
    return merged(tuple(word for word in words if word != Text("")))
