"""Names that are offered for an unknown word."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import chain

from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.library_names import LibraryNames, library_names
from derive.equations.vocabulary import Vocabulary
from derive.library.content import wording
from derive.spellings import Spellings, similarity

_ALIKE, _NEARLY_ALIKE = 0.75, 0.65  # the similarity of two words depends on their order


class Offers:
    """Names similar to unknown words, out of the library's spellings, those of an author's `own`
    names, and the variables by their symbol.
    """

    def __init__(self, own: Collection[str], library: LibraryNames, vocabulary: Vocabulary) -> None:
        self._library = _library_spellings(vocabulary, len(vocabulary), library.guesses)
        self._own = _Known([name for name in own if name not in self._library.spellings])
        self._guesses = library.guesses
        self._symbol_names, self._vocabulary = library.symbol_names, vocabulary
        self._found: dict[str, tuple[str, ...]] = {}

    def of(self, word: str) -> tuple[str, ...]:
        """The names offered for a word."""
        if word not in self._found:
            self._found[word] = self._offered(word)
        return self._found[word]

    def _offered(self, word: str) -> tuple[str, ...]:
        if not self._guesses:
            return tuple(self._own.similar.closest(word, alike=_NEARLY_ALIKE, sharing=_ALIKE))
        read = wording().names.get(word, ()) if len(word) == 1 else ()
        meant = chain(read, wording().offered.get(word, ()))
        offered = [name for name in meant if isinstance(name, str) and name in self._vocabulary]
        cased = (known.cased.get(word.casefold(), ()) for known in (self._library, self._own))
        alike = chain(*cased, self._symbol_names.get(canonical(word), ()))
        found = dict.fromkeys(name for name in chain(offered, alike) if name != word)
        return tuple(found) or tuple(
            name
            for name in self._library.similar.closest(
                word, alike=_NEARLY_ALIKE, sharing=_ALIKE, also=self._own.similar
            )
            if similarity(word, name) >= _ALIKE and name != word
        )


class _Known:
    """Known spellings, by their casefolded form, and for finding those similar to a word."""

    def __init__(self, spellings: Collection[str]) -> None:
        self.spellings = frozenset(spellings)
        self.similar = Spellings(spellings)
        self.cased: dict[str, list[str]] = {}
        for spelling in spellings:
            self.cased.setdefault(spelling.casefold(), []).append(spelling)


@lru_cache(maxsize=8)
def _library_spellings(vocabulary: Vocabulary, _size: int, guesses: bool) -> _Known:
    """The spellings of a vocabulary of this size, made once."""
    return _Known(library_names(vocabulary, guesses=guesses).exact)
