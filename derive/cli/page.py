"""derive page: a question as one page that answers it anew while its values are moved."""

from __future__ import annotations

from typing import Any

import click

from derive.cases.case import case_of
from derive.cases.resolve import resolved
from derive.cli.options import known_options
from derive.cli.output import say
from derive.explorer.page import MOST_BYTES, page


@click.command("page")
@click.argument("targets", nargs=-1, metavar="TARGET...")
@known_options
@click.option(
    "--move",
    multiple=True,
    metavar="NAME",
    help="A value with a slider; all that the answer rests on, unless some are named.",
)
@click.option("--outputs", multiple=True, metavar="NAME", help="A further quantity to answer.")
@click.option("--title", default="", metavar="TEXT", help="The title of the page.")
@click.option(
    "-o",
    "--out",
    "path",
    required=True,
    metavar="FILE.html",
    type=click.Path(dir_okay=False),
    help="The file to write.",
)
@click.option("--force", is_flag=True, help="Replace a file that derive did not make.")
def command(
    targets: tuple[str, ...],
    move: tuple[str, ...],
    outputs: tuple[str, ...],
    title: str,
    path: str,
    force: bool,
    **options: Any,
) -> None:
    """Write a page that answers TARGET anew while its values are moved.

    One file: it needs no server and makes no request. Every quantity has a lock; the open one is
    solved for. Further targets are answered beside the first.

    \b
    derive page drain_time -g hbm_capacity="288 GB/GPU" \\
        -g hbm_bandwidth="20 TB/s/GPU" -o drain.html
    derive page -f case.toml --move step_time --move gpus \\
        --outputs cost_per_token -o page.html
    """
    case = case_of(targets=targets, **options)
    if not case.targets:
        raise click.UsageError(
            'Name a TARGET, on the command line or as target = "..." in the file.'
        )
    question = resolved(case)
    first, *others = question.targets
    text = page(
        first,
        question.given,
        move=move,
        outputs=[*others, *outputs],
        variants=question.variants,
        title=title,
        path=path,
        force=force,
    )
    say(path, err=True)
    size = len(text.encode())
    if size > MOST_BYTES:
        say(
            f"The page has {size // 1000} kB, more than {MOST_BYTES // 1000}: it is whole, and slow"
            " to open. Fewer values with sliders make it smaller: name them with --move.",
            err=True,
        )
