"""The user's own data: TOML files laid over the shipped ones."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from derive.data_files import note_input
from derive.equations.var import normal
from derive.errors import DataError, did_you_mean
from derive.library.catalogue.kinds import entry_kinds, is_kind_elsewhere
from derive.library.catalogue.store import CatalogueStore
from derive.library.catalogue.toml_file import TomlFile, read_toml
from derive.library.content import Content, content
from derive.spellings import closest

VARIABLE = "DERIVE_DATA"
_HEADER = ("schema", "read_on")
_added: list[Path] = []


def store() -> CatalogueStore:
    """The entries as they stand now: the shipped files, those of DERIVE_DATA, those added since."""
    named = [path for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path.strip()]
    return _store(
        content(),
        (
            *((Path(path), f"{path} (named by {VARIABLE})") for path in named),
            *((path, str(path)) for path in _added),
        ),
    )


def store_of_packs() -> CatalogueStore:
    """The entries of the packs in use, without the user's own. Raises DataError for a faulty one in
    the data of a pack.
    """
    return _store(content(), ())


@lru_cache(maxsize=8)
def _store(of: Content, files: tuple[tuple[Path, str], ...]) -> CatalogueStore:
    made = CatalogueStore(tuple(_own_file(path, shown) for path, shown in files), of)
    made.check_own()
    return made


def _own_file(path: Path, shown: str) -> TomlFile:
    """A file of the user's. Entries of packs that are not in use may stand in it. Raises DataError
    for any other table.
    """
    file = read_toml(path, shown)
    allowed = (*(kind.name for kind in entry_kinds().values() if kind.closed), "sources")
    for key in file.tables:
        if key not in (*allowed, *_HEADER) and not is_kind_elsewhere(key):
            offered = (
                did_you_mean(closest(normal(key), allowed)).strip()
                or f"Known: {', '.join(f'[{name}.ID]' for name in allowed)}."
            )
            raise DataError(file.shown, key, "there is no such kind of entry", offered)
    if not isinstance(file.tables.get("sources", {}), dict):
        raise DataError(
            file.shown,
            "sources",
            "it is not a table of sources",
            "Start a source with the line [sources.my_source].",
        )
    return file


def add_data(path: str | Path) -> None:
    """Lay a TOML file of one's own over the catalogue: tables [accelerator.ID], [model.ID],
    [tier.ID], [price.ID], [sources.ID].

    An entry replaces the shipped one of the same id as a whole; later files go over earlier ones.
    The files named by the environment variable DERIVE_DATA come first. Raises DataError naming the
    file, the key and the fix; then nothing is added.
    """
    _store.cache_clear()
    note_input(path)
    _added.append(Path(path))
    try:
        store()
    except DataError:
        _added.pop()
        raise
