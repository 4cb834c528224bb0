"""Progress of a long command: what is done, counted on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from derive.cli.output import say
from derive.errors import one_line

Made = TypeVar("Made")


@contextmanager
def progress(noun: str, long: int) -> Iterator[Callable[[int], None] | None]:
    """Callback that counts things of this name on a terminal, shown after a second or a `long` row
    of them; None elsewhere.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TextColumn(f"{{task.completed:,}} {noun}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as shown:
        task = shown.add_task(noun, total=None, visible=False)
        yield lambda number: _advance(shown, task, number, long)


def _advance(shown: Any, task: Any, number: int, long: int) -> None:
    shown.advance(task, number)
    shown.update(task, visible=shown.tasks[0].completed > long or shown.tasks[0].elapsed > 1)


def in_turn(names: Sequence[str], work: Callable[[str], Made]) -> Iterator[tuple[str, Made]]:
    """Each name with the result of its work; a terminal shows the current name."""
    terminal = sys.stderr.isatty()
    for number, name in enumerate(names, 1):
        if terminal:
            say(f"{number} of {len(names)}: {one_line(name)}", nl=False, err=True)
        try:
            made = work(name)
        finally:
            if terminal:
                click.echo("\r\x1b[K", nl=False, err=True)
        yield name, made
