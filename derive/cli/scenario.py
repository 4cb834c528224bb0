"""derive scenario: every output that follows from the given values."""

from __future__ import annotations

from typing import Any

import click

from derive.cases.case import case_of
from derive.cases.resolve import resolved
from derive.cli.options import efficiency_option, known_options
from derive.cli.output import Output, output_options
from derive.library.scenario import scenario
from derive.rendering.json.scenario import scenario_json
from derive.rendering.layouts.scenario import scenario_document, scenario_lines


@click.command("scenario")
@known_options
@efficiency_option
@output_options(brief=True)
@click.pass_context
def command(ctx: click.Context, /, output: Output, **options: Any) -> None:
    """Show all that follows: step time, throughput, cost, utilisation, what fits, balance points.

    However little is known: what does not follow yet says what it still needs. Prompts, outputs and
    training are told of where the given values speak of them.

    \b
    derive scenario --accelerator h100_sxm --precision fp8 --model deepseek_v3 \\
        -g gpus="8 GPU" -g batch_size="256 sequence" \\
        -g context_length="4096 token/sequence"
    """
    question = resolved(case_of(targets=(), **options))
    if not question.given:
        raise click.UsageError(
            "Say what is known: --accelerator, --model, -g NAME=VALUE or -f CASE.toml.", ctx
        )
    found = scenario(
        question.given,
        variants=question.variants,
        rtol=question.rtol,
        draws=question.draws,
        seed=question.seed,
        efficiency=question.efficiency,
    )
    output.answered(
        lambda: scenario_json(found),
        lambda: scenario_lines(found),
        lambda _: scenario_document(found, sent=output.sent),
    )
    ctx.exit(found.exit_code)
