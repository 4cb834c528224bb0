"""Memory tiers: capacity and bandwidth of one unit of memory or storage."""

from __future__ import annotations

from derive.errors import GivenError
from derive.library.catalogue.givens import Entry, looked_up, variables_of
from derive.library.catalogue.own_data import store
from derive.library.catalogue.record import Record
from derive.library.entries.kinds import TIER
from derive.library.nomenclature.tiers import tier_purchase_price, tier_storage_price
from derive.results.known import Known


def memory_tier(id: str, *, price: bool = False) -> Entry:
    """Capacity and bandwidth of one unit of a tier as givens.

    A GPU's own memory gives hbm_capacity and hbm_bandwidth; any other tier tier_capacity,
    tier_bandwidth and, where the path to the GPUs is narrower, tier_link_bandwidth. With `price`,
    what a byte costs to buy (tier_purchase_price) or to rent (tier_storage_price): prices are old
    within months, so they come only when asked for. Raises UnknownName for an unknown id,
    GivenError for a tier without these values, DataError for a faulty entry.

    >>> sorted(var.name for var in memory_tier("hbm3_h100"))
    ['hbm_bandwidth', 'hbm_capacity']
    >>> sorted(var.name for var in memory_tier("nvme_qlc"))
    ['tier_bandwidth', 'tier_capacity']
    """
    record = store().record(TIER, id)
    knowns = [*variables_of(record), *(_prices(record) if price else ())]
    if not knowns:
        raise GivenError(
            "tier",
            f"{record.name} has no capacity and no bandwidth in the catalogue",
            f"The catalogue says: {_said(record)}.",
        )
    return Entry(record, knowns)


def _prices(record: Record) -> list[Known]:
    """The price of a byte of the tier, bought or rented. Raises GivenError where there is no price,
    or a range.
    """
    figures = [
        (var, record.figure(key))
        for var, key in ((tier_purchase_price, "price"), (tier_storage_price, "storage_price"))
    ]
    found = [(var, figure) for var, figure in figures if figure is not None]
    if not found:
        raise GivenError(
            "price",
            f"{record.name} has no price in the catalogue",
            'Give one yourself, as tier_purchase_price="0.1 USD/GB".',
        )
    for var, figure in found:
        if figure.value is None:
            raise GivenError(
                "price",
                f"the price of {record.name} is a range, {figure.written}",
                f'Give it yourself, {var.name}="{figure.written}", or one price.',
            )
    return [looked_up(var, figure, record) for var, figure in found]


def _said(record: Record) -> str:
    return "; ".join(f"{figure.key} {figure.written}" for figure in record.figures)
