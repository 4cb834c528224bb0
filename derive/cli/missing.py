"""derive missing: what else would settle a question, and what the givens fix already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from derive.cli.options import json_option, known_options, out_option

if TYPE_CHECKING:
    from derive.results.gap import IdentifiableCombination
    from derive.results.missing import Missing, Need


@click.command("missing")
@click.argument("target", required=False)
@known_options
@json_option
@out_option
@click.pass_context
def command(
    ctx: click.Context, /, target: str | None, as_json: bool, out: str | None, **options: Any
) -> None:
    """Tell what else TARGET needs: every small set that would settle it, and what is fixed without
    it.

    \b
    derive missing kv_bytes_per_token -g crossover_context="200e3 token/sequence"
    derive missing cost_per_token --accelerator h100_sxm --precision fp8
    """
    from derive.cli.case import case_of
    from derive.cli.output import deliver, deliver_json, wants_json
    from derive.cli.resolve import resolved
    from derive.library.api import missing
    from derive.rendering.layouts.missing import missing_document

    case = case_of(targets=() if target is None else (target,), **options)
    if len(case.targets) != 1:
        raise click.UsageError(
            'Name one TARGET, on the command line or as target = "..." in the file.', ctx
        )
    asked = resolved(case)
    found = missing(asked.targets[0], asked.given, variants=asked.variants, rtol=asked.rtol)
    if wants_json(as_json, out):
        deliver_json(missing_json(found), out)
    else:
        deliver(missing_document(found), out)
    ctx.exit(found.answer.exit_code)


def missing_json(missing: Missing) -> dict[str, Any]:
    """Sets and fixed combinations as JSON."""
    return {
        "target": missing.target.name,
        "status": missing.answer.status,
        "determined": missing.determined,
        "sets": [
            {"needs": [need_json(need) for need in found.needs], "unless": list(found.unless)}
            for found in missing.sets
        ],
        "cut_off": missing.cut_off,
        "fixed": [fixed_json(fixed) for fixed in missing.fixed],
    }


def need_json(need: Need) -> dict[str, Any]:
    """One thing to know as JSON."""
    return {
        "name": need.name,
        "variables": [var.name for var in need.variables],
        "kind": need.kind,
        "say": list(need.say),
        "elasticity": None if need.elasticity is None else float(f"{need.elasticity:.6g}"),
    }


def fixed_json(fixed: IdentifiableCombination) -> dict[str, Any]:
    """A pinned combination as JSON."""
    from derive.cli.amounts import json_number
    from derive.equations.plain import plain

    assuming = (
        None
        if fixed.assuming is None
        else {"group": fixed.assuming[0], "choice": fixed.assuming[1], "why": fixed.why}
    )
    value = json_number(fixed.value / fixed.unit.factor)
    return {
        "expression": plain(fixed.expression),
        "value": value,
        "unit": fixed.unit.text,
        "by": list(fixed.by),
        "assuming": assuming,
    }
