"""Judge of the statements of passages, under one reading of their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.counted_units import with_plain_counts
from derive.checking.grammar.parser import stated
from derive.checking.grammar.tree import StatementNode
from derive.checking.inference.carried import Carried
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.bracketed_units import without_bracketed_units
from derive.checking.symbols.evidence import Evidence
from derive.checking.symbols.names import Names
from derive.checking.twin import twin
from derive.checking.verdicts.finding import Finding, with_facts
from derive.checking.verdicts.inferred import Inferred
from derive.checking.verdicts.judge_statement import judge
from derive.checking.verdicts.messages import meanings_of
from derive.checking.verdicts.open_names import last_resort
from derive.checking.verdicts.redefined import with_redefined
from derive.checking.verdicts.repeated import with_habits_once
from derive.checking.verdicts.subject import subject_of
from derive.checking.verdicts.values_told import with_values_told
from derive.errors import TextError


def judge_passages(
    passages: Sequence[Passage],
    names: Names,
    macros: Mapping[str, str] | None = None,
    *,
    strict: bool = False,
) -> list[Finding]:
    """The verdicts on all statements of the passages, in order, under one reading of their names;
    if `strict`, what holds under a condition is inconsistent.
    """
    read_so_far: list[tuple[Passage, StatementNode | TextError]] = []
    read: dict[tuple[str, bool, bool], Sequence[StatementNode | TextError]] = {}
    for passage in passages:
        text = passage.text, passage.latex, passage.typst  # these alone decide how it is read
        found = [*map(_anew, read[text])] if text in read else _read(passage, names, macros)
        read[text] = found
        read_so_far.extend((passage, one) for one in found)
    statements = [
        (passage, statement)
        for passage, statement in read_so_far
        if isinstance(statement, StatementNode)
    ]
    settled = Disambiguation(statements, names)
    judged = partial(judge, strict=strict)
    inferred = Inferred(statements, Carried(statements, settled), judged, last_resort)
    on_statements = iter(inferred.findings())
    findings = []
    for passage, statement in read_so_far:
        facts: dict[str, Any] = {}
        if isinstance(statement, StatementNode):
            finding, here = next(on_statements)
            finding = finding if strict else with_values_told(passage, statement, finding, here)
            bindings = finding.bindings or _readings(statement, finding, here)
            facts = {"subject": subject_of(statement), "bindings": bindings}
        else:
            finding, here = judge(passage, statement, settled, strict), settled
        evidence = _evidence(facts.get("bindings", finding.bindings), finding.unknown, here.names)
        findings.append(with_facts(finding, evidence=evidence, **facts))
    return with_habits_once(with_redefined(findings, names))


def _read(
    text: Passage, names: Names, macros: Mapping[str, str] | None
) -> Sequence[StatementNode | TextError]:
    """The statements of a text, or the error of reading it."""
    try:
        formula = without_bracketed_units(text.text, names.own)
        found = stated(formula, names, latex=text.latex, macros=macros, typst=text.typst)
        return [_counted(statement, names) for statement in found]
    except TextError as error:
        return [error]


def _anew(one: StatementNode | TextError) -> StatementNode | TextError:
    """A statement as one of its own, with the sides of that of the same text."""
    return twin(one) if isinstance(one, StatementNode) else one


def _counted(statement: StatementNode | TextError, names: Names) -> StatementNode | TextError:
    if not names.counted or isinstance(statement, TextError):
        return statement
    return with_plain_counts(statement, names.counted)


def _readings(
    statement: StatementNode, finding: Finding, settled: Disambiguation
) -> dict[str, str]:
    """The readings of the known names of an equation with others."""
    names = settled.names
    reading = settled.of(statement)
    known = {word: var for word, var in reading.items() if word not in finding.unknown}
    return meanings_of({word: known[word] for word in known if names.find(word)}, names)


def _evidence(
    bindings: Mapping[str, str], unknown: Sequence[str], names: Names
) -> tuple[Evidence, ...]:
    """The evidence for the reading of the names of a finding, and of those that the text defines
    in words that are not understood.
    """
    seen = [names.evidence_of(word, meaning) for word, meaning in bindings.items()]
    unclear = (names.evidence.get(canonical(word)) for word in unknown if names.is_defined(word))
    return (*seen, *filter(None, unclear))
