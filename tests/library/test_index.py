"""The index of the library and the order of its nomenclature are what the files say."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import derive.library.nomenclature as nomenclature
import derive.library.relations as relations
from derive.library.index import FILE, index_text
from derive.library.system import library_system, subjects

pytestmark = pytest.mark.slow

COMMITTED = FILE.read_text(encoding="utf-8")  # before a question rewrites it
VARIABLE = """
train_gap = v("train_gap", "s", "time between two trains", tex=r"t_{\\mathrm{gap}}")
"""
RELATION = """
gap = Relation("gap", Eq(train_gap, 3 * step_time), "Two trains are three steps apart.")
RELATIONS = (*RELATIONS, gap)
"""
QUEUEING = "derive/library/relations/queueing.py"


def _with_a_relation(checkout) -> None:
    checkout.add("derive/library/nomenclature/decode.py", VARIABLE)
    checkout.add(
        QUEUEING, f"\nfrom derive.library.nomenclature.decode import train_gap\n{RELATION}"
    )


def test_the_index_is_what_the_relation_files_state() -> None:
    """After a relation was added or changed, any question or `python -m derive.library.index`
    brings it up to date.
    """
    assert index_text() == COMMITTED


def test_a_new_relation_is_found_by_the_next_question(checkout) -> None:
    """Its variable has a value in both directions, and the index is rewritten for the questions
    that follow.
    """
    _with_a_relation(checkout)
    forwards = checkout.run("solve", "train_gap", "-g", "step_time=2 ms", "--json")
    assert json.loads(forwards.stdout)["value"] == 0.006, forwards.stderr
    backwards = checkout.run("solve", "step_time", "-g", "train_gap=6 ms", "--json")
    assert json.loads(backwards.stdout)["value"] == 0.002, backwards.stderr
    kept = checkout.root / "derive/library/index.json"
    assert '"gap"' in kept.read_text(encoding="utf-8")
    assert {path.name for path in kept.parent.glob("index*")} == {"index.json", "index.py"}


def test_a_relation_that_is_taken_out_answers_no_more(checkout) -> None:
    """The index does not remember it."""
    checkout.replace(QUEUEING, "wait_and_ride,", "")
    answer = checkout.run("solve", "mean_wait", "-g", "step_time=2 ms", "--json")
    assert json.loads(answer.stdout)["status"] == "underdetermined", answer.stderr


def test_an_index_that_cannot_be_read_is_written_anew(checkout) -> None:
    """What a merge left in it costs a question a moment, not its answer."""
    (checkout.root / "derive/library/index.json").write_text("<<<<<<< ours", encoding="utf-8")
    answer = checkout.run("solve", "mean_wait", "-g", "step_time=2 ms", "--json")
    assert json.loads(answer.stdout)["value"] == 0.003, answer.stderr
    assert (checkout.root / "derive/library/index.json").read_text(encoding="utf-8") == COMMITTED


def test_an_installed_copy_with_another_index_says_how_to_write_it(checkout) -> None:
    """An installed package is not rewritten: the fault names the file and the command."""
    shutil.move(checkout.root / "quantities", checkout.root / "derive/quantities")
    _with_a_relation(checkout)
    found = checkout.run("solve", "train_gap", "-g", "step_time=2 ms")
    assert found.returncode == 70
    assert "python -m derive.library.index" in found.stderr
    assert "nomenclature/decode.py" in found.stderr
    assert checkout.python("-m", "derive.library.index").returncode == 0
    mended = checkout.run("solve", "train_gap", "-g", "step_time=2 ms", "--json")
    assert json.loads(mended.stdout)["value"] == 0.006, mended.stderr


def test_a_relation_file_that_no_subject_lists_is_refused(checkout) -> None:
    """Its relations would be missing in silence."""
    checkout.add(
        "derive/library/relations/breaks.py",
        "from derive.equations import Eq, Relation\n"
        "from derive.library.nomenclature.decode import step_time, worst_wait\n"
        'pause = Relation("pause", Eq(worst_wait, 9 * step_time), "A break.")\n'
        "RELATIONS, CONSTRAINTS, THEOREMS = (pause,), (), ()\n",
    )
    found = checkout.run("solve", "worst_wait", "-g", "step_time=2 ms")
    assert found.returncode == 2
    assert "breaks.py" in found.stderr and "SUBJECTS" in found.stderr


def test_every_nomenclature_file_stands_in_the_list_that_orders_print() -> None:
    """A file left out of the list would get its place in print from whoever imports it first."""
    files = {path.stem for path in Path(nomenclature.__file__).parent.glob("*.py")} - {
        "__init__",
        "vocabulary",
    }
    assert files == set(nomenclature.__all__) - {"vocabulary"}


def test_every_relation_file_is_a_subject() -> None:
    """No file with relations is forgotten."""
    with_relations = {
        path.stem
        for path in Path(relations.__file__).parent.glob("*.py")
        if "\nRELATIONS" in path.read_text(encoding="utf-8")
    }
    assert with_relations == {module.__name__.rpartition(".")[2] for module in subjects()}


def test_a_question_reads_the_files_of_its_relations_and_few_others() -> None:
    """The price cliff is answered from the roofline and its balance points; nothing of training or
    prices is read.
    """
    code = """
import sys, derive
given = {"active_params": "100e9 param", "crossover_context": "200e3 token/sequence"}
chip = {"hbm_bandwidth": "8 TB/s/GPU", "peak_flops": "5 PFLOP/s/GPU"}
derive.solve("kv_bytes_per_token", {**given, **chip})
home = "derive.library.relations."
print(" ".join(name.removeprefix(home) for name in sys.modules if name.startswith(home)))
"""
    read = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "roofline" in read and "balance" in read
    assert not {"budget", "tariffs", "collectives", "tiers"} & set(read)


def test_every_stub_answers_as_its_relation() -> None:
    """What the index says of a relation is what the relation says of itself."""
    for stub in library_system().all_relations:
        made = stub.made
        assert (stub.name, stub.variables, stub.subject, stub.variant) == (
            made.name,
            made.variables,
            made.subject,
            made.variant,
        )
