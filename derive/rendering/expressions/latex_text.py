"""Escaping of text for LaTeX: prose, and words within formulas for MathJax and KaTeX too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from derive.equations.tex_symbol import GREEK, MARKS
from derive.rendering.expressions.sanitise import in_pieces, sanitise, unbroken

MACROS = {character: f"\\{name}" for name, character in (GREEK | MARKS).items()}
_TEXT = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}", "−": r"\ensuremath{-}", "×": r"\ensuremath{\times}",
    "·": r"\ensuremath{\cdot}", "≈": r"\ensuremath{\approx}", "≥": r"\ensuremath{\ge}",
    "≤": r"\ensuremath{\le}", "≠": r"\ensuremath{\ne}", "→": r"\ensuremath{\to}",
    "∞": r"\ensuremath{\infty}", "√": r"\ensuremath{\surd}", "✓": r"\ensuremath{\surd}",
    "✗": r"\ensuremath{\times}", "∝": r"\ensuremath{\propto}", "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}", "‘": r"\textquoteleft{}", "’": "'", "–": r"\textendash{}",
    "—": r"\textemdash{}", "…": r"\ldots{}", "†": r"\textdagger{}", "\u00a0": "~",
    "\u202f": r"\,", "\u2009": r"\,",
    "⁰": r"\textsuperscript{0}", "⁴": r"\textsuperscript{4}", "⁵": r"\textsuperscript{5}",
    "⁶": r"\textsuperscript{6}", "⁷": r"\textsuperscript{7}", "⁸": r"\textsuperscript{8}",
    "⁹": r"\textsuperscript{9}", "µ": r"\ensuremath{\mu}", "½": r"\ensuremath{\frac12}",
    "¼": r"\ensuremath{\frac14}", "¾": r"\ensuremath{\frac34}",
}  # fmt: skip
_TEXT |= {
    character: rf"\ensuremath{{{macro}}}"
    for character, macro in MACROS.items()
    if character not in _TEXT
}
# Characters within formulas, and those that \text takes as a space.
_MATH_SIGNS = {
    "\\": r"\backslash", "~": r"\sim", "^": r"\wedge", "<": "<", ">": ">", "|": r"\vert",
    "°": r"{}^{\circ}",
    **{character: f"\\{character}" for character in "{}$&%#_"},
    **{mark: f"^{{{digit}}}" for digit, mark in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
}  # fmt: skip
_SPACES = dict.fromkeys("\u00a0\u202f\u2009", " ")
_ENSURED = re.compile(r"\\ensuremath\{((?:[^{}]|\{[^{}]*\})*)\}")
_COMMAND = re.compile(r"\\[A-Za-z]+\Z")
_MARK, _BREAK = "\n", r"\allowbreak{}"  # sanitised text has no line breaks of its own


def escape(text: str) -> str:
    """Text as LaTeX prose, escaped; letters without a glyph in pdflatex print as their code."""
    written = "".join(
        _BREAK if c == _MARK else _escaped(c) for c in in_pieces(unbroken(sanitise(text)), _MARK)
    )
    return written.replace("--", "-{}-").replace("--", "-{}-")


def in_dollars(prose: str) -> str:
    r"""Prose whose signs stand between dollars: Markdown, MathJax and KaTeX know no \ensuremath.

    >>> in_dollars(r"a \ensuremath{\ge} b")
    'a $\\ge$ b'
    """
    return _ENSURED.sub(r"$\1$", prose)


def math_words(text: str) -> str:
    r"""Words within a formula: letters in \text, signs as commands beside it, since MathJax and
    KaTeX know few commands within \text.

    >>> math_words("where a ≥ 2")
    '\\text{where a }\\ge\\text{ 2}'
    """
    pieces: list[str] = []
    plain = ""
    for character in sanitise(text):
        sign = _math_sign(character)
        if not sign:
            plain += _SPACES.get(character, character)
            continue
        pieces += [rf"\text{{{plain}}}"] if plain else []
        pieces.append(sign)
        plain = ""
    pieces += [rf"\text{{{plain}}}"] if plain else []
    return "".join(_apart(pieces))


def unit_letters(text: str) -> str:
    r"""The letters of a unit within a formula: \mathrm{\mu s}."""
    written = "".join(_apart([_math_sign(character) or character for character in text]))
    return rf"\mathrm{{{written}}}"


def joined(pieces: Iterable[str]) -> str:
    r"""Pieces of a formula side by side; a letter after a command stands apart: \Delta p.

    >>> joined([r"\Delta", "p"])
    '\\Delta p'
    """
    return "".join(_apart(pieces))


def _apart(pieces: Iterable[str]) -> Iterator[str]:
    before = ""
    for piece in pieces:
        if _COMMAND.search(before) and piece[:1].isalpha():
            yield " "
        yield piece
        before = piece


def _math_sign(character: str) -> str:
    """The command for a character within a formula; empty for one that \text takes as it is."""
    if character in _MATH_SIGNS:
        return _MATH_SIGNS[character]
    if character in MACROS:
        return MACROS[character]
    in_prose = _TEXT.get(character, "")
    if in_prose.startswith(r"\ensuremath{"):
        return in_prose.removeprefix(r"\ensuremath{").removesuffix("}")
    if character.isascii() or in_prose or "\u00c0" <= character <= "\u017f":
        return ""
    return rf"\mathtt{{U{{+}}{ord(character):04X}}}"


def cite_key(id: str) -> str:
    r"""A source's id as \cite and BibTeX take it.

    >>> cite_key("my source, 2nd")
    'my-source--2nd'
    """
    return re.sub(r"[^A-Za-z0-9_:.+-]", "-", id)


def _escaped(character: str) -> str:
    if character in _TEXT:
        return _TEXT[character]
    if character.isascii():
        return character if character.isprintable() else ""
    if "\u00a1" <= character <= "\u017f" and character not in _NO_GLYPH:
        return character
    return rf"\texttt{{U+{ord(character):04X}}}"


# Letters of Latin-1 and Latin Extended-A that the fonts of pdflatex lack.
_NO_GLYPH = "\u00adĦħĸŀĿŉŦŧſ"
