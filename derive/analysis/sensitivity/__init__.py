"""How sensitive: elasticities of an answer, and how far its regimes and constraints are from
flipping.
"""
