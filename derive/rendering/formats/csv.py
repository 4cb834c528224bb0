"""A sweep as comma-separated values."""

from __future__ import annotations

import csv
import io

from derive.analysis.sweep.rows import header, in_unit, rows
from derive.results.sweep import Swept
from derive.units.unit import Unit


def csv_text(found: Swept, unit: Unit | None = None) -> str:
    """The rows as comma-separated values, units in the head: "batch_size [sequence]"."""
    shown, units = in_unit(found, unit)
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    for k, row in enumerate(rows(shown)):
        if k == 0:
            writer.writerow(header(name, units) for name in row)
        writer.writerow("" if value is None else value for value in row.values())
    return written.getvalue()
