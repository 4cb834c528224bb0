"""Definitions in other forms than “where $B$ is the batch size”, and figures that were falsely
accused; each with a twin that is wrong.
"""

import pytest

from derive.checking.symbols.definitions import definitions
from derive.checking.symbols.foreign_terms import in_english
from derive.library.content import vocabulary
from tests.checking.judged_text import findings, is_accused, levels

_NOTATION = "| Symbol | Meaning |\n|---|---|\n| $D$ | `d_model` (residual stream) |\n"


def _bound(text: str, *formulas: str) -> dict[str, str]:
    return dict(definitions(text, vocabulary(), formulas=formulas).bound)


@pytest.mark.parametrize(
    ("text", "symbol", "meaning"),
    [
        (_NOTATION, "D", "d_model"),
        (f"{_NOTATION}| $M$ | mlp_width (aka feed-forward network dimension) |\n", "M", "d_ff"),
        ("$$t = V/W$$\nwhere $V$ is the total data volume.", "V", "byte"),
        ("with $P$ parameters, $L$ layers, and $d$ head dimension.", "L", "n_layers"),
        ("with $P$ parameters, $L$ layers, and $d$ head dimension.", "d", "d_head"),
    ],
)
def test_definitions_in_other_forms(text: str, symbol: str, meaning: str) -> None:
    """By a name of a program and what stands in brackets behind it, with a word that adds nothing,
    and by a noun alone in a list of definitions.
    """
    assert _bound(text)[symbol] == meaning


def test_a_noun_behind_a_value_defines_nothing() -> None:
    """The kg of a figure is no definition in words."""
    assert _bound("with $T_C = 3$ m and $T_C = 18$ kg.") == {}


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("- $h$ 为 hidden size\n", "d_model"),
        ("- $h$ 为模型的隐藏层维度\n", "d_model"),
        ("- $h$ 为每个参数占用的字节数\n", None),
    ],
)
def test_chinese_definitions_with_words_between(text: str, meaning: str | None) -> None:
    """A verb before English words, and a term behind whose it is; not what is counted of each."""
    assert _bound(in_english(text)).get("h") == meaning


def test_a_definition_of_the_letter_speaks_for_its_only_index() -> None:
    """B_tier is a bandwidth where “$B$ is the bandwidth” and no formula has B alone; as a guess."""
    said = "where $B$ is the bandwidth."
    indexed, alone = r"t = \frac{n}{B_{\text{tier}}}", "t = n / B"
    assert _bound(said, indexed)["B_tier"] == "byte/s or byte/s/GPU"
    assert "B_tier" not in _bound(said, indexed, alone)
    text = "With $B$ the bandwidth [byte/s] and $t$ the time [s]: $t = 3 B_{\\text{tier}}$"
    assert "error" not in levels(text)


def test_the_heading_of_a_table_of_values_defines_nothing() -> None:
    """N is not in FLOP/byte because the column beside it is; a table of two columns may say so."""
    table = "| N | AI (FLOP/byte) | regime |\n|---|---|---|\n| 256 | 85 | memory |\n"
    assert "N" not in _bound(table)
    assert _bound("| $N$ | number of layers |\n|---|---|\n")["N"] == "n_layers"


@pytest.mark.parametrize(
    ("text", "spoilt"),
    [
        ("gradients = 7B × 2 bytes = 14 GB", "gradients = 7B × 2 bytes = 21 GB"),
        ("tile = 128 × 64 × 2B = 16 KB", "tile = 128 × 64 × 2B = 18 KB"),
        ("8 MB / 900 GB/s ≈ 9 μs    ← acceptable", "8 MB / 900 GB/s ≈ 19 μs    ← acceptable"),
        (
            "weights = 2 × 7_266_918_600 = 14_533_837_200 (14.5 GB)",
            "weights = 2 × 7_266_918_600 = 16_533_837_200 (16.5 GB)",
        ),
    ],
)
def test_figures_as_their_author_means_them(text: str, spoilt: str) -> None:
    """Sizes computed with, remarks behind an arrow, and the size of a figure said again."""
    assert levels(text) == ["none"]
    assert is_accused(spoilt, unlike=text)


def test_a_lone_size_beside_figures_is_not_read_as_billions() -> None:
    """4096B is 4096 bytes as well."""
    assert levels("[4][8][8] = [32][64] = 4096B = 512B total") in ([], ["none"])


@pytest.mark.parametrize(
    "lead", ["", "| Symbol | Meaning |\n|---|---|\n| $T$ | Sequence length |\n\n"]
)
def test_a_name_does_not_hide_the_unit_that_its_figures_lack(lead: str) -> None:
    """The bandwidth is without its unit, whatever T is; with one the time is judged as such."""
    found = findings(lead + r"$T = 33.6\text{ MB} / 4.5 \times 10^{10} \approx 747\,\mu\text{s}$")
    assert [str(each.level) for each in found] == ["warning"]
    assert "as written, the figures agree" in found[0].message
    wrong = r"$T = 33.6\text{ MB} / 45\text{ GB/s} = 947\,\mu\text{s}$"
    assert is_accused(wrong)


def test_a_name_that_says_bytes_does_not_say_of_how_many() -> None:
    """Bytes per token beside a name in bytes are a warning; what is no count stays an error."""
    assert levels("streamed W4 bytes = 4,022 × 0.53125 = 2.137 kB per token") == ["warning"]
    assert levels("streamed W4 bytes = 4,022 × 0.53125 = 2.137 kB per second") == ["error"]
