"""Additions as a stranger makes them: few files edited by hand, and the next question answers.

Each test edits a copy of the checkout and nothing else: no list, index or generated file is brought
up to date by hand.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

GAP = """
train_gap = v("train_gap", "s", "time between two trains", tex=r"t_{\\mathrm{gap}}")
"""
GAP_RELATIONS = """
from derive.library.nomenclature.decode import train_gap

gap = Relation(
    "gap",
    Eq(train_gap, 3 * step_time),
    "Two trains are three steps apart.",
    source="own-derivation: for the sake of the example",
)
gap_is_two_waits = Theorem(
    "gap_is_two_waits",
    Eq(train_gap, 2 * mean_wait),
    "Two trains are two mean waits apart.",
    follows_from=(gap, wait, wait_and_ride),
    source="own-derivation: from gap, wait and wait_and_ride",
)
RELATIONS = (*RELATIONS, gap)
THEOREMS = (*THEOREMS, gap_is_two_waits)
"""
CHIP = """
[accelerator.abacus_1]
name = "Abacus 1"
hbm_capacity = { value = "60 GB/GPU", source = "abacus_sheet" }
hbm_bandwidth = { value = "3 TB/s/GPU", source = "abacus_sheet" }
[accelerator.abacus_1.peak_flops]
fp8 = { value = "900 TFLOP/s/GPU", source = "abacus_sheet" }
"""
SHEET = """
[abacus_sheet]
title = "Abacus 1, data sheet"
address = "example.org/abacus"
date = "2026-11-01"
kind = "vendor"
"""
REPORT = """+++
title = "How long a memory takes to read"

[question.drain]
target = "drain_time"
accelerator = "h100_sxm"
precision = "fp8"
+++

# Reading all of it

One chip takes {{value drain in ms}}.
"""


def _answer(checkout, *words: str) -> dict:
    """The answer of the copy, as JSON."""
    done = checkout.run(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _contents(root: Path) -> dict[str, bytes]:
    """The files of a folder by path, compiled ones left out."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture
def relation(checkout):
    """A copy with a variable, a relation and a theorem more: two files edited."""
    checkout.add("derive/library/nomenclature/decode.py", GAP)
    checkout.add("derive/library/relations/queueing.py", GAP_RELATIONS)
    return checkout


@pytest.fixture
def chip(checkout):
    """A copy with an accelerator and its source more: two files edited."""
    checkout.add("quantities/accelerators.toml", CHIP)
    checkout.add("quantities/sources.toml", SHEET)
    return checkout


@pytest.fixture
def report(checkout):
    """A copy with a report more: one file made."""
    checkout.add("reports/source/memory_read.md", REPORT)
    return checkout


def test_a_relation_answers_in_both_directions(relation) -> None:
    """Its new variable is found from the old ones, and they from it."""
    assert _answer(relation, "solve", "train_gap", "-g", "step_time=2 ms")["value"] == 0.006
    assert _answer(relation, "solve", "step_time", "-g", "train_gap=6 ms")["value"] == 0.002


def test_a_relation_is_known_to_every_command(relation) -> None:
    """It is listed, shown, asked for where it would help, and write-ups are checked against it."""
    assert "train_gap" in relation.run("list", "variables").stdout
    assert "Two trains are three steps apart." in relation.run("show", "gap").stdout
    needs = json.loads(relation.run("missing", "train_gap", "--json").stdout)["sets"]
    assert ["step_time"] in [[need["name"] for need in found["needs"]] for found in needs]
    checked = relation.run("check", "train_gap = 3 * step_time")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_theorem_is_proved_and_listed(relation) -> None:
    """Its proof is found from the relations that it names, every line verified."""
    assert "gap_is_two_waits" in relation.run("list", "theorems").stdout
    shown = relation.run("show", "gap_is_two_waits")
    assert shown.returncode == 0 and "✓" in shown.stdout, shown.stderr


def test_only_the_index_changes_beside_what_was_edited(relation) -> None:
    """The first question brings it up to date, as the command that writes it would; questions after
    that leave it alone.
    """
    before = _contents(relation.root)
    _answer(relation, "solve", "train_gap", "-g", "step_time=2 ms")
    after = _contents(relation.root)
    changed = {path for path in after if after[path] != before.get(path)}
    assert changed == {"derive/library/index.json"}
    assert relation.python("-m", "derive.library.index").returncode == 0
    assert _contents(relation.root) == after


def test_a_chip_answers_and_is_listed(chip) -> None:
    """Its figures are givens of a question, an axis of a sweep, and a row of the list."""
    options = ("--accelerator", "abacus_1", "--precision", "fp8")
    assert _answer(chip, "solve", "drain_time", *options)["value"] == 0.02
    assert _answer(chip, "solve", "machine_balance", *options)["value"] == 300
    assert "abacus_1" in chip.run("list", "accelerators").stdout
    swept = _answer(chip, "sweep", "drain_time", "--over", "accelerator=all")
    assert {"abacus_1"} <= {row["accelerator"] for row in swept["rows"]}


def test_a_chip_changes_no_file_of_the_project(chip) -> None:
    """Nothing is generated from the catalogue."""
    before = _contents(chip.root)
    _answer(chip, "solve", "drain_time", "--accelerator", "abacus_1", "--precision", "fp8")
    assert _contents(chip.root) == before


def test_a_report_is_listed_written_and_checked(report) -> None:
    """Its name is known without an entry anywhere, and its numbers come from the engine."""
    assert "memory_read" in report.run("report", "no_such_report").stderr
    written = report.run("report", "memory_read", "--format", "md", "--out", "out")
    assert written.returncode == 0, written.stderr
    text = (report.root / "out/memory_read.md").read_text(encoding="utf-8")
    assert "One chip takes $23.88" in text
    checked = report.run("report", "memory_read", "--format", "md", "--out", "out", "--check")
    assert checked.returncode == 0, checked.stdout
