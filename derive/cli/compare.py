"""derive compare: what flips and what moves between two cases."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from derive.cli.options import json_option, known_options, out_option

if TYPE_CHECKING:
    from derive.cli.case import Case
    from derive.results.comparison import Comparison
    from derive.results.known import Known


@click.command("compare")
@click.argument("words", nargs=-1, metavar="[TARGET] [SECOND.toml]")
@click.option(
    "--with",
    "swaps",
    multiple=True,
    metavar="NAME=VALUE",
    help="What is otherwise in the second case: --with accelerator=b200.",
)
@known_options
@json_option
@out_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    swaps: tuple[str, ...],
    as_json: bool,
    out: str | None,
    **options: Any,
) -> None:
    """Tell what flips and what moves from one case to another, and which input did it.

    \b
    derive compare -f before.toml after.toml
    derive compare cost_per_token -f case.toml --with accelerator=gb200_nvl72 \\
        --with "batch_size=512 sequence"
    derive compare step_time -f case.toml --with "step time=none"
    """
    from derive.analysis.comparison import compare
    from derive.cli.case import case_of
    from derive.cli.output import deliver, deliver_json, wants_json
    from derive.cli.resolve import resolved
    from derive.rendering.layouts.comparison import comparison_document

    files = tuple(word for word in words if word.endswith(".toml"))
    targets = tuple(word for word in words if word not in files)
    if (not swaps and len(files) != 1) or len(files) > 1:
        raise click.UsageError(
            "Name a second case (-f one.toml two.toml) or what is otherwise in it (--with"
            " accelerator=b200).",
            ctx,
        )
    first = case_of(targets=targets, **options)
    second = swapped(
        case_of(targets=targets, **{**options, "file": files[0]}) if files else first, swaps
    )
    if len(first.targets) != 1 or len(second.targets) != 1:
        raise click.UsageError(
            'Name one TARGET, on the command line or as target = "..." in the files.', ctx
        )
    before, after = resolved(first), resolved(second)
    found = compare(before.answer(before.targets[0]), after.answer(after.targets[0]))
    if wants_json(as_json, out):
        deliver_json(comparison_json(found), out)
    else:
        deliver(comparison_document(found), out)


def swapped(case: Case, swaps: tuple[str, ...]) -> Case:
    """The case with entries, choices and values replaced. Raises GivenError, UnknownName."""
    from derive.cli.case import pair
    from derive.equations.var import normal
    from derive.library.api import library_system
    from derive.library.catalogue.lookups import lookups
    from derive.library.nomenclature import vocabulary

    groups = {normal(group): group for group in library_system().variants}
    for name, value in (pair("--with", text, "batch_size=512 sequence") for text in swaps):
        option = name.replace("-", "_").lower()
        if option in lookups() and lookups()[option].metavar:
            case = replace(case, chosen={**case.chosen, option: value})
        elif normal(name) in groups:
            case = replace(case, variants={**case.variants, groups[normal(name)]: value})
        else:
            var = vocabulary.find(name)
            case = replace(
                case,
                over=(
                    *(kept for kept in case.over if vocabulary.find(kept[0]) != var),
                    (name, value),
                ),
            )
    return case


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """A comparison as JSON: both answers in short, flips, changes, what they rest on."""
    from derive.cli.amounts import json_number

    def short(number: float | None, status: str) -> dict[str, Any]:
        return {
            "status": status,
            "value": (
                None if number is None else json_number(number / comparison.target.unit.factor)
            ),
        }

    return {
        "target": comparison.target.name,
        "unit": comparison.target.unit.text,
        "first": short(comparison.first.number, comparison.first.status),
        "second": short(comparison.second.number, comparison.second.status),
        "same": comparison.same,
        "flips": [
            {"what": flip.what, "before": flip.before, "after": flip.after}
            for flip in comparison.flips
        ],
        "log_ratio": json_number(comparison.log_ratio),
        "changes": [
            {
                "name": change.name,
                "before": _text(change.before),
                "after": _text(change.after),
                "share": json_number(change.share),
            }
            for change in comparison.changes
        ],
        "method": comparison.method or None,
        "appeared": {known.var.name: known.text for known in comparison.appeared},
        "disappeared": {known.var.name: known.text for known in comparison.disappeared},
        "relations": dict(zip(("gone", "new"), map(list, comparison.relations), strict=True)),
        "variants": {
            group: list(choices) for group, choices in (comparison.variants or {}).items()
        },
        "sources": dict(zip(("gone", "new"), map(list, comparison.sources), strict=True)),
    }


def _text(known: Known | None) -> str | None:
    return None if known is None else known.written or known.text
