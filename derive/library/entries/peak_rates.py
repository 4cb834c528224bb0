"""Peak rates of an accelerator as its entry states them: by precision, dense and sparse."""

from __future__ import annotations

from derive.library.catalogue.figure import SourcedValue, read_figure
from derive.library.catalogue.location import Location
from derive.library.catalogue.precision import FORMATS
from derive.library.nomenclature.hardware import peak_flops


def read_peaks(place: Location, key: str, item: object) -> list[SourcedValue]:
    """Dense and sparse peak rates by precision; a chip may have only one of the two. Raises
    DataError.
    """
    if not isinstance(item, dict):
        raise place.fault(
            "peak rates stand by precision",
            'Write peak_flops.fp8 = { value = "1979 TFLOP/s/GPU", source = "..." }.',
        )
    return [
        figure
        for precision, table in item.items()
        for figure in _rates(place.at(precision), precision, table)
    ]


def _rates(place: Location, precision: str, table: object) -> list[SourcedValue]:
    """The rates at one precision."""
    if precision not in FORMATS:
        raise place.unknown("precision", precision, list(FORMATS))
    key, sparse = f"peak_flops.{precision}", isinstance(table, dict) and "sparse" in table
    found = []
    if not isinstance(table, dict) or "value" in table or not sparse:
        found.append(read_figure(place, key, table, peak_flops, extra=("sparse",)))
    if isinstance(table, dict) and sparse:
        rate = {**table, "value": table["sparse"]}
        found.append(
            read_figure(place.at("sparse"), f"{key}.sparse", rate, peak_flops, extra=("sparse",))
        )
    return found
