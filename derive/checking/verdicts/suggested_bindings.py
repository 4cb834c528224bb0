"""Suggested bindings: a file of the unknown names and of the readings chosen, to be completed."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.bindings import names_in
from derive.checking.symbols.evidence import GUESS_MARK, Evidence, Strength
from derive.checking.symbols.names import ANY, Names
from derive.checking.verdicts.finding import Finding
from derive.errors import DataError, TextError, shorten
from derive.units.dimension import Dimension
from derive.units.registry import resolve, surely_unit
from derive.units.text import parse_unit

_LONGEST, _LONGEST_SENTENCE = 60, 200
_LETTERS = 3  # more than these are a word
_ALIKE = 2  # so many unknown names of one shape are offered a line for all
_HEAD = (
    "# What the symbols mean: a variable of the library, a unit, or a quantity. One left empty"
    " binds nothing."
)
_PURE, _OR = "1", " or "
_SEQUENCE = "sequence"
_RATE = re.compile(r"\[?(?:[KMGTPE]?FLOPS|[KMGT]bps|[KMGT]?OPS|\d*GbE)(?:/\w+)?\]?")
_INITIALS = re.compile(r"[A-Za-z](?:\.[A-Za-z])+\.?")  # s.t, i.e.
_CUT_OFF = re.compile(r"_[^\w*]*$")  # a script without a letter
_UNIT_WORDS = {"cycle", "cycles", "byte", "bytes", "token", "tokens", "element", "elements"}
_FUNCTION_WORDS = {
    "a", "all", "an", "and", "are", "as", "at", "be", "by", "default", "each", "every", "for",
    "from", "has", "if", "in", "is", "its", "non", "of", "on", "one", "or", "per", "so", "than",
    "that", "the", "then", "this", "to", "we", "when", "where", "which", "with",
}  # fmt: skip


@dataclass(slots=True)
class _Suggestion:
    """A name to bind: its reading, empty if there is none, and what speaks for it."""

    word: str
    readings: dict[str, None] = field(default_factory=dict)
    units: dict[str, None] = field(default_factory=dict)
    users: int = 0
    evidence: Evidence | None = None
    equation: str = ""

    @property
    def head(self) -> str:
        """The part before the subscript."""
        return self.word.partition("_")[0] if "_" in self.word[1:] else ""


def suggested(findings: Iterable[Finding], names: Names, there: str = "", file: str = "") -> str:
    """A binding file to complete: what is `there` in the file, then every other name.

    A reading that the checker chose is filled in, with the sentence or equation behind it. The most
    used names come first, those of one shape together. Raises DataError for a file of anything
    else.
    """
    bound = names_in(there, file)
    findings = list(findings)
    offered, shapes = _suggestions(findings, bound), _shapes(findings, names)
    lines = [re.sub(r"\r?\n\Z", "", there) if there else _HEAD]
    for group in _grouped(offered):
        lines += _lines(group, names, bound, shapes)
    line_end = "\r\n" if "\r\n" in there else "\n"
    made = line_end.join([*lines, ""]) if offered or not there else there
    if not {spelt(one.word) for one in offered} <= names_in(made, file):
        fix = "Write its bindings a line each, or choose another file."
        raise DataError(file, "", "what is added below it would be no binding", fix)
    return made


def _suggestions(findings: Iterable[Finding], bound: Container[str]) -> list[_Suggestion]:
    """The names that are unknown, guessed or defined in the text, by use; one that the text defines
    in two ways is left to the text.
    """
    found: dict[str, _Suggestion] = {}
    raised: set[str] = set()
    for finding in findings:
        where = f"line {finding.line}: " if finding.line else ""
        said = f"{where}“{shorten(' '.join(finding.text.split()), _LONGEST)}”"
        seen = {each.symbol: each for each in finding.evidence}
        for word in dict.fromkeys((*finding.unknown, *finding.bindings)):
            evidence = seen.get(word) or seen.get(spelt(word))
            asked = word in finding.unknown and names_a_quantity(word)
            asked = asked and not (_is_of_a_phrase(word, finding) or _is_measured(word, finding))
            if spelt(word) in bound or not (asked or (evidence and _is_chosen(evidence))):
                continue
            one = found.setdefault(spelt(word), _Suggestion(spelt(word), equation=said))
            one.users += 1
            one.evidence = one.evidence or evidence
            one.units |= dict.fromkeys(_forced(finding, word))
            if evidence and evidence.is_guess and _is_raised(word, finding.text):
                raised.add(one.word)
            if word not in finding.unknown:
                one.readings[_every_reading(finding.bindings[word], evidence)] = None
    for word in raised:
        found[word].readings.clear()
    settled = [one for one in found.values() if len(one.readings) < 2]
    return sorted(settled, key=lambda one: -one.users)


def _is_of_a_phrase(word: str, finding: Finding) -> bool:
    """Whether a word stands in plain text beside another that is unknown: all-gather, Q tile."""
    if not word.isalpha() or "\\" in finding.text:
        return False
    others = [each for each in finding.unknown if each != word and each.isalpha()]
    told = [each for each in others if max(len(each), len(word)) > _LETTERS]
    sides = (rf"{one}[ -]{two}" for each in told for one, two in ((word, each), (each, word)))
    return any(re.search(rf"(?<!\w){side}(?!\w)", finding.text) for side in sides)


def _is_measured(word: str, finding: Finding) -> bool:
    """Whether a word that is a unit stands right behind a figure or below another unit: 3 cm, the
    cm of \\frac{g}{cm^3}.
    """
    if len(word) < _ALIKE or not word.isalpha() or resolve(word) is None:
        return False
    behind = r"(?:\d(?:\s|~|\\[,;: ])*|\\[dt]?frac\s*\{(?:\\\w+\{)?[A-Za-z]{1,3}\}{1,2}\s*\{)"
    return re.search(rf"{behind}(?:\\\w+\{{)?{word}(?![A-Za-z])", finding.text) is not None


def _is_raised(word: str, text: str) -> bool:
    """Whether a letter stands in an exponent, where it is a number whatever the library calls so:
    the t of β^t.
    """
    return re.search(rf"(?:\^|\*\*)\s*[{{(]?\s*{re.escape(word)}(?![\w])", text) is not None


def _every_reading(chosen: str, evidence: Evidence | None) -> str:
    """The reading chosen, or all that the text leaves open: “time per operation” is s or s/FLOP."""
    if evidence is None or evidence.is_guess or _OR not in evidence.every_meaning:
        return chosen
    return evidence.every_meaning


def _shapes(findings: Iterable[Finding], names: Names) -> dict[str, set[Dimension]]:
    """The dimensions of the names of each shape, as far as the text and the equations say them."""
    found: dict[str, set[Dimension]] = {}
    for finding in findings:
        for word, meaning in (*finding.bindings.items(), *finding.forced.items()):
            head = _Suggestion(spelt(word)).head
            if head and (dimension := _dimension(meaning, names)):
                found.setdefault(head, set()).add(dimension)
    return found


def _dimension(meaning: str, names: Names) -> Dimension | None:
    """The dimension of a variable or unit; None for what is neither."""
    var = names.vocabulary.named.get(meaning)
    if var is not None:
        return var.unit.dimension
    try:
        return parse_unit(meaning).dimension
    except TextError:
        return None


def _forced(finding: Finding, word: str) -> list[str]:
    """The unit that an equation gives a name; bare figures beside it give none, nor does a guessed
    batch size.
    """
    unit = finding.forced.get(word, "")
    if _SEQUENCE in unit and any(seen.is_guess for seen in finding.evidence):
        return []
    return [] if not unit or (unit == _PURE and not finding.bindings) else [unit]


def _is_chosen(evidence: Evidence) -> bool:
    """Whether the text or the library's letter speaks, rather than the author or the name."""
    return evidence.strength != Strength.BINDING and bool(evidence.place or evidence.is_guess)


