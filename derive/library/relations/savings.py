"""Savings: what a deployment or a training run costs less than the one it is compared with."""

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.budget import (
    baseline_training_cost,
    training_cost,
    training_cost_saving,
)
from derive.library.nomenclature.decode import cost_per_token
from derive.library.nomenclature.prices import (
    baseline_cost_per_token,
    cost_saving,
    output_traffic,
    saved_cost_rate,
)

saving_on_a_token = Relation(
    "saving_on_a_token",
    Eq(cost_saving, 1 - cost_per_token / baseline_cost_per_token),
    "What a token no longer costs, as a share of what it cost before.",
    source="own-derivation: definition of a saving",
    holds="both deployments give the same tokens to the same users",
)
saving_of_a_day = Relation(
    "saving_of_a_day",
    Eq(saved_cost_rate, (baseline_cost_per_token - cost_per_token) * output_traffic),
    "The difference in cost is saved on every token.",
    source="own-derivation: from saving_on_a_token, on all tokens of a day",
    holds=saving_on_a_token.holds,
)
saving_on_training = Relation(
    "saving_on_training",
    Eq(training_cost_saving, 1 - training_cost / baseline_training_cost),
    "What a run no longer costs, as a share of what it cost before.",
    source="own-derivation: definition of a saving",
    holds="both runs give the same model",
)

share_of_the_bill = Theorem(
    "share_of_the_bill",
    Eq(saved_cost_rate, cost_saving * baseline_cost_per_token * output_traffic),
    "The saving on a token is the same share of the whole bill.",
    follows_from=(saving_on_a_token, saving_of_a_day),
    source="own-derivation: from saving_on_a_token and saving_of_a_day",
)
RELATIONS = (saving_on_a_token, saving_of_a_day, saving_on_training)
CONSTRAINTS = ()
THEOREMS = (share_of_the_bill,)
