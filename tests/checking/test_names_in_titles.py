"""Names of several words with capitals, with units and remarks in brackets."""

import pytest

from tests.checking.judged_text import findings, levels


@pytest.mark.parametrize(
    "line",
    [
        "Total VRAM = Model Weights + KV Cache", "Total VRAM = Cached Pages + KV Cache",
        "Training Time = Total FLOPs / (Used Fraction × Peak FLOPS)",
    ],
)  # fmt: skip
def test_words_with_capitals_between_signs_are_one_name(line: str) -> None:
    assert levels(f"```\n{line}\n```") in (["note"], ["none"])
    (found,) = findings(f"```\n{line}\n```")
    assert found.verdict != "not judged"


def test_a_unit_in_brackets_behind_a_name_is_no_factor() -> None:
    (right,) = findings("```\nKept Memory (GB) = Parameters × Bytes per Parameter\n```")
    assert right.verdict == "consistent"
    (spoilt,) = findings("```\nKept Memory (GB) = Parameters / Bytes per Parameter\n```")
    assert spoilt.verdict != "consistent"


def test_a_remark_in_brackets_is_no_part_of_a_name() -> None:
    formula = r"$\text{Share} = \frac{\text{Model FLOPs (forward and backward)}}{T \cdot r}$"
    said = "Let $T$ be the time in s and $r$ the rate in FLOP/s. "
    (found,) = findings(said + formula)
    assert found.forced == {"Share": "1"}


def test_operations_of_hardware_may_be_a_rate_or_a_count() -> None:
    said = "Let $T$ be the time in s, $r$ the peak in FLOP/s: "
    (count,) = findings(rf"{said}$\text{{HFU}} = \frac{{\text{{Hardware FLOPs}}}}{{T r}}$")
    (rate,) = findings(rf"{said}$\text{{HFU}} = \frac{{\text{{Hardware TFLOPS}}}}{{r}}$")
    assert count.verdict == rate.verdict == "consistent"
