"""derive cache: the questions that are kept, so that they are answered without the engine."""

from __future__ import annotations

import click

from derive.cli.output import Output, output_options
from derive.display import enumeration
from derive.kept import folder
from derive.rendering.document.document import Document, Paragraph, Text


@click.command("cache")
@click.option("--clear", is_flag=True, help="Remove all questions that are kept.")
@output_options(documents=False)
def command(clear: bool, output: Output) -> None:
    """Tell where questions are kept, how many and how large they are.

    `derive solve ... --json` keeps the program of a question. Asked again with other values, it is
    answered several times faster and in the same bytes. DERIVE_CACHE=FOLDER keeps questions there,
    DERIVE_CACHE=off keeps none.

    \b
    derive cache
    derive cache --clear
    """
    removed = folder.clear() if clear else None
    place, (count, size) = folder.folder(), folder.size()
    told = {"folder": place, "questions": count, "bytes": size, "removed": removed}
    output.result(lambda: told, lambda: _document(place, count, size, removed))


def _document(place: str | None, count: int, size: int, removed: int | None) -> Document:
    if place is None:
        words = f"No questions are kept: {folder.VARIABLE} is {enumeration(folder.OFF[:1])}."
    elif removed is not None:
        words = f"{removed:,} questions removed from {place}"
    else:
        words = f"{count:,} questions, {size / 1e6:,.1f} MB of at most"
        words += f" {folder.MOST_BYTES / 1e6:,.0f} MB, in {place}"
    return Document("", (Paragraph((Text(words),)),))
