"""Symbols of a formula: runs of letters with their scripts as names, and differentials."""

from __future__ import annotations

import re
from itertools import takewhile

from derive.checking.latex.cursor import Cursor
from derive.checking.latex.groups import opens_bracket, plain_power, read_argument
from derive.checking.latex.powers import read_powers
from derive.checking.latex.scripts import (
    begins_symbol,
    binds_power,
    is_known,
    is_owned,
    marks_name,
    read_scripts,
)
from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.canonical import GREEK, canonical
from derive.checking.spelling.latex_commands import FUNCTION, SPELT
from derive.checking.spelling.latex_tokens import LatexToken
from derive.checking.symbols.quantity_names import ACRONYMS
from derive.checking.tokens.brackets import bracketed, called
from derive.units.lexer import Token

_ENDS = ("=", "\\approx", "\\\\", ",", ";")
_ONE_WORD = re.compile(r"(?:[A-Z][a-z]{2,}|[A-Z]{3,})_[A-Za-z]{3,}[\w,-]*(?:\^\w+)?")
_WITH_A_WORD = re.compile(r"[A-Z]{2}_[A-Za-z]{3,}[\w,-]*")


def read_letters(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A run of letters: several symbols, or one name; scripts belong to the last letter unless
    the whole is known with them.
    """
    word, following = atom.text, cursor.peek().text
    if following == "\\_":
        return read_underscored(cursor, out, atom)
    if (
        cursor.differentials
        and (before := before_differential(cursor, word, following)) is not None
    ):
        cursor.differentials -= 1
        add_word(cursor, out, before, atom)
        word = word[len(before) + 1 :]
        if not word:
            return None
        atom = LatexToken("letters", word, atom.position + len(before) + 1)
    if word in ("d", "δ") and not is_known(cursor, word) and begins_symbol(cursor, following):
        return None if joined_by(cursor, out, word, atom) else add_differential(cursor, out, atom)
    if word[-1] == "e" and following == "^" and not is_own_power(cursor, "e"):
        add_word(cursor, out, word[:-1], atom)
        cursor.next()
        out.append(Token(FUNCTION, "exp", atom.position, False))
        return out.extend(bracketed(read_argument(cursor, atom), atom.position))
    if following in ("_", "'") or (
        following == "^" and (marks_name(cursor) or binds_power(cursor, word))
    ):
        return read_scripted(cursor, out, atom)
    add_word(cursor, out, word, atom)
    return read_powers(cursor, out)


def is_own_power(cursor: Cursor, name: str) -> bool:
    """Whether a name is the author's own and a bare whole power follows it."""
    return cursor.names.is_defined(name) and plain_power(cursor)


def read_scripted(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A run of letters with scripts: one name if it is known, else the scripts are the last
    letter's.
    """
    word, begin = atom.text, cursor.index
    scripts = read_scripts(cursor, word)
    acronym = word in ACRONYMS and not cursor.names.own.keys() & {*word}
    one = acronym or _is_one_word(cursor, word, scripts)
    if len(word) == 1 or one or cursor.names.find(word + scripts) is not None:
        add_name(cursor, out, word + scripts, atom)
        return read_powers(cursor, out)
    if word[:-1] == "d" and not is_known(cursor, "d"):
        add_differential(cursor, out, atom)
    else:
        add_word(cursor, out, word[:-1], atom)
    cursor.index = begin
    last = LatexToken("letters", word[-1], atom.position + len(word) - 1)
    return read_symbol(cursor, out, last.text, last)


def _is_one_word(cursor: Cursor, word: str, scripts: str) -> bool:
    """Whether letters with a word for a subscript are one name, as in Mem_{base} and TPS_{decode}:
    none of them, nor the last with its subscript, is the author's, or the sentences have the word.
    """
    own = cursor.names.own.keys() & {*word, canonical(word[-1] + scripts)}
    said = word in cursor.names.written.acronyms
    if said and _WITH_A_WORD.fullmatch(word + scripts):
        return True
    return _ONE_WORD.fullmatch(word + scripts) is not None and (said or not own)


def read_underscored(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    r"""A name of several words joined by underscores: batch\_size."""
    words = [atom.text]
    while cursor.peek().text == "\\_":
        cursor.next()
        words.append(cursor.next().text if cursor.peek().kind in ("letters", "number") else "")
    out.append(Token(SPELT, "_".join(words) + read_scripts(cursor), atom.position, False))
    read_powers(cursor, out)


def before_differential(cursor: Cursor, word: str, following: str) -> str | None:
    """The letters before the d of an integral in a run of letters; None without a d."""
    if word[-1] == "d" and begins_symbol(cursor, following):
        return word[:-1]
    if word == "d" and cursor.peek().kind == "letters" and _is_last_d(cursor):
        return ""
    return word[:-2] if len(word) > 1 and word[-2] == "d" else None


def _is_last_d(cursor: Cursor) -> bool:
    """Whether no d of an integral follows on this side: `d W`, where d is no factor of `dx`."""
    rest = takewhile(lambda atom: atom.text not in _ENDS, cursor.atoms[cursor.index :])
    return not any(atom.kind == "letters" and atom.text[0] == "d" for atom in rest)


def add_word(cursor: Cursor, out: list[Token], word: str, atom: LatexToken) -> None:
    """Letters that are names side by side, if any."""
    if word:
        out.append(Token("word", word, atom.position, False))


def read_symbol(cursor: Cursor, out: list[Token], base: str, atom: LatexToken) -> None:
    """One symbol with its scripts as a name, then its power."""
    add_name(cursor, out, base + read_scripts(cursor, base), atom)
    read_powers(cursor, out)


def add_name(cursor: Cursor, out: list[Token], name: str, atom: LatexToken) -> None:
    """A name; the conjugate of one of the author's own names has its unit."""
    if name.endswith(known.CONJUGATES) and not is_known(cursor, name):
        mark = next(mark for mark in known.CONJUGATES if name.endswith(mark))
        token = Token(SPELT, name.removesuffix(mark), atom.position, False)
        if is_owned(cursor, token.text):
            lone = opens_bracket(cursor)
            return out.extend([token] if lone else called("mean", [token], atom.position))
    return out.append(Token(SPELT, name, atom.position, False))


def joined_by(cursor: Cursor, out: list[Token], first: str, atom: LatexToken) -> bool:
    r"""Take a bound name of a d or δ with the symbol after it, such as d\phi; whether there is
    one.
    """
    begin, following = cursor.index, cursor.peek()
    letter = GREEK.get(following.text[1:], "") if following.kind == "command" else ""
    name = first + (following.text if following.kind == "letters" else letter)
    if name != first:
        cursor.next()
        name += read_scripts(cursor, name)
        if is_owned(cursor, name):
            add_name(cursor, out, name, atom)
            read_powers(cursor, out)
            return True
    cursor.index = begin
    return False


def add_differential(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """The d of a differential, to its power."""
    out.append(Token(SPELT, "∂", atom.position, False))
    read_powers(cursor, out)


def read_partial(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """The d of a partial derivative; with a subscript the derivative by it."""
    if cursor.peek().text != "_":
        return add_differential(cursor, out, atom)
    by, place = read_scripts(cursor)[1:], atom.position
    one, bar = Token("number", "1", place, False), Token("symbol", "/", place, True)
    out.extend(called("slope", [one, bar, Token(SPELT, by, place, False)], place))
    return read_powers(cursor, out)
