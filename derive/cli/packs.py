"""The packs of a command: those that --pack names, else those of DERIVE_PACKS."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from derive.errors import visible
from derive.packs.in_use import active
from derive.packs.reading import slowness

VARIABLE = "DERIVE_PACKS"
_TOLD = 3  # names that are called otherwise
OPTION = "--pack"
pack_option = click.option(
    OPTION,
    multiple=True,
    metavar="NAME",
    help="Take the relations of this pack, and of those that it requires, in place of the LLM"
    f" library; several as NAME,NAME. Or {VARIABLE}=NAME,NAME.",
)


def without_packs(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words of a command without --pack NAME, wherever it stands, and the names.

    >>> without_packs(["--pack", "queueing", "list", "units", "--pack=llm,physics"])
    (['list', 'units'], ['queueing', 'llm', 'physics'])
    """
    kept: list[str] = []
    names: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            return [*kept, word, *rest], names
        if word == OPTION:
            name = next(rest, None)
            if name is None or name.startswith("-"):
                raise click.UsageError(f"{OPTION} needs the name of a pack: derive list packs.")
            names += _listed(name)
        elif word.startswith(f"{OPTION}="):
            names += _listed(word.partition("=")[2])
        else:
            kept.append(word)
    return kept, names


def _listed(text: str) -> list[str]:
    """The names of a list: "llm, queueing"."""
    return [name for name in re.split(r"[,\s]+", text) if name]


@contextmanager
def packs_in_use(names: Sequence[str]) -> Iterator[None]:
    """A command with these packs in use, or those of DERIVE_PACKS if none is named. A pack that
    cannot be used is named on stderr, and the others are used; the first such fault is raised where
    none of those named can be.
    """
    wanted = names or _listed(os.environ.get(VARIABLE, ""))
    if not wanted:
        yield
        return
    from derive.library.activation import PacksInUse, use_faultless  # reads the packs

    with PacksInUse(tuple(wanted), active()) as used:
        faults = use_faultless(wanted)
        if names and len(faults) == len(wanted):
            raise faults[0]
        for fault in faults:
            told = visible(str(fault))
            stop = "" if told.endswith((".", "?", "!")) else "."
            click.echo(f"derive: {told}{stop} It is left out.", err=True)
        for one in active():
            if slow := slowness(one.name):
                click.echo(f"derive: the pack {one.name}: {slow}.", err=True)
        for name, called in used.qualified:
            more = f" and {len(called) - _TOLD} more" if len(called) > _TOLD else ""
            names = f"{', '.join(called[:_TOLD])}{more}"
            words = f"what an earlier pack has a name for is called {names}"
            click.echo(f"derive: of the pack {name}, {words}.", err=True)
        yield
