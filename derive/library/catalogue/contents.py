"""The contents of the catalogue: entries and sources as they are in the files."""

from __future__ import annotations

from derive.equations.var import normal
from derive.errors import UnknownName
from derive.library.catalogue.givens import Entry, variables_of
from derive.library.catalogue.kinds import entry_kinds
from derive.library.catalogue.own_data import store
from derive.library.catalogue.record import Record
from derive.library.catalogue.sources import Source


def entries(kind: str) -> list[str]:
    """Ids of all entries of a kind: accelerator, model, tier, price, scaling_law, deployment,
    price_rule (or the plural).

    Raises UnknownName for another kind.

    >>> entries("tiers")[0]
    'hbm3_h100'
    """
    return store().ids(_kind(kind))


def entry(kind: str, id: str) -> Record:
    """The entry as it is in the file, every value with its source. Raises UnknownName, DataError.

    >>> entry("accelerator", "H100-SXM").name
    'NVIDIA H100 SXM5 80 GB'
    """
    return store().record(_kind(kind), id)


def entry_values(kind: str, id: str) -> Entry:
    """The values of an entry of any kind as givens, by variable. Raises UnknownName, DataError.

    >>> values = entry_values("accelerator", "h100_sxm")
    >>> {var.name: known.text for var, known in values.items()}["hbm_bandwidth"]
    '3.35 TB/s/GPU'
    """
    record = entry(kind, id)
    return Entry(record, variables_of(record))


def source(id: str) -> Source:
    """The source of that id, case-blind. Raises UnknownName with candidates.

    >>> source("roofline-tour").date
    '2026-05-17'
    """
    return store().source(id)


def _kind(name: str) -> str:
    wanted, kinds = normal(str(name)).removeprefix("memory_"), entry_kinds()
    found = wanted if wanted in kinds else wanted.removesuffix("s")
    if found not in kinds:
        hint = f"There are: {', '.join(kinds) or 'none'}."
        raise UnknownName("kind of entry", str(name), kinds, hint)
    return found
