"""derive solve: what a variable is, given what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from derive.cli.options import (
    draws_option,
    json_option,
    known_options,
    out_option,
    seed_option,
    unit_option,
    within_option,
)
from derive.rendering.document.enumeration import enumeration
from derive.rendering.formats.registry import suffixes

if TYPE_CHECKING:
    from derive.cli.resolve import ResolvedCase
    from derive.rendering.document.document import Document, DocumentBlock
    from derive.results.answer import Answer

_WORST_FIRST = ("contradiction", "underdetermined", "unreachable", "infeasible", "solved")


@click.command("solve")
@click.argument("targets", nargs=-1, metavar="TARGET...")
@known_options
@unit_option
@draws_option
@seed_option
@within_option
@json_option
@out_option
@click.option(
    "--report",
    "report",
    metavar="FILE",
    help=f"Write a report of it as well: {enumeration(suffixes()[::-1], 'or')}.",
)
@click.option("--force", is_flag=True, help="Let --report replace a file that derive did not make.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    targets: tuple[str, ...],
    as_json: bool,
    out: str | None,
    within: str | None,
    report: str | None,
    force: bool,
    **options: Any,
) -> None:
    """Find TARGET from what is known, with the derivation.

    A value may be uncertain: "2 to 3 USD/hour/GPU", "20 +- 2 ms", "lognormal 1e11 to 3e11 param"
    (90 % between).

    \b
    derive solve step_time -g compute_time="2 ms" -g memory_time="3 ms"
    derive solve batch_size -g step_time="20 ms" --accelerator gb200_nvl72 --precision fp4 \\
        -g gpus="72 GPU" -g active_params="100e9 param" -g total_params="800e9 param" \\
        -g context_length="0 token/sequence"
    derive solve cost_per_token -g gpu_price="2 to 3 USD/hour/GPU" -g throughput="1e6 token/s" \\
        -g gpus="72 GPU"
    derive solve -f case.toml --json --report case.pdf
    """
    from derive.cli.case import case_of
    from derive.cli.output import deliver, deliver_json, wants_json
    from derive.cli.resolve import resolved, share_of

    case = case_of(targets=targets, **options)
    if not case.targets:
        raise click.UsageError(
            'Name a TARGET, on the command line or as target = "..." in the file.', ctx
        )
    asked = resolved(case, uncertain=True)
    answers = [asked.answer(target) for target in asked.targets]
    share = None if within is None else share_of(within)
    if report is not None:
        from derive.reporting.answer_file import write

        click.echo(
            str(write({answer.target.name: answer for answer in answers}, report, force=force)),
            err=True,
        )
    if wants_json(as_json, out):
        from derive.cli.as_json import answer_json

        found = [
            answer_json(
                answer,
                asked.unit,
                None if share is None else asked.tolerances(answer.target, share),
            )
            for answer in answers
        ]
        deliver_json(found if len(found) > 1 else found[0], out)
    else:
        deliver(_document(answers, asked, share), out)
    ctx.exit(worst(answers).exit_code)


def worst(answers: list[Answer]) -> Answer:
    """The answer whose status comes first in the order contradiction, underdetermined, unreachable,
    infeasible, solved.
    """
    return min(answers, key=lambda answer: _WORST_FIRST.index(answer.status))


def _document(answers: list[Answer], asked: ResolvedCase, within: float | None = None) -> Document:
    """The answers one after the other; their headlines in a box at the end, where the reader's eye
    is.
    """
    from derive.cli.amounts import headline
    from derive.rendering.document.document import Boxed, Document, Heading, Text, cited, numbered
    from derive.rendering.document.references import references, sources_of
    from derive.rendering.layouts.answer import answer_blocks, meaning

    blocks: list[DocumentBlock] = []
    for answer in answers:
        blocks += [
            *([Heading(1, meaning(answer))] if blocks else []),
            *answer_blocks(answer, 1 + numbered(blocks)),
            *_tolerances(asked, answer, within),
        ]
    sources = references(id for answer in answers for id in sources_of(answer))
    whole = cited(Document(meaning(answers[0]), tuple(blocks)), sources)
    minded = dict.fromkeys(f"Mind: {caution}." for answer in answers for caution in answer.cautions)
    box = Boxed(
        tuple(
            (Text(line),)
            for line in (*minded, *(headline(answer, asked.unit) for answer in answers))
        )
    )
    return Document(whole.title, (*whole.blocks, box), whole.subtitle, whole.numbers)


def _tolerances(asked: ResolvedCase, answer: Answer, within: float | None) -> list[DocumentBlock]:
    """How well each given must be known, where that is asked."""
    from derive.rendering.layouts.uncertainty import tolerance_blocks

    return (
        []
        if within is None
        else list(
            tolerance_blocks(asked.tolerances(answer.target, within), answer.target.name, within)
        )
    )
