"""The budget of a model's life: pre-training, reinforcement learning, inference; how large and how
long to train.
"""

from derive.library.nomenclature.vocabulary import v

# --- the training run ---
training_batch_tokens = v(
    "training_batch_tokens", "token", "tokens of one training step, over all GPUs",
    tex=r"b_{\mathrm{train}}", aliases=("batch_tokens",),
)  # fmt: skip
training_steps = v(
    "training_steps", "1", "updates of the weights in the training run",
    tex=r"n_{\mathrm{step}}", whole=True,
)  # fmt: skip
training_step_time = v(
    "training_step_time", "s", "time of one training step",
    tex=r"t_{\mathrm{train}}",
)  # fmt: skip
training_throughput = v(
    "training_throughput", "token/s", "tokens trained on per second by all GPUs",
    tex=r"X_{\mathrm{train}}",
)  # fmt: skip
training_context = v(
    "training_context", "token/sequence", "length of the sequences trained on",
    tex=r"L_{\mathrm{train}}",
)  # fmt: skip
training_attended_share = v(
    "training_attended_share", "1",
    "share of the sequence that a token attends to on average: one half where a causal mask skips"
    " the rest",
    tex=r"\kappa_{\mathrm{att}}", within="(0, 1]", default="1",
)  # fmt: skip
training_attention_flops_per_token = v(
    "training_attention_flops_per_token", "FLOP/token",
    "operations of attention beside its weights, per training token",
    tex=r"f_{\mathrm{att}}", within="[0, oo)",
)  # fmt: skip
training_attention_share = v(
    "training_attention_share", "1",
    "operations of attention beside its weights over those of the weights, in training",
    tex=r"\phi_{\mathrm{att}}", within="[0, oo)",
)  # fmt: skip
training_mfu_with_attention = v(
    "training_mfu_with_attention", "1",
    "useful arithmetic, that of attention included, over peak arithmetic in training",
    tex=r"\mathrm{MFU}_{\mathrm{train}}^{\mathrm{att}}", within="(0, 1]",
)  # fmt: skip
recomputed_share = v(
    "recomputed_share", "1", "share of the forward pass that is computed again going backward",
    tex=r"\rho_{\mathrm{re}}", within="[0, 1]", default="1", without=("executed_flops_per_param",),
)  # fmt: skip
executed_flops_per_param = v(
    "executed_flops_per_param", "FLOP/param/token",
    "operations per active parameter per training token that the GPUs carry out, recomputation"
    " included",
    tex=r"m_{\mathrm{exec}}", figure=8,
)  # fmt: skip
training_hfu = v(
    "training_hfu", "1", "arithmetic carried out over peak arithmetic in training",
    tex=r"\mathrm{HFU}_{\mathrm{train}}",
    aliases=("hfu", "hardware_flops_utilization", "hardware_flops_utilisation"), within="(0, 1]",
)  # fmt: skip
training_hfu_with_attention = v(
    "training_hfu_with_attention", "1",
    "arithmetic carried out, that of attention included, over peak arithmetic in training",
    tex=r"\mathrm{HFU}_{\mathrm{train}}^{\mathrm{att}}", within="(0, 1]",
)  # fmt: skip

# --- three phases ---
rl_tokens = v(
    "rl_tokens", "token", "tokens generated for reinforcement learning",
    tex=r"D_{\mathrm{RL}}", aliases=("d_rl",), within="[0, oo)",
)  # fmt: skip
rl_trained_share = v(
    "rl_trained_share", "1", "share of the generated tokens that are learnt from",
    tex=r"\theta_{\mathrm{RL}}", within="[0, 1]",
)  # fmt: skip
rl_flops_per_param = v(
    "rl_flops_per_param", "FLOP/param/token",
    "operations per active parameter per generated token: 2 where none is learnt from, 6 where"
    " all are",
    tex=r"m_{\mathrm{RL}}",
)  # fmt: skip
rl_flops = v(
    "rl_flops", "FLOP", "operations of reinforcement learning",
    tex=r"C_{\mathrm{RL}}", within="[0, oo)",
)  # fmt: skip
rl_mfu = v(
    "rl_mfu", "1", "useful arithmetic over peak arithmetic in reinforcement learning",
    tex=r"\mathrm{MFU}_{\mathrm{RL}}", within="(0, 1]",
)  # fmt: skip
rl_mfu_ratio = v(
    "rl_mfu_ratio", "1", "utilisation in reinforcement learning over that in pre-training",
    tex=r"\eta_{\mathrm{RL}}",
)  # fmt: skip
inference_mfu_ratio = v(
    "inference_mfu_ratio", "1", "utilisation in inference over that in pre-training",
    tex=r"\eta_{\mathrm{inf}}",
)  # fmt: skip
training_gpu_hours = v(
    "training_gpu_hours", "GPU*hour", "GPU time of pre-training",
    tex=r"\tau_{\mathrm{train}}", aliases=("training_gpu_time", "gpu_hours"),
)  # fmt: skip
rl_gpu_hours = v(
    "rl_gpu_hours", "GPU*hour", "GPU time of reinforcement learning",
    tex=r"\tau_{\mathrm{RL}}", aliases=("rl_gpu_time",), within="[0, oo)",
)  # fmt: skip
inference_gpu_hours = v(
    "inference_gpu_hours", "GPU*hour", "GPU time of inference over the model's life",
    tex=r"\tau_{\mathrm{inf}}", within="[0, oo)", aliases=("inference_gpu_time",),
)  # fmt: skip
lifetime_gpu_hours = v(
    "lifetime_gpu_hours", "GPU*hour", "GPU time of all three phases",
    tex=r"\tau_{\mathrm{life}}", aliases=("lifetime_gpu_time",),
)  # fmt: skip
rl_training_cost_ratio = v(
    "rl_training_cost_ratio", "1", "GPU time of reinforcement learning over that of pre-training",
    tex=r"\chi_{\mathrm{RL}}", within="[0, oo)",
)  # fmt: skip
inference_training_cost_ratio = v(
    "inference_training_cost_ratio", "1", "GPU time of inference over that of pre-training",
    tex=r"\chi_{\mathrm{inf}}", within="[0, oo)",
)  # fmt: skip
training_cost_share = v(
    "training_cost_share", "1", "share of pre-training in the GPU time of all three phases",
    tex=r"\sigma_{\mathrm{train}}", within="(0, 1]",
)  # fmt: skip
rl_cost_share = v(
    "rl_cost_share", "1", "share of reinforcement learning in the GPU time of all three phases",
    tex=r"\sigma_{\mathrm{RL}}", within="[0, 1)",
)  # fmt: skip
inference_cost_share = v(
    "inference_cost_share", "1", "share of inference in the GPU time of all three phases",
    tex=r"\sigma_{\mathrm{inf}}", within="[0, 1)",
)  # fmt: skip
pretraining_per_rl_token = v(
    "pretraining_per_rl_token", "1", "pre-training tokens per token of reinforcement learning",
    tex=r"\alpha_{\mathrm{RL}}",
)  # fmt: skip
pretraining_per_inference_token = v(
    "pretraining_per_inference_token", "1", "pre-training tokens per token of inference",
    tex=r"\beta_{\mathrm{inf}}",
)  # fmt: skip

