"""Units stated in words: “(in GB/s)”, “[s]”, “in dollars per hour”, “number of drafted tokens”."""

from __future__ import annotations

import re

from derive.checking.symbols.computing_phrases import computing_unit, reworded
from derive.checking.symbols.quantity_names import quantity_unit
from derive.checking.symbols.unit_spelling import ARGUMENT, NO_UNITS_BEHIND_IN, PURE, unit_of
from derive.units.text import parse_unit

# Counts are written with their unit or without: the document decides.
_TOKENS = "token or token/sequence or 1"
_COUNTED = {
    "token": _TOKENS, "request": "sequence or 1", "sequence": "sequence", "prompt": "sequence or 1",
    "user": "sequence or 1", "sample": "sequence", "query": "sequence or 1", "gpu": "GPU or 1",
    "chip": "GPU or 1", "accelerator": "GPU or 1", "device": "GPU or 1", "tpu": "GPU or 1",
    "rank": "GPU or 1", "worker": "GPU or 1", "parameter": "param", "param": "param",
    "weight": "param", "byte": "byte", "bit": "bit", "flop": "FLOP", "operation": "FLOP",
    "second": "s", "hour": "hour", "day": "day", "millisecond": "ms", "microsecond": "us",
    "dollar": "USD", "time": PURE, "moles": "mol",
}  # fmt: skip
_TIMES = ("second", "hour", "day", "millisecond", "microsecond")
COUNTED_UNITS = frozenset([*_COUNTED, *(f"{noun}s" for noun in _COUNTED)])
_BELOW = re.compile(r"([^/ ]+(?: [^/ ]+)*)/([^/() ]+?)(?: |·|(?<=[²³\d])(?=K))([^/()]+)")
_MORE = re.compile(r"\s*[\^/·*⁻⁺²³√]|[(]|\s*\$\s*\^")
_BRACKET = re.compile(
    rf"(?<![/·*^]){ARGUMENT}[(\[]\s*(?P<in>(?:measured |given )?in |unit:? ?|units of"
    r" )?(?P<unit>[^()\[\]\n]{1,40}"
    r"|[^()\[\]\n]{1,30}(?:\([^()\n]{1,30}\)[^()\[\]\n]{0,30}){1,3})\s*[)\]]"
)
_BEHIND_IN = re.compile(
    r"(?<!time unit )"
    r"\b(?:in|is|are|(?:has|have|with)\s+(?:the\s+)?units?(?:\s+of)?)\s+(?:the\s+)?(?:units?\s+(?:of\s+)?)?"
    r"(?=[A-Za-z\\µΩ]|\$(?![A-Za-z]\$))"
)
_BEHIND_COMMA = re.compile(r"^(?P<words>[^,]*\w[^,]*),\s*(?P<unit>[^,]{1,40})$")
_MOST_WORDS, _LONGEST = 6, 60
# Units of one letter that may stand in round brackets: the others are rather symbols, “(B)”.
_ALONE = ("m", "s", "g", "h", "J", "W", "V", "A", "K", "N", "F", "H")
_CLAUSE = re.compile(
    r"\s*(?:$|[.,;:()|&$]|(?:and|or|of|for|that|which|to|as|at|we|with|so|when|while|where|being|is"
    r"|are|if|because|since|then|from|here|must|above|below|between|across|through|during|after"
    r"|before|respectively)\b)"
)
_SHARE = re.compile(
    r"(?:[a-z-]+"
    r" ){0,4}(?:fraction|share|probability|percentage|exponent|utili[sz]ation|multiplier"
    r"|dimension|rank|speed-?up|degree)s?"
    r"(?: (?:of|for|with|that|at|to|in|by|from|when)\b.*|\s*\(.*)?"
)
_PARALLEL = re.compile(
    r"degree of (?:\w+[ -]){1,2}parallelism"
    r"|(?:tensor|pipeline|data|expert|sequence|context|model)[- ]parallel(?:ism)?"
    r" (?:size|degree|width|world size|group size)\b.*"
)
_LIKE_OVER_LIKE = re.compile(
    r"(?:[a-z-]+ ){0,3}ratio of (?:.+ to (?:that|those)\b|the (?P<like>[a-z]+) of .+ to the"
    r" (?P=like) of ).*"
)
_LENGTH = re.compile(r"\b(?:length|context|prompt|input|output)\b", re.IGNORECASE)
_RATE = re.compile(
    r"(?:^|\s)(?P<unit>[A-Za-z]+/s(?:ec(?:ond)?)?)(?: per (?:GPU|chip|device|accelerator))?(?: of"
    r" (?:one|an?|each|every|the) [A-Za-z]+)?$"
)
_NUMBER = re.compile(
    r"(?:total |average |mean |expected |maximum |max |minimum )?(?:numbers?|counts?|#) ?of"
    r" (?P<what>.+)"
)
_TIME = re.compile(
    r"(?:(?:[a-z]+ )?amount of )?(?:(?!of\b|ratio\b|to\b|in\b|per\b|for\b|inverse\b)[\w-]+"
    r" ){0,4}(?:times?|latency|latencies|duration)"
    r"(?: (?:to|for|of|it|in|at|on|between|until|spent|taken|required|needed|from|during|when"
    r"|a|an|the|we|both|without)\b.*)?"
)
_GOES_ON = re.compile(
    r" (?:of|per|in|to|for|that|which|along|on|used|at|across|we|with|the|a|when|each|it|from"
    r"|by|over|where|whose|held|processed|required|available|involved)\b| \("
    r"|(?<=s) \w+ed\b(?= (?:to|for|by|in|on|with|at|as|from|per|when|during|across)\b)"
)
_PLURALS = {"nuclei", "teeth", "people", "data", "quanta", "matrices", "vertices", "indices"}
_RATED = re.compile(r"\b(?:per|each|every)\b")
_IN_A_TIME = re.compile(
    r"\b(?:per|each|every|in (?:an?|one|(?:a|one) single)) (?P<time>second|minute|hour|day)\b"
)
_PER = re.compile(
    r"(?P<what>.+?) (?:per|for (?:each|every)) (?P<each>(?!per\b)[\w-]+(?: (?!per\b)[\w-]+){0,2})"
)
# Parts of a whole: a figure of each has the unit of the figure.
_PARTS = frozenset(
    {
        "batch", "block", "epoch", "expert", "head", "hop", "iteration", "layer", "link",
        "microbatch", "minibatch", "node", "pass", "rack", "round", "server", "stage", "step",
    }
)  # fmt: skip
_ENTRIES = (  # of a tensor, perhaps one of weights
    "activation", "elem", "element", "elt", "entry", "gradient", "number", "scalar", "value",
)  # fmt: skip
_IS_BANDWIDTH = re.compile(
    r"(?:[\w-]+ ){0,4}bandwidth(?: (?:of|between|to|in|from|available)\b.*)?"
)


