"""Imprint of a report: date, version, authors, links, from the source and never from the clock."""

from __future__ import annotations

import pytest

from derive.errors import DataError
from derive.rendering.document.document import Link, Text
from derive.reporting.imprint import imprint
from derive.version import __version__


def test_the_date_is_the_stated_one_else_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = f"computed with derive {__version__}"
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert imprint() == (Text(made),)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert imprint() == (Text(f"2 January 1970 · {made}"),)
    assert imprint(("A. One", "B. Two"), "2026-11") == (
        Text(f"A. One and B. Two · November 2026 · {made}"),
    )
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(DataError, match="SOURCE_DATE_EPOCH"):
        imprint()


def test_links_follow_the_version() -> None:
    assert imprint((), "2026", {"Data": "https://e.org"})[-1] == Link("Data", "https://e.org")
