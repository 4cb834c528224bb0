"""Equations with units."""

from derive.equations.constraint import AtLeast, AtMost, Constraint
from derive.equations.expression import Eq, Max, Min
from derive.equations.neglected import Direction, Neglected
from derive.equations.opaque import OpaqueFunction
from derive.equations.relation import Relation, Variant
from derive.equations.theorem import Theorem
from derive.equations.var import Var
from derive.equations.vocabulary import Vocabulary

Map = OpaqueFunction  # its first name

__all__ = [
    "AtLeast",
    "AtMost",
    "Constraint",
    "Direction",
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
