"""Subjects: what is judged of a statement, its arithmetic, one value, or its dimensions."""

from __future__ import annotations

from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import NameNode, StatementNode
from derive.display import Label


class Subject(Label):
    """Kinds of statements: figures worked out, the value of one name, or how names depend on each
    other.
    """

    ARITHMETIC = "arithmetic"
    VALUE = "value"
    DIMENSIONS = "dimensions"


def subject_of(statement: StatementNode) -> Subject:
    """The subject of a statement. Names that are sides by themselves leave figures to be worked
    out: `Copy = 6 × 1.25 GB = 7.5 GB`.
    """
    rest = [side for side in statement.sides if not isinstance(side, NameNode)]
    if not rest or any(kind_of(side) == SideKind.SYMBOLIC for side in rest):
        return Subject.DIMENSIONS
    named = len(rest) < len(statement.sides)
    return Subject.ARITHMETIC if not named or len(rest) > 1 else Subject.VALUE
