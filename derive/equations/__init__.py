"""What an equation with units is."""

from derive.equations.expression import Eq, Max, Min
from derive.equations.opaque import OpaqueFunction
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

Map = OpaqueFunction  # its first name

__all__ = [
    "AtLeast",
    "AtMost",
    "Constraint",
    "Eq",
    "Map",
    "Max",
    "Min",
    "Neglected",
    "OpaqueFunction",
    "Relation",
    "Theorem",
    "Var",
    "Variant",
    "Vocabulary",
]
