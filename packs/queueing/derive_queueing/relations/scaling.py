"""Autoscaling: how many servers must stand ready before load is there."""

from derive import Eq, Relation, Theorem
from derive_queueing.relations.flow import utilisation_law
from derive_queueing.variables import (
    arrival_growth,
    arrivals,
    busy_servers,
    headroom,
    mean_arrivals,
    peak_ratio,
    scale_up_time,
    scaling_threshold,
    servers,
    service_demand,
    utilisation,
)

peak = Relation(
    "peak",
    Eq(arrivals, mean_arrivals * peak_ratio),
    "The servers are counted at the peak.",
    source="own-derivation: definition of the peak ratio",
)
spare_servers = Relation(
    "spare_servers",
    Eq(headroom, servers / busy_servers - 1),
    "What is not busy stands ready.",
    source="own-derivation: definition of the headroom",
)
scaling_point = Relation(
    "scaling_point",
    Eq(
        scaling_threshold,
        1 - arrival_growth * scale_up_time * service_demand / servers,
    ),
    "What comes while new servers start has to fit into those that are there.",
    source="own-derivation: the load that comes in the meantime, as a share of the servers",
    holds="load grows evenly while servers start",
)
utilisation_of_headroom = Theorem(
    "utilisation_of_headroom",
    Eq(utilisation, 1 / (1 + headroom)),
    "With half as many servers again as are busy, each is busy for two thirds of the time.",
    follows_from=(utilisation_law, spare_servers),
    source="own-derivation: from utilisation_law and spare_servers",
)
RELATIONS = (peak, spare_servers, scaling_point)
CONSTRAINTS = ()
THEOREMS = (utilisation_of_headroom,)
