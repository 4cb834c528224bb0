"""Which weights a step reads: all of them, or those of the experts that the batch touches.

A mixture of experts reads every parameter only when the batch is large enough that each expert is
used by some token. With few sequences it reads little more than what their own tokens use.
"""

from derive.equations import (
    AtLeast,
    Constraint,
    Direction,
    Eq,
    Neglected,
    Relation,
    Theorem,
    Variant,
)
from derive.library.nomenclature.batch import (
    dense_params,
    expert_share,
    latency_floor_active,
    read_params,
    routed_params,
    touched_expert_share,
)
from derive.library.nomenclature.conversions import (
    ONE_TOKEN,
    bytes_per_param,
    flops_per_param,
    tokens_per_pass,
)
from derive.library.nomenclature.decode import (
    arithmetic_intensity,
    batch_size,
    context_length,
    kv_bytes_per_token,
    latency_floor,
    mbu,
    step_time,
    weight_fetch_time,
)
from derive.library.nomenclature.hardware import bandwidth_efficiency, gpus, hbm_bandwidth
from derive.library.nomenclature.model import active_experts, active_params, n_experts, total_params
from derive.library.relations.roofline import (
    WEIGHT_READ,
    compute,
    not_multiplied,
    not_read,
    state_in_intensity,
    state_in_utilisation,
)
from derive.library.relations.split import PLAIN

TOUCHED = Variant(WEIGHT_READ, "experts_touched", beside=PLAIN)
EVEN = "tokens choose their experts evenly and independently of each other, in every layer alike"

all_params = Relation(
    "all_params",
    Eq(total_params, dense_params + routed_params),
    "A parameter belongs to a routed expert or is used by every token.",
    source="deepseek-v3-config: n_routed_experts and n_shared_experts",
)
params_of_one_token = Relation(
    "params_of_one_token",
    Eq(active_params, dense_params + expert_share * routed_params),
    "A token uses what is common to all and its share of the routed experts.",
    source="deepseek-v3-config: n_activated_experts and n_shared_experts",
    holds="the routed experts are of one size, and a token uses as many in every layer",
)
experts_of_one_token = Relation(
    "experts_of_one_token",
    Eq(active_experts, expert_share * n_experts),
    "The router sends a token to this share of the routed experts of a layer.",
    source="deepseek-v3-config: n_activated_experts and n_routed_experts",
)
skewed_choice = Neglected(
    "that tokens favour the same experts",
    1 - active_params / read_params,
    Direction.LOWERS,
    most=True,
)
touched = Relation(
    "touched",
    Eq(
        read_params,
        total_params
        - (total_params - active_params)
        * (1 - expert_share) ** (batch_size * tokens_per_pass / ONE_TOKEN - 1),
    ),
    "What one token leaves unread stays unread only if no other token of the step chooses it.",
    source="expected-experts: the comment on the average number of activated experts",
    holds=EVEN,
    neglects=(skewed_choice,),
)
share_touched = Relation(
    "share_touched",
    Eq(touched_expert_share, 1 - (total_params - read_params) / routed_params),
    "What a step leaves unread are the routed experts that no token of it chose.",
    source="expected-experts: the comment on the average number of activated experts",
    holds=EVEN,
)
touched_weight_fetch = Relation(
    "touched_weight_fetch",
    Eq(
        weight_fetch_time,
        bytes_per_param * read_params / (gpus * hbm_bandwidth * bandwidth_efficiency),
    ),
    "Only the weights that some token of the step uses are read.",
    source="own-derivation: from weight_fetch and touched",
    holds="the experts that are read lie evenly on the GPUs",
    neglects=(not_read(read_params),),
    variant=TOUCHED,
)
active_floor = Relation(
    "active_floor",
    Eq(
        latency_floor_active,
        bytes_per_param * active_params / (gpus * hbm_bandwidth * bandwidth_efficiency),
    ),
    "A single token needs its active parameters and no others.",
    source="flashcards: latency floor, first version; practice-questions: latency floor",
    neglects=(not_read(active_params),),
    variant=PLAIN,
)
touched_floor = Relation(
    "touched_floor",
    Eq(latency_floor, latency_floor_active),
    "However small the batch, a step cannot be shorter than reading what one token uses.",
    source="flashcards: latency floor, first version; practice-questions: latency floor",
    neglects=(
        Neglected(
            "that several tokens touch more experts than one",
            total_params / active_params - 1,
            Direction.RAISES,
            most=True,
        ),
    ),
    variant=Variant(WEIGHT_READ, "experts_touched"),
)
touched_bandwidth_utilisation = Relation(
    "touched_bandwidth_utilisation",
    Eq(
        mbu,
        (bytes_per_param * read_params + batch_size * context_length * kv_bytes_per_token)
        / (gpus * hbm_bandwidth * step_time),
    ),
    "Bytes read over what the peak bandwidth could have read in the step.",
    source="own-derivation: from bandwidth_utilisation and touched",
    neglects=(not_read(read_params).at({}, of=mbu), state_in_utilisation),
    variant=TOUCHED,
)
touched_step_intensity = Relation(
    "touched_step_intensity",
    Eq(
        arithmetic_intensity,
        flops_per_param
        * tokens_per_pass
        * batch_size
        * active_params
        / (bytes_per_param * read_params + batch_size * context_length * kv_bytes_per_token),
    ),
    "Operations of a step over the bytes it reads, of which only the experts that its tokens use"
    " are a part.",
    source="own-derivation: from step_intensity and touched",
    neglects=(
        compute.neglects[0],
        not_multiplied(active_params).at({}, of=arithmetic_intensity),
        state_in_intensity,
    ),
    variant=TOUCHED,
)
one_token_is_read = Constraint(
    "one_token_is_read",
    AtLeast(read_params, active_params),
    "A step reads at least what one token uses.",
    source="own-derivation: from touched at one token",
)

touched_experts = Theorem(
    "touched_experts",
    Eq(
        read_params,
        dense_params
        + routed_params * (1 - (1 - expert_share) ** (batch_size * tokens_per_pass / ONE_TOKEN)),
    ),
    "What every token uses is read, and of the routed experts the share that some token chooses.",
    follows_from=(touched, all_params, params_of_one_token),
    source="expected-experts: the comment on the average number of activated experts",
    holds=touched.holds,
)
_one_token = Relation(
    "one_token_a_step",
    Eq(batch_size, ONE_TOKEN / tokens_per_pass),
    "One token is processed in the step.",
    source="own-derivation: the case considered",
)
one_token_reads_its_active_params = Theorem(
    "one_token_reads_its_active_params",
    Eq(read_params, active_params),
    "A step of one token reads its active parameters: the floor of the write-ups' later reading is"
    " the small end of the exact law.",
    follows_from=(touched, _one_token),
    source="own-derivation: from touched at one token; flashcards: latency floor, first version",
    holds=touched.holds,
)
RELATIONS = (
    all_params, params_of_one_token, experts_of_one_token, touched, share_touched,
    touched_weight_fetch, active_floor, touched_floor, touched_bandwidth_utilisation,
    touched_step_intensity,
)  # fmt: skip
CONSTRAINTS = (one_token_is_read,)
THEOREMS = (touched_experts, one_token_reads_its_active_params)
