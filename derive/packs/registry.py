"""The packs there are: those that came with the package, those handed over, and those installed,
which are looked for only when one is asked for that is not known yet.
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
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
_SUFFIXES, _MOST_FILES = (".py", ".toml", ".json"), 500
_own: dict[str, Pack] = {}  # those that came with the package
_given: dict[str, Pack] = {}  # those handed over in Python


def register(made: Pack) -> None:
    """Make a pack that comes with the package known."""
    _own[made.name] = made
    usual.cache_clear()


@lru_cache(maxsize=1)
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


def may_name(name: str, text: str) -> bool:
    """Whether a pack may have something of this name: one that is read, or whose files have it in
    quotes. Nothing of a pack that is not read yet is run.
    """
    entry = None if name in _given else _entry_points().get(name)
    if entry is None:
        return True
    quoted = re.compile(rf"""["']{re.escape(text)}["']""")
    paths = islice(_files_of(entry.value.partition(":")[0].partition(".")[0]), _MOST_FILES)
    try:
        return any(
            quoted.search(path.read_text(encoding="utf-8", errors="ignore")) for path in paths
        )
    except OSError:
        return False


def _files_of(package: str) -> Iterator[Path]:
    """The files of a package or module in which names may stand."""
    with suppress(ImportError, ValueError):
        spec = find_spec(package)
        if spec is not None:
            folders = spec.submodule_search_locations or ()
            yield from (Path(spec.origin) for _ in [0] if spec.origin and not folders)
            found = (path for folder in folders for path in Path(folder).rglob("*"))
            yield from (path for path in found if path.suffix in _SUFFIXES and path.is_file())


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