# --- what inference will be asked for ---
model_traffic_share = v(
    "model_traffic_share", "1", "share of the whole service's tokens that this model processes",
    tex=r"\theta_{\mathrm{model}}", within="(0, 1]", default="1",
)  # fmt: skip
inference_token_rate = v(
    "inference_token_rate", "token/s",
    "tokens per second that the model processes, mean of its life",
    tex=r"X_{\mathrm{inf}}",
)  # fmt: skip
model_lifetime = v(
    "model_lifetime", "s", "time for which the model is served",
    tex=r"T_{\mathrm{serve}}", aliases=("service_life",),
)  # fmt: skip
ship_probability = v(
    "ship_probability", "1", "chance that the trained model is served at all",
    tex=r"P_{\mathrm{ship}}", within="[0, 1]", default="1",
)  # fmt: skip

# --- money and energy ---
training_cost = v("training_cost", "USD", "rental cost of pre-training", tex=r"K_{\mathrm{train}}")
baseline_training_cost = v(
    "baseline_training_cost", "USD", "rental cost of the pre-training run that is compared with",
    tex=r"K_{\mathrm{ref}}",
)  # fmt: skip
training_cost_saving = v(
    "training_cost_saving", "1",
    "share of the baseline's cost of pre-training that is saved; negative where it costs more",
    tex=r"g_{\mathrm{train}}", within="(-oo, oo)",
)  # fmt: skip
rl_cost = v(
    "rl_cost", "USD", "rental cost of reinforcement learning",
    tex=r"K_{\mathrm{RL}}", within="[0, oo)",
)  # fmt: skip
inference_cost = v(
    "inference_cost", "USD", "rental cost of inference over the model's life",
    tex=r"K_{\mathrm{inf}}", within="[0, oo)",
)  # fmt: skip
tdp = v(
    "tdp", "W/GPU", "power of one GPU at full load",
    tex=r"P_{\mathrm{GPU}}", aliases=("gpu_power", "gpu_tdp", "thermal_design_power"),
)  # fmt: skip
pue = v(
    "pue", "1", "energy of the data centre over energy of the GPUs",
    tex=r"\mathrm{PUE}", aliases=("power_usage_effectiveness",), within="[1, oo)", default="1",
    ideal=True,
)  # fmt: skip
training_energy = v(
    "training_energy", "MWh", "energy of pre-training",
    tex=r"W_{\mathrm{train}}",
)  # fmt: skip
training_power = v("training_power", "MW", "power of all training GPUs", tex=r"P_{\mathrm{train}}")

# --- two costs, one falling and one rising as powers of one choice ---
best_choice = v(
    "best_choice", "1", "choice at which the two costs sum to the least",
    tex=r"x_*", at="the derivative of their sum is zero",
)  # fmt: skip
best_falling_cost = v(
    "best_falling_cost", "USD", "the falling cost at the best choice",
    tex=r"A_*", at="best_choice",
)  # fmt: skip
best_rising_cost = v(
    "best_rising_cost", "USD", "the rising cost at the best choice",
    tex=r"B_*", at="best_choice",
)  # fmt: skip
least_total_cost = v(
    "least_total_cost", "USD", "the sum of both costs at the best choice",
    tex=r"K_*", at="best_choice",
)  # fmt: skip
best_cost_ratio = v(
    "best_cost_ratio", "1", "falling over rising cost at the best choice",
    tex=r"A_*/B_*",
)  # fmt: skip
equal_split_penalty = v(
    "equal_split_penalty", "1", "total cost where both costs are equal, over the least",
    tex=r"\pi_{\mathrm{eq}}", within="[1, oo)",
)  # fmt: skip
falling_scale = v("falling_scale", "USD", "the falling cost at one", tex=r"a_{\mathrm{fall}}")
rising_scale = v("rising_scale", "USD", "the rising cost at one", tex=r"b_{\mathrm{rise}}")
falling_exponent = v(
    "falling_exponent", "1", "power with which the falling cost falls",
    tex=r"p_{\mathrm{fall}}",
)  # fmt: skip
rising_exponent = v(
    "rising_exponent", "1", "power with which the rising cost rises",
    tex=r"q_{\mathrm{rise}}",
)  # fmt: skip
