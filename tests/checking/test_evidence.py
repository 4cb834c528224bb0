"""Evidence: who says what a symbol means, and what may be concluded from it."""

from __future__ import annotations

import re

import pytest

from derive.checking import Finding, check
from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.findings_json import finding_json
from derive.checking.symbols.bindings import bindings_in
from derive.checking.symbols.evidence import Strength
from derive.checking.symbols.names import Names
from derive.checking.verdicts.levels import Level, Rule
from derive.checking.verdicts.suggested_bindings import suggested
from derive.library.nomenclature import vocabulary


def found(text: str, bindings: dict[str, str] | None = None, file: str = "a.md") -> list[Finding]:
    return check_document(document_of(text, file), bindings)


def test_a_reading_has_its_evidence() -> None:
    """By strength, with place and words; a guess is the library's letter."""
    text = "# A\n\nwhere $B$ is the batch size.\n\n$$B = x$$\n"
    (finding,) = found(text, {"x": "sequence"})
    seen = {each.symbol: each for each in finding.evidence}
    assert seen["B"].strength == Strength.DEFINITION
    assert (seen["B"].place, seen["B"].words) == ("line 3", "batch size")
    assert seen["x"].strength == Strength.BINDING
    assert finding.guessed == ()
    assert finding_json(finding)["evidence"][0] == {
        "symbol": "B",
        "meaning": "batch_size",
        "strength": "definition",
        "place": "line 3",
        "words": "batch size",
        "sentence": "where $B$ is the batch size",
    }


def test_a_guessed_letter_carries_no_accusation() -> None:
    """At most a warning, and it begins with the guess."""
    (finding,) = check("C = N D")
    assert (finding.verdict, finding.level, finding.rule) == (
        "inconsistent",
        Level.WARNING,
        Rule.GUESSED_LETTER,
    )
    assert finding.guessed == ("C", "N", "D")
    assert finding.brief.startswith("if C is training_flops, N is active_params and D is ")
    assert "\nIf C is training_flops, N is active_params and D is training_tokens:\n" in (
        finding.message
    )


@pytest.mark.parametrize("name", ["training_flops", "training_time"])
def test_a_name_spelt_out_is_its_own_definition(name: str) -> None:
    """It may carry an accusation."""
    (finding,) = check(f"{name} = batch_size")
    assert (finding.level, finding.guessed) == (Level.ERROR, ())


def test_guessed_readings_are_suggested_filled_in_and_read_back() -> None:
    """The most used first, with the equation; what they say is what the checker read."""
    findings = found("$$C = 6 N D$$\n\n$$N = 3 N_{total}$$\n")
    lines = suggested(findings, Names(vocabulary))
    first, *_ = lines.splitlines()[1:]
    assert first == (
        '"N" = "active_params"  # GUESSED from the library as active_params; 2 equations; line 1:'
        " “C = 6 N D”"
    )
    meanings = bindings_in(lines, "b.toml")
    assert meanings["D"] == "training_tokens"
    again = found("$$C = 6 N D$$\n\n$$N = 3 N_{total}$$\n", meanings)
    assert [each.bindings for each in again] == [each.bindings for each in findings]
    assert suggested(findings, Names(vocabulary), lines, "b.toml") == lines


STATED = """| Symbol | Meaning |
|---|---|
| $u$ | the drift [mm/ms] |

We take a step. Here $h$ is the lag in ms. Each node holds $t$ of the tiles, and $w = 48$ GB/s.

$$y = u h$$

$$t = 3 h, \\quad v = w h$$
"""


