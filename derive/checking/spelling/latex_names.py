r"""Names of LaTeX symbols: `\vec{F}_{12}` is F_vec_12, `\dot m` is m_dot, `\Delta G^\circ` is
ΔG^circ.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache

from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.canonical import GREEK, canonical
from derive.checking.spelling.latex_tokens import LatexToken, atoms
from derive.errors import TextError

_DEEPEST = 50
_TEXT = "|".join(map(re.escape, sorted(known.TEXTS)))
_USUAL = re.compile(  # most symbols are a letter with a word as its index
    rf"(?P<letter>[A-Za-z]|\\(?:{'|'.join(GREEK)}))_\{{(?P<text>\\(?:{_TEXT})\{{)?(?P<word>[A-Za-z]+\d{{0,9}})(?(text)\}})\}}"
)


def latex_spelling(symbol: str) -> str:
    r"""The name of a symbol, spelt as the reader of formulas spells it.

    >>> latex_spelling(r"\varepsilon_0"), latex_spelling(r"\hat{\mathbf{r}}"), latex_spelling("x'")
    ('ε_0', 'r_hat', 'x′')
    """
    usual = _USUAL.fullmatch(symbol)
    if usual is None:
        return _Speller(atoms(symbol)).all()
    letter = usual["letter"]
    return f"{GREEK.get(letter[1:], letter)}_{usual['word']}"


@lru_cache(maxsize=4096)  # a checker spells the symbols of the whole vocabulary
def spelt(symbol: str) -> str:
    """The canonical name of a LaTeX symbol or of one or several words.

    >>> spelt(r"t_{\\mathrm{mem}}"), spelt("link speed"), spelt(r"\\eta_{c}")
    ('t_mem', 'link_speed', 'η_c')
    """
    if any(sign in symbol for sign in "\\{'"):
        with suppress(TextError):  # an invalid symbol is refused where it is bound
            symbol = latex_spelling(symbol) or symbol
    return canonical(symbol)


class _Speller:
    """Speller of the tokens of one symbol."""

    def __init__(self, cut: list[LatexToken]) -> None:
        self.atoms = [atom for atom in cut if atom.kind != "space"]
        self.index = 0

    def all(self, close: str = "", depth: int = 0) -> str:
        """Everything up to `close`, or to the end."""
        spelt = ""
        while (atom := self.atoms[self.index]).kind != "end" and atom.text != close:
            spelt += self.one(depth)
        self.index += bool(close) and atom.kind != "end"
        return spelt

    def one(self, depth: int) -> str:
        """The next token, group, or command with its argument. Raises TextError beyond the cap on
        depth.
        """
        atom = self.atoms[self.index]
        if depth > _DEEPEST:
            raise TextError(atom.text, 0, f"more than {_DEEPEST} marks deep", "Name it with less.")
        self.index += atom.kind != "end"
        if atom.text == "{":
            return self.all("}", depth + 1)
        if atom.text in ("_", "^"):
            return atom.text + self.one(depth + 1)
        if atom.text == "'":
            return "′"
        if atom.kind != "command":
            return "" if atom.text in "{}" else atom.text
        name = atom.text[1:]
        if name in known.TEXTS:
            return "_".join(self.one(depth + 1).split())
        mark = known.ACCENTS.get(name) or known.FONTS.get(name)
        if mark:
            return self.marked(mark, depth)
        return (
            ""
            if name in known.SPACES or name in known.SWITCHES
            else GREEK.get(name, known.IN_NAMES.get(name, name))
        )

    def marked(self, mark: str, depth: int) -> str:
        """A letter with an accent or in another font; a bold letter with an accent is just
        accented.
        """
        inner = self.one(depth + 1)
        return (
            inner
            if mark in known.VECTORS and (depth or inner.endswith(known.ACCENTED))
            else f"{inner}_{mark}"
        )
