"""Networks: links, traffic of experts, and collectives within and between scale-up domains."""

from derive.library.nomenclature.vocabulary import v

# --- links ---
scale_up_bandwidth = v(
    "scale_up_bandwidth", "byte/s/GPU", "bandwidth of one GPU inside its scale-up domain, one way",
    tex=r"W_{\mathrm{up}}", aliases=("nvlink_bandwidth",), activity="traffic inside domains",
)  # fmt: skip
scale_out_bandwidth = v(
    "scale_out_bandwidth", "byte/s/GPU", "bandwidth of one GPU between scale-up domains, one way",
    tex=r"W_{\mathrm{out}}", aliases=("nic_bandwidth", "infiniband_bandwidth"),
    activity="traffic between domains",
)  # fmt: skip
network_ratio = v(
    "network_ratio", "1", "bandwidth inside a scale-up domain over bandwidth between domains",
    tex=r"r_{\mathrm{net}}",
)  # fmt: skip
quoted_scale_up_bandwidth = v(
    "quoted_scale_up_bandwidth", "byte/s/GPU",
    "scale-up bandwidth of one GPU as vendors quote it, both directions summed",
    tex=r"W_{\mathrm{quoted}}",
)  # fmt: skip
link_directions = v(
    "link_directions", "1", "directions that a quoted link bandwidth sums",
    tex=r"n_{\mathrm{dir}}", convention="2",
)  # fmt: skip
links_per_gpu = v(
    "links_per_gpu", "1/GPU", "scale-up links of one GPU",
    tex=r"n_{\mathrm{link}}", whole=True,
)  # fmt: skip
bandwidth_per_link = v(
    "bandwidth_per_link", "byte/s", "bandwidth of one scale-up link, one way",
    tex=r"W_{\mathrm{link}}",
)  # fmt: skip
link_latency = v(
    "link_latency", "s", "time a message takes over one link beside its transfer",
    tex=r"t_{\mathrm{link}}", within="[0, oo)", default="0 s", activity="latency of links",
    ideal=True,
)  # fmt: skip
cables_per_gpu = v(
    "cables_per_gpu", "1/GPU", "backplane cables of one GPU",
    tex=r"n_{\mathrm{cab}}", whole=True,
)  # fmt: skip
domain_cables = v(
    "domain_cables", "1", "backplane cables of a scale-up domain",
    tex=r"N_{\mathrm{cab}}", whole=True,
)  # fmt: skip

# --- scale-up domains ---
n_domains = v(
    "n_domains", "1", "scale-up domains over which the GPUs are spread",
    tex=r"n_{\mathrm{dom}}", aliases=("scale_up_domains",), whole=True, within="[1, oo)",
)  # fmt: skip
domains_filled = v(
    "domains_filled", "1", "scale-up domains that the GPUs would fill, the last one in part",
    tex=r"x_{\mathrm{dom}}",
)  # fmt: skip
full_domain_capacity = v(
    "full_domain_capacity", "byte", "memory of a whole scale-up domain",
    tex=r"C_{\mathrm{full}}",
)  # fmt: skip
full_domain_bandwidth = v(
    "full_domain_bandwidth", "byte/s", "memory bandwidth of a whole scale-up domain",
    tex=r"W_{\mathrm{full}}",
)  # fmt: skip
earlier_domain_gpus = v(
    "earlier_domain_gpus", "GPU", "GPUs of one scale-up domain of an earlier generation",
    tex=r"S_{\mathrm{old}}", whole=True,
)  # fmt: skip
earlier_hbm_bandwidth = v(
    "earlier_hbm_bandwidth", "byte/s/GPU", "memory bandwidth of one GPU of an earlier generation",
    tex=r"W_{\mathrm{old}}",
)  # fmt: skip
earlier_hbm_capacity = v(
    "earlier_hbm_capacity", "byte/GPU", "memory of one GPU of an earlier generation",
    tex=r"C_{\mathrm{old}}",
)  # fmt: skip
domain_growth = v(
    "domain_growth", "1", "GPUs of a scale-up domain, over those of an earlier generation",
    tex=r"\gamma_{\mathrm{S}}",
)  # fmt: skip
bandwidth_growth = v(
    "bandwidth_growth", "1", "memory bandwidth of a GPU, over that of an earlier generation",
    tex=r"\gamma_{\mathrm{W}}",
)  # fmt: skip
domain_bandwidth_growth = v(
    "domain_bandwidth_growth", "1",
    "memory bandwidth of a scale-up domain, over that of an earlier generation",
    tex=r"\gamma_{\mathrm{SW}}",
)  # fmt: skip
domain_capacity_growth = v(
    "domain_capacity_growth", "1",
    "memory of a scale-up domain, over that of an earlier generation",
    tex=r"\gamma_{\mathrm{SC}}",
)  # fmt: skip

