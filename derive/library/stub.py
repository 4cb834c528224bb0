"""Stubs: what a plan needs to know of a relation or constraint, so that its file is read only when
it is used.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from derive.equations.constraint import Constraint
from derive.equations.relation import Relation, Variant
from derive.equations.var import Var


class Stub:
    """A relation or constraint by name and variables; everything else is asked of the real one,
    made when first touched.
    """

    __slots__ = ("file", "name", "subject", "variables", "variant")

    def __init__(
        self,
        file: str,
        name: str,
        variables: tuple[Var, ...],
        subject: Var | None,
        variant: Variant | None,
    ) -> None:
        self.file, self.name, self.variables, self.subject, self.variant = (
            file,
            name,
            variables,
            subject,
            variant,
        )

    @property
    def made(self) -> Any:
        """The relation or constraint itself."""
        return _contents(self.file)[self.name, self.variant]

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self.made, attribute)

    def __repr__(self) -> str:
        return repr(self.made)


@lru_cache(maxsize=64)
def _contents(file: str) -> dict[tuple[str, Variant | None], Relation | Constraint]:
    """What a relation file states, by name and variant."""
    module = import_module(file)
    return {
        (stated.name, getattr(stated, "variant", None)): stated
        for stated in (*module.RELATIONS, *module.CONSTRAINTS)
    }
