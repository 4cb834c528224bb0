"""Content: what the packs in use state together, with names that clash qualified by their pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Any

from derive.equations.theorem import Theorem
from derive.equations.var import Var
from derive.equations.vocabulary import Vocabulary
from derive.library.index import IndexRow, RelationIndex, index_of
from derive.packs.in_use import packs_in_use
from derive.packs.pack import Pack
from derive.packs.registry import is_own, pack
from derive.packs.wording import Wording, together


class Content:
    """The packs in use, in order, and what they state together.

    A variable, relation, constraint or theorem keeps its name in the first pack that has it; one
    of another meaning in a later pack is called by both, as in "queueing.load".
    """

    def __init__(self, packs: tuple[Pack, ...]) -> None:
        self.packs = packs

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The variables of all packs."""
        if len(self.packs) == 1 and is_own(self.packs[0]):
            own = self.packs[0].variables
            own.take_phrases(self.said)
            return own
        made = Vocabulary(" and ".join(one.name for one in self.packs))
        for one in self.packs:
            for var in one.variables:
                here = self._variables[one.name].get(var, var)
                if here.name not in made.named:
                    made.register(here)
        for spelling, var in self.spellings.items():
            made.respell(spelling, var)
        made.take_phrases(self.said)
        return made

    @cached_property
    def spellings(self) -> dict[str, Var]:
        """The variables by the names of pack and variable; none of the usual packs alone."""
        if all(map(is_own, self.packs)):
            return {}
        return {
            f"{one.name}.{var.name}": self._variables[one.name].get(var, var)
            for one in self.packs
            for var in one.variables
        }

    def variable(self, one: Pack, name: str) -> Var:
        """The variable that a pack calls so. Raises UnknownName."""
        found = self.spellings.get(f"{one.name}.{name}")
        return self.vocabulary.find(name) if found is None else found

    @cached_property
    def _variables(self) -> dict[str, dict[Var, Var]]:
        """By pack, the variables that are called otherwise here."""
        taken: dict[str, Var] = {}
        found: dict[str, dict[Var, Var]] = {}
        for one in self.packs:
            clash = [v.name for v in one.variables if taken.get(v.name, v) != v]
            names = {name: f"{one.name}.{name}" for name in clash}
            found[one.name] = {
                var: var.called(names)
                for var in (one.variables if names else ())
                if (var.name in names or not names.keys().isdisjoint(var.named))
                and taken.get(var.name) != var
            }
            taken |= {var.name: var for var in one.variables if var.name not in names}
        return found

    @property
    def qualified(self) -> Iterator[tuple[str, list[str]]]:
        """The packs with names that an earlier one has, each with what they are called here."""
        for one in self.packs:
            variables = {here.name for here in self._variables[one.name].values()}
            names = {*variables, *self._names.get(one.name, {}).values()}
            if clashing := sorted(name for name in names if name.startswith(f"{one.name}.")):
                yield one.name, clashing

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        """By pack, the statements that are called otherwise here."""
        taken: set[str] = set()
        found: dict[str, dict[str, str]] = {}
        for one in self.packs if len(self.packs) > 1 else ():
            rows = index_of(one)
            own = {row.name for row in (*rows.relations, *rows.constraints, *rows.theorems)}
            found[one.name] = {name: f"{one.name}.{name}" for name in own & taken}
            taken |= own
        return found

    @cached_property
    def index(self) -> RelationIndex:
        """The relations, constraints and theorems by names, their files as "pack.file"."""
        rows = [(one, index_of(one)) for one in self.packs]
        return RelationIndex(
            *(
                tuple(self._row(one, row) for one, index in rows for row in getattr(index, part))
                for part in ("relations", "constraints", "theorems")
            )
        )

    def _row(self, one: Pack, row: IndexRow) -> IndexRow:
        """A row of a pack's index as it is here."""
        row = replace(row, file=f"{one.name}.{row.file}")
        called = {var.name: here.name for var, here in self._variables[one.name].items()}
        names = self._names.get(one.name, {})
        if not called and not names:
            return row
        return replace(
            row,
            name=names.get(row.name, row.name),
            variables=tuple(called.get(name, name) for name in row.variables),
            subject=row.subject and called.get(row.subject, row.subject),
        )

    @property
    def subjects(self) -> tuple[str, ...]:
        """The files of relations, in order, each as "pack.file"."""
        return tuple(f"{one.name}.{name}" for one in self.packs for name in one.subjects)

    def subject(self, path: str) -> Any:
        """A file of relations, with RELATIONS, CONSTRAINTS and THEOREMS."""
        first, _, name = path.partition(".")
        found = next(one for one in self.packs if one.name == first)
        variables, names = self._variables[first], self._names.get(first, {})
        stated = found.subject(name)
        return _called(stated, variables, names) if variables or names else stated

    @cached_property
    def sayings(self) -> tuple[Any, ...]:
        """The choices that stated values mean."""
        return tuple(saying for one in self.packs for saying in one.sayings)

    @cached_property
    def wording(self) -> Wording:
        """The names that documents give to the variables."""
        return together(
            (one.wording, {var.name: here.name for var, here in self._variables[one.name].items()})
            for one in self.packs
        )

    def said(self) -> Mapping[str, str]:
        """The names of variables by phrases of prose, as in "model size"."""
        return self.wording.phrases


def _called(stated: Any, variables: Mapping[Var, Var], names: Mapping[str, str]) -> Any:
    """A file of relations with variables and statements called otherwise."""

    def called(one: Any) -> Any:
        return one.renamed(names.get(one.name, one.name), variables)

    def theorems() -> Iterator[Theorem]:
        for one in stated.THEOREMS:
            yield Theorem.of(called(one.statement), tuple(map(called, one.follows_from)))

    return SimpleNamespace(
        RELATIONS=tuple(map(called, stated.RELATIONS)),
        CONSTRAINTS=tuple(map(called, stated.CONSTRAINTS)),
        THEOREMS=tuple(theorems()),
    )


@lru_cache(maxsize=16)
def _content_of(packs: tuple[Pack, ...]) -> Content:
    return Content(packs)


def content() -> Content:
    """The content of the packs in use together."""
    return _content_of(packs_in_use())


def content_of(names: Iterable[str]) -> Content:
    """The content of the packs of these names together. Raises UnknownName, PackError."""
    return _content_of(tuple(map(pack, names)))


def relation_index() -> RelationIndex:
    """The index of all relation files of the packs in use. Raises what `index_of` raises."""
    return content().index


def vocabulary() -> Vocabulary:
    """The variables of the packs in use."""
    return content().vocabulary


def wording() -> Wording:
    """The names that documents give to variables of the packs in use."""
    return content().wording
