"""Messages for undefined names."""

from __future__ import annotations

from derive.checking.symbols.names import Names
from derive.errors import UnknownWords, did_you_mean, shorten
from derive.units.lexer import Token
from derive.units.registry import ambiguity, surely_unit

_GROWTH = {"O", "O_cal", "Θ", "Ω"}


def unknown_names(text: str, unknown: list[Token], names: Names) -> UnknownWords:
    """The error for unknown words, with suggestions for each."""
    every = tuple(dict.fromkeys(token.text for token in unknown))
    listed = every[:6]
    words = " or ".join(f"“{shorten(word, 40)}”" for word in listed)
    fixes = []
    for word in listed:
        if word in names.undefined:
            said = names.undefined[word]
            told = f"says that {word} is “{shorten(said, 60)}”" if said else f"defines {word}"
            fixes.append(f"The text {told}.")
        elif word in _GROWTH:
            fixes.append(f"“{word}(…)” says how a thing grows and not how large it is.")
        elif (hint := ambiguity(word)) is not None:
            fixes.append(f"{hint[0].upper()}{hint[1:]}.")
        elif surely_unit(word):
            per = "; for bytes per token write bytes_per_token" if word.startswith("byte") else ""
            fixes.append(f"“{word}” is a unit: name the quantity that has it{per}.")
        elif names.offers(word):
            by = f" by “{word}”" if len(listed) > 1 else ""
            fixes.append(f"{did_you_mean(names.offers(word)).strip().removesuffix('?')}{by}?")
    fixes.append("A name of your own is to be bound to a variable or a unit, as in x: byte/token.")
    problem = f"no variable is named {words}"
    return UnknownWords(text, unknown[0].position, problem, " ".join(fixes), every)
