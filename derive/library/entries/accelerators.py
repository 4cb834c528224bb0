"""Accelerators: what one GPU can do, at a named precision."""

from __future__ import annotations

from derive.errors import GivenError
from derive.library.catalogue.givens import Entry, looked_up, variables_of
from derive.library.catalogue.own_data import store
from derive.library.catalogue.precision import bytes_of, precision_named
from derive.library.catalogue.record import Record
from derive.library.entries.kinds import ACCELERATOR
from derive.library.entries.rental import rental_offer
from derive.library.nomenclature.conversions import bytes_per_element, bytes_per_param
from derive.library.nomenclature.hardware import gpu_price, peak_flops
from derive.results.known import Known

KV_DEFAULT = "bf16"
KV_ASSUMED = "KV cache assumed bf16: no kv_precision given"


def accelerator(
    id: str,
    precision: str | None = None,
    *,
    compute_precision: str | None = None,
    kv_precision: str | None = None,
    sparse: bool = False,
    rental: str | int | None = None,
) -> Entry:
    """Facts of one GPU as givens: hbm_capacity, hbm_bandwidth, domain_gpus; never the number of
    GPUs in use.

    `precision` is the weights' and, unless `compute_precision` says otherwise, the arithmetic's: it
    sets bytes_per_param, peak_flops (dense; the 2:4 sparse figure with `sparse`) and
    bytes_per_element (bf16 unless `kv_precision`). `rental` picks one rental offer, by words or
    number, as gpu_price.

    Raises UnknownName for an unknown id or precision, GivenError for a rate the chip does not
    have or an ambiguous offer, DataError for a faulty entry.

    >>> accelerator("h100_sxm", precision="fp8")[peak_flops].text
    '1.979 PFLOP/s/GPU'
    """
    record = store().record(ACCELERATOR, id)
    knowns = variables_of(record)
    weights = precision_named(precision) if precision is not None else None
    computes = precision_named(compute_precision) if compute_precision is not None else weights
    if computes is not None:
        knowns.append(_peak(record, computes, sparse))
    elif sparse:
        raise GivenError(
            "sparse",
            "it picks a peak rate, and a peak rate needs a precision",
            'Add precision="fp8" or the like.',
        )
    knowns.extend(_bytes(record, weights, kv_precision))
    if rental is not None:
        offer = rental_offer(record, rental)
        knowns.append(
            looked_up(
                gpu_price,
                offer,
                record,
                ", ".join(part for part in (offer.what, offer.date, offer.source) if part),
            )
        )
    return Entry(
        record, knowns, notes=tuple(known.note for known in knowns if known.note == KV_ASSUMED)
    )


def _bytes(record: Record, weights: str | None, kv_precision: str | None) -> list[Known]:
    """Bytes per parameter and per KV-cache element; without any precision, neither."""
    found = (
        []
        if weights is None
        else [bytes_of(bytes_per_param, weights, record.label, f"weights in {weights}")]
    )
    if kv_precision is not None:
        cache = precision_named(kv_precision)
        found.append(bytes_of(bytes_per_element, cache, record.label, f"KV cache in {cache}"))
    elif weights is not None:
        found.append(bytes_of(bytes_per_element, KV_DEFAULT, record.label, KV_ASSUMED))
    return found


def _peak(record: Record, precision: str, sparse: bool) -> Known:
    """The peak rate at a precision, dense or sparse. Raises GivenError telling what the chip
    has.
    """
    key = f"peak_flops.{precision}"
    figure = record.figure(f"{key}.sparse" if sparse else key)
    if figure is not None:
        rate = f"{precision} with 2:4 sparsity, not dense" if sparse else f"dense {precision}"
        return looked_up(peak_flops, figure, record, rate)
    if record.figure(key) is not None:
        problem = f"{record.id} has no sparse figure for {precision}"
    elif record.figure(f"{key}.sparse") is not None:
        problem = f"{record.id} has only a sparse figure for {precision}"
    elif precision in record.labels.get("unsupported", ()):
        problem = f"{record.id} does not compute in {precision}"
    else:
        problem = f"{record.id} has no peak rate for {precision} in the catalogue"
    raise GivenError("peak_flops", problem, _what_it_has(record, precision))


def _what_it_has(record: Record, precision: str) -> str:
    rates = [figure for figure in record.figures if figure.key.startswith("peak_flops.")]
    shown = [
        f"{figure.key.removeprefix('peak_flops.').replace('.', ' ')} ({figure.written})"
        for figure in rates
    ]
    if not shown:
        return "It has none at any precision; give peak_flops yourself."
    dense = next(
        (
            figure.key.removeprefix("peak_flops.")
            for figure in rates
            if not figure.key.endswith(".sparse")
        ),
        None,
    )
    other = (
        f' To store {precision} and compute otherwise, add compute_precision="{dense}".'
        if dense and dense != precision
        else ""
    )
    return f"It has {', '.join(shown)}.{other}"
