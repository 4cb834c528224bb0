"""Prefixes of units, and which units take which."""

from __future__ import annotations

# Prefixes and the units that take them: milli and smaller only where tokens and parameters are
# excluded.
SMALL = {
    "m": "milli",
    "u": "micro",
    "µ": "micro",
    "μ": "micro",
    "n": "nano",
    "milli": "milli",
    "micro": "micro",
    "nano": "nano",
}
LARGE = {"k": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta", "E": "exa"}
TINY = {"p": "pico", "pico": "pico", "f": "femto", "femto": "femto"}
NEAR_ONE = {"c": "centi", "centi": "centi", "d": "deci", "deci": "deci"}
HUNDRED = {"h": "hecto", "hecto": "hecto"}
BINARY = {"Ki": "kibi", "Mi": "mebi", "Gi": "gibi", "Ti": "tebi"}
TAKES_SMALL = {
    "second", "watt", "watt_hour", "USD", "meter", "joule", "volt", "ampere", "newton", "pascal",
    "hertz", "ohm", "weber", "tesla", "henry", "farad", "electronvolt", "mole", "coulomb", "gCO2e",
    "siemens", "litre", "gram", "bar", "torr", "becquerel", "calorie", "arcsecond", "dalton",
    "light_year", "radian", "ampere_hour", "gray", "sievert",
}  # fmt: skip
TAKES_TINY = {
    "second", "meter", "watt", "joule", "volt", "ampere", "coulomb", "farad", "henry", "gram",
    "newton", "mole", "litre",
}  # fmt: skip
TAKES_NEAR_ONE = {"meter", "litre", "gram"}
TAKES_HUNDRED = {"pascal"}
TAKES_LARGE = TAKES_SMALL - {"second", "litre"} | {
    "byte",
    "bit",
    "bit_per_second",
    "byte_per_second",
    "FLOP",
    "MAC",
    "OP",
    "token",
    "param",
    "tCO2e",
    "GPU",
}
TAKES_BINARY = {"byte", "bit"}
# Long prefixes that documents write with a capital: Gigabyte, Petabits.
CAPITAL = {long.capitalize(): long for long in (*BINARY.values(), *LARGE.values())}

PREFIXES = {
    **BINARY,
    **LARGE,
    **SMALL,
    **TINY,
    **NEAR_ONE,
    **HUNDRED,
}  # the long name of each
# In the order in which a word is tried: the prefixes, the units that take them, and whether those
# that the user added take them too.
_TAKEN = (
    (BINARY, TAKES_BINARY, False),
    (CAPITAL, TAKES_BINARY, False),
    (LARGE, TAKES_LARGE, True),
    (SMALL, TAKES_SMALL, True),
    (TINY, TAKES_TINY, False),
    (NEAR_ONE, TAKES_NEAR_ONE, False),
    (HUNDRED, TAKES_HUNDRED, False),
)
# By its first letter: a spelling of a prefix, its long name, the units, whether the user's too.
BY_LETTER: dict[str, list[tuple[str, str, set[str], bool]]] = {}
for _prefixes, _units, _own in _TAKEN:
    for _short, _long in _prefixes.items():
        for _spelling in (_short, _long):
            BY_LETTER.setdefault(_spelling[0], []).append((_spelling, _long, _units, _own))


def taken_by(unit: str) -> list[str]:
    """The short prefixes that a unit of derive's own takes, the largest first.

    >>> taken_by("bit")
    ['Ki', 'Mi', 'Gi', 'Ti', 'k', 'M', 'G', 'T', 'P', 'E']
    """
    return [
        short
        for prefixes, units, _ in _TAKEN
        if unit in units
        for short, long in prefixes.items()
        if len(short) < len(long) and short not in ("µ", "μ")
    ]
