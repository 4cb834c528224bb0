"""Symbols that a text defines: “where $B$ is the batch size”, lists and tables of notation."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from derive.checking.extraction.tex import blanked
from derive.checking.spelling.canonical import is_a_letter
from derive.checking.symbols.definition_phrases import Certainty, phrases_of_symbols
from derive.checking.symbols.evidence import NOT_UNDERSTOOD, Evidence, Strength
from derive.checking.symbols.indexed_letters import indexed_letters
from derive.checking.symbols.phrase_meanings import agrees, meaning_of, unit_in_common
from derive.checking.symbols.places import as_written, line_at, sentence_at
from derive.checking.symbols.shapes import shape_letters
from derive.checking.symbols.stated_values import stated_values
from derive.checking.symbols.unit_phrases import unit_named
from derive.checking.symbols.unit_spelling import is_no_unit
from derive.equations.vocabulary import Vocabulary
from derive.errors import TextError
from derive.library.content import wording
from derive.units.text import parse_unit


@dataclass(frozen=True, slots=True)
class SymbolDefinitions:
    """Symbols defined by a text: `bound` to variables or units, or `undefined`, with the phrase for
    them; and the evidence for each. `values` are units of symbols that only a value states;
    `besides` is what the text says of symbols elsewhere, less surely or otherwise.
    """

    bound: Mapping[str, str] = field(default_factory=dict)
    undefined: Mapping[str, str] = field(default_factory=dict)
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    values: Mapping[str, Evidence] = field(default_factory=dict)
    besides: Mapping[str, Sequence[Evidence]] = field(default_factory=dict)

    def in_conflict(self, undefined: Iterable[str]) -> dict[str, Sequence[Evidence]]:
        """The definitions of symbols that several of them leave undefined."""
        several = {symbol: self.besides.get(symbol, ()) for symbol in undefined}
        return {symbol: seen for symbol, seen in several.items() if len(seen) > 1}

    def with_others(self, others: Mapping[str, Evidence]) -> SymbolDefinitions:
        """The definitions, with other symbols bound by their evidence."""
        bound = {**self.bound, **{symbol: seen.meaning for symbol, seen in others.items()}}
        return replace(self, bound=bound, evidence={**self.evidence, **others})


_LINE_END, _LONGEST, _UNITS = "\n", 60, ("byte", "FLOP", "s")
_LETTER = re.compile(r"[^\W_]")
_UNIT_WORD = re.compile(r"[kKMGTPEZ]FLOPS|(?:MX|NV)?(?:FP|BF|TF|INT|fp|bf|tf|int)\d{1,2}")
_CUT = re.compile(
    r"[\s,]*\band\b(?:\s*$|\s+(?:\S+\s+)?(?:is|are|denotes?)\b.*)|\s+(?:where|with|so|and)\s*$"
    r"|\s+[ie]\s*$",  # of “i.e.”, at whose dot the phrase ends
    re.DOTALL,
)
_NO_NOUN = re.compile(
    r"(?:large|small|fixed|constant|same|equal|high|low|big|about|roughly|exactly|always|never|true|false|not|very|much|now|then|just|only|also)\b"
    r"|[A-Za-z]\w{0,3}(?:\s*[×·]\s*[A-Za-z]\w{0,3})+$"  # a cell of a table of sizes: B×T
)
_COMPARES = re.compile(r"same (?:at|for|in|on|as|when|everywhere)\b|dimensions? of\b")
_FENCED = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)", re.MULTILINE | re.DOTALL)
_ONE_THING = re.compile(r"(?:the |an? )?(?:sequence|seq|token|sample)", re.IGNORECASE)
_NAMELIKE = re.compile(r"[A-Z][a-z]+[A-Za-z]*|[A-Z]{2,}[a-z][A-Za-z]*")


def definitions(
    prose: str,
    vocabulary: Vocabulary,
    used: Collection[str] = (),
    formulas: Sequence[str] = (),
) -> SymbolDefinitions:
    """The symbols that a text defines; a bare word is one if its formulas have `used` it.

    A symbol defined once, by a phrase for one variable or unit, is bound to it. One defined
    otherwise, or twice, is undefined: it is not the library's symbol.
    """
    found: dict[str, dict[Certainty, dict[str, Evidence]]] = {}
    undefined, seen_only = dict[str, Evidence](), dict[str, Evidence]()
    prose = _without_fences(prose)
    for symbol, words, rank, position in phrases_of_symbols(prose, used):
        if _LETTER.search(symbol) is None or _UNIT_WORD.fullmatch(symbol):
            continue  # a sign, unit or format: 2 channels $\times$ 2400 MT/s, 312 TFLOPS = 2 × 156
        phrase = words.strip() if rank == Certainty.LED else _CUT.sub("", words).strip()
        phrase = phrase if "(" in phrase else phrase.removesuffix(")")
        if rank == Certainty.SEEN:
            if not _is_ours(symbol, phrase, vocabulary):
                seen_only.setdefault(symbol, _unclear(symbol, prose, position, phrase))
            continue
        counted = rank == Certainty.COUNT
        if not counted and _ONE_THING.fullmatch(phrase):
            undefined.setdefault(symbol, _unclear(symbol, prose, position, phrase))
            continue  # its length, or their number
        if counted and _is_the_letter_of(symbol, phrase, vocabulary):
            continue  # “for each of $B$ sequences”: the library's own letter
        led = rank == Certainty.LED
        meaning = phrase if counted else meaning_of(phrase, vocabulary, whole=led)
        if meaning and (_is_part(phrase, prose, position) or is_no_unit(meaning, symbol, used)):
            continue
        named = _NAMELIKE.fullmatch(symbol) and symbol not in used
        if meaning and not (led and meaning in _UNITS) and not named:
            seen = _seen(symbol, meaning, Strength.DEFINITION, prose, position, phrase)
            ranked = found.setdefault(symbol, {})
            ranked.setdefault(Certainty.STATED if led else rank, {}).setdefault(meaning, seen)
        elif rank == Certainty.DEFINED and not _NO_NOUN.match(phrase):
            undefined.setdefault(symbol, _unclear(symbol, prose, position, phrase))
    settled = _with_shapes(_settled(found, undefined, vocabulary), prose, vocabulary)
    settled = settled.with_others(dict(indexed_letters(settled.evidence, formulas)))
    more = {symbol: seen for symbol, seen in seen_only.items() if symbol not in settled.evidence}
    unclear = {symbol: seen.words for symbol, seen in more.items()}
    return replace(
        settled,
        undefined={**settled.undefined, **unclear},
        evidence={**settled.evidence, **more},
        values=_valued(prose, {*settled.evidence, *more}),
    )


def _is_part(phrase: str, prose: str, position: int) -> bool:
    """Whether a phrase compares with another thing, or is with its unit a part of a formula: the
    size (bits) / bandwidth (bits/s) of a time.
    """
    begin = prose.find(phrase, position) if phrase.endswith(")") else -1
    behind = prose[begin + len(phrase) :].lstrip(" ") if begin >= 0 else ""
    return bool(_COMPARES.match(phrase)) or behind[:1] in ("/", "*", "×", "·", "+", "÷")


def _without_fences(prose: str) -> str:
    fenced = "```" in prose or "~~~" in prose
    return blanked(prose, (m.span() for m in _FENCED.finditer(prose))) if fenced else prose


def _with_shapes(
    defined: SymbolDefinitions, prose: str, vocabulary: Vocabulary
) -> SymbolDefinitions:
    """The definitions and what the shapes of tensors say of other letters, by convention."""
    shapes = {
        letter: _seen(letter, meaning, Strength.LIBRARY, prose, position, shape)
        for letter, meaning, position, shape in shape_letters(prose, defined.evidence, vocabulary)
    }
    return defined.with_others(shapes)


def _valued(prose: str, known: Container[str]) -> dict[str, Evidence]:
    """The units of symbols that only values state, if the values agree."""
    found: dict[str, dict[str, Evidence]] = {}
    for symbol, unit, position in stated_values(prose):
        said = prose[position : prose.find(_LINE_END, position) + 1 or len(prose)][:_LONGEST]
        seen = _seen(symbol, unit, Strength.UNIT, prose, position, said)
        found.setdefault(symbol, {}).setdefault(unit, seen)
    return {
        symbol: next(iter(units.values()))
        for symbol, units in found.items()
        if symbol not in known and _LETTER.search(symbol) and _alike(units)
    }


def _seen(
    symbol: str, meaning: str, strength: Strength, prose: str, position: int, words: str
) -> Evidence:
    """Evidence at a position of the prose, with its line and sentence."""
    place, sentence = f"line {line_at(prose, position)}", sentence_at(prose, position)
    said = as_written(words, prose, position)
    return Evidence(symbol, meaning, strength, place, said, sentence)


def _unclear(symbol: str, prose: str, position: int, words: str) -> Evidence:
    """Evidence that a symbol means something which is not understood."""
    return _seen(symbol, NOT_UNDERSTOOD, Strength.DEFINITION, prose, position, words)


def _is_ours(symbol: str, noun: str, vocabulary: Vocabulary) -> bool:
    """Whether a noun counts what the library's letter does: “the $B$ sequences”."""
    unit = unit_named(f"number of {noun}")
    return bool(unit and _is_the_letter_of(symbol, unit, vocabulary))


