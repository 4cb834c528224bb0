"""Words of an equation joined or cut into known names."""

from __future__ import annotations

from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.names import Names
from derive.checking.symbols.quantity_names import ACRONYMS
from derive.checking.tokens.measures import NAME
from derive.checking.tokens.quantities import raised
from derive.errors import TextError
from derive.units.lexer import Token
from derive.units.registry import surely_unit
from derive.units.superscripts import SUPERSCRIPTS

_MOST_WORDS = 4
_MOST_LETTERS = 3  # of a word read as the author's letters rather than as the library's name
_ACRONYM = 2  # letters that are a product of the author's and a name of the library: TP, BW
_MOST_LETTERS_RUN = 4  # from this length on, small letters in plain text are rather a word


def joined(pieces: list[Token], begin: int, names: Names) -> int:
    """Number of tokens from `begin` on that form one known name, as in “Mem BW” and “bytes/token”;
    0 if none do.
    """
    if pieces[begin + 1].text == "/" and pieces[begin + 2].kind == "word":
        ratio = f"{pieces[begin].text}/{pieces[begin + 2].text}"
        quotient = "_" in pieces[begin].text and "_" in pieces[begin + 2].text  # free_mem / kv_each
        if (not quotient or canonical(ratio) in names.own) and names.find(ratio):
            return 3
    run = 0
    while (
        run < _MOST_WORDS
        and pieces[begin + run].kind == "word"
        and not (run and pieces[begin].text in names.own)
    ):
        run += 1
    words = [piece.text for piece in pieces[begin : begin + run]]
    lengths = (k for k in range(run, 1, -1) if max(map(len, words[:k])) > 1)
    return next((k for k in lengths if names.find("_".join(words[:k]))), 0)


def cut(text: str, token: Token, names: Names, latex: bool) -> list[Token]:
    """The names in one word: the whole, or several run together; superscript digits at its end are
    a power. Empty if unknown.
    """
    word = token.text.rstrip(SUPERSCRIPTS)
    parts = _names_in(text, token, word, names, latex) if word else []
    return [] if parts is None else raised(token, parts)


def _names_in(text: str, token: Token, word: str, names: Names, latex: bool) -> list[Token] | None:
    """The names that a word without its superscripts is read as; None if it is unknown. Raises
    TextError if it is ambiguous.
    """
    acronym = not latex and word.isupper() and len(word) == _MOST_LETTERS  # TDP beside T, D and P
    ours = (len(word) > _MOST_LETTERS or acronym) and names.find(word) is not None
    greek = not latex and canonical(word) != word  # theta in plain text is θ
    own = () if ours or greek or word in names.own else names.own_split(word, imaginary=latex)
    if len(own) >= _MOST_LETTERS_RUN and not latex and word.islower():
        problem = f"“{word}” can be a name or {'*'.join(own)}"
        raise TextError(text, token.position, problem, "Write the signs, or bind the name.")
    if len(own) == _ACRONYM and word in names.written.acronyms and names.find(word):
        own = ()
    known = word in ACRONYMS or (not latex and word.isupper() and names.find(word))
    if len(own) == _ACRONYM == len(word) and known:
        problem = f"“{word}” can be the library's name or {'*'.join(own)}"  # 64 GPUs, TP=1
        raise TextError(text, token.position, problem, "Write the signs, or bind the name.")
    symbol = (latex or not surely_unit(word)) and names.symbol_only(word)
    if not own and (symbol or names.find(word) is not None):
        return [Token(NAME, word, token.position, token.glued)]
    if not own and (len(word) < 2 or surely_unit(word) or acronym):  # PPL is no PP times L
        return None
    runs_on = latex and word not in names.written.acronyms
    letters = names.letters(word) if runs_on else ()
    ways = [own] if own else names.split(word) or [letters] * bool(letters)
    if len(ways) > 1:
        both = " or ".join("*".join(way) for way in ways)
        raise TextError(text, token.position, f"“{word}” can be read as {both}", "Write the signs.")
    if not ways:
        return None
    position, found = token.position, []
    for part in ways[0]:
        found.append(Token(NAME, part, position, token.glued or position > token.position))
        position += len(part)
    return found
