"""Kept bounds: those of the published points, so that an estimate need not solve all of them again.

`python -m derive.library.measured.kept` writes them anew; a test compares them with what the engine
finds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from derive.library.measured.bounds import bound_of
from derive.library.measured.file import published
from derive.library.measured.operating_point import OperatingPoint
from derive.library.measured.validation import PointBound, ValidatedPoint
from derive.results.pull import Sense

FILE = Path(__file__).with_name("bounds.json")
_LISTED = ("assumed", "pulls")


@lru_cache(maxsize=1)
def kept_points() -> tuple[ValidatedPoint, ...]:
    """The published points with their kept bounds, in file order. A point that is not among those
    kept is solved.
    """
    kept: Mapping[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return tuple(
        bounded(point, _read(kept[point.id]) if point.id in kept else None)
        for point in published().values()
    )


def bounded(point: OperatingPoint, bound: PointBound | str | None = None) -> ValidatedPoint:
    """A point with its bound, solved unless it is there already, or with the reason for none."""
    found = bound_of(point) if bound is None else bound
    if isinstance(found, str):
        return ValidatedPoint(point, reason=found)
    return ValidatedPoint(point, found)


def _read(kept: Any) -> PointBound | str:
    if isinstance(kept, str):
        return kept
    listed = {key: tuple(kept[key]) for key in _LISTED}
    return PointBound(**{**kept, **listed, "sense": Sense(kept["sense"])})


def kept_text() -> str:
    """The bounds of all published points as JSON, a line each, to 12 digits."""
    rows = []
    for point in published().values():
        found = bound_of(point)
        item: Any = found if isinstance(found, str) else _plain(found)
        rows.append(f" {json.dumps(point.id)}: {json.dumps(item, ensure_ascii=False)}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _plain(bound: PointBound) -> dict[str, Any]:
    return {
        key: float(f"{value:.12g}") if isinstance(value, float) else value
        for key, value in asdict(bound).items()
    }


if __name__ == "__main__":
    FILE.write_text(kept_text(), encoding="utf-8", newline="\n")
