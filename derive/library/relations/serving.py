"""Serving: how long one request takes, how many requests a domain sustains, and how many domains a
service needs.

Domains and racks are the same here: one scale-up domain a rack. Their number exists as a ratio and
rounded up.
"""

import sympy

from derive.equations import Eq, Max, Relation, Theorem
from derive.library.nomenclature.conversions import (
    ONE_SEQUENCE,
    ONE_TOKEN,
    emitted_tokens_per_pass,
    flops_per_param,
)
from derive.library.nomenclature.decode import context_length, mfu, step_time, throughput
from derive.library.nomenclature.hardware import domain_gpus, gpu_price, gpus, peak_flops
from derive.library.nomenclature.model import active_params
from derive.library.nomenclature.prefill import (
    decoded_share,
    full_prompt_length,
    prefill_batch,
    prefill_time,
)
from derive.library.nomenclature.serving import (
    first_token_time,
    fleet_cost_rate,
    fleet_gpus,
    fleet_mfu,
    fleet_racks,
    fleet_racks_exact,
    generation_time,
    global_throughput,
    output_length,
    prefill_load,
    prefill_request_rate,
    prefill_wait,
    racks,
    racks_exact,
    request_time,
    sequence_speed,
    step_rate,
)
from derive.library.relations.roofline import flops_utilisation, throughput_relation

cadence = Relation(
    "cadence",
    Eq(step_rate, 1 / step_time),
    "One step departs when the one before it arrives.",
    source="roofline-tour: line 36",
)
speed_of_one = Relation(
    "speed_of_one",
    Eq(sequence_speed, emitted_tokens_per_pass / step_time),
    "A sequence receives the kept tokens of each step.",
    source="deepseek-infra: speed per user",
)
generation = Relation(
    "generation",
    Eq(
        generation_time,
        Max(sympy.S.Zero, output_length - ONE_TOKEN / ONE_SEQUENCE)
        * step_time
        / emitted_tokens_per_pass,
    ),
    "Prefill gives the first token; the others are produced step by step.",
    source="own-derivation: from speed_of_one and first_token, token after token",
    holds="the batch and the context change little while they are produced",
)
context_of_a_step = Relation(
    "context_of_a_step",
    Eq(decoded_share, (context_length - full_prompt_length) / output_length),
    "A step reads the prompt and what is produced of the output by then.",
    source="own-derivation: definition of the share, prompt and output one after the other",
    holds="contexts are as long as in the mean of the steps of a request",
)
whole_request = Relation(
    "whole_request",
    Eq(request_time, prefill_time + generation_time),
    "First the prompt is read, then the output produced.",
    source=(
        "scaling-book-inference: section on the basics of transformer inference, prefill and"
        " generation"
    ),
    holds="the request waits for nobody",
)
prompts_sustained = Relation(
    "prompts_sustained",
    Eq(prefill_request_rate, prefill_load * prefill_batch / prefill_time),
    "Busy all the time, the prefill GPUs take up one batch of prompts per pass.",
    source="own-derivation: definition of the load of the prefill GPUs, as in sustained",
)
prompts_queue = Relation(
    "prompts_queue",
    Eq(prefill_wait, prefill_load / (2 * (1 - prefill_load)) * prefill_time),
    "Prompts that come at random wait behind earlier ones, the longer the busier the GPUs.",
    source="queueing-survey: section 4.5, average waiting time in the queue",
    holds=(
        "prompts come at random, take equally long and are processed one pass after the other"
        " (M/D/1)"
    ),
)
first_token = Relation(
    "first_token",
    Eq(first_token_time, prefill_wait + prefill_time),
    "A prompt waits for its turn, then it is processed; its pass gives the first token.",
    source="queueing-survey: section 4.5, average waiting time in the system",
    holds=prompts_queue.holds,
)
racks_for_a_rate = Relation(
    "racks_for_a_rate",
    Eq(racks_exact, global_throughput / throughput),
    "Domains produce side by side.",
    source="roofline-tour: lines 36 and 156",
)
whole_racks = Relation(
    "whole_racks",
    Eq(racks, sympy.ceiling(racks_exact)),
    "A domain is built or not built.",
    source="own-derivation: from racks_for_a_rate, rounded up",
)
fleet_work = Relation(
    "fleet_work",
    Eq(fleet_gpus, flops_per_param * active_params * global_throughput / (peak_flops * fleet_mfu)),
    "The arithmetic of all tokens over what one GPU usefully does.",
    source="own-derivation: from two_n_d, for the tokens of a second",
)
fleet_in_racks = Relation(
    "fleet_in_racks",
    Eq(fleet_racks_exact, fleet_gpus / domain_gpus),
    "The fleet's GPUs stand in scale-up domains.",
    source="own-derivation: from fleet_work, in whole domains of GPUs",
)
whole_fleet_racks = Relation(
    "whole_fleet_racks",
    Eq(fleet_racks, sympy.ceiling(fleet_racks_exact)),
    "A domain is built or not built.",
    source="own-derivation: from fleet_in_racks, rounded up",
)
fleet_rent = Relation(
    "fleet_rent",
    Eq(fleet_cost_rate, gpu_price * fleet_gpus),
    "Every GPU of the fleet is rented all the time.",
    source="deepseek-infra: statistics of the online service, leasing cost",
)

_mean_is_decode = Relation(
    "mean_is_decode",
    Eq(fleet_mfu, mfu),
    "The fleet does nothing but decode.",
    source="own-derivation: the case considered",
)
fleet_is_racks_of_gpus = Theorem(
    "fleet_is_racks_of_gpus",
    Eq(fleet_gpus, gpus * racks_exact),
    "Counted by arithmetic or by domains, the fleet is the same.",
    follows_from=(
        fleet_work,
        racks_for_a_rate,
        flops_utilisation,
        throughput_relation,
        _mean_is_decode,
    ),
    source="own-derivation: from fleet_work, racks_for_a_rate, flops_utilisation and throughput",
    holds="all tokens are produced in decode",
)
RELATIONS = (
    cadence, speed_of_one, generation, context_of_a_step, whole_request, prompts_sustained,
    prompts_queue, first_token,
    racks_for_a_rate, whole_racks, fleet_work, fleet_in_racks, whole_fleet_racks, fleet_rent,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (fleet_is_racks_of_gpus,)
