"""Known names, and those of them that are similar to a word."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import lru_cache

_MOST_BITS = 4096  # letters of Latin and Greek have four bits each


class Spellings:
    """Known names, among which those similar to a word are found: for "did you mean"."""

    def __init__(self, known: Iterable[str]) -> None:
        self._of_length: dict[int, list[tuple[str, int, int]]] = {}
        for word in dict.fromkeys(known):
            self._of_length.setdefault(len(word), []).append((word, *_letters(word)))

    def closest(self, name: str, most: int = 3, alike: float = 0.6) -> tuple[str, ...]:
        """The names similar to `name`, best first."""
        name = name[:100]
        length, (letters, rest) = len(name), _letters(name)
        bounds = []
        for size, words in self._of_length.items():
            least = alike * (size + length)
            if not 0 < least <= 2 * min(size, length):
                continue
            for word, theirs, others in words:
                shared = (letters & theirs).bit_count() + (min(rest, others) if rest else 0)
                if 2 * shared >= least:
                    bounds.append((2 * shared / (size + length), word))
        matcher = difflib.SequenceMatcher(b=name)
        best: list[tuple[float, str]] = []
        for bound, word in sorted(bounds, reverse=True):
            if len(best) == most and bound < best[-1][0]:
                break
            matcher.set_seq1(word)
            if (ratio := matcher.ratio()) >= alike:
                best = sorted([*best, (ratio, word)], reverse=True)[:most]
        return tuple(word for _, word in best)


def closest(name: str, known: Iterable[str], most: int = 3, alike: float = 0.6) -> tuple[str, ...]:
    """Known names similar to `name`, best first, for "did you mean"."""
    return Spellings(known).closest(name, most, alike)


def meant(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Known names that one may mean: those with other case and signs, those that it ends, shortest
    first, the one that it begins, and similar ones.
    """
    known, plain = tuple(dict.fromkeys(known)), _plain(name)
    same = [word for word in known if plain and _plain(word) == plain]
    ends = sorted((word for word in known if word.endswith(f"_{name}")), key=len)
    begun = [word for word in known if len(name) > 2 and word.startswith(f"{name}_")]
    only = begun if len(begun) == 1 else []
    return tuple(dict.fromkeys([*same, *ends, *only, *closest(name, known)]))[:3]


def _plain(name: str) -> str:
    """The letters and digits of a name, whatever their case."""
    return "".join(filter(str.isalnum, name.casefold()))


@lru_cache(maxsize=1 << 15)
def _letters(word: str) -> tuple[int, int]:
    """The letters of a word as bits, up to four of each, and how many others it has: what two words
    share bounds their similarity, and is found much faster.
    """
    bits = others = 0
    for letter in word:
        place = 4 * ord(letter)
        count = (bits >> place & 15).bit_count() if place < _MOST_BITS else 4
        if count < 4:
            bits |= 1 << place + count
        else:
            others += 1
    return bits, others
