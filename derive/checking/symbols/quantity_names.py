"""Names of quantities: a “pressure” has a unit wherever it is defined."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from derive.data_files import shipped

# Quantities that stand without their usual unit in many texts: natural units, the temperature of a
# softmax.
NATURAL = frozenset({"energy", "temperature"})
# Acronyms of quantities, of which the words behind say more: AI_attention, CI_runtime.
ACRONYMS = frozenset({"AI", "BW", "CI", "OI", "LR", "MTBF", "MTTF", "MTTR", "TP", "DP", "PP", "EP"})
_ARTICLE = re.compile(r"^(?:the|an?|its|our)\s+")
_OF = re.compile(
    r"\s+(?:of|in|at|on|inside|outside|between|across|within|near|along|through|over|from)\b.*$"
)
_SHARE = re.compile(
    r"(?:[a-z-]+ ){1,3}(?:efficiency|emissivity|albedo|reflectivity|transmissivity|absorptivity"
    r"|probability|porosity)"
)
_PLAIN_KINDS = re.compile(
    r"^(?:(?:total|mean|average|initial|final|maximum|minimum|peak|local|ambient|inlet|outlet|wall"
    r"|effective|averaged|surface|gas|fluid|air|water|outer|inner|reference|constant|applied|net|relative)\s+){0,3}"
)


def quantity_unit(phrase: str, *, whole: bool = False) -> str | None:
    """The unit of a named quantity, unless `whole` perhaps of something; None for any other phrase.

    >>> quantity_unit("ambient temperature of the wall"), quantity_unit("temperature parameter")
    ('K', None)
    """
    words = _ARTICLE.sub("", " ".join(phrase.lower().replace("’", "'").split()))
    if words in _names():
        return _names()[words]
    words = words if whole else _OF.sub("", words)
    if not whole and _SHARE.fullmatch(words):
        return "1"
    return _names().get(words) or _names().get(_PLAIN_KINDS.sub("", words))


def unit_of_noun(noun: str) -> str | None:
    """The unit of names that are spelt out and end in a noun, in lower case."""
    return _table("spelt_out").get(noun)


def loose_unit_of_noun(noun: str) -> str | None:
    """The units that a noun of several meanings may have, joined by “or”, in lower case."""
    return _table("spelt_out_loosely").get(noun)


def unit_of_letter(letter: str) -> str | None:
    """The unit that names of a letter with a descriptive subscript usually have: T of T_load."""
    return _table("letters").get(letter)


def is_timed(letter: str, script: str) -> bool:
    """Whether a letter is a time with these words below it, in any case: T_ICI_comms."""
    found = _tables()["timed"]
    words = script.lower().replace(",", "_").split("_")
    return letter in found["letters"] and not set(words).isdisjoint(found["scripts"])


def unit_of_link(letter: str, script: str) -> str | None:
    """The unit that a letter usually has with the name of a link or a store below it: B_disk."""
    found = _tables()["links"]
    known = letter in found["letters"] and script.lower() in found["scripts"]
    return str(found["unit"]) if known else None


def is_a_word(part: str, word: str) -> bool:
    """Whether a word, in lower case, is one of those that are listed with the spelt-out names."""
    return word in _tables()["spelt_out_words"][part]


def _names() -> Mapping[str, str]:
    return _table("units")


@lru_cache(maxsize=4)
def _table(part: str) -> Mapping[str, str]:
    return {name: unit for unit, names in _tables()[part].items() for name in names}


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Any]:
    return tomllib.loads(shipped("quantities/quantity_names.toml").read_text(encoding="utf-8"))
