"""Swaps: a second case, stated by its differences from the first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from derive.cases.case import Case
from derive.equations.var import normal
from derive.errors import TextError
from derive.library.catalogue.lookups import lookups
from derive.library.content import vocabulary
from derive.library.system import library_system
from derive.units.text import parse_quantity


def swapped(case: Case, swaps: Iterable[tuple[str, str]]) -> Case:
    """The case with entries, choices and values replaced. Raises UnknownName.

    A few groups of variants have the name of a variable: a quantity is the variable's value.
    """
    groups = {normal(group): group for group in library_system().variants}
    for name, value in swaps:
        option = name.replace("-", "_").lower()
        if option in lookups() and lookups()[option].metavar:
            bare = case.without([lookups()[option].alone])
            case = replace(bare, chosen={**case.chosen, option: value})
        elif normal(name) in groups and not (_is_quantity(value) and _is_variable(name)):
            case = replace(case, variants={**case.variants, groups[normal(name)]: value})
        else:
            var = vocabulary().find(name)
            kept = (item for item in case.over if vocabulary().find(item[0]) != var)
            bare = case.without([name])
            case = replace(case, chosen=bare.chosen, over=(*kept, (name, value)))
    return case


def _is_variable(name: str) -> bool:
    return any(normal(known) == normal(name) for known in vocabulary().named)


def _is_quantity(text: str) -> bool:
    try:
        parse_quantity(text)
    except TextError:
        return False
    return True
