"""Documents of a corpus: those in a folder, or those that a file lists."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from derive.checking.extraction.document import SUFFIXES
from derive.errors import DataError
from derive.text_files import read_text


class Listed(NamedTuple):
    """A document of a corpus, or a folder in it that cannot be read, with the `problem`."""

    path: str
    problem: str = ""


def documents_of(corpus: str | Path | Iterable[str | Path]) -> Iterator[Listed]:
    """The documents in a folder and its subfolders, by name; those listed in a file, a path a line;
    or those at the given paths, each once. Hidden files and folders are left out of a folder, and
    links to folders are not followed.

    Raises DataError where there is no such folder or file, or no document in it.
    """
    if not isinstance(corpus, (str, Path)):
        paths = list(dict.fromkeys(map(str, corpus)))
        return map(Listed, paths)
    if corpus == "":
        raise DataError(
            "“”", "", "the path is empty", "Give a folder, or a file with a path a line."
        )
    place = Path(corpus)
    if place.is_dir():
        return _some(str(corpus), _in_folder(str(corpus)), f"no document: {', '.join(SUFFIXES)}")
    listed = dict.fromkeys(filter(None, map(str.strip, read_text(place).split("\n"))))
    if not any(map(os.path.lexists, listed)):
        problem = "names no file that is there"
        raise DataError(str(corpus), "", problem, "Give a folder, or a file with a path a line.")
    return map(Listed, listed)


def _some(name: str, found: Iterator[Listed], missing: str) -> Iterator[Listed]:
    """The documents found. Raises DataError for none."""
    first = next(found, None)
    if first is None:
        raise DataError(name, "", f"has {missing}")

    def all_of_it() -> Iterator[Listed]:
        yield first
        yield from found

    return all_of_it()


def _in_folder(folder: str) -> Iterator[Listed]:
    """The documents in a folder, by name, then those of its subfolders in turn."""
    refused: list[OSError] = []
    for here, folders, files in os.walk(folder, onerror=refused.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and name.lower().endswith(SUFFIXES):
                yield Listed(os.path.join(here, name))  # noqa: PTH118 - keeps the folder's spelling
        yield from _told(refused)
    yield from _told(refused)


def _told(refused: list[OSError]) -> Iterator[Listed]:
    """The folders that could not be listed, each once."""
    while refused:
        error = refused.pop(0)
        problem = f"the folder cannot be read: {error.strerror or error}"
        yield Listed(str(error.filename), problem)
