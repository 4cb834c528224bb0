"""Quantised KV caches: fewer bits per element, and a scale for every group of elements."""

from derive.equations import Eq, Relation
from derive.library.nomenclature.context import kv_element_size, kv_group_size, kv_scale_size
from derive.library.nomenclature.conversions import bytes_per_element

quantised_element = Relation(
    "quantised_element",
    Eq(kv_element_size + kv_scale_size / kv_group_size, bytes_per_element),
    "A quantised cache keeps, beside its elements, one scale for every group of them.",
    source="own-derivation: the bytes of an element, and its share of the scale of its group",
    holds="the groups are full",
)
RELATIONS = (quantised_element,)
CONSTRAINTS = ()
THEOREMS = ()
