"""Unknown names that something of another kind has than what was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derive.display import enumeration
from derive.equations.var import normal
from derive.errors import UnknownName
from derive.library.catalogue import entry_kinds
from derive.library.catalogue.lookups import Lookup, lookup_named, lookups
from derive.library.system import library_system
from derive.rendering.layouts.described_variants import in_shell
from derive.search.things import Thing, things

_SHOWN = 6
_EQUATIONS = ("variable", "relation", "theorem", "constraint", "claim", "report")


def point_elsewhere(error: UnknownName) -> bool:
    """Let an error on an unknown name say what else has that name, and what to ask; whether
    anything has.
    """
    if error.what not in _named_kinds():
        return False
    option = lookup_named(error.name) if error.what == "variable" else None
    if option is not None:
        error.hint = _chosen_by(option)
        return True
    hint = " ".join(dict.fromkeys(_hints(error)))
    if hint:
        error.candidates, error.hint = (), hint
    return bool(hint)


def shown_by(words: Iterable[str]) -> str:
    """The commands for the first of some words that names a thing, of which an unknown command may
    have been asked; empty where none does.
    """
    named = {
        normal(name): thing
        for thing in reversed([*things()])
        for name in (thing.name, *thing.aliases)
    }
    asked = (normal(word) for word in words if not word.startswith("-"))
    thing = next((named[word] for word in asked if word in named), None)
    if thing is None:
        return ""
    name = in_shell(thing.name)
    solved = f", derive solve {name} computes it" if thing.kind == "variable" else ""
    return f"derive show {name} tells what {thing.name} is{solved}."


def _named_kinds() -> set[str]:
    """The kinds of things that have a name, as messages call them."""
    return {*_EQUATIONS, *(kind.noun for kind in entry_kinds().values())}


def _hints(error: UnknownName) -> Iterator[str]:
    """A sentence on each thing of that name, of another kind."""
    wanted = normal(error.name)
    for thing in things():
        if thing.kind in ("source", error.what) or wanted not in map(
            normal, (thing.name, *thing.aliases)
        ):
            continue
        kind = thing.kind.replace("_", " ")
        yield f"{thing.name} is {'an' if kind[0] in 'aeio' else 'a'} {kind}{_use(thing)}"


def _chosen_by(option: Lookup) -> str:
    """The option that takes an entry of the catalogue, and the list of its entries."""
    kind = lookups().get(option.needs, option).kind
    return f"An entry of the catalogue is chosen with {option.usage} (derive list {kind}s)."


def _use(thing: Thing) -> str:
    """The command or option that takes it instead."""
    show = f"derive show {in_shell(thing.name)}"
    if thing.kind == "variant":
        return f": --variant {in_shell(f'{thing.name}=CHOICE')}. Its choices: {show}."
    if thing.kind == "relation":
        of = library_system().relation(thing.name)
        subject = [of.subject] if of.subject is not None else []
        stated = [var for var in of.variables if var.default is None and var.convention is None]
        names = [var.name for var in dict.fromkeys([*subject, *stated])]
        more = ["another"] if len(names) > _SHOWN else []
        asked = enumeration([*names[:_SHOWN], *more], "or")
        return f", which is solved for any of its variables: ask for {asked}. Its equation: {show}."
    if thing.kind == "report":
        return f": derive report {thing.name}."
    option = lookups().get(thing.kind)
    if option is not None:
        return f": {option.option} {thing.name}. What it holds: {show}."
    return f". What it says: {show}."
