"""Whether a document is about another subject than the library, whose letters then mean nothing in
it.
"""

from __future__ import annotations

import re

from derive.checking.symbols.library_names import is_a_guess
from derive.equations.vocabulary import Vocabulary
from derive.library.content import wording
from derive.packs.in_use import packs_in_use, per_packs

_WORD = re.compile(r"[a-z0-9]+")
_SPELT = re.compile(r"[A-Za-z](?<!\w.)\w*_\{?(?:\\(?:text|mathrm)\{)?\w+")
_ENDS = {"$": "$", "$$": "$$", "\\[": "\\]", "\\begin": "\\end"}  # what ends maths begun so
_MARK = re.compile(r"(\$\$?|\\\[|\\\]|\\begin|\\end)")
_ENOUGH_WORDS, _SHORT = 12, 3
_MOST_WORDS = 4


def is_about_something_else(prose: str, vocabulary: Vocabulary) -> bool:
    """Whether a text of some length names no variable in words (“batch size”, `hbm_bandwidth`) and
    nothing that only the subject has.
    """
    written = prose.lower()
    if not wording().telling.isdisjoint(word[0] for word in _WORD.finditer(written)):
        return False
    said = sum(len(word) > _SHORT for word in _WORD.findall(without_maths(written)))
    words = _WORD.findall(written) if said >= _ENOUGH_WORDS else []
    return bool(words) and not _names_the_subject(prose, words, vocabulary)


def without_maths(text: str) -> str:
    """A text without its formulas; what is left open is text."""
    kept: list[str] = []
    begun, end = 0, ""
    for part in _MARK.split(text):
        if part == end:
            del kept[begun:]
            end = ""
        else:
            if not end and part in _ENDS:
                begun, end = len(kept), _ENDS[part]
            kept.append(part)
    return " ".join(kept)


def _names_the_subject(prose: str, words: list[str], vocabulary: Vocabulary) -> bool:
    names, begins = _spelt_out()
    runs = (
        " ".join(words[k : k + count])
        for k, word in enumerate(words)
        if word in begins
        for count in range(2, _MOST_WORDS + 1)
    )
    found = _SPELT.findall(prose) if "_" in prose else ()
    spelt = {re.sub(r"\{|\\text|\\mathrm", "", word) for word in found}
    named = {word for word in spelt if word in vocabulary.named}
    return any(run in names for run in runs) or len(named) > 1 or not all(map(is_a_guess, named))


@per_packs
def _spelt_out() -> tuple[frozenset[str], frozenset[str]]:
    """The names of variables in words, of a pack that says which words only its subject has those
    that hold one of them; and their first words.
    """
    names = frozenset(
        " ".join(words)
        for pack in packs_in_use()
        for name in (*pack.variables.named, *pack.wording.phrases)
        if len(words := name.lower().replace("_", " ").split()) > 1
        and not (pack.wording.subject and pack.wording.subject.isdisjoint(words))
    )
    return names, frozenset(name.partition(" ")[0] for name in names)
