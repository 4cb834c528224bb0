"""Words between two formulas that are one: the unit of `4 \\times 80$ GB $= 640`."""

from __future__ import annotations

from derive.checking.spelling.latex_tokens import LatexToken

_MARKS = {"$", "\\(", "\\)"}
_SIGNS = {"=", "≈", "≤", "≥", "<", ">"} | {
    f"\\{name}" for name in ("approx", "simeq", "equiv", "le", "leq", "ge", "geq", "lt", "gt")
}


def with_words_between(atoms: list[LatexToken]) -> list[LatexToken]:
    r"""The atoms with what stands between a mark of maths and the next, or a sign, as `\text{}`; of
    two signs on both sides of such marks the second is left out.
    """
    first = next(atom for atom in atoms if atom.kind != "space")
    if _MARKS.isdisjoint([atom.text for atom in atoms]) or first.text in _MARKS:
        return atoms
    made: list[LatexToken] = []
    index = level = 0
    signed = marked = False  # whether a sign stands right before, and a mark behind it
    while index < len(atoms):
        atom = atoms[index]
        index += 1
        level += (atom.text == "{") - (atom.text == "}")
        if atom.text in _MARKS and not level:
            marked = True
            if not signed:
                end = _end(atoms, index)
                made += _as_text(atom, atoms[index:end])
                index = end + (atoms[end].text in _MARKS)
        elif atom.text not in _SIGNS or not (signed and marked):
            made.append(atom)
            if atom.kind != "space":
                signed, marked = atom.text in _SIGNS, False
    return made


def _end(atoms: list[LatexToken], begin: int) -> int:
    """The index of the next mark or sign, or of the end."""
    index = begin
    while atoms[index].kind != "end" and atoms[index].text not in (_MARKS | _SIGNS):
        index += 1
    return index


def _as_text(mark: LatexToken, words: list[LatexToken]) -> list[LatexToken]:
    if all(word.kind == "space" for word in words):
        return []
    place, end = mark.position, words[-1].position
    opening = [LatexToken("command", "\\text", place), LatexToken("other", "{", place)]
    return [*opening, *words, LatexToken("other", "}", end)]
