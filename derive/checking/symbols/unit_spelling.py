"""Units as people spell them: “kg m⁻³”, “1/s”, “cubic metres per second”, “$/GPU-hour”."""

from __future__ import annotations

import re
from collections.abc import Container
from contextlib import suppress
from functools import lru_cache

from derive.checking.spelling.joined_units import with_parted_units
from derive.errors import TextError
from derive.units.multipliers import COUNTED
from derive.units.registry import resolve, surely_unit, until_units_change, zero_of
from derive.units.superscripts import lowered
from derive.units.text import parse_unit

# Chain(s) and U(s), a plural and a function, are not in seconds; latency(s) is. E[T] is not in T.
ARGUMENT = r"(?!(?<=[A-Za-z])(?<!ime)(?<!ency)(?<!tion)(?<!elay)(?<!wait)\(s\))(?!(?<=\b\w)\[\w\])"
PURE = "1"
# What is counted in a rate without a unit of its own.
_THINGS = (
    "job", "customer", "packet", "call", "event", "photon", "electron", "particle", "car", "order",
    "item", "image", "frame", "cycle", "revolution", "turn", "pulse", "pixel", "person", "atom",
    "failure", "fault", "crash", "interruption", "interrupt", "message", "transaction",
)  # fmt: skip
_BY_WORD = {"square": "2", "squared": "2", "cubic": "3", "cubed": "3"}


def _by_word(match: re.Match[str]) -> str:
    """A power in words: “square metres”, “metres squared”."""
    first, second = match.groups()
    unit, power = (second, first) if first in _BY_WORD else (first, second)
    return f"{unit}^{_BY_WORD[power]}"


