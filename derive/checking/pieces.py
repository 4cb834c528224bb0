"""The words of an equation as known names, functions and units: what the parser walks."""

from __future__ import annotations

from math import log10

from derive.checking.latex_words import FUNCTION, SPELT
from derive.checking.names import Names
from derive.checking.normal import RANGE
from derive.checking.spelling import SUPERSCRIPT_DIGITS, SUPERSCRIPTS
from derive.errors import TextError, UnknownWords, did_you_mean, shorten
from derive.units.lexer import Token
from derive.units.registry import resolve
from derive.units.text import COUNTED, MULTIPLIERS

NAME, UNIT = "name", "unit"
_NAMED = "max min sqrt log exp abs floor ceil sin cos tan asin acos atan sinh cosh tanh"
_FUNCTIONS = {name: name for name in _NAMED.split()} | {"ln": "log", "ceiling": "ceil", "arcsin": "asin", "arccos": "acos", "arctan": "atan"}
_MOST_WORDS = 4
_SPELT_AS_KB = "KB"


def named(text: str, pieces: list[Token], names: Names, *, latex: bool = False) -> tuple[list[Token], list[Token]]:
    """The pieces with every word turned into names, functions and units, and those of its words that nobody knows.

    Raises TextError for a word that can be read in two ways.
    """
    found: list[Token] = []
    unknown: list[Token] = []
    indices = {piece.text.removeprefix("sum ") for piece in pieces if piece.kind == FUNCTION and piece.text.startswith("sum ")}
    multipliers = _are_multipliers(pieces)
    index = 0
    while index < len(pieces):
        token = pieces[index]
        index += 1
        measured = _measured(text, pieces, index - 1, names, multipliers)
        if measured > index:
            found.extend(_held_together(pieces[index - 1 : measured]))
            index = measured
            continue
        if token.kind in (SPELT, "word") and token.text[0] == "Δ" and not names.meaning(token.text) and names.find(token.text[1:]):
            found.extend(_change_of(token))
            continue
        if token.kind == "word" and (slope := _slope(pieces, index - 1, names)):
            found.extend(slope)
            index += 2
            continue
        if token.kind == SPELT:
            known = _spelt(token, names, indices)
            found.append(known)
            unknown.extend([] if names.meaning(known.text) else [known])
            continue
        if token.kind != "word":
            found.append(token)
            continue
        following = pieces[index]
        if token.text.lower() in _FUNCTIONS and following.text == "(":
            found.append(Token(FUNCTION, _FUNCTIONS[token.text.lower()], token.position, token.glued))
            continue
        joined = _joined(pieces, index - 1, names)
        if joined > 1:
            link = "/" if pieces[index].text == "/" else "_"
            whole = link.join(piece.text for piece in pieces[index - 1 : index - 1 + joined] if piece.kind == "word")
            found.append(Token(NAME, whole, token.position, token.glued))
            index += joined - 1
            continue
        cut = _cut(text, token, names, latex)
        found.extend(cut or [Token(NAME, token.text, token.position, token.glued)])
        unknown.extend([] if cut else [token])
    return found, unknown


def _spelt(token: Token, names: Names, indices: set[str]) -> Token:
    """A symbol with its scripts; one that carries the index of a sum is the thing that is summed."""
    base, _, script = token.text.rpartition("_")
    bare = base and script in indices and not names.meaning(token.text) and names.meaning(base)
    return Token(NAME, base if bare else token.text, token.position, token.glued)


def _change_of(token: Token) -> list[Token]:
    """Δv: a change of v, of its dimension."""
    place = token.position
    changed = [Token("symbol", "(", place, True), Token(NAME, token.text[1:], place + 1, True), Token("symbol", ")", place, True)]
    return [Token(FUNCTION, "change", place, token.glued), *changed]


def _slope(pieces: list[Token], begin: int, names: Names) -> list[Token]:
    """dp/dt in plain text: a derivative, where p and t are known and dp and dt are not."""
    above, line, below = pieces[begin], pieces[begin + 1], pieces[min(begin + 2, len(pieces) - 1)]
    both = [token for token in (above, below) if token.kind == "word" and len(token.text) > 1 and token.text[0] == "d" and "d" not in names.own]
    if line.text != "/" or len(both) < 2 or any(token.text in names.own or names.find(token.text[1:]) is None for token in both):
        return []
    place = above.position
    quotient = [Token(NAME, above.text[1:], place + 1, True), line, Token(NAME, below.text[1:], below.position + 1, True)]
    return [Token(FUNCTION, "slope", place, above.glued), Token("symbol", "(", place, True), *quotient, Token("symbol", ")", place, True)]


