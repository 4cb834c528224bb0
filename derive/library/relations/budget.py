"""The budget of a model's life: GPU time of pre-training, reinforcement learning and inference, and
how they compare.

Every phase has its own utilisation, which divides: a phase that uses its GPUs badly costs more, not
less. All run at one peak rate; what that is, and what a GPU costs, cancels wherever phases are
compared.
"""

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.budget import (
    inference_cost,
    inference_cost_share,
    inference_gpu_hours,
    inference_mfu_ratio,
    inference_token_rate,
    inference_training_cost_ratio,
    lifetime_gpu_hours,
    model_lifetime,
    model_traffic_share,
    pretraining_per_inference_token,
    pretraining_per_rl_token,
    pue,
    rl_cost,
    rl_cost_share,
    rl_flops,
    rl_flops_per_param,
    rl_gpu_hours,
    rl_mfu,
    rl_mfu_ratio,
    rl_tokens,
    rl_trained_share,
    rl_training_cost_ratio,
    ship_probability,
    tdp,
    training_batch_tokens,
    training_cost,
    training_cost_share,
    training_energy,
    training_gpu_hours,
    training_power,
    training_step_time,
    training_steps,
    training_throughput,
)
from derive.library.nomenclature.conversions import (
    backward_flops_per_param,
    flops_per_param,
    training_flops_per_param,
)
from derive.library.nomenclature.hardware import gpu_price, peak_flops
from derive.library.nomenclature.model import active_params
from derive.library.nomenclature.serving import fleet_mfu, global_throughput
from derive.library.nomenclature.training import (
    inference_flops,
    inference_tokens,
    training_gpus,
    training_mfu,
    training_time,
    training_tokens,
)
from derive.library.relations.training import (
    forward_and_backward,
    six_n_d,
    training_utilisation,
    two_n_d,
)

ONE_CHIP = "all phases run on the same chip at the same precision"

# --- the run ---
steps_of_the_run = Relation(
    "steps_of_the_run",
    Eq(training_steps, training_tokens / training_batch_tokens),
    "Each update of the weights uses one batch of tokens.",
    source="own-derivation: definition of the batch in tokens",
    holds="the batch does not change during the run",
)
one_training_step = Relation(
    "one_training_step",
    Eq(training_step_time, training_time / training_steps),
    "The run is its steps, one after the other.",
    source="own-derivation: from steps_of_the_run, one after the other",
)
tokens_per_second = Relation(
    "tokens_per_second",
    Eq(training_throughput, training_tokens / training_time),
    "Tokens trained on per second, over the whole run.",
    source="palm_notes",
)

# --- work of the phases ---
some_rollouts_are_learnt_from = Relation(
    "some_rollouts_are_learnt_from",
    Eq(rl_flops_per_param, flops_per_param + rl_trained_share * backward_flops_per_param),
    "Every generated token goes forward, with two operations; those that are learnt from go"
    " backward too, with four.",
    source="roofline-tour: line 74, two to six; hardware-economics: line 143",
    holds="the forward pass that generates is not repeated for training",
)
rl_work = Relation(
    "rl_work",
    Eq(rl_flops, rl_flops_per_param * active_params * rl_tokens),
    "Reinforcement learning generates its own tokens and learns from some of them.",
    source="roofline-tour: line 74, second formula; hardware-economics: line 140",
    holds="attention's own arithmetic is small beside the weights'",
    neglects=two_n_d.neglects,
)
demand = Relation(
    "demand",
    Eq(inference_tokens, ship_probability * inference_token_rate * model_lifetime),
    "A model that ships processes its share of the traffic until the next one replaces it; one that"
    " does not ship processes nothing.",
    source="roofline-tour: line 95; transcript: models that never ship",
)
share_of_traffic = Relation(
    "share_of_traffic",
    Eq(inference_token_rate, model_traffic_share * global_throughput),
    "The service's traffic is spread over the models of a family.",
    source="roofline-tour: line 94; transcript: a family of models",
)

