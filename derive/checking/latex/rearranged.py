"""Atoms of a formula in the order in which they are read: subscripts before powers, conditions as
arguments.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.canonical import GREEK
from derive.checking.spelling.latex_tokens import LatexToken

_CLOSES = {"(": ")", "[": "]"}
_SIZED = {f"\\{size}" for size in (*known.SIZES, "left", "right", "middle")}
_BARS = {"|": "|", "\\vert": "|", "\\mid": "|", "\\|": "‖", "\\Vert": "‖", "\\parallel": "‖"}
_NORMS = frozenset("|‖")
_RELATIONS = ("\\succ", "\\prec", "\\succeq", "\\preceq", "\\sim", ";")
_LONGEST_SCRIPT = 12
_DEEPEST = 50


@dataclass(slots=True)
class _Bracket:
    """An open bracket: its index, whether a function stands before it, and the bars in it."""

    begin: int
    closing: str
    applied: bool
    bars: dict[str, list[int]] = field(default_factory=dict)


def rearranged(atoms: list[LatexToken]) -> list[LatexToken]:
    r"""The atoms with `||x||` as a norm, `x^2_i` as `x_i^2`, `p(x \mid y)` as `p(x, y)` and
    `[x \mid y]` as `[x]`.
    """
    texts = {atom.text for atom in atoms}
    if not _NORMS.isdisjoint(texts):
        atoms, texts = _with_norms(atoms), {*texts, "\\|"}
    if texts.intersection(_BARS) or texts.intersection(_RELATIONS):
        atoms = _without_conditions(atoms)
    return _subscripts_first(atoms) if {"^", "_"} <= texts else atoms


def _with_norms(atoms: list[LatexToken]) -> list[LatexToken]:
    r"""The atoms with `||x||` and `‖x‖` as `\|x\|`, where no bar stands alone."""
    bars = [index for index, atom in enumerate(atoms) if atom.text == "|"]
    pairs = [*zip(bars[::2], bars[1::2], strict=False)]
    doubled = len(bars) % 4 == 0 and all(last == first + 1 for first, last in pairs)
    norms = {first for first, _ in pairs} if doubled else set()
    gone = {last for _, last in pairs} if doubled else set()
    return [
        LatexToken("command", "\\|", atom.position) if index in norms or atom.text == "‖" else atom
        for index, atom in enumerate(atoms)
        if index not in gone
    ]


def _without_conditions(atoms: list[LatexToken]) -> list[LatexToken]:
    """The atoms with a lone bar in a bracket as a comma, or in square ones up to the end left
    out.
    """
    made = list(atoms)
    opened: list[_Bracket] = []
    for index, atom in enumerate(atoms):
        text = atom.text
        if len(opened) > _DEEPEST:  # which is refused when it is read
            return atoms
        if text in ("(", "[", "{"):
            opened.append(_Bracket(index, _CLOSES.get(text, "}"), _is_applied(atoms, index)))
        elif opened and text == opened[-1].closing:
            _part(made, opened.pop(), index)
        elif opened and text in _BARS and not _is_delimiter(atoms, index):
            opened[-1].bars.setdefault(_BARS[text], []).append(index)
        elif opened and text in _RELATIONS and opened[-1].closing == ")" and opened[-1].applied:
            made[index] = LatexToken("other", ",", atom.position)
    return made


def _part(made: list[LatexToken], bracket: _Bracket, end: int) -> None:
    """Put a comma, or in square brackets nothing, where a bar divides a bracket that ends."""
    bars = [place for places in bracket.bars.values() for place in places]
    if bracket.closing == "]" and bars and _has_dots(made, bracket.begin, end):
        for place in bars:  # blocks side by side: [W_1 | W_2 | … | W_P]
            made[place] = LatexToken("other", ",", made[place].position)
        opening = made[bracket.begin]
        made[bracket.begin] = LatexToken("command", f"\\{known.CONCATENATION}", opening.position)
        return
    lone = [places[0] for places in bracket.bars.values() if len(places) == 1 or _double(places)]
    if not lone or bracket.closing == "}":
        return
    place = min(lone)
    if made[place + 1].text == "|":
        made[place + 1] = LatexToken("space", " ", made[place + 1].position)
    if bracket.closing == ")" and bracket.applied:
        made[place] = LatexToken("other", ",", made[place].position)
    elif bracket.closing == "]":
        end -= made[end - 1].text == "\\right"
        for index in range(place, end):
            made[index] = LatexToken("space", " ", made[index].position)


def _has_dots(atoms: list[LatexToken], begin: int, end: int) -> bool:
    return any(
        atom.kind == "command" and atom.text[1:] in known.DOTTED for atom in atoms[begin:end]
    )


def _double(places: list[int]) -> bool:
    return len(places) == 2 and places[1] == places[0] + 1


def _is_delimiter(atoms: list[LatexToken], index: int) -> bool:
    """Whether a bar is set with a size and opens or closes: `\\left|`."""
    before = atoms[index - 1].text if index else ""
    return before in _SIZED and before != "\\middle" and not before.endswith("m")


def _is_applied(atoms: list[LatexToken], index: int) -> bool:
    """Whether a bracket stands right behind a letter, word or group."""
    before = [atom for atom in atoms[max(index - 4, 0) : index] if atom.kind != "space"]
    while before and before[-1].text in _SIZED:
        before.pop()
    if not before:
        return False
    last = before[-1]
    command = last.text[1:] if last.kind == "command" else ""
    return last.kind == "letters" or last.text in ("}", "'", "*") or command in GREEK


def _subscripts_first(atoms: list[LatexToken]) -> list[LatexToken]:
    """The atoms with a subscript before the power that it follows."""
    made = list(atoms)
    for index, atom in enumerate(atoms):
        if atom.text != "^" or made[index] is not atom:
            continue
        middle = _script_end(atoms, index)
        if middle and atoms[middle].text == "_" and (end := _script_end(atoms, middle)):
            made[index:end] = [*atoms[middle:end], *atoms[index:middle]]
    return made


def _script_end(atoms: list[LatexToken], begin: int) -> int:
    """The index after a short script that begins with its sign; 0 for one that is a mark or words
    of a name, or has no certain end.
    """
    raised = atoms[begin].text == "^"
    first = atoms[begin + 1]
    if first.text != "{":
        single = len(first.text) == 1 and (first.text.isalnum() or not raised)
        return begin + 2 if single and first.kind in ("letters", "number", "other") else 0
    level = 0
    for index in range(begin + 1, min(begin + _LONGEST_SCRIPT, len(atoms) - 1)):
        level += (atoms[index].text == "{") - (atoms[index].text == "}")
        if not level:
            words = [atom for atom in atoms[begin + 2 : index] if atom.kind != "space"]
            return 0 if raised and _is_a_mark(words) else index + 1
    return 0


def _is_a_mark(words: list[LatexToken]) -> bool:
    """Whether what is raised marks a name rather than being a power."""
    return not words or any(
        atom.kind == "command" or atom.text == "*" or (atom.kind == "letters" and atom.text[1:])
        for atom in words
    )
