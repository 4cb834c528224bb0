"""Tables in a terminal of few columns."""

from __future__ import annotations

from derive.rendering.document.document import Code, Document, Table, Text, Words
from derive.rendering.formats.styled_text import StyledText, joined, wrapped
from derive.rendering.formats.terminal import document_text

LONG = "operations per active parameter per token, forward: one multiply and one add"
COMMAND = '-g prefill_gpu_time_per_token="1 GPU*s/token"'


def lines(width: int, headers: tuple[str, ...], *rows: tuple[Words, ...]) -> list[str]:
    """The lines of a table, from its head on."""
    table = Table(headers, rows, "l" * len(headers))
    return document_text(Document("", (table,)), width).splitlines()[2:]


def cells(name: str, *others: str) -> tuple[Words, ...]:
    return ((Code(name),), *((Text(text),) for text in others))


def test_the_column_that_costs_the_fewest_lines_gives_way() -> None:
    """One long text of many short ones wraps; the others keep their lines."""
    rows = [cells("gpus", "GPU", LONG), *(cells(f"x{k}", "s", "a short text") for k in range(20))]
    found = lines(50, ("name", "unit", "meaning"), *rows)
    assert all(len(line) <= 50 for line in found)
    assert len(found) == 2 + 20 + 3


def test_long_texts_without_room_stand_below_their_row() -> None:
    found = lines(
        56,
        ("name", "symbol", "unit", "meaning"),
        *(cells(f"training_flops_per_param_{k}", "m_train", "FLOP/param", LONG) for k in "ab"),
    )
    assert found[0].split() == ["name", "symbol", "unit"] and found[1].split() == ["meaning"]
    assert found[4].startswith("      operations per active parameter")
    assert all(len(line) <= 56 for line in found)


def test_a_command_to_copy_is_in_one_piece() -> None:
    """Where it does not fit beside the rest, it stands below."""
    for width in (60, 96):
        (row,) = [((Text("1"),), *cells("prefill_gpu_time_per_token"), (Code(COMMAND),))]
        found = lines(width, ("Set", "What", "How to say it"), row)
        assert any(line.strip().endswith(COMMAND) for line in found)
        assert all(len(line) <= width for line in found)


def test_a_name_longer_than_its_column_has_a_line_of_its_own() -> None:
    rows = [cells("hybrid_latent_crossover_with_attention", LONG), cells("short", LONG)]
    found = lines(60, ("name", "meaning"), *rows)
    assert found[2] == "  hybrid_latent_crossover_with_attention"
    assert all(len(line) <= 60 for line in found)


def test_a_sum_too_long_for_its_line_is_cut_between_its_terms() -> None:
    """A formula alone: a range within a command stays whole."""
    formula = StyledText("y_3 = y_0 + f_1(x_0) − f_2(x_0)", whole=True)
    rows = [joined(row).rstrip() for row in wrapped((formula,), 14)]
    assert rows == ["y_3 = y_0 +", "f_1(x_0) −", "f_2(x_0)"]
    command = StyledText('-g price="2.5 +- 0.3 USD"', whole=True)
    assert [joined(row) for row in wrapped((command,), 14)] == [command.text]


def test_several_columns_without_room_stand_below_with_their_names() -> None:
    """A telephone's forty columns: no column is so narrow that words stand below each other."""
    row = cells("bandwidth_efficiency", "η_b", "3.35 TB/s/GPU", LONG)
    found = lines(40, ("name", "symbol", "value", "meaning"), row)
    assert found[0].split() == ["name", "symbol"]
    assert "      value: 3.35 TB/s/GPU" in found
    assert any(line.startswith("      meaning: operations per active") for line in found)
    assert all(len(line) <= 40 for line in found)
