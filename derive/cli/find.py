"""derive find: what derive knows by name, alias or meaning, best first."""

from __future__ import annotations

import click

from derive.cases.user_files import load_user_files
from derive.cli.options import data_options
from derive.cli.output import Output, output_options, say
from derive.rendering.lists.table import rows_json, table_document
from derive.search.hits import find
from derive.search.things import Thing

_NOTHING = (
    "Other or fewer words may find it: derive list questions. A chip, model or price that is not in"
    " the catalogue is stated by its values, -g NAME=VALUE, or by --data FILE."
)


@click.command("find")
@click.argument("words", nargs=-1, required=True, metavar="WORDS...")
@click.option("--kind", metavar="KIND", help="Of one kind alone: variable, relation, claim, ...")
@click.option(
    "-n", "--most", type=click.IntRange(1), default=15, show_default=True, help="How many to list."
)
@data_options
@output_options()
@click.pass_context
def command(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    kind: str | None,
    most: int,
    data: tuple[str, ...],
    units: tuple[str, ...],
    output: Output,
) -> None:
    """Find variables, relations, entries, reports and claims by words, best first.

    The words may be of names, aliases or meanings; theorems, constraints, sources and everyday
    questions are found too. derive show NAME tells all of one; of a question, what answers it.

    \b
    derive find time to first token
    derive find rent or own
    derive find memory bandwidth --kind variable
    """
    load_user_files(data, units)
    found = find(" ".join(words), kind)
    rows = [_row(hit) for hit in found[:most]]
    count = f"{len(rows)} of {len(found)}" if len(found) > most else f"{len(found)}"
    title = f"{count} for “{' '.join(words)}”"
    output.listed(lambda: rows_json(rows), lambda: table_document(rows, title))
    if not found and not output.wants_json:
        say(_NOTHING, err=True)
    ctx.exit(0 if found else 1)


def _row(hit: Thing) -> dict[str, object]:
    return {
        "name": hit.name,
        "kind": hit.kind,
        "unit": hit.unit,
        "meaning": hit.meaning,
        "aliases": list(hit.aliases),
    }
