"""Savings: what a deployment or a training run costs less than the one it is compared with."""

from derive.equations import Eq, Relation
from derive.library.nomenclature.budget import (
    baseline_training_cost,
    training_cost,
    training_cost_saving,
)
from derive.library.nomenclature.decode import cost_per_token
from derive.library.nomenclature.prices import baseline_cost_per_token, cost_saving

saving_on_a_token = Relation(
    "saving_on_a_token",
    Eq(cost_saving, 1 - cost_per_token / baseline_cost_per_token),
    "What a token no longer costs, as a share of what it cost before.",
    source="own-derivation: definition of a saving",
    holds="both deployments give the same tokens to the same users",
)
saving_on_training = Relation(
    "saving_on_training",
    Eq(training_cost_saving, 1 - training_cost / baseline_training_cost),
    "What a run no longer costs, as a share of what it cost before.",
    source="own-derivation: definition of a saving",
    holds="both runs give the same model",
)

RELATIONS = (saving_on_a_token, saving_on_training)
CONSTRAINTS = ()
THEOREMS = ()
