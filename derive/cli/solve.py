"""derive solve: the value of a variable from given values, with its derivation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any

import click

from derive.cases.case import Pairs, case_of
from derive.cases.required import Requirement, exit_code, limited_names, requirements
from derive.cases.resolve import ResolvedCase, resolved, share_of
from derive.cli.options import (
    draws_option,
    efficiency_option,
    known_options,
    seed_option,
    unit_option,
    within_option,
)
from derive.cli.output import Output, output_options, say, with_hint
from derive.display import enumeration, file_writer
from derive.equations.var import Var
from derive.library.content import vocabulary
from derive.rendering.document.document import Boxed, Document, Heading, Items, Text
from derive.rendering.formats.registry import suffixes
from derive.rendering.json.answer import answer_json
from derive.rendering.lists.answer_rows import answer_rows
from derive.results.answer import Answer, joint_cautions
from derive.results.uncertainty import Tolerance

_KEPT = "derive.kept.maker"  # imported on use: only JSON is kept


@click.command("solve")
@click.argument("targets", nargs=-1, metavar="TARGET...")
@known_options
@unit_option
@draws_option
@seed_option
@within_option
@efficiency_option
@click.option(
    "--require",
    multiple=True,
    metavar="LIMIT",
    help='Exit with 1 where a figure is beyond a limit: --require "NAME <= 25 ms".',
)
@output_options(detail=True, rows=True)
@click.option(
    "--report",
    "report",
    metavar="FILE",
    help=f"Write a report of it as well: {enumeration(suffixes()[::-1], 'or')}.",
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    targets: tuple[str, ...],
    output: Output,
    within: str | None,
    require: tuple[str, ...],
    report: str | None,
    **options: Any,
) -> None:
    """Find TARGET from what is known, with the derivation.

    A value may be uncertain: "2 to 3 USD/hour/GPU", "20 +- 2 ms", "lognormal 1e11 to 3e11 param"
    (90 % between).

    \b
    derive solve step_time -g compute_time="2 ms" -g memory_time="3 ms"
    derive solve batch_size -g step_time="20 ms" -g gpus="72 GPU" \\
        --accelerator gb200_nvl72 --precision fp4 \\
        -g active_params="100e9 param" -g total_params="800e9 param" \\
        -g context_length="0 token/sequence"
    derive solve cost_per_token -g gpu_price="2 to 3 USD/hour/GPU" \\
        -g throughput="1e6 token/s" -g gpus="72 GPU"
    derive solve -f case.toml --json --report case.pdf
    derive solve -f case.toml --require "cost_per_token <= 2 USD/Mtoken"
    """
    case = case_of(targets=targets, **options)
    case = replace(case, targets=case.targets or limited_names(require))
    if not case.targets:
        raise click.UsageError(
            'Name a TARGET, on the command line or as target = "..." in the file. What follows'
            " from a case without one: derive scenario",
            ctx,
        )
    question = resolved(case, uncertain=True)
    answers = question.answers()
    required = requirements(require, question, answers)
    share = None if within is None else share_of(within)
    if report is not None:
        named = {answer.target.name: answer for answer in answers}
        say(str(file_writer().write(named, report, force=output.force)), err=True)
    told: list[Any] = []

    def data() -> Any:
        told.append(_json(answers, question, share) | _required_json(required))
        return told[0]

    output.answered(
        data,
        lambda: _lines(answers, question, case.over, required),
        lambda in_full: _document(
            answers, question, share, required, in_full=in_full, sent=output.sent
        ),
        lambda: answer_rows(answers, question.unit),
    )
    if told and ctx.obj and output.path is None and report is None and not (share or required):
        import_module(_KEPT).keep(ctx.obj, case, question, answers, told[0])
    ctx.exit(exit_code(answers, required))


def _json(answers: Sequence[Answer], question: ResolvedCase, share: float | None) -> Any:
    """One answer as an object, several as the list `answers` of one."""
    tolerances = _tolerances(answers, question, share)
    found = [
        answer_json(answer, question.unit, tolerances.get(answer.target)) for answer in answers
    ]
    return {"answers": found} if len(found) > 1 else found[0]


def _required_json(required: Sequence[Requirement]) -> dict[str, Any]:
    """The limits that are required with their verdicts, if there are any."""
    told = [{"limit": one.limit.text, "kept": one.kept, "text": _verdict(one)} for one in required]
    return {"required": told} if told else {}


def _verdict(one: Requirement) -> str:
    """A limit with its verdict and the figure that it is judged by."""
    remark = f" ({one.remark})" if one.remark else ""
    return f"{one.verdict}: {one.limit.text}; {_layouts().headline(one.answer)}{remark}"


def _lines(
    answers: Sequence[Answer],
    question: ResolvedCase,
    over: Pairs,
    required: Sequence[Requirement],
) -> tuple[list[str], list[str]]:
    """The headline of each answer, and what is required; cautions, stated values of the targets,
    warnings, the given that may be what is missing, and what the command states in vain.
    """
    told = dict.fromkeys(joint_cautions(answers))
    told |= {line: None for a in answers for line in (*a.beside, *a.warnings, *_equal(a))}
    stated = {vocabulary().find(name).name: None for name, _ in over}
    vain = [name for name in stated if all(name in answer.unused for answer in answers)]
    told |= {f"given but not needed: {enumeration(vain)}": None} if vain else {}
    lines = [_layouts().headline(answer, question.unit) for answer in answers]
    return [*lines, *map(_verdict, required)], [*told]


def _equal(answer: Answer) -> tuple[str, ...]:
    """A remark on the given that equals the first missing variable where a ratio is one; else on a
    variable named after the target that the givens fix.
    """
    found = answer.gap.equal_given
    if found is None:
        named = answer.gap.namesake
        return () if named is None else (f"the givens do fix {named.var.name} = {named.text}",)
    missing, ratio = answer.missing[0][0], found.ratio.name
    return (f"if {missing} is as large as {found.given.name}, add -g {ratio}=1",)


def _document(
    answers: Sequence[Answer],
    question: ResolvedCase,
    share: float | None,
    required: Sequence[Requirement],
    *,
    in_full: bool,
    sent: bool,
) -> Document:
    layouts, asked = _layouts(), (answers, question.unit, _tolerances(answers, question, share))
    document: Document = (
        layouts.explained_document(*asked, share, sent=sent)
        if in_full
        else layouts.short_answers_document(*asked, share)
    )
    document = _with_required(document, required)
    missing = [
        f"What the missing ones mean, how each is stated and what it does: derive missing {name}"
        " with the same options"
        for name in (answer.target.name for answer in answers if answer.missing)
    ]
    return document if in_full else with_hint(document, *missing)


def _with_required(document: Document, required: Sequence[Requirement]) -> Document:
    """The document with what is required behind the box of the answers."""
    if not required:
        return document
    items = Items(tuple((Text(_verdict(one)),) for one in required))
    boxes = [at for at, block in enumerate(document.blocks) if isinstance(block, Boxed)]
    at = boxes[0] + 1 if boxes else 0
    told = (Heading(1, "What is required"), items)
    return replace(document, blocks=(*document.blocks[:at], *told, *document.blocks[at:]))


def _layouts() -> ModuleType:
    """The layouts of answers, which JSON does without."""
    from derive.rendering.layouts import answers

    return answers


def _tolerances(
    answers: Sequence[Answer], question: ResolvedCase, share: float | None
) -> dict[Var, tuple[Tolerance, ...]]:
    """The required accuracies of the givens by target, if a share is stated."""
    if share is None:
        return {}
    return {answer.target: question.tolerances(answer.target, share) for answer in answers}
