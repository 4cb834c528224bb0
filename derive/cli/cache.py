"""derive cache: the questions that are kept, so that they are answered without the engine."""

from __future__ import annotations

import click

from derive.cli.options import json_option
from derive.cli.output import Output
from derive.kept import folder


@click.command("cache")
@click.option("--clear", is_flag=True, help="Remove all questions that are kept.")
@json_option
def command(clear: bool, as_json: bool) -> None:
    """Tell where questions are kept, how many and how large they are.

    `derive solve ... --json` keeps the program of a question. Asked again with other values, it is
    answered several times faster and in the same bytes. DERIVE_CACHE=FOLDER keeps questions there,
    DERIVE_CACHE=off keeps none.

    \b
    derive cache
    derive cache --clear
    """
    output = Output(as_json)
    removed = folder.clear() if clear else None
    place, (count, size) = folder.folder(), folder.size()
    told = {"folder": place, "questions": count, "bytes": size, "removed": removed}
    if as_json:
        output.json(told)
    else:
        output.text(f"{_words(place, count, size, removed)}\n")


def _words(place: str | None, count: int, size: int, removed: int | None) -> str:
    if place is None:
        return "No questions are kept: there is no folder for them, or DERIVE_CACHE is off."
    if removed is not None:
        return f"{_counted(removed)} removed from {place}"
    most = f"{size / 1e6:,.1f} MB of at most {folder.MOST_BYTES / 1e6:,.0f} MB"
    return f"{_counted(count)}, {most}, in {place}"


def _counted(count: int) -> str:
    return f"{count:,} question{'' if count == 1 else 's'}"
