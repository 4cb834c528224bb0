"""Normal form of figures: 5 × 10^7 is 5e7, ½ is 1/2, s⁻¹ is s^-1, 2 to 6 is a range, √ is a
function.
"""

from __future__ import annotations

import re
import unicodedata

from derive.checking.extraction.counting_words import ARTICLES, PERIODS
from derive.checking.spelling.latex_commands import BREAK, DOTS, FUNCTION, SPELT
from derive.checking.tokens.brackets import in_radians
from derive.checking.tokens.crosses import crossed, with_neighbours
from derive.checking.tokens.fractions_in_line import vulgar, with_mixed_numbers
from derive.checking.tokens.ranges import is_plain, ranged
from derive.checking.tokens.series import shortened
from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.registry import resolve
from derive.units.superscripts import SUPERSCRIPTS, lowered

_HEDGES = ("about", "roughly", "approximately", "around", "circa", "ca", "nearly", "almost")
_OPERATORS = ("+", "-", "−", "*", "×", "·", "/", "x")
_ALL_THE_TIME = [[sign, "24", "/", "7"] for sign in ("×", "*", "x")]
_WORDS = ("word", SPELT, BREAK)
_LONGEST_EXPONENT = 5
_DOLLARS, _DASHES = ("usd", "dollars"), frozenset(("-", "–", "to"))
_ROUNDED = {"⌈": "ceil", "⌊": "floor"}
SIZES_IN_WORDS = {
    "thousand": 3, "lakh": 5, "million": 6, "crore": 7, "billion": 9, "trillion": 12,
    "quadrillion": 15, "quintillion": 18, "sextillion": 21, "万": 4, "亿": 8,
}  # fmt: skip
_SUPERSCRIPT_INSIDE = re.compile(f"[^{SUPERSCRIPTS}]+[{SUPERSCRIPTS}]*")


def normalised(pieces: list[Token]) -> list[Token]:
    """The tokens with every figure in its normal form, the `end` token last."""
    texts = {piece.text.lower() for piece in pieces}
    written = "".join(texts)
    for telling, with_them in _PASSES:
        if not telling.isdisjoint(texts):
            pieces = with_them(pieces)
    pieces = crossed(pieces) if "x" in written or "of" in texts else pieces
    pieces = shortened(pieces) if DOTS in texts else pieces
    pieces = _barred(pieces) if "|" in texts else pieces
    pieces = pieces if written.isascii() else _raised(pieces)
    pieces = _scientific(pieces) if "10" in written or not written.isascii() else pieces
    return pieces if _DASHES.isdisjoint(texts) else ranged(pieces)


def _approximate(pieces: list[Token]) -> list[Token]:
    """The tokens with `= about`, `= ~` and `~=` as “≈”, and without the ~ of a factor or term."""
    made: list[Token] = []
    for piece in pieces:
        hedge = piece.text.lower() in _HEDGES if piece.kind in _WORDS else piece.text in ("~", "≈")
        if piece.text == "~" and made and made[-1].text in _OPERATORS:
            continue
        sign = made[-1] if made else None
        if piece.text == "=" and piece.glued and sign is not None and sign.text == "~":
            made[-1] = sign._replace(text="≈")
        elif hedge and made and made[-1].kind == "symbol" and made[-1].text in ("=", "≈", "~"):
            made[-1] = made[-1]._replace(text="≈")
        else:
            made.append(piece)
    return made


def _always(pieces: list[Token]) -> list[Token]:
    """The tokens without the “× 24/7” of what runs all the time."""
    made: list[Token] = []
    for piece in pieces:
        made.append(piece)
        if [each.text for each in made[-4:]] in _ALL_THE_TIME and made[-1].glued:
            del made[-4:]
    return made


def _per_period(pieces: list[Token]) -> list[Token]:
    """The tokens with `$20 a day` as $20 per day."""
    made = list(pieces)
    for k, (before, piece, after) in enumerate(with_neighbours(pieces)):
        behind = before.kind == "number" or (before.kind == "word" and resolve(before.text))
        if behind and piece.text in ARTICLES and after.text in PERIODS and not piece.glued:
            made[k] = piece._replace(text="per")
    return made


def _angles(pieces: list[Token]) -> list[Token]:
    """The tokens with `30°` in radians; degrees of a temperature scale stay."""
    made: list[Token] = []
    for before, piece, after in with_neighbours(pieces):
        if (
            piece.text == "°"
            and before.kind == "number"
            and not (after.glued and after.text in "CF")
        ):
            made += in_radians(made.pop(), piece.position)
        else:
            made.append(piece)
    return made


def _in_digits(pieces: list[Token]) -> list[Token]:
    """The tokens with `8 billion` as 8e9, and `$8 USD` as $8."""
    made: list[Token] = []
    for piece in pieces:
        paid = len(made) > 1 and made[-1].kind == "number" and made[-2].text in CURRENCY_SIGNS
        if paid and piece.text.lower() in _DOLLARS:
            continue
        size = SIZES_IN_WORDS.get(piece.text.lower()) if piece.kind in _WORDS else None
        if size and made and made[-1].kind == "number" and "e" not in made[-1].text.lower():
            made[-1] = made[-1]._replace(text=f"{made[-1].text}e{size}")
        else:
            made.append(piece)
    return made


