"""Progress of a long command: what is done, counted on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


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
