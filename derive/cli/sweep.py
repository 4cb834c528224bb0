"""derive sweep: variables over a grid of values, chips and models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from derive.cases.case import case_of
from derive.cases.resolve import resolved
from derive.cases.table import read_case_table
from derive.cli.options import known_options, unit_option
from derive.cli.output import Output, output_options
from derive.cli.progress import progress
from derive.cli.sweep_axes import EXAMPLE, read_over, written_units
from derive.display import enumeration
from derive.errors import GivenError
from derive.library.catalogue.lookups import axis_lookups
from derive.rendering.formats.data_formats import GRID_FORMATS, grid_suffixes
from derive.rendering.formats.registry import figure_suffixes, suffixes
from derive.units.unit import Unit

_OUTPUT = "derive.cli.sweep_output"  # imported on use, since it needs numpy
_ANSWERS = "derive.cases.table_answers"
_FIGURE = "derive.reporting.figures.sweep"
_STYLE = "derive.reporting.figures.style"
_LONG = 100_000  # points before progress is shown


@click.command("sweep")
@click.argument("targets", nargs=-1, metavar="TARGET...")
@click.option(
    "--over",
    "over",
    multiple=True,
    metavar="NAME=VALUES",
    help="An axis: NAME=FROM:TO[:COUNT[:log]], or NAME=VALUE; VALUE; ..., or a kind of entry,"
    ' "model=all".',
)
@click.option(
    "--cases",
    "cases",
    metavar="TABLE.csv",
    help="Instead of a grid the rows of a table (- for stdin): each column is a variable, as"
    " “gpus [GPU]”, or an option, as “model”.",
)
@click.option(
    "--chunk",
    type=float,
    metavar="POINTS",
    help="Answer and write so many points at a time (by default at most 4e6): --chunk 4e6 -o"
    " grid.zarr.",
)
@click.option(
    "--scheduler",
    default="",
    metavar="WHERE",
    help="Answer the chunks in threads, in processes, or on a dask cluster: tcp://HOST:PORT.",
)
@click.option(
    "--workers", type=int, metavar="N", help="So many threads, or processes of --scheduler."
)
@click.option("--resume", is_flag=True, help="Go on with the chunks that an earlier run has left.")
@click.option(
    "--figure",
    metavar="FILE",
    help="Also draw it, as a line, a map with the borders of regimes, or bars of entries:"
    f" {enumeration(figure_suffixes(), 'or')}.",
)
@known_options
@unit_option
@output_options(*grid_suffixes(), checked=False)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    targets: tuple[str, ...],
    over: tuple[str, ...],
    cases: str | None,
    chunk: float | None,
    scheduler: str,
    workers: int | None,
    resume: bool,
    figure: str | None,
    output: Output,
    **options: Any,
) -> None:
    """Find TARGET at every point of a grid, or for each row of a table.

    \b
    derive sweep cost_per_token --over "batch_size=1:8192 sequence:14:log" \\
        --accelerator h100_sxm --precision fp8 --model deepseek_v3 \\
        -g gpus="72 GPU" -g gpu_price="2 USD/hour/GPU" \\
        -g context_length="8192 token/sequence"
    derive sweep machine_balance --over accelerator=all --precision bf16
    derive sweep step_time --over "batch_size=1; 64; 512 sequence" \\
        --over "context_length=0:200e3 token/sequence:5" -f case.toml -o grid.nc
    derive sweep step_time --over "batch_size=1:8192 sequence:10000:log" \\
        --over "context_length=1:200e3 token/sequence:10000" -f case.toml \\
        --workers 2 -o grid.zarr --resume
    derive sweep cost_per_token --cases fleet.csv -f case.toml -o answers.csv

    An axis is NAME=FROM:TO:COUNT, with :log for even steps in logarithms, or NAME=VALUE; VALUE;
    ...; bare numbers take the unit of the last. accelerator, precision, kv_precision, model and
    tier take ids, or all.

    A table of --cases has a head: variables with their unit (gpus [GPU], or the unit in each cell),
    options (model, accelerator, precision, ...) and variants. A column whose head starts with # is
    kept and not read, a cell of - states nothing. Commas, semicolons or tabs part the cells.

    The exit code is 0 if any point is solved, else that of the worst one.
    """
    axes = read_over(over)
    table = None if cases is None else read_case_table(cases)
    case = case_of(targets=targets, apart=axes if table is None else table.names, **options)
    if not case.targets:
        raise click.UsageError(
            'Name a TARGET, on the command line or as target = "..." in the file.', ctx
        )
    if not over and table is None:
        raise click.UsageError(f'Name an axis: --over "{EXAMPLE}", or a table: --cases FILE.', ctx)
    in_chunks = chunk is not None or resume or bool(scheduler) or workers is not None
    _check(output, chunk, in_chunks, figure)
    if table is not None:
        beside = {"over": over, "chunk": chunk, "scheduler": scheduler, "workers": workers}
        _refuse_beside_cases({**beside, "resume": resume, "figure": figure})
        answers = import_module(_ANSWERS)
        asked_of_all = answers.asked(case)
        with progress("cases", _LONG) as report:
            found = answers.answered(table, case, asked_of_all, report)
        sweeps = import_module(_OUTPUT)
        sweeps.deliver_sweep(found, asked_of_all.unit, output)
        ctx.exit(found.exit_code)
    entries = {name: case.chosen[name] for name in axis_lookups() if case.chosen.get(name)}
    others = {name: value for name, value in case.chosen.items() if name not in axis_lookups()}
    question = resolved(replace(case, chosen=others))
    known: dict[Any, Any] = {**entries, **question.given}
    sweeps = import_module(_OUTPUT)
    asked = (question.targets, known, axes, question.variants, question.rtol)
    if in_chunks:
        how = {"scheduler": scheduler, "workers": workers, "resume": resume}
        points, unit = chunk and int(chunk), question.unit
        with progress("points", _LONG) as report:
            code = sweeps.deliver_chunks(asked, points, unit, output, report, **how)
        ctx.exit(code)
    with progress("points", _LONG) as report:
        found = sweeps.library_sweep(*asked, report)
    if figure is not None:
        _draw(found, question.unit, Output(path=Path(figure), force=output.force), axes)
    sweeps.deliver_sweep(found, question.unit, output, drawn=figure is not None)
    ctx.exit(found.exit_code)


def _draw(found: Any, unit: Unit | None, place: Output, over: Mapping[str, Any]) -> None:
    """Write the figure of a sweep, its axes in the units that they are written in."""
    draw = import_module(_FIGURE).sweep_figure
    place.file(draw(found, unit, str(place.path), written_units(over)))


def _refuse_beside_cases(options: Mapping[str, Any]) -> None:
    """Raise GivenError for an option of a grid."""
    for name, value in options.items():
        if value:
            problem = "it is for a grid, and a table of --cases has rows"
            raise GivenError(name, problem, f"Drop --{name}, or --cases.")


def _check(output: Output, chunk: float | None, in_chunks: bool, figure: str | None) -> None:
    """Raise OutputError for a file that cannot be written, MissingExtra for a figure that cannot
    be drawn, GivenError for options at odds.
    """
    if chunk is not None and not (chunk >= 1 and chunk == int(chunk)):
        raise GivenError("chunk", f"{chunk:g} is not a number of points", "Write for example 4e6.")
    if in_chunks and figure is not None:
        raise GivenError("figure", "a sweep in chunks is not drawn", "Draw one of fewer points.")
    if figure is not None:
        import_module(_STYLE).figure_kind(figure, "the figure of a sweep")
    kind = GRID_FORMATS.get(output.suffix.removeprefix("."))
    if kind is None or (not in_chunks and not kind.folder):
        output.check((*suffixes(), *grid_suffixes(), ".json", ".txt"))