def names_a_quantity(word: str) -> bool:
    """Whether an unknown word names a quantity: no operator, unit or word of the sentence."""
    bare = re.split(r"_?[(\[]", word)[0] or word.strip("[]()")
    whole = word.count("(") == word.count(")") and word.count("[") == word.count("]")
    if not whole or _RATE.fullmatch(word) or (bare != word and _names_unit(bare)):
        return False
    if _INITIALS.fullmatch(word) or _CUT_OFF.search(word):
        return False
    is_a_unit = _names_unit(word)
    told = len(word) > 1 and word.lower() in _FUNCTION_WORDS
    return re.search(r"[^\W_]", word) is not None and not (is_a_unit or told)


def _names_unit(word: str) -> bool:
    """Whether a word, or every part of a ratio that it is, is a unit of several letters."""
    parts = word.split("/")
    first = parts[0]
    named = first[:1].lower() + first[1:] if len(first) >= _LETTERS else first  # Ohm
    known = len(first) > 1 and any(map(surely_unit, (first, named)))
    return known and all(resolve(p) is not None or p.lower() in _UNIT_WORDS for p in parts[1:])


def _grouped(suggestions: Sequence[_Suggestion]) -> Iterator[list[_Suggestion]]:
    """The suggestions, those of one shape together at the place of the first."""
    groups: dict[str, list[_Suggestion]] = {}
    for one in suggestions:
        groups.setdefault(one.head or f"{one.word} alone", []).append(one)
    yield from groups.values()


def _lines(
    group: Sequence[_Suggestion],
    names: Names,
    bound: Container[str],
    shapes: Mapping[str, set[Dimension]],
) -> Iterator[str]:
    """The lines of names of one shape, the first for all that are left empty, unless those that are
    known differ.
    """
    shape = f"{group[0].head}{ANY}"
    empty = sum(not one.readings for one in group)
    if empty >= _ALIKE and shape not in bound and len(shapes.get(group[0].head, ())) <= 1:
        yield _line(shape, "", f"answers for every {shape} that is left empty")
    for one in group:
        yield _line(one.word, next(iter(one.readings), ""), "; ".join(_remarks(one, names)))


def _line(name: str, meaning: str, remarks: str) -> str:
    return f'{json.dumps(name, ensure_ascii=False)} = "{meaning}"  # {remarks}'


def _remarks(one: _Suggestion, names: Names) -> Iterator[str]:
    """The evidence for a reading, or the meanings that a name may have."""
    seen = one.evidence
    if one.readings:
        guess = f"{GUESS_MARK} as {next(iter(one.readings))}"  # another value is the author's
        yield guess if seen and seen.is_guess else "from the text"
    yield f"{one.users} equation{'s' * (one.users != 1)}"
    if not one.readings:
        offers = names.offers(one.word)
        yield from [f"may be {' or '.join(offers)}"] if offers else []
        units = " or ".join(one.units)
        yield from [f"its equations give it {units}"] if units else []
    if seen and seen.sentence:
        yield f"{seen.place}: “{shorten(seen.sentence, _LONGEST_SENTENCE)}”"
    elif one.readings:
        yield one.equation
