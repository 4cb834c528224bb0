"""Wording: how documents on the subject of a pack write its variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

Reading = str | tuple[str, str]
NUMBER = "1"  # a reading of a name
_BY_VARIABLE = ("loosely", "wholes", "special")  # tables whose keys are variables too


@dataclass(frozen=True, kw_only=True)
class Wording:
    """Names that checked documents give to the variables of a pack, besides names, aliases and
    symbols.

    `names` are further names of formulas with their readings in the order of trial, a reading being
    a variable, a pair (the whole's and that of one thing), or "1" for a number. `letters` are those
    that the subject uses for one variable always, `offered` are suggested for letters of several
    meanings, never guessed. `phrases` are wordings of prose ("where B is the batch size"), without
    a leading "number of" and hyphens; `continued` maps one to what it means where a word follows.
    `loosely` is what a phrase for a variable admits besides. `counted` are things counted by a
    symbol before them ("a model with L layers"); `one_of_many` are words for one of the things of a
    whole, and `wholes` its figures as count and figure of one. `everyday` are names that are words
    of everyday language too. `bare` are variables whose figure may lack a unit; `special` have
    another name at one value. `subject` are words of names that only this subject has; one of
    `telling` words proves that a text is about it.

    >>> Wording(phrases={"arrival rate": "arrivals"}).phrases["arrival rate"]
    'arrivals'
    """

    names: Mapping[str, tuple[Reading, ...]] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    offered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    continued: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    loosely: Mapping[str, str] = field(default_factory=dict)
    counted: tuple[str, ...] = ()
    one_of_many: tuple[str, ...] = ()
    wholes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    everyday: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    special: Mapping[str, str] = field(default_factory=dict)
    subject: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()


def together(stated: Iterable[tuple[Wording, Mapping[str, str]]]) -> Wording:
    """The wordings of several packs, each with the variables that are called otherwise beside the
    others. A name has the readings of all packs; else the first pack that words something decides.
    """
    found: dict[str, Any] = {}
    for wording, called in stated:
        for part in fields(Wording):
            mine = _here(getattr(wording, part.name), called, keys=part.name in _BY_VARIABLE)
            known = found.setdefault(part.name, type(mine)())
            if part.name == "names":
                mine = {name: known.get(name, ()) + readings for name, readings in mine.items()}
                found[part.name] = known | mine
            else:
                found[part.name] = mine | known if isinstance(mine, dict) else _joined(known, mine)
    return Wording(**found)


def _joined(known: Any, mine: Any) -> Any:
    return known + mine if isinstance(known, tuple) else known | mine


def _here(stated: Any, called: Mapping[str, str], *, keys: bool = False) -> Any:
    """Names of variables as they are called here, those of other things unchanged."""
    if isinstance(stated, str):
        return called.get(stated, stated)
    if isinstance(stated, Mapping):
        return {
            (called.get(key, key) if keys else key): _here(value, called)
            for key, value in stated.items()
        }
    return type(stated)(_here(each, called) for each in stated)
