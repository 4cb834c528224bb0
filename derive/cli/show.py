"""derive show: one name, and everything it stands for."""

from __future__ import annotations

import click

from derive.cli.options import data_options, json_option, out_option


@click.command("show")
@click.argument("name", metavar="NAME")
@data_options
@json_option
@out_option
def command(
    name: str, data: tuple[str, ...], units: tuple[str, ...], as_json: bool, out: str | None
) -> None:
    """Show a variable, relation, theorem (with its proof), constraint, catalogue entry, source,
    claim or unit; each, where several have NAME.

    \b
    derive show price_cliff
    derive show h100_sxm
    derive show RL-11
    """
    from derive.cli.output import deliver, deliver_json, wants_json
    from derive.cli.resolve import load_user_files
    from derive.cli.things import things_named
    from derive.rendering.document.document import Document, Heading, cited
    from derive.rendering.document.references import references

    load_user_files(data, units)
    found = things_named(name)
    if wants_json(as_json, out):
        deliver_json([thing.data for thing in found], out)
        return
    blocks = [
        block
        for thing in found
        for block in ((Heading(1, thing.title), *thing.blocks) if len(found) > 1 else thing.blocks)
    ]
    title = found[0].title if len(found) == 1 else f"{name}: {len(found)} things have this name"
    sources = references(id for thing in found for id in thing.sources)
    deliver(cited(Document(title, tuple(blocks)), sources), out)
