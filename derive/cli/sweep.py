"""derive sweep: a quantity over a grid of values, of chips and of models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from derive.cli.options import json_option, known_options, unit_option

if TYPE_CHECKING:
    from derive.results.sweep import Swept

_ENTRIES = (
    "accelerator",
    "precision",
    "compute_precision",
    "kv_precision",
    "sparse",
    "rental",
    "model",
    "tier",
)
_LONG = 100_000  # points from which on progress is shown


@click.command("sweep")
@click.argument("targets", nargs=-1, metavar="TARGET...")
@click.option(
    "--over",
    "over",
    multiple=True,
    metavar="NAME=VALUES",
    help='An axis: "batch_size=1:8192 sequence:50:log", "gpus=8; 16; 72 GPU", "model=all".',
)
@known_options
@unit_option
@json_option
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="Write to a file instead: .csv, .nc (netCDF), .json, .md, .tex, .html, else plain text.",
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    targets: tuple[str, ...],
    over: tuple[str, ...],
    as_json: bool,
    out: str | None,
    **options: Any,
) -> None:
    """Find TARGET at every point of a grid.

    \b
    derive sweep cost_per_token --over "batch_size=1:8192 sequence:14:log" \\
        --accelerator h100_sxm --precision fp8 --model deepseek_v3 -g gpus="72 GPU" \\
        -g gpu_price="2 USD/hour/GPU" -g context_length="8192 token/sequence"
    derive sweep machine_balance --over accelerator=all --precision bf16
    derive sweep step_time --over "batch_size=1; 64; 512 sequence" \\
        --over "context_length=0:200e3 token/sequence:5" -f case.toml -o grid.nc

    An axis is NAME=FROM:TO:COUNT, with :log for even steps in logarithms, or NAME=VALUE; VALUE;
    ...; bare numbers take the unit of the last. accelerator, precision, kv_precision, model and
    tier take ids, or all.
    """
    from derive.cli.case import case_of
    from derive.cli.resolve import resolved
    from derive.cli.sweep_axes import EXAMPLE, read_over
    from derive.library.sweeps import library_sweep

    case = case_of(targets=targets, **options)
    if not case.targets:
        raise click.UsageError(
            'Name a TARGET, on the command line or as target = "..." in the file.', ctx
        )
    if not over:
        raise click.UsageError(f'Name an axis: --over "{EXAMPLE}".', ctx)
    axes = read_over(over)
    entries = {name: getattr(case, name) for name in _ENTRIES if getattr(case, name)}
    unnamed = replace(
        case,
        accelerator=None,
        precision=None,
        compute_precision=None,
        kv_precision=None,
        sparse=False,
        rental=None,
        model=None,
        tier=None,
    )
    asked = resolved(unnamed)
    with _progress() as report:
        found = library_sweep(
            asked.targets, {**entries, **asked.given}, axes, asked.variants, asked.rtol, report
        )
    _deliver(found, asked.unit, as_json, out)
    ctx.exit(_exit_code(found))


def _deliver(found: Swept, unit: Any, as_json: bool, out: str | None) -> None:
    from derive.cli.output import deliver, deliver_bytes, deliver_json, deliver_text, wants_json
    from derive.cli.swept import csv_text, netcdf, sweep_document, sweep_json

    suffix = out.lower().rpartition(".")[2] if out else ""
    if wants_json(as_json, out):
        deliver_json(sweep_json(found, unit), out)
    elif suffix == "csv":
        deliver_text(csv_text(found, unit), out)
    elif suffix == "nc":
        deliver_bytes(netcdf(found), str(out))
    else:
        deliver(sweep_document(found, unit), out)


def _exit_code(found: Swept) -> int:
    """0 where any point is solved, else that of the worst."""
    from derive.results.sweep import STATUSES

    present = [
        status
        for k, status in enumerate(STATUSES)
        if any((column.status == k).any() for column in found.columns)
    ]
    codes = [status.exit_code for status in present]
    return 0 if 0 in codes else max(codes, default=1)


@contextmanager
def _progress() -> Iterator[Callable[[int], None] | None]:
    """Where stderr is a terminal, the points done so far, once there are many."""
    import sys

    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TextColumn("{task.completed:,} points"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task("sweep", total=None, visible=False)
        yield lambda points: _advance(progress, task, points)


def _advance(progress: Any, task: Any, points: int) -> None:
    progress.advance(task, points)
    progress.update(
        task, visible=progress.tasks[0].completed > _LONG or progress.tasks[0].elapsed > 1
    )
