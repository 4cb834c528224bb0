"""Output: to a terminal with colour, into a pipe as plain text, into a file by its suffix."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click

from derive.rendering.document.document import Document
from derive.rendering.formats.registry import of_suffix
from derive.reporting.files import write_atomically

Made = TypeVar("Made")
_TERMINAL = "derive.rendering.formats.terminal"  # imported on use


def deliver(document: Document, out: str | None = None) -> None:
    """Print a document, or write it to `out` in the format its suffix names. Raises OutputError."""
    if out is not None:
        deliver_file(_written(document, Path(out)), out)
    elif sys.stdout.isatty():
        import_module(_TERMINAL).print_document(document)
    else:
        click.echo(_plain_text(document), nl=False)


def deliver_result(
    data: Callable[[], Any], document: Callable[[], Document], as_json: bool, out: str | None
) -> None:
    """Print a result or write it to `out`, as JSON if requested, else as a document; only one of
    the two is made.
    """
    if wants_json(as_json, out):
        deliver_json(data(), out)
    else:
        deliver(document(), out)


def deliver_json(data: Any, out: str | None = None) -> None:
    """Print data as JSON, or write it to `out`."""
    deliver_text(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n", out)


def deliver_text(text: str, out: str | None = None) -> None:
    """Print text as it stands, or write it to `out`; colour reaches a terminal only."""
    if out is not None:
        deliver_file(click.unstyle(text), out)
    else:
        click.echo(text, nl=False)


def deliver_file(data: bytes | str, out: str) -> None:
    """Write data to `out`, and its name to stderr."""
    write_atomically(Path(out), data)
    click.echo(out, err=True)


def wants_json(as_json: bool, out: str | None) -> bool:
    """Whether JSON is requested, by the option or by the file's suffix."""
    return as_json or (out is not None and out.lower().endswith(".json"))


def _written(document: Document, path: Path) -> bytes | str:
    kind = of_suffix(path)
    return _plain_text(document) if kind is None else kind.written(document)


def _plain_text(document: Document) -> str:
    text: str = import_module(_TERMINAL).document_text(document)
    return text


def in_turn(names: Sequence[str], work: Callable[[str], Made]) -> Iterator[tuple[str, Made]]:
    """Each name with the result of its work; a terminal shows the current name."""
    terminal = sys.stderr.isatty()
    for number, name in enumerate(names, 1):
        if terminal:
            click.echo(f"{number} of {len(names)}: {name}", nl=False, err=True)
        try:
            made = work(name)
        finally:
            if terminal:
                click.echo("\r\x1b[K", nl=False, err=True)
        yield name, made
