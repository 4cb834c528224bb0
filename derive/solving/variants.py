"""Variants of a system: the choices offered in each group, and those in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from derive.arguments import mapping, several
from derive.equations.constraint import Constraint
from derive.equations.relation import Relation
from derive.errors import GivenError, UnknownName

_Stated = TypeVar("_Stated", Relation, Constraint)


def in_force(stated: Iterable[_Stated], chosen: Mapping[str, str]) -> tuple[_Stated, ...]:
    """The relations or constraints that belong to a system of these choices."""
    return tuple(s for s in stated if s.variant is None or s.variant.in_force(chosen))


@lru_cache(maxsize=32)
def _offered(stated: tuple[Relation | Constraint, ...]) -> dict[str, dict[str, bool]]:
    """The choices of every group, each with whether it is the default."""
    offered: dict[str, dict[str, bool]] = {}
    for variant in dict.fromkeys(s.variant for s in stated):
        for part in variant.parts if variant is not None else ():
            group = offered.setdefault(part.group, {})
            for k, choice in enumerate(part.choices):
                group[choice] = group.get(choice, False) or (part.usual and k == 0)
    return offered


def usual_choices(stated: tuple[Relation | Constraint, ...]) -> dict[str, str]:
    """The default choice of every group: the one marked as usual, else the first."""
    return {
        group: next((c for c, usual in choices.items() if usual), next(iter(choices)))
        for group, choices in _offered(stated).items()
    }


def chosen_variants(
    stated: tuple[Relation | Constraint, ...],
    wanted: Mapping[str, str],
    own: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """The choice in force for every group: the one wanted, else a system's `own`, else the default.
    Raises UnknownName, and GivenError for what is no mapping.
    """
    offered = _offered(stated)
    for group, choice in mapping(wanted, "variants", '{"step time": "none"}').items():
        _check_offered("variant", group, offered)
        _check_offered(f"choice for {group}", choice, offered[group])
    return {**usual_choices(stated), **(own or {}), **wanted}


def relations_of(argument: Iterable[Relation]) -> tuple[Relation, ...]:
    """The relations of an argument. Raises GivenError for anything else."""
    found = tuple(several(argument, "relations", "System([motion])"))
    for one in found:
        if not hasattr(one, "variant"):
            example = 'Write Relation("motion", Eq(d, v * t)).'
            raise GivenError("relations", f"{one!r} is not a relation", example)
    return found


def _check_offered(kind: str, name: str, offered: Mapping[str, object]) -> None:
    if name not in offered:
        raise UnknownName(kind, name, offered, f"There are: {', '.join(offered) or 'none'}.")