# --- GPU time ---
training_time_of_gpus = Relation(
    "training_time_of_gpus",
    Eq(training_gpu_hours, training_gpus * training_time),
    "All GPUs are taken for the whole run.",
    source="dsv3_readme: section 2, GPU hours of pre-training",
)
rl_time = Relation(
    "rl_time",
    Eq(rl_gpu_hours, rl_flops / (peak_flops * rl_mfu)),
    "The utilisation divides: decoding uses the GPUs badly and so takes more of them.",
    source="roofline-tour: line 74, second formula",
    holds=ONE_CHIP,
)
inference_time = Relation(
    "inference_time",
    Eq(inference_gpu_hours, inference_flops / (peak_flops * fleet_mfu)),
    "The utilisation divides here too; leaving it out of one phase only makes the comparison"
    " wrong.",
    source="roofline-tour: line 82; hardware-economics: line 141",
    holds=ONE_CHIP,
)
all_phases = Relation(
    "all_phases",
    Eq(lifetime_gpu_hours, training_gpu_hours + rl_gpu_hours + inference_gpu_hours),
    "A model is trained, taught and served.",
    source="hardware-economics: line 137",
)
training_part = Relation(
    "training_part",
    Eq(training_cost_share, training_gpu_hours / lifetime_gpu_hours),
    "Pre-training's share of the whole.",
    source="price-and-speed: lines 67 to 69; transcript: thirds or quarters",
)
rl_part = Relation(
    "rl_part",
    Eq(rl_cost_share, rl_gpu_hours / lifetime_gpu_hours),
    "Reinforcement learning's share of the whole.",
    source="price-and-speed: lines 67 to 69; transcript: thirds or quarters",
)
inference_part = Relation(
    "inference_part",
    Eq(inference_cost_share, inference_gpu_hours / lifetime_gpu_hours),
    "Inference's share of the whole.",
    source="price-and-speed: lines 67 to 69; transcript: thirds or quarters",
)

# --- phases compared ---
rl_over_training = Relation(
    "rl_over_training",
    Eq(rl_training_cost_ratio, rl_gpu_hours / training_gpu_hours),
    "Phases are compared by GPU time; one means equal cost.",
    source="roofline-tour: line 82",
)
inference_over_training = Relation(
    "inference_over_training",
    Eq(inference_training_cost_ratio, inference_gpu_hours / training_gpu_hours),
    "Phases are compared by GPU time; one means equal cost.",
    source="roofline-tour: line 82",
)
same_rl = Relation(
    "same_rl",
    Eq(rl_mfu_ratio, rl_mfu / training_mfu),
    "Utilisation against that of pre-training.",
    source="roofline-tour: line 82",
)
same_inference = Relation(
    "same_inference",
    Eq(inference_mfu_ratio, fleet_mfu / training_mfu),
    "Utilisation against that of pre-training.",
    source="roofline-tour: line 82",
)
tokens_against_rl = Relation(
    "tokens_against_rl",
    Eq(pretraining_per_rl_token, training_tokens / rl_tokens),
    "The write-ups' alpha: pre-training data over reinforcement-learning data.",
    source="roofline-tour: lines 76 and 77",
)
tokens_against_inference = Relation(
    "tokens_against_inference",
    Eq(pretraining_per_inference_token, training_tokens / inference_tokens),
    "The write-ups' beta: pre-training data over inference data.",
    source="roofline-tour: lines 76 and 77",
)

# --- money and energy ---
training_rent = Relation(
    "training_rent",
    Eq(training_cost, gpu_price * training_gpu_hours),
    "GPU time is rented.",
    source="transcript: rental price of a GPU; dsv3_readme: section 2, GPU hours of pre-training",
)
rl_rent = Relation(
    "rl_rent",
    Eq(rl_cost, gpu_price * rl_gpu_hours),
    "GPU time is rented.",
    source="transcript: rental price of a GPU",
)
inference_rent = Relation(
    "inference_rent",
    Eq(inference_cost, gpu_price * inference_gpu_hours),
    "GPU time is rented.",
    source="transcript: rental price of a GPU",
)
power_drawn = Relation(
    "power_drawn",
    Eq(training_power, pue * tdp * training_gpus),
    "Every GPU draws its rated power, and the data centre adds its own.",
    source="own-derivation: rated power of every GPU, and what the data centre adds",
    holds="GPUs at full load; hosts and network are in the data centre's share",
)
energy_used = Relation(
    "energy_used",
    Eq(training_energy, pue * tdp * training_gpu_hours),
    "Rated power for the GPU time, and what the data centre adds.",
    source="own-derivation: from power_drawn, for the time of the run",
    holds=power_drawn.holds,
)

