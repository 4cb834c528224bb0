"""derive pack test: all that a pack states, tried by the rules of the library."""

from __future__ import annotations

import sys

import click

from derive.authoring.trial import try_pack
from derive.cli.output import Output, output_options
from derive.errors import one_line
from derive.library.content import content
from derive.packs.registry import is_own
from derive.rendering.json.pack_trial import pack_trial_json


@click.command("pack")
@click.argument("action", type=click.Choice(["test"]), metavar="test")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@output_options(documents=False)
@click.pass_context
def command(ctx: click.Context, action: str, names: tuple[str, ...], output: Output) -> None:
    """Try all that a pack states, as derive tries its own library.

    Every relation has one dimension, is solved for each of its variables and put back, says why it
    holds and cites a source; theorems are proved, claims tried, reports composed; entries have
    sources, names and symbols are the pack's own. Without NAME these are the packs in use; the LLM
    library, which takes two minutes, is tried where it is in use alone or named.

    \b
    derive pack test queueing
    derive --pack queueing pack test --json

    Exit codes: 0 no fault, 1 faults, 2 a pack that cannot be used.
    """
    trials = [try_pack(name, _progress) for name in names or _in_use()]
    _progress("")
    if output.wants_json:
        output.json([pack_trial_json(trial) for trial in trials])
    else:
        output.text("".join(f"{trial}\n" for trial in trials))
    ctx.exit(max(trial.exit_code for trial in trials))


def _in_use() -> list[str]:
    """The packs in use; those that come with derive only where there is no other."""
    packs = content().packs
    return [one.name for one in packs if not is_own(one)] or [one.name for one in packs]


def _progress(name: str) -> None:
    """Show a terminal what is tried now, in place of what was."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{one_line(name)}", nl=False, err=True)
