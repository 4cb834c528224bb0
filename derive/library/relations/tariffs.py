"""Tariffs: what a request costs by the price sheet, what its tiers and caches do, and what the
prices give away.

Prices are what is charged, costs what the GPUs take; the two follow each other only when the
variant of prices says so. What a price would say if it followed cost has a name of its own
(implied_batch, implied_decode_mfu).
"""

import sympy

from derive.equations import Eq, Max, Min, Relation, Theorem, Variant
from derive.library.nomenclature.conversions import kept_fraction
from derive.library.nomenclature.decode import (
    balance_batch,
    batch_size,
    cost_per_token,
    step_time,
    weight_fetch_time,
)
from derive.library.nomenclature.hardware import compute_efficiency, gpu_price
from derive.library.nomenclature.prefill import (
    cached_prompt_share,
    decode_prefill_ratio,
    full_prompt_length,
    prefill_compute_efficiency,
    prefill_gpu_time_per_token,
    prefix_length,
    prompt_length,
)
from derive.library.nomenclature.prices import (
    billed_requests,
    blended_input_price,
    blended_price,
    cache_hit_rate,
    cache_read_multiplier,
    cache_read_price,
    cache_write_multiplier,
    cache_write_price,
    cached_traffic,
    implied_batch,
    implied_decode_mfu,
    input_cost_per_token,
    input_markup,
    input_price,
    input_traffic,
    long_input_price,
    long_input_ratio,
    long_output_price,
    long_output_ratio,
    margin_on_cost,
    margin_on_revenue,
    markup,
    output_margin,
    output_markup,
    output_price,
    output_price_ratio,
    output_traffic,
    payback_hits,
    request_bill,
    request_price,
    revenue_rate,
    tier_jump,
    tier_threshold,
    whole_payback_hits,
)
from derive.library.nomenclature.serving import fleet_cost_rate, output_length
from derive.library.nomenclature.tiers import write_premium
from derive.library.relations.balance import batch_balance
from derive.library.relations.prefill import decode_share, output_over_input
from derive.library.relations.prefill import (
    long_passes_cost_their_arithmetic as arithmetic_of_a_prompt_token,
)
from derive.library.relations.prefill_attention import cached_part, computed_part
from derive.library.relations.roofline import emission, weight_fetch

# --- one request ---
flat_tariff = Relation(
    "flat_tariff",
    Eq(request_price, prompt_length * input_price + output_length * output_price),
    "Prompt and output tokens are charged at their prices.",
    source="cl_price46: model pricing, table",
    variant=Variant("tariff", "flat", usual=True),
)
whole_request_tariff = Relation(
    "whole_request_tariff",
    Eq(
        request_price,
        sympy.Piecewise(
            (
                prompt_length * input_price + output_length * output_price,
                sympy.Le(prompt_length, tier_threshold, evaluate=False),
            ),
            (prompt_length * long_input_price + output_length * long_output_price, True),
            evaluate=False,
        ),
    ),
    "A prompt above the threshold moves the whole request into the upper tier, its output too.",
    source="laozhang: summary, prices by prompt size",
    variant=Variant("tariff", "whole_request"),
)
marginal_tariff = Relation(
    "marginal_tariff",
    Eq(
        request_price,
        Min(prompt_length, tier_threshold) * input_price
        + (Max(prompt_length, tier_threshold) - tier_threshold) * long_input_price
        + (Min(prompt_length + output_length, tier_threshold) - Min(prompt_length, tier_threshold))
        * output_price
        + (Max(prompt_length + output_length, tier_threshold) - Max(prompt_length, tier_threshold))
        * long_output_price,
    ),
    "Only the tokens that stand above the threshold are charged at the upper tier, as a tax bracket"
    " would.",
    source="hardware-economics: line 173; price-and-speed: line 63",
    holds=(
        "no provider that was looked up bills this way; it is how the write-ups describe the step"
    ),
    variant=Variant("tariff", "marginal"),
)
cached_tariff = Relation(
    "cached_tariff",
    Eq(
        request_price,
        prefix_length * cache_read_price
        + prompt_length * input_price
        + output_length * output_price,
    ),
    "The part of the prompt that the cache holds is charged at the cached price, the rest at the"
    " plain one.",
    source="deepseek-infra: statistics of the online service, R1 pricing",
    variant=Variant("tariff", "with_cache"),
)
jump = Relation(
    "jump",
    Eq(
        tier_jump,
        (tier_threshold * long_input_price + output_length * long_output_price)
        / (tier_threshold * input_price + output_length * output_price),
    ),
    "One token more than the threshold reprices the whole request.",
    source=(
        "own-derivation: from whole_request_tariff at the threshold; laozhang: summary, prices by"
        " prompt size"
    ),
    holds="the whole request moves into the upper tier",
)
upper_input = Relation(
    "upper_input",
    Eq(long_input_price, long_input_ratio * input_price),
    "The upper tier charges prompt tokens at a multiple of the lower one.",
    source="md_g31: cost and cost.tiers",
)
upper_output = Relation(
    "upper_output",
    Eq(long_output_price, long_output_ratio * output_price),
    "The upper tier charges produced tokens at a multiple of their own, often a smaller one.",
    source="md_g31: cost and cost.tiers",
)
blend = Relation(
    "blend",
    Eq(blended_price, request_price / (prompt_length + output_length)),
    "One price for all tokens of the request, whichever way they go.",
    source="own-derivation: the price of a request over its tokens",
    variant=Variant("tariff", ("flat", "whole_request", "marginal"), usual=True),
)
blend_with_cache = Relation(
    "blend_with_cache",
    Eq(blended_price, request_price / (full_prompt_length + output_length)),
    "The same, with the tokens that the cache holds.",
    source="own-derivation: the price of a request over its tokens",
    variant=Variant("tariff", "with_cache"),
)

