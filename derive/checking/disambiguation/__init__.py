"""Disambiguation: the reading of symbols under which equations are judged."""
