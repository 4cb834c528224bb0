"""Findings for two figures side by side: `4096 = 128 tokens/expert` computes nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeGuard

from derive.checking.extraction.passage import Passage
from derive.checking.extraction.topics import ERRORS
from derive.checking.figures.agreement import FigureAgreement, agreement
from derive.checking.figures.worked_number import WorkedNumber, figure_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    CallNode,
    NameNode,
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.checking.tokens.counting_nouns import Pairing
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import FindingVerdict, Outcome
from derive.checking.verdicts.messages import excerpt
from derive.units.multipliers import COUNTED, MULTIPLIERS

_SIZES = {100.0, *MULTIPLIERS.values()}  # of %, which is below the line, and of 500K
_LABEL = re.compile(r"[^\W\d_]{2}:\s*$")
_WORD = re.compile(r"[^\W\d_]{2}\s+$")  # each handling 8K/sec = 80K/sec
_FAR = 1e4
_LED = "A number of things stands before what is computed of them."
_WIDTHS = re.compile(r"(\d+)(?:[ -]?bits?)?\s*[x×*]\s*\1(?:[ -]?bits?)?\s*=\s*(\d+)[ -]?bits?\b")
_WIDER = "The bits of a product are those of both factors."
_TAKEN = "What things take stands beside their number."
_DENIED = "The text says that it does not hold."
_SOUGHT = "The text asks whether it holds."
_NOT_SO = re.compile(r"\b(?:not|never|isn['’]t|instead of)\s+[`$*_(]{0,3}\s*$")
_RATHER = re.compile(
    r"[`$*_)\"”\s]{0,4}(?:instead of|rather than|(?:which )?(?:is|are) (?:an? )?"
    r"(?:wrong|false|incorrect|untrue|not true))\b"
)
_CALLED_WRONG = re.compile(
    r"\b(?:wrong(?:ly)?|incorrect(?:ly)?|mistake(?:nly)?|erroneous(?:ly)?)\b"
    r"[^.!?;=]{0,40}(?:\b(?:e\.g\.|i\.e\.),?\s*[`$*_(]{0,3})?$",
    re.IGNORECASE,
)
_CALLED_AN_ERROR = re.compile(  # ← ERROR! Should be 12
    r"[`$*_)\s]{0,4}(?:[←✗✘❌#–—]|<-{1,2}|//|--)[\W_]{0,4}"
    r"(?:error|wrong|mistake|incorrect|false|should be)\b",
    re.IGNORECASE,
)
_BUCKET = re.compile(r"(?<![\w.,])(\d+)[-–](\d+)\s?[=≈]")  # 0-999 = 12
_LETTER_OF_A_ROW = re.compile(r"=\s*[-−]?\d[\d.,]*\s+(?:pi|π)=")  # n= 40  pi=0.4
_FROM_TO = re.compile(r"\\sim\s*(?:\{\})?\s*\d")  # 30 kHz \sim 3 MHz
_RATES = {"requests/s"}  # as 4K QPS are read
_SAID = "A figure stands beside another, or a share: nothing is computed."


def without_computation(passage: Passage, statement: StatementNode, found: Finding) -> Finding:
    """The finding; not judged where it is inconsistent and the text denies it, or each side is one
    figure, a range of figures or a name, unless all figures are in units of one dimension and no
    letter may multiply them.
    """
    if found.verdict != FindingVerdict.INCONSISTENT or not passage.file:
        return found
    named = any(isinstance(node, NameNode) for node in statement.nodes)
    denied = not named and _CALLED_WRONG.search(passage.before)
    if passage.topic == ERRORS and not named:
        return _unstated(passage, statement, _SOUGHT)
    denied = denied or _CALLED_AN_ERROR.match(passage.after)
    if denied or _NOT_SO.search(passage.before) or _RATHER.match(passage.after):
        return _unstated(passage, statement, _DENIED)
    if not passage.latex and _LETTER_OF_A_ROW.search(passage.text, statement.begin):
        return _unstated(passage, statement, _SAID)
    sides = [side for side in statement.sides if not isinstance(side, NameNode)]
    if _is_led_by_a_count(sides):
        return _unstated(passage, statement, _LED)
    if len(sides) == 2 and _adds_widths(passage.text[statement.begin :]):
        return _unstated(passage, statement, _WIDER)
    if _takes_for_counts(sides, named=bool(statement.aside)):
        return _unstated(passage, statement, _TAKEN)
    if _is_of_something_else(passage, statement, sides):
        return _unstated(passage, statement, _SAID)
    figures = [figure_of(side) for side in sides]
    share = any(figure is not None and figure.percent for figure in figures)
    single = (_is_one_figure(side, rates=share) or _is_range(side) for side in sides)
    if len(sides) < 2 or not all(single):
        return found
    dimensions = {figure.dimension for figure in figures if figure is not None}
    shares = any(figure is None or figure.percent for figure in figures)
    apart = shares or _counts_a_range(passage, statement, figures)
    apart = apart or bool(_FROM_TO.search(passage.text) and _rises(figures[-2:]))
    if len(dimensions) == 1 and not apart and not any(map(_may_multiply, sides)):
        return found
    return _unstated(passage, statement, _SAID)


def _unstated(passage: Passage, statement: StatementNode, said: str) -> Finding:
    message = f"{excerpt(passage.text, None)}\n{said}"
    return placed(passage, Outcome.UNSTATED, message, statement.begin or None, brief=said)


def _counts_a_range(
    passage: Passage, statement: StatementNode, figures: Sequence[WorkedNumber | None]
) -> bool:
    """Whether a range of whole numbers without blanks stands before how many are in it, and not
    before the numbers' difference: 0-999 = 12, 1000-1999 = 30.
    """
    bucket = _BUCKET.match(passage.text, statement.begin)
    if bucket is None or len(figures) != 2 or figures[1] is None:
        return False
    low, high = int(bucket[1]), int(bucket[2])
    return low < high and figures[1].value not in (high - low, low - high)


def _is_led_by_a_count(sides: Sequence[Node]) -> bool:
    """Whether a number of things stands before a computation of what they take: 3 tokens =
    5 × 2 ms = 10 ms.
    """
    if len(sides) <= 2 or not _is_one_figure(sides[0]):
        return False
    first, last = figure_of(sides[0]), figure_of(sides[-1])
    if first is None or last is None or not first.dimension:
        return False
    counted = all(name in COUNTED for name, _ in first.dimension.exponents)
    return counted and first.dimension != last.dimension and bool(last.dimension)


def _adds_widths(text: str) -> bool:
    """Whether a text says how many bits a product of two numbers has: 64 x 64 = 128 bit."""
    said = _WIDTHS.search(text)
    return said is not None and 2 * int(said[1]) == int(said[2])


def _takes_for_counts(sides: Sequence[Node], *, named: bool) -> bool:
    """Whether a number of things that is computed, and right, stands before what they take, or
    before their parts: 80/10 = 8 stages per GPU = 44 GB, 90 × 2 = 180 rows = 1.5 GB, where things
    are `named` beside figures.
    """
    if len(sides) != 3 or not all(map(_is_one_figure, sides[1:])):
        return False
    bare, count, taken = map(figure_of, sides)
    if bare is None or count is None or taken is None or bare.dimension:
        return False
    counted = all(name in COUNTED for name, _ in count.dimension.exponents)
    alike = (count.dimension / taken.dimension).exponents
    parts = bool(taken.unit) and taken.unit.rstrip("s") != count.unit.rstrip("s")
    parts = parts and not alike and not taken.value % (count.value or 1)  # 4 chips = 8 devices
    other = parts or any(name not in COUNTED for name, _ in alike)
    right = agreement(bare.value, count, "=") == FigureAgreement.EQUAL
    return counted and other and right and bool(count.dimension or named)


def _is_of_something_else(
    passage: Passage, statement: StatementNode, sides: Sequence[Node]
) -> bool:
    """Whether two figures that words say more about are of two things, or no conversion of each
    other, not even a wrong one: 10 requests/day = 1B requests/day, of each user and of all.
    """
    figures = [figure for side in sides if (figure := figure_of(side)) is not None]
    rates = all(dict(figure.dimension.exponents) == {"time": -1} for figure in figures)
    label = _WORD if rates else _LABEL
    labelled = label.search(passage.before) is not None
    if len(figures) != 2 or not all(figure.plain for figure in figures):
        return False
    if not statement.aside and not labelled:
        return False
    alike = (Pairing.SAME, Pairing.OF_RESULT) if rates else (Pairing.SAME,)  # 1M/day = 12 QPS
    nouns = bool(statement.aside) and statement.paired not in alike
    low, high = sorted(abs(figure.value) for figure in figures)
    return nouns or (rates and labelled) or high >= _FAR * low


def _is_one_figure(side: Node, *, rates: bool = False) -> bool:
    """Whether a side is one number, perhaps in % or thousands, with its unit, if any, and no name
    or function; with `rates` also requests a second.
    """
    ones = {id(node.factors[0][1]) for node in nodes(side) if _is_a_frequency(node)}
    every = [node for node in nodes(side) if isinstance(node, NumberNode)]
    numbers = [node.value for node in every if id(node) not in ones]
    if len(numbers) == 3 and is_multiplier(1, every[1]) and _is_per_unit(side):
        return True  # 1M/sec
    one = len(numbers) == 1 or (len(numbers) == 2 and float(numbers[1]) in _SIZES)
    called = any(isinstance(node, CallNode) for node in nodes(side))
    names = {node.word for node in nodes(side) if isinstance(node, NameNode)}
    return one and not called and (not names or (rates and names <= _RATES))


def _is_per_unit(side: Node) -> bool:
    """Whether a side ends in the bar before a unit, where the 1 above it stands nowhere: 1M/sec."""
    if not isinstance(side, ProductNode) or len(side.factors) != 3:
        return False
    sign, last = side.factors[-1]
    parts = last.factors if isinstance(last, ProductNode) else ()
    return sign < 0 and len(parts) == 2 and isinstance(parts[1][1], UnitNode)


def _is_a_frequency(node: Node) -> TypeGuard[ProductNode]:
    """Whether a node is one per a unit, 1/s, as requests a second are without what is counted."""
    if not isinstance(node, ProductNode) or len(node.factors) != 2:
        return False
    (above, one), (below, unit) = node.factors
    per = (above, below) == (1, -1) and isinstance(unit, UnitNode)
    return per and isinstance(one, NumberNode) and one.value == 1


def _is_range(side: Node) -> bool:
    """Whether a side is one figure less a larger one, which is rather a range: 2-4."""
    terms = side.terms if isinstance(side, SumNode) else ()
    figures = [figure_of(part) for _, part in terms if _is_one_figure(part)]
    return len(terms) == len(figures) == 2 and terms[1][0] < 0 and _rises(figures)


def _rises(figures: Sequence[WorkedNumber | None]) -> bool:
    low, high = figures
    return low is not None and high is not None and low.value < high.value


def _may_multiply(side: Node) -> bool:
    units = [node.word for node in nodes(side) if isinstance(node, UnitNode)]
    return len(units) == 1 and units[0] in MULTIPLIERS
