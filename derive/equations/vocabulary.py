"""Vocabularies: the declared variables of a subject, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derive.equations.var import Var, normal
from derive.errors import DeclarationError, UnknownName


class Vocabulary:
    """An ordered set of variables; their order is the order in which documents print factors.

    Call it to declare: `v = Vocabulary("mine"); B = v("B", "sequence", "batch")`. Raises
    DeclarationError for a name or alias that is already taken.
    """

    def __init__(self, title: str, start: int = 0) -> None:
        self.title = title
        self._start = start
        self._vars: dict[str, Var] = {}
        self._spelt: dict[str, Var] = {}  # aliases as written
        self._names: dict[str, Var] = {}  # aliases as looked up

    def __call__(self, name: str, unit: str = "1", meaning: str = "", **options: Any) -> Var:
        """Declare a variable and take it in."""
        made = Var(name, unit, meaning, **options)
        return self.add(made)

    def add(self, made: Var) -> Var:
        """Take in a variable that was made elsewhere; it gets its place in print here unless it has
        been used before.
        """
        if made.name in self._vars:
            raise DeclarationError(made.name, f"it is declared twice in {self.title}")
        for spelling in (made.name, *made.aliases):
            taken = self._vars.get(spelling) or self._spelt.get(spelling)
            if taken is not None:
                raise DeclarationError(
                    made.name, f"“{spelling}” already names {taken.name} in {self.title}"
                )
        if (
            made.vocabulary is None and made._mhash is None
        ):  # its place is part of its identity, so it is given before it is used
            made.rank, made.vocabulary = self._start + len(self._vars), self
        self.register(made)
        return made

    def register(self, made: Var) -> None:
        """Make a variable findable here without taking it from its own vocabulary."""
        self._vars[made.name] = made
        self._names.setdefault(made.name, made)
        for alias in made.aliases:
            self._spelt.setdefault(alias, made)
            self._names.setdefault(normal(alias), made)

    @property
    def named(self) -> Mapping[str, Var]:
        """The variables by name."""
        return self._vars

    def __iter__(self) -> Iterator[Var]:
        return iter(self._vars.values())

    def __len__(self) -> int:
        return len(self._vars)

    def __contains__(self, item: object) -> bool:
        return (
            item in self._vars
            if isinstance(item, str)
            else isinstance(item, Var) and self._vars.get(item.name) == item
        )

    def find(self, name: str) -> Var:
        """The variable of that name or alias, case-blind. Raises UnknownName with candidates."""
        exact = (
            self._vars.get(name)
            or self._spelt.get(name)
            or self._names.get(normal(name))
            or self._folded().get(normal(name))
        )
        if exact is None:
            raise UnknownName(
                "variable",
                name,
                [*self._vars, *self._names],
                "List them with: derive list variables",
            )
        return exact

    def _folded(self) -> dict[str, Var]:
        return {normal(name): var for name, var in self._vars.items()}
