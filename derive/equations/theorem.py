"""Theorems: equations that follow from relations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derive.equations.plain import plain
from derive.equations.relation import Relation, fill


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Theorem:
    """An equation with the relations that imply it; proved by the engine, not part of a system."""

    statement: Relation
    follows_from: tuple[Relation, ...]

    def __init__(
        self,
        name: str,
        equation: Any,
        why: str,
        follows_from: tuple[Relation, ...],
        *,
        source: str = "",
        holds: str = "",
    ) -> None:
        statement = Relation(name, equation, why, source=source, holds=holds)
        fill(self, statement=statement, follows_from=follows_from)

    @classmethod
    def of(cls, statement: Relation, follows_from: tuple[Relation, ...]) -> Theorem:
        """The theorem of a statement that is made already."""
        made = object.__new__(cls)
        fill(made, statement=statement, follows_from=follows_from)
        return made

    @property
    def name(self) -> str:
        """The name of the theorem."""
        return self.statement.name

    @property
    def equation(self) -> Any:
        """The equation of its statement."""
        return self.statement.equation

    def __repr__(self) -> str:
        return f"Theorem({self.name}: {plain(self.equation)})"
