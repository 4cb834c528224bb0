"""Laws that hold for any queue in a steady state."""

from derive import Eq, Relation, Theorem
from derive_queueing.variables import (
    ONE_REQUEST,
    ONE_SERVER,
    arrivals,
    busy_servers,
    queueing_time,
    requests_in_queue,
    requests_in_system,
    response_time,
    servers,
    service_demand,
    service_rate,
    utilisation,
)

STEADY = "as many requests are completed as come, over the time that is looked at"

rate_of_a_server = Relation(
    "rate_of_a_server",
    Eq(service_rate, 1 / service_demand),
    "A busy server completes one request after the other.",
    source="own-derivation: definition of the service demand",
)
offered = Relation(
    "offered",
    Eq(busy_servers, arrivals * service_demand),
    "Each request that comes keeps one server busy for its demand.",
    source="harchol-balter: the utilisation law",
    holds=STEADY,
)
utilisation_law = Relation(
    "utilisation_law",
    Eq(utilisation, busy_servers / servers),
    "The busy servers are this share of all.",
    source="harchol-balter: the utilisation law",
    holds=STEADY,
)
littles_law = Relation(
    "littles_law",
    Eq(requests_in_system, arrivals * response_time),
    "Whoever comes stays for the response time, so that many are there at once.",
    source="little: the theorem",
    holds=STEADY,
)
littles_law_of_the_queue = Relation(
    "littles_law_of_the_queue",
    Eq(requests_in_queue, arrivals * queueing_time),
    "The same for those who wait.",
    source="little: the theorem, for the waiting line alone",
    holds=STEADY,
)
response = Relation(
    "response",
    Eq(response_time, queueing_time + service_demand * ONE_REQUEST / ONE_SERVER),
    "A request waits, and is then served by one server.",
    source="own-derivation: definition of the response time",
)
capacity_in_use = Theorem(
    "capacity_in_use",
    Eq(arrivals, utilisation * servers * service_rate),
    "The arrivals are the share of what the servers can complete.",
    follows_from=(offered, utilisation_law, rate_of_a_server),
    source="own-derivation: from offered and utilisation_law",
)
RELATIONS = (
    rate_of_a_server,
    offered,
    utilisation_law,
    littles_law,
    littles_law_of_the_queue,
    response,
)
CONSTRAINTS = ()
THEOREMS = (capacity_in_use,)
