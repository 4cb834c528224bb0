"""The one system of all relations of the library."""

from __future__ import annotations

from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any

from derive.equations.theorem import Theorem
from derive.equations.var import Var
from derive.library.catalogue.lookups import lookups
from derive.library.content import content
from derive.library.index import relation_index
from derive.library.said_variants import SAYING
from derive.library.stub import stub_of
from derive.solving.bundle import Bundle
from derive.system import System


def subjects() -> tuple[ModuleType, ...]:
    """The relation files, each with RELATIONS, CONSTRAINTS and THEOREMS."""
    return tuple(map(content().subject, content().subjects))


class LibrarySystem(System):
    """The system of all relations, or one made from it; with all of them it pickles as its
    variants.
    """

    @cached_property
    def choosing(self) -> frozenset[Var]:
        """The variables whose statement puts other relations in the place of those they are in."""
        other = [(g, said) for g, choice, said in SAYING if self.variants.get(g, choice) != choice]
        return frozenset(
            v
            for relation in self.relations
            if relation.variant is not None
            for v in relation.variables
            if any(relation.variant.group == group and said({v.name}) for group, said in other)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        whole = library_system()
        if (
            self.all_relations is whole.all_relations
            and self.all_constraints is whole.all_constraints
        ):
            return _library_with, (self.variants, self.held)
        return object.__new__, (type(self),), self.__getstate__()


def _library_with(variants: dict[str, str], held: frozenset[Var] | None) -> System:
    """The library with these variants, and usual values for `held` alone, for pickle."""
    system = library_system().with_variants(variants)
    return system if held is None else system.with_held(held)


@lru_cache(maxsize=1)
def library_system() -> System:
    """The one system of all relations, with the usual variants; a plan is made from the index
    alone.
    """
    index = relation_index()
    return LibrarySystem(
        map(stub_of, index.relations),
        map(stub_of, index.constraints),
        variables=content().vocabulary,
        bundles=_bundles(),
    )


def theorems() -> tuple[Theorem, ...]:
    """All theorems, by subject."""
    return tuple(theorem for module in subjects() for theorem in module.THEOREMS)


def _bundles() -> tuple[Bundle, ...]:
    find = content().vocabulary.find
    return tuple(
        Bundle(row.say, tuple(map(find, row.members)), row.usage)
        for row in lookups().values()
        if row.members
    )
