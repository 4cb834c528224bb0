"""Values told in the sentence before a formula, put into it: with B = 64 and t = 20 ms the
throughput is B/t = 3200 sequences/s.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.extraction.figure_units import unit_behind
from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.grammar.parser import stated
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    PowerNode,
    StatementNode,
    SumNode,
    nodes,
    rebuilt,
)
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.judge_statement import judge
from derive.checking.verdicts.levels import FindingVerdict, Level, Rule
from derive.checking.verdicts.putting_in import puts_in
from derive.display import enumeration
from derive.errors import TextError

_FORMULA = re.compile(r"\$\s*([^$=,]{1,30}=(?:\\,|[^$=,]|,(?=\d{3}|\})){1,60}?)\s*\$")
_PLAIN = re.compile(
    r"(?<![\w.$=\\^])([A-Za-zα-ωΑ-Ω]\w{0,20}\s?=\s?\d[\d.,]*(?<![.,])(?:e\d+)?[KMBT]?\b)"
)
_SOUND = (FindingVerdict.CONSISTENT, FindingVerdict.CONDITIONAL)
_NEAR, _SAME = 0.01, 0.003  # of a power of a thousand
_APART = (1.0, 8.0, 60.0, 100.0, 3600.0)  # bits of a byte, minutes, percent, seconds of an hour
_SEVERAL = re.compile(r"\s?(?:,|[-–]|or|and|to)\s?\$?\d")  # of B = 64, 128
# Words by which a formula may hold for other values than those told before it.
_OTHERWISE = re.compile(
    r"\b(?:twice|double|doubl\w+|half|halv\w+|instead|from|grow\w*|increas\w+|reduc\w+|than|if|when"
    r"|another|each|every|per|until|without|only)\b"
)


def with_values_told(
    passage: Passage, statement: StatementNode, finding: Finding, settled: Disambiguation
) -> Finding:
    """The finding; where the sentence tells the values of all names that a statement computes with,
    that on its figures if they are wrong, or if they are right and it is doubted or not judged.
    """
    if "=" not in passage.told or finding.level == Level.ERROR or statement.instead:
        return finding
    if not {*statement.signs} <= {"=", "≈"}:
        return finding
    sides = [*zip(statement.sides, ("=", *statement.signs), strict=True)]
    while sides and isinstance(sides[0][0], NameNode):
        del sides[0]
    words = {word for side, _ in sides for word in _words(side)}
    values = _values(passage, settled) if words and len(sides) > 1 else {}
    if not words or not words <= values.keys() or SideKind.SYMBOLIC is kind_of(sides[-1][0]):
        return finding
    figures = replace(
        statement,
        sides=tuple(_with(side, values) for side, _ in sides),
        signs=tuple(sign for _, sign in sides[1:]),
        unknown=(),
    )
    found = judge(passage, figures, settled)
    wrong = found.level == Level.ERROR and found.rule == Rule.FIGURES
    wrong = wrong and not _may_be_of_other_units(figures)
    wrong = wrong and puts_in(passage.told, _places(passage.told), passage.after)
    doubted = finding.verdict == FindingVerdict.NOT_JUDGED or finding.level == Level.WARNING
    right = doubted and found.verdict in _SOUND and found.level in (Level.NONE, Level.NOTE)
    if not (wrong or right):
        return finding
    are = "is as the sentence tells it" if len(words) == 1 else "are as the sentence tells them"
    said = f"{enumeration(sorted(words))} {are}."
    message, brief = f"{found.message.rstrip()}\n{said}", f"{found.brief.rstrip('.')}. {said}"
    return replace(found, message=message, brief=brief)


def _words(side: Node) -> Iterator[str]:
    return (node.word for node in nodes(side) if isinstance(node, NameNode))


def _with(side: Node, values: Mapping[str, Node]) -> Node:
    """A side with the values of its names in their places."""

    def made(node: Node) -> Node | None:
        match node:
            case NameNode(word):
                return values[word]
            case PowerNode(base, exponent):
                return replace(node, base=_with(base, values), exponent=_with(exponent, values))
            case _:
                return None

    return rebuilt(side, made)


def _may_be_of_other_units(figures: StatementNode) -> bool:
    """Whether two neighbouring sides differ by what a bare value may leave to the reader: N = 70 of
    billions, L = 1500 bytes over bits, r = 5 percent.
    """
    worked = [one for one in map(figure_of, figures.sides) if one is not None and one.value]
    for here, there in pairwise(worked):
        ratio = abs(here.value / there.value)
        power = math.log(ratio, 1000.0)
        if round(power) and math.isclose(power, round(power), abs_tol=_NEAR):
            return True
        if any(math.isclose(max(ratio, 1 / ratio), each, rel_tol=_SAME) for each in _APART):
            return True
    return any(isinstance(node, SumNode) and _adds_percents(node) for node in figures.nodes)


def _adds_percents(node: SumNode) -> bool:
    """Whether a sum is of one and a larger number, which may be so many percent: 1 + r."""
    numbers = [one.value for _, term in node.terms if (one := figure_of(term)) is not None]
    return 1.0 in numbers and max(numbers) > 1.0


def _values(passage: Passage, settled: Disambiguation) -> dict[str, Node]:
    """The values of names that the sentence tells before a passage, each told once."""
    found: dict[str, Node] = {}
    if _OTHERWISE.search(passage.told):
        return found
    for text, latex in _told(passage.told):
        try:
            one = stated(text, settled.names, latex=latex)
        except TextError:
            continue
        match one:
            case [StatementNode(sides=(NameNode(word), value), signs=("=",))] if _is_plain(value):
                if word in found:
                    return {}
                found[word] = value
    return found


def _is_plain(value: Node) -> bool:
    figure = figure_of(value)
    return figure is not None and figure.plain


def _told(sentence: str) -> Iterator[tuple[str, bool]]:
    """The texts of values in a sentence, with their units, and whether they are LaTeX."""
    latex = "$" in sentence
    for match in _pattern(sentence).finditer(sentence):
        if not _SEVERAL.match(sentence, match.end()):
            unit = unit_behind(sentence, match.end())
            behind = (f"\\ \\text{{{unit}}}" if latex else f" {unit}") if unit else ""
            yield match[1] + behind, latex


def _places(sentence: str) -> list[tuple[int, int]]:
    """The places of the values that a sentence tells."""
    return [match.span() for match in _pattern(sentence).finditer(sentence)]


def _pattern(sentence: str) -> re.Pattern[str]:
    return _FORMULA if "$" in sentence else _PLAIN
