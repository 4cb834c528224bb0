"""Claims of write-ups, and their trials."""

from derive.claims.claim import Claim, claim, claims
from derive.claims.trial import Trial, answer_to, try_claim

__all__ = ["Claim", "Trial", "answer_to", "claim", "claims", "try_claim"]
