"""A derivation and a proof as numbered lines of a document."""

from __future__ import annotations

import re
from collections.abc import Mapping

from derive.rendering.document.citations import cited, citing
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
from derive.rendering.document.wording import listed, merged, sentence
from derive.results.derivation import Derivation, Proof, Step

_PLACE = re.compile(r"\{(\d)\}")


def derivation_document(
    derivation: Derivation, *, title: str = "", sources: Mapping[str, Reference] | None = None
) -> Document:
    """A derivation by itself."""
    made = Document(
        title or f"Derivation of {derivation.target.name}", tuple(derivation_blocks(derivation))
    )
    return cited(made, dict(sources or {}))


def proof_document(
    proof: Proof, *, title: str = "", sources: Mapping[str, Reference] | None = None
) -> Document:
    """A theorem: what it states, then its derivation, then what cancelled on the way."""
    statement = Equation(proof.statement, reason=(Text("To be shown."),), rule="theorem")
    blocks: list[DocumentBlock] = [
        Heading(1, "Theorem"),
        statement,
        *derivation_blocks(proof.derivation),
    ]
    if proof.cancelled:
        blocks.append(
            Paragraph(
                (
                    *listed([(Math(var),) for var in proof.cancelled]),
                    Text(" cancel" + ("." if len(proof.cancelled) > 1 else "s.")),
                )
            )
        )
    return cited(
        Document(title or sentence(proof.theorem.replace("_", " "), stop=False), tuple(blocks)),
        dict(sources or {}),
    )


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
    """The reason with the terms it mentions as {0}, {1} in their place."""
    words: list[Inline] = []
    for index, piece in enumerate(_PLACE.split(sentence(step.reason))):
        mentioned = step.terms[int(piece)] if index % 2 and int(piece) < len(step.terms) else None
        words.append(
            Text(piece if index % 2 == 0 else f"{{{piece}}}")
            if mentioned is None
            else Math(mentioned)
        )
    return merged(tuple(word for word in words if word != Text("")))
