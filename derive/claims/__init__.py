"""Trying what the write-ups claim."""

from derive.claims.claim import Claim, claim, claims
from derive.claims.trial import Trial, try_claim

__all__ = ["Claim", "Trial", "claim", "claims", "try_claim"]
