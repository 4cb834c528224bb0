"""Hold times: how long a KV cache is worth keeping, and where.

Two ways of bridging the time between two requests cost the same at some hold time; on either side
of it one of them is cheaper. The cache's size cancels, and often the price.
"""

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.conversions import flops_per_param, tokens_per_pass
from derive.library.nomenclature.decode import (
    crossover_context,
    kv_bytes_per_token,
    kv_bytes_stored_per_token,
)
from derive.library.nomenclature.hardware import (
    bandwidth_efficiency,
    compute_efficiency,
    drain_time,
    gpu_price,
    hbm_capacity,
    peak_flops,
)
from derive.library.nomenclature.model import active_params
from derive.library.nomenclature.prefill import prefill_compute_efficiency
from derive.library.nomenclature.tiers import (
    balanced_hold_time,
    break_even_hold_time,
    cache_ttl,
    demotion_time,
    hbm_break_even_time,
    hbm_hold_cost_rate,
    hold_cost_rate,
    implied_hold_rate,
    lower_hold_cost_rate,
    lower_retrieve_cost_per_token,
    lower_tier_bandwidth,
    lower_tier_capacity,
    lower_tier_price,
    remat_cost_per_token,
    retrieve_cost_per_token,
    tier_bandwidth,
    tier_capacity,
    tier_drain_time,
    tier_price,
    tier_switch_time,
    write_premium,
)
from derive.library.relations.balance import kv_crossover
from derive.library.relations.capacity import drain
from derive.library.relations.tiers import (
    hold,
    hold_in_hbm,
    hold_lower,
    remat,
    retrieve,
    retrieve_lower,
    storage,
    tier_drain,
)

# --- hold times at which two ways cost the same ---
balanced = Relation(
    "balanced",
    Eq(hold_cost_rate * balanced_hold_time, retrieve_cost_per_token),
    "A tier is right for the hold time at which holding costs as much as reading back: its capacity"
    " and its bandwidth are then used alike.",
    source="roofline-tour: line 126; transcript: which tier",
    equates=(hold, retrieve),
)
keep_or_recompute = Relation(
    "keep_or_recompute",
    Eq(hold_cost_rate * break_even_hold_time + retrieve_cost_per_token, remat_cost_per_token),
    "Beyond this hold time it is cheaper to forget a cache and compute it anew.",
    source="own-derivation: from keep and remat, set equal",
    holds="reading back is cheaper than computing anew",
)
hbm_or_recompute = Relation(
    "hbm_or_recompute",
    Eq(hbm_hold_cost_rate * hbm_break_even_time, remat_cost_per_token),
    "Beyond this hold time it is cheaper to evict a cache from a GPU's memory and compute it anew.",
    source="hardware-economics: line 205",
    equates=(hold_in_hbm, remat),
)
hbm_or_tier = Relation(
    "hbm_or_tier",
    Eq(
        hbm_hold_cost_rate * demotion_time, hold_cost_rate * demotion_time + retrieve_cost_per_token
    ),
    "Beyond this hold time it is cheaper to move a cache from a GPU's memory to the tier.",
    source="own-derivation: from hold_in_hbm and keep, set equal",
    holds="a byte of the tier is cheaper to hold than a byte of a GPU's memory",
)
tier_or_lower = Relation(
    "tier_or_lower",
    Eq(
        hold_cost_rate * tier_switch_time + retrieve_cost_per_token,
        lower_hold_cost_rate * tier_switch_time + lower_retrieve_cost_per_token,
    ),
    "Beyond this hold time the next lower tier is cheaper; up to it, this one.",
    source="own-derivation: from keep for one tier and for the next, set equal",
    holds="the lower tier is cheaper to hold in and dearer to read back from",
)

# --- what a price sheet says ---
sheet_hold_rate = Relation(
    "sheet_hold_rate",
    Eq(implied_hold_rate, write_premium / cache_ttl),
    "What writing costs above plain input buys the time for which the cache is kept.",
    source="own-derivation: from surcharge; transcript: price of a cache write, followed through",
    holds="the premium pays for holding alone, not for reading back",
)

# --- what follows ---
right_tier_drains_in_the_hold_time = Theorem(
    "right_tier_drains_in_the_hold_time",
    Eq(balanced_hold_time, tier_drain_time),
    "The tier for a hold time is the one that drains in that time: price and cache cancel.",
    follows_from=(balanced, hold, storage, retrieve, tier_drain),
    source="roofline-tour: line 128; transcript: which tier",
)
price_cancels_in_evict_or_recompute = Theorem(
    "price_cancels_in_evict_or_recompute",
    Eq(
        hbm_break_even_time,
        flops_per_param
        * active_params
        * hbm_capacity
        / (peak_flops * prefill_compute_efficiency * kv_bytes_stored_per_token),
    ),
    "One GPU's rent pays for the memory and for the arithmetic, so it cancels.",
    follows_from=(hbm_or_recompute, hold_in_hbm, remat),
    source=(
        "own-derivation: from hbm_or_recompute, hold_in_hbm and remat; hardware-economics: line 205"
    ),
)
break_even_at_the_cliff = Theorem(
    "break_even_at_the_cliff",
    Eq(
        hbm_break_even_time,
        drain_time
        * crossover_context
        * compute_efficiency
        * kv_bytes_per_token
        / (
            tokens_per_pass
            * bandwidth_efficiency
            * prefill_compute_efficiency
            * kv_bytes_stored_per_token
        ),
    ),
    "The drain time, once for each token of the crossover context: what decides the price step"
    " decides eviction.",
    follows_from=(hbm_or_recompute, hold_in_hbm, remat, kv_crossover, drain),
    source="own-derivation: from hbm_or_recompute, hold_in_hbm, remat, kv_crossover and drain",
    holds=kv_crossover.holds,
)
demotion_by_prices = Theorem(
    "demotion_by_prices",
    Eq(
        demotion_time,
        (tier_price / tier_bandwidth) / (gpu_price / hbm_capacity - tier_price / tier_capacity),
    ),
    "When to leave a GPU's memory depends on prices alone: the cache cancels.",
    follows_from=(hbm_or_tier, hold_in_hbm, hold, storage, retrieve),
    source="own-derivation: from hbm_or_tier, hold_in_hbm, hold, storage and retrieve",
    holds=hbm_or_tier.holds,
)
tiers_by_prices = Theorem(
    "tiers_by_prices",
    Eq(
        tier_switch_time,
        (lower_tier_price / lower_tier_bandwidth - tier_price / tier_bandwidth)
        / (tier_price / tier_capacity - lower_tier_price / lower_tier_capacity),
    ),
    "Which of two tiers suits a hold time depends on prices alone: the cache cancels.",
    follows_from=(tier_or_lower, hold, storage, retrieve, hold_lower, retrieve_lower),
    source="own-derivation: from tier_or_lower, with hold and retrieve of both tiers",
    holds=tier_or_lower.holds,
)
RELATIONS = (
    balanced,
    keep_or_recompute,
    hbm_or_recompute,
    hbm_or_tier,
    tier_or_lower,
    sheet_hold_rate,
)
CONSTRAINTS = ()
THEOREMS = (
    right_tier_drains_in_the_hold_time,
    price_cancels_in_evict_or_recompute,
    break_even_at_the_cliff,
    demotion_by_prices,
    tiers_by_prices,
)
