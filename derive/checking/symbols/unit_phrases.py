"""Units stated in words: “(in GB/s)”, “[s]”, “in dollars per hour”, “number of drafted tokens”."""

from __future__ import annotations

import re
from contextlib import suppress

from derive.checking.symbols.quantity_names import quantity_unit
from derive.errors import TextError
from derive.units.registry import resolve
from derive.units.text import COUNTED, parse_unit

PURE = "1"
# Counts are written with their unit or without: the document decides.
_TOKENS = "token or token/sequence or 1"
_COUNTED = {
    "token": _TOKENS, "request": "sequence or 1", "sequence": "sequence", "prompt": "sequence or 1",
    "user": "sequence or 1", "sample": "sequence", "query": "sequence or 1", "gpu": "GPU or 1",
    "chip": "GPU or 1", "accelerator": "GPU or 1", "device": "GPU or 1", "tpu": "GPU or 1",
    "rank": "GPU or 1", "worker": "GPU or 1", "parameter": "param", "param": "param",
    "weight": "param", "byte": "byte", "bit": "bit", "flop": "FLOP", "operation": "FLOP",
    "second": "s", "hour": "hour", "day": "day", "millisecond": "ms", "microsecond": "us",
    "dollar": "USD", "time": PURE,
}  # fmt: skip
COUNTED_UNITS = frozenset([*_COUNTED, *(f"{noun}s" for noun in _COUNTED)])
_REPLACED = (
    (re.compile(r"\bper\b"), "/"),
    (re.compile(r"\b(GPU|TPU|chip|accelerator|device)[ -](hours?|seconds?|days?)\b"), r"GPU*\2"),
    (re.compile(r"\\?\$|\b(?:US )?dollars?\b|\bUSD\b"), "USD"),
    (
        re.compile(r"\b(?:requests?|reqs?|prompts?|quer(?:y|ies)|users?|sequences?|samples?)\b"),
        "sequence",
    ),
    (re.compile(r"\b(?:parameters?|params?|weights?)\b"), "param"),
    (re.compile(r"\b(?:million tokens|M tokens|1M tokens|Mtok(?:ens?)?)\b"), "Mtoken"),
    (re.compile(r"\b(?:floating[- ]point )?operations?\b|\bops?\b"), "FLOP"),
    (re.compile(r"\b([kMGTP]?)b(?:ps|it/s(?:ec)?)\b"), r"\1bit/s"),
    (re.compile(r"\b([kMGTP]?)Bps\b"), r"\1B/s"),
    (re.compile(r"\b[qr]ps\b"), "sequence/s"),
    (re.compile(r"\bBytes\b"), "bytes"),
    (re.compile(r"\bsecs?\b"), "s"),
)
_NO_UNIT = re.compile(
    r"(?:a )?(?:dimensionless|unitless|pure number|no units?|scalar|percent|%)|(?:both |all"
    r" )?dimensionless",
    re.IGNORECASE,
)
_POWER = r"(?:\^?\(?-?\d{1,2}(?:/\d)?\)?|[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
_ATOM = rf"[A-Za-zµμΩ°%]+{_POWER}"
_UNIT = re.compile(
    rf"\(?{_ATOM}(?:(?:\s*[/·*]\s*|\s)\(?\s*{_ATOM}(?:(?:\s*[·*]\s*|\s){_ATOM})*\s*\)?{_POWER}){{0,6}}\)?"
)
_RAISED = re.compile(r"([⁺⁻]?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_MORE = re.compile(r"\s*[\^/·*⁻⁺²³]|[(]|\s*\$\s*\^")
_SIDE_BY_SIDE = re.compile(r"[\w)]\s+[A-Za-z(]")
_NO_UNIT_LETTERS = ("a", "I")
_BRACKET = re.compile(
    r"(?<![/·*^])[(\[]\s*(?P<in>(?:measured |given )?in |unit:? ?|units of"
    r" )?(?P<unit>[^()\[\]\n]{1,40}|[^()\[\]\n]{1,30}\([^()\n]{1,30}\)[^()\[\]\n]{0,6})\s*[)\]]"
)
_BEHIND_IN = re.compile(
    r"\b(?:in|is|are|(?:has|have|with)\s+(?:the\s+)?units?(?:\s+of)?)\s+(?:the\s+)?(?:units?\s+(?:of\s+)?)?"
    r"(?=[A-Za-z\\µΩ]|\$(?![A-Za-z]\$))"
)
_BEHIND_COMMA = re.compile(r"^(?P<words>[^,]*\w[^,]*),\s*(?P<unit>[^,]{1,40})$")
_MOST_WORDS, _LONGEST = 6, 60
# Units of one letter that may stand in round brackets: the others are rather symbols, “(B)”.
_ALONE = ("m", "s", "g", "h", "J", "W", "V", "A", "K", "N", "F", "H")
_CLAUSE = re.compile(
    r"\s*(?:$|[.,;:()|&]|and\b|or\b|of\b|for\b|that\b|which\b|to\b|as\b|at\b|we\b|with\b|so\b)"
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
_LIKE_OVER_LIKE = re.compile(r"(?:[a-z-]+ ){0,3}ratio of .+ to (?:that|those)\b.*")
_RATE = re.compile(
    r"(?:^|\s)(?P<unit>[A-Za-z]+/s(?:ec)?)(?: per (?:GPU|chip|device|accelerator))?(?: of"
    r" (?:one|an?|each|every|the) [A-Za-z]+)?$"
)
_NUMBER = re.compile(
    r"(?:total |average |mean |expected |maximum |max |minimum )?(?:number|count|#) ?of"
    r" (?P<what>.+)"
)
_TIME = re.compile(
    r"(?:(?!of\b|ratio\b|to\b|in\b|per\b|inverse\b)[\w-]+"
    r" ){0,4}(?:times?|latency|latencies|duration)"
    r"(?: (?:to|for|of|it|in|at|on|between|until|spent|taken|required|needed|from|during|when"
    r"|a|an|the|we|both|without)\b.*)?"
)
_GOES_ON = re.compile(
    r" (?:of|per|in|to|for|that|which|along|on|used|at|across|we|with|the|a|when|each|it|from"
    r"|by|held|processed|required)\b| \("
)
_RATED = re.compile(r"\b(?:per|each|every)\b")
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
            and (unit := unit_of(inside))
            and (surely or unit == PURE or parse_unit(unit).dimension)
        ):
            return words[: match.start()].strip(), _loosely(unit, inside)
    for match in _BEHIND_IN.finditer(words):
        rest = words[match.end() :]
        if unit := unit_at(rest):
            return words[: match.start()].strip(" ,"), _loosely(unit, rest)
    if (apart := _BEHIND_COMMA.match(words)) and (unit := unit_of(apart["unit"])) and unit != PURE:
        return apart["words"], _loosely(unit, apart["unit"])
    return words, None


def _loosely(unit: str, words: str) -> str:
    """A unit of requests or of one GPU, which may be meant without the count: “requests/s” are 1/s
    in queueing.
    """
    if re.search(r"\b(?:request|req|quer|user|prompt|[qr]ps)", words):
        return f"{unit} or {re.sub(r'sequence', '1', unit)}"
    return f"{unit} or {unit.removesuffix('/GPU')}" if unit.endswith("/GPU") else unit


def unit_at(words: str) -> str | None:
    """The longest unit that the words begin with; None if the words go on, or go on like a unit."""
    for end in reversed(_ends(words)):
        if not _CLAUSE.match(words, end) or words[:end] in _NO_UNIT_LETTERS:
            continue
        if unit := unit_of(words[:end]):
            return None if _MORE.match(words, end) else unit
    return None


def _ends(words: str) -> list[int]:
    """Where a unit may end: before a blank or a mark outside brackets."""
    found: list[int] = []
    depth = 0
    for position, sign in enumerate(f"{words[:_LONGEST]} "):
        if not depth and position and (sign.isspace() or sign in ".,;:)]|&"):
            found.append(position)
        depth += (sign == "(") - (sign == ")")
        if depth < 0 or len(found) == _MOST_WORDS:
            break
    return found


def unit_of(words: str) -> str | None:
    """The unit that the words consist of, in this project's spelling; None if they do not.

    >>> unit_of("mm ms⁻¹"), unit_of("J/(kg K)"), unit_of("kg m/s^2"), unit_of("link speed")
    ('mm ms^-1', 'J/(kg K)', 'kg m/s^2', None)
    """
    text = words.strip(" .,;$") if words.strip().endswith("$") else words.strip(" .,;")
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1].strip()
    if _NO_UNIT.fullmatch(text) or text == PURE:
        return PURE
    for pattern, written in _REPLACED:
        text = pattern.sub(written, text)
    text = re.sub(r"\s*/\s*", "/", text)
    if _UNIT.fullmatch(text) and text not in _NO_UNIT_LETTERS and not _has_a_noun(text):
        text = _RAISED.sub(
            lambda power: f"^{'-' * (power[1] == '⁻')}{power[2].translate(_DIGITS)}", text
        )
        with suppress(TextError):
            return _singular(parse_unit(text).text)
    return None


def _has_a_noun(text: str) -> bool:
    """Whether words side by side are a noun with a unit rather than a product: “accelerator
    FLOP/s”.
    """
    if not _SIDE_BY_SIDE.search(text):
        return False
    units = (resolve(word) for word in re.findall(r"[A-Za-zµμΩ]+", text))
    return any(unit and not COUNTED.isdisjoint(dict(unit.dimension.exponents)) for unit in units)


def _singular(unit: str) -> str:
    """A unit without a plural s, as “FLOPs” is also a name."""
    return re.sub(
        r"[A-Za-z]{3,}s\b",
        lambda match: match[0][:-1] if resolve(match[0][:-1]) else match[0],
        unit,
    )


def unit_named(phrase: str) -> str | None:
    """The usual unit of a named thing: a time, a share, a number of things; alternatives are joined
    by “or”.
    """
    words = " ".join(phrase.lower().split())
    if number := _NUMBER.fullmatch(words):
        return _of_number(number["what"])
    if (unit := unit_of(phrase)) and unit != PURE:
        return _loosely(unit, phrase) if parse_unit(unit).dimension else None
    if unit or _LIKE_OVER_LIKE.fullmatch(words):
        return PURE
    if (rate := _RATE.search(" ".join(phrase.split()))) and (unit := unit_of(rate["unit"])):
        return f"{unit} or {unit}/GPU"
    if _PARALLEL.fullmatch(words):
        return "GPU or 1"
    if _RATED.search(words):
        return None
    if _TIME.fullmatch(words):
        return "s"
    if _SHARE.fullmatch(words):
        return PURE
    if unit := quantity_unit(phrase):
        return unit
    return "byte/s or byte/s/GPU" if _IS_BANDWIDTH.fullmatch(words) else None


def _of_number(things: str) -> str | None:
    """The unit of a number of things, perhaps per something."""
    if _RATED.search(things) and (unit := unit_at(things)):
        return unit
    noun = _GOES_ON.split(things, maxsplit=1)[0].rstrip(" ,;")
    last = noun.split()[-1]
    return (
        _COUNTED.get(last)
        or _COUNTED.get(last.removesuffix("s"))
        or (PURE if last.endswith("s") else None)
    )
