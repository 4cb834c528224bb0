"""JSON as text, without characters that steer a terminal."""

from __future__ import annotations

import json
from typing import Any


def json_text(data: Any) -> str:
    r"""The data as indented JSON, its control and formatting characters escaped.

    >>> print(json_text("≈ a\x9b\u202e"))
    "≈ a\u009b\u202e"
    """
    text = json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)
