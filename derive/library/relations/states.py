"""The state of linear layers: linear attention and state-space models keep a matrix for each head
instead of a cache.

A state is as large for one token as for a million. Every step reads it and writes it back, for each
sequence of the batch, so no batch amortises it.
"""

from derive.equations import Direction, Eq, Neglected, Relation, Theorem
from derive.library.nomenclature.batch import capacity_batch
from derive.library.nomenclature.context import (
    key_head_dim,
    n_linear_layers,
    n_state_heads,
    state_bytes_per_element,
    state_bytes_per_sequence,
    state_context,
    state_fetch_time,
    value_head_dim,
)
from derive.library.nomenclature.conversions import ONE_SEQUENCE, bytes_per_param
from derive.library.nomenclature.decode import (
    balance_batch_with_kv,
    batch_size,
    context_length,
    kv_bytes_per_token,
    kv_bytes_stored_per_token,
    kv_fetch_time,
    memory_time,
)
from derive.library.nomenclature.hardware import (
    bandwidth_efficiency,
    gpus,
    hbm_bandwidth,
    memory_needed,
)
from derive.library.nomenclature.model import total_params
from derive.library.nomenclature.quality import kv_room
from derive.library.relations.balance import batch_balance_with_kv
from derive.library.relations.capacity import stored_together
from derive.library.relations.layouts import WITH_STATE, under, within
from derive.library.relations.roofline import compute, kv_fetch, memory, weight_fetch
from derive.library.relations.room import fits
from derive.library.relations.split import EVENLY, PLAIN

state_of_a_sequence = Relation(
    "state_of_a_sequence",
    Eq(
        state_bytes_per_sequence,
        n_linear_layers
        * n_state_heads
        * key_head_dim
        * value_head_dim
        * state_bytes_per_element
        / ONE_SEQUENCE,
    ),
    "Each head of a linear layer keeps one matrix, of the width of its keys by that of its values,"
    " whatever the context.",
    source="own-derivation: the elements of all matrices; mm01_readme: section 2, hybrid attention",
    neglects=(
        Neglected(
            "the last tokens of a short convolution, of four taps in published models",
            3 * (2 / value_head_dim + 1 / key_head_dim),
            Direction.RAISES,
            most=True,
        ),
    ),
)
state_fetch = Relation(
    "state_fetch",
    Eq(
        state_fetch_time,
        2 * batch_size * state_bytes_per_sequence / (gpus * hbm_bandwidth * bandwidth_efficiency),
    ),
    "Every new token changes the state of its sequence: each step reads it and writes it back.",
    source="own-derivation: what a step reads and writes back of each state",
    holds="the state is split evenly over the GPUs, and one token is processed in a pass",
)
memory_with_state = Relation(
    "memory_with_state",
    Eq(memory_time, memory.right + state_fetch_time),
    "Weights, KV cache and state come through the same memory, one after the other.",
    source="own-derivation: from memory and state_fetch",
)
stored_with_state = Relation(
    "stored_with_state",
    Eq(memory_needed, stored_together.right + batch_size * state_bytes_per_sequence),
    "Weights, KV cache and the state of every sequence share one memory.",
    source="own-derivation: from stored_together and state_of_a_sequence",
    variant=EVENLY,
)
sequences_with_state_that_fit = Relation(
    "sequences_with_state_that_fit",
    Eq(
        capacity_batch,
        kv_room / (context_length * kv_bytes_stored_per_token + state_bytes_per_sequence),
    ),
    "Each sequence takes its KV cache and its state out of the room that the weights leave.",
    source="own-derivation: from sequence_cache, state_of_a_sequence and left_for_cache",
    variant=EVENLY,
)
balance_with_state = Relation(
    "balance_with_state",
    Eq(
        compute.at({batch_size: balance_batch_with_kv}),
        memory_with_state.at(
            {batch_size: balance_batch_with_kv}, through=(weight_fetch, kv_fetch, state_fetch)
        ),
    ),
    "At this batch, computing takes as long as reading the weights, the KV cache and the state.",
    source="own-derivation: from batch_balance_with_kv and state_fetch",
    holds=(
        "a sequence's cache and state take less time to read than its arithmetic takes; else no"
        " batch balances"
    ),
    equates=(compute, weight_fetch, kv_fetch, state_fetch),
    neglects=batch_balance_with_kv.neglects,
    variant=PLAIN,
)
state_as_context = Relation(
    "state_as_context",
    Eq(state_context, state_bytes_per_sequence / kv_bytes_stored_per_token),
    "The state is worth as many tokens of the model's own cache; below that context it is the"
    " larger part.",
    source="own-derivation: from state_of_a_sequence, over the cache of one token",
)
weights_cache_and_state_fit, *_other_fit = fits(
    "weights_cache_and_state_fit",
    bytes_per_param * total_params
    + batch_size * (context_length * kv_bytes_stored_per_token + state_bytes_per_sequence),
    bytes_per_param * total_params,
    gpus,
    "Weights, KV cache and state of the batch must fit in the memory of the GPUs.",
    "own-derivation: from weights_and_cache_fit and state_of_a_sequence",
    within(*WITH_STATE, beside=EVENLY),
)

state_against_cache = Theorem(
    "state_against_cache",
    Eq(state_fetch_time, 2 * kv_fetch_time * state_context / context_length),
    "Reading a state and writing it back takes as long as reading the cache of twice the context"
    " that it is worth; beyond that context the cache is the larger part.",
    follows_from=(
        state_fetch,
        kv_fetch,
        state_as_context,
        Relation(
            "all_of_the_cache_is_read",
            Eq(kv_bytes_per_token, kv_bytes_stored_per_token),
            "All that is cached is read.",
            source="own-derivation: the case considered",
        ),
    ),
    source="own-derivation: from state_fetch, kv_fetch and state_as_context",
)
RELATIONS = tuple(
    made
    for relation in (
        state_of_a_sequence, state_fetch, memory_with_state, stored_with_state,
        sequences_with_state_that_fit, balance_with_state, state_as_context,
    )
    for made in under(relation, *WITH_STATE)
)  # fmt: skip
CONSTRAINTS = (weights_cache_and_state_fit, *_other_fit)
THEOREMS = (state_against_cache,)
