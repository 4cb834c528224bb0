"""Every variable of the library, one line each, a file a subject; the order here is the order in print."""

from derive.library.nomenclature import conversions, decode, model, hardware, prefill, training  # noqa: I001 - the order is meant
from derive.library.nomenclature.vocabulary import v as vocabulary

__all__ = ["conversions", "decode", "hardware", "model", "prefill", "training", "vocabulary"]
