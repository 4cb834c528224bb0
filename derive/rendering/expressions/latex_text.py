"""Escaping of text for LaTeX."""

from __future__ import annotations

import re

from derive.equations.tex_symbol import GREEK, MARKS
from derive.rendering.expressions.sanitise import in_pieces, sanitise

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
    "—": r"\textemdash{}", "…": r"\ldots{}", "\u00a0": "~", "\u202f": r"\,", "\u2009": r"\,",
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
_MARK, _BREAK = "\n", r"\allowbreak{}"  # sanitised text has no line breaks of its own


def escape(text: str) -> str:
    """Text as LaTeX prose, escaped; letters without a glyph in pdflatex print as their code."""
    written = "".join(
        _BREAK if c == _MARK else _escaped(c) for c in in_pieces(sanitise(text), _MARK)
    )
    return written.replace("--", "-{}-").replace("--", "-{}-")


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
