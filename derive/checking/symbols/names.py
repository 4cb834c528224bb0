"""Names in an equation: the author's own, the library's, and common ones of articles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

from derive.checking.spelling.canonical import canonical, without_index
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.bound_units import in_unit, unit_text
from derive.checking.symbols.bracketed_units import unbracketed
from derive.checking.symbols.counted import without_counts
from derive.checking.symbols.evidence import Evidence, Strength, bare_evidence
from derive.checking.symbols.introductions import Introduction
from derive.checking.symbols.library_names import IMAGINARY, folded, is_a_guess, library_names
from derive.checking.symbols.name_meanings import NameMeanings, as_a_unit, of_variable, with_lengths
from derive.checking.symbols.name_nouns import names_its_unit, noun_unit
from derive.checking.symbols.name_splits import capitals, splits
from derive.checking.symbols.offers import Offers
from derive.checking.symbols.own_names import OwnNames
from derive.checking.symbols.spelt_out import in_words, spelt_out, without_size
from derive.checking.symbols.written_words import WrittenWords
from derive.checking.twin import twin
from derive.equations.var import Var, normal
from derive.equations.vocabulary import Vocabulary
from derive.library.content import wording
from derive.units.dimension import PURE, Dimension
from derive.units.registry import may_be_letters, resolve, surely_unit

ANY = "_*"  # ends a name that stands for all names of its shape
_MOST_LETTERS, _STEM = 12, 2  # a stem of T_* is one letter


class Names:
    """All known names; `own` maps the author's names to a variable's name, a unit or a quantity.

    One of `own` such as T_* speaks for T_a and T_b.
    `undefined` are symbols that the text defines otherwise, with its phrases. `evidence` says where
    a symbol is defined; one of `own` without it is bound. Without `guesses` the library's letters
    are left out; in a text `typed` for this checker `N_total` is the library's without doubt.
    Raises UnknownName or TextError for no variable or unit.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        own: Mapping[str, str] | None = None,
        undefined: Mapping[str, str] | None = None,
        evidence: Mapping[str, Evidence] | None = None,
        *,
        guesses: bool = True,
        typed: bool = False,
    ) -> None:
        self.vocabulary, self.guesses, self.typed = vocabulary, guesses, typed
        self.undefined: Mapping[str, str] = {}
        self._blocked: set[str] = set()
        self.elsewhere = False  # in a document about another subject, of which nothing is bound
        self.counted = self.disowned = frozenset[str]()  # counted are base dimensions read as 1
        self.written = WrittenWords()
        self.evidence = evidence or {}
        library = library_names(vocabulary)
        self._exact, self._folded = library.exact, library.folded
        self._words: dict[str, NameMeanings | None] = {}
        self._found: dict[str, NameMeanings | None] = {}  # as they are now, counts with their units
        own = {spelt(unbracketed(name)): meaning for name, meaning in (own or {}).items()}
        self._shapes = {name[:-1]: own[name] for name in own if name.endswith(ANY)}
        self.of_shapes: set[str] = set()  # names for which one binding of many speaks
        self.said: Mapping[str, Sequence[tuple[Evidence, Var]]] = {}  # by the text, besides
        self.introduced: Mapping[str, Sequence[Introduction]] = {}  # right before equations
        self.own = OwnNames()
        bound = {name: self.bound(name, meaning) for name, meaning in own.items()}
        self.own = OwnNames(with_lengths(bound))
        if not guesses:
            library = library_names(vocabulary, guesses=False)
        self._exact, self._folded = library.exact, library.folded
        self._library, self._by_symbol = library, library.by_symbol
        for spelling, choice in self.own.items():
            self._exact[spelling] = choice
            if spelling[1:2] != "_":  # b_tok is not B_tok
                self._folded[folded(spelling)] = choice
        self.undefined = {
            symbol: phrase
            for symbol, phrase in (undefined or {}).items()
            if symbol not in self.own and self._of_shape(symbol) is None
        }
        self._blocked, self._found = {*self.undefined}, {}  # names that are not the library's

    def bound(self, spelling: str, meaning: str) -> NameMeanings:
        """The meaning of a name of the author's. Raises UnknownName, TextError or DeclarationError
        for an invalid one.
        """
        if " or " in meaning:
            either = [self.bound(spelling, part.strip()) for part in meaning.split(" or ")]
            pairs = tuple(pair for choice in either for pair in choice.readings)
            return NameMeanings(pairs, own=either[0].own)
        known = None if len(meaning) < 2 or names_its_unit(meaning) else self.find(meaning)
        if known := known or of_variable(meaning, self.vocabulary):
            return NameMeanings(known.readings, own=known.readings[0][0].name)
        return in_unit(spelling, unit_text(meaning, spelling, self._exact))

    def also(self, evidence: Mapping[str, Evidence], *, instead: bool = False) -> Names:
        """These names and further ones with evidence, perhaps `instead` of what is undefined."""
        more = twin(self)
        further = {word: self.bound(word, seen.meaning) for word, seen in evidence.items()}
        more.own, more.evidence = self.own.also(further), {**self.evidence, **evidence}
        more._blocked, more._found = self._blocked - {*(evidence if instead else ())}, {}
        return more

    def without(self, words: Collection[str], *, guessed: bool = False) -> Names:
        """These names, some of them not the library's, nor what else they are `guessed` to be."""
        more, blocked = twin(self), {*map(canonical, words)}
        more.own = OwnNames({k: v for k, v in self.own.items() if not guessed or k not in blocked})
        more._blocked, more._found = (self._blocked | blocked) - more.own.keys(), {}
        return more

    def disowning(self, word: str) -> Names:
        """These names without one of the author's, and without the library's of that spelling."""
        more = twin(self)
        more.own = OwnNames({name: self.own[name] for name in self.own if name != word})
        more._exact = {name: choice for name, choice in self._exact.items() if name != word}
        more._blocked, more._found = {*self._blocked, word}, {}
        more.disowned = frozenset({word})
        return more

    def find(self, word: str) -> NameMeanings | None:
        """The meaning of a word, exactly as spelt, else (beyond one letter) in any case."""
        if word not in self._found:
            self._found[word] = self._sought(word)
        found = self._found[word]
        return without_counts(found, self.counted) if found and self.counted else found

    def _sought(self, word: str) -> NameMeanings | None:
        symbol = canonical(word)
        if symbol in self._blocked:
            return None
        found = self.own.get(word) or self.own.get(symbol) or self._of_shape(word)
        found = found or self._exact.get(word)
        if found is None and len(word) > 1:
            found = self._exact.get(symbol) or self._folded.get(normal(word))
            found = found or self._spelt_out(word) or self._sought(without_index(word))
            sized = without_size(word)
            found = found or (self._sought(sized) if sized != word else None)
        return found

    def _spelt_out(self, word: str) -> NameMeanings | None:
        """The meaning of a name of several words, by these words."""
        if word not in self._words:
            self._words[word] = None
            meaning = spelt_out(canonical(word), self.vocabulary)
            if meaning is None or (meaning == "FLOPS" and self.find(meaning) is None):
                meaning = None if " " in word else noun_unit(in_words(canonical(word)))
            self._words[word] = self.bound(word, meaning) if meaning else None
        return self._words[word]

    def _of_shape(self, word: str) -> NameMeanings | None:
        """The meaning of a name for which one binding of many speaks: `T_*` for T_a and T_b."""
        if not self._shapes:
            return None
        symbol = canonical(word)
        fitting = (stem for stem in self._shapes if symbol.startswith(stem) and symbol != stem)
        stem = max(fitting, key=len, default="")
        # GPU_memory_bandwidth says what it is, whatever GPU_* stands for.
        if not stem or (len(stem) > _STEM and self._spelt_out(symbol)):
            return None
        self.own.bind(symbol, self.bound(symbol, self._shapes[stem]))
        self.of_shapes.add(symbol)
        return self.own[symbol]

    def evidence_of(self, word: str, meaning: str) -> Evidence:
        """The evidence on which a word of an equation is read with this meaning."""
        symbol = canonical(word)
        if word in self.own or symbol in self.own:
            stated = self.evidence.get(symbol) or self.evidence.get(word)
            return stated or bare_evidence(word, meaning, Strength.BINDING)
        exact = self.typed and (len(symbol.partition("_")[2]) > 1 or symbol in wording().everyday)
        spelt_out = not is_a_guess(word) or exact
        spelt_out = spelt_out and not ("_" not in symbol and self._words.get(word))
        return bare_evidence(word, meaning, Strength.DEFINITION if spelt_out else Strength.LIBRARY)

    def taken(self, word: str) -> bool:
        """Whether a word is a name, also an undefined one of the author's."""
        return self.find(word) is not None or canonical(word) in self.undefined

    def is_defined(self, word: str) -> bool:
        """Whether the author defines a word, understood or not."""
        return canonical(word) in self.own or canonical(word) in self.undefined

    def symbol_only(self, word: str) -> NameMeanings | None:
        """The variable with this symbol in our documents, for equations that balance with it."""
        symbol = canonical(word)
        found = None if symbol in self.undefined else self._by_symbol.get(symbol)
        return without_counts(found, self.counted) if found and self.counted else found

    def meaning(self, word: str) -> NameMeanings | None:
        """The meaning of a word: a name, a unit after a number, or a symbol of our documents."""
        return (
            self.find(word)
            or (self.symbol_only(word) if len(word) == 1 and not surely_unit(word) else None)
            or self.unit(word)
            or self.symbol_only(word)
        )

    def is_imaginary(self, word: str) -> bool:
        """Whether a word may be the imaginary unit."""
        choice = self.symbol_only(word) if self.find(word) is None else None
        return choice is not None and choice.readings[0][0] in IMAGINARY

    def is_only_symbol(self, word: str) -> bool:
        """Whether a word is known only as a symbol of the library's documents."""
        return self.find(word) is None and self.symbol_only(word) is not None

    def unit(self, word: str) -> NameMeanings | None:
        """A unit word after a number that is not a name, or one in another case only: GPUs."""
        unit = None if word in self.written.plurals else resolve(word)
        if unit is None or self.is_defined(word) or (len(word) == 1 and may_be_letters(word)):
            return None
        found = self.find(word)
        free = found is None or (word not in self._exact and found.of_dimension(unit.dimension))
        return as_a_unit(word) if free else None

    @cached_property
    def offers(self) -> Callable[[str], tuple[str, ...]]:
        """The function that suggests variables for an unknown word."""
        return Offers(self.own, self._library, self.vocabulary).of

    @cached_property
    def dimensions(self) -> frozenset[Dimension]:
        """The dimensions of all variables of the library."""
        return frozenset(var.unit.dimension for var in self.vocabulary)

    def is_usual(self, dimension: Dimension) -> bool:
        """Whether some quantity has a dimension, a pure number among them."""
        return dimension in {PURE, *self.dimensions, *self.own.dimensions}

    def own_split(self, word: str, *, imaginary: bool = False) -> tuple[str, ...]:
        """The only way to cut a word into the author's own names, with `imaginary` one i or j."""
        ways = self.own.cut(word) if self.own and len(word) <= _MOST_LETTERS else []
        if not ways and imaginary and self.own and 1 < len(word) <= _MOST_LETTERS:
            units = [unit.name for unit in IMAGINARY if self.is_imaginary(unit.name)]
            ways = self.own.cut(word, *units) if sum(map(word.count, units)) == 1 else []
        return ways[0] if len(ways) == 1 else ()

    def split(self, word: str) -> list[tuple[str, ...]]:
        """The ways to cut a word into known names, exactly as spelt; at most two are found."""
        known = {**self._exact, **self.undefined} if self.undefined else self._exact
        return splits(word, known) if len(word) <= _MOST_LETTERS else []

    def letters(self, word: str) -> tuple[str, ...]:
        """A run of capitals set as maths as a product of letters, where one of them is known."""
        return capitals(word, self._exact) or capitals(word, self.undefined)
