"""Layout of derivations and proofs: numbered lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from derive.display import sentence
from derive.rendering.document.anchors import line_place
from derive.rendering.document.document import (
    Document,
    DocumentBlock,
    Equals,
    Equation,
    Heading,
    Inline,
    Math,
    Paragraph,
    Ref,
    Reference,
    Text,
    Words,
)
from derive.rendering.document.parts import cited, citing
from derive.rendering.document.wording import cancelled_words, listed, merged
from derive.rendering.layouts.derivation_lines import DerivationLine, LineNumbers, folded, goes_on
from derive.results.answer import Answer
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
    return [Heading(1, "Derivation"), *numbered_lines(derivation, LineNumbers(first - 1))]


def other_values(answer: Answer) -> list[DocumentBlock]:
    """The sentence on the values beside the first, which the derivation leads to; nothing without
    any, or where they hold on conditions.
    """
    others = answer.outcomes[1:]
    if not others or not answer.derivation.steps or any(o.condition for o in answer.outcomes):
        return []
    verb = "satisfies" if len(others) == 1 else "satisfy"
    rest = listed([(Equals(answer.target, other.value),) for other in others])
    return [Paragraph((*rest, Text(f" {verb} the same relations.")))]


def numbered_lines(derivation: Derivation, numbers: LineNumbers) -> list[Equation]:
    """The lines that a document does not have yet, with their numbers."""
    made: list[Equation] = []
    for line in folded(derivation):
        if not numbers.printed(line):
            words = line_reason(line, numbers, above=made[-1].number if made else None)
            made.append(replace(step_equation(line.step, numbers.take(line)), reason=words))
    return made


def line_reason(line: DerivationLine, numbers: LineNumbers, above: int | None = None) -> Words:
    """The reason of a line in sentences, which name the lines it uses; `above` is the number of
    the line before it.
    """
    sentences: list[Words] = []
    for rule, group in groupby(line.steps, key=lambda step: step.rule):
        steps = list(group)
        if rule == StepRule.SUBSTITUTE:
            sentences.append(_put_in(steps, numbers))
        else:
            sentences += [_of_line(step, numbers, above) for step in steps]
    if line.step.result is not None and line.step.rule not in (
        StepRule.RELATION,
        StepRule.EVALUATE,
    ):
        sentences.append((Text("Put in the numbers."),))
    return merged(tuple(part for words in sentences for part in (Text(" "), *words))[1:])


def _put_in(steps: Sequence[Step], numbers: LineNumbers) -> Words:
    """Put (1) and (2) into (3), and the result into (4)."""
    runs: list[list[Step]] = []
    for step in steps:
        if runs and goes_on(runs[-1][-1], step):
            runs[-1].append(step)
        else:
            runs.append([step])
    told = [_run(run, numbers, result=index > 0) for index, run in enumerate(runs)]
    if not all(told):
        return tuple(part for step in steps for part in (*reason_words(step), Text(" ")))[:-1]
    return (Text("Put "), *listed(told, last=", and ", between=", "), Text("."))


def _run(run: Sequence[Step], numbers: LineNumbers, result: bool) -> Words:
    """The definitions that one equation takes in, the first of them the `result` of what was put in
    before; empty where one has no line.
    """
    into = numbers.of(run[0].uses[-1]) if run[0].uses else None
    parts: list[Words] = [(Text("the result"),)] if result else []
    for step in run[len(parts) :]:
        number = numbers.of(step.uses[0]) if step.uses else None
        if number is None:
            return ()
        symbol: Words = () if _defines(step) else (Math(step.terms[0]), Text(" from "))
        parts.append((*symbol, line_ref(number)))
    return () if into is None else (*listed(dict.fromkeys(parts)), Text(" into "), line_ref(into))


def _defines(step: Step) -> bool:
    """Whether the equation that is put in states the variable on its left side."""
    return bool(step.terms) and getattr(step.uses[0], "lhs", None) == step.terms[0]


def _of_line(step: Step, numbers: LineNumbers, above: int | None) -> Words:
    """The reason of a step, after the line that it changes where that is not the one above."""
    words = (*reason_words(step), *citing(step.citations))
    changed = numbers.of(step.uses[-1]) if step.uses else None
    if changed is None or changed == above:
        return words
    first, *rest = words
    if isinstance(first, Text):
        first = Text(f"{first.text[:1].lower()}{first.text[1:]}")
    return (Text("In "), line_ref(changed), Text(", "), first, *rest)


def line_ref(number: int) -> Ref:
    """The number of a line in brackets, linked to it."""
    return Ref(f"({number})", line_place(number))


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
    for index, piece in enumerate(_PLACE.split(sentence(step.template))):
        mentioned = step.terms[int(piece)] if index % 2 and int(piece) < len(step.terms) else None
        plain = Text(piece if index % 2 == 0 else f"{{{piece}}}")
        words.append(plain if mentioned is None else Math(mentioned))
    return merged(tuple(word for word in words if word != Text("")))
