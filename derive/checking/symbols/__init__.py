"""Symbols of an equation: bound by the author, defined by the text, or the library's."""