# --- the prompt cache ---
cache_read = Relation(
    "cache_read_charge",
    Eq(cache_read_price, cache_read_multiplier * input_price),
    "A prompt token found in the cache is charged at a fraction of the plain price, often a tenth.",
    source="roofline-tour: line 137; cl_price46: model pricing, table",
)
cache_write = Relation(
    "cache_write_charge",
    Eq(cache_write_price, cache_write_multiplier * input_price),
    "A prompt token that is written to the cache is charged at a multiple of the plain price.",
    source="transcript: price of a cache write; cl_price46: model pricing, table",
)
surcharge = Relation(
    "surcharge",
    Eq(write_premium, (cache_write_multiplier - 1) * input_price),
    "What writing costs above the plain price.",
    source="own-derivation: from cache_write_charge; transcript: price of a cache write",
)
payback = Relation(
    "payback",
    Eq(cache_write_multiplier, 1 + payback_hits * (1 - cache_read_multiplier)),
    "The surcharge of the write is earned back by what each hit saves.",
    source=(
        "own-derivation: from cache_write_charge and cache_read_charge; transcript: price of a"
        " cache write, followed through"
    ),
    holds="all hits come before the cache expires",
)
whole_payback = Relation(
    "whole_payback",
    Eq(whole_payback_hits, sympy.ceiling(payback_hits)),
    "A prompt is read again or not.",
    source="own-derivation: from payback, rounded up",
)
hit_rate = Relation(
    "hit_rate",
    Eq(cached_traffic, cache_hit_rate * input_traffic),
    "Of the prompt tokens, this share is found in the cache.",
    source="deepseek-infra: hits on disk",
)
blended_input = Relation(
    "blended_input",
    Eq(blended_input_price, cache_hit_rate * cache_read_price + (1 - cache_hit_rate) * input_price),
    "Hits are charged at the cached price, misses at the plain one.",
    source="deepseek-infra: statistics of the online service, R1 pricing",
)

# --- margins ---
revenue = Relation(
    "revenue",
    Eq(revenue_rate, input_traffic * blended_input_price + output_traffic * output_price),
    "All tokens are charged at list price.",
    source="deepseek-infra: statistics of the online service, total daily revenue",
    holds="no free use, no discounts",
)
revenue_over_cost = Relation(
    "revenue_over_cost",
    Eq(markup, revenue_rate / fleet_cost_rate),
    "How many times over revenue pays the rent.",
    source="deepseek-infra: statistics of the online service, daily revenue and daily cost",
    holds="rent is all that serving costs",
)
profit_on_cost = Relation(
    "profit_on_cost",
    Eq(margin_on_cost, markup - 1),
    "Profit is what revenue leaves above the cost, here over cost.",
    source="deepseek-infra: statistics of the online service, cost profit margin",
)
profit_on_revenue = Relation(
    "profit_on_revenue",
    Eq(margin_on_revenue, 1 - 1 / markup),
    "The same profit over revenue, never above one.",
    source="own-derivation: from revenue_over_cost, the same profit over revenue",
)

