"""Accelerators: what one GPU can do, at a named precision."""

from __future__ import annotations

from dataclasses import replace

from derive.equations.var import Var
from derive.errors import GivenError
from derive.library.catalogue.givens import Entry, looked_up, variables_of
from derive.library.catalogue.own_data import store
from derive.library.catalogue.precision import FORMATS, bytes_of, precision_named
from derive.library.catalogue.record import Record
from derive.library.entries.elements import elements_of_kernels
from derive.library.entries.kinds import ACCELERATOR
from derive.library.entries.rental import rental_offer
from derive.library.nomenclature.conversions import bytes_per_element, bytes_per_param
from derive.library.nomenclature.hardware import attention_peak_flops, gpu_price, peak_flops
from derive.results.known import Known

KV_DEFAULT = "bf16"
KV_ASSUMED = "KV cache assumed bf16: its precision is not given"
KV_CAUTION = (
    "bytes_per_element = {} is assumed, the KV cache in bf16: {} is the precision of the weights."
    " Name that of the cache as well (--kv-precision)"
)


def accelerator(
    id: str,
    precision: str | None = None,
    *,
    compute_precision: str | None = None,
    kv_precision: str | None = None,
    attention_precision: str | None = None,
    sparse: bool = False,
    rental: str | int | None = None,
) -> Entry:
    """Facts of one GPU as givens: hbm_capacity, hbm_bandwidth, domain_gpus; never the number of
    GPUs in use.

    `precision` is the weights' and, unless `compute_precision` says otherwise, the arithmetic's: it
    sets bytes_per_param, peak_flops (dense; the 2:4 sparse figure with `sparse`), bytes_per_element
    (bf16 unless `kv_precision`) and the elements of a kernel, whose results have 16 bits at least.
    A scaled format (mxfp4, nvfp4, int4_g128, ...) counts its scales, and is computed in 16 bits
    where the chip has no unit for it. `attention_precision`, or that of the KV cache, sets
    attention_peak_flops. `rental` picks one rental offer, by words or number, as gpu_price.

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
        rate = _computed_in(record, computes, sparse)
        knowns.append(_peak(record, rate, sparse, weights))
    elif sparse:
        raise GivenError(
            "sparse",
            "it picks a peak rate, and a peak rate needs a precision",
            'Add precision="fp8" or the like.',
        )
    knowns.extend(_bytes(record, weights, kv_precision))
    if weights is not None and computes == weights:
        knowns.extend(elements_of_kernels(weights, record.label))
    if attention_precision is not None or computes is not None:
        knowns.extend(_attention(record, attention_precision, kv_precision or KV_DEFAULT))
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
        found.append(assumed_cache(weights, record.label))
    return found


def assumed_cache(weights: str, entry: str) -> Known:
    """The bytes of an element of the KV cache where the precision of the weights alone is named."""
    found = bytes_of(bytes_per_element, KV_DEFAULT, entry, KV_ASSUMED)
    if FORMATS[weights].bits == FORMATS[KV_DEFAULT].bits:
        return found
    return replace(found, caution=KV_CAUTION.format(found.text, weights))


def _attention(record: Record, stated: str | None, cached: str) -> list[Known]:
    """The peak rate of attention: dense, at its own precision, else at that of the cache; in 16
    bits where the chip does not compute in the cache's, and nothing where it has neither.
    """
    precision = precision_named(cached if stated is None else stated)
    rate = _computed_in(record, precision, False)
    for other in (rate, *(("bf16", "fp16") if stated is None else ())):
        figure = record.figure(f"peak_flops.{other}")
        if figure is not None:
            note = f"dense {other}, " + (
                "the precision of the KV cache" if other == precision else "for attention"
            )
            return [looked_up(attention_peak_flops, figure, record, note)]
    return [] if stated is None else [_peak(record, rate, False, None, attention_peak_flops)]


def _computed_in(record: Record, precision: str, sparse: bool) -> str:
    """The precision whose rate computes a format: its own, or the first of those of a scaled format
    that the chip has.
    """
    end = ".sparse" if sparse else ""
    able = (precision, *FORMATS[precision].computed)
    return next((p for p in able if record.figure(f"peak_flops.{p}{end}") is not None), precision)


def _peak(
    record: Record,
    precision: str,
    sparse: bool,
    weights: str | None,
    var: Var = peak_flops,
) -> Known:
    """The peak rate at a precision, dense or sparse. Raises GivenError telling what the chip
    has.
    """
    key = f"peak_flops.{precision}"
    figure = record.figure(f"{key}.sparse" if sparse else key)
    if figure is not None:
        rate = f"{precision} with 2:4 sparsity, not dense" if sparse else f"dense {precision}"
        other = "" if weights in (None, precision) else f", while the weights are in {weights}"
        return looked_up(var, figure, record, rate + other)
    if record.figure(key) is not None:
        problem = f"{record.id} has no sparse figure for {precision}"
    elif record.figure(f"{key}.sparse") is not None:
        problem = f"{record.id} has only a sparse figure for {precision}"
    elif precision in record.labels.get("unsupported", ()):
        problem = f"{record.id} does not compute in {precision}"
    else:
        problem = f"{record.id} has no peak rate for {precision} in the catalogue"
    raise GivenError(var.name, problem, _what_it_has(record, precision))


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
