"""Stubs: relations and constraints by name and variables, enough to plan with; the file of one is
read when it is used.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from derive.equations.constraint import Constraint
from derive.equations.relation import Relation, Variant
from derive.equations.var import Var
from derive.library.content import content
from derive.library.index import IndexRow, relation_index
from derive.program.nodes import EquationData


class Stub:
    """A relation or constraint by name and variables; every other attribute is that of the real
    one, which is read when it is first needed.
    """

    __slots__ = ("data", "file", "name", "subject", "variables", "variant")

    def __init__(
        self,
        file: str,
        name: str,
        variables: tuple[Var, ...],
        subject: Var | None,
        variant: Variant | None,
        data: EquationData | None,
    ) -> None:
        self.file, self.name, self.variables = file, name, variables
        self.subject, self.variant, self.data = subject, variant, data

    @property
    def made(self) -> Any:
        """The relation or constraint itself."""
        return _contents(self.file)[self.name, self.variant]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.file, self.name, self.variant)

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self.made, attribute)

    def __repr__(self) -> str:
        return repr(self.made)


def stub_of(row: IndexRow) -> Any:
    """A relation or constraint of the index."""
    find = content().vocabulary.named
    variables = tuple(find[name] for name in row.variables)
    subject = find[row.subject] if row.subject else None
    return Stub(row.file, row.name, variables, subject, row.variant, row.data)


def _restored(file: str, name: str, variant: Variant | None) -> Any:
    """The stub of that file, name and variant, for pickle."""
    index = relation_index()
    rows = (*index.relations, *index.constraints)
    return stub_of(next(r for r in rows if (r.file, r.name, r.variant) == (file, name, variant)))


@lru_cache(maxsize=64)
def _contents(file: str) -> dict[tuple[str, Variant | None], Relation | Constraint]:
    """The relations and constraints of a file, by name and variant."""
    module = content().subject(file)
    return {
        (stated.name, getattr(stated, "variant", None)): stated
        for stated in (*module.RELATIONS, *module.CONSTRAINTS)
    }
