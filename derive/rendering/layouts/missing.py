"""Layout of a missing-inputs result: sufficient sets, and combinations fixed already."""

from __future__ import annotations

from derive.display import enumeration, sentence
from derive.rendering.document.document import (
    Amount,
    Boxed,
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
from derive.rendering.document.reader_names import for_readers
from derive.rendering.document.wording import listed, name_words, signed
from derive.results.gap import IdentifiableCombination
from derive.results.missing import Missing, MissingSet

_ENOUGH = (
    "Any one of these sets is enough, the best first. The last column is what one per cent more"
    " does to the target, at a sample point."
)


def missing_document(missing: Missing, *, sent: bool = False) -> Document:
    """The document of the missing inputs. Where it is `sent`, symbols and words stand for the names
    that one types.
    """
    blocks = _blocks(missing)
    shown = for_readers(blocks, [missing.answer]) if sent else (*blocks, *_meanings(missing))
    title = f"What is missing: {missing.target.meaning or missing.target.name}"
    return Document(title, shown, compact=True)


def _meanings(missing: Missing) -> list[DocumentBlock]:
    """The meanings of the single variables of the sets."""
    needs = [need for found in missing.sets for need in found.needs if len(need.variables) == 1]
    meant = {need.name: need.variables[0].meaning for need in needs}
    points: list[Words] = [
        (Code(name), Text(f": {meaning}")) for name, meaning in meant.items() if meaning
    ]
    return [Heading(1, "What the names mean"), Items(tuple(points))] if points else []


def _blocks(missing: Missing) -> list[DocumentBlock]:
    target, answer = missing.target, missing.answer
    if missing.determined:
        line = f"the givens determine {target.name} ({answer.status}: {answer.text})."
        return [Paragraph((Text(f"Nothing is missing: {line}"),))]
    blocks: list[DocumentBlock] = [Boxed(((Text(needs_line(missing)),),))]
    meaning = f" is {target.meaning or target.name}; the givens leave it open."
    blocks.append(Paragraph((Math(target), Text(meaning))))
    points = tuple(
        (Equals(target, outcome.value), Text(f" if {outcome.condition}"))
        for outcome in answer.outcomes
    )
    if points:
        blocks.append(Items(points))
    if missing.sets:
        enough = Paragraph((Text(_ENOUGH),))
        blocks += [Heading(1, "What would settle it"), enough, _table(missing.sets)]
    if missing.cut_off:
        blocks.append(Paragraph((Text("There are more sets; the list is cut off."),), "note"))
    if missing.fixed:
        blocks += [Heading(1, "What the givens fix already"), *map(_fixed, missing.fixed)]
    return blocks


def needs_line(missing: Missing) -> str:
    """The needs of the target, by the best set, in one line."""
    name = missing.target.name
    if missing.determined:
        return f"{name}: nothing is missing"
    if not missing.sets:
        return f"{name}: open, and no set of up to a few variables would settle it"
    count = len(missing.sets)
    others = f", the best of {'more than ' if missing.cut_off else ''}{count} sets"
    return f"{name} needs {enumeration(missing.sets[0].names)}{others if count > 1 else ''}"


def _table(sets: tuple[MissingSet, ...]) -> Table:
    rows: list[tuple[Words, ...]] = []
    for number, found in enumerate(sets, 1):
        for k, need in enumerate(found.needs):
            label = Text(str(number) if k == 0 else "")
            example = (Code(need.say[0]),) if need.say else ()
            effect = f"{signed(need.elasticity, 2)} %" if need.elasticity else ""
            rows.append(((label,), name_words(need.name), example, (Text(effect),)))
        rows += [((), (Text(f"unless {regime}"),), (), ()) for regime in found.unless]
    return Table(("Set", "What", "How to say it", "1 % more"), tuple(rows), "rllr")


def _fixed(fixed: IdentifiableCombination) -> Equation:
    words: list[Inline] = []
    if fixed.assuming is not None:
        group, choice = fixed.assuming
        start = f"With the variant {group}: {choice}, not taken unasked."
        words.append(Text(f"{start} {sentence(fixed.why)} "))
    words += [Text("Set by "), *listed([(Code(name),) for name in fixed.by]), Text(".")]
    return Equation(fixed.expression, reason=tuple(words), amount=Amount(fixed.value, fixed.unit))
