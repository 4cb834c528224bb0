"""derive graph: the values and relations on the route to an answer."""

from __future__ import annotations

from typing import Any

import click

from derive.cli.case import case_of
from derive.cli.options import json_option, known_options
from derive.cli.output import deliver_file, deliver_json, deliver_text, wants_json
from derive.cli.resolve import resolved
from derive.rendering.layouts.headline import headline
from derive.reporting.figures.route import route_svg
from derive.reporting.route import route_dot, route_json, route_of, route_tree


@click.command("graph")
@click.argument("target", required=False)
@known_options
@json_option
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="Write a picture (.svg) or its description (.dot, .txt, .json); else print the tree.",
)
@click.pass_context
def command(
    ctx: click.Context, /, target: str | None, as_json: bool, out: str | None, **options: Any
) -> None:
    """Show the relations on the way from what is known to TARGET.

    \b
    derive graph throughput --accelerator h100_sxm --precision fp8 --model llama31_70b \\
        -g gpus="8 GPU" -g batch_size="64 sequence" -g context_length="4096 token/sequence" \\
        -o graph.svg
    """
    case = case_of(targets=(target,) if target else (), **options)
    if len(case.targets) != 1:
        raise click.UsageError("Name one TARGET, on the command line or in the file.", ctx)
    question = resolved(case)
    answer = question.answer(question.targets[0])
    route = route_of(answer, question.given)
    suffix = out.lower().rpartition(".")[2] if out else ""
    if wants_json(as_json, out):
        deliver_json(route_json(route, headline(answer)), out)
    elif suffix == "svg":
        deliver_file(route_svg(route), str(out))
    else:
        deliver_text(
            route_dot(route) if suffix in ("dot", "gv") else route_tree(route, headline(answer)),
            out,
        )
    ctx.exit(answer.exit_code)
