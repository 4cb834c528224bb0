"""Text is cut into numbers, words and signs, each with its place; what is too much is refused at
its limit and not before.
"""

import pytest

from derive.errors import TextError
from derive.units.lexer import tokens


def cut(text: str) -> list[tuple[str, str]]:
    *found, end = tokens(text)
    assert (end.kind, end.text, end.position, end.glued) == ("end", "", len(text), False)
    return [(token.kind, token.text) for token in found]


@pytest.mark.parametrize(
    "number",
    [
        "3",
        "3.35",
        "3.",
        ".5",
        ".5e-3",
        "1e9",
        "1E+9",
        "1.5e-3",
        "2,400",
        "1,234,567.8",
        "1_000_000",
        "100000",
    ],
)
def test_a_number_is_one_piece(number: str) -> None:
    """Digits with a point, an exponent, and thousands parted by commas or underscores."""
    assert cut(number) == [("number", number)]
    assert cut(f"{number} s") == [("number", number), ("word", "s")]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("1,23", ["1", ",", "23"]),
        ("1,2345", ["1", ",", "2345"]),
        ("0,500", ["0", ",", "500"]),
        ("01,667", ["01", ",", "667"]),
        ("1234,567", ["1234", ",", "567"]),
        ("1.2.3", ["1.2", ".3"]),
        ("2e", ["2", "e"]),
        ("2x", ["2", "x"]),
        ("x2_y", ["x2_y"]),
        ("_a", ["_a"]),
        ("µs", ["µs"]),
        ("m²", ["m²"]),
        ("m⁻²", ["m", "⁻²"]),
        ("m⁺¹⁰", ["m", "⁺¹⁰"]),
    ],
)
def test_pieces_end_where_people_end_them(text: str, pieces: list[str]) -> None:
    """A comma belongs to a number only where it can part thousands; a letter ends a number and a
    superscript stays with its word.
    """
    assert [text for _, text in cut(text)] == pieces


@pytest.mark.parametrize("sign", list("^-+*/()$%=<>,≈≥≤→{}[]?~∝⇒√–"))
def test_a_sign_is_itself(sign: str) -> None:
    """Every sign that people write in quantities and equations."""
    assert cut(f"a{sign}b") == [("word", "a"), ("symbol", sign), ("word", "b")]


@pytest.mark.parametrize("sign", [":=", "<=", ">=", "==", "->", "=>"])
def test_a_sign_of_two_characters_is_one_piece(sign: str) -> None:
    """None is taken for two signs."""
    assert cut(f"a{sign}b") == [("word", "a"), ("symbol", sign), ("word", "b")]


@pytest.mark.parametrize(
    ("sign", "plain"),
    [("**", "^"), ("·", "*"), ("×", "*"), ("∙", "*"), ("⋅", "*"), ("÷", "/"), ("−", "-")],
)
def test_the_spellings_of_a_sign_are_one_sign(sign: str, plain: str) -> None:
    """Four dots and crosses multiply, two stars raise, a long minus is a minus."""
    assert cut(f"a{sign}b") == [("word", "a"), ("symbol", plain), ("word", "b")]


def test_a_piece_knows_its_place_and_whether_it_is_glued() -> None:
    """Glued is what no space parts from the piece before; nothing is before the first."""
    assert [(token.position, token.glued) for token in tokens("2k  token/ s")] == [
        (0, False),
        (1, True),
        (4, False),
        (9, True),
        (11, False),
        (12, False),
    ]


@pytest.mark.parametrize(
    ("piece", "most", "position", "problem", "fix"),
    [
        ("a", 20_000, 0, "it is longer than 20,000 characters", "Shorten it."),
        ("9", 400, 0, "a number of more than 400 digits", "Write it as 1.5e30."),
        ("+", 8_000, 8_001, "more than 8,000 pieces", "Shorten it."),
    ],
)
def test_a_limit_is_kept_to_the_last_and_told_beyond_it(
    piece: str, most: int, position: int, problem: str, fix: str
) -> None:
    """As much as is promised is read; one more is refused in these words."""
    assert cut(piece * most)
    with pytest.raises(TextError) as caught:
        tokens(piece * (most + 1))
    assert (caught.value.position, caught.value.problem, caught.value.fix) == (
        position,
        problem,
        fix,
    )


def test_only_numbers_have_too_many_digits() -> None:
    """A long name is a name, whatever stands in it."""
    assert cut("x" + "1" * 401) == [("word", "x" + "1" * 401)]


def test_a_character_without_meaning_is_named() -> None:
    """The place and the character are told."""
    with pytest.raises(TextError) as caught:
        tokens("5 § per")
    assert (
        str(caught.value)
        == "cannot read “5 § per” at character 3: “§” has no meaning here. Remove it."
    )
