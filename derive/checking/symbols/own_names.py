"""The author's own names, and what they have in common."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from derive.checking.symbols.name_meanings import NameMeanings
from derive.checking.symbols.name_splits import splits
from derive.equations.var import Var
from derive.units.dimension import Dimension


class OwnNames(dict[str, NameMeanings]):
    """The author's own names with their meanings."""

    def also(self, further: Mapping[str, NameMeanings]) -> OwnNames:
        """These names and further ones."""
        more = OwnNames(self)
        more.update(further)
        if self.keys().isdisjoint(further):
            more.__dict__["variables"] = self.variables.union(*map(_variables, further.values()))
        return more

    def cut(self, word: str, *besides: str) -> list[tuple[str, ...]]:
        """The ways to cut a word into these names and others `besides`, found once."""
        asked = word, *besides
        if asked not in self._cut:
            self._cut[asked] = splits(word, {*self, *besides} if besides else self)
        return self._cut[asked]

    def bind(self, name: str, meanings: NameMeanings) -> None:
        """Add a name, or bind it anew."""
        self[name] = meanings
        self.__dict__.clear()

    @cached_property
    def _cut(self) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
        return {}

    @cached_property
    def variables(self) -> frozenset[Var]:
        """Their variables, of all readings."""
        return frozenset[Var]().union(*map(_variables, self.values()))

    @cached_property
    def dimensions(self) -> frozenset[Dimension]:
        """The dimensions of their variables."""
        return frozenset(var.unit.dimension for var in self.variables)

    @cached_property
    def bases(self) -> frozenset[str]:
        """The base dimensions of what they are usually read as."""
        return frozenset(name for dimension in self.by_dimension for name, _ in dimension.exponents)

    @cached_property
    def by_dimension(self) -> Mapping[Dimension, tuple[str, ...]]:
        """The names by the dimension of what each is usually read as."""
        found: dict[Dimension, tuple[str, ...]] = {}
        for name, meanings in self.items():
            dimension = meanings.readings[0][0].unit.dimension
            found[dimension] = (*found.get(dimension, ()), name)
        return found

    @cached_property
    def has_superscripts(self) -> bool:
        """Whether some have a superscript: y^out."""
        return any("^" in name for name in self)


def _variables(meanings: NameMeanings) -> set[Var]:
    return {var for pair in meanings.readings for var in pair}
