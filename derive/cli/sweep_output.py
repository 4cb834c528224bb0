"""A sweep of the library, its output and its exit code; needs numpy."""

from __future__ import annotations

from derive.cli.output import Output
from derive.library.grid import library_sweep
from derive.rendering.formats.csv import csv_text
from derive.rendering.formats.netcdf import netcdf
from derive.rendering.json.sweep import sweep_json
from derive.rendering.layouts.sweep import sweep_document
from derive.results.sweep import STATUSES, Swept
from derive.units.unit import Unit

__all__ = ["deliver_sweep", "exit_code", "library_sweep"]


def deliver_sweep(found: Swept, unit: Unit | None, output: Output) -> None:
    """Print a sweep, or write it in the format that the suffix of the file names."""
    if output.suffix == ".csv":
        output.text(csv_text(found, unit))
    elif output.suffix == ".nc":
        output.file(netcdf(found))
    else:
        output.result(lambda: sweep_json(found, unit), lambda: sweep_document(found, unit))


def exit_code(found: Swept) -> int:
    """The exit code of a sweep: 0 if any point is solved, else that of the worst point."""
    present = [
        status
        for k, status in enumerate(STATUSES)
        if any((column.status == k).any() for column in found.columns)
    ]
    codes = [status.exit_code for status in present]
    return 0 if 0 in codes else max(codes, default=1)