def _joined(pieces: list[Token], begin: int, names: Names) -> int:
    """How many pieces from `begin` on make one known name together, as in “Mem BW” and “bytes/token”; 0 if none do."""
    if pieces[begin + 1].text == "/" and pieces[begin + 2].kind == "word" and names.find(f"{pieces[begin].text}/{pieces[begin + 2].text}"):
        return 3
    run = 0
    while run < _MOST_WORDS and pieces[begin + run].kind == "word":
        run += 1
    candidates = (length for length in range(run, 1, -1) if names.find("_".join(piece.text for piece in pieces[begin : begin + length])))
    return next(candidates, 0)


def _cut(text: str, token: Token, names: Names, latex: bool) -> list[Token]:
    """One word as names: whole, or run together; superscript digits at its end are its power. Empty if unknown."""
    word = token.text.rstrip(SUPERSCRIPTS)
    parts = _names_in(text, token, word, names, latex) if word else []
    return [] if parts is None else _raised(token, parts)


def _names_in(text: str, token: Token, word: str, names: Names, latex: bool) -> list[Token] | None:
    own = names.own_split(word) if word not in names.own else ()
    if not own and (names.find(word) is not None or ((latex or resolve(word) is None) and names.weak(word))):
        return [Token(NAME, word, token.position, token.glued)]
    if not own and (len(word) < 2 or resolve(word) is not None):
        return None
    ways = [own] if own else names.split(word)
    if len(ways) > 1:
        both = " or ".join("*".join(way) for way in ways)
        raise TextError(text, token.position, f"“{word}” can be read as {both}", "Write the signs.")
    if not ways:
        return None
    position, found = token.position, []
    for part in ways[0]:
        found.append(Token(NAME, part, position, token.glued or position > token.position))
        position += len(part)
    return found


def unknown_names(text: str, unknown: list[Token], names: Names) -> UnknownWords:
    """The refusal that lists the words nobody knows, each with what it may mean."""
    every = tuple(dict.fromkeys(token.text for token in unknown))
    listed = every[:6]
    words = " or ".join(f"“{shorten(word, 40)}”" for word in listed)
    fixes = []
    for word in listed:
        unit = resolve(word)
        if unit is not None:
            per = "; for bytes per token write bytes_per_token" if word.startswith("byte") else ""
            fixes.append(f"“{word}” is a unit: name the quantity that has it{per}.")
        elif names.offers(word):
            by = f" by “{word}”" if len(listed) > 1 else ""
            fixes.append(f"{did_you_mean(names.offers(word)).strip().removesuffix('?')}{by}?")
    fixes.append("A name of your own is to be bound to a variable or a unit, as in x: byte/token.")
    return UnknownWords(text, unknown[0].position, f"no variable is named {words}", " ".join(fixes), every)


def _are_multipliers(pieces: list[Token]) -> frozenset[int]:
    """Positions of letters glued to figures that can only be thousands, millions, billions: in a part of nothing but figures.

    `100B / 200K` is such a part; a lone `671B` is not, it can be 671 times B.
    """
    found: list[int] = []
    begin = 0
    for end, piece in enumerate(pieces):
        if piece.kind == "end" or (piece.kind == "symbol" and piece.text in "=≈≥≤<>~∝" and piece.text):
            part = pieces[begin:end]
            glued = [k for k in range(1, len(part)) if part[k].kind == "word" and part[k].glued and part[k - 1].kind == "number"]
            letters = [k for k in glued if part[k].text in MULTIPLIERS]
            others = [piece for k, piece in enumerate(part) if k not in letters and piece.kind != "number"]
            if len(letters) > 1 and all(piece.kind == "symbol" and piece.text not in "+-" for piece in others):
                found.extend(part[k].position for k in letters)
            begin = end + 1
    return frozenset(found)


