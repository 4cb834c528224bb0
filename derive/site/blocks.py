"""Blocks that pages share: links to other pages, lists of them, tables of symbols and values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from derive.display import sentence
from derive.equations.var import Var
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Heading,
    Items,
    Link,
    Math,
    Table,
    Text,
    Words,
)
from derive.rendering.layouts.nomenclature import unit_cell
from derive.site.address import address_of
from derive.site.contents import contents

_CAPITALS = {name: name.upper() for name in ("kv", "gpu", "hbm", "bf16", "fp8", "fp32", "rl")}
_EQUATIONS = ("relation", "theorem", "constraint")
_TITLES = ("report", "guide", "source", "explorer")  # whose meaning is their title


def title_in_words(name: str) -> str:
    """The title of a page of an equation: its name as words.

    >>> title_in_words("kv_crossover"), title_in_words("touched_weight_fetch")
    ('KV crossover', 'Touched weight fetch')
    """
    words = [_CAPITALS.get(word, word) for word in name.split("_")]
    return sentence(" ".join(words), stop=False)


def linked(address: str) -> Words:
    """The name of a page as a link to it, and what it says."""
    thing = contents().pages[address]
    if thing.kind in _TITLES:
        return (Link((Text(thing.meaning.partition(". ")[0]),), f"/{address}"),)
    name: Text | Code = Code(thing.name)
    if thing.kind in _EQUATIONS:
        name = Text(title_in_words(thing.name))
    elif thing.kind == "claim":
        name = Text(thing.name)
    return (Link((name,), f"/{address}"), Text(f": {thing.meaning}"))


def list_of(title: str, addresses: Iterable[str], level: int = 1) -> list[DocumentBlock]:
    """Pages as a list under a title; nothing for none."""
    items = tuple(linked(address) for address in dict.fromkeys(addresses))
    return [Heading(level, title), Items(items)] if items else []


def _name(var: Var) -> Link | Code:
    """The name of a variable, which leads to its page; one of a theorem alone has none."""
    address = address_of("variable", var.name)
    return Link((Code(var.name),), f"/{address}") if contents().has(address) else Code(var.name)


def legend(variables: Sequence[Var]) -> DocumentBlock:
    """The table of symbols with names, units and meanings."""
    rows = tuple(
        (
            (Math(var),),
            (_name(var),),
            (unit_cell(var),),
            (Text(var.meaning),),
        )
        for var in variables
    )
    return Table(("Symbol", "Name", "Unit", "Meaning"), rows, "llll")
