"""What a text says its symbols mean: “where $B$ is the batch size”, “let P be the number of
servers”, lists and tables of notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from derive.checking.spelling.canonical import is_a_letter
from derive.checking.symbols.common_names import COUNTED, LOOSELY, USUAL
from derive.checking.symbols.names import spelt
from derive.checking.symbols.unit_phrases import (
    COUNTED_UNITS,
    PURE,
    parted,
    unit_in,
    unit_named,
    unit_of,
)
from derive.checking.symbols.variable_phrases import variable_named
from derive.equations.vocabulary import Vocabulary
from derive.units.text import parse_unit


@dataclass(frozen=True, slots=True)
class SymbolDefinitions:
    """Symbols a text defines: `bound` to variables of the vocabulary, and `undefined` to words that
    name no variable.
    """

    bound: Mapping[str, str] = field(default_factory=dict)
    undefined: Mapping[str, str] = field(default_factory=dict)


DEFINED, SAID, LED, COUNT = range(4)  # from the surest to the least sure
_UNITS = ("byte", "FLOP", "s")

_SCRIPT = (
    r"(?:_(?:\{[^{}$\n]{1,30}(?:\{[^{}$\n]{1,30}\})?\}|\\?[A-Za-z0-9]+(?:\{[^{}$\n]{1,30}\})?))?'*"
)
_SCRIPT += r"(?:\^(?:[A-Z*]|\{[A-Za-z*]{1,10}\}|\\\w{1,10}(?:\{\w{1,10}\})?))?"
_LONE = (
    rf"(?:\\[A-Za-z]+\{{[^{{}}$\n]{{1,30}}\}}|\\[A-Za-z]+|[A-Za-zα-ωΑ-Ω][A-Za-z]{{0,14}}){_SCRIPT}"
)
_GREEK = "alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|rho|sigma|tau|phi|psi|omega|pi"
_BARE = rf"(?:{_GREEK})|[A-Za-zα-ωΑ-Ω][A-Za-z]{{0,14}}_[A-Za-z0-9_]{{1,20}}|[B-HJ-Zb-zα-ωΑ-Ω]"
_SYMBOL = re.compile(
    rf"\$\$?\s?(?P<dollars>{_LONE})\s?(?:(?:=|\\in)[^$\n]{{1,40}})?\$\$?|\\\(\s?(?P<round>{_LONE})\s?\\\)|`(?P<code>[A-Za-z]\w{{0,20}})`"
    rf"|(?<![\w$\\`'’{{}}./^=+×·*-])(?P<marks>\*\*|__|\*|_)?(?P<bare>{_BARE})(?:(?P=marks))?(?![\w$\\`'’{{}}^]|\.\w)"
)
_DETERMINED = r"(?P<determiner>(?:the|an?|our|its|your)\s+|(?=(?:total )?number of ))?"
_WORDS = r"[A-Za-z#](?:[A-Za-z0-9#'’ -]|\n(?!\s*\n|\s*[-*+•\d\\|#])|/(?=[A-Za-z])){2,120}"
_UNIT_AFTER = r"(?:\s?\([^()\n]{2,60}\)|\s?\[[^\[\]\n$]{1,30}\]|,?\s+in\s+\\?\$/[A-Za-z]+)?"
_PHRASE = rf"(?P<phrase>{_WORDS}{_UNIT_AFTER})(?![\w(\[])"
_SAYS = re.compile(
    rf"\s*(?:(?P<strong>denotes?|represents?|stands\s+for|refers\s+to|be)\s+|(?P<copula>is|are|means)\s+|(?P<mark>:=|[=:(—–\]]|--?(?=[\s-]))-?\s*){_DETERMINED}{_PHRASE}"
)
# “Let $p$ be the number of stages and $m$ the number of microbatches”; “we write $E$ for the
# energy”.
_GAPPED = re.compile(
    rf"\s+(?:for\s+|as\s+)?(?P<determiner>(?:the|an?|our|its|your)\s+|(?=number of )){_PHRASE}"
)
_OPENED = re.compile(
    r"\b(?:let|denot\w+|where|with|write|use|call|given|suppose|assume|consider|if|for|by|is|are|be)\b[^.;:]*$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"(?:,|\b(?:and|with|where|by|call|denotes?|write|let|use))\s*$", re.IGNORECASE
)
_UNIT_BEHIND = re.compile(r"\s+(?P<unit>\((?:in\s+)?[^()\n$]{2,30}\)|\[[^\[\]\n$]{1,30}\])")
_CELL = re.compile(
    r"\s*(?:\||&)\s*(?P<phrase>[A-Za-z#][^|&\n$]{2,160}?)\s*"
    r"(?:\||&\s*(?P<tex>[^|&\n]{1,40}?)\s*\\\\|&|\\\\)(?:[ \t]*(?P<next>[^|&\n]{1,40}?)[ \t]*\|)?"
)
_CELL_BEFORE = re.compile(
    r"(?:^|\n|\\\\|\\hline|\\midrule|\\toprule)\s*\|?\s*(?P<phrase>[A-Za-z#][^|&\n$\\]{2,80}?)\s*[|&]\s*$"
)
_ITEM = re.compile(r"(?:^|\n)[\s>]*(?:(?:[-*+•]|\d+[.)]|\\item)\s*\[?|[#%]|//)?\s*(?:where\s+)?$")
_ROW = re.compile(r"(?:^|\n|\\\\|\\hline|\\midrule|\\toprule)\s*\|?\s*$")
_LED = re.compile(r"(?P<phrase>(?:[A-Za-z#][\w'’/-]*\s+){1,6}?)(?:of\s+)?\(?$")
_LEADS = {
    "the", "a", "an", "our", "its", "with", "and", "of", "for", "at", "where", "given", "total",
    "when", "as", "by", "in", "to", "is", "let", "fixed", "large", "model",
}  # fmt: skip
_STOPS = re.compile(r"\s*(?:[,.;)|\n]|$)")
_HAS = re.compile(r"\b(?:with|has|have|having|contains?|uses?|across|over|on|comprises)\s+$")
_OF_MANY = re.compile(
    r"\b(?:with|has|have|having|contains?|uses?|across|over|on|comprises|of|for|takes?|holds?|reused|generates?|processes|all|after)\s+$"
)
_GOES_ON = re.compile(r"\s*[/*+×·^_(-]")
_COUNTS = re.compile(r"\s+(?P<noun>[A-Za-z](?:[A-Za-z/ -]|\n(?!\s*\n)){2,60})")
_NO_NOUN = re.compile(
    r"(?:large|small|fixed|constant|same|equal|high|low|big|about|roughly|exactly|always|never|true|false|not|very|much|now|then|just|only|also)\b"
)
_CUT = re.compile(
    r"[\s,]*\band\b(?:\s*$|\s+(?:\S+\s+)?(?:is|are|denotes?)\b.*)|\s+(?:where|with|so|and)\s*$",
    re.DOTALL,
)
_MANY = re.compile(
    r"\s*(?:are|denote|represent|be|stand\s+for)\s+(?P<rest>[^.;$]{3,300}?)(?=[.;$]|\n\s*\n|\s\w+\s*\$|$)"
)
_JOINED = re.compile(r"\s*(?:,\s*(?:and\s+)?|and\s+|/)\s*")
_PARTED = re.compile(r",\s*(?:and\s+)?|\s+and\s+")
_PLURAL = re.compile(r"\b(time|batch size|length|dimension|width|size|bandwidth)s\b")
_FENCED = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_NAMELIKE = re.compile(r"[A-Z][a-z]+[A-Za-z]*|[A-Z]{2,}[a-z][A-Za-z]*")
_OURS = {"B": "batch_size", "N": "active_params", "D": "training_tokens"}
_MOST_TOGETHER = 9
_LIES_BEFORE, _LIES_AFTER, _NEAR = 300, 200, 90


def definitions(prose: str, vocabulary: Vocabulary) -> SymbolDefinitions:
    """What a text says its symbols mean.

    A symbol that it defines once, in words that name one variable or a unit, is bound to that; one
    that it defines as something else, or as two things, is foreign: what the library calls by this
    symbol is not what the author means.
    """
    said: dict[str, dict[int, set[str]]] = {}
    undefined: dict[str, str] = {}
    for symbol, words, rank in _statements(_FENCED.sub("", prose)):
        phrase = words.strip() if rank == LED else _CUT.sub("", words).strip()
        if rank == COUNT and symbol in _OURS and _agrees(_OURS[symbol], phrase, vocabulary):
            continue  # “for each of $B$ sequences”: the library's own letter
        meaning = phrase if rank == COUNT else meaning_of(phrase, vocabulary, whole=rank == LED)
        if meaning and (rank != LED or meaning not in _UNITS) and not _NAMELIKE.fullmatch(symbol):
            said.setdefault(symbol, {}).setdefault(SAID if rank == LED else rank, set()).add(
                meaning
            )
        elif rank == DEFINED and not _NO_NOUN.match(phrase):
            undefined.setdefault(symbol, " ".join(phrase.split()))
    bound: dict[str, str] = {}
    for symbol, by_rank in said.items():
        surest = by_rank[min(by_rank)]
        if len(surest) > 1:
            undefined.setdefault(
                symbol, " or ".join(sorted(meaning.partition(" or ")[0] for meaning in surest))
            )
        elif symbol not in undefined:
            bound[symbol] = next(iter(surest))
    letters = {
        symbol: phrase for symbol, phrase in undefined.items() if is_a_letter(symbol)
    }  # longer names say themselves what they mean
    return SymbolDefinitions(bound, letters)


def _statements(prose: str) -> Iterator[tuple[str, str, int]]:
    """Each symbol with the words said of it, and how sure it is that they define it."""
    chain: list[str] = []
    end = -1
    for match in _SYMBOL.finditer(prose):
        symbol = spelt(match["dollars"] or match["round"] or match["code"] or match["bare"])
        chain = (
            [*chain[-_MOST_TOGETHER:], symbol]
            if end >= 0 and _JOINED.fullmatch(prose, end, match.start())
            else [symbol]
        )
        end = match.end()
        before = prose[max(0, match.start() - _LIES_BEFORE) : match.start()]
        after = prose[end : end + _LIES_AFTER]
        if len(chain) > 1 and (many := _MANY.match(after)):
            yield from _of_many(chain, many["rest"])
        else:
            yield from _of_one(symbol, match["bare"] is None, before, after, valued="=" in match[0])


def _of_many(symbols: Sequence[str], words: str) -> Iterator[tuple[str, str, int]]:
    """“$L$, $H$ and $T$ are the number of layers, the number of heads and the sequence length
    (respectively)”: each its own, or all the same.
    """
    parts = [
        re.sub(r"^(?:the|an?|our)\s+|,?\s*respectively$", "", part.strip())
        for part in _PARTED.split(words.removesuffix("respectively").strip(" ,"))
    ]
    if len(parts) == len(symbols):
        yield from ((symbol, part, DEFINED) for symbol, part in zip(symbols, parts, strict=True))
    elif len(parts) == 1 and unit_in(parts[0]):
        yield from ((symbol, parts[0], DEFINED) for symbol in symbols)
    elif len(parts) == 1 and _PLURAL.search(parts[0]):
        yield from ((symbol, _PLURAL.sub(r"\1", parts[0]), DEFINED) for symbol in symbols)


def _of_one(
    symbol: str, marked: bool, before: str, after: str, *, valued: bool
) -> Iterator[tuple[str, str, int]]:
    """What is said right behind a symbol and right before it."""
    near = before[-_NEAR:]
    listed = bool(_ITEM.search(near))
    if (cell := _CELL.match(after)) and _ROW.search(near):
        unit = cell["tex"] or cell["next"] or ""
        yield symbol, f"{cell['phrase']} [{unit}]" if unit_of(unit) else cell["phrase"], DEFINED
    elif (said := _SAYS.match(after)) and (
        listed
        or marked
        or (not said["mark"] and len(symbol) > 1)
        or symbol.isupper()
        or _lets(before)
    ):
        stops = _STOPS.match(after, said.end())
        if (
            said["mark"] not in ("=", ":=", "]")
            or stops
            or (said["mark"] == "]" and before.rstrip().endswith("["))
        ):
            sure = (
                said["strong"]
                or (said["copula"] and said["determiner"])
                or (listed and (said["mark"] or "=") not in "=:=(")
            )
            more = _listed_unit(after[said.end() :]) if listed else ""
            yield (
                symbol,
                f"{said['phrase']}{more}",
                DEFINED if sure or (listed and said["mark"] == ":") else SAID,
            )
    elif (
        not valued
        and _is_gapped(before, marked or symbol.isupper())
        and (gapped := _GAPPED.match(after))
    ):
        yield symbol, gapped["phrase"], DEFINED
    elif (
        (marked or not symbol.isascii())
        and (unit := _UNIT_BEHIND.match(after))
        and unit_in(unit["unit"])
    ):
        yield symbol, unit["unit"], SAID
    if marked and (cell := _CELL_BEFORE.search(near)) and re.match(r"\s*(?:[|&]|\\\\)", after):
        yield symbol, cell["phrase"], SAID
    if marked and (counted := _COUNTS.match(after)):
        yield from ((symbol, unit, COUNT) for unit in _counted(counted["noun"], near))
    if (
        (marked or before.endswith("("))
        and not _GOES_ON.match(after)
        and (led := _LED.search(near))
    ):
        yield from ((symbol, phrase, LED) for phrase in _led(led["phrase"]))


def _is_gapped(before: str, marked: bool) -> bool:
    """Whether a symbol stands where a sentence that defines others goes on without its verb."""
    return (
        _BETWEEN.search(before[-12:]) is not None
        and _OPENED.search(before) is not None
        and (marked or _lets(before))
    )


def _lets(before: str) -> bool:
    """Whether a symbol stands in a sentence that says “let”, “where” or the like."""
    return re.search(r"\b(?:[Ll]et|[Ww]here|[Dd]enote)\b[^.;]*$", before) is not None


def _listed_unit(rest: str) -> str:
    """The unit that stands further on in the line of a list, before anything else is named in
    it.
    """
    unit = unit_in(re.split(r"[$`\n;]|\.\s|\band\b", rest, maxsplit=1)[0])
    return f" [{unit.partition(' or ')[0]}]" if unit else ""


def _counted(noun: str, before: str) -> Iterator[str]:
    """The unit of what a symbol counts that stands before it: “a model with $L$ layers”, “a prompt
    of $n$ tokens”.
    """
    lower = " ".join(noun.lower().split())
    if _HAS.search(before) and any(
        re.match(rf"{counted}\b(?![-\s]*(?:per|of each)\b)", lower) for counted in COUNTED
    ):
        yield PURE
    elif rated := re.match(r"(\w+)(?: of [\w -]{1,40}?)?(?: per |/)(\w+)", lower):
        unit = unit_of(f"{rated[1]}/{rated[2]}")
        yield from [unit] if unit else []
    elif _OF_MANY.search(before) and lower.split()[0] in COUNTED_UNITS:
        unit = unit_named(f"number of {lower.split()[0]}")
        yield from [unit] if unit else []


@lru_cache(maxsize=4)
def _by_meaning(vocabulary: Vocabulary) -> Mapping[str, str]:
    """The variables by what the vocabulary says they mean, where that is said of one alone."""
    found: dict[str, list[str]] = {}
    for var in vocabulary:
        found.setdefault(var.meaning, []).append(var.name)
    return {meaning: names[0] for meaning, names in found.items() if len(names) == 1}


def _led(words: str) -> Iterator[str]:
    """What a symbol is called right before it (“batch size $B$”): the words after the last little
    one; of things counted only “number of”.
    """
    parts = words.lower().split()
    if parts[-1].endswith("s") and not {"number", "#"} & set(parts):
        return
    for count in range(len(parts), 0, -1):
        if count == len(parts) or parts[-count - 1] in _LEADS:
            yield " ".join(parts[-count:])


def meaning_of(phrase: str, vocabulary: Vocabulary, *, whole: bool = False) -> str | None:
    """What a phrase means: the variable that it names, where the unit that it states agrees; else
    that unit, else that of the thing it names.
    """
    if exact := _by_meaning(vocabulary).get(phrase.strip(" .;,")):
        return exact
    words, stated = (phrase, None) if whole else parted(phrase)
    name = variable_named(phrase, vocabulary, whole=whole) or variable_named(
        re.sub(r"\s*[(\[][^()\[\]]*[)\]]?\s*$", "", words), vocabulary, whole=whole
    )
    if stated and not (name and _agrees(name, stated, vocabulary)):
        return stated
    if name:
        return LOOSELY.get(name, name)
    return (
        None
        if whole
        else unit_named(_without_article(re.sub(r"\s*[(\[].*", "", words, flags=re.DOTALL)))
    )


def _without_article(words: str) -> str:
    return re.sub(r"^(?:the|an?|our|its|your)\s+", "", " ".join(words.split()))


def _agrees(name: str, unit: str, vocabulary: Vocabulary) -> bool:
    """Whether a variable by one of its readings has the dimension that is stated."""
    wanted = [parse_unit(text).dimension for text in unit.split(" or ")]
    named = [
        part
        for reading in USUAL.get(name, (name,))
        for part in ((reading,) if isinstance(reading, str) else reading)
    ]
    return any(
        (vocabulary.find(each).unit if each in vocabulary else parse_unit(each)).dimension in wanted
        for each in named
    )


def merged(*bindings: Mapping[str, str]) -> dict[str, str]:
    """Bindings laid over each other, by the one spelling of each name; the later ones go before the
    earlier.
    """
    return {spelt(name): meaning for table in bindings for name, meaning in table.items()}
