"""The things that match words, best first."""

from __future__ import annotations

import math
import re
import sqlite3
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from derive.arguments import called
from derive.data_files import shipped
from derive.equations.var import normal
from derive.errors import GivenError, UnknownName
from derive.search.found import Found
from derive.search.things import Thing, things
from derive.spellings import Spellings, closest

_TABLE = "create virtual table things using fts5(name, aliases, meaning, tokenize='porter')"
WEIGHTS = (8, 8, 2)  # of name, aliases and meaning
_QUERY = f"select rowid, bm25(things, {WEIGHTS[0]}, {WEIGHTS[1]}, {WEIGHTS[2]}) from things"
_WHERE = " where things match ? order by rowid"
# What most people look for; other kinds count once.
USUAL = {"question": 2.2, "variable": 2.0, "relation": 1.2}
LATE = ("claim", "source")  # behind what else has all words
_ASKED = 0.12  # what one everyday question adds for a variable, and each doubling of them
INNER = ("relation", "theorem", "constraint", "variant")  # behind where words call them so
BEFORE = 2  # things that have the word besides; claims and sources behind twice as many
# Of a word that may be misspelt the letters, how alike another is, and a name meant as a whole.
_SHORTEST, _ALIKE, _MEANT = 4, 0.75, 0.9
_NAMED = re.compile(r"[^\W_]+")
_FIGURE = re.compile(r"\d")
_AMERICAN = re.compile(r"(?<=\w{3})iz(?=e|ing|ation)")
UNTOLD = (
    *("a", "an", "and", "are", "at", "be", "by", "can", "do", "does", "for", "from", "get", "how"),
    *("i", "if", "in", "instead", "is", "it", "llm", "make", "many", "me", "million", "much", "my"),
    *("need", "number", "of", "on", "one", "or", "our", "per", "should", "take", "takes", "that"),
    *("the", "to", "until", "we", "what", "when", "which", "why", "will", "with", "you"),
)  # words that say nothing of what is meant


@called('derive.find("memory bandwidth")')
def find(words: str, kind: str | None = None) -> Found:
    """The things that these words find, best first: those of that name, those with all words in
    their names or meaning, entries whose figures have the others, those with all words but figures
    and names of entries (7B, H100), those whose whole name is among the words, and what has some;
    of one kind, if it is said.

    A word finds its other forms (price, prices) and what begins with it. Raises GivenError without
    a word, UnknownName for a kind that does not exist.

    >>> import derive
    >>> derive.find("bandwidth of memory")[0].name
    'hbm_bandwidth'
    """
    if not _words(words):
        raise GivenError("words", "there is no word in it", 'Write find("memory bandwidth").')
    known = list(things())
    kinds = tuple(dict.fromkeys(thing.kind for thing in known))
    if kind is not None and normal(kind) not in kinds:
        raise UnknownName("kind", kind, kinds, f"There are: {', '.join(kinds)}.")
    searched = [thing for thing in known if kind is None or thing.kind == normal(kind)]
    return Found(best_first(searched, words))


def best_first(searched: Sequence[Thing], words: str) -> list[Thing]:
    """Of these things those that match the words, best first; the script of a site ranks alike."""
    typed = _words(words)
    with _table(searched) as ranking:
        wanted = [ranking.spelt(word) for word in typed]
        every, some = ranking.ranked(wanted)
        entries = list(_entries(ranking, wanted))
        fewer = list(_apart_from_figures(ranking, wanted))
    told = tuple(map(_singular, wanted))
    written = {normal(words), "_".join(wanted), "_".join(told)}
    called = [
        thing
        for thing in searched
        if any(normal(name) in written or _told(name) == told != told[:1] for name in _names(thing))
    ]
    meant = [*called, *_alike(searched, words, _MEANT if wanted == typed else _ALIKE)]
    named, named_late = _parted(meant)
    inner = [thing for thing in named if thing.kind in INNER and "_" not in words]
    named, every = ([t for t in those if t not in inner] for those in (named, every))
    full, late = _parted(every)
    alike = _alike(searched, words)
    ahead = (*named, *full[:BEFORE], *inner, *full[: 2 * BEFORE], *named_late)
    every_word = (*ahead, *full, *entries, *late)
    return list(dict.fromkeys((*every_word, *fewer, *some, *alike)))


def _parted(found: Iterable[Thing]) -> tuple[list[Thing], list[Thing]]:
    """The things that are looked for, and those behind them: claims and sources."""
    every = list(found)
    return [t for t in every if t.kind not in LATE], [t for t in every if t.kind in LATE]


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 else word


def phrases() -> Mapping[str, str]:
    """Everyday phrases for things of another name, each with the words it is read as."""
    return dict(sorted(_tables()["phrases"].items()))


def figures() -> Mapping[str, list[str]]:
    """The words that ask for a figure of entries, by kind."""
    return {kind: words.split() for kind, words in sorted(_tables()["figures"].items())}


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, str]]:
    return tomllib.loads(shipped("quantities/search_words.toml").read_text(encoding="utf-8"))


def _entries(ranking: _Ranking, wanted: Sequence[str]) -> Iterator[Thing]:
    """The entries that have all words that do not ask for one of their figures."""
    for kind, asking in figures().items():
        own = [word for word in wanted if word.removesuffix("s") not in asking]
        if 0 < len(own) < len(wanted):
            yield from (thing for thing in ranking.ranked(own)[0] if thing.kind == kind)


