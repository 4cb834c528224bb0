"""What the names of an equation mean: the author's own, the library's, and the usual ones of the write-ups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from derive.equations.var import Var, Vocabulary, normal
from derive.errors import TextError, UnknownName, closest
from derive.units.lexer import tokens
from derive.units.registry import resolve
from derive.units.text import parse_quantity, parse_unit

_MOST_LETTERS = 12

# A rate or a size that people write for one GPU and for the whole domain alike: (domain's, one GPU's).
_FLOPS = (("domain_flops", "peak_flops"),)
_BANDWIDTH = (("domain_bandwidth", "hbm_bandwidth"),)
_CAPACITY = (("domain_capacity", "hbm_capacity"),)

# The write-ups' usual names, each with its readings in the order in which they are tried.
_USUAL: dict[str, tuple[tuple[str, str] | str, ...]] = {
    "FLOPs": _FLOPS, "FLOPS": _FLOPS, "peak_FLOPs": _FLOPS,
    "BW": _BANDWIDTH, "mem_bw": _BANDWIDTH, "MemBW": _BANDWIDTH, "HBM_BW": _BANDWIDTH, "bandwidth": _BANDWIDTH, "mem_bandwidth": _BANDWIDTH,
    "capacity": _CAPACITY, "mem_capacity": _CAPACITY, "HBM_capacity": _CAPACITY,
    "C": ("training_flops", *_CAPACITY),
    "N": ("active_params",),
    "D": ("training_tokens",),
    "T": ("step_time", "training_time"),
    "t": ("step_time",),
    "L_ctx": ("context_length",), "len_ctx": ("context_length",), "ctx_len": ("context_length",),
    "t_drain": ("drain_time",), "t_KV_fetch": ("kv_fetch_time",), "t_weight_fetch": ("weight_fetch_time",), "t_memory": ("memory_time",),
    "bytes_per_token": ("kv_bytes_per_token", "kv_bytes_stored_per_token"),
    "cost": ("cost_per_token",),
    "rho": ("balance_tokens",),
}  # fmt: skip

# Letters that stand for several things in the write-ups: offered, never guessed.
_OFFERED = {
    "k": ("kv_bytes_per_token", "kv_bytes_stored_per_token"),
    "E": ("gpus", "n_experts"),
    "P": ("n_stages",),
    "M": ("n_microbatches", "memory_needed"),
    "n": ("gpus", "n_layers"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a name can mean: its readings in order, each as (the domain's, one GPU's); both are the same where there is no such difference."""

    readings: tuple[tuple[Var, Var], ...]
    own: str = ""

    @property
    def scoped(self) -> bool:
        """Whether it means something else for one GPU than for the domain."""
        return any(whole is not each for whole, each in self.readings)


class Names:
    """All names that can be read: `own` maps the author's names to a variable's name, a unit or a quantity.

    Raises UnknownName or TextError for a binding that is neither a variable nor a unit.
    """

    def __init__(self, vocabulary: Vocabulary, own: Mapping[str, str] | None = None) -> None:
        self.vocabulary = vocabulary
        self._exact: dict[str, Choice] = {}
        self._folded: dict[str, Choice] = {}
        for var in vocabulary:
            for spelling in (var.name, *var.aliases):
                self._learn(spelling, Choice(((var, var),)))
        for spelling, readings in _USUAL.items():
            self._learn(spelling, Choice(tuple(self._pair(reading) for reading in readings if self._declared(reading))))
        # What the library calls a thing may not stand in the way of what the author calls it.
        self.own = {spelling: self._bound(spelling, meaning) for spelling, meaning in (own or {}).items()}
        for spelling, choice in self.own.items():
            self._exact[spelling] = self._exact[normal_words(spelling)] = choice
            self._folded[normal(spelling)] = choice

    def _learn(self, spelling: str, choice: Choice) -> None:
        if choice.readings:
            self._exact.setdefault(spelling, choice)
            if len(spelling) > 1:
                self._folded.setdefault(normal(spelling), choice)

    def _declared(self, reading: tuple[str, str] | str) -> bool:
        return all(name in self.vocabulary for name in ((reading,) if isinstance(reading, str) else reading))

    def _pair(self, reading: tuple[str, str] | str) -> tuple[Var, Var]:
        whole, each = (reading, reading) if isinstance(reading, str) else reading
        return self.vocabulary.find(whole), self.vocabulary.find(each)

    def _bound(self, spelling: str, meaning: str) -> Choice:
        known = self.find(meaning) if len(meaning) > 1 else None
        if known is not None:
            return Choice(known.readings, own=known.readings[0][0].name)
        unit = _unit_text(meaning, self)
        var = Var("_".join(spelling.split()), unit, f"“{spelling}” of the author", conversion=True)
        return Choice(((var, var),), own=unit)

    def find(self, word: str) -> Choice | None:
        """What a word means: exactly as spelt, else (beyond one letter) whatever its case."""
        return self._exact.get(word) or (self._folded.get(normal(word)) if len(word) > 1 else None)

    def unit(self, word: str) -> Choice | None:
        """A unit word that is nobody's name, as it may stand after a number."""
        if self.find(word) is not None or resolve(word) is None:
            return None
        var = Var(word, word, "a unit")
        return Choice(((var, var),), own=word)

    def spellings(self) -> Iterator[str]:
        """Every name that can be read."""
        yield from self._exact

    def offers(self, word: str) -> tuple[str, ...]:
        """Variables that an unknown word may mean, for the author to choose from."""
        cased = [spelling for spelling in self._exact if spelling.casefold() == word.casefold()]
        drawn = [var.name for var in self.vocabulary if var.tex == word]
        offered = [name for name in _OFFERED.get(word, ()) if name in self.vocabulary]
        return tuple(dict.fromkeys([*offered, *drawn, *cased])) or (closest(word, self.spellings()) if len(word) > 1 else ())

    def split(self, word: str) -> list[tuple[str, ...]]:
        """The ways to cut a run-together word into known names, exactly as spelt; at most two are looked for."""
        if len(word) > _MOST_LETTERS:
            return []
        found: list[tuple[str, ...]] = []
        waiting: list[tuple[tuple[str, ...], str]] = [((), word)]
        while waiting and len(found) < 2:
            before, rest = waiting.pop()
            if not rest:
                found.append(before)
            waiting.extend(((*before, rest[:end]), rest[end:]) for end in range(1, len(rest) + 1) if rest[:end] in self._exact)
        return found


def normal_words(spelling: str) -> str:
    """A spelling of several words as one, joined by `_`."""
    return "_".join(spelling.split())


def readings(choices: Mapping[str, Choice]) -> Iterator[dict[str, Var]]:
    """Every way to read the names together, the usual one first; per-GPU and domain figures are never mixed in one reading."""
    scopes = (0, 1) if any(choice.scoped for choice in choices.values()) else (0,)
    for combination in product(*(choice.readings for choice in choices.values())):
        for scope in scopes:
            yield {word: pair[scope] for word, pair in zip(choices, combination, strict=True)}


def _unit_text(meaning: str, names: Names) -> str:
    """The unit of a binding, which may be a unit or a quantity. Raises UnknownName for a word that is neither that nor a variable."""
    try:
        if tokens(meaning)[0].kind == "number" or meaning.lstrip().startswith("$"):
            unit = parse_quantity(meaning).unit
            return unit.text if unit else "1"
        return parse_unit(meaning).text
    except TextError:
        if normal(meaning).isidentifier():
            raise UnknownName("variable or unit", meaning, names.spellings()) from None
        raise
