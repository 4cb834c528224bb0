"""Lookups: the options that take values from the catalogue, one row each.

Command-line options, the keys of cases, claims and report questions, the axes of sweeps, the
options of `compare --with` and the bundles of `missing` all come from these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from derive.errors import GivenError
from derive.packs.in_use import of_all_packs, per_packs
from derive.packs.pack import Pack

ENTRY_VALUES = "derive.library.catalogue.contents.entry_values"  # of an entry of any kind
ALL = "all"  # every entry of a kind, as the values of an axis
_KINDS = "derive.library.catalogue.kinds"  # imported on use: equations bring sympy with them


@dataclass(frozen=True, slots=True)
class Lookup:
    """An option by name, with its help and metavar; without a metavar it is a flag.

    A lookup with a `kind` takes the id of an entry: `read` is the function that returns its values,
    "module.function", and `variants` the function that returns the variants the entry chooses.
    Every other lookup chooses among the figures of the entry of the lookup it `needs`: `read` is
    the argument of that lookup's function which the option sets, its own name unless stated.

    An `axis` may be swept over. `say` is its name in messages, with an article; `instead` is an
    alternative to naming the entry, and `unnamed` the function that returns the values which the
    option states where no entry is named. `members` are the variables that `missing` offers as one
    bundle, and what an entry has not given of them is the `rest`. `others` are names that people
    try in its place. `below` is the key
    of the figures among which it chooses, `checked` the function that says what disagrees in an
    entry. Where it takes a file of the user's
    too, `or_file` says which, and `is_file` is the function that tells it from an id.
    """

    name: str
    help: str
    metavar: str = ""
    kind: str = ""
    needs: str = ""
    read: str = ""
    variants: str = ""
    axis: bool = False
    members: tuple[str, ...] = ()
    rest: str = ""
    say: str = ""
    instead: str = ""
    unnamed: str = ""
    others: tuple[str, ...] = ()
    below: str = ""
    checked: str = ""
    or_file: str = ""
    is_file: str = ""

    @property
    def option(self) -> str:
        """The option of the command line, such as --kv-precision."""
        return f"--{self.name.replace('_', '-')}"

    def names_file(self, text: str) -> bool:
        """Whether it would read a file of the user's."""
        return bool(self.is_file and _function(self.is_file)(text))

    @property
    def alone(self) -> str:
        """The variable that it states where it states one alone; empty where there are several."""
        return self.members[0] if len(self.members) == 1 else ""

    @property
    def full_help(self) -> str:
        """The help, with the file that it takes too."""
        return f"{self.help.removesuffix('.')}; {self.or_file}." if self.or_file else self.help

    @property
    def noun(self) -> str:
        """The noun for an entry in messages, without an article."""
        return self.say.partition(" ")[2]

    @property
    def usage(self) -> str:
        """The option as written on the command line, with those that it needs."""
        own = f"{self.option} {self.metavar}"
        return f"{lookups()[self.needs].usage} {own}" if self.needs else own


@per_packs
def lookups() -> Mapping[str, Lookup]:
    """The lookups of the packs in use by name, in the order of the command line. Raises PackError
    for one of two packs.
    """
    return of_all_packs("an option", _lookups)


def _lookups(pack: Pack) -> dict[str, Lookup]:
    return {name: row or _plain(name, pack.name) for name, row in pack.lookups.items()}


def _plain(kind: str, pack: str) -> Lookup:
    """The option that takes an entry of a kind with all its values."""
    words = kind.replace("_", " ")
    article = "an" if kind[0] in "aeiou" else "a"
    variables = import_module(_KINDS).entry_kinds()[kind].variables
    return Lookup(
        kind,
        f"Take the values of this {words} (pack {pack}).",
        metavar="ID",
        kind=kind,
        read=ENTRY_VALUES,
        axis=True,
        members=tuple(str(var.name) for var in variables),
        say=f"{article} {words}",
    )


def lookup_named(word: str) -> Lookup | None:
    """The lookup that a word names, or that people mean by it: "accelerator", "gpu"; None if it is
    neither.
    """
    name = word.lstrip("-").replace("-", "_").casefold()
    return next((row for row in lookups().values() if name in (row.name, *row.others)), None)


def looked_up_kinds() -> dict[str, Lookup]:
    """The kinds of entries that an option takes, each with its first option."""
    found: dict[str, Lookup] = {}
    for row in lookups().values():
        if row.kind:
            found.setdefault(row.kind, row)
    return found


def axes() -> dict[str, Lookup]:
    """The lookups that may be swept over."""
    return {name: row for name, row in lookups().items() if row.axis}


def axis_lookups() -> dict[str, Lookup]:
    """The lookups that a sweep or a claim rests on: the axes, and what chooses among their
    figures.
    """
    rows = lookups()
    return {
        name: row for name, row in rows.items() if row.axis or (row.needs and rows[row.needs].axis)
    }


def looked_up_values(chosen: Mapping[str, Any]) -> dict[Any, Any]:
    """The values that the chosen lookups give, by variable. Raises what their readers raise."""
    known: dict[Any, Any] = {}
    for row in lookups().values():
        if row.name in chosen and row.kind:
            read = _function(row.read)
            given = (row.kind,) if row.read == ENTRY_VALUES else ()
            known.update(read(*given, chosen[row.name], **_arguments(row, chosen)))
        elif row.name in chosen and row.unnamed and row.needs not in chosen:
            known.update(_function(row.unnamed)(chosen[row.name]))
    return known


def _arguments(entry: Lookup, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The chosen options that choose among the figures of an entry, by argument of its reader."""
    return {
        row.read or row.name: chosen[row.name]
        for row in lookups().values()
        if row.needs == entry.name and row.name in chosen
    }


def cross_checks(kind: str, id: str) -> list[str]:
    """The disagreements within an entry, a sentence each."""
    row = looked_up_kinds().get(kind)
    found: list[str] = _function(row.checked)(id) if row is not None and row.checked else []
    return found


def refuse_without_entry(chosen: Mapping[str, Any], fix: Callable[[Lookup, Lookup], str]) -> None:
    """Raises GivenError for an option that chooses among the figures of an entry where no entry is
    named; `fix` words the fix from the option and the lookup that it needs.
    """
    rows = lookups()
    for row in map(rows.__getitem__, chosen):
        if row.needs and row.needs not in chosen and not row.unnamed:
            entry = rows[row.needs]
            raise GivenError(
                row.name,
                f"it says which figures of {entry.say} to take, and no {entry.noun} is named",
                fix(row, entry),
            )


def variants_for(entry: str) -> dict[str, str]:
    """The variants chosen by the entry that a value names ("model deepseek_v3").

    >>> variants_for("model llama31_70b"), variants_for("accelerator h100_sxm")
    ({'KV layout': 'heads'}, {})
    """
    kind, _, id = entry.partition(" ")
    readers = (row.variants for row in lookups().values() if row.kind == kind and row.variants)
    return {group: choice for reader in readers for group, choice in _function(reader)(id).items()}


def _function(path: str) -> Any:
    """A function by the dotted path of its module and its name."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)
