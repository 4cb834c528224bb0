"""Memory tiers: capacity and bandwidth of one unit of memory or storage."""

from __future__ import annotations

from derive.errors import GivenError
from derive.library.catalogue.entry import Entry, variables_of
from derive.library.catalogue.fields import TIER
from derive.library.catalogue.own_data import shelf


def memory_tier(id: str) -> Entry:
    """Capacity and bandwidth of a GPU's own memory as givens: hbm_capacity, hbm_bandwidth.

    Other tiers (DRAM, flash, disk) have no variables yet: raises GivenError with what the catalogue says of them,
    UnknownName for an id nobody knows, DataError for a faulty entry.

    >>> sorted(var.name for var in memory_tier("hbm3_h100"))
    ['hbm_bandwidth', 'hbm_capacity']
    """
    record = shelf().record(TIER, id)
    knowns = variables_of(record)
    if not knowns:
        said = "; ".join(f"{figure.key} {figure.written}" for figure in record.figures)
        raise GivenError("tier", f"the library has no variables yet for {record.name}, which is not a GPU's own memory", f"The catalogue says: {said}.")
    return Entry(record, knowns)
