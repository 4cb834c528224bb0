"""Terms of the field in other languages, read as the English phrases that define a symbol."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache

from derive.data_files import shipped

_PUNCTUATION = tuple(zip("，。：；（）", ",.:;()", strict=True))
_UNIT_WORDS = ("单位", "單位", "単位", "단위")
_UNIT = re.compile(
    rf"[,(]?\s*(?:{'|'.join(_UNIT_WORDS)})(?:是|为|為)?\s*:?\s*(?P<unit>[\w字节/·*^²³⁻¹ µ]+)\)?"
)
_OF_EACH = re.compile("[每单]")
_FILE = "quantities/foreign_terms.toml"


def in_english(prose: str) -> str:
    """The prose with the terms of other languages in English, line by line.

    >>> in_english("- $S$: 시퀀스 길이, 其中 $N$ 是参数量")
    '- $S$: sequence length, 其中 $N$ is the number of parameters'
    """
    if prose.isascii():
        return prose
    copulas, meant = _terms()
    for wide, narrow in _PUNCTUATION:
        prose = prose.replace(wide, narrow)
    if any(copula in prose for copula in copulas.split("|")):
        prose = _before_english(copulas).sub(" is the ", prose)
    if any(word in prose for word in _UNIT_WORDS):
        prose = _UNIT.sub(_in_brackets, prose)
    letters = set(prose)
    if letters.isdisjoint(term[0] for term in meant):
        return prose
    present = [term for term in meant if letters.issuperset(term) and term in prose]
    if not present:
        return prose
    return _pattern(copulas, present).sub(
        lambda match: f"{' is the ' if match['copula'] else ''}{meant[match['term']]}", prose
    )


def _in_brackets(stated: re.Match[str]) -> str:
    """A unit that is said to be one: “算力,单位 FLOP/s” as “算力 [FLOP/s]”."""
    return f" [{stated['unit'].strip().replace('字节', 'byte')}]"


@lru_cache(maxsize=1)
def _terms() -> tuple[str, dict[str, str]]:
    """The copulas as alternatives of a pattern, and the phrase of each term, the longest first."""
    data = tomllib.loads(shipped(_FILE).read_text(encoding="utf-8"))
    meant = {term: phrase for phrase, terms in data["terms"].items() for term in terms}
    longest = sorted(meant, key=len, reverse=True)
    copulas = "|".join(map(re.escape, data["copulas"]["words"]))
    return copulas, {term: meant[term] for term in longest}


def _pattern(copulas: str, terms: Iterable[str]) -> re.Pattern[str]:
    """The pattern of terms, with what stands between a symbol and a term: also whose it is."""
    longest = "|".join(map(re.escape, terms))
    whose = r"(?<=\$)[ ]*(?:{0})[^,.:;$\n每单当]{{0,24}}?|[ ]*(?:{0})[ ]*"
    return re.compile(rf"(?P<copula>{whose.format(copulas)})?(?P<term>{longest})")


@lru_cache(maxsize=1)
def _before_english(copulas: str) -> re.Pattern[str]:
    """The pattern of a verb between a symbol and English words: $h$ 为 hidden size."""
    words = r"(?=`?[A-Za-z]{3,}[A-Za-z ]*`?[ ]*(?:[,.;:]|$))"
    return re.compile(rf"(?<=\$)[ ]*(?:{copulas})[ ]*{words}", re.MULTILINE)


@lru_cache(maxsize=1)
def _last_letters() -> frozenset[str]:
    """The letters that terms end with."""
    return frozenset(term[-1] for term in _terms()[1])


def term_in_english(name: str) -> str:
    """The English phrase for a name that ends in a term of another language; "" for none.

    >>> term_in_english("KV头数"), term_in_english("总层数"), term_in_english("层")
    ('number of key-value heads', 'number of layers', '')
    """
    if name.isascii() or name[-1] not in _last_letters() or _OF_EACH.search(name):
        return ""
    return next((phrase for term, phrase in _terms()[1].items() if name.endswith(term)), "")
