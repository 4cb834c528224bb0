"""derive scenario: everything that follows from what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from derive.cli.options import json_option, known_options, out_option

if TYPE_CHECKING:
    from derive.cli.outlook import Outlook
    from derive.rendering.document.document import Document, DocumentBlock, Words
    from derive.results.known import Known

_ORIGINS = ("given", "looked up", "default", "convention")


@click.command("scenario")
@known_options
@json_option
@out_option
@click.pass_context
def command(ctx: click.Context, /, as_json: bool, out: str | None, **options: Any) -> None:
    """Show all that follows: step time, throughput, cost, utilisation, what fits, balance points.

    \b
    derive scenario --accelerator h100_sxm --precision fp8 --model deepseek_v3 \\
        -g gpus="8 GPU" -g batch_size="256 sequence" -g context_length="4096 token/sequence"
    """
    from derive.cli.case import case_of
    from derive.cli.outlook import outlook
    from derive.cli.output import deliver, deliver_json, wants_json
    from derive.cli.resolve import resolved

    asked = resolved(case_of(targets=(), **options))
    if not asked.given:
        raise click.UsageError(
            "Say what is known: --accelerator, --model, -g NAME=VALUE or -f CASE.toml.", ctx
        )
    found = outlook(asked)
    if wants_json(as_json, out):
        deliver_json(outlook_json(found), out)
    else:
        deliver(_document(found), out)
    ctx.exit(found.exit_code)


def outlook_json(outlook: Outlook) -> dict[str, Any]:
    """An outlook as JSON: the verdict, every output with value and unit, what fits, what it rests
    on.
    """
    from derive.cli.amounts import json_number
    from derive.cli.as_json import texts
    from derive.rendering.document.references import sources_of
    from derive.results.known import CONVENTION, DEFAULT, GIVEN, LOOKED_UP

    settled = outlook.settled
    judged = {judged.name: judged for answer in settled for judged in answer.constraints}
    by_origin = {
        origin: texts(known for known in outlook.knowns if known.origin == origin)
        for origin in (GIVEN, LOOKED_UP, CONVENTION, DEFAULT)
    }
    rows = [
        {
            "target": answer.target.name,
            "group": group,
            "status": answer.status,
            "value": (
                None
                if answer.number is None
                else json_number(answer.number / answer.target.unit.factor)
            ),
            "unit": answer.target.unit.text,
            "sense": answer.sense,
            "regime": answer.regime or None,
            "missing": [list(names) for names in answer.missing],
        }
        for group, answers in outlook.groups.items()
        for answer in answers
    ]
    return {
        "verdict": outlook.verdict,
        "fits": outlook.fits,
        "outputs": rows,
        "limits": [
            {
                "variable": limit.var.name,
                "value": limit.number,
                "unit": limit.var.unit.text,
                "meaning": limit.meaning,
            }
            for limit in outlook.limits
        ],
        "given": by_origin[GIVEN],
        "looked_up": by_origin[LOOKED_UP],
        "conventions": by_origin[CONVENTION],
        "defaults": by_origin[DEFAULT],
        "variants": dict(sorted(outlook.answers[0].variants.items())) if outlook.answers else {},
        "constraints": [
            {"name": item.name, "satisfied": item.satisfied, "by": item.by}
            for item in judged.values()
        ],
        "sources": list(dict.fromkeys(id for answer in settled for id in sources_of(answer))),
        "advice": list(outlook.advice),
    }


def _document(outlook: Outlook) -> Document:
    from derive.rendering.document.document import Document, Heading, Items, Paragraph, Text, cited
    from derive.rendering.document.references import references

    blocks: list[DocumentBlock] = []
    if outlook.advice:
        blocks.append(Items(tuple((Text(line),) for line in outlook.advice)))
    blocks += [Heading(1, "What follows"), _outputs(outlook)]
    if outlook.limits:
        blocks += [Heading(1, "What fits"), _limits(outlook)]
    if outlook.knowns:
        blocks += [Heading(1, "What it rests on"), _knowns(outlook)]
    chosen = outlook.answers[0].variants if outlook.answers else {}
    variants = "; ".join(f"{group}: {choice}" for group, choice in sorted(chosen.items()))
    blocks.append(
        Paragraph(
            (Text(f"Variants: {variants}."),),
            "note",
        )
    )
    made = Document(outlook.verdict, tuple(blocks), _subject(outlook))
    return cited(made, references(known.source for known in outlook.knowns if known.source))


def _subject(outlook: Outlook) -> str:
    """The entries and the few givens that say what the scenario is."""
    from derive.cli.resolve import catalogue_names

    given = [
        f"{known.var.name} = {known.text}"
        for known in outlook.asked.given.values()
        if known.origin == "given"
    ]
    return "; ".join([*catalogue_names(outlook.asked.given), *given])


def _outputs(outlook: Outlook) -> DocumentBlock:
    """One row an output, under its group."""
    from derive.cli.amounts import bounded
    from derive.cli.outlook import note
    from derive.rendering.document.document import Code, Strong, Table, Text

    rows: list[tuple[Words, ...]] = []
    for group, answers in outlook.groups.items():
        if answers:
            rows.append(((Strong(group),), (), ()))
        rows += [
            ((Code(answer.target.name),), (Text(bounded(answer)),), (Text(note(answer)),))
            for answer in answers
        ]
    return Table(("Quantity", "Value", "Meaning, or what is missing"), tuple(rows), "lrl")


def _limits(outlook: Outlook) -> DocumentBlock:
    from derive.rendering.document.document import Code, Table, Text

    rows = tuple(
        ((Code(limit.var.name),), (Text(limit.text),), (Text(limit.meaning),))
        for limit in outlook.limits
    )
    return Table(("Quantity", "Limit", "Meaning"), rows, "lrl")


def _knowns(outlook: Outlook) -> DocumentBlock:
    from derive.rendering.document.document import Amount, Code, Table

    order = sorted(
        outlook.knowns,
        key=lambda known: (
            _ORIGINS.index(known.origin) if known.origin in _ORIGINS else len(_ORIGINS)
        ),
    )
    rows = tuple(
        ((Code(known.var.name),), (Amount(known.value, known.var.unit),), _origin(known))
        for known in order
        if known.origin in _ORIGINS
    )
    return Table(("Known", "Value", "Origin"), rows, "lrl")


def _origin(known: Known) -> Words:
    """Where a value comes from, with its source and what is to be said about it."""
    from derive.rendering.document.document import Cite, Text

    entry = f": {known.entry}" if known.entry else ""
    note = f" ({known.note})" if known.note else ""
    return (
        Text(f"{known.origin}{entry}{note}"),
        *((Text(" "), Cite(known.source)) if known.source else ()),
    )
