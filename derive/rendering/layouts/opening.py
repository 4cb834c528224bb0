"""Opening of an answer: its value with sense and status, what binds, cautions, what pulls at it."""

from __future__ import annotations

from derive.display import sentence
from derive.rendering.document.document import (
    Boxed,
    DocumentBlock,
    Equation,
    Paragraph,
    Strong,
    Text,
    Words,
)
from derive.rendering.document.regime_words import telling
from derive.rendering.document.wording import coded, named
from derive.rendering.layouts.bottleneck import bottleneck_line
from derive.rendering.layouts.headline import headline, shown, status_told
from derive.rendering.layouts.pulls import sense_note
from derive.rendering.layouts.result_box import closed_form, dimension_check
from derive.results.answer import Answer
from derive.units.unit import Unit


def opening(answer: Answer, unit: Unit | None = None) -> list[DocumentBlock]:
    """The answer in a box, then cautions, status, sense, and the closed form that no line shows."""
    lines = headlines(answer, unit)
    blocks: list[DocumentBlock] = [
        Boxed(lines, "" if answer.conflict else dimension_check(answer)),
        *cautions(answer),
        *_beside_stated(answer),
        *_status(answer),
        *(sense_note(answer) if answer.conflict is None and _has_values(answer) else ()),
    ]
    if answer.formula is not None and not any(step.result for step in answer.derivation):
        without = "" if answer.outcomes else ", and no number follows"
        reason = (Text(f"In closed form{without}:"),)
        blocks.append(Equation(closed_form(answer), reason=reason))
    return blocks


def headlines(answer: Answer, unit: Unit | None = None) -> tuple[Words, ...]:
    """The answer in one line; below it its regimes, and what binds."""
    lines = (headline(answer, unit), *_regimes(answer, unit), *bottleneck_line(answer))
    names = answer.conflict.names if answer.conflict is not None else ()
    return tuple(coded(line, names) for line in lines)


def _has_values(answer: Answer) -> bool:
    return bool(answer.outcomes or answer.intervals)


def _regimes(answer: Answer, unit: Unit | None) -> list[str]:
    """The regime of each value, with the value where they have several."""
    if len({outcome.regime for outcome in answer.outcomes}) == 1:
        regime = telling(answer.outcomes[0].regime)
        return [f"in the regime {regime}"] if regime else []
    return [
        f"{shown(outcome.value, answer.target.unit, unit)} in the regime {outcome.regime}"
        for outcome in answer.outcomes
        if outcome.regime
    ]


def cautions(answer: Answer) -> list[DocumentBlock]:
    """Assumptions that do not hold, and by how much."""
    return [
        Paragraph((Strong("Mind:"), Text(" "), *coded(caution), Text(".")), "warning")
        for caution in answer.cautions
    ]


def _beside_stated(answer: Answer) -> list[DocumentBlock]:
    """The stated value of the target beside the one that follows."""
    return [Paragraph(named(sentence(text), answer), "note") for text in answer.beside]


def _status(answer: Answer) -> list[DocumentBlock]:
    """The status, unless the headline has said it."""
    if status_told(answer):
        return []
    return [Paragraph((Strong(f"Status: {answer.status}."),), "warning")]
