"""The train schedule: steps depart one after the other, and a request waits for the next.

The write-ups quote the worst case as the latency; the mean is shorter by half a step. A request
that finds the batch full waits for a place first.
"""

import sympy

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.decode import (
    mean_wait,
    queue_wait,
    step_time,
    worst_wait,
)
from derive.library.nomenclature.serving import backlog_wait, loaded_wait

wait = Relation(
    "wait",
    Eq(queue_wait, step_time / 2),
    "A request that comes at a random moment waits half a step on average.",
    source="own-derivation: a random moment between two departures; roofline-tour: line 35",
    holds="steps follow each other at once and the next one has room",
)
wait_and_ride = Relation(
    "wait_and_ride",
    Eq(mean_wait, queue_wait + step_time),
    "Wait for the next step, then ride on it.",
    source="roofline-tour: line 35; transcript: the train",
    holds=wait.holds,
)
worst = Relation(
    "worst",
    Eq(worst_wait, 2 * step_time),
    "Who has just missed a step waits for a whole one, then rides on the next.",
    source="roofline-tour: line 35; price-and-speed: line 27",
    holds=wait.holds,
)
wait_under_load = Relation(
    "wait_under_load",
    Eq(loaded_wait, mean_wait + backlog_wait),
    "The wait for a place comes on top of the wait for the step and the ride.",
    source="own-derivation: from wait_and_ride and backlog, one after the other",
    holds="a request that finds a place free takes the next step",
)
mean_is_one_and_a_half_steps = Theorem(
    "mean_is_one_and_a_half_steps",
    Eq(mean_wait, sympy.Rational(3, 2) * step_time),
    "On average a request is through after one and a half steps.",
    follows_from=(wait, wait_and_ride),
    source="own-derivation: from wait and wait_and_ride",
)
RELATIONS = (wait, wait_and_ride, worst, wait_under_load)
CONSTRAINTS = ()
THEOREMS = (mean_is_one_and_a_half_steps,)
