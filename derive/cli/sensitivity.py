"""derive sensitivity: how an answer moves with what it rests on, and which boundaries are near."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from derive.cli.options import json_option, known_options, out_option
from derive.rendering.document.enumeration import enumeration
from derive.rendering.formats.registry import figure_suffixes

if TYPE_CHECKING:
    from derive.rendering.document.document import Document
    from derive.results.sensitivity import Sensitivity


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
    from derive.cli.case import case_of
    from derive.cli.output import deliver, deliver_bytes, deliver_json, wants_json
    from derive.cli.resolve import resolved
    from derive.library.api import sensitivity

    case = case_of(targets=(target,) if target else (), **options)
    if len(case.targets) != 1:
        raise click.UsageError("Name one TARGET, on the command line or in the file.", ctx)
    asked = resolved(case)
    found = sensitivity(asked.targets[0], asked.given, variants=asked.variants, rtol=asked.rtol)
    if figure is not None:
        from derive.reporting.figures.tornado import tornado

        deliver_bytes(tornado(found, figure), figure)
    if wants_json(as_json, out):
        from derive.cli.sensitivity_json import sensitivity_json

        deliver_json(sensitivity_json(found), out)
    else:
        deliver(_document(found), out)
    ctx.exit(found.answer.exit_code)


def _document(found: Sensitivity) -> Document:
    from derive.rendering.document.references import references, sources_of
    from derive.rendering.layouts.sensitivity import sensitivity_document

    return sensitivity_document(found, sources=references(sources_of(found.answer)))
