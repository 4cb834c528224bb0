"""Batches: requests that a server takes up together."""

from derive import Eq, Relation, Theorem
from derive_queueing.variables import (
    ONE_REQUEST,
    ONE_SERVER,
    arrivals,
    batch_collection_time,
    batch_overhead,
    batch_time,
    batch_time_per_request,
    requests_per_batch,
    service_demand,
)

time_of_a_batch = Relation(
    "time_of_a_batch",
    Eq(batch_time, batch_overhead + batch_time_per_request * requests_per_batch),
    "A batch has a time of its own, and more for each request in it.",
    source="own-derivation: definition of overhead and time per request",
)
demand_in_batches = Relation(
    "demand_in_batches",
    Eq(service_demand, ONE_SERVER * batch_time / requests_per_batch),
    "The requests of a batch share the time of the server.",
    source="own-derivation: time of a batch over its requests",
)
batch_filling = Relation(
    "batch_filling",
    Eq(batch_collection_time, (requests_per_batch - ONE_REQUEST) / (2 * arrivals)),
    "The first request of a batch waits for all others, the last for none.",
    source="own-derivation: mean over the places in the batch",
    holds="batches are full, and fill one after the other",
)
overhead_shared = Theorem(
    "overhead_shared",
    Eq(service_demand, ONE_SERVER * (batch_overhead / requests_per_batch + batch_time_per_request)),
    "A batch spreads its overhead over its requests.",
    follows_from=(time_of_a_batch, demand_in_batches),
    source="own-derivation: from time_of_a_batch and demand_in_batches",
)
RELATIONS = (time_of_a_batch, demand_in_batches, batch_filling)
CONSTRAINTS = ()
THEOREMS = (overhead_shared,)
