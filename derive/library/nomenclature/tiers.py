"""Memory tiers: where a KV cache waits between two requests, and what holding, fetching or
recomputing it costs.
"""

from derive.library.nomenclature.vocabulary import v

# --- one tier ---
tier_capacity = v(
    "tier_capacity", "byte", "capacity of one unit of a memory tier",
    tex=r"C_{\mathrm{t}}",
)  # fmt: skip
tier_bandwidth = v(
    "tier_bandwidth", "byte/s", "read bandwidth of one unit of a memory tier",
    tex=r"W_{\mathrm{t}}",
)  # fmt: skip
tier_price = v(
    "tier_price", "USD/hour", "price of having one unit of a memory tier for a time",
    tex=r"p_{\mathrm{t}}", within="[0, oo)",
)  # fmt: skip
tier_storage_price = v(
    "tier_storage_price", "USD/byte/s", "price of holding one byte in a memory tier for a time",
    tex=r"p_{\mathrm{st}}", within="[0, oo)",
)  # fmt: skip
tier_purchase_price = v(
    "tier_purchase_price", "USD/byte", "price of buying a memory tier, per byte",
    tex=r"p_{\mathrm{buy}}", within="[0, oo)",
)  # fmt: skip
tier_lifetime = v(
    "tier_lifetime", "s", "time over which a bought memory tier is written off",
    tex=r"T_{\mathrm{life}}",
)  # fmt: skip
tier_drain_time = v(
    "tier_drain_time", "s", "time to read one unit of a memory tier once",
    tex=r"t_{\mathrm{drain,t}}",
)  # fmt: skip

# --- a cache in it ---
hold_time = v("hold_time", "s", "time a cache waits until it is used", tex="T", within="[0, oo)")
cached_tokens = v(
    "cached_tokens", "token", "context tokens whose KV cache is held",
    tex=r"n_{\mathrm{ctx}}",
)  # fmt: skip
tier_fraction = v(
    "tier_fraction", "1", "share of a memory tier that a cache takes",
    tex=r"\theta", within="[0, oo)",
)  # fmt: skip
retrieve_time = v(
    "retrieve_time", "s", "time to read a cache back from a memory tier",
    tex=r"t_{\mathrm{ret}}", within="[0, oo)", activity="reading the memory tier",
)  # fmt: skip
recompute_time = v(
    "recompute_time", "s", "time for the prefill GPUs to compute a cache anew",
    tex=r"t_{\mathrm{remat}}",
)  # fmt: skip
hold_cost_rate = v(
    "hold_cost_rate", "USD/token/s",
    "cost of holding one token's cache in a memory tier for a time",
    tex=r"h_{\mathrm{t}}", within="[0, oo)",
)  # fmt: skip
retrieve_cost_per_token = v(
    "retrieve_cost_per_token", "USD/token",
    "cost of reading one token's cache back from a memory tier",
    tex=r"c_{\mathrm{ret}}", within="[0, oo)",
)  # fmt: skip
keep_cost_per_token = v(
    "keep_cost_per_token", "USD/token",
    "cost of holding one token's cache in a memory tier and reading it back",
    tex=r"c_{\mathrm{keep}}", within="[0, oo)",
)  # fmt: skip
remat_cost_per_token = v(
    "remat_cost_per_token", "USD/token", "cost of computing one token's cache anew",
    tex=r"c_{\mathrm{remat}}", aliases=("recompute_cost_per_token", "rematerialisation_cost"),
)  # fmt: skip
hbm_hold_cost_rate = v(
    "hbm_hold_cost_rate", "USD/token/s",
    "cost of holding one token's cache in a GPU's memory for a time",
    tex=r"h_{\mathrm{hbm}}", within="[0, oo)",
)  # fmt: skip

