"""Fast and slow mode: what a price ratio and a speed ratio say about the batches behind them.

Both modes run one model on the same GPUs; only the batch differs, and prices follow cost. How a
step lengthens with its batch is read in two ways. Two regimes: flat while reading the weights
binds, then proportional to the batch while arithmetic binds. Linear memory: the weights, and the KV
cache of every sequence on top.
"""

import sympy

from derive.equations import Direction, Eq, Max, Min, Relation, Theorem, Variant
from derive.library.nomenclature.context import state_bytes_per_sequence
from derive.library.nomenclature.decode import (
    balance_batch,
    context_length,
    kv_bytes_per_token,
    latency_floor,
)
from derive.library.nomenclature.hardware import bandwidth_efficiency, gpus, hbm_bandwidth
from derive.library.nomenclature.modes import (
    deepest_discount,
    fast_batch,
    fast_price_ratio,
    fast_speed_ratio,
    fast_step_time,
    largest_speed_up,
    mode_batch_ratio,
    normal_batch,
    normal_step_time,
    slow_price_ratio,
    time_per_sequence,
)
from derive.library.nomenclature.prices import (
    fast_input_price,
    fast_input_price_ratio,
    fast_output_price,
    input_price,
    output_price,
)
from derive.library.relations.layouts import with_state
from derive.library.relations.roofline import STATE
from derive.library.relations.split import EVENLY

TWO_REGIMES = Variant("mode reading", "two_regimes", usual=True)
LINEAR_MEMORY = Variant("mode reading", "linear_memory")
SAME_GPUS = "both modes run on the same GPUs and keep as many tokens per pass"

batches = Relation(
    "batches",
    Eq(mode_batch_ratio, normal_batch / fast_batch),
    "Fast mode buys its speed with a smaller batch.",
    source="price-and-speed: lines 8 and 27; roofline-tour: line 23",
)
speeds = Relation(
    "speeds",
    Eq(fast_speed_ratio, normal_step_time / fast_step_time),
    "A sequence gets its next token with every step, so shorter steps are faster.",
    source="price-and-speed: lines 1 and 8; roofline-tour: line 23",
    holds=SAME_GPUS,
)
mode_prices = Relation(
    "mode_prices",
    Eq(fast_price_ratio, fast_step_time * normal_batch / (normal_step_time * fast_batch)),
    "The GPUs are paid for by the step, and fewer sequences share it.",
    source="price-and-speed: lines 1 and 8; roofline-tour: lines 16 and 23",
    holds=f"prices follow cost; {SAME_GPUS}",
)
normal_two_regimes = Relation(
    "normal_two_regimes",
    Eq(normal_step_time, latency_floor * Max(sympy.S.One, normal_batch / balance_batch)),
    "A step is flat up to the balance batch, where arithmetic takes over, and proportional to the"
    " batch from there.",
    source="roofline-tour: lines 14 and 24",
    holds="the KV cache is small beside the weights",
    variant=TWO_REGIMES,
)
fast_two_regimes = Relation(
    "fast_two_regimes",
    Eq(fast_step_time, latency_floor * Max(sympy.S.One, fast_batch / balance_batch)),
    "Below the balance batch a smaller batch makes no step shorter.",
    source="roofline-tour: lines 14 and 23",
    holds="the KV cache is small beside the weights",
    variant=TWO_REGIMES,
)
slow_two_regimes = Relation(
    "slow_two_regimes",
    Eq(slow_price_ratio, Min(sympy.S.One, normal_batch / balance_batch)),
    "From the balance batch on, a larger batch saves nothing: normal mode is already on the floor.",
    source="roofline-tour: line 25; price-and-speed: line 15",
    holds="the KV cache is small beside the weights",
    variant=TWO_REGIMES,
)
sequence_slows = Relation(
    "sequence_slows",
    Eq(
        time_per_sequence,
        context_length * kv_bytes_per_token / (gpus * hbm_bandwidth * bandwidth_efficiency),
    ),
    "Each sequence brings its own KV cache to be read.",
    source="roofline-tour: line 7, second term",
    neglects=(
        with_state(
            STATE,
            2 * state_bytes_per_sequence / (context_length * kv_bytes_per_token),
            Direction.RAISES,
        ),
    ),
    variant=EVENLY,
)
normal_linear = Relation(
    "normal_linear",
    Eq(normal_step_time, latency_floor + normal_batch * time_per_sequence),
    "Memory binds: the weights are read once and a KV cache for every sequence.",
    source="roofline-tour: line 14, constant plus linear",
    holds="memory binds at both batches",
    variant=LINEAR_MEMORY,
)
fast_linear = Relation(
    "fast_linear",
    Eq(fast_step_time, latency_floor + fast_batch * time_per_sequence),
    "Memory binds: the weights are read once and a KV cache for every sequence.",
    source="roofline-tour: line 14, constant plus linear",
    holds="memory binds at both batches",
    variant=LINEAR_MEMORY,
)
slow_linear = Relation(
    "slow_linear",
    Eq(slow_price_ratio, normal_batch * time_per_sequence / normal_step_time),
    "An ever larger batch saves the reading of the weights, never that of the KV cache.",
    source="roofline-tour: line 25; price-and-speed: line 15",
    holds="memory binds at any larger batch",
    variant=LINEAR_MEMORY,
)
speed_up = Relation(
    "speed_up",
    Eq(largest_speed_up, normal_step_time / latency_floor),
    "No budget beats one reading of the weights per step.",
    source="price-and-speed: line 27",
    holds=(
        "GPUs, precision and tokens per pass stay as they are; more of the first and less of the"
        " second do beat it"
    ),
)
discount = Relation(
    "discount",
    Eq(deepest_discount, 1 - slow_price_ratio),
    "A slow mode can give back what a larger batch saves, and no more.",
    source="price-and-speed: line 15",
)
fast_output = Relation(
    "fast_output",
    Eq(fast_output_price, fast_price_ratio * output_price),
    "The price ratio is that of produced tokens.",
    source="cl_fast: fast-mode page, prices",
)
fast_input = Relation(
    "fast_input",
    Eq(fast_input_price, fast_input_price_ratio * input_price),
    "A sheet may raise prompt tokens by another factor than produced ones.",
    source="cl_fast_first: fast-mode page, table",
)

