"""Layout of derivations and proofs: numbered lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from derive.display import sentence
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
from derive.rendering.document.wording import cancelled_words, merged
from derive.results.derivation import Derivation, Proof, Step, StepRule

_PLACE = re.compile(r"\{(\d)\}")


def derivation_document(
    derivation: Derivation, *, title: str = "", sources: Mapping[str, Reference] | None = None
) -> Document:
    """The document of a derivation."""
    blocks = tuple(derivation_blocks(derivation)[1:])  # the title says it
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
    lines = enumerate(lines_of(derivation), first)
    return [Heading(1, "Derivation"), *(line_equation(line, number) for number, line in lines)]


def lines_of(steps: Iterable[Step]) -> list[tuple[Step, ...]]:
    """The steps of each line: numbers put into the equation above stand in the same line."""
    lines: list[tuple[Step, ...]] = []
    for step in steps:
        above = lines[-1] if lines else ()
        joins = step.rule == StepRule.EVALUATE and len(above) == 1 and above[0].result is None
        if joins and above[0].equation == step.equation:
            lines[-1] = (above[0], step)
        else:
            lines.append((step,))
    return lines


def line_equation(line: tuple[Step, ...], number: int) -> Equation:
    """One line of a derivation, with the numbers put in if it has them."""
    shown = step_equation(line[0], number)
    if len(line) == 1:
        return shown
    verdict = ", ".join(dict.fromkeys(step.verdict for step in line if step.verdict))
    return replace(shown, verdict=verdict, values=line[-1].values, result=line[-1].result)


def step_equation(step: Step, number: int) -> Equation:
    """One step of a derivation."""
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
    for index, piece in enumerate(_PLACE.split(sentence(step.template))):
        mentioned = step.terms[int(piece)] if index % 2 and int(piece) < len(step.terms) else None
        plain = Text(piece if index % 2 == 0 else f"{{{piece}}}")
        words.append(plain if mentioned is None else Math(mentioned))
    return merged(tuple(word for word in words if word != Text("")))
