"""What an equation with units is."""

from derive.equations.expression import Eq, Max, Min
from derive.equations.opaque import Map
from derive.equations.relation import (
    AtLeast,
    AtMost,
    Constraint,
    Neglected,
    Relation,
    Theorem,
    Variant,
)
from derive.equations.var import Var, Vocabulary

__all__ = [
    "AtLeast",
    "AtMost",
    "Constraint",
    "Eq",
    "Map",
    "Max",
    "Min",
    "Neglected",
    "Relation",
    "Theorem",
    "Var",
    "Variant",
    "Vocabulary",
]
