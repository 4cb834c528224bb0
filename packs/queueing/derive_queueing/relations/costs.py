"""What a request costs, draws and emits, and the tokens that join it to the LLM library."""

import derive
from derive import Eq, Relation, Theorem
from derive_queueing.variables import (
    arrivals,
    busy_power,
    carbon_per_request,
    cost_per_request,
    energy_per_request,
    gpus_per_server,
    idle_power,
    power_per_server,
    server_price,
    servers,
    tokens_per_request,
    utilisation,
)

llm = derive.pack("llm")
throughput, gpus, gpu_price = llm.var("throughput"), llm.var("gpus"), llm.var("gpu_price")
pue, carbon_intensity = llm.var("pue"), llm.var("carbon_intensity")

cost_of_a_request = Relation(
    "cost_of_a_request",
    Eq(cost_per_request, server_price * servers / arrivals),
    "All servers are paid for, and the requests share the bill.",
    source="own-derivation: rent over requests in the same time",
)
power_at_utilisation = Relation(
    "power_at_utilisation",
    Eq(power_per_server, idle_power + (busy_power - idle_power) * utilisation),
    "A server draws its idle power, and more in proportion to the time it is busy.",
    source="own-derivation: mean over busy and idle time",
    holds="a busy server draws the same power whatever it serves",
)
energy_of_a_request = Relation(
    "energy_of_a_request",
    Eq(energy_per_request, pue * power_per_server * servers / arrivals),
    "All servers draw power, and the requests share the energy.",
    source="own-derivation: power over requests in the same time",
)
carbon_of_a_request = Relation(
    "carbon_of_a_request",
    Eq(carbon_per_request, energy_per_request * carbon_intensity),
    "The energy is generated with this emission.",
    source="own-derivation: definition of the intensity",
)
tokens_of_requests = Relation(
    "tokens_of_requests",
    Eq(throughput, arrivals * tokens_per_request),
    "The tokens of all requests are the throughput.",
    source="own-derivation: definition of the throughput",
    holds="as many requests are completed as come",
)
gpus_of_servers = Relation(
    "gpus_of_servers",
    Eq(gpus, servers * gpus_per_server),
    "A server is made of GPUs.",
    source="own-derivation: count",
)
rent_of_a_server = Relation(
    "rent_of_a_server",
    Eq(server_price, gpu_price * gpus_per_server),
    "A server is rented GPU by GPU.",
    source="own-derivation: sum of the rents",
)
cost_of_the_tokens = Theorem(
    "cost_of_the_tokens",
    Eq(cost_per_request, gpus * gpu_price * tokens_per_request / throughput),
    "A request costs what its tokens cost.",
    follows_from=(cost_of_a_request, tokens_of_requests, gpus_of_servers, rent_of_a_server),
    source="own-derivation: from the cost of a request and the tokens of requests",
)
RELATIONS = (
    cost_of_a_request,
    power_at_utilisation,
    energy_of_a_request,
    carbon_of_a_request,
    tokens_of_requests,
    gpus_of_servers,
    rent_of_a_server,
)
CONSTRAINTS = ()
THEOREMS = (cost_of_the_tokens,)
