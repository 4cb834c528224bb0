"""Statements of one text, divided at arrows, row ends, and commas and gaps between equations."""

from __future__ import annotations

import re

from derive.checking.spelling.latex_commands import BREAK, DOTS, GAP, REFUSED, SPELT
from derive.checking.tokens.brackets import nesting
from derive.errors import TextError
from derive.units.lexer import Token
from derive.units.written_number import comma_fault_at

_ARROWS = ("→", "->", "⇒", "=>")
_ENDS_OF_KIND, _ENDS_OF_TEXT = frozenset((BREAK, GAP)), frozenset((*_ARROWS, ","))
_CONDITIONS = ("if", "for", "where", "when", "with", "since", "as", "s.t.", "subject", "otherwise")
_REMARK = re.compile(r"[(\[][^()\[\]]*[A-Za-z]{3}[^()\[\]]*[)\]]")
_WORDS = re.compile(r"[A-Za-z]{2,}(?:[_/ -][A-Za-z]+){1,7}")
_WITHIN = {"+", "-", "*", "/", "^"}


def parts(text: str, pieces: list[Token], signs: tuple[str, ...]) -> list[list[Token] | TextError]:
    """The tokens of each statement, without conditions beside one (“for all N”).

    An arrow, row or full stop with no statement beside it is an error among them, so that nothing
    is lost in silence.
    """
    if _ENDS_OF_KIND.isdisjoint([piece.kind for piece in pieces]) and _ENDS_OF_TEXT.isdisjoint(
        [piece.text for piece in pieces]
    ):
        return [_without_share(_trimmed(pieces))]
    found: list[list[Token] | TextError] = []
    before: Token | None = None
    runs = _broken(pieces)
    several = sum(any(piece.kind != GAP for piece in run) for _, run in runs) > 1
    for after, run in runs:
        for part in _at_gaps(text, run, signs):
            if before is not None and before.text in _CONDITIONS and _is_range(part):
                continue
            if part and (_states(part, signs) or not several):
                found.append(_without_share(part))
            elif part and not (
                before is not None and before.kind == BREAK and before.text in _CONDITIONS
            ):
                arrows = (end for end in (before, after) if end is not None and end.text in _ARROWS)
                found.append(_misplaced(text, next(arrows, part[0])))
        before = after
    return found or [[]]


def _without_share(part: list[Token]) -> list[Token]:
    """The tokens without a share in brackets behind a unit: 4.8 MB (12.5 %)."""
    if len(part) < 6 or part[-5].kind != "word" or part[-6].kind != "number":
        return part
    begin, figure, sign, end = part[-4:]
    share = (begin.text, sign.text, end.text) == ("(", "%", ")") and figure.kind == "number"
    return part[:-4] if share else part


def _misplaced(text: str, token: Token) -> TextError:
    problem = f"“{token.text}” has no place in an equation"
    fix = "Each row and each end of an arrow is an equation."
    return TextError(text, token.position, problem, fix)


def _broken(pieces: list[Token]) -> list[tuple[Token | None, list[Token]]]:
    """Runs of tokens, each with the break that ends it; there are no breaks inside brackets."""
    made: list[tuple[Token | None, list[Token]]] = []
    run: list[Token] = []
    depth = 0
    for piece in pieces:
        depth += nesting(piece)
        if piece.kind == BREAK or (piece.kind == "symbol" and piece.text in _ARROWS):
            if depth <= 0:
                made.append((piece, run))
                run = []
            else:
                run.append(piece)
        elif piece.kind != GAP or depth <= 0:
            run.append(piece)
    made.append((None, run))
    return made


def _at_gaps(text: str, run: list[Token], signs: tuple[str, ...]) -> list[list[Token]]:
    """A run divided at commas and gaps between two whole equations."""
    made: list[list[Token]] = []
    current: list[Token] = []
    states = False
    depth = 0
    for index, piece in enumerate(run):
        depth += nesting(piece)
        within = piece.text == "," and comma_fault_at(text, piece.position)
        if depth <= 0 and not within and (piece.kind == GAP or piece.text == ","):
            if _is_aside(run[index + 1 :]):
                break
            following = _up_to_gap(run, index + 1) if states else []
            if _states(following, signs) and _whole(current, following[0], signs):
                made.append(current)
                current, states = [], False
            elif piece.text == ",":
                current.append(piece)
        else:
            current.append(piece)
            states = states or _states([piece], signs)
    made.append(current)
    return [_trimmed(part) for part in made]


def _is_aside(rest: list[Token]) -> bool:
    """Whether a gap is followed by nothing but a figure, a star or words in brackets: the
    equation's own number, the figure in another unit, (1.7 %), or a remark, (decode phase).
    """
    rest = [piece for piece in _trimmed(rest) if piece.kind != GAP]
    if len(rest) == 1 and rest[0].kind == SPELT:
        return _REMARK.fullmatch(rest[0].text) is not None
    if len(rest) == 3 and (rest[0].text, rest[-1].text) == ("(", ")") and rest[1].kind == SPELT:
        return _WORDS.fullmatch(rest[1].text) is not None
    if len(rest) < 3 or (rest[0].text, rest[-1].text) != ("(", ")"):
        return False
    if rest[1].kind != "number":
        return all(piece.text == "*" for piece in rest[1:-1])
    return not any(nesting(piece) or piece.kind == GAP for piece in rest[1:-1])


def _is_range(part: list[Token]) -> bool:
    """Whether a condition runs through values: i = 1, …, n."""
    texts = [piece.text for piece in part]
    return len(part) > 3 and texts[1] == "=" and DOTS in texts and texts.count("=") == 1


def _up_to_gap(run: list[Token], begin: int) -> list[Token]:
    kept: list[Token] = []
    for index in range(begin, len(run)):
        piece = run[index]
        if kept and (piece.kind == GAP or piece.text == ","):
            break
        if piece.kind != GAP:
            kept.append(piece)
    return kept


def _whole(before: list[Token], after: Token, signs: tuple[str, ...]) -> bool:
    """Whether one equation ends and another begins here, with neither a sign nor an operation
    between them.
    """
    return not any(text in _WITHIN or text in signs for text in (before[-1].text, after.text))


def _trimmed(part: list[Token]) -> list[Token]:
    while part and part[-1].text in (",", "."):
        part = part[:-1]
    return part


def _states(part: list[Token], signs: tuple[str, ...]) -> bool:
    return any(
        piece.kind == REFUSED or (piece.kind == "symbol" and piece.text in signs) for piece in part
    )
