"""Stubs: relations and constraints by name and variables, enough to plan with; the file of one is
read when it is used.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from derive.equations.constraint import Constraint
from derive.equations.relation import Relation, Variant
from derive.equations.var import Var
from derive.library.content import Content, content, content_of
from derive.library.index import IndexRow
from derive.program.nodes import EquationData


class Stub:
    """A relation or constraint by name and variables; every other attribute is that of the real
    one, which is read when it is first needed.
    """

    __slots__ = ("content", "data", "file", "name", "subject", "variables", "variant")

    def __init__(
        self,
        content: Content,
        file: str,
        name: str,
        variables: tuple[Var, ...],
        subject: Var | None,
        variant: Variant | None,
        data: EquationData | None,
    ) -> None:
        self.content, self.file, self.name, self.variables = content, file, name, variables
        self.subject, self.variant, self.data = subject, variant, data

    @property
    def made(self) -> Any:
        """The relation or constraint itself."""
        return _contents(self.content, self.file)[self.name, self.variant]

    def __reduce__(self) -> tuple[Any, ...]:
        packs = tuple(pack.name for pack in self.content.packs)
        return _restored, (packs, self.file, self.name, self.variant)

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self.made, attribute)

    def __repr__(self) -> str:
        return repr(self.made)


def stub_of(row: IndexRow, of: Content | None = None) -> Any:
    """A relation or constraint of the index, of the packs in use unless others are named."""
    packs = of or content()
    find = packs.vocabulary.named
    variables = tuple(find[name] for name in row.variables)
    subject = find[row.subject] if row.subject else None
    return Stub(packs, row.file, row.name, variables, subject, row.variant, row.data)


def _restored(packs: tuple[str, ...], file: str, name: str, variant: Variant | None) -> Any:
    """The stub of that file, name and variant, for pickle."""
    of = content_of(packs)
    rows = (*of.index.relations, *of.index.constraints)
    row = next(r for r in rows if (r.file, r.name, r.variant) == (file, name, variant))
    return stub_of(row, of)


@lru_cache(maxsize=128)
def _contents(of: Content, file: str) -> dict[tuple[str, Variant | None], Relation | Constraint]:
    """The relations and constraints of a file, by name and variant."""
    module = of.subject(file)
    return {
        (stated.name, getattr(stated, "variant", None)): stated
        for stated in (*module.RELATIONS, *module.CONSTRAINTS)
    }
