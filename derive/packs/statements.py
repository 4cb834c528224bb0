"""Statements of a pack: its relations, constraints and theorems, and the vocabulary they make."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from derive.equations.constraint import Constraint
from derive.equations.relation import Relation
from derive.equations.theorem import Theorem
from derive.equations.var import Var, ordered
from derive.equations.vocabulary import Vocabulary
from derive.errors import PackError, shorten
from derive.solving.unique_names import vocabulary_of

_KINDS = {"relations": Relation, "constraints": Constraint, "theorems": Theorem}


def checked(pack: str, key: str, stated: Iterable[Any]) -> tuple[Any, ...]:
    """What a pack states as its relations, constraints or theorems. Raises PackError for what is
    none.
    """
    found, kind = tuple(stated), _KINDS[key]
    wrong = next((one for one in found if not isinstance(one, kind)), None)
    if wrong is not None:
        raise PackError(pack, f"{shorten(repr(wrong))} among its {key} is no {kind.__name__}")
    return found


def vocabulary(
    pack: str, variables: Vocabulary | Iterable[Var], statements: Iterable[Relation | Constraint]
) -> Vocabulary:
    """The vocabulary of a pack: the one it names, or its variables with those of its statements.
    Raises DeclarationError for two variables of one name.
    """
    if isinstance(variables, Vocabulary):
        return variables
    met = ordered(dict.fromkeys(var for one in statements for var in one.variables))
    made = vocabulary_of(tuple(dict.fromkeys([*variables, *met])))
    made.title = pack
    for var in made:
        var.vocabulary = var.vocabulary or made
    return made