# --- prices beside costs ---
premium = Relation(
    "premium",
    Eq(output_price_ratio, output_price / input_price),
    "How much dearer the sheet makes a produced token.",
    source="roofline-tour: line 112; price-and-speed: line 65",
    variant=Variant("prices", ("apart_from_costs", "follow_device_time"), usual=True),
)
prices_follow_time = Relation(
    "prices_follow_time",
    Eq(output_price_ratio, decode_prefill_ratio),
    "Prices follow device time.",
    source="roofline-tour: line 112",
    holds="the markup on prompt tokens and on produced ones is the same",
    variant=Variant("prices", "follow_device_time"),
)
input_rent = Relation(
    "input_rent",
    Eq(input_cost_per_token, gpu_price * prefill_gpu_time_per_token),
    "A prompt token's share of the pass is paid at the rental price.",
    source="roofline-tour: lines 16 and 101",
)
input_over_cost = Relation(
    "input_over_cost",
    Eq(input_markup, input_price / input_cost_per_token),
    "How far the price of a prompt token lies above its rent.",
    source="roofline-tour: line 120; transcript: close to cost",
)
output_over_cost = Relation(
    "output_over_cost",
    Eq(output_markup, output_price / cost_per_token),
    "How far the price of a produced token lies above its rent.",
    source="roofline-tour: line 120; transcript: close to cost",
)
output_profit = Relation(
    "output_profit",
    Eq(output_margin, 1 - cost_per_token / output_price),
    "Of the price of a produced token, what its rent leaves.",
    source="own-derivation: as profit_on_revenue, for one produced token",
)
utilisation_by_price = Relation(
    "utilisation_by_price",
    Eq(implied_decode_mfu, prefill_compute_efficiency / output_price_ratio),
    "If prices follow device time, decode is as much less utilised as its tokens are dearer.",
    source="hardware-economics: line 197; flashcards: price of decode",
    holds="prices follow device time, and arithmetic binds prefill",
)
batch_by_price = Relation(
    "batch_by_price",
    Eq(
        implied_batch,
        balance_batch
        * prefill_compute_efficiency
        / (output_price_ratio * compute_efficiency * kept_fraction),
    ),
    "If prices follow device time, decode runs as far below the balance batch as its tokens are"
    " dearer.",
    source="roofline-tour: line 112, followed through",
    holds=(
        "prices follow device time, arithmetic binds prefill, and reading the weights binds decode"
    ),
)

_arithmetic_binds = Relation(
    "prompts_bound_by_arithmetic",
    arithmetic_of_a_prompt_token.equation,
    "Arithmetic binds prefill.",
    source="own-derivation: the case considered",
)
_weights_bind = Relation(
    "decode_bound_by_weights",
    Eq(step_time, weight_fetch_time),
    "Reading the weights binds decode.",
    source="own-derivation: the case considered",
)
_batch_sought = Relation(
    "batch_sought",
    Eq(implied_batch, batch_size),
    "The batch that the price implies is the one that runs.",
    source="own-derivation: the case considered",
)

premium_gives_the_batch = Theorem(
    "premium_gives_the_batch",
    Eq(
        batch_size,
        balance_batch
        * prefill_compute_efficiency
        / (output_price_ratio * compute_efficiency * kept_fraction),
    ),
    "Where reading the weights binds decode, a premium of five means a fifth of the balance batch.",
    follows_from=(
        batch_balance,
        weight_fetch,
        emission,
        decode_share,
        output_over_input,
        _arithmetic_binds,
        _weights_bind,
        prices_follow_time,
    ),
    source="roofline-tour: line 112, followed through",
    holds=batch_by_price.holds,
)
request_at_the_blended_price = Theorem(
    "request_at_the_blended_price",
    Eq(
        request_price,
        full_prompt_length
        * (cache_hit_rate * cache_read_price + (1 - cache_hit_rate) * input_price)
        + output_length * output_price,
    ),
    "With as large a share cached of this prompt as of all, its tokens cost the blended price.",
    follows_from=(
        cached_tariff,
        cached_part,
        computed_part,
        Relation(
            "share_of_the_prompt_is_the_hit_rate",
            Eq(cached_prompt_share, cache_hit_rate),
            "The prompt is like the mean of all prompts.",
            source="own-derivation: the case considered",
        ),
    ),
    source="own-derivation: from cached_tariff and blended_input",
    holds="the prompt is cached as far as prompts are on average",
)
two_margins = Theorem(
    "two_margins",
    Eq(margin_on_revenue, margin_on_cost / (1 + margin_on_cost)),
    "A margin of several hundred per cent on cost is one below a hundred per cent on revenue.",
    follows_from=(profit_on_cost, profit_on_revenue),
    source="own-derivation: from profit_on_cost and profit_on_revenue",
)
hits_to_pay_back = Theorem(
    "hits_to_pay_back",
    Eq(payback_hits, (cache_write_price - input_price) / (input_price - cache_read_price)),
    "The surcharge of a write over the saving of a hit.",
    follows_from=(cache_read, cache_write, payback),
    source=(
        "own-derivation: from payback, cache_write_charge and cache_read_charge; transcript: price"
        " of a cache write, followed through"
    ),
)
requests_are_billed = Relation(
    "requests_are_billed",
    Eq(request_bill, billed_requests * request_price),
    "Each request is paid for by its tokens.",
    source="own-derivation: from the meaning of a price of one request",
    holds="requests are alike, or the price is that of their mean lengths",
)
RELATIONS = (
    requests_are_billed,
    flat_tariff, whole_request_tariff, marginal_tariff, cached_tariff, jump, upper_input,
    upper_output, blend, blend_with_cache, cache_read, cache_write, surcharge, payback,
    whole_payback, hit_rate, blended_input, revenue, revenue_over_cost, profit_on_cost,
    profit_on_revenue, premium, prices_follow_time, input_rent, input_over_cost, output_over_cost,
    output_profit, utilisation_by_price, batch_by_price,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (
    premium_gives_the_batch, request_at_the_blended_price, two_margins, hits_to_pay_back,
)  # fmt: skip
