"""LaTeX maths as tokens for the grammar."""