# --- experts on GPUs ---
redundant_experts = v(
    "redundant_experts", "1", "second copies of busy experts per layer",
    tex=r"n_{\mathrm{red}}", within="[0, oo)", whole=True, convention="0",
    fixed_by=("n_experts", "experts_placed"),
)  # fmt: skip
experts_placed = v(
    "experts_placed", "1", "experts per layer to be placed on GPUs, copies counted",
    tex=r"n_{\mathrm{pl}}", whole=True,
)  # fmt: skip
whole_experts_per_gpu = v(
    "whole_experts_per_gpu", "1/GPU", "experts of each layer on the fullest GPU",
    tex=r"e_{\mathrm{whole}}", whole=True,
)  # fmt: skip
experts_per_gpu = v(
    "experts_per_gpu", "1/GPU", "experts of each layer per GPU, on average",
    tex="e",
)  # fmt: skip
gpus_with_experts = v(
    "gpus_with_experts", "GPU", "GPUs that hold an expert when each is filled before the next",
    tex=r"S_{\mathrm{exp}}", whole=True,
)  # fmt: skip
placement_imbalance = v(
    "placement_imbalance", "1", "experts on the fullest GPU over the average",
    tex=r"\iota", within="[1, oo)",
)  # fmt: skip

# --- all-to-all of the experts ---
n_moe_layers = v(
    "n_moe_layers", "1", "layers with routed experts",
    tex=r"n_{\mathrm{moe}}", within="[0, oo)", aliases=("moe_layers",), whole=True,
)  # fmt: skip
cross_fraction = v(
    "cross_fraction", "1", "share of the tokens whose expert is in another scale-up domain",
    tex="x", within="[0, 1)",
)  # fmt: skip
dispatch_bytes_per_element = v(
    "dispatch_bytes_per_element", "byte", "bytes of one element sent to an expert",
    tex=r"w_{\mathrm{disp}}",
)  # fmt: skip
combine_bytes_per_element = v(
    "combine_bytes_per_element", "byte", "bytes of one element sent back by an expert",
    tex=r"w_{\mathrm{comb}}",
)  # fmt: skip
copy_bytes_per_token = v(
    "copy_bytes_per_token", "byte/token", "bytes to and from one expert for one token in one layer",
    tex=r"b_{\mathrm{copy}}",
)  # fmt: skip
all_to_all_bytes_per_token = v(
    "all_to_all_bytes_per_token", "byte/token",
    "bytes to and from all experts of a token in one layer",
    tex=r"b_{\mathrm{a2a}}",
)  # fmt: skip
all_to_all_bytes_all_layers = v(
    "all_to_all_bytes_all_layers", "byte/token",
    "bytes to and from all experts of a token in all layers",
    tex=r"b_{\mathrm{a2a,all}}", within="[0, oo)",
)  # fmt: skip
inside_copies = v(
    "inside_copies", "1", "copies of a token that travel inside a scale-up domain, per layer",
    tex=r"k_{\mathrm{in}}", within="[0, oo)",
)  # fmt: skip
crossing_copies = v(
    "crossing_copies", "1", "copies of a token that travel between scale-up domains, per layer",
    tex=r"k_{\mathrm{out}}", within="[0, oo)",
)  # fmt: skip
all_to_all_inside_time = v(
    "all_to_all_inside_time", "s", "time of one step's expert traffic inside the scale-up domains",
    tex=r"t_{\mathrm{in}}", within="[0, oo)", activity="expert traffic inside domains",
)  # fmt: skip
all_to_all_across_time = v(
    "all_to_all_across_time", "s", "time of one step's expert traffic between the scale-up domains",
    tex=r"t_{\mathrm{out}}", within="[0, oo)", activity="expert traffic between domains",
)  # fmt: skip
all_to_all_time = v(
    "all_to_all_time", "s", "time of one step's expert traffic",
    tex=r"t_{\mathrm{a2a}}", within="[0, oo)", aliases=("alltoall_time",),
    activity="expert traffic",
)  # fmt: skip
inside_slowdown = v(
    "inside_slowdown", "1",
    "time of the expert traffic inside the domains over its time were all in one domain",
    tex=r"\lambda_{\mathrm{in}}", within="[0, oo)",
)  # fmt: skip
crossing_slowdown = v(
    "crossing_slowdown", "1",
    "time of the expert traffic between the domains over its time were all in one domain",
    tex=r"\lambda_{\mathrm{out}}", within="[0, oo)",
)  # fmt: skip
all_to_all_slowdown = v(
    "all_to_all_slowdown", "1", "time of the expert traffic over its time were all in one domain",
    tex=r"\lambda_{\mathrm{a2a}}",
)  # fmt: skip

