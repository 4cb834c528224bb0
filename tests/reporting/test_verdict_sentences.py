"""Sentences of verdicts: made of values, names as symbols with their meaning, counts in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

import derive
from derive.claims import Trial, claim, try_claim
from derive.claims.findings import AnswerFinding
from derive.rendering.document.document import Code, Document, Math, Text
from derive.rendering.document.inline_writer import plain_words
from derive.reporting.names_in_words import with_names
from derive.reporting.verdict_sentences import found_words, verdict_sentence
from derive.results.conflict import Conflict


def told(trial: Trial) -> str:
    return plain_words(Document("", ()), verdict_sentence(trial))


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("RL-01", "It follows from “step overlap”."),
        ("RL-06", "The engine finds 1.966, 19.7 times the nearer end of what is claimed."),
        ("RL-08a", "The engine finds 36.67e9 parameters, within the digits written."),
        ("RL-09a", "t_c (time to compute one step) rises as B (sequences decoded together in one"),
        ("RL-09b", " does not change with B (sequences decoded together in one step)."),
        ("RL-11e", "The engine finds 281.2 tokens; the claim is off by 6.7 %."),
        ("RL-13", "; the claim leaves out a factor 4 (multiply-add and bytes per number). Without"),
        (
            "RL-13",
            "it the engine finds 312.5 FLOP/byte with R = 5 PFLOP/s/GPU and W = 16 TB/s/GPU.",
        ),
        (
            "RL-07",
            "It comes out as a pure number, where byte/token is due. Mend: read the bare 2 as",
        ),
        ("FM-02", "make it at most 1, a factor of 2.5 apart."),
        ("I-35", "The figures contradict each other: t_drain (time to read the whole memory once)"),
        ("I-35", " is given as 20 ms, but C and W make it 14.4 ms, a factor of 1.39 apart."),
        ("I-02", "makes it at most 0.2, a factor of 5 apart."),
        ("MO-17a", "The question has an answer: 8.392 TB."),
        ("MO-18b", "since 1 TB is 1.56 times the limit of 640 GB."),
        ("KV-11", "The figures leave it open: P_out and P_out,long are missing."),
        (
            "I-01",
            "Something else follows from “total over active”, and no constant factor makes",
        ),
    ],
)
def test_a_sentence_names_what_the_engine_found(id: str, words: str) -> None:
    assert words in told(try_claim(claim(id)))


def test_no_name_of_a_variable_stands_in_a_sentence_as_code() -> None:
    """Of each kind of claim: a direction, a contradiction, a fix, a formula, a factor left out."""
    for id in ("RL-09a", "I-13", "RL-02", "CR-03", "RL-13", "PP-05"):
        sentence = verdict_sentence(try_claim(claim(id)))
        assert any(isinstance(part, Math) or "=" in repr(part) for part in sentence)
        assert not any(isinstance(part, Code) for part in sentence)
        assert "_params" not in told(try_claim(claim(id)))


def test_a_formula_is_told_with_all_that_it_is_solved_from() -> None:
    trial = try_claim(claim("CR-03"))
    start, _, formula = told(trial).partition(": ")
    assert start.startswith("Solved from x") and " and x" in start and " = x" in formula
    assert isinstance(found_words(trial)[0], Math)


def test_answers_without_a_value_have_a_reason() -> None:
    """What is missing, what no regime gives, and givens that no route explains."""
    any_trial = try_claim(claim("KV-11"))

    def words(answer: derive.Answer) -> str:
        return told(replace(any_trial, finding=AnswerFinding(answer)))

    open_one = derive.solve("drain_time", {"hbm_capacity": "80 GB/GPU"})
    assert words(open_one) == "The figures leave it open: W is missing."
    clash = derive.solve(
        "drain_time",
        {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "2 TB/s/GPU", "drain_time": "20 ms"},
    )
    assert words(clash).startswith("The figures contradict each other: t_drain (time to read")
    bare = replace(clash, conflict=replace(clash.conflict, routes=()))
    ends = "t_drain, W and C cannot all hold."
    assert words(bare) == f"The figures contradict each other: {ends}"


def test_a_mend_names_variables_of_plain_names_by_their_symbols() -> None:
    sentence = told(try_claim(claim("BA-07")))
    assert "Mend: multiply by S [GPU] and p [USD/(GPU·s)], divide by g or g_out" in sentence


def test_names_in_a_written_text_are_symbols_or_words_and_unknown_ones_code() -> None:
    words = with_names("gpus falls as n_stages grows, by cache_read and topk_index")
    assert [part.text for part in words if isinstance(part, Code)] == ["topk_index"]
    assert any("“cache read”" in part.text for part in words if isinstance(part, Text))
    assert [part.expression.name for part in words if isinstance(part, Math)] == ["n_stages"]


@pytest.mark.parametrize(
    ("factor", "apart"), [(2.5, 2.5), (0.4, 2.5), (-0.5, 2.0), (0.0, float("inf"))]
)
def test_sides_of_a_conflict_are_apart_by_at_least_one(factor: float, apart: float) -> None:
    assert Conflict(("a",), "r", "1", "2", factor).apart == apart