_REPLACED = (
    (re.compile(r"\bper\b"), "/"),
    (re.compile(r"\b(GPU|TPU|chip|accelerator|device)[ -](hours?|seconds?|days?)\b"), r"(GPU*\2)"),
    (re.compile(r"\\?\$|\b(?:US )?dollars?\b|\bUSD\b"), "USD"),
    (
        re.compile(r"\b(?:requests?|reqs?|prompts?|quer(?:y|ies)|users?|sequences?|samples?)\b"),
        "sequence",
    ),
    (re.compile(r"\b(?:parameters?|params?|weights?)\b"), "param"),
    (re.compile(r"\b(?:million tokens|M tokens|1M tokens|Mtok(?:ens?)?)\b"), "Mtoken"),
    (re.compile(r"\b(?:floating[- ]point )?operations?\b|\bops?\b"), "FLOP"),
    (re.compile(r"\b[kmgtp]flops?\b"), lambda match: f"{match[0][0].upper()}FLOP"),
    (re.compile(r"\b([kMGTP]?)b(?:ps|it/s(?:ec)?)\b"), r"\1bit/s"),
    (re.compile(r"\b([kMGTP]?)Bps\b"), r"\1B/s"),
    (re.compile(r"\b[qr]ps\b"), "sequence/s"),
    (re.compile(r"\bBytes\b"), "bytes"),
    (re.compile(r"/\s*(?:rank|worker)s?\b"), "/GPU"),
    (re.compile(r"/\s*(?:elt|elem)s?\b"), "/element"),
    (re.compile(r"\bsecs?\b"), "s"),
    (re.compile(r"(?:°\s?C|℃|\bdegrees? (?:Celsius|celsius|C\b)|\bdegC)(?![A-Za-z])"), " K"),
    (re.compile(r"^°$"), "deg"),
    (re.compile(r"^/\s*(?=\w)"), "1/"),
    (re.compile(rf"\b(?:{'|'.join(_THINGS)})s?\b"), "1"),
    (re.compile(r"\b([mk]?)Ah\b"), r"\1A h"),
    (re.compile(r"\bsr\b|\bsteradians?\b"), "rad"),
    (re.compile(r"\b(square|cubic)\s+([a-z]*(?:met(?:re|er)|foot|feet|inche?)s?)\b"), _by_word),
    (re.compile(r"\b([a-z]*(?:met(?:re|er)|second)s?)\s+(squared|cubed)\b"), _by_word),
    (re.compile(r"\^?\{\s*([-−]?\d{1,2}(?:/\d)?)\s*\}"), r"^(\1)"),
    (re.compile(r"(?:\s|·)?√\(?([A-Za-z]{1,3})\)?"), r" \1^(1/2)"),
    (re.compile(r"(?<=[a-z])-(?=(?:met(?:re|er)|second|hour|kelvin)s?\b)"), " "),
    (re.compile("−"), "-"),
)
_ENCLOSED = re.compile(r"^\((GPU\*\w+)\)$")
_OF_A_CLOCK = re.compile(r"^(?:clock )?cycles?$|(?:/\s*|\bper )(?:clock )?cycles?$", re.IGNORECASE)
_SPELT_AGAIN = re.compile(r"(?P<unit>[^\s()]+)\s+\((?P<spelt>[^()]+)\)")  # W (watt)
_NO_UNIT = re.compile(
    r"(?:a )?(?:dimensionless|unitless|pure number|no units?|scalar|percent|%)|(?:both |all"
    r" )?dimensionless",
    re.IGNORECASE,
)
_POWER = r"(?:\^?\(?-?\d{1,2}(?:/\d)?\)?|[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
_ATOM = rf"[A-Za-zµμΩ°%]+{_POWER}"
_UNIT = re.compile(
    rf"(?:1\s*/\s*)?\(?{_ATOM}(?:(?:\s*[/·*]\s*|\s|(?<=[\d²³⁻)])(?=K))\(?\s*{_ATOM}(?:(?:\s*[·*]\s*|\s){_ATOM})*\s*\)?{_POWER}){{0,6}}\)?"
)
_WORD = re.compile(r"[A-Za-z](?<!\w.)[A-Za-z]{3,}+(?!\w)")
_JOINING = frozenset({"sqrt", "million", "billion", "thousand"})  # in a text of units
_RAISED = re.compile(r"([⁺⁻]?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_SIDE_BY_SIDE = re.compile(r"[\w)]\s+[A-Za-z(]")
_POWER_OF_A_LETTER = re.compile(r"([A-Z])\s*(?:\^|\*\*)\s*\d+|([A-Z])[²³]")
_NO_RATIOS = ("K/V", "A/B")
NO_UNIT_LETTERS = ("a", "I")
NO_UNITS_BEHIND_IN = (*NO_UNIT_LETTERS, "step")  # the pushes arrive in step


_RATE_OF_THINGS = re.compile(rf"(?:{'|'.join(_THINGS)})s?(?:\s*/\s*|\s+per\s+)(?P<each>[A-Za-z]+)")


def unit_of_each(words: str) -> str | None:
    """The unit in which a rate of things counts them: hour of “failures/hour”; None for any other
    words.
    """
    rate = _RATE_OF_THINGS.fullmatch(words.strip())
    return unit_of(rate["each"]) if rate else None


@until_units_change
@lru_cache(maxsize=4096)
def unit_of(words: str) -> str | None:
    """The unit that the words consist of, in this project's spelling; None if they do not.

    >>> unit_of("mm ms⁻¹"), unit_of("J/(kg K)"), unit_of("kg m/s^2"), unit_of("N (newton)")
    ('mm ms^-1', 'J/(kg K)', 'kg m/s^2', 'N')
    """
    text = words.strip(" .,;$") if words.strip().endswith("$") else words.strip(" .,;")
    if (again := _SPELT_AGAIN.fullmatch(text)) and _are_one_unit(again["unit"], again["spelt"]):
        return unit_of(again["unit"])
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1].strip()
    if "_" in text:
        return None  # a name
    if _OF_A_CLOCK.search(text) or text in _NO_RATIOS:
        return None  # a time, or a rate per time, at a clock rate that is not said; keys and values
    if _NO_UNIT.fullmatch(text) or text == PURE:
        return PURE
    for pattern, written in _REPLACED:
        text = pattern.sub(written, text)
    text = with_parted_units(text)
    text = re.sub(r"\s*/\s*", "/", " ".join(text.split()))
    text = _ENCLOSED.sub(r"\1", text)
    if text == PURE:
        return PURE
    if not all(map(_may_be_a_unit, _WORD.findall(text))):
        return None
    if _UNIT.fullmatch(text) and text not in NO_UNIT_LETTERS and not _has_a_noun(text):
        text = _RAISED.sub(lambda power: f"^{'-' * (power[1] == '⁻')}{lowered(power[2])}", text)
        with suppress(TextError):
            return _singular(parse_unit(text).text)
    return None


def _are_one_unit(one: str, other: str) -> bool:
    """Whether two texts are units of one dimension."""
    first, second = unit_of(one), unit_of(other)
    return (
        bool(first and second)
        and parse_unit(first or "").dimension == parse_unit(second or "").dimension
    )


def _may_be_a_unit(word: str) -> bool:
    return word in _JOINING or resolve(word) is not None or zero_of(word) is not None


def _has_a_noun(text: str) -> bool:
    """Whether words side by side are a noun with a unit rather than a product: “accelerator
    FLOP/s”.
    """
    text = re.sub(r"/\([^()]*\)", "", text)
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


def is_no_unit(unit: str, symbol: str, used: Container[str]) -> bool:
    """Whether what is read as a unit is a power of a symbol, “with $T$ (T^2)”, “$P$ ($N^2$)”, one
    less than it, N(N-1), says of what a unit is counted, “FLOPs (per token)”, a unit that another
    converts to, GB [TB], or the letter for a name of code, `num_layers` (L).
    """
    if unit == "L" and "L" in used and "_" in symbol:
        return True
    if unit == f"{symbol}-1":
        return True
    base = _POWER_OF_A_LETTER.fullmatch(unit)
    letter = (base[1] or base[2]) if base else ""
    own = resolve(symbol) if len(symbol) > 1 else None
    if own and unit.startswith("1/"):
        return True
    other = resolve(unit) if own and surely_unit(symbol) else None
    converted = own and other and own.dimension == other.dimension
    return bool(converted) or (bool(letter) and (letter == symbol or letter in used))