def unit_in(words: str) -> str | None:
    """The unit in brackets or after “in”; None if there is none.

    >>> texts = "link bandwidth [GB/s]", "rental price in dollars per hour", "batch size (B)"
    >>> tuple(map(unit_in, texts))
    ('GB/s', 'USD/hour', None)
    """
    return parted(words)[1]


def parted(words: str) -> tuple[str, str | None]:
    """The name of a thing, and the unit in brackets or after “in”."""
    for match in _BRACKET.finditer(words):
        inside = match["unit"].strip()
        surely = match["in"] or match[0][0] == "["
        if (
            (surely or len(inside) > 1 or inside in _ALONE)
            and (unit := _either(inside))
            and (surely or unit == PURE or " or " in unit or parse_unit(unit).dimension)
        ):
            noun = words[: match.start()].strip()
            return noun, _of_a_length(noun, alternatives(unit, inside))
    for match in _BEHIND_IN.finditer(words):
        rest = words[match.end() :]
        if unit := unit_at(rest):
            noun = words[: match.start()].strip(" ,")
            return noun, _of_a_length(noun, alternatives(unit, rest))
    apart = _BEHIND_COMMA.match(words) if "," in words else None
    if apart and (unit := unit_of(apart["unit"])) and unit != PURE:
        return apart["words"], alternatives(unit, apart["unit"])
    return words, None


def _of_a_length(noun: str, unit: str) -> str:
    """The unit of a length in tokens, which is one of each sequence; any other unit as it is."""
    return f"{unit} or token/sequence" if unit == "token" and _LENGTH.search(noun) else unit


def _either(words: str) -> str | None:
    """The unit, or several joined by “or”."""
    units = [unit_of(part) for part in words.split(" or ")]
    return " or ".join(filter(None, units)) if all(units) else None


