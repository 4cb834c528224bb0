r"""Prose with its markup taken off, line by line: macros expanded, `<i>u</i>` and `**u**` as `$u$`,
units set as maths or with siunitx as plain units.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping

from derive.checking.extraction.drawings import drawings
from derive.checking.extraction.macros import DEFAULT, defining
from derive.checking.extraction.tex import blanked
from derive.checking.spelling.canonical import GREEK
from derive.checking.spelling.siunitx import unit_text
from derive.checking.symbols.unit_spelling import unit_of

_ROUNDS, _LONGEST_BODY, _MOST_GROWTH = 3, 200, 4
_SYMBOL = r"\$[^$\n]{1,60}\$|\\?[A-Za-zα-ωΑ-Ω](?:_(?:\{[^{}\n]{1,30}\}|\w{1,12}))?"
_SCRIPT = re.compile(r"<(sub|sup)>\s*([^<>\n]{1,40}?)\s*</\1>", re.IGNORECASE)
_SET = re.compile(rf"<(i|em|b|strong|var|code)>\s*({_SYMBOL})\s*</\1>", re.IGNORECASE)
_HTML_TABLE = re.compile(r"</?t", re.IGNORECASE)
_CELL = re.compile(  # blanks are sought from the first of them: a page has long runs of them
    r"(?:(?<!\s)\s+)?(?:<t[dh](?:\s[^<>]*)?>\s*|</t[dh]>)", re.IGNORECASE
)
_ROW_END = re.compile(r"</tr>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z0-9]{0,11}(?:\s[^<>\n]{0,200})?/?>", re.IGNORECASE)
# A pattern all of whose ways begin with a character is tried only where that stands.
_STRESSED = re.compile(rf"(\*(?<![\w*]\*)(?:\*\*|\*)?|_(?<![\w*]_)_)({_SYMBOL})\1(?![\w*])")
_STRONG = re.compile(r"\*\*(?:(?<![\w)\]*]\*\*)(?=[^\s*])|(?<=[^\s*]\*\*)(?![^\W_]|_(?!\{)|[(*]))")
_ROLE = re.compile(
    r":math:`([^`\n]{1,60})`|\\\\?\(\s?([^$\n]{1,60}?)\s?\\{1,2}\)|\$`([^`\n]{1,60})`\$"
)
_LONE_CELL = re.compile(r"\|\s+([A-Za-zα-ωΑ-Ω](?:_\w{1,12})?)\s+(?=\|)")
_IN_BRACKETS = re.compile(rf"\((?:{'|'.join(GREEK)})\)")
_SPELT_AGAIN = re.compile(rf"(?<=\$)[ \t]*{_IN_BRACKETS.pattern}")  # $\alpha$ (alpha)
_UNIT_COMMAND = re.compile(r"\\(?:unit|si)\s*\{((?:[^{}\n]|\{[^{}\n]*\}){1,80})\}")
_QUANTITY = re.compile(r"\\(?:SI|qty)\s*\{([\d.,eE+-]{1,20})\}\s*\{([^{}\n]{1,80})\}")
_LETTER = re.compile(r"(?<![A-Za-z\\{])[A-Za-z](?![A-Za-z}])")
_RAISED = re.compile(r"\$\s*\^\s*(?:\{\s*([-−]?\d(?:/\d)?)\s*\}|(\d))\s*\$")
_DOT = re.compile(r"\$\s*\\cdot\s*\$")
_WRAPPED = re.compile(r"\\(?:mathrm|text|textrm|rm|mathsf|operatorname|si|unit)\s*\{([^{}]*)\}")
_PART = r"\{{(?P<{}>(?:[^{{}}$\n]|\{{[^{{}}$\n]{{0,20}}\}}){{1,40}})\}}"
_FRACTION = re.compile(rf"\\[dt]?frac\s*{_PART.format('above')}\s*{_PART.format('below')}")
_VALUE_APART = re.compile(  # surface gravity (exactly $9.80665 \frac{m}{s^2}$)
    r"\((?P<before>(?:[A-Za-z]+[,:]?\s+){0,2})\$\s*(?P<figure>[-−]?\d[\d.,]*)(?:\s|~|\\[,;:! ])*"
    r"(?P<unit>\\[a-z]+\s*\{[^$\n]{1,60})\$\s*\)"
)
_IN_MATHS = re.compile(
    r"(?P<before>i(?<!\wi)n\s+|u(?<!\wu)nit[s:]?\s+|o(?<!\wo)f\s+|\(\s*|\[\s*|\|\s*|,\s*)"
    r"\$(?P<unit>[^$\n]{1,60})\$(?=\s*[)\]|.,;:]|\s|$)"
)
_BEFORE_MATHS = re.compile(r"(?:i(?<!\wi)n\s+|u(?<!\wu)nit[s:]?\s+|o(?<!\wo)f\s+|[(\[|,]\s*)$")
_ENDS_BEFORE_MATHS = ("(", "[", "|", ",", "in", "of", "unit", "units", "unit:")
_FARTHEST = 40  # characters from the word before to its unit
_BEHIND_SYMBOL = re.compile(
    r"\$(?P<symbol>[^$\n=\[\]]{1,40}?)(?:\\[,;:! ]|\s|~)*\[(?P<unit>[^$\n\[\]]{1,60})\]\s*\$"
)
_BRACKET_ENDS = re.compile(r"\]\s*\$")  # ends every such unit
_UNIT_IS = re.compile(r"\$\s*\[(?P<symbol>[^$\n=\[\]]{1,40})\]\s*=\s*(?P<unit>[^$\n=]{1,60})\$")
_SCRIPTS = re.compile(r"[_^]\s*\{[^{}]*\}")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_IDENTIFIER = re.compile(r"[^\W\d_]\w*")
_ABBREVIATION = re.compile(r"[A-Z][a-z]|\w+[\dA-Z_]\w*")  # Re, SNR, t_mem
_DEPENDS = re.compile(
    r"\b(?:linear(?:ly)?|quadratic(?:ally)?|cubic|exponential(?:ly)?|polynomial|logarithmic"
    r"|constant|growth|grows|increas\w+|decreas\w+|function|convex|monoton\w+)\s+in\s+$"
)


def plain_prose(
    text: str, macros: Mapping[str, str] | None = None, formulas: Iterable[str] = ()
) -> str:
    """The prose with as many lines as before; a letter that the `formulas` compute with is not a
    unit of one letter.
    """
    used = {*_LETTER.findall("\n".join(formulas))}
    text = blanked(text, drawings(text)) if "\\" in text else text
    text = _expanded(blanked(text, defining(text)), macros or {})
    text = _ROLE.sub(lambda match: f"${next(filter(None, match.groups()))}$", text)
    text = _SCRIPT.sub(lambda match: f"{'_' if match[1] == 'sub' else '^'}{{{match[2]}}}", text)
    text = _SET.sub(_as_maths, text)
    text = _CELL.sub(" | ", text) if _HTML_TABLE.search(text) else text
    text = _ROW_END.sub(r" | \\\\ ", text).replace("|  |", "|")
    text = _STRESSED.sub(_as_maths, _TAG.sub(" ", text))
    text = _LONE_CELL.sub(r"| $\1$ ", _STRONG.sub("", text))
    text = _SPELT_AGAIN.sub("", text) if _IN_BRACKETS.search(text) else text
    text = _QUANTITY.sub(lambda match: f"{match[1]} \\mathrm{{{unit_text(match[2])}}}", text)
    return _with_plain_units(text.replace("~", " ").replace("\\,", " "), used)


def words_used(formulas: Iterable[str]) -> frozenset[str]:
    """The letters and abbreviations that formulas compute with, which a text may name unmarked.

    >>> sorted(words_used([r"\\mathrm{SNR} = \\frac{S}{N_{in}}", "P = rho * v**3"]))
    ['N', 'P', 'S', 'SNR', 'rho', 'v']
    """
    found = {
        word
        for formula in formulas
        for word in _IDENTIFIER.findall(_COMMAND.sub(" ", _SCRIPTS.sub("", formula)))
        if len(word) == 1 or word in GREEK or _ABBREVIATION.fullmatch(word)
    }
    return frozenset(found)


def states_a_unit(formula: str) -> bool:
    """Whether a formula is no equation but says the unit of a symbol: `[u] = \\mathrm{mm/ms}`."""
    match = _UNIT_IS.fullmatch(f"${formula.strip()}$")
    return match is not None and plain_unit(match["unit"]) is not None


def _as_maths(match: re.Match[str]) -> str:
    inside = match[2]
    return inside if inside.startswith("$") or inside in "AaI" else f"${inside}$"


def _expanded(text: str, macros: Mapping[str, str]) -> str:
    """The text with macros without arguments expanded, within bounds."""
    bodies = {
        name: " ".join(body.split())
        for name, body in macros.items()
        if "#" not in body and len(body) <= _LONGEST_BODY and not name.endswith(DEFAULT)
    }
    if not bodies:
        return text
    names = "|".join(re.escape(name) for name in sorted(bodies, key=len, reverse=True))
    pattern = re.compile(rf"(?:{names})(?![A-Za-z])")
    most = _MOST_GROWTH * len(text) + _LONGEST_BODY
    for _ in range(_ROUNDS):
        grown = pattern.sub(lambda match: bodies[match[0]], text)
        if grown == text or len(grown) > most:
            break
        text = grown
    return text


def _with_plain_units(text: str, used: Container[str]) -> str:
    """The text with units set as maths or commands in plain spelling."""
    text = _UNIT_COMMAND.sub(lambda match: plain_unit(match[0]) or match[0], text)
    text = _VALUE_APART.sub(_value_apart, text)
    text = _DOT.sub("·", _RAISED.sub(_raised, text))
    text = _UNIT_IS.sub(lambda match: _unit_apart(match, used), text)
    if _BRACKET_ENDS.search(text):
        text = _BEHIND_SYMBOL.sub(lambda match: _unit_apart(match, used), text)
    return _with_units_in_maths(text, used)


def _with_units_in_maths(text: str, used: Container[str]) -> str:
    """The text with the units set as maths behind “in”, a comma or a bracket in plain spelling."""
    parts, last = [], 0
    dollar = text.find("$")
    while dollar >= 0:
        mark, near = text[dollar - 1 : dollar], max(last, dollar - _FARTHEST)
        apart = mark.isspace() or mark in "([|,"
        behind = text[near:dollar] if apart else ""
        told = behind.rstrip().endswith(_ENDS_BEFORE_MATHS)
        before = _BEFORE_MATHS.search(behind) if told else None
        match = _IN_MATHS.match(text, dollar - len(before[0])) if before else None
        if match:
            parts += [text[last : match.start()], _unit_in_maths(match, used)]
            last = match.end()
        dollar = text.find("$", max(last, dollar + 1))
    return "".join([*parts, text[last:]])


def _value_apart(match: re.Match[str]) -> str:
    """A value in brackets with its unit in plain spelling."""
    unit = plain_unit(match["unit"])
    return f"({match['before']}{match['figure']} {unit})" if unit else match[0]


def _raised(match: re.Match[str]) -> str:
    """A power that is set as a formula, as one of a typed text: nm$^{-1/2}$."""
    power = match[1] or match[2]
    return f"^({power})" if "/" in power else f"^{power}"


def _unit_apart(match: re.Match[str], used: Container[str]) -> str:
    """The unit behind its symbol, unless it may be an argument: the mean $E[S^2]$."""
    letters = set(_LETTER.findall(match["unit"]))
    unit = (
        None if letters and all(letter in used for letter in letters) else plain_unit(match["unit"])
    )
    return f"${match['symbol'].strip()}$ [{unit}]" if unit else match[0]


def _unit_in_maths(match: re.Match[str], used: Container[str]) -> str:
    """A unit set as maths in plain spelling; after a comma only one in brackets or upright."""
    inside = match["unit"].strip()
    upright, behind_a_comma = inside.startswith(("[", "\\")), match["before"].startswith(",")
    unit = None if behind_a_comma and not upright else plain_unit(inside.strip("[] "))
    before = match.string[max(0, match.start() - 40) : match.end("before")]
    if not unit or _DEPENDS.search(before) or not (upright or unit not in used):
        return match[0]
    if behind_a_comma and len(unit) == 1 and unit in used:
        return match[0]  # the rate constant, $[A]$ the concentration
    return f"{match['before']}[{unit}]" if inside.startswith("[") else f"{match['before']}{unit}"


def _divided(fraction: re.Match[str]) -> str:
    """A fraction of units in one line."""
    above, below = fraction["above"].strip(), fraction["below"].strip()
    return f"{above}/({below})" if re.search(r"[\s*·/]", below) else f"{above}/{below}"


def plain_unit(source: str) -> str | None:
    """The plain spelling of a unit set as maths; None for anything else."""
    text = source
    if "\\" in text and re.search(r"\\(?:si|unit)\b", text):
        text = _UNIT_COMMAND.sub(lambda match: unit_text(match[1]), text)
    for _ in range(2):
        text = _WRAPPED.sub(r"\1", text)
    text = _FRACTION.sub(_divided, re.sub(r"\\[,;:! ]", " ", text))
    text = text.replace("\\cdot", "·").replace("\\mu", "µ")
    text = text.replace("\\Omega", "Ω").replace("\\degree", "°").replace("^{\\circ}", "°")
    text = re.sub(r"\^\s*\{\s*([-−]?\d+)\s*\}", r"^\1", text).replace("−", "-")
    text = text.replace("{", "").replace("}", "").strip()
    return unit_of(text) if "\\" not in text else None
