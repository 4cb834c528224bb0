"""Packs: relations of a subject with all that belongs to them, and which of them are in use."""
