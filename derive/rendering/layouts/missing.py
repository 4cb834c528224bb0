"""What else is needed, as a document: the sets that would settle the question, how to say each, and
what is fixed already.
"""

from __future__ import annotations

from derive.rendering.document.document import (
    Amount,
    Code,
    Document,
    DocumentBlock,
    Equals,
    Equation,
    Heading,
    Inline,
    Items,
    Math,
    Paragraph,
    Table,
    Text,
    Words,
)
from derive.rendering.document.wording import listed, sentence
from derive.results.gap import IdentifiableCombination
from derive.results.missing import Missing, MissingSet
from derive.units.display import format_number

_ENOUGH = (
    "Any one of these sets is enough, the easiest to come by first. The last column is what one per"
    " cent more does to the target, at a sample point."
)


def missing_document(missing: Missing) -> Document:
    """The findings in the order in which people act on them."""
    target, answer = missing.target, missing.answer
    title = f"What else {target.name} needs"
    if missing.determined:
        said = (
            f"Nothing is missing: the givens determine {target.name} ({answer.status}:"
            f" {answer.text})."
        )
        return Document(title, (Paragraph((Text(said),)),))
    blocks: list[DocumentBlock] = [
        Paragraph(
            (Math(target), Text(f" is {target.meaning or target.name}; the givens leave it open."))
        )
    ]
    if answer.outcomes:
        blocks.append(
            Items(
                tuple(
                    (Equals(target, outcome.value), Text(f" if {outcome.condition}"))
                    for outcome in answer.outcomes
                )
            )
        )
    if missing.sets:
        enough = Paragraph((Text(_ENOUGH),))
        blocks += [Heading(1, "What would settle it"), enough, _table(missing.sets)]
    if missing.cut_off:
        blocks.append(Paragraph((Text("There are more sets; the list is cut off."),), "note"))
    if missing.fixed:
        blocks += [
            Heading(1, "What the givens fix already"),
            *(_fixed(fixed) for fixed in missing.fixed),
        ]
    return Document(title, tuple(blocks))


def _table(sets: tuple[MissingSet, ...]) -> Table:
    rows: list[tuple[Words, ...]] = []
    for number, found in enumerate(sets, 1):
        for k, need in enumerate(found.needs):
            name: Words = (Code(need.name) if need.name.isidentifier() else Text(need.name),)
            rows.append(
                (
                    (Text(str(number) if k == 0 else ""),),
                    name,
                    (Code(need.say[0]),) if need.say else (),
                    (Text(acts(need.elasticity)),),
                )
            )
        rows += [((), (Text(f"unless {regime}"),), (), ()) for regime in found.unless]
    return Table(("Set", "What", "How to say it", "1 % more"), tuple(rows), "rllr")


def acts(elasticity: float | None) -> str:
    """How strongly something acts, in per cent for one per cent; a rounded value where it is no
    power.
    """
    return (
        ""
        if not elasticity
        else f"{'+' if elasticity > 0 else '−'}{format_number(abs(elasticity), 2)} %"
    )


def _fixed(fixed: IdentifiableCombination) -> Equation:
    words: list[Inline] = []
    if fixed.assuming is not None:
        group, choice = fixed.assuming
        words.append(
            Text(f"With the variant {group}: {choice}, not taken unasked. {sentence(fixed.why)} ")
        )
    words += [Text("Set by "), *listed([(Code(name),) for name in fixed.by]), Text(".")]
    return Equation(fixed.expression, reason=tuple(words), amount=Amount(fixed.value, fixed.unit))
