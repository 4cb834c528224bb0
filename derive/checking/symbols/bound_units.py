"""Units of the names that the author binds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.name_meanings import NameMeanings
from derive.equations.var import Var, normal
from derive.errors import TextError, UnknownName, did_you_mean
from derive.units.lexer import tokens
from derive.units.registry import spelled_like, unit_words, until_units_change
from derive.units.text import parse_quantity, parse_unit

_DIFFERENCE = {
    "°C": "K", "℃": "K", "degC": "K", "°F": "K", "degF": "K", "°": "deg", "dB": "count",
    "dBm": "count", "celsius": "K", "Celsius": "K",
}  # fmt: skip
_NO_WORD, _LETTER = re.compile(r"\W+"), re.compile(r"[^\W_]")
_ZERO_OF_ITS_OWN = re.compile(r"°[CF]?(?!\w)|℃|(?<!\w)(?:deg[CF]|dBm?|[cC]elsius)(?!\w)")


@until_units_change
@lru_cache(maxsize=1024)
def in_unit(spelling: str, unit: str) -> NameMeanings:
    """The meaning of a name that the author binds to a unit."""
    var = Var(variable_name(spelling), unit, f"“{spelling}” of the author", conversion=True)
    return NameMeanings(((var, var),), own=unit)


def variable_name(spelling: str) -> str:
    """A variable's name made from a spelling, which may be the words of a label, `1_wide` or
    `[rows/page]`; one without a letter or digit, such as an operator, stays as it is.
    """
    name = _NO_WORD.sub("_", spelling)
    if not _LETTER.search(name):
        return spelling
    return f"_{name}" if name[0].isdecimal() else name


def _without_zero(meaning: str) -> str:
    """A unit with temperatures and levels, which count from a zero of their own, as what their
    differences are: °C as K, dB as a pure number, ° as degrees.
    """
    return _ZERO_OF_ITS_OWN.sub(lambda match: _DIFFERENCE[match[0]], meaning)


def unit_text(meaning: str, spelling: str, spellings: Iterable[str]) -> str:
    """The unit of a binding, which may be a unit or a quantity. Raises UnknownName for a word that
    is neither that nor a variable.
    """
    meaning = _without_zero(meaning)
    try:
        return _text_of(meaning)
    except TextError as error:
        bound = f"It is what “{spelling}” is bound to."
        if normal(meaning).isidentifier():
            cased = did_you_mean(spelled_like(meaning)).strip()
            known = () if cased else (*spellings, *unit_words())
            own = "A unit of your own is given with --units FILE."
            hint = " ".join(filter(None, (cased, bound, own)))
            raise UnknownName("variable or unit", meaning, known, hint) from None
        fix = f"{error.fix} {bound}".strip()
        raise TextError(meaning, error.position, error.problem, fix) from None


@until_units_change
@lru_cache(maxsize=1024)
def _text_of(meaning: str) -> str:
    """The unit of a unit or of a quantity. Raises TextError for anything else."""
    if tokens(meaning)[0].kind == "number" or meaning.lstrip().startswith("$"):
        unit = parse_quantity(meaning).unit
        return unit.text if unit else "1"
    return parse_unit(meaning).text


def merged(*bindings: Mapping[str, str]) -> dict[str, str]:
    """Bindings of several sources by canonical name; later ones win."""
    return {spelt(name): meaning for table in bindings for name, meaning in table.items()}
