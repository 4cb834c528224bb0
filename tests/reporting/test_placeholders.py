"""Placeholders: what each stands for, and what is refused with a helpful word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from derive.errors import DataError, DeriveError, SourceError
from derive.rendering.document.document import (
    Amount,
    Cite,
    Document,
    DocumentBlock,
    Equation,
    Heading,
    Paragraph,
    Strong,
    Table,
    Text,
)
from derive.rendering.document.inline_writer import plain_words
from derive.reporting.answers import AnswerBook
from derive.reporting.composing import report_document
from derive.reporting.placeholders import Filling
from derive.reporting.source import read
from derive.units.text import parse_unit

SOURCE = """+++
title = "Draining"
[question.drain]
target = "drain_time"
given = { hbm_capacity = "288 GB/GPU", hbm_bandwidth = "20 TB/s/GPU" }
[question.half]
like = "drain"
given.hbm_capacity = "144 GB/GPU"
[question.ranged]
like = "drain"
given.hbm_bandwidth = "18 to 20 TB/s/GPU"
[question.fixing]
target = "kv_bytes_per_token"
given = { crossover_context = "200e3 token/sequence" }
[question.open]
target = "step_time"
given = { batch_size = "8 sequence" }
[question.step]
target = "step_time"
given = { compute_time = "1 ms", weight_fetch_time = "1 ms", kv_fetch_time = "3 ms" }
[table.chips]
columns = ["drain_time in ms"]
rows = [{ label = "Rubin", question = "drain" }]
against = "half"
against_header = "times the half"
[table.ranges]
columns = ["drain_time in ms"]
rows = [{ label = "", question = "ranged" }]
against = "half"
[table.strange]
columns = ["drain_time"]
rows = []
colour = "red"
[table.short]
columns = ["drain_time", "hbm_capacity"]
headers = ["one"]
rows = []
[figure.bare]
kind = "curve"
+++
"""


@pytest.fixture
def filling(tmp_path: Path) -> Filling:
    path = tmp_path / "mine.md"
    path.write_text(SOURCE)
    return Filling(AnswerBook(read(path)))


def only(blocks: tuple[DocumentBlock, ...] | None) -> DocumentBlock:
    assert blocks is not None and len(blocks) == 1
    return blocks[0]


# --- within a line ---


def test_a_value_may_be_any_variable_at_the_givens_of_a_question(filling: Filling) -> None:
    """`drain` is its answer, `drain:hbm_capacity` a given, `drain:domain_gpus` not to be had."""
    assert filling.words("value", "drain in ms") == (
        Amount(pytest.approx(0.0144), parse_unit("ms"), fixed=True),
    )
    assert filling.words("value", "drain:hbm_capacity")[0].value == 288e9
    with pytest.raises(DataError, match="has no single value"):
        filling.words("value", "drain:domain_gpus")


@pytest.mark.slow
def test_a_number_of_things_inflects_and_takes_the_digits_asked_for(filling: Filling) -> None:
    """ "as" names what is counted, "to" rounds, "in" keeps the unit that is named."""

    def said(kind: str, rest: str) -> str:
        return plain_words(Document("", ()), filling.words(kind, rest))

    assert said("value", "drain:hbm_capacity in GB/GPU to 2 digits") == "290 GB/GPU"
    assert said("value", "drain in s") == "0.0144 s"
    assert said("count", "hides a factor as claim").endswith(" claims")
    assert said("count", "GiB for GB as claim") == "1 claim"
    with pytest.raises(SourceError, match="is not a number of things"):
        filling.words("value", "drain as moment")


def test_a_value_of_an_uncertain_given_is_printed_with_both_ends(filling: Filling) -> None:
    """In the prose, in a table and beside what it is compared with; its own givens are single."""
    low, between, high = filling.words("value", "ranged in ms")
    assert between == Text(" to ") and (low.value, high.value) == pytest.approx((0.0144, 0.016))
    assert filling.words("value", "ranged:hbm_capacity")[0].value == 288e9
    table = only(filling.blocks("table", "ranges"))
    assert isinstance(table, Table)
    assert table.rows == (((Text("14.4 to 16"),), (Text("2 to 2.22 ×"),)),)


def test_what_an_open_question_fixes_is_an_equation(filling: Filling) -> None:
    """A product of powers with its value; a question that fixes none is refused."""
    fixed = only(filling.blocks("fixed", "fixing"))
    assert isinstance(fixed, Equation) and fixed.amount is not None
    assert fixed.amount.value == pytest.approx(1e-5)
    with pytest.raises(DataError, match="fix no product"):
        filling.blocks("fixed", "drain")


def test_a_ratio_is_of_like_with_like(filling: Filling) -> None:
    """Two answers of one dimension give a pure number; others, or one alone, are refused."""
    assert filling.words("ratio", "drain half") == (Text("2"),)
    with pytest.raises(DataError, match="like with like"):
        filling.words("ratio", "drain drain:hbm_capacity")
    with pytest.raises(DataError, match="two references"):
        filling.words("ratio", "drain")


def test_a_citation_may_name_a_place(filling: Filling) -> None:
    assert filling.words("cite", "transcript the price of a GPU") == (
        Cite("transcript", "the price of a GPU"),
    )


def test_verdicts_and_counts_are_the_engine_s(filling: Filling) -> None:
    """A claim's verdict, what was found, and how many have a verdict."""
    assert filling.words("verdict", "rl-11a") == (Strong("wrong"),)
    assert filling.words("verdict", "RL-09a") == (Strong("direction holds"),)
    assert filling.words("found", "RL-11a")[1] == Text(" tokens")
    for wrong in ("RL-99", ""):
        with pytest.raises(SourceError):
            filling.words("verdict", wrong)
    with pytest.raises(SourceError, match="hides a factor"):
        filling.words("count", "hides a facto")


