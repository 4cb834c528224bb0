"""derive formula: closed forms of a variable in terms of others, with derivations."""

from __future__ import annotations

import click

from derive.cases.case import pair
from derive.cases.resolve import variants_of
from derive.cases.user_files import load_user_files
from derive.cli.options import data_options, variant_option
from derive.cli.output import Output, output_options
from derive.equations.plain import plain
from derive.library.api import formula
from derive.rendering.json.closed_form import closed_form_json
from derive.rendering.layouts.closed_form import closed_forms_document
from derive.results.closed_form import ClosedForm


@click.command("formula")
@click.argument("target", metavar="TARGET")
@click.argument("known", nargs=-1, metavar="KNOWN...")
@variant_option
@data_options
@output_options(brief=True)
def command(
    target: str,
    known: tuple[str, ...],
    variant: tuple[str, ...],
    data: tuple[str, ...],
    units: tuple[str, ...],
    output: Output,
) -> None:
    """Express TARGET by what is KNOWN, names only: a closed form per regime, every line verified.

    \b
    derive formula crossover_context kv_bytes_per_token \\
        active_params peak_flops hbm_bandwidth
    derive formula right_half left_half_out right_half_out \\
        --variant "reversible layer=block"
    """
    load_user_files(data, units)
    chosen = dict(pair("--variant", item, "GROUP=CHOICE") for item in variant)
    forms = formula(target, known, variants=variants_of(chosen) or None)
    output.answered(
        lambda: [closed_form_json(form) for form in forms],
        lambda: ([_line(form) for form in forms], []),
        lambda in_full: closed_forms_document(forms, known),
    )


def _line(form: ClosedForm) -> str:
    """A closed form in names, with the regime in which it holds."""
    regime = f" where {form.regime}" if form.regime else ""
    return f"{plain(form.equation)}{regime}"
