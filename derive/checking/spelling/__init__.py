"""Spellings of names: Greek letters, LaTeX commands, subscripts."""
