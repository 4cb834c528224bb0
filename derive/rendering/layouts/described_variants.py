"""Descriptions of variants: the choices of a group, and the relations that each states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from derive.display import enumeration
from derive.equations.constraint import Constraint
from derive.equations.relation import Relation
from derive.equations.var import normal
from derive.library.system import library_system
from derive.rendering.document.document import Code, Paragraph, Table, Text
from derive.rendering.layouts.described import Described


def variant_choices() -> Mapping[str, tuple[str, ...]]:
    """The choices of each group of variants, the usual one first."""
    return library_system().compiled.once("choices", None, _choices)


def _choices() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {
        group: {usual: None} for group, usual in library_system().variants.items()
    }
    for stated in _every():
        if stated.variant is not None:
            group = found.setdefault(stated.variant.group, {})
            group |= dict.fromkeys(stated.variant.choices)
    return {group: tuple(choices) for group, choices in found.items()}


def choices_text(group: str) -> str:
    """The choices of a group in a sentence, the usual one marked."""
    first, *rest = variant_choices()[group]
    usual = library_system().variants.get(group) == first
    return enumeration([f"{first} (usual)" if usual else first, *rest], "or")


def in_shell(name: str) -> str:
    """A name as a command line takes it, in quotes where it has a space.

    >>> in_shell("layout"), in_shell("KV layout")
    ('layout', '"KV layout"')
    """
    return f'"{name}"' if " " in name else name


def describe_variant(wanted: str) -> Described | None:
    """A group of variants by its normal name; None where there is no such group."""
    group = next((name for name in variant_choices() if normal(name) == wanted), None)
    if group is None:
        return None
    choices = variant_choices()[group]
    option = Code(f"--variant {in_shell(f'{group}={choices[-1]}')}")
    line = (Text(f"One of {choices_text(group)}; the last is chosen by "), option, Text("."))
    stated = sorted(_stated(group), key=lambda one: _place(one, choices))
    rows = tuple(((Text(_held(r)),), (Code(r.name),), (Text(r.why),)) for r in stated)
    data = {"name": group, "kind": "variant", "choices": list(choices)}
    blocks = (Paragraph(line), Table(("Choice", "Relation", "Why"), rows, "lll"))
    return Described(f"{group}: ways to state what is known (variants)", blocks, data)


def _stated(group: str) -> list[Relation | Constraint]:
    """The relations and constraints that hold under some choices of a group."""
    return [one for one in _every() if one.variant is not None and one.variant.group == group]


def _every() -> list[Relation | Constraint]:
    return [*library_system().all_relations, *library_system().all_constraints]


def _place(stated: Relation | Constraint, choices: Sequence[str]) -> tuple[int, list[int]]:
    """The place in the list: what one choice states first, in the order of the choices."""
    own = [] if stated.variant is None else [choices.index(one) for one in stated.variant.choices]
    return len(own), own


def _held(stated: Relation | Constraint) -> str:
    """The choices under which a relation or constraint holds, in words."""
    return "" if stated.variant is None else " or ".join(stated.variant.choices)
