"""Names of a system's relations and variables: each once, and those of features known."""

from __future__ import annotations

from collections.abc import Sequence

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.errors import DeclarationError


def check_unique_names(relations: Sequence[Relation]) -> None:
    """Raise DeclarationError for two relations of one name."""
    names: set[str] = set()
    for relation in relations:
        if relation.name in names:
            raise DeclarationError(
                relation.name, "two relations of the system have this name", "Rename one."
            )
        names.add(relation.name)


def check_features(variables: Sequence[Var]) -> None:
    """Raise DeclarationError for a feature's variable that neither the system nor the vocabulary
    has.
    """
    named = {var.name for var in variables}
    for var in variables:
        for name in (*var.without, *var.fixed_by):
            if name not in named and (var.vocabulary is None or name not in var.vocabulary):
                raise DeclarationError(
                    var.name, f"“{name}” among the variables of its feature is not a variable"
                )
