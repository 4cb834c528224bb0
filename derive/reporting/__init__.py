"""Reports: sources, answers, files."""

from derive.public_names import public_names

__all__, __getattr__ = public_names(__name__, __file__)
