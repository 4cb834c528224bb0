"""derive sensitivity: elasticities of an answer by input, and the boundaries near it."""

from __future__ import annotations

from typing import Any

import click

from derive.cli.case import case_of
from derive.cli.options import json_option, known_options, out_option
from derive.cli.output import deliver_file, deliver_result
from derive.cli.resolve import resolved
from derive.library.api import sensitivity
from derive.rendering.document.enumeration import enumeration
from derive.rendering.document.references import references_of
from derive.rendering.formats.registry import figure_suffixes
from derive.rendering.json.sensitivity import sensitivity_json
from derive.rendering.layouts.sensitivity import sensitivity_document
from derive.reporting.figures.tornado import tornado


@click.command("sensitivity")
@click.argument("target", required=False)
@known_options
@click.option(
    "--figure",
    metavar="FILE",
    help="Also draw the effects of a tenth up and down, largest first:"
    f" {enumeration(figure_suffixes(), 'or')}.",
)
@json_option
@out_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    target: str | None,
    figure: str | None,
    as_json: bool,
    out: str | None,
    **options: Any,
) -> None:
    """Rank the known values by their effect on TARGET, and tell how far each is from a regime
    change or a limit.

    \b
    derive sensitivity step_time --accelerator h100_sxm --precision fp8 --model llama31_70b \\
        -g gpus="8 GPU" -g batch_size="64 sequence" -g context_length="4096 token/sequence"
    """
    case = case_of(targets=(target,) if target else (), **options)
    if len(case.targets) != 1:
        raise click.UsageError("Name one TARGET, on the command line or in the file.", ctx)
    question = resolved(case)
    found = sensitivity(
        question.targets[0], question.given, variants=question.variants, rtol=question.rtol
    )
    if figure is not None:
        deliver_file(tornado(found, figure), figure)
    deliver_result(
        lambda: sensitivity_json(found),
        lambda: sensitivity_document(found, sources=references_of([found.answer])),
        as_json,
        out,
    )
    ctx.exit(found.answer.exit_code)
