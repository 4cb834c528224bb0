"""derive show: descriptions of everything with one name."""

from __future__ import annotations

import click

from derive.cases.user_files import load_user_files
from derive.cli.options import data_options
from derive.cli.output import Output, output_options
from derive.rendering.layouts.described import described_document
from derive.search.named import things_named


@click.command("show")
@click.argument("name", metavar="NAME")
@data_options
@output_options()
def command(name: str, data: tuple[str, ...], units: tuple[str, ...], output: Output) -> None:
    """Show a variable, relation, theorem (with its proof), constraint, variant, catalogue entry,
    source, claim or unit; each, where several have NAME.

    \b
    derive show price_cliff
    derive show h100_sxm
    derive show RL-11
    """
    load_user_files(data, units)
    found = things_named(name)
    output.result(
        lambda: [thing.data for thing in found],
        lambda: described_document(name, found),
    )
