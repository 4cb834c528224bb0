"""The catalogue: entries of `quantities/` and of users' files, each value with unit and source."""

from derive.public_names import public_names

__all__, __getattr__ = public_names(__name__, __file__)
