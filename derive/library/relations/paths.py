"""A path of links: the bandwidth and latency from one end to the other, and what a message of a
given size sees of them.
"""

from derive.equations import Eq, Min, Relation, Theorem, Variant
from derive.library.nomenclature.hardware import peak_flops
from derive.library.nomenclature.kernels import (
    first_link_bandwidth,
    first_link_latency,
    half_bandwidth_message,
    link_balance,
    message_bandwidth,
    message_bytes,
    message_time,
    path_bandwidth,
    path_latency,
    second_link_bandwidth,
    second_link_latency,
    third_link_bandwidth,
    third_link_latency,
)
from derive.library.nomenclature.networks import scale_up_bandwidth

TWO = Variant("path", "two_in_series", usual=True)
THREE = Variant("path", "three_in_series")
PARALLEL = Variant("path", "two_in_parallel")
STREAMED = "a link sends on what has arrived while more is coming"

# --- links to a path ---
narrower_of_two = Relation(
    "narrower_of_two",
    Eq(path_bandwidth, Min(first_link_bandwidth, second_link_bandwidth)),
    "One after the other, links carry no more than the narrowest of them.",
    source="own-derivation: what enters one link must leave the next",
    holds=STREAMED,
    variant=TWO,
)
latency_of_two = Relation(
    "latency_of_two",
    Eq(path_latency, first_link_latency + second_link_latency),
    "The first byte takes its time over every link.",
    source="own-derivation: the time over each link, one after the other",
    variant=TWO,
)
narrowest_of_three = Relation(
    "narrowest_of_three",
    Eq(path_bandwidth, Min(first_link_bandwidth, second_link_bandwidth, third_link_bandwidth)),
    narrower_of_two.why,
    source="own-derivation: from narrower_of_two, with one link more",
    holds=STREAMED,
    variant=THREE,
)
latency_of_three = Relation(
    "latency_of_three",
    Eq(path_latency, first_link_latency + second_link_latency + third_link_latency),
    latency_of_two.why,
    source="own-derivation: from latency_of_two, with one link more",
    variant=THREE,
)
side_by_side = Relation(
    "side_by_side",
    Eq(path_bandwidth, first_link_bandwidth + second_link_bandwidth),
    "Side by side, links carry parts of one message at once.",
    source="own-derivation: each link carries its part at its own rate",
    variant=PARALLEL,
)
latency_side_by_side = Relation(
    "latency_side_by_side",
    Eq(
        path_latency,
        (first_link_bandwidth * first_link_latency + second_link_bandwidth * second_link_latency)
        / (first_link_bandwidth + second_link_bandwidth),
    ),
    "The parts are cut so that both arrive together, and each link counts by its bandwidth.",
    source="own-derivation: from side_by_side, where both parts take equally long",
    holds="the message is long enough for both links to carry some of it",
    variant=PARALLEL,
)

# --- a message ---
one_message = Relation(
    "one_message",
    Eq(message_time, path_latency + message_bytes / path_bandwidth),
    "The first byte travels, then the others follow at the rate of the path.",
    source="scaling-book-roofline: section on where the time goes, communication between chips",
    holds="nothing else is on the links",
)
seen_by_a_message = Relation(
    "seen_by_a_message",
    Eq(message_bandwidth, message_bytes / message_time),
    "What a sender sees: its bytes over the time they took.",
    source="nccl-tests: section on algorithm bandwidth",
)
latency_times_bandwidth = Relation(
    "latency_times_bandwidth",
    Eq(half_bandwidth_message, path_latency * path_bandwidth),
    "A message as long as what the path holds spends half its time on latency.",
    source="own-derivation: from one_message, where both terms are equal",
)
balance_of_the_link = Relation(
    "balance_of_the_link",
    Eq(link_balance, peak_flops / scale_up_bandwidth),
    "Operations the chip can do in the time it sends one byte to a neighbour.",
    source="scaling-book-roofline: section on network communication rooflines",
)

share_of_the_path = Theorem(
    "share_of_the_path",
    Eq(message_bandwidth, path_bandwidth / (1 + half_bandwidth_message / message_bytes)),
    "A message of the half-bandwidth size sees half the path, one ten times as long ten elevenths.",
    follows_from=(one_message, seen_by_a_message, latency_times_bandwidth),
    source="own-derivation: from one_message, seen_by_a_message and latency_times_bandwidth",
)
RELATIONS = (
    narrower_of_two, latency_of_two, narrowest_of_three, latency_of_three, side_by_side,
    latency_side_by_side, one_message, seen_by_a_message, latency_times_bandwidth,
    balance_of_the_link,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (share_of_the_path,)
