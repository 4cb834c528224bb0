"""derive convert: a quantity in another unit."""

from __future__ import annotations

import click

from derive.cases.user_files import load_user_files
from derive.cli.options import data_options, json_option
from derive.cli.output import Output
from derive.units.conversion import converted
from derive.units.display import format_number, json_number, with_unit
from derive.units.products import parse_product

_DIGITS = 7
_JOINING = ("in", "to")


@click.command("convert")
@click.argument("words", nargs=-1, metavar="QUANTITY UNIT")
@data_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    words: tuple[str, ...],
    data: tuple[str, ...],
    units: tuple[str, ...],
    as_json: bool,
) -> None:
    """Convert a quantity, product or quotient to a unit.

    A currency is exchanged at the rate that --units states; derive list units has the units. A
    ratio needs no unit.

    \b
    derive convert "1 kWh" eV
    derive convert 100 Gbit/s to GB/s
    derive convert "2 TB / (10 Gbit/s)" minute
    derive convert "3.35 TB/s / (450 GB/s)"
    derive convert "20 EUR/hour" USD/month --units "EUR = 1.08 USD"
    """
    load_user_files(data, units)
    if len(words) < 2 and not any(map(_is_pure, words)):
        raise click.UsageError('Name a quantity and a unit: derive convert "1 kWh" eV', ctx)
    quantity, unit = (_quantity(words[:-1]), words[-1]) if len(words) > 1 else (words[0], "1")
    wanted, number = converted(quantity, unit)
    output = Output(as_json)
    if as_json:
        output.json({"quantity": quantity, "number": json_number(number), "unit": wanted.text})
    else:
        shown = with_unit(format_number(number, _DIGITS), wanted.text)
        output.text(f"{quantity} = {shown}\n")


def _is_pure(quantity: str) -> bool:
    """Whether a quantity is a number without a unit, such as a ratio, which needs no unit."""
    unit = parse_product(quantity).unit
    return unit is None or not unit.dimension


def _quantity(words: tuple[str, ...]) -> str:
    """The quantity of the words before a unit, of which the last may be a joining "in" or "to"."""
    joined = len(words) > 1 and words[-1] in _JOINING
    return " ".join(words[:-1] if joined else words)
