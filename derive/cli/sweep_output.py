"""A sweep of the library, its output and its exit code; needs numpy."""

from __future__ import annotations

from derive.cli.output import deliver_file, deliver_result, deliver_text
from derive.library.grid import library_sweep
from derive.rendering.formats.csv import csv_text
from derive.rendering.formats.netcdf import netcdf
from derive.rendering.json.sweep import sweep_json
from derive.rendering.layouts.sweep import sweep_document
from derive.results.sweep import STATUSES, Swept
from derive.units.unit import Unit

__all__ = ["deliver_sweep", "exit_code", "library_sweep"]


def deliver_sweep(found: Swept, unit: Unit | None, as_json: bool, out: str | None) -> None:
    """Print a sweep, or write it to `out` in the format its suffix names."""
    suffix = "" if out is None or as_json else out.lower().rpartition(".")[2]
    if suffix == "csv":
        deliver_text(csv_text(found, unit), out)
    elif suffix == "nc":
        deliver_file(netcdf(found), str(out))
    else:
        deliver_result(
            lambda: sweep_json(found, unit), lambda: sweep_document(found, unit), as_json, out
        )


def exit_code(found: Swept) -> int:
    """The exit code of a sweep: 0 if any point is solved, else that of the worst point."""
    present = [
        status
        for k, status in enumerate(STATUSES)
        if any((column.status == k).any() for column in found.columns)
    ]
    codes = [status.exit_code for status in present]
    return 0 if 0 in codes else max(codes, default=1)
