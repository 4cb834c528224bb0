"""A falling and a rising cost: where their sum is least, and what it costs to make them equal
instead.

The write-ups put the optimum where the costs are equal. If both are powers of one choice, the
optimum lies where each cost times its exponent is the same; equal costs are a little dearer.
"""

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.budget import (
    best_choice,
    best_cost_ratio,
    best_falling_cost,
    best_rising_cost,
    equal_split_penalty,
    falling_exponent,
    falling_scale,
    least_total_cost,
    rising_exponent,
    rising_scale,
)

POWERS = "one cost falls and the other rises as a power of the same choice"
where_the_sum_is_least = Relation(
    "where_the_sum_is_least",
    Eq(
        best_choice,
        (falling_exponent * falling_scale / (rising_exponent * rising_scale))
        ** (1 / (falling_exponent + rising_exponent)),
    ),
    "The derivative of the sum is zero where each cost times its exponent is the same.",
    source="own-derivation: the derivative of the sum, set to zero; roofline-tour: line 71",
    holds=POWERS,
)
rising_there = Relation(
    "rising_there",
    Eq(best_rising_cost, rising_scale * best_choice**rising_exponent),
    "The rising cost at the best choice.",
    source="own-derivation: the rising cost at where_the_sum_is_least",
)
falling_there = Relation(
    "falling_there",
    Eq(best_falling_cost, rising_exponent * best_rising_cost / falling_exponent),
    "The derivative of the sum is zero: a per cent of the choice moves both costs by the same.",
    source="own-derivation: the derivative of the sum, set to zero; roofline-tour: line 71",
    holds=POWERS,
)
sum_there = Relation(
    "sum_there",
    Eq(least_total_cost, best_falling_cost + best_rising_cost),
    "The least that both cost together.",
    source="own-derivation: from rising_there and falling_there",
)
ratio_there = Relation(
    "ratio_there",
    Eq(best_cost_ratio, rising_exponent / falling_exponent),
    "At the best choice the costs stand in the inverse ratio of their exponents: equal only if the"
    " exponents are.",
    source="own-derivation: from falling_there",
    holds=POWERS,
)
price_of_equal_shares = Relation(
    "price_of_equal_shares",
    Eq(
        equal_split_penalty,
        2
        * rising_exponent
        / (falling_exponent + rising_exponent)
        * (falling_exponent / rising_exponent)
        ** (falling_exponent / (falling_exponent + rising_exponent)),
    ),
    "Making both costs equal is dearer than the best, but only in second order of how far the"
    " exponents differ.",
    source=(
        "own-derivation: the sum where both costs are equal, over sum_there; transcript: why equal"
        " costs"
    ),
    holds=POWERS,
)

_same_exponents = Relation(
    "same_exponents",
    Eq(falling_exponent, rising_exponent),
    "Both costs change by the same power.",
    source="own-derivation: the case considered",
)
falling_cost_at_the_best_choice = Theorem(
    "falling_cost_at_the_best_choice",
    Eq(
        falling_scale,
        rising_exponent * best_rising_cost / falling_exponent * best_choice**falling_exponent,
    ),
    "The choice at which the derivative is zero is the one at which the falling cost has the size"
    " that the exponents ask for.",
    follows_from=(where_the_sum_is_least, rising_there),
    source="own-derivation: from where_the_sum_is_least and rising_there",
    holds=POWERS,
)
costs_in_inverse_ratio_of_exponents = Theorem(
    "costs_in_inverse_ratio_of_exponents",
    Eq(best_cost_ratio, best_falling_cost / best_rising_cost),
    "At the least total the costs stand in the inverse ratio of their exponents, whatever their"
    " scales.",
    follows_from=(ratio_there, falling_there),
    source="own-derivation: from ratio_there and falling_there",
    holds=POWERS,
)
equal_exponents_equal_costs = Theorem(
    "equal_exponents_equal_costs",
    Eq(best_falling_cost, best_rising_cost),
    "The write-ups' rule that the optimum lies where the costs are equal: it holds when both change"
    " by the same power.",
    follows_from=(falling_there, _same_exponents),
    source="roofline-tour: line 71; transcript: why equal costs",
    holds="equal exponents",
)
RELATIONS = (
    where_the_sum_is_least,
    rising_there,
    falling_there,
    sum_there,
    ratio_there,
    price_of_equal_shares,
)
CONSTRAINTS = ()
THEOREMS = (
    falling_cost_at_the_best_choice,
    costs_in_inverse_ratio_of_exponents,
    equal_exponents_equal_costs,
)
