"""Layout of an answer: the answer first, then question, knowns, relations, derivation, checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from derive.display import sentence
from derive.equations.relation import Relation
from derive.rendering.document.anchors import entry_place, line_place
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
    Ref,
    Reference,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import cited, citing
from derive.rendering.document.reader_names import for_readers
from derive.rendering.document.references import citation
from derive.rendering.document.wording import holds_when, listed, meanings, named
from derive.rendering.layouts.answer_sections import findings, grounds
from derive.rendering.layouts.derivation import derivation_blocks, other_values
from derive.rendering.layouts.derivation_lines import folded
from derive.rendering.layouts.opening import opening
from derive.rendering.layouts.uncertainty import standing, uncertain_origin
from derive.results.answer import Answer
from derive.results.derivation import Step
from derive.results.known import Known, Origin
from derive.units.unit import Unit

_MOST_NAMED = 4


def answer_document(
    answer: Answer,
    *,
    title: str = "",
    subtitle: str = "",
    sources: Mapping[str, Reference] | None = None,
    sent: bool = False,
) -> Document:
    """The whole document of an answer; where it is `sent`, symbols and words stand for the names
    that one types.
    """
    blocks = answer_blocks(answer, sent=sent)
    shown = for_readers(blocks, [answer]) if sent else tuple(blocks)
    return cited(Document(title or meaning(answer), shown, subtitle, compact=True), sources)


def meaning(answer: Answer) -> str:
    """The meaning of the target, as a title."""
    return sentence(answer.target.meaning or answer.target.name, stop=False)


def answer_blocks(
    answer: Answer, first: int = 1, unit: Unit | None = None, sent: bool = False
) -> list[DocumentBlock]:
    """The answer, then what leads to it, in sections; its lines are numbered from `first`. Where it
    is `sent`, values that are not stated are a sentence below the table of those that are.
    """
    return [
        *opening(answer, unit),
        *findings(answer),
        Heading(1, "Question"),
        Paragraph(question(answer)),
        *(stated_knowns(answer) if sent else knowns(answer)),
        *relations_used(answer, first),
        *symbols(answer),
        *standing(answer),
        *derivation_blocks(answer.derivation, first),
        *other_values(answer),
        *excluded_regimes(answer),
        *grounds(answer, first),
    ]


def question(answer: Answer) -> Words:
    """The question as a sentence, with the given values if they are few."""
    target: Words = (
        Math(answer.target),
        Text(f", {answer.target.meaning}." if answer.target.meaning else "."),
    )
    given = answer.of_origin(Origin.GIVEN)
    if not given or len(given) > _MOST_NAMED:
        start = f"From the {len(given)} given values below, find " if given else "Find "
        return (Text(start), *target)
    return (Text("Given "), *listed([_stated(known) for known in given]), Text(", find "), *target)


def _stated(known: Known) -> Words:
    if known.uncertain:
        return (Math(known.var), Text(f" as {known.text}"))
    return (Equals(known.var, known.value),)


def knowns(answer: Answer) -> list[DocumentBlock]:
    """The table of the known values, each with its origin."""
    return _known_table([known for known in answer.known if known.origin != Origin.COMPUTED])


def stated_knowns(answer: Answer) -> list[DocumentBlock]:
    """The table of the values that are stated, and the others in a sentence: all in the table where
    none is stated, or one alone is not.
    """
    stated = [known for known in answer.known if known.stated]
    assumed = [known for known in answer.known if known.assumed]
    if not stated or len(assumed) < 2:
        return knowns(answer)
    told = listed([_assumed(known) for known in assumed], last="; ", between="; ")
    return [*_known_table(stated), Paragraph((Text("Taken, since not stated: "), *told, Text(".")))]


def _assumed(known: Known) -> Words:
    """A value that is not stated, with the meaning of its symbol in brackets."""
    meaning = f" ({known.var.meaning})" if known.var.meaning else ""
    note = f", {known.note}" if known.note else ""
    return (Equals(known.var, known.value), Text(meaning + note))


def _known_table(stated: Sequence[Known]) -> list[DocumentBlock]:
    """The values under their heading; nothing without any."""
    if not stated:
        return []
    headers = ("Symbol", "Meaning", "Value", "Unit", "Origin")
    places = tuple(entry_place(known.var.name) for known in stated)
    table = Table(headers, tuple(_known_row(known) for known in stated), "llrll", places)
    return [Heading(1, "Knowns"), table]


def _known_row(known: Known) -> tuple[Words, ...]:
    amount = (known.value, known.var.unit)
    return (
        (Math(known.var),),
        (Text(known.var.meaning or known.var.name),),
        (Amount(*amount, part="number"),),
        (Amount(*amount, part="unit"),),
        _origin(known),
    )


def _origin(known: Known) -> Words:
    words: list[Inline] = [Text(known.origin + uncertain_origin(known))]
    if known.entry:
        id, comma, which = known.entry.partition(",")
        start = ": " if known.origin == Origin.LOOKED_UP else ", "
        words += [Text(start), Code(id), Text(comma + which)]
    words += citation(known)
    if not known.verified:
        words.append(Text(", unverified"))
    if known.note:
        words.append(Text(f" ({known.note})"))
    return tuple(words)


def relations_used(answer: Answer, first: int = 1) -> list[DocumentBlock]:
    """The relations, each with reason, source and validity; relations that the derivation does not
    state are displayed here.
    """
    if not answer.relations:
        return []
    stated = {
        step.relation: (number, step)
        for number, line in enumerate(folded(answer.derivation), first)
        for step in line.steps
        if step.relation
    }
    said = [relation for relation in answer.relations if relation.name in stated]
    told = [(_by_line(r, stated[r.name][0]), _beside(r, stated[r.name][1])) for r in said]
    bare = listed([name for name, words in told if not words])
    points = [(*name, Text(". "), *words) for name, words in told if words]
    items = (*points, *([(*bare, Text("."))] if bare else []), *_chosen(answer.relations))
    shown = [
        Equation(r.equation, reason=(*_reason(r), *_validity(r)), rule=r.name)
        for r in answer.relations
        if r.name not in stated
    ]
    return [Heading(1, "Relations used"), *([Items(items)] if items else []), *shown]


def _by_line(relation: Relation, line: int) -> Words:
    """The name of a relation, and the line that states it in brackets."""
    return (
        Code(relation.name, relation=True),
        Text(" ("),
        Ref(f"line {line}", line_place(line)),
        Text(")"),
    )


def _beside(relation: Relation, step: Step) -> Words:
    """Validity, after the reason where the line itself does not give it; empty without both."""
    repeated = step.template == relation.why
    return (*(() if repeated else _reason(relation)), *_validity(relation))


def _reason(relation: Relation) -> Words:
    why = (Text(sentence(relation.why)),) if relation.why else ()
    return (*why, *citing(relation.citations), Text(" "))


def _validity(relation: Relation) -> Words:
    return (Text(holds_when(relation.holds)),) if relation.holds else ()


def _chosen(relations: Sequence[Relation]) -> list[Words]:
    """The sentence on the variants under which these relations hold together, a group each; none
    without any.
    """
    variants = [relation.variant for relation in relations if relation.variant]
    groups: dict[str, tuple[str, ...]] = {}
    for part in (part for variant in variants for part in variant.parts):
        choices = groups.setdefault(part.group, part.choices)
        groups[part.group] = tuple(one for one in choices if one in part.choices)
    told = [f"{group}: {' or '.join(choices)}" for group, choices in groups.items()]
    told += dict.fromkeys(words for one in variants if one.otherwise for words in one.told())
    start = "Variants chosen: " if len(told) > 1 else "Variant chosen: "
    return [(Text(f"{start}{'; '.join(told)}."),)] if told else []


def symbols(answer: Answer) -> list[DocumentBlock]:
    """The meanings of the symbols in the derivation or the relations, without the knowns."""
    explained = {known.var for known in answer.known if known.origin != Origin.COMPUTED}
    equations = [step.equation for step in answer.derivation] or [
        relation.equation for relation in answer.relations
    ]
    used = {var for equation in equations for var in equation.free_symbols}
    words = meanings(used - explained - {answer.target})
    return [Paragraph(words)] if words else []


def excluded_regimes(answer: Answer) -> list[DocumentBlock]:
    """The other regimes, each with the reason for which it does not hold."""
    others = answer.derivation.alternatives
    if not others:
        return []
    points = tuple(named(other, answer) for other in others)
    return [Paragraph((Text("Regimes set aside:"),)), Items(points)]
