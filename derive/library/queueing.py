"""The train schedule: steps depart one after the other, and a request waits for the next.

The write-ups quote the worst case as the latency; the mean is shorter by half a step.
"""

import sympy

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.decode import mean_wait, queue_wait, step_time, worst_wait

wait = Relation(
    "wait",
    Eq(queue_wait, step_time / 2),
    "A request that comes at a random moment waits half a step on average.",
    source="transcript",
    holds="steps follow each other at once and the next one has room",
)
wait_and_ride = Relation(
    "wait_and_ride",
    Eq(mean_wait, queue_wait + step_time),
    "Wait for the next step, then ride on it.",
    source="transcript",
    holds=wait.holds,
)
worst = Relation(
    "worst",
    Eq(worst_wait, 2 * step_time),
    "Who has just missed a step waits for a whole one, then rides on the next.",
    source="roofline-tour",
    holds=wait.holds,
)
mean_is_one_and_a_half_steps = Theorem(
    "mean_is_one_and_a_half_steps",
    Eq(mean_wait, sympy.Rational(3, 2) * step_time),
    "On average a request is through after one and a half steps.",
    follows_from=(wait, wait_and_ride),
    source="transcript",
)
RELATIONS = (wait, wait_and_ride, worst)
CONSTRAINTS = ()
THEOREMS = (mean_is_one_and_a_half_steps,)