# --- what follows ---
_rl_costs_as_much = Relation(
    "rl_costs_as_much",
    Eq(rl_training_cost_ratio, 1),
    "Reinforcement learning costs what pre-training costs.",
    source="own-derivation: the case considered",
)
_inference_costs_as_much = Relation(
    "inference_costs_as_much",
    Eq(inference_training_cost_ratio, 1),
    "Inference costs what pre-training costs.",
    source="own-derivation: the case considered",
)
training_time_at_utilisation = Theorem(
    "training_time_at_utilisation",
    Eq(
        training_gpu_hours,
        training_flops_per_param * active_params * training_tokens / (peak_flops * training_mfu),
    ),
    "GPU time of pre-training: six per parameter and token, over what a GPU really does.",
    follows_from=(six_n_d, training_utilisation, training_time_of_gpus),
    source=(
        "own-derivation: from six_n_d and training_utilisation; roofline-tour: line 74, first"
        " formula"
    ),
)
equal_cost_rl_tokens = Theorem(
    "equal_cost_rl_tokens",
    Eq(pretraining_per_rl_token, rl_flops_per_param / (training_flops_per_param * rl_mfu_ratio)),
    "At equal cost the tokens of pre-training and reinforcement learning stand as the work per"
    " token over the utilisation; parameters and chips cancel.",
    follows_from=(
        six_n_d,
        rl_work,
        training_utilisation,
        training_time_of_gpus,
        rl_time,
        same_rl,
        rl_over_training,
        tokens_against_rl,
        _rl_costs_as_much,
    ),
    source="roofline-tour: lines 77 to 84",
    holds=ONE_CHIP,
)
equal_cost_inference_tokens = Theorem(
    "equal_cost_inference_tokens",
    Eq(
        pretraining_per_inference_token,
        flops_per_param / (training_flops_per_param * inference_mfu_ratio),
    ),
    "At equal cost a model at a third of the utilisation processes in its life as many tokens as it"
    " was trained on: 2/6 over 1/3.",
    follows_from=(
        six_n_d,
        two_n_d,
        training_utilisation,
        training_time_of_gpus,
        inference_time,
        same_inference,
        inference_over_training,
        tokens_against_inference,
        _inference_costs_as_much,
    ),
    source="roofline-tour: lines 77 to 83",
    holds=ONE_CHIP,
)
two_to_six = Theorem(
    "two_to_six",
    Eq(
        training_flops_per_param - rl_flops_per_param,
        (1 - rl_trained_share) * backward_flops_per_param,
    ),
    "A token of reinforcement learning costs at most what a training token costs, less what is not"
    " learnt from.",
    follows_from=(forward_and_backward, some_rollouts_are_learnt_from),
    source="roofline-tour: line 74, two to six; hardware-economics: line 143",
)
RELATIONS = (
    steps_of_the_run, one_training_step, tokens_per_second, some_rollouts_are_learnt_from, rl_work,
    demand, share_of_traffic, training_time_of_gpus, rl_time, inference_time, all_phases,
    training_part, rl_part, inference_part, rl_over_training, inference_over_training, same_rl,
    same_inference, tokens_against_rl, tokens_against_inference, training_rent, rl_rent,
    inference_rent, power_drawn, energy_used,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (
    training_time_at_utilisation, equal_cost_rl_tokens, equal_cost_inference_tokens, two_to_six,
)  # fmt: skip
