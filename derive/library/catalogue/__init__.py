"""The catalogue: entries of `quantities/` and of users' files, each value with unit and source."""

from derive.library.catalogue.entry import Entry
from derive.library.catalogue.figure import SourcedValue
from derive.library.catalogue.lookup import entries, entry, source
from derive.library.catalogue.own_data import add_data
from derive.library.catalogue.record import Record
from derive.library.catalogue.sources import Source
from derive.library.catalogue.store import KINDS

__all__ = [
    "KINDS",
    "Entry",
    "Record",
    "Source",
    "SourcedValue",
    "add_data",
    "entries",
    "entry",
    "source",
]
