"""The commands as completion keeps them: summaries, kinds of arguments, options.

`python -m derive.cli.completion_table` writes them anew; a test compares file and commands.
"""

from __future__ import annotations

import json
from typing import Any

import click

from derive.cli.listing import LISTS
from derive.cli.main import main
from derive.completion.shells import SHELLS
from derive.completion.words import COMMANDS, FILE, FOLDER
from derive.library.catalogue.lookups import axes, lookups
from derive.rendering.formats.registry import format_names
from derive.search.things import things

# What the argument of a command is.
_ARGUMENTS: dict[str, Any] = {
    **dict.fromkeys(
        (
            *("solve", "formula", "compare", "missing", "sensitivity", "optimise", "sweep"),
            *("page", "graph", "find"),
        ),
        "variable",
    ),
    "validate": "measured",
    "check": FILE,
    "census": FOLDER,
    "report": "report",
    "list": list(LISTS),
    "show": "any",
    "pack": ["test"],
    "completion": list(SHELLS),
}
# What the value of an option is, by its metavar.
_METAVARS: dict[str, Any] = {
    "NAME=VALUE": "given",
    "NAME=VALUES": "axis",
    "NAME[=RANGE]": "given",
    "GROUP=CHOICE": "variant",
    "P": "precision",
    "UNIT": "unit",
    "NAME": "variable",
    "DIR": FOLDER,
    "DIR|LIST": FILE,
    "ROWS": FILE,
    "CASE.toml": FILE,
    "TABLE.csv": FILE,
    "LIST": list(format_names()),
    "KIND": list(dict.fromkeys(thing.kind for thing in things())),
    "measured": ["measured"],
    "5m|1h": ["5m", "1h"],
}
_OPTIONS = {"--source": "source", "--with": "axis"}


def completion_table() -> dict[str, Any]:
    """Every command, as data."""
    context = click.Context(main)
    table = {}
    for name, entry in main.entries.items():
        command = main.get_command(context, name)
        parameters = command.params if command is not None else []
        options = [one for one in parameters if isinstance(one, click.Option)]
        table[name] = {
            "help": entry.summary.partition(":")[0].rstrip("."),
            "argument": _ARGUMENTS.get(name, ""),
            "options": {
                word: {"help": _first_sentence(one.help or ""), "kind": _kind(one)} | _swept(word)
                for one in options
                for word in one.opts
            }
            | {"--help": {"help": "Show the help of the command", "kind": ""}},
        }
    return table


def _swept(word: str) -> dict[str, bool]:
    """The mark of an option whose entries are swept over and compared."""
    return {"axis": True} if any(word == row.option for row in axes().values()) else {}


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0].partition(": ")[0].rstrip(".")


def _kind(option: click.Option) -> Any:
    """The kind of an option's value: a kind of name, a file, a list of choices; nothing for a flag,
    and where anything may stand.
    """
    if option.is_flag:
        return ""
    if isinstance(option.type, click.Choice):
        return list(option.type.choices)
    entries = {row.option: row.kind for row in lookups().values() if row.kind}
    known = entries | _OPTIONS
    found = next((known[word] for word in option.opts if word in known), None)
    metavar = option.metavar or ""
    return found or _METAVARS.get(metavar, FILE if metavar.startswith("FILE") else "")


def table_text() -> str:
    """The table as the file keeps it, an option a line."""
    return json.dumps(completion_table(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    COMMANDS.write_text(table_text(), encoding="utf-8", newline="\n")