def alternatives(unit: str, words: str) -> str:
    """A unit with what else may be meant: “requests/s” are 1/s in queueing, a rate of one GPU is
    one without the count, and “W/m K” has K below the line first.
    """
    if " or " not in unit and (below := _BELOW.fullmatch(unit)):
        return f"{below[1]}/({below[2]} {below[3]}) or {unit}"
    if re.search(r"\b(?:request|req|quer|user|prompt|[qr]ps)", words):
        return f"{unit} or {re.sub(r'sequence', '1', unit)}"
    return f"{unit} or {unit.removesuffix('/GPU')}" if unit.endswith("/GPU") else unit


def unit_at(words: str) -> str | None:
    """The longest unit that the words begin with; None if the words go on, or go on like a unit."""
    end = length_at(words)
    return unit_of(words[:end]) if end else None


def length_at(words: str) -> int | None:
    """The length of the longest unit that the words begin with, as `unit_at` reads it."""
    for end in reversed(_ends(words)):
        if not _CLAUSE.match(words, end) or words[:end] in NO_UNITS_BEHIND_IN:
            continue
        if unit_of(words[:end]):
            return None if _MORE.match(words, end) else end
    return None


def _ends(words: str) -> list[int]:
    """The ends that a unit may have: before a blank or a mark outside brackets."""
    found: list[int] = []
    depth = 0
    for position, sign in enumerate(f"{words[:_LONGEST]} "):
        if not depth and position and (sign.isspace() or sign in ".,;:)]|&"):
            found.append(position)
        depth += (sign == "(") - (sign == ")")
        if depth < 0 or len(found) == _MOST_WORDS:
            break
    return found


def unit_named(phrase: str) -> str | None:
    """The usual unit of a named thing: a time, a share, a number of things; alternatives are joined
    by “or”.
    """
    words = reworded(" ".join(phrase.lower().split()))
    if number := _NUMBER.fullmatch(words):
        return _of_number(number["what"])
    if (unit := unit_of(phrase)) and unit != PURE:
        return alternatives(unit, phrase) if parse_unit(unit).dimension else None
    if unit or _LIKE_OVER_LIKE.fullmatch(words):
        return PURE
    if (rate := _RATE.search(" ".join(phrase.split()))) and (unit := unit_of(rate["unit"])):
        return f"{unit} or {unit}/GPU"
    if _PARALLEL.fullmatch(words):
        return "GPU or 1"
    if unit := computing_unit(words):
        return unit
    if _RATED.search(words):
        whole = None if " per " in words or " for " in words else quantity_unit(phrase)
        return _of_each(_PER.fullmatch(words)) or unit_of(words) or whole
    if _TIME.fullmatch(words):
        return "s"
    if _SHARE.fullmatch(words):
        return PURE
    if unit := quantity_unit(phrase):
        return unit
    return "byte/s or byte/s/GPU" if _IS_BANDWIDTH.fullmatch(words) else None


def _of_each(rate: re.Match[str] | None) -> str | None:
    """The unit of a quantity per thing counted, per quantity or per part of a whole; the things
    counted are written with their unit or without. None where either is unknown.
    """
    unit = unit_named(rate["what"]) if rate else None
    if rate is None or unit is None or " or " in unit or unit == PURE:
        return None
    each = rate["each"].removeprefix("unit ")
    noun = each.split()[-1]
    if noun not in _TIMES and (counted := _COUNTED.get(noun)):
        return f"{unit} or {unit}/{counted.partition(' or ')[0]}"
    if noun in _ENTRIES and unit == "byte":
        return "byte or byte/param"
    if noun in _PARTS:
        return unit
    below = unit_of(each) or quantity_unit(each)
    return f"{unit}/({below})" if below and below != PURE and " or " not in below else None


def _of_number(things: str) -> str | None:
    """The unit of a number of things, perhaps per something."""
    timed = _IN_A_TIME.search(things)
    if timed and (length_at(things) or 0) <= timed.start():
        unit = None if _RATED.search(things, timed.end()) else _of_number(things[: timed.start()])
        return unit and " or ".join(f"{each}/{timed['time']}" for each in unit.split(" or "))
    if _RATED.search(things) and (unit := unit_at(things)):
        return unit
    noun = _GOES_ON.split(things, maxsplit=1)[0].rstrip(" ,;")
    *before, last = noun.split()
    return (
        (PURE if before[:1] == ["independent"] else _COUNTED.get(last))
        or _COUNTED.get(last.removesuffix("s"))
        or (PURE if last.endswith("s") or last in _PLURALS else None)
    )
