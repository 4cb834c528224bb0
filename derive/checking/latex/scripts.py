"""Scripts of a symbol: subscripts, primes and marks as parts of its name."""

from __future__ import annotations

import re

from derive.checking.latex.cursor import Cursor
from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.canonical import GREEK, canonical
from derive.checking.spelling.latex_tokens import LatexToken
from derive.errors import TextError

_UPRIGHT_SWITCHES = ("\\rm", "\\sf", "\\tt")
_WORD, _INDICES = 3, "cdegilpst"
_DESCRIBES = re.compile(r"_[A-Za-z]{3,}[\w,-]*")
_TEXTS = frozenset(f"\\{name}" for name in known.TEXTS)
_MULTIPLIERS, _SIZE = ("K", "M", "B", "T"), 4  # ^{2T}: brace, number, letter, brace


def read_scripts(cursor: Cursor, base: str = "") -> str:
    """Subscripts, primes and superscript marks of a `base`, as they are spelt in a name."""
    spelt = ""
    while True:
        atom = cursor.peek()
        if atom.text == "'":
            cursor.next()
            spelt += "′"
        elif atom.text == "_":
            cursor.next()
            spelt += "_" + (_read_word(cursor) or read_script(cursor))
        elif atom.text == "^" and (
            marks_name(cursor)
            or (base != "e" and is_label(cursor))
            or binds_power(cursor, base + spelt)
            or (spelt.startswith("_") and is_size(cursor))
            or (base and is_index(cursor, spelt))
        ):
            cursor.next()
            spelt += "^" + read_script(cursor)
        else:
            return spelt


def _read_word(cursor: Cursor) -> str:
    r"""The word, perhaps with a number, of the commonest script: `_{\text{step2}}`; empty, and
    nothing is stepped over, for any other.
    """
    near = cursor.atoms[cursor.index : cursor.index + 7]
    if len(near) < 7 or near[0].text != "{" or near[1].text not in _TEXTS or near[2].text != "{":
        return ""
    brace, _, _, word, *rest = near
    number = rest.pop(0).text if rest[0].kind == "number" else ""
    if word.kind != "letters" or rest[0].text != "}" or rest[1].text != "}":
        return ""
    cursor.deeper(brace)
    cursor.depth -= 1
    cursor.index += 7 if number else 6
    return word.text + number


def marks_name(cursor: Cursor) -> bool:
    """Whether the next superscript is a mark (a star, a prime, words) rather than a power."""
    begin = cursor.index
    cursor.next()
    atom = cursor.next()
    while atom.text == "{":
        atom = cursor.next()
    transposes = atom.text in known.UPRIGHT and cursor.raw(atom) == "T"
    switched = atom.text in _UPRIGHT_SWITCHES and len(cursor.peek().text) > 1
    cursor.index = begin
    word = atom.kind == "letters" and atom.text in known.WORD_MARKS
    if transposes and "T" not in cursor.names.own:
        return False
    return (
        switched
        or atom.text == "*"
        or (word and not cursor.names.own_split(atom.text))
        or (
            atom.kind == "command"
            and (atom.text[1:] in known.TEXTS or atom.text[1:] in known.MARKS)
        )
    )


def is_label(cursor: Cursor) -> bool:
    """Whether the next superscript is a group of letters, one of them a capital, that are no
    numbers of the author's: I^{IB}.
    """
    group = [atom.text for atom in cursor.atoms[cursor.index + 1 : cursor.index + 4]]
    label = len(group) > 2 and group[0] == "{" and group[2] == "}" and len(group[1]) > 1
    letters = label and group[1].isalpha() and not group[1].islower()
    parts = cursor.names.own_split(group[1]) if letters else ()
    powers = parts and not any(
        cursor.names.own[part].readings[0][0].unit.dimension for part in parts
    )
    return letters and not powers


