"""Sections of an answer: bottleneck, gaps, warnings before its derivation, checks after it."""

from __future__ import annotations

from itertools import groupby

from derive.display import enumeration, sentence
from derive.rendering.document.anchors import line_place
from derive.rendering.document.document import (
    Amount,
    Code,
    DocumentBlock,
    Emphasis,
    Equation,
    Heading,
    Items,
    Math,
    Paragraph,
    Ref,
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.wording import bounds, listed, listed_names, named
from derive.rendering.layouts.bottleneck import bottleneck_blocks
from derive.rendering.layouts.conflict import bound_blocks, conflict_blocks
from derive.rendering.layouts.derivation_lines import folded
from derive.rendering.layouts.pulls import moves
from derive.rendering.layouts.uncertainty import how_sure
from derive.results.answer import Answer
from derive.results.derivation import Derivation, StepRule
from derive.results.known import Known, Origin
from derive.results.solution import ConstraintCheck, NeglectedTerm

_HOW = {
    "stated": "as the library states it, its dimensions checked",
    "exact": "exactly, at a rational point of the solution",
    "60 digits": "to 60 digits, since its powers are irrational",
    "numeric": "numerically, at the question's own values",
    "": "not verified",
}


def findings(answer: Answer) -> list[DocumentBlock]:
    """The sections on the answer itself, before its derivation, that are not empty."""
    return _sections(
        ("Regime", _regime(answer)),
        ("What binds", bottleneck_blocks(answer)),
        ("How sure", how_sure(answer)),
        ("What is missing" if answer.missing else "What is known", _missing(answer)),
        ("What is in conflict", conflict_blocks(answer)),
        ("What can be reached", bound_blocks(answer)),
        ("Not verified", _unverified(answer)),
        ("Given but not needed", _unused(answer)),
        ("Warnings", _warnings(answer)),
    )


def grounds(answer: Answer, first: int = 1) -> list[DocumentBlock]:
    """The sections after the derivation that are not empty; its lines are numbered from `first`."""
    return _sections(("Checks", _checks(answer, first)), ("What is neglected", _neglected(answer)))


def _sections(*sections: tuple[str, list[DocumentBlock]]) -> list[DocumentBlock]:
    return [block for title, blocks in sections if blocks for block in (Heading(1, title), *blocks)]


def _warnings(answer: Answer) -> list[DocumentBlock]:
    points = tuple(named(line, answer) for line in answer.warnings)
    return [Items(points)] if points else []


def _regime(answer: Answer) -> list[DocumentBlock]:
    """The regime, unless it stands beside a value."""
    if not answer.regime or any(outcome.regime == answer.regime for outcome in answer.outcomes):
        return []
    return [Paragraph((Text("The regime that holds: "), *named(answer.regime, answer), Text(".")))]


def _unverified(answer: Answer) -> list[DocumentBlock]:
    """Looked-up values not verified against their source."""
    found: list[Words] = [
        (Code(known.var.name), Text(f" ({known.entry})" if known.entry else ""))
        for known in answer.known
        if not known.verified
    ]
    return [Paragraph((*listed(found), Text(".")))] if found else []


def _unused(answer: Answer) -> list[DocumentBlock]:
    return [Paragraph((*listed_names(answer.unused), Text(".")))] if answer.unused else []


def _missing(answer: Answer) -> list[DocumentBlock]:
    blocks: list[DocumentBlock] = []
    if answer.missing:
        blocks.append(Paragraph((Text("Any one of these would settle it:"),)))
        blocks.append(Items(tuple(map(listed_names, answer.missing))))
        if answer.missing_cut_off:
            blocks.append(Paragraph((Text("There are more; the list is cut off."),), "note"))
    blocks += [*_namesakes(answer), *_equal_given(answer), *_fixed_namesake(answer)]
    blocks += [_between(answer)] if answer.between else []
    if answer.fixed is not None:
        amount = Amount(answer.fixed.value, answer.fixed.unit)
        reason = (Text("What the givens do fix:"),)
        blocks.append(Equation(answer.fixed.expression, reason=reason, amount=amount))
    return blocks


def _namesakes(answer: Answer) -> list[DocumentBlock]:
    """A note on each given whose name is part of that of a variable in the first missing set, or of
    one that alone would do.
    """
    first = next(iter(answer.missing), ())
    alone = (names[0] for names in answer.missing if len(names) == 1)
    return [
        Paragraph(
            (
                Text("Given is "), Code(known.var.name), Text(f" ({known.var.meaning}); "),
                Code(name), Text(" is another variable."), *_if_as_large(known, name),
            ),
            "note",
        )
        for name in dict.fromkeys((*first, *alone))
        for known in answer.of_origin(Origin.GIVEN)
        if {*known.var.name.split("_")} < {*name.split("_")}
    ]  # fmt: skip


def _if_as_large(known: Known, name: str) -> Words:
    """The given to add where a variable named after a given one is as large: gpus, prefill_gpus."""
    if not name.endswith(f"_{known.var.name}"):
        return ()
    return (Text(" If it is as large, add "), Code(f'-g {name}="{known.text}"'), Text("."))


def _equal_given(answer: Answer) -> list[DocumentBlock]:
    """A note on the given that equals the first missing variable where a ratio is one."""
    found = answer.gap.equal_given
    if found is None:
        return []
    start = (Text("Given is "), Code(found.given.name), Text(f" ({found.given.meaning})."))
    if_equal = (Text(" If "), Code(answer.missing[0][0]), Text(" is as large, add "))
    return [Paragraph((*start, *if_equal, Code(f"-g {found.ratio.name}=1"), Text(".")), "note")]


def _fixed_namesake(answer: Answer) -> list[DocumentBlock]:
    """A note on a variable named after the target that the givens fix."""
    found = answer.gap.namesake
    if found is None:
        return []
    told = Text(f" ({found.var.meaning}) to "), Amount(found.value, found.var.unit), Text(".")
    return [Paragraph((Text("The givens do fix "), Code(found.var.name), *told), "note")]


def _checks(answer: Answer, first: int) -> list[DocumentBlock]:
    points: list[Words] = []
    if answer.derivation.steps:
        points.append(verification(answer.derivation, first))
    points += [_constraint(check) for check in answer.constraints]
    if answer.not_judged:
        start = Text("Not judged, since not every variable in it is known: ")
        points.append((start, *listed_names(answer.not_judged), Text(".")))
    if answer.compared and not answer.beside:
        points.append(named(sentence(answer.compared), answer))
    return [Items(tuple(points))] if points else []


def _constraint(check: ConstraintCheck) -> Words:
    verdict: Words = (Text("✓ "),) if check.satisfied else (Strong("✗ fails"), Text(": "))
    detail = f" ({check.by})" if check.by else ""
    return (*verdict, Code(check.name), Text(", "), Math(check.inequality), Text(detail))


def verification(derivation: Derivation, first: int = 1) -> Words:
    """The sentence on the verification of each line."""
    lines = sorted(
        (list(_HOW).index(verdict) if verdict in _HOW else 0, number, verdict)
        for number, line in enumerate(folded(derivation), first)
        for verdict in (line.step.verdict,)
    )
    parts: list[Words] = []
    for verdict, group in groupby(lines, key=lambda line: line[2]):
        numbers = [number for _, number, _ in group]
        parts.append((*_lines(numbers), Text(f" {_HOW.get(verdict, verdict)}")))
    if any(line.step.result and line.step.rule != StepRule.EVALUATE for line in folded(derivation)):
        parts.append((Text("their numbers at the question's own values"),))
    start = "Every line is verified" if derivation.verified else "Lines"
    return (Text(f"{start}: "), *listed(parts, last="; ", between="; "), Text("."))


def _lines(numbers: list[int]) -> Words:
    """The numbers in words, neighbours as a range: lines 1, 3 to 6 and 8."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts: list[Words] = []
    for run in runs:
        texts += [_range(run)] if len(run) > 2 else [(_line(number),) for number in run]
    return (Text("line " if len(numbers) == 1 else "lines "), *listed(texts))


def _range(run: list[int]) -> Words:
    return (_line(run[0]), Text(" to "), _line(run[-1]))


def _line(number: int) -> Ref:
    return Ref(str(number), line_place(number))


def _neglected(answer: Answer) -> list[DocumentBlock]:
    if not answer.neglected:
        return []
    rows = tuple(
        ((Code(term.relation),), (Text(term.term),), _size(term, answer), (Text(moves(term)),))
        for term in answer.neglected
    )
    heads = ("Relation", "Left out", "Size beside what is counted", "Moves the answer")
    return [Table(heads, rows, "llll")]


def _size(term: NeglectedTerm, answer: Answer) -> Words:
    """The share of a neglected term, else its ratio in symbols."""
    if term.size is not None:
        return (Text(term.size_text or f"{100 * term.size:.3g} %"),)
    ratios = [
        n.size
        for relation in answer.relations
        if relation.name == term.relation
        for n in relation.neglects
        if n.what == term.term
    ]
    if ratios:
        return (Math(ratios[0]), Text(", not known"))
    return (Emphasis(term.size_text or "not known"),)


def _between(answer: Answer) -> Paragraph:
    """The sentence on the bounds that the givens imply."""
    by = f", by {enumeration(answer.gap.between_by)}" if answer.gap.between_by else ""
    name, symbol = Code(answer.target.name), Math(answer.target)
    start = (Text("What is known already bounds "), name, Text(": "), symbol, Text(" is "))
    spans = [bounds(answer.target, span) for span in answer.between]
    bare = all(span.low == span.high for span in answer.between)
    return Paragraph((*start, *listed(spans, " or " if bare else ", or "), Text(f"{by}.")))
