"""Evidence too weak for an accusation: an equation whose dimensions differ is an error only where
its author binds every name in it, or writes its unit.
"""

from __future__ import annotations

import re
from itertools import chain

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.grammar.tree import NameNode, NumberNode, SumNode, UnitNode
from derive.checking.spelling.canonical import canonical, without_index
from derive.checking.symbols.counted import COUNTED_BASES, bare_dimension
from derive.checking.symbols.evidence import GUESS_MARK, Strength
from derive.checking.symbols.names import Names
from derive.checking.verdicts.another_meaning import another_meaning
from derive.checking.verdicts.means_otherwise import is_described
from derive.checking.verdicts.said_at_hand import not_said_at_hand
from derive.checking.verdicts.unsaid_dimensions import unsaid_dimensions
from derive.checking.verdicts.values_without_units import holds_values
from derive.display import enumeration
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.var import Var
from derive.units.dimension import PURE, Dimension
from derive.units.registry import resolve

_BITS = Dimension({"information": 1})
_TOKENS = Dimension({"token": 1})
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]+")
_CLAUSES = re.compile(r"\w[,;:]? +[-–—] |\w[,;] |[~∼≈]")
_SOME_BITS = re.compile(r"\bbits\b(?! per\b|/)")
_CAPITALS = re.compile(r"[A-Z]{3,}")
_PAIRED = {"token", "sequence"}
_TIME = Dimension({"time": 1})
_FLOPS = re.compile(r"[kKMGTPE]?(?:FLOPs|OPs)")
_EACH = re.compile(r"(?i:hourly|daily|weekly|monthly|yearly|annual)(?:_|[A-Z])")


def weak_evidence(found: Interpretation, names: Names) -> str:
    """The reason that an equation of a document whose dimensions do not agree is no error; "" if
    its author's own words say that it is one.
    """
    if not found.passage.file:
        return ""
    return _of_names(found, names) or _of_dimensions(found, names) or not_said_at_hand(found, names)


def _of_names(found: Interpretation, names: Names) -> str:
    """The reason that the names of an equation prove nothing: who says what they are; "" for
    none.
    """
    if spelt := known_by_name(found, names):
        return f"{_those(spelt, 'is known', 'are known')} by name alone"
    if kept := [word for word in found.reading if names.evidence_of(word, "").is_kept_guess]:
        return f"{_those(kept, 'is', 'are')} bound as it was guessed: remove “{GUESS_MARK}”"
    if not found.reading:
        return "a figure may stand for something whose unit is not written"
    if not {*found.statement.signs} <= {"=", "≈"} and not _are_own(found, names):
        return "what is compared may be counted without its unit"
    if described := _by_description(found, names):
        return f"{_those(described, 'is known', 'are known')} by description, without a unit"
    if carried := [word for word, var in found.reading.items() if _is_carried(word, var, names)]:
        return f"{_those(carried, 'has its', 'have their')} unit from another equation"
    return ""


def _of_dimensions(found: Interpretation, names: Names) -> str:
    """The reason that a difference of dimensions may be left to the reader; "" for none."""
    mismatch = _mismatch(found)
    if unsaid := unsaid_dimensions(found, names, mismatch):
        return unsaid
    if mismatch is not None and "logarithm" in mismatch.why and not _are_own(found, names):
        return "the logarithm may be of the value in its unit"
    if mismatch is not None and {mismatch.found, mismatch.expected} == {_BITS, PURE}:
        return "a number of bits may be a bare number"
    bound = [word for word, var in found.reading.items() if _is_given(word, var, names)]
    pure = mismatch is not None and mismatch.expected == PURE
    if pure and len(bound) < len(found.reading):
        return "what stands in a function or an exponent may be its bare number"
    gap = _gap(found)
    if gap in (_TIME / _BITS, _BITS / _TIME) and (frame := _frame(found)):
        return f"{frame} may stand for the time that it takes"
    if gap is not None and (word := another_meaning(found, names, gap)):
        return f"{word} may mean something else here"
    if holds_values(found, gap):
        return "the figures are put in without their units"
    if gap == _TOKENS / _BITS and mismatch is None and _adds_by_a_number(found):
        return "bytes of several kinds may be counted as tokens by a bare number"
    if gap in (_BITS, _BITS**-1) and (counted := _number_of_bits(found, names)):
        return f"{counted} may be their bare number"
    if gap is not None and gap in (_TIME, _TIME**-1) and (word := _may_be_a_rate(found)):
        return f"{word} may be a rate"
    if mismatch is None and bound and _is_left_to_counts(found):
        return "a bare number may be of what is counted, or bytes under a root of their elements"
    if gap is None or bare_dimension(gap, COUNTED_BASES) != PURE:
        return ""
    words = _without_stated_unit(found, names)
    return f"what {enumeration(words)} counts is not stated with a unit" if words else ""


def _by_description(found: Interpretation, names: Names) -> list[str]:
    """The names that the text defines in words without a unit, or with one in another clause."""
    seen = {word: names.evidence_of(word, str(var.name)) for word, var in found.reading.items()}
    return [
        word
        for word, one in seen.items()
        if (
            is_described(one) and {*_WORD.findall(one.words)}.isdisjoint(_WORD.findall(one.meaning))
        )
        or _CLAUSES.search(one.words)
    ]


