"""derive graph: the values and relations on the route to an answer."""

from __future__ import annotations

from typing import Any

import click

from derive.cases.case import case_of
from derive.cases.resolve import resolved
from derive.cli.options import known_options
from derive.cli.output import Output, output_options
from derive.rendering.layouts.headline import headline
from derive.reporting.figures.route import route_svg
from derive.reporting.route import route_dot, route_json, route_of, route_tree


@click.command("graph")
@click.argument("target", required=False)
@known_options
@output_options(".svg", ".dot", ".gv", documents=False)
@click.pass_context
def command(ctx: click.Context, /, target: str | None, output: Output, **options: Any) -> None:
    """Show the relations on the way from what is known to TARGET.

    With -o FILE the exit code is 0 once the file is written, whatever the status of the answer.

    \b
    derive graph throughput --accelerator h100_sxm --precision fp8 \\
        --model llama31_70b -g gpus="8 GPU" -g batch_size="64 sequence" \\
        -g context_length="4096 token/sequence" \\
        -o graph.svg
    """
    case = case_of(targets=(target,) if target else (), **options)
    if len(case.targets) != 1:
        raise click.UsageError("Name one TARGET, on the command line or in the file.", ctx)
    question = resolved(case)
    answer = question.answer(question.targets[0])
    route = route_of(answer, question.given)
    if output.wants_json:
        output.json(route_json(route, headline(answer)))
    elif output.suffix == ".svg":
        output.file(route_svg(route))
    elif output.suffix in (".dot", ".gv"):
        output.text(route_dot(route))
    else:
        output.text(route_tree(route, headline(answer)))
    ctx.exit(answer.exit_code if output.path is None else 0)
