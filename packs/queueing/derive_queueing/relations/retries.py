"""Retries: what failures add to the load."""

from derive import Eq, Relation, Theorem, Variant
from derive_queueing.variables import (
    arrivals,
    attempts,
    failed_requests_share,
    failure_share,
    fresh_requests,
    retries,
)

POLICY = "retries"
UNLIMITED = Variant(POLICY, "unlimited", usual=True)
LIMITED = Variant(POLICY, "limited")
INDEPENDENT = "attempts fail independently of each other and of the load"

load_of_retries = Relation(
    "load_of_retries",
    Eq(arrivals, fresh_requests * attempts),
    "Every attempt is a request to the servers.",
    source="own-derivation: definition of the attempts",
)
attempts_until_success = Relation(
    "attempts_until_success",
    Eq(attempts, 1 / (1 - failure_share)),
    "A request is tried until it succeeds.",
    source="own-derivation: mean of a geometric distribution",
    holds=INDEPENDENT,
    variant=UNLIMITED,
)
limited_attempts = Relation(
    "limited_attempts",
    Eq(attempts, (1 - failure_share ** (retries + 1)) / (1 - failure_share)),
    "A request is tried until it succeeds, or its retries are used up.",
    source="own-derivation: geometric sum of the attempts",
    holds=INDEPENDENT,
    variant=LIMITED,
)
lost_for_good = Relation(
    "lost_for_good",
    Eq(failed_requests_share, failure_share ** (retries + 1)),
    "All attempts of a request fail.",
    source="own-derivation: product of the shares",
    holds=INDEPENDENT,
    variant=LIMITED,
)
success_per_attempt = Theorem(
    "success_per_attempt",
    Eq(attempts, (1 - failed_requests_share) / (1 - failure_share)),
    "Requests that succeed over attempts that do.",
    follows_from=(limited_attempts.with_variant(None), lost_for_good.with_variant(None)),
    source="own-derivation: from limited_attempts and lost_for_good",
)
RELATIONS = (load_of_retries, attempts_until_success, limited_attempts, lost_for_good)
CONSTRAINTS = ()
THEOREMS = (success_per_attempt,)
