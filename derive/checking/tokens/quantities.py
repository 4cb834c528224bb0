"""Quantities: a number with its unit as tokens in brackets."""

from __future__ import annotations

from derive.checking.extraction.chip_names import is_chip
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import BELOW, BYTES_AND_COUNTED, SPELT_AS_KB, UNIT
from derive.checking.tokens.plain_figures import sides_of
from derive.checking.tokens.ranges import RANGE
from derive.units.dimension import Dimension
from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.multipliers import MULTIPLIERS
from derive.units.registry import resolve, surely_unit
from derive.units.superscripts import SUPERSCRIPTS, lowered

TRANSFERS, WIDTHS = frozenset(("MT", "GT")), frozenset(("bit", "bits"))
_MECHANICS = frozenset(("mass", "length"))
_SEVERAL = 2  # letters


def in_brackets(quantity: list[Token]) -> list[Token]:
    """A number with its unit in brackets: 288 GB / 20 TB/s divides by all of 20 TB/s."""
    dollars = quantity[0].text in CURRENCY_SIGNS
    ranged = len(quantity) > dollars + 2 and quantity[dollars + 1].text == RANGE
    figures = 3 if ranged else 1
    inside: list[Token] = []
    for index, token in enumerate(quantity[dollars:], dollars):
        multiplies = token.kind == "word" and index == figures + dollars and token.glued
        if multiplies and token.text in MULTIPLIERS:
            inside += _sign_and("*", "number", f"{MULTIPLIERS[token.text]:.0e}", token)
        else:
            inside += _normal(token)
        if dollars and index == figures:
            inside += _sign_and("*", UNIT, CURRENCY_SIGNS[quantity[0].text], quantity[0])
    if figures > 1:
        inside[:3] = _between_brackets(inside[:3])
    return _between_brackets(inside, quantity[0], quantity[-1])


def with_device_hours(quantity: list[Token]) -> list[Token]:
    """The tokens of a quantity with a hyphen in a rate per GPU hour, which is per GPU-hour."""
    made: list[Token] = []
    for before, token in zip([None, *quantity], quantity, strict=False):
        device = len(made) > 1 and made[-2].text in BELOW and _is_of(before, "device")
        if device and _is_of(token, "time"):
            made.append(Token("symbol", "-", token.position, True))
            token = token._replace(glued=True)
        made.append(token)
    return made


