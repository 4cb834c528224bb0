"""Findings of trials as values: what the engine found for a claim, for sentences to be made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.closed_form import ClosedForm


@dataclass(frozen=True, slots=True, eq=False)
class DroppedFactor:
    """A factor that a claim leaves out: its size, its names, and the answer without it, at these
    values of the variables that carry it.
    """

    size: float
    names: tuple[str, ...]
    without: Answer
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class ValueFinding:
    """An answer with a value; `relation` is how it stands to the claimed figure, in words."""

    answer: Answer
    relation: str
    dropped: DroppedFactor | None = None


@dataclass(frozen=True, slots=True, eq=False)
class AnswerFinding:
    """An answer whose status is what counts."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class DirectionFinding:
    """A variable that rises, falls or stays as another grows, with its elasticity."""

    asked: Var
    by: Var
    way: str
    elasticity: float


@dataclass(frozen=True, slots=True)
class DimensionFinding:
    """The dimension of an equation's part and the one expected in its place, which agree if they
    are equal; the suggested fix.
    """

    found: str
    expected: str
    mend: str = ""


@dataclass(frozen=True, slots=True)
class RelationsFinding:
    """The ratio of an equation's left side, as relations give it, to its right side; None where it
    is not constant.
    """

    relations: tuple[str, ...]
    ratio: float | None


@dataclass(frozen=True, slots=True, eq=False)
class FormulaFinding:
    """The closed forms of a variable in terms of known ones."""

    known: tuple[Var, ...]
    forms: tuple[ClosedForm, ...]


Finding = (
    ValueFinding
    | AnswerFinding
    | DirectionFinding
    | DimensionFinding
    | RelationsFinding
    | FormulaFinding
)
