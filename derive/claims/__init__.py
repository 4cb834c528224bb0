"""Claims of the sources, and their trial."""

from derive.claims.claim import Claim, Trial, claim, claims
from derive.claims.trial import answer_to, try_claim

__all__ = ["Claim", "Trial", "answer_to", "claim", "claims", "try_claim"]
