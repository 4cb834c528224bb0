"""Formats of weights: bits of an element and its scale, and the bytes of a weight part by part."""

from derive.library.nomenclature.vocabulary import v

# --- one format ---
weight_element_size = v(
    "weight_element_size", "bit", "bits of one element of the weights, scales apart",
    tex=r"w_{\mathrm{el}}", aliases=("weight_bits",),
)  # fmt: skip
weight_scale_size = v(
    "weight_scale_size", "bit", "bits of the scale (and zero point) of one group of weights",
    tex=r"\omega_{\mathrm{w}}", within="[0, oo)",
)  # fmt: skip
weight_group_size = v(
    "weight_group_size", "1", "weights that share one scale",
    tex=r"n_{\mathrm{grp,w}}", whole=True,
)  # fmt: skip

# --- part by part ---
rest_bytes_per_param = v(
    "rest_bytes_per_param", "byte/param",
    "bytes of one stored weight in the parts whose format is not stated",
    tex=r"w_{\mathrm{rest}}",
)  # fmt: skip
routed_bytes_per_param = v(
    "routed_bytes_per_param", "byte/param", "bytes of one stored weight of the routed experts",
    tex=r"w_{\mathrm{rout}}", aliases=("expert_bytes_per_param",),
    activity="reading routed weights",
)  # fmt: skip
common_bytes_per_param = v(
    "common_bytes_per_param", "byte/param",
    "bytes of one stored weight of the feed-forward blocks that every token uses",
    tex=r"w_{\mathrm{com}}",
)  # fmt: skip
attention_bytes_per_param = v(
    "attention_bytes_per_param", "byte/param", "bytes of one stored weight of attention",
    tex=r"w_{\mathrm{att}}",
)  # fmt: skip
embedding_bytes_per_param = v(
    "embedding_bytes_per_param", "byte/param", "bytes of one stored weight of the vocabulary",
    tex=r"w_{\mathrm{emb}}",
)  # fmt: skip
dense_bytes_per_param = v(
    "dense_bytes_per_param", "byte/param",
    "mean bytes of one stored weight outside the routed experts",
    tex=r"w_{\mathrm{dense}}", activity="reading the other weights",
)  # fmt: skip
routed_bytes_ratio = v(
    "routed_bytes_ratio", "1", "bytes of a weight of the routed experts over those of the rest",
    tex=r"\omega_{\mathrm{rout}}", default="1", without=("routed_bytes_per_param",),
)  # fmt: skip
common_bytes_ratio = v(
    "common_bytes_ratio", "1",
    "bytes of a weight of the common feed-forward blocks over those of the rest",
    tex=r"\omega_{\mathrm{com}}", default="1", without=("common_bytes_per_param",),
)  # fmt: skip
attention_bytes_ratio = v(
    "attention_bytes_ratio", "1", "bytes of a weight of attention over those of the rest",
    tex=r"\omega_{\mathrm{att}}", default="1", without=("attention_bytes_per_param",),
)  # fmt: skip
embedding_bytes_ratio = v(
    "embedding_bytes_ratio", "1", "bytes of a weight of the vocabulary over those of the rest",
    tex=r"\omega_{\mathrm{emb}}", default="1", without=("embedding_bytes_per_param",),
)  # fmt: skip
