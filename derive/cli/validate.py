"""derive validate: measurements compared with their bounds, and estimates."""

from __future__ import annotations

from typing import Any

import click

from derive.cases.case import pair
from derive.cases.user_files import load_user_files
from derive.cli.options import data_options
from derive.cli.output import Output, output_options
from derive.cli.progress import in_turn
from derive.errors import GivenError, shorten
from derive.library.measured.kept import bounded
from derive.library.measured.operating_point import CONDITIONS
from derive.library.measured.validate import measured_points, validation
from derive.rendering.json.validation import validation_json
from derive.rendering.layouts.validation import validation_document
from derive.rendering.lists.validation_rows import validation_rows


def _condition_options(command: Any) -> Any:
    """An option for each condition of a row."""
    for name, text in reversed(CONDITIONS.items()):
        command = click.option(f"--{name.replace('_', '-')}", name, metavar="VALUE", help=text)(
            command
        )
    return command


@click.command("validate")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "-f",
    "--file",
    "file",
    metavar="ROWS",
    help="Your own measurements: a TOML of [measured.ID] tables, or the JSON of vLLM bench serve,"
    " SGLang bench_serving, GenAI-Perf or AIPerf.",
)
@click.option(
    "-g",
    "--given",
    multiple=True,
    metavar="NAME=VALUE",
    help='A further value for your rows: -g memory_share="0.9".',
)
@_condition_options
@data_options
@output_options(rows=True)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    ids: tuple[str, ...],
    file: str | None,
    given: tuple[str, ...],
    output: Output,
    data: tuple[str, ...],
    units: tuple[str, ...],
    **conditions: str | None,
) -> None:
    """Hold published measurements, or your own, against the bounds.

    Each is shown with its bound, an estimate from points that are alike, the efficiency that it
    implies and what binds; those above 1 come first. Without ID these are all published points.

    \b
    derive validate gptfast_llama31_8b_bf16_1
    derive validate -f rows.toml
    derive validate -f bench.json --model llama31_8b \\
        --accelerator h100_sxm --gpus "1 GPU" \\
        --weights fp8 --kv fp8

    Exit codes: 1 if a verified measurement is better than its bound, else 0.
    """
    load_user_files(data, units)
    stated: dict[str, Any] = {name: text for name, text in conditions.items() if text is not None}
    if given:
        stated["given"] = dict(pair("-g", text, "memory_share=0.9") for text in given)
    if stated and file is None:
        name = next(iter(stated))
        raise GivenError(
            name, "it is a condition of your own rows, and no file is named", "Add -f ROWS."
        )
    if "layout" in stated:
        stated["layout"] = _degrees(stated["layout"])
    points = measured_points(ids, file, stated)
    rows = in_turn(list(points), lambda id: bounded(points[id]))
    found = validation([row for _, row in rows])
    output.result(
        lambda: validation_json(found),
        lambda: validation_document(found),
        lambda: validation_rows(found),
    )
    ctx.exit(found.exit_code)


def _degrees(text: str) -> dict[str, int]:
    """The degrees of a layout. Raises GivenError."""
    found: dict[str, int] = {}
    for part in text.split(","):
        name, _, degree = (piece.strip() for piece in part.partition("="))
        if not name or not degree.isdecimal():
            raise GivenError(
                "layout",
                f"“{shorten(part)}” is not a degree",
                "Write --layout tp=8,attention_tp=1.",
            )
        found[name] = int(degree)
    return found
