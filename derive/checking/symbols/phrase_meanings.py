"""Meanings of phrases: variables or units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from derive.checking.symbols.computing_phrases import unit_led
from derive.checking.symbols.quantity_names import quantity_unit
from derive.checking.symbols.unit_phrases import parted, unit_named
from derive.checking.symbols.unit_spelling import PURE, unit_of
from derive.checking.symbols.variable_phrases import variable_named
from derive.equations.vocabulary import Vocabulary
from derive.errors import TextError
from derive.library.content import wording
from derive.packs.in_use import packs_in_use
from derive.packs.pack import Pack
from derive.units.dimension import Dimension
from derive.units.registry import until_units_change
from derive.units.text import parse_unit

_OPERATIONS = re.compile(r"[kMGTPEZ]?FLOPS?")
_RATE_NOUN = re.compile(
    r"\b(?:throughput|performance|speed|rate|peak|roofline|capability|computing power|"
    r"processing power)\b",
    re.IGNORECASE,
)

_CLAUSE = re.compile(
    r",?\s+(?:that|which|such\s+as|for|during|throughout|across|while|when|after|before)\s(?!.*\b(?:per|each|every|one|single)\b).*$",
    re.DOTALL,
)
_OF_ONE = re.compile(
    r"^((?:the )?(?:number of )?(?:bytes|bits|FLOPs)) (?:of|for) (?:a|an|each|every) "
)
_WITHIN = re.compile(  # number of bytes in the KV cache per token
    r"^((?:the )?number of (?:bytes|bits|FLOPs)) (?:in|of|for) [\w -]{1,60} per (?=[a-z]+$)"
)
_GROWTH = re.compile(r"\b[OΘΩ] ?\([^()]*\)")  # O(N) is no unit
_OPENING = re.compile(r"[(\[]")
_AT_END = re.compile(r"\s*[(\[][^()\[\]]*[)\]]?\s*$")
_LOOSE = re.compile(
    r"^(?:the\s+)?(?:original|actual|given|corresponding|respective|total|overall|average|mean"
    r"|estimated|effective|achievable|required|theoretical|measured|physical|peak|available|raw)\s+"
)
_CODE_NAME = re.compile(  # `d_ff` (feed-forward dimension), emb_dim (aka model dim)
    r"(?P<tick>`?)(?P<name>[A-Za-z]\w*_(?:\w+|\{\w+\}))(?P=tick)"
    r"(?:\s*\(\s*(?:aka\s+|a\.k\.a\.\s+|i\.e\.,?\s+)?(?P<words>[^()]+)\))?"
)
_COUNT, _LENGTH = re.compile(r"^num_|^n_(?=[a-z]{4})"), re.compile(r"_len$")
_EXAMPLE = re.compile(
    r"\((?:(?:e\.g\.|i\.e\.|typically|usually|about|exactly|[A-Z][a-z]+:),? |~)?\d[\d.,]* ?"
    r"(?P<unit>[A-Za-zµ][\w/^·²³⁻]+(?<![/^·⁻]))(?![\w/^·*²³⁻])"
)


def meaning_of(phrase: str, vocabulary: Vocabulary, *, whole: bool = False) -> str | None:
    """The variable that a phrase names, if its stated unit agrees; else the stated unit, else the
    usual unit of the thing.
    """
    return _meant(phrase, vocabulary, whole, len(vocabulary), packs_in_use())


@until_units_change
@lru_cache(maxsize=4096)  # the documents of a subject define its symbols in the same words
def _meant(
    phrase: str, vocabulary: Vocabulary, whole: bool, _size: int, _of: tuple[Pack, ...]
) -> str | None:
    """The meaning of a phrase with a vocabulary of this size and these packs in use."""
    phrase = _OF_ONE.sub(r"\1 per ", _GROWTH.sub("", phrase).rstrip(" :"))
    phrase = _WITHIN.sub(r"\1 per ", phrase)
    if exact := _by_meaning(vocabulary).get(phrase.strip(" .;,")):
        return exact
    if not whole and (meant := _of_code_name(phrase, vocabulary)):
        return meant
    words, stated = (phrase, None) if whole else parted(phrase)
    stated = _perhaps_a_rate(words, stated) if stated else None
    name = variable_named(phrase, vocabulary, whole=whole)
    if not name and (bare := _without_bracket(words)) != phrase:
        name = variable_named(bare, vocabulary, whole=whole)
    if stated and not (name and agrees(name, stated, vocabulary)):
        return stated
    if name:
        return wording().loosely.get(name, name)
    bracket = _OPENING.search(words)
    thing = words[: bracket.start()].rstrip() if bracket else words
    if whole:
        return quantity_unit(thing, whole=True) or unit_led(thing)
    found = unit_named(_without_article(thing)) or _of_examples(phrase)
    return found or _of_the_noun(phrase, vocabulary)


def _of_code_name(phrase: str, vocabulary: Vocabulary) -> str | None:
    """The variable that a phrase gives by a name of a program, or by the words behind this name;
    None for other phrases.
    """
    found = _CODE_NAME.fullmatch(phrase.strip(" .;,"))
    if not found:
        return None
    name = found["name"].replace("{", "").replace("}", "")
    if name in vocabulary.named:
        return name
    spelt = _COUNT.sub("number of ", _LENGTH.sub("_length", name)).replace("_", " ")
    said = (variable_named(part, vocabulary) for part in ((found["words"] or spelt).split("/")))
    return next(filter(None, said), None)


def _without_bracket(words: str) -> str:
    """The words without the bracket at their end."""
    return _AT_END.sub("", words) if _OPENING.search(words) else words


def _of_the_noun(phrase: str, vocabulary: Vocabulary) -> str | None:
    """The meaning of a phrase without the clause that says which one it is: “original context
    length that the model was trained on”; None where there is none, or where it says of how many.
    """
    noun = _LOOSE.sub("", _CLAUSE.sub("", phrase))
    return meaning_of(noun, vocabulary) if noun != phrase else None


def _of_examples(phrase: str) -> str | None:
    """The unit of the values in a bracket: “precision (2 bytes for FP16)”."""
    found = _EXAMPLE.search(phrase)
    unit = unit_of(found["unit"]) if found else None
    return None if unit in (None, PURE) else f"{unit} or {unit}/param" if unit == "byte" else unit


def _perhaps_a_rate(words: str, unit: str) -> str:
    """The unit of a throughput “in FLOPs”, which stands for FLOP/s; any other as it is."""
    if _OPERATIONS.fullmatch(unit) and _RATE_NOUN.search(words):
        return f"{unit}/s or {unit}/s/GPU or {unit}"
    return unit


@lru_cache(maxsize=4)
def _by_meaning(vocabulary: Vocabulary) -> Mapping[str, str]:
    """The variables by their meaning in the vocabulary, where it is unique."""
    found: dict[str, list[str]] = {}
    for var in vocabulary:
        found.setdefault(var.meaning, []).append(var.name)
    return {meaning: names[0] for meaning, names in found.items() if len(names) == 1}


def _without_article(words: str) -> str:
    return re.sub(r"^(?:the|an?|our|its|your)\s+", "", " ".join(words.split()))


def unit_in_common(meanings: Iterable[str], vocabulary: Vocabulary) -> str:
    """The unit of variables and units that have one dimension, all their alternatives if they have
    one in common; empty if they have none. A pure number is common only to what may be no other.

    >>> from derive.library.content import vocabulary as library
    >>> [unit_in_common(two, library()) for two in (("active_params", "param"), ("mem_bw", "byte"))]
    ['param', '']
    >>> unit_in_common(("context_length or token or 1", "prompt_length or token or 1"), library())
    'token/sequence or token or 1'
    """
    try:
        every = [_units_of(each, vocabulary) for each in meanings]
    except TextError:
        return ""
    shared = set.intersection(*map(set, every))
    surely_pure = any(len(units) == 1 for units in every)
    any_of = {dimension: text for units in every for dimension, text in units.items()}
    return " or ".join(any_of.values()) if any(shared) or (shared and surely_pure) else ""


def _units_of(meaning: str, vocabulary: Vocabulary) -> dict[Dimension, str]:
    """The units of a meaning and of its alternatives, by dimension. Raises TextError for others."""
    parts = (part.strip() for part in meaning.split(" or "))
    units = (vocabulary.find(p).unit if p in vocabulary else parse_unit(p) for p in parts)
    return {unit.dimension: unit.text or PURE for unit in units}


def agrees(name: str, unit: str, vocabulary: Vocabulary) -> bool:
    """Whether a variable has the stated dimension in one of its readings."""
    wanted = [parse_unit(text).dimension for text in unit.split(" or ")]
    named = [
        part
        for reading in wording().names.get(name, (name,))
        for part in ((reading,) if isinstance(reading, str) else reading)
    ]
    return any(
        (vocabulary.find(each).unit if each in vocabulary else parse_unit(each)).dimension in wanted
        for each in named
    )
