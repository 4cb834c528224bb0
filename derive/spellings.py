"""Known names, and those of them that are similar to a word."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

_LONGEST = 100


class Spellings:
    """Known names, among which those similar to a word are found: for "did you mean".

    The words stand in order of their length, each with a bit of its own. `_with` has the bits of
    the words with a letter at least so often: what two words share bounds their similarity, and is
    counted for all words at once.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._words = sorted(dict.fromkeys(known), key=len)
        self._with: dict[tuple[str, int], int] = {}
        for place, word in enumerate(self._words):
            for each in _letters(word):
                self._with[each] = self._with.get(each, 0) | 1 << place
        self._of_length: dict[int, int] = {}
        for place, word in enumerate(self._words):
            self._of_length[len(word)] = self._of_length.get(len(word), 0) | 1 << place

    def closest(
        self,
        name: str,
        most: int = 3,
        alike: float = 0.6,
        sharing: float = 0.0,
        also: Spellings | None = None,
    ) -> tuple[str, ...]:
        """The names similar to `name`, best first, out of these and those in `also`; they share at
        least the part `sharing` of their letters, in the same order.
        """
        name = name[:_LONGEST]
        sharing = max(alike, sharing)
        possible = list(self._possible(name, sharing))
        if also is not None:
            possible += also._possible(name, sharing)
        places, length = _places_of_letters(name), len(name)
        bounds = [
            (2 * _in_order(word, places, length) / (len(word) + length), word) for word in possible
        ]
        best: list[tuple[float, str]] = []
        for bound, word in sorted(bounds, reverse=True):
            if (bound, word) < (best[-1] if len(best) == most else (sharing, "")):
                break
            if (ratio := similarity(word, name)) >= alike:
                best = sorted([*best, (ratio, word)], reverse=True)[:most]
        return tuple(word for _, word in best)

    def _possible(self, name: str, sharing: float) -> Iterator[str]:
        """The names that share this part of their letters."""
        digits = self._shared(name)
        for length, words in self._of_length.items():
            both, most = length + len(name), min(length, len(name))
            least = sharing * both / 2
            if not 0 < least <= most:
                continue
            for place in _places(_at_least(math.ceil(least), digits, words)):
                yield self._words[place]

    def _shared(self, name: str) -> list[int]:
        """The number of letters that each word shares with a name, as the binary digits of all
        words, the lowest first.
        """
        digits: list[int] = []
        for each in _letters(name):
            carry = self._with.get(each, 0)
            for k, digit in enumerate(digits):
                digits[k], carry = digit ^ carry, digit & carry
            if carry:
                digits.append(carry)
        return digits


def similarity(first: str, second: str) -> float:
    """The part of the letters of two words that is in blocks which they share, as the ratio of
    `difflib`: the longest block, then those on both sides of it. Their order matters.

    >>> similarity("bandwidth", "bandwith")
    0.9411764705882353
    """
    letters = len(first) + len(second)
    return 2 * _in_blocks(first, second) / letters if letters else 1.0


def _in_blocks(first: str, second: str) -> int:
    """The number of letters in blocks that two words share."""
    begin = length = place = 0
    while place + length < len(first):
        if first[place : place + length + 1] in second:
            begin, length = place, length + 1
        else:
            place += 1
    if not length:
        return 0
    left, _, right = second.partition(first[begin : begin + length])
    rest = first[begin + length :]
    return length + _in_blocks(first[:begin], left) + _in_blocks(rest, right)


def closest(name: str, known: Iterable[str], most: int = 3, alike: float = 0.6) -> tuple[str, ...]:
    """Known names similar to `name`, best first, for "did you mean"."""
    return Spellings(known).closest(name, most, alike)


def meant(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Known names that one may mean: those with other case and signs, its plural or singular, those
    that it ends, shortest first, the one that it begins, and similar ones.
    """
    known, plain = tuple(dict.fromkeys(known)), _plain(name)
    same = [word for word in known if plain and _plain(word) == plain]
    counted = [word for word in known if word in (f"{name}s", name.removesuffix("s"))]
    ends = sorted((word for word in known if word.endswith(f"_{name}")), key=len)
    begun = [word for word in known if len(name) > 2 and word.startswith(f"{name}_")]
    only = begun if len(begun) == 1 else []
    return tuple(dict.fromkeys([*same, *counted, *ends, *only, *closest(name, known)]))[:3]


def _plain(name: str) -> str:
    """The letters and digits of a name, whatever their case."""
    return "".join(filter(str.isalnum, name.casefold()))


def _letters(word: str) -> Iterator[tuple[str, int]]:
    """Each letter of a word with how often it has occurred."""
    count: Counter[str] = Counter()
    for letter in word:
        count[letter] += 1
        yield letter, count[letter]


def _places_of_letters(name: str) -> dict[str, int]:
    """The places of each letter in a name, as bits."""
    places: dict[str, int] = {}
    for place, letter in enumerate(name):
        places[letter] = places.get(letter, 0) | 1 << place
    return places


def _in_order(word: str, places: Mapping[str, int], length: int) -> int:
    """The number of letters that a word shares with a name of this length in the same order, which
    bounds their similarity. Crochemore and others, Information Processing Letters 80 (2001) 279.
    """
    free = every = (1 << length) - 1
    for letter in word:
        matched = free & places.get(letter, 0)
        free = (free + matched | free - matched) & every
    return length - free.bit_count()


def _at_least(number: int, digits: list[int], words: int) -> int:
    """Those of the words that have at least this number, of which the binary digits of all are
    given.
    """
    if number >> len(digits):
        return 0
    more = 0
    for k in range(len(digits) - 1, -1, -1):
        if number >> k & 1:
            words &= digits[k]
        else:
            more |= words & digits[k]
            words &= ~digits[k]
    return words | more


def _places(bits: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