def test_an_unknown_placeholder_is_none(filling: Filling) -> None:
    assert filling.words("valeu", "drain") is None
    assert filling.blocks("derivatoin", "drain") is None


# --- on a line of its own ---


def test_what_binds_is_told_and_refused_where_nothing_has_parts(filling: Filling) -> None:
    first, *_ = filling.blocks("binds", "step") or ()
    assert isinstance(first, Paragraph)
    assert Text("Reading the KV cache takes 75 % of the step at this bound. Computing takes 25 %"
                " as long as reading memory.") in first.words  # fmt: skip
    with pytest.raises(DataError, match="has no bottleneck"):
        filling.blocks("binds", "drain")


def test_a_theorem_is_its_proof_with_numbered_lines_that_state_each_relation_once(
    filling: Filling,
) -> None:
    """The lines count on from one block to the next, every line verified."""
    first = filling.blocks("theorem", "price_cliff")
    second = filling.blocks("theorem", "right_tier_drains_in_the_hold_time")
    lines = [block for block in (*first, *second) if isinstance(block, Equation)]
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert all(line.verdict for line in lines)
    rules = [
        line.rule
        for line in second
        if isinstance(line, Equation) and line.rule.startswith("relation")
    ]
    assert len(rules) == len(set(rules))
    assert isinstance(first[-1], Paragraph)


def test_statements_are_proved_and_relations_stated(filling: Filling) -> None:
    stated = filling.blocks("statement", "price_cliff two_margins")
    assert [block.verdict for block in stated] == ["exact", "exact"]
    (relation,) = filling.blocks("relations", "step_no_overlap")
    assert relation.rule == "relation, step_no_overlap" and relation.number is None


@pytest.mark.parametrize(
    ("kind", "rest", "word"),
    [
        ("theorem", "price_clif", "price_cliff"),
        ("statement", "price_clif", "price_cliff"),
        ("relations", "weight_fetc", "weight_fetch"),
        ("derivation", "dran", "drain"),
        ("derivation", "open", "no lines"),
        ("neglected", "drain", "nothing is neglected"),
        ("table", "chip", "not in the front matter"),
        ("table", "strange", "colour"),
        ("table", "short", "1 headers for 2 columns"),
        ("figure", "none", "not in the front matter"),
        ("figure", "bare", "caption"),
        ("claims", "", "names no claim"),
        ("claims", "RL-999", "RL-999"),
        ("claims", "subject rooflin", "roofline"),
        ("claims", "verdict wrongly", "wrong"),
        ("clash", "", "names no claim"),
        ("tally", "source", "subject"),
        ("clash", ": a title", "names no claim"),
    ],
)
def test_what_cannot_be_filled_is_refused_by_name(
    filling: Filling, kind: str, rest: str, word: str
) -> None:
    with pytest.raises(DeriveError) as caught:
        filling.blocks(kind, rest)
    assert word in str(caught.value)


