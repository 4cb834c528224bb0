"""Text from data, freed of what cannot be seen: every writer escapes only this."""

from __future__ import annotations

import re
import unicodedata

_GAPS = re.compile(r"\s+")


def visible(text: str) -> str:
    """Composed letters, single spaces, no control or formatting characters (which steer terminals and hide text).

    >>> visible("a\\x1b[31m  b")
    'a[31m b'
    """
    return "".join(c for c in _GAPS.sub(" ", unicodedata.normalize("NFC", text)) if c.isprintable())
