"""The one system of all relations of the packs in use."""

from __future__ import annotations

from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, Self

from derive.equations.theorem import Theorem
from derive.equations.var import Var
from derive.library.catalogue.lookups import lookups
from derive.library.content import Content, content, content_of
from derive.library.stub import stub_of
from derive.solving.bundle import Bundle
from derive.system import System


def subjects() -> tuple[ModuleType, ...]:
    """The relation files, each with RELATIONS, CONSTRAINTS and THEOREMS."""
    return tuple(map(content().subject, content().subjects))


class LibrarySystem(System):
    """The system of all relations of some packs, or one made from it; with all of them it pickles
    as the names of the packs and its variants.
    """

    packs: Content

    @cached_property
    def choosing(self) -> frozenset[Var]:
        """The variables whose statement puts other relations in the place of those they are in."""
        sayings = self.packs.sayings
        other = [(g, said) for g, choice, said in sayings if self.variants.get(g, choice) != choice]
        return frozenset(
            v
            for relation in self.relations
            if relation.variant is not None
            for v in relation.variables
            if any(relation.variant.group == group and said({v.name}) for group, said in other)
        )

    def of(self, packs: Content) -> Self:
        """The system as one of these packs, its variables findable by the name of their pack."""
        self.packs = packs
        self.vocabulary.take_phrases(packs.said)
        for spelling, var in packs.spellings.items():
            if var.name in self.vocabulary.named:
                self.vocabulary.respell(spelling, var)
        return self

    def with_held(self, held: frozenset[Var]) -> Self:
        """The system in which only the usual values of `held` may still hold."""
        return super().with_held(held).of(self.packs)

    def _variation(self, *contents: Any) -> Self:
        return super()._variation(*contents).of(self.packs)

    def __reduce__(self) -> tuple[Any, ...]:
        whole = _system(self.packs)
        if (
            self.all_relations is whole.all_relations
            and self.all_constraints is whole.all_constraints
        ):
            names = tuple(pack.name for pack in self.packs.packs)
            return _library_with, (names, self.variants, self.held)
        packs = tuple(pack.name for pack in self.packs.packs)
        return _restored, (packs, self.__getstate__())


def _library_with(
    packs: tuple[str, ...], variants: dict[str, str], held: frozenset[Var] | None
) -> System:
    """The system of packs with these variants, and usual values for `held` alone, for pickle."""
    system = _system(content_of(packs)).with_variants(variants)
    return system if held is None else system.with_held(held)


def _restored(packs: tuple[str, ...], state: tuple[Any, ...]) -> System:
    """A system made from that of packs, for pickle."""
    made = object.__new__(LibrarySystem)
    made.__setstate__(state)
    return made.of(content_of(packs))


def library_system() -> System:
    """The one system of all relations of the packs in use, with the usual variants; a plan is made
    from the index alone.
    """
    return _system(content())


@lru_cache(maxsize=16)
def _system(of: Content) -> LibrarySystem:
    return LibrarySystem(
        (stub_of(row, of) for row in of.index.relations),
        (stub_of(row, of) for row in of.index.constraints),
        variables=of.vocabulary,
        bundles=_bundles(of),
    ).of(of)


def theorems() -> tuple[Theorem, ...]:
    """All theorems, by subject."""
    return tuple(theorem for module in subjects() for theorem in module.THEOREMS)


def _bundles(of: Content) -> tuple[Bundle, ...]:
    find = of.vocabulary.find
    return tuple(
        Bundle(
            row.say,
            tuple(map(find, row.members)),
            row.usage,
            row.kind or lookups()[row.needs].kind,
            row.rest,
            f"{row.option} {row.metavar}" if row.rest else "",
        )
        for row in lookups().values()
        if row.members
    )