def _apart_from_figures(ranking: _Ranking, wanted: Sequence[str]) -> Iterator[Thing]:
    """Variables, relations and questions apart from the figures and entries that the words name:
    those of that name, those that have all other words, and those of a name among them.
    """
    rest = [word for word in wanted if not _FIGURE.search(word) and ranking.usual([word])]
    within = _within(ranking.searched, rest)
    yield from (thing for thing, run in within if run == len(rest))
    if len(rest) < len(wanted):
        yield from ranking.usual(rest)
    yield from (thing for thing, _ in within)


def _within(searched: Iterable[Thing], words: Sequence[str]) -> list[tuple[Thing, int]]:
    """Variables, relations and questions with a whole name among the words, by its place there and
    its number of words; a single word counts in the first place, and for variables.
    """
    told, found = tuple(map(_singular, words)), []
    for thing in (thing for thing in searched if thing.kind in USUAL):
        for name in _names(thing):
            own = _told(name)
            if len(own) < (1 if thing.kind == "variable" and "_" not in name else 2):
                continue
            starts = range(len(told) - len(own) + 1 if len(own) > 1 else 1)
            at = next((k for k in starts if told[k : k + len(own)] == own), None)
            if at is not None:
                found.append((at, -len(own), thing))
    found.sort(key=lambda each: each[:2])
    return [(thing, -length) for _, length, thing in found]


def _words(text: str) -> list[str]:
    """The words of a search as derive spells and calls them, without those that tell nothing."""
    lower = " ".join(text.replace("_", " ").lower().split())
    for phrase, words in phrases().items():
        lower = re.sub(rf"\b{phrase}\b", words, lower)
    written = re.findall(r"\w+", lower)
    return [_AMERICAN.sub("is", word) for word in written if word not in UNTOLD] or written


@contextmanager
def _table(searched: Sequence[Thing]) -> Iterator[_Ranking]:
    """The things as a table that is searched."""
    with sqlite3.connect(":memory:") as table:
        table.execute(_TABLE)
        table.executemany(
            "insert into things values (?, ?, ?)",
            ((thing.name, " ".join(thing.aliases), thing.meaning) for thing in searched),
        )
        yield _Ranking(table, searched)


@dataclass(frozen=True)
class _Ranking:
    """Things in a table, ranked by words."""

    table: sqlite3.Connection
    searched: Sequence[Thing]

    def ranked(self, wanted: Sequence[str]) -> tuple[list[Thing], list[Thing]]:
        """The things with all of the words, and those with any."""
        terms = list(map(_term, wanted))
        every, some = (
            _by_rank(
                (self.searched[row - 1], rank)
                for row, rank in self.table.execute(_QUERY + _WHERE, (joined.join(terms),))
            )
            for joined in (" AND ", " OR ")
        )
        return every, some

    def usual(self, wanted: Sequence[str]) -> list[Thing]:
        """Of those with all of the words the variables, relations and questions."""
        return [thing for thing in self.ranked(wanted)[0] if thing.kind in USUAL] if wanted else []

    def spelt(self, word: str) -> str:
        """The word; one that nothing has, as the names have the word that is spelt most like it."""
        if len(word) < _SHORTEST:
            return word
        if self.table.execute(_QUERY + _WHERE, (_term(word),)).fetchone():
            return word
        named = (_NAMED.findall(name.lower()) for t in self.searched for name in _names(t))
        known = dict.fromkeys(w for words in named for w in words if len(w) >= _SHORTEST)
        return next(iter(closest(word, known, most=1, alike=_ALIKE)), word)


def _term(word: str) -> str:
    return f'("{word}" OR "{word}"*)'


def _by_rank(ranked: Iterable[tuple[Thing, float]]) -> list[Thing]:
    """The things by their rank, the lowest first, as bm25 has it; ranks that differ by rounding
    alone are equal.
    """
    weighed = [(round(rank * weight(thing), 9), thing) for thing, rank in ranked]
    return [thing for _, thing in sorted(weighed, key=lambda pair: pair[0])]


def weight(thing: Thing) -> float:
    """The factor on the rank of a thing, for its kind and the everyday questions that use it."""
    return USUAL.get(thing.kind, 1.0) * (1 + _ASKED * math.log2(1 + thing.asked))


@lru_cache(maxsize=8192)
def _told(name: str) -> tuple[str, ...]:
    """The words of a name, without those that tell nothing: byte and param of bytes_per_param."""
    return tuple(_singular(word) for word in _NAMED.findall(name.lower()) if word not in UNTOLD)


def _names(thing: Thing) -> tuple[str, ...]:
    return thing.name, *thing.aliases


def _alike(searched: Iterable[Thing], words: str, alike: float = 0.6) -> list[Thing]:
    """The things whose names are spelt like the words."""
    of_name = {name: thing for thing in searched for name in _names(thing)}
    return [of_name[name] for name in _spellings(*of_name).closest(normal(words), alike=alike)]


@lru_cache(maxsize=4)
def _spellings(*names: str) -> Spellings:
    return Spellings(names)
