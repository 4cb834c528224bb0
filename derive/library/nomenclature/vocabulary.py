"""The one vocabulary all subjects declare into; the order of declaration is the order in print."""

from derive.equations.vocabulary import Vocabulary

v = Vocabulary("the library")