def is_size(cursor: Cursor) -> bool:
    """Whether the next superscript of a name with a subscript is the size of something, as of a
    model or of its training: F_total^{2T}, with a letter that is no number of the author's.
    """
    group = [atom.text for atom in cursor.atoms[cursor.index + 1 : cursor.index + 5]]
    if len(group) < _SIZE or (group[0], group[3]) != ("{", "}") or group[2] not in _MULTIPLIERS:
        return False
    known = cursor.names.own.get(group[2])
    pure = known is not None and not known.readings[0][0].unit.dimension
    return group[1].replace(".", "", 1).isdecimal() and not pure


def is_index(cursor: Cursor, subscript: str) -> bool:
    r"""Whether the next superscript is a word, or a letter over a word for a subscript, that is no
    number of the author's: d_h^{rope}, T_{compute}^p.
    """
    group = [atom.text for atom in cursor.atoms[cursor.index + 1 : cursor.index + 8]]
    inside = group[1 : group.index("}")] if group[0] == "{" and "}" in group else group[:1]
    word = "".join(inside).replace("\\_", "_")
    known = cursor.names.is_defined(word) or cursor.names.own_split(word)
    if known or not word.replace("_", "").isalpha() or not word.isascii():
        return False
    if len(word) >= _WORD:
        return word.islower() and not cursor.names.letters(word)
    return len(word) == 1 and word in _INDICES and _DESCRIBES.fullmatch(subscript) is not None


def binds_power(cursor: Cursor, name: str) -> bool:
    """Whether the author has bound a name together with the superscript that follows."""
    if not name or not cursor.names.own.has_superscripts:
        return False
    begin, depth = cursor.index, cursor.depth
    cursor.next()
    try:
        bound = is_owned(cursor, f"{name}^{read_script(cursor)}")
    except TextError:
        bound = False
    cursor.index, cursor.depth = begin, depth
    return bound


def read_script(cursor: Cursor) -> str:
    """The next token or group as text within a name."""
    atom = cursor.next()
    if atom.kind in ("letters", "number"):  # without braces a script is one character
        alone = cursor.atoms[cursor.index - 2].text in "_^"
        return cursor.first_of(atom).text if alone else atom.text
    if atom.text == "{":
        return script_group(cursor, atom)
    if atom.kind == "command":
        return script_command(cursor, atom)
    if atom.kind in ("other", "row"):
        return atom.text
    raise cursor.error(atom, "a script was expected")


def script_group(cursor: Cursor, opening: LatexToken) -> str:
    """An opened group as text within a name."""
    spelt = ""
    cursor.deeper(opening)
    while cursor.peek().text != "}":
        if cursor.peek().kind == "end":
            raise cursor.error(opening, "the group “{” is not closed", "Add “}”.")
        spelt += read_script(cursor)
    cursor.depth -= 1
    cursor.next()
    return spelt


def script_command(cursor: Cursor, atom: LatexToken) -> str:
    """A command with its argument as text within a name."""
    name = atom.text[1:]
    if name in known.TEXTS:
        return "_".join(cursor.raw(atom).split())
    if name in known.FONTS or name in known.ACCENTS:
        cursor.deeper(atom)
        inner = read_script(cursor)
        cursor.depth -= 1
        mark = known.ACCENTS.get(name) or known.FONTS[name]
        return inner if mark in known.VECTORS else f"{inner}_{mark}"
    if name in known.SPACES or name in known.SWITCHES:
        return ""
    return GREEK.get(name, known.IN_NAMES.get(name, name))


def is_owned(cursor: Cursor, name: str) -> bool:
    """Whether the author has bound a name."""
    return canonical(name) in cursor.names.own


def is_known(cursor: Cursor, name: str) -> bool:
    """Whether a name is known."""
    return cursor.names.find(name) is not None


def begins_symbol(cursor: Cursor, command: str) -> bool:
    """Whether a command begins a symbol."""
    name = command[1:] if command[:1] == "\\" else ""
    return name in GREEK or name in known.FONTS or name in known.ACCENTS
