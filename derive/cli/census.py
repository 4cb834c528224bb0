"""derive census: what the findings in a corpus come to."""

from __future__ import annotations

import click

from derive.cli.options import seed_option
from derive.cli.output import Output, output_options
from derive.corpora.census import census
from derive.rendering.json.census import census_json
from derive.rendering.layouts.census import census_document
from derive.rendering.lists.census_rows import census_rows


@click.command("census")
@click.argument("shards", metavar="SHARDS")
@click.option(
    "--sample",
    type=int,
    default=0,
    metavar="N",
    help="Draw so many accusations (findings of level error) for labelling.",
)
@seed_option
@output_options(rows=True)
def command(shards: str, sample: int, seed: int | None, output: Output) -> None:
    """Count the findings in the SHARDS of derive check --corpus: by level, rule and verdict, the
    share of the equations that were judged, and the documents that were given up.

    \b
    derive check --corpus papers -o shards --workers 8
    derive census shards
    derive census shards --sample 200 --seed 1 -o label.csv

    With --sample, a CSV file has the accusations drawn (path, line, rule, message), else the
    counts.
    """
    found = census(shards, sample=sample, seed=seed or 0)
    output.result(
        lambda: census_json(found),
        lambda: census_document(found),
        lambda: census_rows(found, sampled=sample > 0),
    )
