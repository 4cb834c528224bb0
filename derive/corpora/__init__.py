"""Corpora: many documents checked in processes, findings as rows in shards, and counts of them."""
