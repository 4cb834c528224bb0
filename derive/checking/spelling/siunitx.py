r"""Quantities set with siunitx: `\SI{9.81}{m.s^{-2}}`, `\qty{5}{\kilo\metre\per\hour}`,
`\num{1.5e3}`.
"""

from __future__ import annotations

import re

from derive.units.text import is_unit

QUANTITIES, UNITS, NUMBERS = {"SI", "qty"}, {"si", "unit"}, {"num"}
_PREFIXES = {
    "nano": "n", "micro": "u", "milli": "m", "kilo": "k", "mega": "M", "giga": "G", "tera": "T",
    "peta": "P", "exa": "E",
}  # fmt: skip
_PIECE = re.compile(
    r"\\(?P<command>[A-Za-z]+)|(?P<power>\^\s*(?:\{\s*(?P<braced>[+-]?\d+)\s*\}|(?P<bare>\d)))|(?P<product>[.~*·]|\\,|\s+)|(?P<other>[^\\])"
)
_CELSIUS = re.compile(r"\\(?:degree\s*C(?:elsius)?|celsius)(?![A-Za-z])")
_MICRO = re.compile(r"\\mu\s*(?=[A-Za-z])")
NUMBER = re.compile(r"(?:\d[\d ]*)(?:[.,]\d+)?(?:[eE][+-]?\d+)?|\.\d+")


def unit_text(source: str) -> str:
    r"""A siunitx unit in this project's spelling.

    >>> unit_text(r"\kilo\metre\per\second\squared"), unit_text("kg.m^{-1}.s^{-2}")
    ('kmetre/second^2', 'kg*m^-1*s^-2')
    >>> unit_text(r"\mu s"), unit_text(r"\degree C"), unit_text(r"\metre\per\micro s")
    ('µs', 'degC', 'metre/us')
    """
    made, sign, prefix, raised = "", "", "", ""
    for piece in _PIECE.finditer(_MICRO.sub("µ", _CELSIUS.sub("degC", source.strip()))):
        command = piece["command"]
        if command == "per":
            sign = "/"
        elif command in ("square", "cubic"):
            raised = "^2" if command == "square" else "^3"
        elif command in ("squared", "cubed"):
            made += "^2" if command == "squared" else "^3"
        elif command in _PREFIXES:
            prefix = _PREFIXES[command]
        elif command:
            made += f"{sign or ('*' if made else '')}{prefix}{command}{raised}"
            sign = prefix = raised = ""
        elif piece["power"]:
            made += f"^{piece['braced'] or piece['bare']}"
        elif piece["product"]:
            made += "*" if made and made[-1] not in "*/(" and not sign + prefix else ""
        elif piece["other"] not in "{}":
            made += sign + prefix + piece["other"]
            sign = prefix = ""
    return made.rstrip("*")


def known_unit(source: str) -> str | None:
    """The unit, if it is known; else None."""
    text = unit_text(source)
    return text if is_unit(text) else None
