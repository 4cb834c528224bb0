"""Rental offers of an accelerator: a list, from which one is chosen by its words or its number."""

from __future__ import annotations

from derive.errors import GivenError
from derive.library.catalogue.figure import SourcedValue, read_figure
from derive.library.catalogue.location import Location
from derive.library.catalogue.record import Record
from derive.library.catalogue.table import read_rows, row_name
from derive.library.nomenclature.hardware import gpu_price


def read_offers(place: Location, key: str, item: object) -> list[SourcedValue]:
    """The rental offers of an entry, each named by its `what`. Raises DataError."""
    return [
        read_figure(spot, key, row, gpu_price, row_name(spot, row, "what"), ("what",))
        for spot, row in read_rows(place, item)
    ]


def rental_offer(record: Record, chosen: str | int) -> SourcedValue:
    """The offer whose `what` is or contains `chosen`, or the one of that number (from 0).

    Raises GivenError with the list when none or several fit, or when the offer is a range.
    """
    offers = [figure for figure in record.figures if figure.key == "rental"]
    found = _matching(offers, chosen)
    if len(found) != 1:
        problem = (
            f"{len(found)} rental offers of {record.id} fit “{chosen}”"
            if found
            else f"no rental offer of {record.id} fits “{chosen}”"
        )
        raise GivenError("rental", problem, _listed(offers))
    if found[0].value is None:
        raise GivenError(
            "rental",
            f"the offer “{found[0].what}” is a range, {found[0].written}",
            f'Give it yourself, gpu_price="{found[0].written}", or one price.',
        )
    return found[0]


def _matching(offers: list[SourcedValue], chosen: str | int) -> list[SourcedValue]:
    if isinstance(chosen, bool):
        return []
    text = str(chosen).strip().lower()
    if text.isdecimal() and len(text) < 4:
        return offers[int(text) : int(text) + 1]
    exact = [offer for offer in offers if offer.what.lower() == text]
    return exact or [offer for offer in offers if text and text in offer.what.lower()]


def _listed(offers: list[SourcedValue]) -> str:
    if not offers:
        return 'The catalogue has no offer; give gpu_price="2 USD/hour/GPU".'
    rows = "; ".join(
        f"{number}: {offer.what}, {offer.written} ({offer.date or 'undated'})"
        for number, offer in enumerate(offers)
    )
    return f"Choose one by its number or its words: {rows}."