def _measured(text: str, pieces: list[Token], begin: int, names: Names, multipliers: frozenset[int]) -> int:
    """Where a number with a unit ends that begins here (288 GB, 1T params, $2/hour, 40 %); `begin` if there is none."""
    dollars = int(pieces[begin].text == "$")
    if pieces[begin + dollars].kind != "number" or (begin and pieces[begin - 1].text == "^"):
        return begin
    after = begin + dollars + 1
    if pieces[after].text == RANGE and pieces[after + 1].kind == "number":
        after += 2
    letter = pieces[after]
    if letter.position in multipliers:
        return after + 1
    if letter.kind == "word" and letter.glued and letter.text in MULTIPLIERS:
        if _is_counted(pieces[after + 1], names):
            return _unit_end(pieces, after + 1, names)
        if names.find(letter.text) is not None or resolve(letter.text) is not None:
            digits = pieces[after - 1].text
            fix = f"Write {digits} * {letter.text}, or {digits}e{round(log10(MULTIPLIERS[letter.text]))} for the number."
            raise TextError(text, letter.position, f"“{digits}{letter.text}” can be a number or {digits} times {letter.text}", fix)
        return after + 1
    end = _unit_end(pieces, after, names, begun=bool(dollars))
    return end if end > after or dollars else begin


def _is_counted(token: Token, names: Names) -> bool:
    if token.kind != "word" or names.unit(token.text) is None:
        return False
    atom = resolve(token.text)
    return atom is not None and any(name in COUNTED for name, _ in atom.dimension.exponents)


def _unit_end(pieces: list[Token], begin: int, names: Names, begun: bool = False, bracketed: bool = False) -> int:
    """Where the unit that stands here ends, or goes on if it has `begun`; `begin` itself if none does.

    A word that is a name is no unit, and brackets of units are one deep.
    """
    if pieces[begin].kind == "symbol" and pieces[begin].text == "%":
        return begin + 1
    end = index = begin
    while True:
        joined = (begun or index > begin) and ((pieces[index].kind == "symbol" and pieces[index].text in "*/") or pieces[index].text == "per")
        after = _factor_end(pieces, index + joined, names, bracketed)
        if after == index + joined:
            return end
        end = index = after


def _factor_end(pieces: list[Token], begin: int, names: Names, bracketed: bool) -> int:
    """Where one unit word with its power, or a bracket of such, ends."""
    token = pieces[begin]
    if token.kind == "symbol" and token.text == "(" and not bracketed:
        inner = _unit_end(pieces, begin + 1, names, bracketed=True)
        return inner + 1 if inner > begin + 1 and pieces[inner].text == ")" else begin
    if token.kind != "word" or not _is_unit(token.text.rstrip(SUPERSCRIPTS), names):
        return begin
    end = begin + 1
    if pieces[end].text == "^" and pieces[end].kind == "symbol":
        number = end + 1 + (pieces[end + 1].text == "-")
        end = number + 1 if pieces[number].kind == "number" else end
    return end


def _is_unit(word: str, names: Names) -> bool:
    return word == _SPELT_AS_KB or names.unit(word) is not None


def _held_together(quantity: list[Token]) -> list[Token]:
    """A number with its unit in brackets: 288 GB / 20 TB/s divides by all of 20 TB/s."""
    inside: list[Token] = []
    figures = 3 if len(quantity) > 2 and quantity[1].text == RANGE else 1
    for index, token in enumerate(quantity):
        if token.text == "%":
            inside += _sign_and("/", "number", "100", token)
        elif token.text == "$":
            continue
        elif token.text == "per":
            inside.append(Token("symbol", "/", token.position, False))
        elif token.kind == "word" and index == figures + (quantity[0].text == "$") and token.glued and token.text in MULTIPLIERS:
            inside += _sign_and("*", "number", f"{MULTIPLIERS[token.text]:.0f}", token)
        elif token.kind == "word":
            word = token.text.rstrip(SUPERSCRIPTS)
            inside += _raised(token, [Token(UNIT, "kB" if word == _SPELT_AS_KB else word, token.position, token.glued)])
        else:
            inside.append(token)
            if index == 1 and quantity[0].text == "$":
                inside += _sign_and("*", UNIT, "USD", quantity[0])
    if figures > 1:
        inside[:3] = [Token("symbol", "(", inside[0].position, False), *inside[:3], Token("symbol", ")", inside[2].position, False)]
    begin, end = quantity[0].position, quantity[-1].position
    return [Token("symbol", "(", begin, False), *inside, Token("symbol", ")", end, False)]


def _sign_and(sign: str, kind: str, text: str, place: Token) -> list[Token]:
    return [Token("symbol", sign, place.position, True), Token(kind, text, place.position, True)]


def _raised(token: Token, parts: list[Token]) -> list[Token]:
    """`parts` with the superscript digits at the end of the word they came from as the power of the last."""
    word = token.text.rstrip(SUPERSCRIPTS)
    power = token.text[len(word) :].translate(SUPERSCRIPT_DIGITS)
    end = token.position + len(word)
    return [*parts, Token("symbol", "^", end, True), Token("number", power, end, True)] if power else parts
