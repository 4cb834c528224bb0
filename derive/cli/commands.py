"""A group of commands that loads each when it is called for, and turns every fault into an exit
code.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from derive.cli.faults import exit_code_of
from derive.errors import UnknownName


class Commands(click.Group):
    """`homes` maps a command's name to the module that holds it as `command`."""

    def __init__(self, *arguments: Any, homes: Mapping[str, str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._homes = homes

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands, in the order in which people meet them."""
        return list(self._homes)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name, imported now; None if there is none."""
        if name not in self._homes:
            return None
        command: click.Command = import_module(self._homes[name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names. Raises UnknownName with candidates."""
        if args[0] not in self._homes and not args[0].startswith("-"):
            raise UnknownName(
                "command", args[0], self._homes, f"There are: {', '.join(self._homes)}."
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
