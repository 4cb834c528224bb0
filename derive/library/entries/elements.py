"""Elements of kernels: the bytes that a kernel of one precision reads and writes for each."""

from __future__ import annotations

from derive.library.catalogue.precision import FORMATS, bytes_of
from derive.library.nomenclature.kernels import input_bytes_per_element, output_bytes_per_element
from derive.results.known import Known

RESULT, RESULT_BITS = "bf16", 16


def elements_of_kernels(precision: str, entry: str) -> list[Known]:
    """Bytes of the elements that a kernel in a precision reads and writes. Products of narrow
    formats are summed in more bits, so results have 16 at least. Nothing for a format of weights
    alone, whose kernels read two formats.
    """
    if FORMATS[precision].computed:
        return []
    result = precision if FORMATS[precision].element >= RESULT_BITS else RESULT
    return [
        bytes_of(input_bytes_per_element, precision, entry, f"elements in {precision}"),
        bytes_of(output_bytes_per_element, result, entry, f"results in {result}"),
    ]
