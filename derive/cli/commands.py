"""Group of commands, each imported on use, with an exit code for every fault."""

from __future__ import annotations

import gc
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NoReturn

import click

from derive.cli.faults import exit_code_of
from derive.cli.helps import with_examples
from derive.cli.packs import packs_in_use, without_packs
from derive.data_files import command_inputs
from derive.errors import UnknownName

_NEW_OBJECTS = 100_000  # that a command makes before the garbage collector looks at them


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """The module of a command, and the first sentence of its help."""

    module: str
    summary: str


class Commands(click.Group):
    """Commands by name, in the order of the help."""

    def __init__(
        self, *arguments: Any, entries: Mapping[str, CommandEntry], **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name, imported on use; None for an unknown name."""
        if name not in self.entries:
            return None
        command: click.Command = _imported(self.entries[name].module).command
        options = sys.modules.get("derive.cli.options")  # a command without givens may not have it
        return with_examples(command if options is None else options.with_lookups(command))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.entries.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names. Raises UnknownName with candidates, and
        UsageError for an option of one value that stands there twice.
        """
        if args[0] not in self.entries and not args[0].startswith("-"):
            hint = f"There are: {', '.join(self.entries)}."
            if command := self._named(args[1:]):
                rest = shlex.join(word for word in args if word != command)
                hint = f"The command comes first: derive {command} {rest}"
            error = UnknownName("command", args[0], self.entries, hint)
            if command is None and not error.candidates:
                error.hint = _imported("derive.search.elsewhere").shown_by(args) or hint
            raise error
        named, chosen, words = super().resolve_command(ctx, args)
        if chosen is not None:
            _refuse_repeated(chosen, words, click.Context(chosen, ctx, named))
        return named, chosen, words

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments of the command. Raises UsageError for an option before its command."""
        command = self._named(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if command is None:
                raise
            words = f"The option {error.option_name} goes behind the command {command}"
            raise click.UsageError(words, ctx) from error

    def _named(self, words: Sequence[str]) -> str | None:
        """The first of some words that is a command."""
        return next((word for word in words if word in self.entries), None)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *_: Any,
        **options: Any,
    ) -> NoReturn:
        """Run and exit with the exit code of the result; no fault ends in a traceback."""
        options["standalone_mode"] = False
        words = list(sys.argv[1:] if args is None else args) or ["--help"]
        options["obj"] = tuple(words)  # what a command may look up itself by
        inner = super().main

        def run() -> Any:
            rest, packs = without_packs(words)
            with packs_in_use(packs):
                return inner(rest or ["--help"], prog_name or "derive", **options)

        with command_inputs():
            code = exit_code_of(run, as_json="--json" in words)
        sys.exit(code)


def _refuse_repeated(command: click.Command, words: Sequence[str], ctx: click.Context) -> None:
    """Raise UsageError for an option of one value given twice: click keeps the last in silence."""
    try:
        _, _, order = command.make_parser(ctx).parse_args(list(words))
    except click.UsageError:
        return  # which the command itself will say
    seen: set[str | None] = set()
    for one in order:
        if not isinstance(one, click.Option) or one.multiple or one.count or one.is_flag:
            continue
        if one.name in seen:
            option = " / ".join(one.opts)
            told = f"The option {option} takes one value, and is given twice."
            raise click.UsageError(told + _second(command, one), ctx)
        seen.add(one.name)


def _second(command: click.Command, option: click.Option) -> str:
    """The way to a second file of the same answer, where the option names the first."""
    if option.name != "out":
        return ""
    if any(one.name == "report" for one in command.params):
        return " A document beside it: -o answer.html --report answer.pdf."
    return " Give the command once for each file."


def _imported(name: str) -> Any:
    """A module; on its first import, what it brings along is exempt from garbage collection, which
    otherwise takes a fifth of a cold `derive solve` and finds nothing. What a command makes later
    is searched less often, which spares a tenth of a report.
    """
    if name in sys.modules or not gc.isenabled():
        return import_module(name)
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        gc.set_threshold(max(_NEW_OBJECTS, gc.get_threshold()[0]))
        gc.enable()
