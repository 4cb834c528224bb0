"""A group of commands that loads each when it is called for, and turns every fault into an exit
code.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NoReturn

import click

from derive.cli.faults import exit_code_of
from derive.errors import UnknownName


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """The module that holds a command as `command`, and the first sentence of its help."""

    module: str
    summary: str


class Commands(click.Group):
    """Commands by name, in the order in which people meet them."""

    def __init__(
        self, *arguments: Any, entries: Mapping[str, CommandEntry], **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name, imported now; None if there is none."""
        if name not in self.entries:
            return None
        command: click.Command = import_module(self.entries[name].module).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, without importing any."""
        room = formatter.width - 6 - max(map(len, self.entries))
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, click.Command(name, help=entry.summary).get_short_help_str(room))
                    for name, entry in self.entries.items()
                ]
            )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names. Raises UnknownName with candidates."""
        if args[0] not in self.entries and not args[0].startswith("-"):
            raise UnknownName(
                "command", args[0], self.entries, f"There are: {', '.join(self.entries)}."
            )
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *_: Any,
        **options: Any,
    ) -> NoReturn:
        """Run, and leave the process with the exit code of what happened; no fault ends in a
        traceback.
        """
        options.pop("standalone_mode", None)
        words = list(sys.argv[1:] if args is None else args) or ["--help"]
        sys.exit(
            exit_code_of(
                lambda: super(Commands, self).main(
                    words, prog_name or "derive", standalone_mode=False, **options
                ),
                as_json="--json" in words,
            )
        )
