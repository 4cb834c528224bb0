"""Every reading of some hundreds of texts, as kept in `units.txt`, and what pint makes of them.

`DERIVE_REGENERATE=1 pytest tests/golden` writes the file anew; the difference says what
has changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.units.prefixes import PREFIXES
from derive.units.registry import add_units, definitions, registry
from derive.units.text import parse_unit
from tests.golden.kept import compared
from tests.golden.unit_texts import PAIRS, conversions, lines

FILE = Path(__file__).with_name("units.txt")
DECIMAL = {
    "pico": -12, "femto": -15, "nano": -9, "micro": -6, "milli": -3, "centi": -2, "deci": -1,
    "hecto": 2, "kilo": 3, "mega": 6, "giga": 9, "tera": 12, "peta": 15, "exa": 18,
}  # fmt: skip
BINARY = {"kibi": 10, "mebi": 20, "gibi": 30, "tebi": 40}


def test_texts_are_read_as_kept() -> None:
    """Without rates, and with two that connect three currencies."""
    found = [*lines(), *conversions()]
    add_units("EUR = 1.08 USD\nGBP = 1.2 EUR")
    parse_unit.cache_clear()
    compared(FILE, [*found, *(f"with rates {line}" for line in conversions())])


def test_every_prefix_has_its_power() -> None:
    """Each unit with each prefix that it takes is the unit times that power of ten or two."""
    known = definitions()
    for spelling, name in known.name_of.items():
        for prefix in {*PREFIXES, *PREFIXES.values()}:
            found = known.resolve(prefix + spelling)
            if found is None or not found.prefix or found.name != found.prefix + name:
                continue
            power = DECIMAL.get(found.prefix)
            size = 10.0**power if power is not None else 2.0 ** BINARY[found.prefix]
            assert found.factor == pytest.approx(size * known.size_of[name][0], rel=1e-14)


@pytest.mark.parametrize("name", PAIRS)
def test_sizes_are_those_of_pint(name: str) -> None:
    """Of the compound units above, by pint's own reading of the text."""
    units = parse_unit(name)
    size = registry().Quantity(1, name).to_base_units().magnitude
    assert units.factor == pytest.approx(size, rel=1e-12)