# --- collectives ---
collective_gpus = v(
    "collective_gpus", "GPU", "GPUs that take part in a collective",
    tex=r"S_{\mathrm{coll}}", whole=True, within="[2, oo)",
)  # fmt: skip
collective_bytes = v(
    "collective_bytes", "byte", "bytes of the whole array of a collective, over all GPUs",
    tex=r"V", aliases=("all_reduce_bytes", "collective_size"),
)  # fmt: skip
collective_bandwidth = v(
    "collective_bandwidth", "byte/s/GPU",
    "bandwidth of one GPU in the network of a collective, one way",
    tex=r"W_{\mathrm{coll}}", activity="moving the bytes",
)  # fmt: skip
switch_hops = v(
    "switch_hops", "1", "links from one GPU to any other through the switch: up and down",
    tex=r"n_{\mathrm{sw}}", convention="2",
)  # fmt: skip
collective_hops = v(
    "collective_hops", "1", "links that the last byte of a collective takes one after the other",
    tex=r"n_{\mathrm{hop}}", within="[0, oo)",
)  # fmt: skip
all_gather_time = v(
    "all_gather_time", "s", "time of an all-gather",
    tex=r"t_{\mathrm{ag}}", within="[0, oo)", aliases=("allgather_time",),
    activity="the all-gather",
)  # fmt: skip
reduce_scatter_time = v(
    "reduce_scatter_time", "s", "time of a reduce-scatter",
    tex=r"t_{\mathrm{rs}}", within="[0, oo)", activity="the reduce-scatter",
)  # fmt: skip
all_reduce_time = v(
    "all_reduce_time", "s", "time of an all-reduce",
    tex=r"t_{\mathrm{ar}}", within="[0, oo)", aliases=("allreduce_time",),
    activity="the all-reduce",
)  # fmt: skip
exchange_time = v(
    "exchange_time", "s", "time of one all-to-all collective",
    tex=r"t_{\mathrm{ex}}", within="[0, oo)", activity="the exchange",
)  # fmt: skip
all_reduce_algorithm_bandwidth = v(
    "all_reduce_algorithm_bandwidth", "byte/s",
    "bytes of the array over the time of its all-reduce",
    tex=r"W_{\mathrm{alg}}", aliases=("algbw",),
)  # fmt: skip
all_reduce_bus_bandwidth = v(
    "all_reduce_bus_bandwidth", "byte/s/GPU",
    "bytes that each GPU sends in an all-reduce over its time",
    tex=r"W_{\mathrm{bus}}", aliases=("busbw",),
)  # fmt: skip
tensor_parallel_gpus = v(
    "tensor_parallel_gpus", "GPU", "GPUs that split every matrix of a layer",
    tex=r"S_{\mathrm{tp}}", aliases=("TP", "tp_size", "tensor_parallel_size"), whole=True,
)  # fmt: skip
all_reduces_per_layer = v(
    "all_reduces_per_layer", "1",
    "all-reduces of the residual stream per layer, forward: after attention and after the"
    " feed-forward block",
    tex=r"n_{\mathrm{ar}}", convention="2",
)  # fmt: skip
activation_bytes_per_element = v(
    "activation_bytes_per_element", "byte", "bytes of one element of the residual stream",
    tex=r"w_{\mathrm{act}}",
)  # fmt: skip
all_reduce_bytes_per_token = v(
    "all_reduce_bytes_per_token", "byte/token",
    "bytes of the sums that the GPUs of a split layer make for a token, over its all-reduces",
    tex=r"b_{\mathrm{ar}}", aliases=("tensor_parallel_bytes_per_token",),
)  # fmt: skip
tensor_parallel_time = v(
    "tensor_parallel_time", "s",
    "time of one step's all-reduces among the GPUs that split the layers",
    tex=r"t_{\mathrm{tp}}", within="[0, oo)", activity="all-reduce traffic",
)  # fmt: skip
