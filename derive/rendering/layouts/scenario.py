"""Layout of a scenario: verdict, main outputs, all outputs, capacity limits, known values."""

from __future__ import annotations

from derive.display import sentence
from derive.rendering.document.document import (
    Amount,
    Boxed,
    Code,
    Document,
    DocumentBlock,
    Heading,
    Items,
    Math,
    Paragraph,
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import cited
from derive.rendering.document.reader_names import entry_name, for_readers
from derive.rendering.document.references import citation, references
from derive.rendering.document.wording import merged
from derive.rendering.layouts.bottleneck import bottleneck_blocks, bottleneck_line
from derive.rendering.layouts.headline import bounded
from derive.rendering.layouts.scenario_words import advice, limit_text, note, verdict
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.scenario import Scenario

_ORIGINS = (Origin.GIVEN, Origin.LOOKED_UP, Origin.DEFAULT, Origin.CONVENTION)


def scenario_document(scenario: Scenario, *, sent: bool = False) -> Document:
    """The document of a scenario, its verdict as the title. Where it is `sent`, symbols and words
    stand for the names that one types.
    """
    points = tuple((Text(line),) for line in advice(scenario))
    blocks = [*_headlines(scenario, sent), *([Items(points)] if points else [])]
    blocks += [*_binding(scenario), Heading(1, "What follows"), _outputs(scenario)]
    if scenario.limits:
        blocks += [Heading(1, "What fits"), _limits(scenario)]
    if scenario.knowns:
        blocks += [Heading(1, "What it rests on"), _knowns(scenario)]
    variants = "; ".join(
        f"{group}: {choice}" for group, choice in sorted(scenario.variants.items())
    )
    if variants:
        blocks.append(Paragraph((Text(f"Variants: {variants}."),), "note"))
    answers = [answer for group in scenario.groups.values() for answer in group]
    shown = for_readers(blocks, answers) if sent else tuple(blocks)
    made = Document(verdict(scenario), shown, _subject(scenario, sent), compact=True)
    return cited(made, references(known.source for known in scenario.knowns if known.source))


def scenario_lines(scenario: Scenario) -> tuple[list[str], tuple[str, ...]]:
    """The verdict and the outputs that are asked for most, a line each; what is to be minded."""
    asked = [answer for name in scenario.headlines if (answer := scenario.answer(name))]
    told = dict.fromkeys(line for a in asked for line in (*a.cautions, *a.warnings))
    values = [f"{answer.target.name} {bounded(answer)}" for answer in _asked(scenario)]
    lines = [verdict(scenario), *values]
    return lines, tuple(need.removesuffix(".") for need in scenario.needs) + tuple(told)


def _subject(scenario: Scenario, sent: bool) -> str:
    """The catalogue entries, in order of first mention, and the given values; where it is `sent`,
    the entries by their names and values with a unit by that alone.
    """
    knowns = scenario.given.values()
    codes = dict.fromkeys(k.entry for k in knowns if k.origin == Origin.LOOKED_UP and k.entry)
    entries = [entry_name(code) for code in codes] if sent else [*codes]

    def value(known: Known) -> str:
        alone = sent and known.var.unit.text
        return known.text if alone else f"{known.var.name} = {known.text}"

    return "; ".join([*entries, *(value(k) for k in knowns if k.origin == Origin.GIVEN)])


def _headlines(scenario: Scenario, sent: bool) -> list[DocumentBlock]:
    """The outputs that are asked for most, in a box, with what binds in the leading one; where it
    is `sent`, each behind its meaning.
    """
    lines: list[Words] = []
    for answer in _asked(scenario):
        meaning = answer.target.meaning if sent else ""
        start = (Text(f"{sentence(meaning, stop=False)}: "), Math(answer.target))
        name = start if meaning else (Text(answer.target.name),)
        lines.append(merged((*name, Text(f" {bounded(answer)}"))))
        if answer.target.name == scenario.leading:
            lines += [(Text(line),) for line in bottleneck_line(answer)]
    return [Boxed(tuple(lines))] if lines else []


def _asked(scenario: Scenario) -> list[Answer]:
    """The outputs that are asked for most, those with a value."""
    found = map(scenario.answer, scenario.headlines)
    return [answer for answer in found if answer is not None and bounded(answer)]


def _binding(scenario: Scenario) -> list[DocumentBlock]:
    """The bottleneck of the leading output."""
    leading = scenario.answer(scenario.leading)
    blocks = [] if leading is None else bottleneck_blocks(leading, follows=False)
    return [Heading(1, "What binds"), *blocks] if blocks else []


def _outputs(scenario: Scenario) -> Table:
    """A row for each output, under its group."""
    rows: list[tuple[Words, ...]] = []
    for group, answers in scenario.groups.items():
        if answers:
            rows.append(((Strong(group),), (), ()))
        for answer in answers:
            told = (bounded(answer), note(answer, scenario.leading))
            rows.append(((Code(answer.target.name),), *((Text(text),) for text in told)))
    return Table(("Quantity", "Value", "Meaning, or what is missing"), tuple(rows), "lrl")


def _limits(scenario: Scenario) -> Table:
    rows = tuple(
        ((Code(limit.var.name),), (Text(limit_text(limit)),), (Text(limit.meaning),))
        for limit in scenario.limits
    )
    return Table(("Quantity", "Limit", "Meaning"), rows, "lrl")


def _knowns(scenario: Scenario) -> Table:
    shown = [known for known in scenario.knowns if known.origin in _ORIGINS]
    rows = tuple(
        ((Code(known.var.name),), (Amount(known.value, known.var.unit),), _origin(known))
        for known in sorted(shown, key=lambda known: _ORIGINS.index(known.origin))
    )
    return Table(("Known", "Value", "Origin"), rows, "lrl")


def _origin(known: Known) -> Words:
    """The origin of a value, with entry, note and source."""
    entry = (Text(": "), Code(known.entry)) if known.entry else ()
    note = (Text(f" ({known.note})"),) if known.note else ()
    return (Text(known.origin), *entry, *note, *citation(known))