def _is_the_letter_of(symbol: str, unit: str, vocabulary: Vocabulary) -> bool:
    """Whether a letter is the library's for one variable always, and that has this unit."""
    meant = wording().letters.get(symbol)
    return meant is not None and agrees(meant, unit, vocabulary)


def _settled(
    found: Mapping[str, Mapping[Certainty, Mapping[str, Evidence]]],
    undefined: dict[str, Evidence],
    vocabulary: Vocabulary,
) -> SymbolDefinitions:
    """The definitions from the most certain meanings of each symbol; several leave it undefined."""
    bound: dict[str, Evidence] = {}
    for symbol, by_rank in found.items():
        surest = _without_its_unit(by_rank[min(by_rank)], vocabulary)
        first = next(iter(surest.values()))
        shared = unit_in_common(surest, vocabulary) if len(surest) > 1 else ""
        if len(surest) > 1 and not shared and not _alike(surest):
            several = " or ".join(sorted(meaning.partition(" or ")[0] for meaning in surest))
            undefined.setdefault(symbol, replace(first, meaning=NOT_UNDERSTOOD, words=several))
        elif symbol not in undefined or _of_one_row(first, undefined[symbol]):
            bound[symbol] = replace(first, meaning=shared) if shared else first
    # Longer names are descriptive.
    open_ones = ((symbol, seen) for symbol, seen in undefined.items() if symbol not in bound)
    letters = {symbol: seen for symbol, seen in open_ones if is_a_letter(symbol)}
    return SymbolDefinitions(
        {symbol: seen.meaning for symbol, seen in bound.items()},
        {symbol: seen.words for symbol, seen in letters.items()},
        letters | bound,
        besides={symbol: _besides(ranked, bound.get(symbol)) for symbol, ranked in found.items()},
    )


