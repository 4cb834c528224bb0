"""What is decided before the work that it makes needless: the decision is that of the whole way."""

import importlib
import random

import pytest

from derive.checking.check import check_document
from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import interpret
from derive.checking.extraction.document import document_of
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.parser import statements
from derive.checking.grammar.tree import StatementNode
from derive.checking.inference.compared import may_compare
from derive.checking.inference.conditions import AnyWouldDo, Conditions
from derive.checking.inference.elimination import solved
from derive.checking.symbols.names import Names
from derive.equations.dimensions import Mismatch
from derive.equations.var import Var
from derive.errors import DeriveError, TextError
from derive.library.content import vocabulary

SEED = random.randrange(10**9)
UNITS = {"u": "mm/ms", "h": "ms", "k": "ms", "s": "mm", "p": "1"}
OPEN = ("x", "y", "z", "w")
WRONG = {"v": "furlongish"}


def names() -> Names:
    """The author's names with units, and those whose unit is asked for as pure numbers."""
    return Names(vocabulary(), UNITS | dict.fromkeys(OPEN, "1"), guesses=False)


def compares(statement: StatementNode, families: dict[str, str], known: Names) -> bool:
    """Whether the conditions on the units of a statement leave a comparison."""
    opened = {word: Var(f"open_{name}", "1", "open") for word, name in families.items()}
    reading = Disambiguation([(Passage("", False), statement)], known).of(statement)
    try:
        found = interpret(Passage("", False), statement, {**reading, **opened})
        conditions = Conditions(opened.values(), lenient=True)
        for two in zip(found.sides, found.sides[1:], strict=False):
            conditions.alike(two)
    except (TextError, Mismatch, AnyWouldDo):
        return False
    return bool(solved(conditions.pure, conditions.opened).comparisons)


def formula(drawn: random.Random, depth: int = 2) -> str:
    """A side of names, products, quotients, sums, powers and functions."""
    if depth == 0:
        return drawn.choice([*UNITS, *OPEN, *OPEN, "3", "150"])
    one, two = formula(drawn, depth - 1), formula(drawn, depth - 1)
    shapes = (f"({one}) * ({two})", f"({one}) / ({two})", f"({one} + {two})", f"({one})^2", one)
    functions = f"max({one}, {two})", f"sqrt({one})", f"log({one})", f"({one})^x"
    return drawn.choice([*shapes, *shapes, *functions])


def test_what_is_said_to_compare_nothing_compares_nothing() -> None:
    """In random equations, with some names of one family; it is said of many of them."""
    drawn, known, said = random.Random(SEED), names(), 0
    for _ in range(600):
        text = " = ".join(formula(drawn) for _ in range(drawn.choice((2, 2, 3))))
        (statement,) = statements(text, known)
        families = {word: word if drawn.random() < 0.8 else "x" for word in OPEN}
        families = {word: families[word] for word in statement.words if word in OPEN}
        if families and not may_compare(statement, families):
            said += 1
            assert not compares(statement, families, known), (SEED, text, families)
    assert said > 20, SEED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = u h", False),
        ("x y = u h / z", False),
        ("x + y = u h + z", False),
        ("x = u h + s", True),
        ("x = u h = s", True),
        ("x u = x h", True),
        ("max(x, y) = z + h", False),
        ("x = log(u)", True),
    ],
)
def test_a_name_of_one_place_answers_for_one_condition(text: str, expected: bool) -> None:
    """Two terms without one may be compared, and so may what is not known here."""
    (statement,) = statements(text, names())
    families = {word: word for word in statement.words if word in OPEN}
    assert may_compare(statement, families) == expected


def test_the_text_of_a_document_without_equations_is_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its symbols matter to nobody; bindings are checked all the same."""
    checks = importlib.import_module("derive.checking.check")
    monkeypatch.setattr(checks, "document_names", None)
    text = "---\nbindings:\n  x: sise\n---\nHere $u$ is the drift [mm/ms].\n"
    (refused,) = check_document(document_of(text, "a.md"))
    assert refused.rule == "binding-refused"
    with pytest.raises(DeriveError):
        check_document(document_of("Here $u$ is the drift.", "a.md"), WRONG)


def figures(drawn: random.Random) -> str:
    """A line of figures with units, whose bars can often be read in two ways."""
    a, b = (float(f"{10 ** drawn.uniform(0, 3):.3g}") for _ in "ab")
    right = drawn.choice((a / b, a / b, a * b, a / b * 1e3))
    unit = drawn.choice(("TB", "GB/s", "TB/s", "TFLOPS", "ms"))
    result = drawn.choice(("s", "ms", "", "GB", "1/s"))
    divisor = drawn.choice((f"{b:g} {unit}", f"({b:g} {unit})", f"{b:g}B"))
    return (
        f"{a:g} {drawn.choice(('GB', 'TFLOPs', 'tokens', ''))} / {divisor} = {right:.4g} {result}"
    )


def test_words_of_units_mean_the_same_among_all_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What balances with FLOPs as a number or as a rate is found among fewer readings."""
    drawn = random.Random(SEED)
    words = ("t_c", "B", "N_active", "FLOPs", "FLOPS", "t_mem", "mem_bw", "N_total", "L", "tokens")
    texts = [
        f"{drawn.choice(words)} = {' '.join(drawn.sample(words, 2))} / {drawn.choice(words)}"
        for _ in range(300)
    ]
    document = document_of("\n\n".join(["FLOPs = 2 B N_active tokens / L", *texts]), "a.md")
    fewer = check_document(document)
    meanings = importlib.import_module("derive.checking.verdicts.other_meanings")
    every = meanings.other_readings
    monkeypatch.setattr(
        meanings, "other_readings", lambda found, names, _=None: every(found, names)
    )
    assert check_document(document) == fewer, SEED
