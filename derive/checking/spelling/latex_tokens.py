"""Tokens of LaTeX maths: commands, groups, scripts, numbers, letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from derive.checking.extraction.macros import DEFAULT, wanted
from derive.errors import TextError, shorten
from derive.units.lexer import MAX_CHARACTERS, MAX_DIGITS, MAX_TERMS, has_too_many_digits

MOST_ATOMS = 8 * MAX_TERMS
_MOST_EXPANSIONS = 1_000
_ATOM = re.compile(  # the commonest first; what has no name is another character too
    r"""(?P<letters>[A-Za-z]+)
      | (?P<other>[^A-Za-z\s~\\\d.%])
      | (?P<space>[\s~]+)
      | (?P<row>\\\\\*?(?:\[[^\]\n]{0,20}\])?|\\(?:cr|newline)(?![a-zA-Z]))
      | (?P<command>\\(?:[a-zA-Z]+\*?|.))
      | (?P<number>(?:[1-9]\d{0,2}(?:(?:,(?:\\!)?|\{,\}|\\,)\d{3})+(?!\d)
          |(?<![\^_.\d])[1-9]\d{0,2}(?:[ ~]\d{3})+(?!\d)|\d+)
          (?:(?:\.|\{\.\})\d*)?(?:e[+-]?\d+|E[+-]\d+)?|\.\d+)
      | (?P<comment>(?<!\\)%[^\n]*)
      | .
    """,
    re.VERBOSE | re.DOTALL,
)


_MARKS = re.compile(r"\{,\}|\\[!,]|[ ~]")  # within the digits of a number; a comma stays


class LatexToken(NamedTuple):
    """A token of LaTeX: `kind` is row, command, number, letters, space, other or end; `position` is
    its place in the text.
    """

    kind: str
    text: str
    position: int


def atoms(text: str, macros: Mapping[str, str] | None = None) -> list[LatexToken]:
    """The tokens of `text` with the author's macros expanded, an `end` token last. Raises TextError
    for a text that is too long.
    """
    if len(text) > MAX_CHARACTERS:
        raise TextError(
            text, 0, f"it is longer than {MAX_CHARACTERS:,} characters", "Check it in parts."
        )
    found: list[LatexToken] = []
    cut = _cut(text)
    expansions = 0
    most_expansions = min(_MOST_EXPANSIONS, 50 + 2 * len(text))
    most_atoms = min(MOST_ATOMS, 300 + 20 * len(text))
    if not macros and len(cut) <= most_atoms:
        return [*cut, LatexToken("end", "", len(text))]
    waiting = cut[::-1]
    while waiting:
        atom = waiting.pop()
        body = (macros or {}).get(atom.text) if atom.kind == "command" else None
        if body is None:
            found.append(atom)
        else:
            expansions += 1
            if expansions > most_expansions:
                raise _endless(text, atom)
            waiting.extend(
                reversed(_put_in(text, atom, body, macros or {}, waiting, most_atoms - len(found)))
            )
        if len(found) > most_atoms:
            raise TextError(
                text, atom.position, f"more than {most_atoms:,} pieces", "Check it in parts."
            )
    found.append(LatexToken("end", "", len(text)))
    return found


def _endless(text: str, macro: LatexToken) -> TextError:
    return TextError(text, macro.position, f"the macro {shorten(macro.text, 30)} goes on and on")


def _put_in(
    text: str,
    macro: LatexToken,
    body: str,
    macros: Mapping[str, str],
    waiting: list[LatexToken],
    room: int,
) -> list[LatexToken]:
    """The body of a macro with its arguments, taken from the `waiting` tokens, all at the macro's
    position; at most `room` tokens.
    """
    arguments: list[list[LatexToken]] = []
    default = macros.get(macro.text + DEFAULT)
    if default is not None:
        arguments.append(
            _argument(text, macro, waiting, "[", "]")
            if _next(waiting) == "["
            else _at(macro.position, _cut(default))
        )
    most, parts = _body(body)
    while len(arguments) < most:
        arguments.append(_argument(text, macro, waiting, "{", "}"))
    made: list[LatexToken] = []
    for part in parts:
        more = arguments[part - 1] if isinstance(part, int) else part
        if len(made) + len(more) > room:
            raise _endless(text, macro)
        made += more if isinstance(part, int) else _at(macro.position, more)
    return made


@lru_cache(maxsize=256)
def _body(body: str) -> tuple[int, tuple[tuple[LatexToken, ...] | int, ...]]:
    """Number of arguments of a macro's body, and its tokens with argument numbers between them."""
    parts = re.split(r"#([1-9])", body)
    return wanted(body), tuple(
        int(part) if index % 2 else tuple(_cut(part)) for index, part in enumerate(parts)
    )


def _at(position: int, made: Iterable[LatexToken]) -> list[LatexToken]:
    """The tokens, all at one position."""
    return [LatexToken(atom.kind, atom.text, position) for atom in made]


def _next(waiting: list[LatexToken]) -> str:
    """Text of the next token, which stays; the spaces before it are dropped."""
    while waiting and waiting[-1].kind == "space":
        waiting.pop()
    return waiting[-1].text if waiting else ""


def _argument(
    text: str, macro: LatexToken, waiting: list[LatexToken], opening: str, closing: str
) -> list[LatexToken]:
    """One argument: a group without its braces, or else a single character or command."""
    first = _next(waiting)
    if not first:
        raise TextError(
            text, macro.position, f"the macro {shorten(macro.text, 30)} lacks what it is of"
        )
    atom = waiting.pop()
    if first != opening:
        if atom.kind in ("letters", "number"):
            atom, rest = split(atom)
            waiting.extend(reversed(rest))
        return [atom]
    found: list[LatexToken] = []
    level = 1
    while waiting:
        atom = waiting.pop()
        level += (atom.text == opening) - (atom.text == closing)
        if not level:
            return found
        found.append(atom)
    raise TextError(
        text,
        macro.position,
        f"the group of {shorten(macro.text, 30)} is not closed",
        f"Add “{closing}”.",
    )


def split(atom: LatexToken) -> tuple[LatexToken, list[LatexToken]]:
    """The first character of a word or number (all that a script or argument without braces takes),
    and the rest.
    """
    rest = [
        LatexToken(part.kind, part.text, atom.position + 1 + part.position)
        for part in _cut(atom.text[1:])
    ]
    return LatexToken(atom.kind, atom.text[:1], atom.position), rest


def _cut(text: str) -> list[LatexToken]:
    made: list[LatexToken] = []
    new = tuple.__new__  # half of the time goes into making tokens otherwise
    for match in _ATOM.finditer(text):
        kind, piece, place = match.lastgroup or "other", match[0], match.start()
        if kind == "number" and not (piece.isdecimal() and len(piece) <= MAX_DIGITS):
            piece = _plain_number(text, piece, place)
        if kind != "comment":
            made.append(new(LatexToken, (kind, piece, place)))
    return made


def _plain_number(text: str, piece: str, place: int) -> str:
    """A number without the marks that part its digits."""
    if has_too_many_digits(piece):
        problem = f"a number of more than {MAX_DIGITS} digits"
        raise TextError(text, place, problem, "Write it as 1.5 \\times 10^{30}.")
    return _MARKS.sub("", piece).replace("{.}", ".").lower()
