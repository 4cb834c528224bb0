"""The wait for a server: one queue before all servers, or one before each."""

import sympy

from derive import Direction, Eq, Max, Neglected, Relation, Theorem, Variant
from derive_queueing.variables import (
    ONE_REQUEST,
    ONE_SERVER,
    arrival_scv,
    delay_percentile,
    delay_probability,
    delay_scale,
    percentile_queueing_time,
    percentile_response_time,
    queueing_time,
    response_time,
    servers,
    service_demand,
    service_scv,
    utilisation,
)

QUEUE = "queue"
SHARED = Variant(QUEUE, "shared", usual=True)
SEPARATE = Variant(QUEUE, "separate")
_one = ONE_REQUEST / ONE_SERVER
_variability = (arrival_scv + service_scv) / 2
_root = sympy.sqrt(2 * (servers / ONE_SERVER + 1)) - 1

shared_delay = Relation(
    "shared_delay",
    Eq(delay_probability, utilisation**_root),
    "The more servers take from one queue, the rarer it is that all are busy.",
    source="sakasegawa: formula, power of the utilisation",
    holds="all servers are alike and take requests in the order in which they come",
    variant=SHARED,
    neglects=(
        Neglected(
            "that the closed form is too high where few wait",
            1 - utilisation ** (servers / ONE_SERVER) / delay_probability,
            Direction.LOWERS,
            most=True,
        ),
        Neglected(
            "that the closed form is too low where nearly all servers are busy",
            3 * (1 - ONE_SERVER / servers) / 100,
            Direction.RAISES,
            most=True,
        ),
    ),
)
separate_delay = Relation(
    "separate_delay",
    Eq(delay_probability, utilisation),
    "A request that comes at random finds its server busy for that share of the time.",
    source="harchol-balter: random arrivals see time averages",
    holds="arrivals are random, and spread evenly over the servers",
    variant=SEPARATE,
)
shared_scale = Relation(
    "shared_scale",
    Eq(
        delay_scale,
        service_demand * ONE_REQUEST * _variability / (servers * (1 - utilisation)),
    ),
    "All servers work off the queue together, with what the present load leaves of them.",
    source="allen-cunneen: the approximation for general times",
    holds=shared_delay.holds,
    variant=SHARED,
)
separate_scale = Relation(
    "separate_scale",
    Eq(delay_scale, service_demand * _one * _variability / (1 - utilisation)),
    "One server works off its queue, with what the present load leaves of it.",
    source="kingman: the approximation, exact for random arrivals (Pollaczek and Khinchine)",
    holds=separate_delay.holds,
    variant=SEPARATE,
)
mean_wait_of_all = Relation(
    "mean_wait_of_all",
    Eq(queueing_time, delay_probability * delay_scale),
    "Some do not wait; the others wait that long.",
    source="own-derivation: definition of the mean wait of those who wait",
)
wait_percentile_of_all = Relation(
    "wait_percentile_of_all",
    Eq(
        percentile_queueing_time,
        delay_scale * Max(0, sympy.log(delay_probability / (1 - delay_percentile))),
    ),
    "The waits of those who wait fall off exponentially.",
    source="own-derivation: tail of exponential waits, exact for random arrivals and exponential"
    " times",
    holds="arrivals are random and service times exponential",
)
response_percentile = Relation(
    "response_percentile",
    Eq(percentile_response_time, response_time * sympy.log(1 / (1 - delay_percentile))),
    "The response times before one server are exponential.",
    source="harchol-balter: the response time of M/M/1",
    holds="each server has a queue of its own; arrivals are random and service times exponential",
    variant=SEPARATE,
)
khinchine = Theorem(
    "khinchine",
    Eq(
        queueing_time,
        service_demand * _one * utilisation / (1 - utilisation) * _variability,
    ),
    "The wait before one server grows with the variability of its times (M/G/1, Kingman).",
    follows_from=(
        separate_delay.with_variant(None),
        separate_scale.with_variant(None),
        mean_wait_of_all,
    ),
    source="own-derivation: from separate_delay, separate_scale and mean_wait_of_all",
)
RELATIONS = (
    shared_delay,
    separate_delay,
    shared_scale,
    separate_scale,
    mean_wait_of_all,
    wait_percentile_of_all,
    response_percentile,
)
CONSTRAINTS = ()
THEOREMS = (khinchine,)
