"""Scale-up domains: the GPUs one fast network joins, its links, and what a generation of hardware
changes.
"""

import sympy

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.conversions import bytes_per_param
from derive.library.nomenclature.decode import weight_fetch_time
from derive.library.nomenclature.hardware import (
    bandwidth_efficiency,
    domain_gpus,
    gpus,
    hbm_bandwidth,
    hbm_capacity,
)
from derive.library.nomenclature.model import total_params
from derive.library.nomenclature.networks import (
    bandwidth_growth,
    bandwidth_per_link,
    cables_per_gpu,
    domain_bandwidth_growth,
    domain_cables,
    domain_capacity_growth,
    domain_growth,
    domains_filled,
    earlier_domain_gpus,
    earlier_hbm_bandwidth,
    earlier_hbm_capacity,
    full_domain_bandwidth,
    full_domain_capacity,
    link_directions,
    links_per_gpu,
    n_domains,
    network_ratio,
    quoted_scale_up_bandwidth,
    scale_out_bandwidth,
    scale_up_bandwidth,
)
from derive.library.relations.roofline import weight_fetch

# --- links ---
links = Relation(
    "links",
    Eq(scale_up_bandwidth, links_per_gpu * bandwidth_per_link),
    "A GPU sends over all its links at once.",
    source="mle_net: section on NVLink, table of links and bandwidth",
)
quoted_link = Relation(
    "quoted_link",
    Eq(quoted_scale_up_bandwidth, link_directions * scale_up_bandwidth),
    "Vendors add up both directions; a transfer uses one.",
    source="mle_net: section on unidirectional and bidirectional speeds",
)
up_against_out = Relation(
    "up_against_out",
    Eq(network_ratio, scale_up_bandwidth / scale_out_bandwidth),
    "How much slower it is to leave the domain than to stay: the lecture's factor of eight.",
    source="roofline-tour: line 45; price-and-speed: line 39",
)
cabling = Relation(
    "cabling",
    Eq(domain_cables, cables_per_gpu * domain_gpus),
    "Every GPU has its own cables to the switches, so a larger domain is a denser backplane.",
    source="price-and-speed: lines 41 and 97 to 99; transcript: what limits a rack",
    holds=(
        "every GPU is wired to the switches directly, at the same bandwidth whatever the domain's"
        " size"
    ),
)

# --- how many domains ---
domains_exact = Relation(
    "domains_exact",
    Eq(domains_filled, gpus / domain_gpus),
    "The GPUs fill one scale-up domain after the other.",
    source="own-derivation: the GPUs in use, over those of a domain",
)
domains_whole = Relation(
    "domains_whole",
    Eq(n_domains, sympy.ceiling(domains_filled)),
    "A domain that is filled in part is a domain.",
    source="own-derivation: from domains_exact, rounded up",
)

# --- whole domains, and generations of them ---
full_capacity = Relation(
    "full_capacity",
    Eq(full_domain_capacity, domain_gpus * hbm_capacity),
    "All GPUs of the domain hold a part.",
    source="price-and-speed: line 59; transcript: memory of a rack",
)
full_bandwidth = Relation(
    "full_bandwidth",
    Eq(full_domain_bandwidth, domain_gpus * hbm_bandwidth),
    "All GPUs of the domain read side by side.",
    source="roofline-tour: line 64; price-and-speed: line 59",
)
growth_of_domain = Relation(
    "growth_of_domain",
    Eq(domain_growth, domain_gpus / earlier_domain_gpus),
    "A generation joins more GPUs in one domain.",
    source="roofline-tour: lines 47 to 51, table, and line 64",
)
growth_of_bandwidth = Relation(
    "growth_of_bandwidth",
    Eq(bandwidth_growth, hbm_bandwidth / earlier_hbm_bandwidth),
    "A generation gives each GPU a faster memory.",
    source="roofline-tour: line 64; transcript: bandwidth per generation",
)
growth_of_domain_bandwidth = Relation(
    "growth_of_domain_bandwidth",
    Eq(
        domain_bandwidth_growth,
        domain_gpus * hbm_bandwidth / (earlier_domain_gpus * earlier_hbm_bandwidth),
    ),
    "What a whole domain reads per second, beside a domain of the earlier generation.",
    source="roofline-tour: line 64; price-and-speed: line 59",
)
growth_of_domain_capacity = Relation(
    "growth_of_domain_capacity",
    Eq(
        domain_capacity_growth,
        domain_gpus * hbm_capacity / (earlier_domain_gpus * earlier_hbm_capacity),
    ),
    "What a whole domain holds, beside a domain of the earlier generation.",
    source="price-and-speed: line 59",
)

domain_growth_times_bandwidth_growth = Theorem(
    "domain_growth_times_bandwidth_growth",
    Eq(domain_bandwidth_growth, domain_growth * bandwidth_growth),
    "The jump is that of the domain times that of the memory; the write-ups quote the first alone.",
    follows_from=(growth_of_domain_bandwidth, growth_of_domain, growth_of_bandwidth),
    source=(
        "own-derivation: from growth_of_domain_bandwidth, growth_of_domain and growth_of_bandwidth"
    ),
)
weight_load_in_a_full_domain = Theorem(
    "weight_load_in_a_full_domain",
    Eq(
        weight_fetch_time,
        bytes_per_param * total_params / (full_domain_bandwidth * bandwidth_efficiency),
    ),
    "Weights spread over a whole domain load at the bandwidth of the whole domain.",
    follows_from=(
        weight_fetch,
        full_bandwidth,
        Relation(
            "domain_in_use",
            Eq(gpus, domain_gpus),
            "All GPUs of one domain run the model.",
            source="own-derivation: the case considered",
        ),
    ),
    source="roofline-tour: line 64; price-and-speed: line 59",
)
RELATIONS = (
    links, quoted_link, up_against_out, cabling, domains_exact, domains_whole, full_capacity,
    full_bandwidth, growth_of_domain, growth_of_bandwidth, growth_of_domain_bandwidth,
    growth_of_domain_capacity,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (domain_growth_times_bandwidth_growth, weight_load_in_a_full_domain)
