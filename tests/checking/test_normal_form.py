"""Normal form of figures: what tells that nothing has to be rewritten is never wrong."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from derive.checking.spelling.latex_commands import DOTS, SPELT
from derive.checking.tokens.normal import normalised
from derive.units.lexer import Token

_WORDS = ("x", "x8", "a", "GB", "about", "Million", "to", "½", "m²", "√", "²")
_SIGNS = ("=", "~", "≈", "+", "-", "–", "*", "/", "^", "(", ")", "|", ",", DOTS)
_TEXTS = (
    *(("number", text) for text in ("2", "10", "1,5", "3e4", "149")),
    *(("word", text) for text in _WORDS),
    *((SPELT, text) for text in ("to", "T_a", "billion")),
    *(("symbol", text) for text in _SIGNS),
    ("power", "²"),
)


@example([(("symbol", text), False) for text in ("+", DOTS, "+")] + [(("number", "2"), False)])
@given(st.lists(st.tuples(st.sampled_from(_TEXTS), st.booleans()), max_size=9))
def test_tokens_beside_a_sign_that_asks_for_every_rule_have_the_same_normal_form(
    shown: list[tuple[tuple[str, str], bool]],
) -> None:
    """A sign beyond ASCII stays, and makes every rule look at every token."""
    tokens = [Token(*made, place, glued) for place, (made, glued) in enumerate(shown)]
    tokens.append(Token("end", "", len(tokens), False))
    other = Token("symbol", "≤", 0, False)
    assert normalised([other, *tokens]) == [other, *normalised(tokens)]
