"""Precisions without a chip: the bytes that weights and KV cache take."""

from __future__ import annotations

from derive.equations.var import Var
from derive.library.catalogue.precision import bytes_of, precision_named
from derive.library.entries.accelerators import assumed_cache
from derive.library.entries.elements import elements_of_kernels
from derive.library.nomenclature.conversions import bytes_per_element, bytes_per_param
from derive.results.known import Known


def weights_in(precision: str) -> dict[Var, Known]:
    """Bytes per parameter in a precision, beside a KV cache in 16 bits, and bytes of a kernel's
    elements. Raises UnknownName.

    >>> [known.text for known in weights_in("fp8").values()]
    ['1 byte/param', '2 byte', '1 byte', '2 byte']
    """
    named = precision_named(precision)
    entry = f"precision {named}"
    weights = bytes_of(bytes_per_param, named, entry, f"weights in {named}")
    cache = assumed_cache(named, entry)
    elements = {known.var: known for known in elements_of_kernels(named, entry)}
    return {bytes_per_param: weights, bytes_per_element: cache, **elements}


def cache_in(precision: str) -> dict[Var, Known]:
    """Bytes per element of a KV cache in a precision. Raises UnknownName.

    >>> [known.text for known in cache_in("fp8").values()]
    ['1 byte']
    """
    named = precision_named(precision)
    entry, note = f"precision {named}", f"KV cache in {named}"
    return {bytes_per_element: bytes_of(bytes_per_element, named, entry, note)}