def _of_one_row(understood: Evidence, unclear: Evidence) -> bool:
    """Whether two phrases are cells of one row of a table, which says a thing in several words."""
    return understood.place == unclear.place and " | " in understood.sentence


def _besides(
    by_rank: Mapping[Certainty, Mapping[str, Evidence]], taken: Evidence | None
) -> tuple[Evidence, ...]:
    """The evidence for other meanings of a symbol than the one that is taken."""
    said = (seen for meanings in by_rank.values() for seen in meanings.values())
    return tuple(seen for seen in said if taken is None or seen.meaning != taken.meaning)


def _without_its_unit(
    meanings: Mapping[str, Evidence], vocabulary: Vocabulary
) -> Mapping[str, Evidence]:
    """Meanings without units that agree with the one variable among them: “the number of
    parameters” says less of it and nothing else.
    """
    named = [meaning for meaning in meanings if meaning in vocabulary.named]
    if len(named) != 1 or len(meanings) == 1:
        return meanings
    rest = (meaning for meaning in meanings if meaning != named[0])
    try:
        agreeing = all(agrees(named[0], meaning, vocabulary) for meaning in rest)
    except TextError:  # a variable or a unit
        return meanings
    return {named[0]: meanings[named[0]]} if agreeing else meanings


def _alike(meanings: Iterable[str]) -> bool:
    """Whether meanings are one unit in several spellings or prefixes: mm/ms and m/s."""
    dimensions = set()
    for meaning in meanings:
        try:
            dimensions.add(parse_unit(meaning).dimension)
        except TextError:
            return False
    return len(dimensions) == 1
