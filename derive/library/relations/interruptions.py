"""Failures in training: how often to write a checkpoint, and how much time is lost.

A checkpoint costs the time to write it, a failure the work since the last one. Writing more often
costs more of the first and less of the second; the sum is least at the interval of Young and Daly.
"""

import sympy

from derive.equations import Direction, Eq, Neglected, Relation, Theorem
from derive.library.nomenclature.interruptions import (
    checkpoint_bandwidth,
    checkpoint_bytes,
    checkpoint_bytes_per_param,
    checkpoint_interval,
    checkpoint_time,
    gpu_time_between_failures,
    least_lost_time_share,
    lost_time_share,
    optimal_checkpoint_interval,
    restart_time,
    time_between_failures,
    training_failures,
    useful_training_time,
)
from derive.library.nomenclature.model import total_params
from derive.library.nomenclature.training import training_gpus, training_time
from derive.library.relations.training_memory import FULL

AT_RANDOM = (
    "failures come at random, and writing a checkpoint and restarting are short beside the time"
    " between them"
)
_FIRST_ORDER = "failures while a checkpoint is written or lost work repeated"
_RESTARTS = restart_time / time_between_failures

failures_of_all_gpus = Relation(
    "failures_of_all_gpus",
    Eq(time_between_failures, gpu_time_between_failures / training_gpus),
    "A failure of any GPU stops all of them, so twice the GPUs fail twice as often.",
    source="own-derivation: rates of independent failures add up",
    holds="failures are independent of each other",
)
failures_of_a_run = Relation(
    "failures_of_a_run",
    Eq(training_failures, training_time / time_between_failures),
    "The mean number of failures in the wall-clock time of the run.",
    source="own-derivation: from the meaning of a mean time between failures",
)
size_of_a_checkpoint = Relation(
    "size_of_a_checkpoint",
    Eq(checkpoint_bytes, checkpoint_bytes_per_param * total_params),
    "A checkpoint holds what training cannot compute anew: weights and the optimizer's state.",
    source="own-derivation: from the meaning of bytes per parameter",
    variant=FULL,
)
writing_a_checkpoint = Relation(
    "writing_a_checkpoint",
    Eq(checkpoint_time, checkpoint_bytes / checkpoint_bandwidth),
    "Training waits until all of the checkpoint is written.",
    source="own-derivation: from the meaning of a bandwidth",
    holds="nothing is written while training goes on",
)
time_lost = Relation(
    "time_lost",
    Eq(
        lost_time_share,
        checkpoint_time / checkpoint_interval
        + checkpoint_interval / (2 * time_between_failures)
        + _RESTARTS,
    ),
    "Each interval pays for a checkpoint; each failure for a restart and, on average, for half an"
    " interval of work that is done again.",
    source="young-1974: its first-order result; daly-2006: its first-order model",
    holds=AT_RANDOM,
    neglects=(
        Neglected(
            _FIRST_ORDER,
            checkpoint_time / checkpoint_interval
            + checkpoint_interval / (2 * time_between_failures)
            + _RESTARTS,
            Direction.LOWERS,
            most=True,
        ),
    ),
)
where_least_is_lost = Relation(
    "where_least_is_lost",
    Eq(optimal_checkpoint_interval, sympy.sqrt(2 * checkpoint_time * time_between_failures)),
    "There the time to write checkpoints is as long as the work that failures undo: the derivative"
    " of their sum is zero.",
    source="young-1974: its first-order result; daly-2006: its first-order model",
    holds=AT_RANDOM,
    neglects=(
        Neglected(
            _FIRST_ORDER,
            sympy.sqrt(checkpoint_time / (2 * time_between_failures)),
            Direction.LOWERS,
            most=True,
        ),
    ),
)
least_time_lost = Relation(
    "least_time_lost",
    Eq(
        least_lost_time_share,
        sympy.sqrt(2 * checkpoint_time / time_between_failures) + _RESTARTS,
    ),
    "The least time lost grows as the square root of the time to write a checkpoint.",
    source="own-derivation: time_lost at the interval of where_least_is_lost",
    holds=AT_RANDOM,
    neglects=(
        Neglected(
            _FIRST_ORDER,
            sympy.sqrt(2 * checkpoint_time / time_between_failures) + _RESTARTS,
            Direction.LOWERS,
            most=True,
        ),
    ),
)
time_used = Relation(
    "time_used",
    Eq(useful_training_time, training_time * (1 - lost_time_share)),
    "What is not lost is training.",
    source="own-derivation: from the meaning of a share",
)
_at_the_best = Relation(
    "at_the_best_interval",
    Eq(checkpoint_interval, optimal_checkpoint_interval),
    "Checkpoints are written at the best interval.",
    source="own-derivation: the case considered",
)
half_for_each = Theorem(
    "half_for_each",
    Eq(
        checkpoint_time / checkpoint_interval,
        checkpoint_interval / (2 * time_between_failures),
    ),
    "At the best interval as much time goes into checkpoints as into work that is done again.",
    follows_from=(where_least_is_lost, _at_the_best),
    source="own-derivation: from where_least_is_lost",
)
least_is_lost_at_the_best = Theorem(
    "least_is_lost_at_the_best",
    Eq(lost_time_share, sympy.sqrt(2 * checkpoint_time / time_between_failures) + _RESTARTS),
    "At the interval of Young and Daly the time lost is that of least_time_lost.",
    follows_from=(time_lost, where_least_is_lost, _at_the_best),
    source="own-derivation: from time_lost and where_least_is_lost",
)
RELATIONS = (
    failures_of_all_gpus,
    failures_of_a_run,
    size_of_a_checkpoint,
    writing_a_checkpoint,
    time_lost,
    where_least_is_lost,
    least_time_lost,
    time_used,
)
CONSTRAINTS = ()
THEOREMS = (half_for_each, least_is_lost_at_the_best)
