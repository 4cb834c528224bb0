"""derive optimise: the best value of a variable over what is free, where the limits hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from derive.cli.options import json_option, known_options, out_option, unit_option

if TYPE_CHECKING:
    from derive.rendering.document.document import Document
    from derive.results.optimum import Optimum
    from derive.units.unit import Unit


@click.command("optimise")
@click.argument("objective", metavar="OBJECTIVE")
@click.option(
    "--over",
    multiple=True,
    metavar="NAME[=RANGE]",
    help='What is free, with its range if not its own: --over "gpus=1 GPU to 72 GPU".',
)
@click.option(
    "--subject-to",
    multiple=True,
    metavar="LIMIT",
    help='A limit on any variable: --subject-to "step_time <= 25 ms".',
)
@click.option(
    "--maximise", "--maximize", is_flag=True, help="Find the largest value instead of the least."
)
@known_options
@unit_option
@json_option
@out_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    objective: str,
    over: tuple[str, ...],
    subject_to: tuple[str, ...],
    maximise: bool,
    as_json: bool,
    out: str | None,
    **options: Any,
) -> None:
    """Find the least OBJECTIVE over what is free, with where it sits and what each binding limit is
    worth.

    \b
    derive optimise cost_per_token --over batch_size --subject-to "step_time <= 25 ms" -f rack.toml
    derive optimise gpus --over "gpus=1 GPU to 72 GPU" --subject-to "step_time <= 25 ms" \\
        -f rack.toml
    derive optimise context_length --maximise --over context_length \\
        --subject-to "cost_per_token <= 0.1 USD/Mtoken" -f rack.toml
    """
    from derive.cli.case import case_of
    from derive.cli.output import deliver, deliver_json, wants_json
    from derive.cli.resolve import resolved
    from derive.library.api import optimise

    if not over:
        raise click.UsageError("Say what is free: --over batch_size.", ctx)
    asked = resolved(case_of(targets=(objective,), **options))
    found = optimise(
        asked.targets[0],
        asked.given,
        over=_ranges(over),
        subject_to=subject_to,
        sense="max" if maximise else "min",
        variants=asked.variants,
    )
    if wants_json(as_json, out):
        from derive.cli.optimum_json import optimum_json

        deliver_json(optimum_json(found, asked.unit), out)
    else:
        deliver(_document(found, asked.unit), out)
    ctx.exit(found.exit_code)


def _ranges(over: tuple[str, ...]) -> dict[str, str | None]:
    """Names with the ranges stated for them. Raises GivenError for one named twice."""
    from derive.errors import GivenError

    found: dict[str, str | None] = {}
    for text in over:
        name, sign, within = (part.strip() for part in text.partition("="))
        if name in found:
            raise GivenError(name, "it is named twice as what to choose", "Name it once.")
        if sign and not within:
            raise GivenError(
                "--over",
                f"“{text}” has nothing after the “=”",
                f'Write --over {name}, or --over "{name}=1 GPU to 72 GPU".',
            )
        found[name] = within or None
    return found


def _document(optimum: Optimum, unit: Unit | None) -> Document:
    """The optimum with its headline in a box at the end, where the reader's eye is."""
    from derive.rendering.document.document import Boxed, Document, Text
    from derive.rendering.document.references import references, sources_of
    from derive.rendering.layouts.optimum import optimum_document

    answers = [*optimum.routes, *([optimum.answer] if optimum.answer is not None else [])]
    made = optimum_document(
        optimum, sources=references(id for answer in answers for id in sources_of(answer))
    )
    return Document(
        made.title,
        (*made.blocks, Boxed(((Text(headline(optimum, unit)),),))),
        made.subtitle,
        made.numbers,
    )


def headline(optimum: Optimum, unit: Unit | None = None) -> str:
    """The optimum in one line: the value and where, or why there is none."""
    from derive.cli.amounts import headline as of_answer
    from derive.cli.amounts import shown

    name, best = optimum.objective.name, "largest" if optimum.sense == "max" else "least"
    if optimum.value is not None:
        head = f"{best} {name} = {shown(optimum.value, optimum.objective.unit, unit)}"
        where = _where(optimum) if optimum.attained else f", {optimum.approach}"
        return f"{head}{where}{_whole(optimum, unit)}"
    if optimum.approach:
        return f"{name}: unbounded, {optimum.approach}"
    if optimum.reaches:
        return (
            f"{name}: infeasible,"
            f" {'; '.join(f'{reach.name}: {reach.text}' for reach in optimum.reaches)}"
        )
    return (
        of_answer(optimum.answer, None)
        if optimum.answer is not None
        else f"{name}: {optimum.status}"
    )


def _where(optimum: Optimum) -> str:
    """The decisions; what is itself to be made best need not be told again."""
    told = [
        f"{d.var.name} {d.text}" if d.span is not None else f"{d.var.name} = {d.text}"
        for d in optimum.decisions
        if d.var != optimum.objective
    ]
    suited = (
        ", each with suitable values of the others"
        if len(told) > 1 and any(d.span is not None for d in optimum.decisions)
        else ""
    )
    return f" at {', '.join(told)}{suited}" if told else ""


def _whole(optimum: Optimum, unit: Unit | None) -> str:
    from derive.cli.amounts import shown
    from derive.units.display import format_value

    counted = [d for d in optimum.decisions if d.whole is not None]
    if optimum.whole_value is None or not optimum.differs_whole:
        return ""
    told = [
        f"{d.var.name} = {format_value((d.whole or 0.0) * d.var.unit.factor, d.var.unit)}"
        for d in counted
        if d.var != optimum.objective
    ]
    where = f" at {', '.join(told)}" if told else ""
    return f"; in whole numbers {shown(optimum.whole_value, optimum.objective.unit, unit)}{where}"
