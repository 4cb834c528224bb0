"""Units and sizes of an equation's tokens as they are meant: litres, newtons, thousands, times."""

from __future__ import annotations

from derive.checking.symbols.names import Names
from derive.checking.tokens.glued_letters import with_powers
from derive.checking.tokens.joined_words import with_joined_words
from derive.checking.tokens.minutes import METRE, with_minutes
from derive.checking.tokens.multipliers import (
    has_sizes,
    multipliers_in,
    with_multipliers,
    with_sizes,
    with_thousands,
)
from derive.checking.tokens.names_of_words import names_with_symbols
from derive.checking.tokens.plain_figures import (
    in_plain_units,
    with_bytes,
    with_durations,
    with_micro,
    with_raised_figures,
)
from derive.checking.tokens.quantities import (
    TRANSFERS,
    WIDTHS,
    with_devices,
    with_litres,
    with_newtons,
    with_pins,
    with_transfers,
)
from derive.checking.tokens.rates_for_times import TIMES, with_rates_for_times
from derive.checking.tokens.reading_options import ReadingOptions
from derive.units.lexer import Token

# The passes that change nothing without one of these words, in order.
_PASSES = (
    (frozenset("L"), with_litres),
    (frozenset("N"), with_newtons),
    (TRANSFERS, with_transfers),
    (WIDTHS, with_pins),
    (TIMES, with_rates_for_times),
)


def with_units_and_sizes(
    pieces: list[Token], names: Names, ways: ReadingOptions, *, latex: bool
) -> tuple[list[Token], frozenset[int]]:
    """The tokens with their units and sizes as they are meant, and the places of multipliers."""
    multipliers: frozenset[int] = frozenset()
    texts = {piece.text for piece in pieces}
    pieces = with_devices(pieces, names)
    for telling, with_them in _PASSES:
        if not telling.isdisjoint(texts):
            pieces = with_them(pieces, names)
    pieces = pieces if latex else with_joined_words(pieces, names)
    if has_sizes(pieces):
        pieces = with_sizes(with_bytes(pieces, names), names)
        pieces = with_powers(pieces, names) if ways.letter else pieces
        pieces = with_multipliers(with_micro(pieces, names), names)
        multipliers = multipliers_in(pieces)
        pieces = in_plain_units(with_thousands(pieces, names, multipliers), names)
    pieces = with_raised_figures(pieces) if "^" in texts else pieces
    pieces = with_minutes(pieces, names) if METRE in texts else pieces
    pieces = with_durations(pieces)
    return names_with_symbols(pieces) if "(" in texts else pieces, multipliers