def test_a_table_compares_its_last_column(filling: Filling) -> None:
    table = only(filling.blocks("table", "chips"))
    assert isinstance(table, Table)
    assert table.headers == ("", "time to read the whole memory once [ms]", "times the half")
    assert table.rows == (((Text("Rubin"),), (Text("14.4"),), (Text("2 ×"),)),)


def test_a_table_without_labels_has_no_column_for_them(filling: Filling) -> None:
    (spec,) = (dict(t) for name, t in filling.book.source.tables.items() if name == "chips")
    plain = {**spec, "rows": [{**row, "label": ""} for row in spec["rows"]]}
    filling.book.source = replace(filling.book.source, tables={"chips": plain})
    table = only(filling.blocks("table", "chips"))
    assert isinstance(table, Table)
    assert table.headers == ("time to read the whole memory once [ms]", "times the half")
    assert (table.align, len(table.rows[0])) == ("rr", 2)


def test_claims_are_chosen_by_id_or_subject(filling: Filling) -> None:
    by_id = only(filling.blocks("claims", "RL-11a RL-09a"))
    by_subject = only(filling.blocks("claims", "subject reversible networks"))
    assert isinstance(by_id, Table) and isinstance(by_subject, Table)
    assert [row[3] for row in by_id.rows] == [(Strong("wrong"),), (Strong("direction holds"),)]
    assert len(by_subject.rows) > 10


def test_a_clash_shows_who_says_it_the_numbers_and_the_verdict(filling: Filling) -> None:
    """Heading, statement with its sources, the line with its numbers, the verdict."""
    heading, said, line, verdict = filling.blocks("clash", "I-05")
    assert heading == Heading(2, "I-05")
    assert Cite("roofline-tour", "lines 29 and 156") in said.words
    assert line.result.text == "625 token" and line.verdict
    assert verdict.words[0] == Strong("Hides a factor.")


def test_clashes_may_stand_under_a_title(filling: Filling) -> None:
    heading, said, *_ = filling.blocks("clash", "I-05 I-06: Which chips have a 300")
    assert heading == Heading(2, "Which chips have a 300")
    assert said.words[0] == Strong("I-05")


@pytest.mark.slow
def test_a_statement_that_is_tried_several_times_counts_once(filling: Filling) -> None:
    """The ratio of eight chips is one statement, which stands in part; the last row counts all."""
    table = only(filling.blocks("tally", "subject"))
    assert isinstance(table, Table)
    totals = [int(cell[0].text) for cell in table.rows[-1][1:]]
    assert totals[0] == sum(totals[1:])
    (count,) = filling.words("count", "statements")
    assert int(count.text) == totals[0]


def test_a_clash_of_equations_shows_what_the_library_says(filling: Filling) -> None:
    blocks = filling.blocks("clash", "I-09")
    assert [block.rule for block in blocks if isinstance(block, Equation)] == [
        "relation, step_overlap",
        "relation, memory",
    ]


def test_the_nomenclature_lists_what_was_shown(filling: Filling) -> None:
    shown = replace(filling.book.source, body="{{nomenclature}}\n\n{{derivation drain}}\n")
    table = report_document(AnswerBook(shown)).blocks[0]
    assert isinstance(table, Table)
    assert [row[1][0].text for row in table.rows] == ["hbm_bandwidth", "hbm_capacity", "drain_time"]


def test_a_figure_of_the_measurements_may_stand_alone(filling: Filling) -> None:
    alone = only(filling.blocks("measured", "points"))
    assert isinstance(alone, Paragraph)
    assert alone.words == filling.words("measured", "points")


def test_an_unknown_unit_is_named(filling: Filling) -> None:
    with pytest.raises(DeriveError, match=r"there is no unit “mss”\. Did you mean ms\?"):
        filling.words("value", "drain in mss")
