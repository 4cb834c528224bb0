"""derive formula: a variable in closed form of others, with the derivation and without a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from derive.cli.options import data_options, json_option, out_option, variant_option

if TYPE_CHECKING:
    from derive.rendering.document.document import Document
    from derive.results.closed_form import ClosedForm


@click.command("formula")
@click.argument("target", metavar="TARGET")
@click.argument("known", nargs=-1, metavar="KNOWN...")
@variant_option
@data_options
@json_option
@out_option
def command(
    target: str,
    known: tuple[str, ...],
    variant: tuple[str, ...],
    data: tuple[str, ...],
    units: tuple[str, ...],
    as_json: bool,
    out: str | None,
) -> None:
    """Express TARGET by what is KNOWN, names only: a closed form per regime, every line verified.

    \b
    derive formula crossover_context kv_bytes_per_token active_params peak_flops hbm_bandwidth
    derive formula right_half left_half_out right_half_out --variant "reversible layer=block"
    """
    from derive.cli.case import pair
    from derive.cli.output import deliver, deliver_json, wants_json
    from derive.cli.resolve import load_user_files, variants_of
    from derive.library.api import formula

    load_user_files(data, units)
    chosen = dict(pair("--variant", item, "step time=none") for item in variant)
    forms = formula(target, known, variants=variants_of(chosen) or None)
    if wants_json(as_json, out):
        deliver_json([_json(form) for form in forms], out)
    else:
        deliver(_document(forms, known), out)


def _json(form: ClosedForm) -> dict[str, object]:
    from derive.cli.as_json import step_json
    from derive.equations.plain import plain
    from derive.rendering.expressions.latex import latex

    return {
        "target": form.target.name,
        "formula": plain(form.expression),
        "formula_latex": latex(form.expression),
        "regime": form.regime or None,
        "steps": [step_json(step) for step in form.derivation],
    }


def _document(forms: tuple[ClosedForm, ...], known: tuple[str, ...]) -> Document:
    from derive.rendering.document.document import (
        Boxed,
        Document,
        DocumentBlock,
        Heading,
        Math,
        cited,
    )
    from derive.rendering.document.references import references
    from derive.rendering.document.wording import sentence
    from derive.rendering.layouts.derivation import derivation_blocks

    blocks: list[DocumentBlock] = []
    for form in forms:
        blocks += [Heading(1, f"Where {form.regime}")] if form.regime else []
        blocks += [*derivation_blocks(form.derivation), Boxed(((Math(form.equation),),))]
    title = sentence(f"{forms[0].target.name} from {', '.join(known) or 'nothing'}", stop=False)
    sources = references(
        cited.source for form in forms for step in form.derivation for cited in step.citations
    )
    return cited(Document(title, tuple(blocks)), sources)
