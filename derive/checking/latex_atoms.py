"""LaTeX maths cut into atoms: commands, groups, scripts, numbers, letters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from derive.errors import TextError, shorten
from derive.units.lexer import MAX_CHARACTERS, MAX_DIGITS, MAX_TERMS

MOST_ATOMS = 8 * MAX_TERMS
_MOST_EXPANSIONS = 1_000
_ATOM = re.compile(
    r"""(?P<comment>(?<!\\)%[^\n]*)
      | (?P<row>\\\\\*?(?:\[[^\]\n]{0,20}\])?|\\(?:cr|newline)(?![a-zA-Z]))
      | (?P<command>\\(?:[a-zA-Z]+\*?|.))
      | (?P<number>(?:\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?!\d)|\d+)(?:(?:\.|\{\.\})\d*)?(?:e[+-]?\d+)?|\.\d+)
      | (?P<letters>[A-Za-z]+)
      | (?P<space>[\s~]+)
      | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Atom:
    """A piece of LaTeX: `kind` is row, command, number, letters, space, other or end; `position` is where it stands in the text."""

    kind: str
    text: str
    position: int


def atoms(text: str, macros: Mapping[str, str] | None = None) -> list[Atom]:
    """Cut `text` into atoms with the author's argument-less macros put in, an `end` atom last. Raises TextError for what is too long."""
    if len(text) > MAX_CHARACTERS:
        raise TextError(text, 0, f"it is longer than {MAX_CHARACTERS:,} characters", "Check it in parts.")
    found: list[Atom] = []
    waiting = list(reversed(_cut(text)))
    expansions = 0
    while waiting:
        atom = waiting.pop()
        body = (macros or {}).get(atom.text) if atom.kind == "command" else None
        if body is None:
            found.append(atom)
        else:
            expansions += 1
            if expansions > _MOST_EXPANSIONS or len(waiting) > MOST_ATOMS:
                raise TextError(text, atom.position, f"the macro {shorten(atom.text, 30)} goes on and on")
            waiting.extend(Atom(inner.kind, inner.text, atom.position) for inner in reversed(_cut(body[:MAX_CHARACTERS])))
        if len(found) > MOST_ATOMS:
            raise TextError(text, atom.position, f"more than {MOST_ATOMS:,} pieces", "Check it in parts.")
    found.append(Atom("end", "", len(text)))
    return found


def _cut(text: str) -> list[Atom]:
    made = []
    for match in _ATOM.finditer(text):
        kind, piece = str(match.lastgroup), match.group()
        if kind == "number" and sum(c.isdigit() for c in piece) > MAX_DIGITS:
            raise TextError(text, match.start(), f"a number of more than {MAX_DIGITS} digits", "Write it as 1.5 \\times 10^{30}.")
        if kind == "number":
            piece = piece.replace("{,}", "").replace("\\,", "").replace("{.}", ".")
        if kind != "comment":
            made.append(Atom(kind, piece, match.start()))
    return made
