"""The packs there are: those that came with the package, those handed over, and those installed,
which are looked for only when one is asked for that is not known yet.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator
from typing import Any

from derive.errors import PackError, UnknownName, shorten
from derive.packs.pack import Pack
from derive.packs.reading import blamed

GROUP = __name__.rpartition(".")[0]  # the group of entry points is called as this package
INSTALL = (
    "Install one from its folder, queueing for example from that of derive's source:"
    " pip install ./packs/queueing"
)
LIST = "List them with: derive list packs"
_own: dict[str, Pack] = {}  # those that came with the package
_given: dict[str, Pack] = {}  # those handed over in Python


def register(made: Pack) -> None:
    """Make a pack that comes with the package known."""
    _own[made.name] = made


def usual() -> tuple[Pack, ...]:
    """The packs in use unless others are asked for: those that came with the package."""
    return tuple(_own.values())


def is_own(one: Pack) -> bool:
    """Whether a pack came with the package."""
    return _own.get(one.name) is one


def hand_over(made: Pack) -> Pack:
    """Make a pack of one's own known by its name. Raises PackError for a name of the package's."""
    if made.name in _own and _own[made.name] is not made:
        raise PackError(made.name, "the name is taken by a pack of derive's own", "Rename it.")
    _given.setdefault(made.name, made)
    _given[made.name] = made
    return made


def pack(name: str) -> Pack:
    """The pack of that name, for its variables and relations. Raises UnknownName, PackError.

    >>> pack("llm").var("step_time").unit.text
    's'
    """
    known = _given.get(name) or _own.get(name)
    if known is not None:
        return known
    installed = _entry_points()
    if name not in installed:
        names = dict.fromkeys([*_own, *_given, *installed])
        fix = f"There are: {', '.join(names)}. {INSTALL}"
        raise UnknownName("pack", name, names, fix)
    return hand_over(_loaded(name, installed[name]))


copyreg.pickle(Pack, lambda made: (pack, (made.name,)))  # a pack pickles as its name


def pack_names() -> Iterator[tuple[str, str]]:
    """The names of all packs, each with where it comes from."""
    yield from ((name, "comes with derive") for name in _own)
    yield from ((name, "handed over") for name in _given if name not in _entry_points())
    yield from ((name, str(entry.value)) for name, entry in _entry_points().items())


def is_installed(name: str) -> bool:
    """Whether a pack of that name comes with derive or is installed."""
    return name in _own or name in _entry_points()


def _entry_points() -> dict[str, Any]:
    """The entry points of installed packs by name; those of derive's own names do not count."""
    from importlib.metadata import entry_points  # takes 36 ms: only when a pack is asked for

    found = sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))
    return {entry.name: entry for entry in found if entry.name not in _own}


def _loaded(name: str, entry: Any) -> Pack:
    """The pack of an entry point. Raises PackError for one that cannot be read or is none."""
    with blamed(name):
        made = entry.load()
    if not isinstance(made, Pack):
        fix = 'Let the entry point name a derive.Pack: queueing = "derive_queueing:pack".'
        raise PackError(name, f"its entry point is {shorten(repr(made))}, no Pack", fix)
    if made.name != name:
        problem = f"its entry point is called so, and the pack itself {made.name}"
        raise PackError(name, problem, "Call both alike.")
    return made
