"""Units that names without evidence may have: by their words, or by the letter they begin with."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice, product

from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.name_meanings import NameMeanings
from derive.checking.symbols.name_nouns import loose_units, loose_units_of_phrase
from derive.checking.symbols.names import Names
from derive.checking.symbols.quantity_names import is_timed, unit_of_letter, unit_of_link

_MOST_TRIED = 24
_EITHER = " or "
_DESCRIPTIVE = re.compile(r"[A-Za-z]{3,}[\w,.:-]*|[A-Z0-9]{2,}|[a-z]{2,}")


def combinations(
    words: Collection[str], names: Names, concluded: Mapping[str, Evidence]
) -> Iterator[dict[str, Evidence]]:
    """Evidence for the names of a statement that have none, the likeliest first: what other
    equations have `concluded`, else a guess by their words or letters.
    """
    tried = {word: _evidence(word, names, concluded) for word in dict.fromkeys(words)}
    left_open = [(*seen, None) for seen in tried.values()]
    for chosen in islice(product(*left_open), _MOST_TRIED):
        evidence = {word: seen for word, seen in zip(tried, chosen, strict=True) if seen}
        if evidence:
            yield evidence


def _evidence(word: str, names: Names, concluded: Mapping[str, Evidence]) -> tuple[Evidence, ...]:
    if word in concluded:
        return (concluded[word],)
    symbol = canonical(word)
    return tuple(Evidence(symbol, unit, Strength.LIBRARY) for unit in guessed_units(word, names))


def guessed_units(word: str, names: Names) -> tuple[str, ...]:
    """The units that a name may have; of one that the text describes in words that are not
    understood those of their noun, else that of its letter.
    """
    symbol = canonical(word)
    seen = names.evidence.get(symbol) if names.is_defined(word) else None
    words = seen.words if seen else ""
    if loose := loose_units_of_phrase(words) if words else loose_units(symbol):
        return tuple(loose.split(_EITHER))
    letter, _, script = symbol.partition("_")
    if is_timed(letter, script):
        return ("s",)
    if not _DESCRIPTIVE.fullmatch(script):
        return ()
    if (own := names.own.get(letter)) is not None:
        return () if words else _of_readings(own)
    if names.guesses and (unit := unit_of_link(letter, script) or unit_of_letter(letter)):
        return tuple(unit.split(_EITHER))
    known = None if words or letter in names.undefined else names.find(letter)
    return _of_readings(known) if known is not None else ()


def _of_readings(meanings: NameMeanings) -> tuple[str, ...]:
    return tuple(dict.fromkeys(whole.unit.text for whole, _ in meanings.readings))