def _frame(found: Interpretation) -> str:
    """The name of bytes among three or more added in capitals, SIFS + DATA + ACK; "" for none."""
    for node in found.statement.nodes:
        parts = [part for _, part in node.terms] if isinstance(node, SumNode) else []
        words = [part.word for part in parts if isinstance(part, NameNode)]
        if len(words) == len(parts) > 2 and all(map(_CAPITALS.fullmatch, words)):
            of_bytes = (w for w in words if found.reading[w].unit.dimension == _BITS)
            if frame := next(of_bytes, ""):
                return frame
    return ""


def _adds_by_a_number(found: Interpretation) -> bool:
    """Whether names are added, and a bare number stands by them: zero_bytes + other_bytes * 4."""
    kinds = {*map(type, found.statement.nodes)}
    return {NumberNode, SumNode} <= kinds


def _those(words: list[str], one: str, several: str) -> str:
    return f"{enumeration(words)} {several if len(words) > 1 else one}"


def _is_carried(word: str, var: Var, names: Names) -> bool:
    """Whether a name has its unit from an equation with other names."""
    seen = names.evidence_of(word, str(var.name))
    if seen.strength != Strength.UNIT or seen.words != seen.sentence:
        return False
    _, _, said = seen.words.partition("=")
    words = _WORD.findall(said)
    return any(resolve(each) is None or each in names.own for each in words)


def known_by_name(found: Interpretation, names: Names) -> list[str]:
    """The names that the author neither binds nor defines, or only without their index."""
    return [
        word
        for word, var in found.reading.items()
        if not _is_own(word, var, names) or _is_by_its_letter(word, var, names)
    ]


def _is_by_its_letter(word: str, var: Var, names: Names) -> bool:
    """Whether the text defines the letter of a name but not its index."""
    letter, _, index = canonical(word).partition("_")
    defined = bool(index) and letter in names.own and _is_bound(word, names)
    return defined and names.evidence_of(word, str(var.name)).is_guess


def _is_own(word: str, var: Var, names: Names) -> bool:
    """Whether the author says what a name is, by itself or without a raised index, or the name
    states its unit, queue_wait_ms, or is the library's to the letter, hbm_bandwidth.
    """
    if "_" in word and word == var.name and var in names.vocabulary:
        return True
    symbol = canonical(word)
    _, *parts = symbol.lower().split("_")
    stated = {str(var.unit).lower(), f"{var.unit}s".lower()}.intersection(parts)
    return bool(stated) or _is_bound(word, names)


def _is_bound(word: str, names: Names) -> bool:
    """Whether the author binds or defines a name, by itself or without a raised index."""
    symbol = canonical(word)
    return not names.own.keys().isdisjoint((word, symbol, without_index(symbol)))


def _without_stated_unit(found: Interpretation, names: Names) -> list[str]:
    """The names whose unit is the library's, which the text describes in words, or which have it
    from their own words, streamed_bytes: these do not say of how many.
    """
    seen = {word: names.evidence_of(word, str(var.name)) for word, var in found.reading.items()}
    return [
        word
        for word, one in seen.items()
        if one.strength == Strength.LIBRARY
        or is_described(one)
        or (one.strength == Strength.DEFINITION and one.meaning in names.vocabulary.named)
        or not (_is_bound(word, names) or word in names.vocabulary.named)
    ]


def _number_of_bits(found: Interpretation, names: Names) -> str:
    """The first name that the text calls a number of bits; "" for none."""
    for word, var in found.reading.items():
        if _SOME_BITS.search(names.evidence_of(word, str(var.name)).words):
            return f"the bits of {word}"
    return ""


def _may_be_a_rate(found: Interpretation) -> str:
    """A unit or a name of what may be per time: TFLOPs, daily_volume_gb; "" for none."""
    units = (node.word for node in found.statement.nodes if isinstance(node, UnitNode))
    return next(chain(filter(_FLOPS.fullmatch, units), filter(_EACH.match, found.reading)), "")


def _are_own(found: Interpretation, names: Names) -> bool:
    return all(word in names.own or canonical(word) in names.own for word in found.reading)


def _is_given(word: str, var: Var, names: Names) -> bool:
    """Whether a binding of the author gives a name its meaning."""
    return names.evidence_of(word, str(var.name)).strength == Strength.BINDING


def _is_left_to_counts(found: Interpretation) -> bool:
    """Whether sides differ in things counted and operations, which a bare number may be of, and in
    roots of bytes. Positions may be counted in pairs.
    """
    return all(
        base in _PAIRED
        or (base in COUNTED_BASES | {"computation"} and abs(power) == 1)
        or (base == "information" and power % 1)
        for left, right in found.pairs
        for base, power in (dimension_of(left) / dimension_of(right)).exponents
    )


def _mismatch(found: Interpretation) -> Mismatch | None:
    """The first mismatch within a side; None if each side is sound in itself."""
    for side in (side for pair in found.pairs for side in pair):
        try:
            dimension_of(side)
        except Mismatch as error:
            return error
    return None


def _gap(found: Interpretation) -> Dimension | None:
    """The ratio of the first two sides or terms that disagree; None where that is unknown."""
    for left, right in found.pairs:
        try:
            here, there = dimension_of(left), dimension_of(right)
        except Mismatch as error:
            return error.found / error.expected
        if here != there and 0 not in (left, right):
            return here / there
    return None
