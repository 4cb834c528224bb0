"""What the names of an equation mean: bound by the author, defined by the text, or the
library's.
"""