# --- hold times at which two ways cost the same ---
balanced_hold_time = v(
    "balanced_hold_time", "s",
    "hold time for which holding in a tier costs as much as reading back: the time the tier is"
    " right for",
    tex=r"T_{\mathrm{bal}}", at="hold_cost_rate * hold_time = retrieve_cost_per_token",
)  # fmt: skip
break_even_hold_time = v(
    "break_even_hold_time", "s",
    "hold time after which computing anew is cheaper than keeping in a tier",
    tex=r"T_{\mathrm{even}}", within="[0, oo)", at="keep_cost_per_token = remat_cost_per_token",
)  # fmt: skip
hbm_break_even_time = v(
    "hbm_break_even_time", "s",
    "hold time after which computing anew is cheaper than holding in a GPU's memory",
    tex=r"T_{\mathrm{even,hbm}}", aliases=("t_break",),
    at="hbm_hold_cost_rate * hold_time = remat_cost_per_token",
)  # fmt: skip
demotion_time = v(
    "demotion_time", "s", "hold time after which a tier is cheaper than a GPU's memory",
    tex=r"T_{\mathrm{dem}}", within="[0, oo)",
    at="keep_cost_per_token = hbm_hold_cost_rate * hold_time",
)  # fmt: skip

# --- a lower tier: slower and cheaper per byte ---
lower_tier_capacity = v(
    "lower_tier_capacity", "byte", "capacity of one unit of the next lower memory tier",
    tex=r"C_{\mathrm{low}}",
)  # fmt: skip
lower_tier_bandwidth = v(
    "lower_tier_bandwidth", "byte/s", "read bandwidth of one unit of the next lower memory tier",
    tex=r"W_{\mathrm{low}}",
)  # fmt: skip
lower_tier_price = v(
    "lower_tier_price", "USD/hour",
    "price of having one unit of the next lower memory tier for a time",
    tex=r"p_{\mathrm{low}}", within="[0, oo)",
)  # fmt: skip
lower_hold_cost_rate = v(
    "lower_hold_cost_rate", "USD/token/s",
    "cost of holding one token's cache in the next lower tier for a time",
    tex=r"h_{\mathrm{low}}", within="[0, oo)",
)  # fmt: skip
lower_retrieve_cost_per_token = v(
    "lower_retrieve_cost_per_token", "USD/token",
    "cost of reading one token's cache back from the next lower tier",
    tex=r"c_{\mathrm{low}}", within="[0, oo)",
)  # fmt: skip
tier_switch_time = v(
    "tier_switch_time", "s", "hold time after which the next lower memory tier is cheaper",
    tex=r"T_{\mathrm{switch}}", within="[0, oo)",
    at="the two tiers' costs of keeping a cache are equal",
)  # fmt: skip

# --- fetch against recompute ---
tier_link_bandwidth = v(
    "tier_link_bandwidth", "byte/s/GPU", "bandwidth of the path from a memory tier to one GPU",
    tex=r"W_{\mathrm{path}}",
)  # fmt: skip
path_time = v(
    "path_time", "s", "time of a cache on the path from a memory tier to the GPUs",
    tex=r"t_{\mathrm{path}}", within="[0, oo)", activity="the path from the memory tier",
)  # fmt: skip
fetch_time = v(
    "fetch_time", "s", "time to bring a cache from a memory tier to the GPUs",
    tex=r"t_{\mathrm{fetch}}", within="[0, oo)", activity="fetching the cache",
)  # fmt: skip
recompute_bandwidth = v(
    "recompute_bandwidth", "byte/s/GPU",
    "bytes of cache that one GPU computes anew per second: below it, fetching is slower",
    tex=r"W_{\mathrm{remat}}", within="[0, oo)",
)  # fmt: skip
fetch_speedup = v(
    "fetch_speedup", "1", "time to compute a cache anew over the time to fetch it",
    tex=r"\psi",
)  # fmt: skip

# --- what a price sheet says of holding ---
write_premium = v(
    "write_premium", "USD/Mtoken", "what writing to a cache costs above plain input",
    tex=r"\Delta p_{\mathrm{write}}", within="[0, oo)",
)  # fmt: skip
cache_ttl = v("cache_ttl", "s", "time for which a written cache is kept", tex=r"T_{\mathrm{ttl}}")
implied_hold_rate = v(
    "implied_hold_rate", "USD/token/s",
    "cost of holding one token's cache for a time, as a price sheet implies it",
    tex=r"h_{\mathrm{sheet}}", within="[0, oo)",
)  # fmt: skip