def with_devices(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with an accelerator's name that counts GPUs as that unit: 64 H100s, 3M A100-hours;
    none before the unit itself, as in H800 GPU hours.
    """
    if not any(is_chip(piece.text) for piece in pieces if piece.kind == "word"):
        return pieces
    made: list[Token] = []
    for index, piece in enumerate(pieces):
        if made and _counts_devices(made[-1], piece, names):
            after = [token for token in pieces[index + 1 : index + 3] if token.text != "-"]
            unit = after[0] if after else None
            if _is_of(unit, "device"):
                continue
            if piece.text.endswith("s"):
                piece = piece._replace(text="GPUs")
            elif _is_of(unit, "time"):
                piece = piece._replace(text="GPU")
        made.append(piece)
    return made


def with_litres(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with each L behind a figure or a sign of division as litres, where one has another
    unit of several letters over or below it, L/kWh or mol/L, and none is the author's.
    """
    litres = [k for k, piece in enumerate(pieces) if piece.text == "L" and piece.kind == "word"]
    if not litres or "L" in names.own or not any(_is_a_ratio(pieces, k) for k in litres):
        return pieces
    units = {k for k in litres if k and (pieces[k - 1].kind == "number" or _divides(pieces, k - 1))}
    return [p._replace(kind=UNIT) if k in units else p for k, p in enumerate(pieces)]


def with_newtons(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with an N behind a figure, at the end of its factor, as newtons where a mass or a
    length has its unit, and N is not the author's: 2 kg × 9.81 m/s² = 19.62 N.
    """
    found = [k for k, piece in enumerate(pieces) if piece.text == "N" and _ends_factor(pieces, k)]
    if not found or "N" in names.own or not any(_is_of_mechanics(p) for p in pieces):
        return pieces
    return [p._replace(kind=UNIT) if k in found else p for k, p in enumerate(pieces)]


def _ends_factor(pieces: list[Token], index: int) -> bool:
    """Whether the word here stands between a figure and a sign or the end."""
    behind = bool(index) and pieces[index - 1].kind == "number"
    return behind and pieces[index + 1].kind in ("symbol", "end") and pieces[index + 1].text != "^"


def _is_of_mechanics(piece: Token) -> bool:
    """Whether a word of several letters is a unit of mass or length."""
    word = piece.text.rstrip(SUPERSCRIPTS)
    unit = resolve(word) if piece.kind == "word" and len(word) >= _SEVERAL else None
    bases = {base for base, _ in unit.dimension.exponents} if unit is not None else set()
    return not bases.isdisjoint(_MECHANICS) and surely_unit(word)


def with_transfers(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with transfers a second behind a figure, MT/s and GT/s, as so many a second in a
    side that says how many bytes each moves, else as bits a second; the author has no such names.
    """
    made = list(pieces)
    for begin, end in reversed([*sides_of(pieces)]):
        sized = any(_is_stored(pieces, k) for k in range(begin, end))
        for k in reversed(range(begin + 1, end - 2)):
            number, word, bar, second = pieces[k - 1 : k + 3]
            moved = number.kind == "number" and (bar.text, second.text) == ("/", "s")
            if moved and word.text in TRANSFERS and word.text not in names.own:
                unit = word._replace(text=f"{word.text[0]}{'Hz' if sized else 'bit'}")
                made[k : k + 3] = [unit] if sized else [unit, bar, second]
    return made


def with_pins(pieces: list[Token], _: Names) -> list[Token]:
    """The tokens without the bits of the width of a bus, in a product with the rate of each of its
    pins: 1024 bits × 3.2 Gbps.
    """
    gone: set[int] = set()
    for begin, end in sides_of(pieces):
        behind = [k for k in range(begin + 1, end) if _is_a_factor(pieces, k - 1)]
        widths = [k for k in behind if pieces[k].text in WIDTHS and pieces[k + 1].text != "/"]
        if len(widths) == 1 and any(_is_a_rate_of_bits(pieces, k) for k in behind):
            gone.update(widths)
    return [piece for k, piece in enumerate(pieces) if k not in gone]


def _is_a_factor(pieces: list[Token], index: int) -> bool:
    """Whether a number stands here that nothing is divided by."""
    return pieces[index].kind == "number" and not (index and pieces[index - 1].text in "/÷")


def _is_a_rate_of_bits(pieces: list[Token], index: int) -> bool:
    word, bar, second = [*pieces[index : index + 3], *pieces[-1:] * 2][:3]
    return word.text.endswith("bps") or (
        (bar.text, second.text) == ("/", "s") and counts_bits(word.text)
    )


def counts_bits(unit: str) -> bool:
    """Whether a unit is of bits: Gbit, Gb/s."""
    known = resolve(unit.partition("/")[0])
    return known is not None and "bit" in known.name


def _is_stored(pieces: list[Token], index: int) -> bool:
    """Whether a unit of bytes or bits stands here that is none of the bits of a byte."""
    beside = (pieces[max(index - 1, 0)].text, pieces[index + 1].text)
    return _is_of(pieces[index], "information") and "/" not in beside


def _is_a_ratio(pieces: list[Token], litre: int) -> bool:
    """Whether a unit of several letters, of nothing counted, stands over or below a litre."""
    over, below = _divides(pieces, litre - 1), _divides(pieces, litre + 1)
    other = pieces[litre - 2] if over else pieces[litre + 2] if below else None
    if other is None or other.kind != "word" or len(other.text) < _SEVERAL:
        return False
    unit = resolve(other.text) if surely_unit(other.text) else None
    if unit is None:
        return False
    return BYTES_AND_COUNTED.isdisjoint(base for base, _ in unit.dimension.exponents)


def _divides(pieces: list[Token], index: int) -> bool:
    return 0 < index < len(pieces) - 1 and pieces[index].text == "/"


def _counts_devices(before: Token, piece: Token, names: Names) -> bool:
    """Whether a word is the name of an accelerator behind a figure, or below a price."""
    counted = before.kind == "number" or before.text in MULTIPLIERS or before.text in BELOW
    named = counted and piece.kind == "word" and is_chip(piece.text)
    return named and not names.taken(piece.text)


def _is_of(token: Token | None, base: str) -> bool:
    """Whether a word is a unit of this base dimension alone."""
    unit = resolve(token.text) if token and token.kind in ("word", UNIT) else None
    return unit is not None and unit.dimension == Dimension({base: 1})


def _between_brackets(
    tokens: list[Token], first: Token | None = None, last: Token | None = None
) -> list[Token]:
    begin, end = (first or tokens[0]).position, (last or tokens[-1]).position
    return [Token("symbol", "(", begin, False), *tokens, Token("symbol", ")", end, False)]


def _normal(token: Token) -> list[Token]:
    """A token of a quantity: a percent sign as a division, “per” as “/”, a word as a unit."""
    if token.text == "%":
        return _sign_and("/", "number", "1e2", token)
    if token.text == "per":
        return [Token("symbol", "/", token.position, False)]
    if token.kind not in ("word", UNIT):
        return [token]
    word = token.text.rstrip(SUPERSCRIPTS)
    unit = "kB" if word == SPELT_AS_KB else word
    return raised(token, [Token(UNIT, unit, token.position, token.glued)])


def _sign_and(sign: str, kind: str, text: str, place: Token) -> list[Token]:
    return [Token("symbol", sign, place.position, True), Token(kind, text, place.position, True)]


def raised(token: Token, parts: list[Token]) -> list[Token]:
    """`parts` with the superscript digits at the end of their word as the power of the last one."""
    word = token.text.rstrip(SUPERSCRIPTS)
    power = lowered(token.text[len(word) :])
    end = token.position + len(word)
    return (
        [*parts, Token("symbol", "^", end, True), Token("number", power, end, True)]
        if power
        else parts
    )
