"""Sanitised text, without invisible characters, for every writer to escape."""

from __future__ import annotations

import re
import unicodedata

from derive.units.superscripts import raised

_POWER = re.compile(
    r"(?<![\w.,/@-])([1-9]\d{0,2}(?:\.\d+)?|[1-9]\d{3}(?=e\d\b))e(\d\d?)(?![\w./-])"
)
_COMPARED = {"<=": "≤", ">=": "≥"}
_RUN = re.compile(r"\S{41,}")
_PIECE = re.compile(r"[^\s/_.?=&+-]{20}(?=[^\s/_.?=&+-])|[/_.?=&+-]+(?=\S)")
_GAPS = re.compile(r"\s+")
_COUNTED = "bits?|bytes?|FLOPs?|tokens?"
_UNIT = re.compile(
    rf"(?<=[\d⁰¹²³⁴-⁹]) (?=[%×]|(?:[kMGTPmµμn]?(?:s|B|W|Wh|J|{_COUNTED})"
    r"|USD|GPUs?|param|sequences?|hours?|days?)\b)"
    r"|(?<=[,:\d] ×) (?=\d)|(?<=[=≈≥≤<>]) (?=[−-]?\d)|(?<=&[gl]t;) (?=\d)"
)


def sanitise(text: str) -> str:
    """The text with composed letters, single spaces and no control or formatting characters, which
    steer terminals and hide text.

    >>> sanitise("a\\x1b[31m  b")
    'a[31m b'
    """
    spaced = _GAPS.sub(" ", unicodedata.normalize("NFC", text))
    return spaced if spaced.isprintable() else "".join(c for c in spaced if c.isprintable())


def unbroken(text: str) -> str:
    """Text in which no line ends between a number and its unit, or the sign before it, by no-break
    spaces. The signs < and > may be those of escaped markup.

    >>> unbroken("27.4 % of 3 ms for 8 users ≈ 5 &lt; 6")
    '27.4\xa0% of 3\xa0ms for 8 users ≈\xa05 &lt;\xa06'
    """
    return _UNIT.sub("\u00a0", text)


def as_set(text: str) -> str:
    """Text with powers of ten and comparisons as they are set, not as they are typed.

    >>> as_set("685e9 in the checkpoint (at 9b4e978), prompt <= 200k")
    '685 × 10⁹ in the checkpoint (at 9b4e978), prompt ≤ 200k'
    """
    text = _POWER.sub(lambda m: f"{m[1]} × 10{raised(m[2])}", text)
    return re.sub(r"(?<= )[<>]=(?= )", lambda sign: _COMPARED[sign[0]], text)


def verbatim(line: str) -> str:
    """A line of code without control characters, its spaces kept, tabs as spaces.

    >>> verbatim("\\tif a:  # \\x1b[31m")
    '    if a:  # [31m'
    """
    spaced = "".join(" " if c.isspace() else c for c in line.expandtabs(4))
    return "".join(c for c in spaced if c.isprintable())


def in_pieces(text: str, mark: str) -> str:
    """The text with marks at break points of words too long for a line: behind the signs of an
    address, and in what is still too long.

    >>> in_pieces("short " + "x" * 50, "|")
    'short xxxxxxxxxxxxxxxxxxxx|xxxxxxxxxxxxxxxxxxxx|xxxxxxxxxx'
    >>> in_pieces("https://docs.example.org/quick_start/details", "|")
    'https://|docs.|example.|org/|quick_|start/|details'
    """
    return _RUN.sub(lambda run: _PIECE.sub(lambda piece: piece[0] + mark, run[0]), text)