def _barred(pieces: list[Token]) -> list[Token]:
    """The tokens with `|x|` in plain text as a function: a bar after an operand closes."""
    made: list[Token] = []
    opened: list[int] = []
    for token in pieces:
        if token.kind != "symbol" or token.text != "|":
            made.append(token)
        elif opened and (
            made[-1].kind in ("word", "number", "power", SPELT) or made[-1].text in ")]}|"
        ):
            opened.pop()
            made.append(Token("symbol", ")", token.position, token.glued))
        else:
            opened.append(len(made))
            made += [
                Token(FUNCTION, "abs", token.position, token.glued),
                Token("symbol", "(", token.position, True),
            ]
    return made


def _raised(pieces: list[Token]) -> list[Token]:
    """Lone superscripts as powers, ½ as a fraction, √ as a function, of the number right behind
    it, if there is one.
    """
    made: list[Token] = []
    for before, token, _ in with_neighbours(pieces):
        parts = _unfolded(token)
        if before.text == "√" and token.kind == "number":
            parts = [
                Token("symbol", "(", token.position, True),
                *parts,
                Token("symbol", ")", token.position, True),
            ]
        made += parts
    return made


def _unfolded(token: Token) -> list[Token]:
    """One token with its superscripts and vulgar fractions as tokens of their own."""
    text, place = token.text, token.position
    if text.isascii():
        return [token]
    if text in _ROUNDED:
        opened = Token("symbol", "(", place, True)
        return [Token(FUNCTION, _ROUNDED[text], place, token.glued), opened]
    if text in ("⌉", "⌋"):
        return [Token("symbol", ")", place, token.glued)]
    if text == "√":
        return [Token(FUNCTION, "sqrt", place, token.glued)]
    if token.kind == "power" or (token.kind == "word" and not text.strip(SUPERSCRIPTS)):
        return _power(text, place)
    if token.kind != "word":
        return [token]
    if text[0] in SUPERSCRIPTS:
        word = text.lstrip(SUPERSCRIPTS)
        count = len(text) - len(word)
        return [*_power(text[:count], place), Token("word", word, place + count, True)]
    if unicodedata.category(text[0]) == "No":
        rest = [Token("word", text[1:], place + 1, True)] * (len(text) > 1)
        return [*vulgar(Token("word", text[0], place, token.glued)), *rest]
    parts = list(_SUPERSCRIPT_INSIDE.finditer(text))
    if len(parts) < 2:
        return [token]
    return [
        Token("word", part[0], place + part.start(), token.glued or part.start() > 0)
        for part in parts
    ]


def _power(superscripts: str, position: int) -> list[Token]:
    digits = lowered(superscripts)
    sign = [Token("symbol", digits[0], position, True)] * (digits[0] in "+-")
    number = Token("number", digits.lstrip("+-"), position, True)
    return [Token("symbol", "^", position, True), *sign, number]


def _scientific(pieces: list[Token]) -> list[Token]:
    """The tokens with `5 * 10 ^ 7`, `5 * 10 ^ (-7)` and `10 ^ 7` as one number."""
    made: list[Token] = []
    index = 0
    while index < len(pieces):
        token = pieces[index]
        ten = token.kind == "number" and token.text == "10"
        length, exponent = _exponent(pieces, index) if ten else (0, "")
        if not length:
            made.append(token)
        elif len(made) > 1 and made[-1].text == "*" and is_plain(made[-2]):
            made[-2:] = [made[-2]._replace(text=f"{made[-2].text}e{exponent}")]
        else:
            made.append(token._replace(text=f"1e{exponent}"))
        index += length or 1
    return made


def _exponent(pieces: list[Token], index: int) -> tuple[int, str]:
    """Number of tokens after the 10 of a power of ten, and its exponent; 0 if it is not one."""
    texts = [piece.text for piece in pieces[index + 1 : index + 6]]
    if not texts or texts[0] != "^":
        return 0, ""
    bracket = len(texts) > 1 and texts[1] == "("
    at = 1 + bracket
    minus = at < len(texts) and texts[at] in ("-", "−", "+")
    at += minus
    if at >= len(texts) or not texts[at].isdigit() or len(texts[at]) > _LONGEST_EXPONENT:
        return 0, ""
    if bracket and (at + 1 >= len(texts) or texts[at + 1] != ")"):
        return 0, ""
    if pieces[index + 2 + at + bracket].text == "^":  # a power of a power, which the parser refuses
        return 0, ""
    return 2 + at + bracket, ("-" if minus and texts[at - 1] != "+" else "") + texts[at]


# The passes that change nothing without one of these words or signs, in order.
_PASSES = (
    (frozenset(("~", "≈", *_HEDGES)), _approximate),
    (frozenset(("24",)), _always),
    (frozenset((*SIZES_IN_WORDS, *_DOLLARS)), _in_digits),
    (frozenset(ARTICLES), _per_period),
    (frozenset("°"), _angles),
    (frozenset("/"), with_mixed_numbers),
)