def test_readings_of_the_text_are_suggested_with_their_sentence() -> None:
    """Filled in, most used first; of what is not understood the sentence stands beside it."""
    findings = found(STATED)
    lines = suggested(findings, Names(vocabulary))
    assert '"h" = "ms"  # from the text; 3 equations; line 5: “Here $h$ is the lag in ms”' in lines
    assert '"u" = "mm/ms"  # from the text; 1 equation; line 3: “$u$ | the drift [mm/ms]”' in lines
    assert (
        '"w" = "GB/s"  # from the text; 2 equations; line 5: “Each node holds $t$ of the tiles,'
        in lines
    )
    assert re.search(r'"t" = ""  # 1 equation; .*line 5: “Each node holds \$t\$ of the', lines)
    assert lines.index('"h"') < lines.index('"u"')
    again = found(STATED, bindings_in(lines, "b.toml"))
    assert [one.verdict for one in again] == [one.verdict for one in findings]


def test_what_the_text_counts_is_not_the_librarys_letter() -> None:
    """A definition seen and not understood blocks: “$t$ of the $T$ tiles”, a row of a table."""
    tiles = "Each GPU holds $t$ of the $T$ tiles.\n\n$$t = T/8$$\n"
    rows = "| N | **n**<sub>rows</sub> ( the row count/tile height ) |\n\n$N = 4096$ on a GPU\n"
    assert found(tiles)[0].unknown == ("t", "T")
    assert found(rows)[0].unknown == ("N",)


def test_only_mine_and_another_subject_read_no_letter_as_the_librarys() -> None:
    """By the option, and by itself."""
    bees = (
        "The colony of bees in the old orchard gathers honey every summer until autumn comes and"
        " the keeper closes their wooden boxes.\n"
    )
    assert {"C", "D"} <= set(check("C = 6 N D", only_mine=True)[0].unknown)
    assert {"C", "D"} <= set(found(f"{bees}\n$$C = 6 N D$$\n")[0].unknown)


@pytest.mark.parametrize("bound", [{}, {"C": "FLOP"}, {"C": "FLOP", "D": "token"}])
def test_a_letter_of_a_product_is_asked_for_and_not_read_as_a_unit(bound: dict[str, str]) -> None:
    """N before another letter is no newton where the equation does not balance with it."""
    mine = {"u": "m/s", **bound}
    (finding,) = found("$$C = 6 N D$$\n", mine)
    assert finding.verdict == "not judged" and finding.unknown[-1] == "N"
    assert '"N" = ""' in suggested([finding], Names(vocabulary, mine))
    (finding,) = found("$$F = 6\\,\\mathrm{N} D$$\n", {"F": "N", "D": "s"})
    assert finding.level == Level.ERROR


def test_no_symbol_is_joined_to_words_across_a_blank_line() -> None:
    """What stands below a formula is a heading of its own."""
    table = "| Symbol | Meaning |\n|---|---|\n| $z$ | x |\n"
    text = f"Let $q$ be the flow in kg/s.\n\n$$q = a w$$\n\n{table}"
    (finding,) = found(text, {"a": "kg/m", "w": "m/s"})
    assert finding.verdict == "consistent" and finding.bindings["q"] == "kg/s"
    (finding,) = found("$$q = a w$$\n\nis the drift [mm/ms].\n")
    assert "q" in finding.unknown and finding.evidence == ()


@pytest.mark.parametrize(
    ("unit", "level", "rule"),
    [
        ("GB/s/GPU", "note", "text-disagrees"),
        ("GB/s", "none", "dimensions"),
        ("GB", "error", "dimensions"),
    ],
)
def test_where_a_figure_disagrees_with_the_text_the_text_holds(
    unit: str, level: str, rule: str
) -> None:
    """A note for what differs in what is counted; another quantity is an error."""
    text = f"Let $w$ be the speed of a link in MB/s.\n\nWe saw $w = 48$ {unit}.\n\n$$q = w h$$\n"
    figure, product = found(text, {"q": "byte", "h": "s"})
    assert (figure.level, figure.rule) == (level, rule)
    assert (product.verdict, product.bindings["w"]) == ("consistent", "MB/s")
    if rule == "text-disagrees":
        assert figure.brief == (
            "the figure is in byte/(GPU·s), and line 1 of the text says that w is “speed of a link"
            " in MB/s”, in byte/s; the text holds."
        )