_arithmetic_binds = Relation(
    "normal_on_the_slope",
    Eq(normal_step_time, latency_floor * normal_batch / balance_batch),
    "Arithmetic binds normal mode.",
    source="own-derivation: the case considered",
)
_floor_binds = Relation(
    "fast_on_the_floor",
    Eq(fast_step_time, latency_floor),
    "Reading the weights binds fast mode.",
    source="own-derivation: the case considered",
)

price_times_speed = Theorem(
    "price_times_speed",
    Eq(mode_batch_ratio, fast_price_ratio * fast_speed_ratio),
    "Six times the price for two and a half times the speed is a batch fifteen times smaller,"
    " however steps lengthen with the batch.",
    follows_from=(batches, speeds, mode_prices),
    source="price-and-speed: lines 1 and 8, the ratios taken together",
    holds=mode_prices.holds,
)
speed_is_normal_over_balance = Theorem(
    "speed_is_normal_over_balance",
    Eq(fast_speed_ratio, normal_batch / balance_batch),
    "In two regimes, all of the speed comes from running normal mode above the balance batch.",
    follows_from=(speeds, _arithmetic_binds, _floor_binds),
    source="roofline-tour: line 23, followed through",
    holds="normal mode above, fast mode below the balance batch",
)
price_is_balance_over_fast = Theorem(
    "price_is_balance_over_fast",
    Eq(fast_price_ratio, balance_batch / fast_batch),
    "In two regimes, all of the price comes from running fast mode below the balance batch, where"
    " nothing gets faster.",
    follows_from=(mode_prices, _arithmetic_binds, _floor_binds),
    source="roofline-tour: line 23, followed through",
    holds="normal mode above, fast mode below the balance batch",
)
growing_share = Theorem(
    "growing_share",
    Eq(slow_price_ratio, (1 - 1 / fast_speed_ratio) / (1 - 1 / mode_batch_ratio)),
    "In linear memory, speed and batch ratio give away which share of the normal step grows with"
    " the batch.",
    follows_from=(batches, speeds, normal_linear, fast_linear, slow_linear),
    source=(
        "own-derivation: from normal_linear, fast_linear and slow_linear; price-and-speed: lines 1"
        " and 8, followed through"
    ),
    holds=normal_linear.holds,
)
speed_up_against_discount = Theorem(
    "speed_up_against_discount",
    Eq(largest_speed_up, 1 / deepest_discount),
    "In linear memory, the largest speed-up and the deepest discount are each other's inverse: both"
    " are the weights' share of the normal step.",
    follows_from=(normal_linear, slow_linear, speed_up, discount),
    source=(
        "own-derivation: from normal_linear, slow_linear, speed_up and discount; price-and-speed:"
        " lines 1 and 8, followed through"
    ),
    holds=normal_linear.holds,
)
RELATIONS = (
    batches, speeds, mode_prices, normal_two_regimes, fast_two_regimes, slow_two_regimes,
    sequence_slows, normal_linear, fast_linear, slow_linear, speed_up, discount, fast_output,
    fast_input,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (
    price_times_speed,
    speed_is_normal_over_balance,
    price_is_balance_over_fast,
    growing_share,
    speed_up_against_discount,
)
