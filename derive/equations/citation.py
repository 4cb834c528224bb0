"""Citations of sources, with a place in each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Citation(NamedTuple):
    """The id of a source (quantities/sources.toml) and a place in it, such as a line or a section;
    "" for the whole source.
    """

    source: str
    where: str = ""


def cited_texts(citations: Iterable[Citation]) -> list[str]:
    """Citations as text: "roofline-tour: line 7"."""
    return [": ".join(filter(None, cited)) for cited in citations]


def read_citations(text: str) -> tuple[Citation, ...]:
    """The citations of a text: ids, places after a colon, semicolons between citations.

    >>> read_citations("roofline-tour: line 7; scaling-book-inference")
    (Citation(source='roofline-tour', where='line 7'), Citation(source='scaling-book-inference',
    where=''))
    """
    parts = (part.partition(":") for part in text.split(";") if part.strip())
    return tuple(Citation(id.strip(), where.strip()) for id, _, where in parts)
