"""derive completion: the script that sets completion up in a shell."""

from __future__ import annotations

import click

from derive.completion.shells import SHELLS, script


@click.command("completion")
@click.argument("shell", type=click.Choice(list(SHELLS)))
def command(shell: str) -> None:
    """Print the script that completes commands, options, names, ids and units in a shell.

    \b
    eval "$(derive completion bash)"     in ~/.bashrc (bash 4.4 or later)
    eval "$(derive completion zsh)"      in ~/.zshrc, after compinit
    derive completion fish | source      in ~/.config/fish/config.fish

    It completes what stands before the cursor: the names of variables behind -g, and behind
    NAME=NUMBER the units; ids of chips, models, prices, sources, claims and reports, your own of
    --data and DERIVE_DATA too.
    """
    click.echo(script(shell), nl=False)
