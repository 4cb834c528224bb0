"""Display of results by a registered presenter and file writer, which results need not import; and
words of a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:  # pathlib takes 3 ms to import
    from pathlib import Path


class Presenter(Protocol):
    """Prints a result: in one line, as plain text, as a MIME bundle, and an answer or a closed form
    as LaTeX.
    """

    def line(self, result: object) -> str: ...  # noqa: D102
    def text(self, result: object) -> str: ...  # noqa: D102
    def bundle(self, result: object) -> dict[str, str]: ...  # noqa: D102
    def answer_latex(self, result: Any) -> str: ...  # noqa: D102
    def form_latex(self, result: Any) -> str: ...  # noqa: D102


class FileWriter(Protocol):
    """Writes answers to named questions, or one result, as a document in the format of the path's
    suffix.
    """

    def write(  # noqa: D102
        self, answers: Mapping[str, Any], path: str | Path, *, title: str = "", force: bool = False
    ) -> Path: ...

    def write_result(self, result: object, path: str | Path, *, force: bool = False) -> Path: ...  # noqa: D102


_registered: dict[type, str] = {}


class PageWriter(Protocol):
    """Writes the question of an answer as an explorer page."""

    def write(  # noqa: D102
        self, answer: Any, path: str | Path, *, title: str = "", force: bool = False
    ) -> Path: ...


def register(*, presenter: str, file_writer: str, page_writer: str) -> None:
    """Register the modules of presenter and writers by name; each is imported on first use."""
    _registered.update({Presenter: presenter, FileWriter: file_writer, PageWriter: page_writer})


def presenter() -> Presenter:
    """The registered presenter."""
    return cast(Presenter, import_module(_registered[Presenter]))


def file_writer() -> FileWriter:
    """The registered file writer."""
    return cast(FileWriter, import_module(_registered[FileWriter]))


def page_writer() -> PageWriter:
    """The registered page writer."""
    return cast(PageWriter, import_module(_registered[PageWriter]))


class Label(StrEnum):
    """An enum of texts whose members print as their texts."""

    __repr__ = str.__repr__


class Displayed:
    """A result that prints as text, in one line as `repr`, and displays in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        return presenter().line(self)

    def __str__(self) -> str:
        return presenter().text(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return presenter().bundle(self)


def enumeration(names: Sequence[str], last: str = "and") -> str:
    """Names within a sentence.

    >>> enumeration(["a", "b", "c"]), enumeration(["a", "b"], "or"), enumeration(["a"])
    ('a, b and c', 'a or b', 'a')
    """
    return f" {last} ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def sentence(text: str, stop: bool = True) -> str:
    """Text as a sentence: a capital first, unless it starts with an identifier, and a full stop
    last.

    >>> sentence("put in t"), sentence("step_time is given", stop=False)
    ('Put in t.', 'step_time is given')
    """
    first = text.partition(" ")[0]
    shown = text if "_" in first else text[:1].upper() + text[1:]
    return shown + "." if stop and shown and shown[-1] not in ".!?" else shown
