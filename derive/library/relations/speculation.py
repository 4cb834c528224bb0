"""Speculative decoding: tokens drafted ahead, checked in one pass, and kept up to the first that
the model refuses.
"""

from derive.equations import Direction, Eq, Neglected, Relation, Theorem
from derive.library.nomenclature.conversions import (
    ONE_SEQUENCE,
    ONE_TOKEN,
    emitted_tokens_per_pass,
    kept_fraction,
    tokens_per_pass,
)
from derive.library.nomenclature.serving import acceptance_rate, draft_length
from derive.library.relations.roofline import emission

INDEPENDENT = "each drafted token is kept with the same chance, whatever came before"
_processed = tokens_per_pass * ONE_SEQUENCE / ONE_TOKEN

drafted = Relation(
    "drafted",
    Eq(tokens_per_pass, draft_length + ONE_TOKEN / ONE_SEQUENCE),
    "A pass checks the drafted tokens and produces one more of its own.",
    source="speculative-decoding: expected tokens per step",
)
accepted = Relation(
    "accepted",
    Eq(kept_fraction, (1 - acceptance_rate**_processed) / ((1 - acceptance_rate) * _processed)),
    "Drafts are kept up to the first refusal, and the model's own token is always kept: a geometric"
    " sum over the tokens processed.",
    source="speculative-decoding: expected tokens per step",
    holds=INDEPENDENT,
    neglects=(
        Neglected(
            "that later drafts are kept less often than the first",
            1 - (1 + acceptance_rate) * (1 - acceptance_rate) / (1 - acceptance_rate**_processed),
            Direction.LOWERS,
            most=True,
        ),
    ),
)
kept_tokens = Theorem(
    "kept_tokens",
    Eq(
        emitted_tokens_per_pass,
        ONE_TOKEN
        / ONE_SEQUENCE
        * (1 - acceptance_rate ** (draft_length * ONE_SEQUENCE / ONE_TOKEN + 1))
        / (1 - acceptance_rate),
    ),
    "A pass over n drafts keeps one token and a geometric series of drafts; all n + 1 are computed,"
    " so the batch that balances falls by more.",
    follows_from=(emission, drafted, accepted),
    source="speculative-decoding: expected tokens per step",
    holds=INDEPENDENT,
)
RELATIONS = (drafted, accepted)
CONSTRAINTS = ()
THEOREMS = (kept_tokens,)
