"""The index of the library and the order of its nomenclature are what the files say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import derive.library.nomenclature as nomenclature
import derive.library.relations as relations
from derive.library.api import library_system, subjects
from derive.library.indexing import FILE, index_text


def test_the_index_is_what_the_relation_files_state() -> None:
    """After a relation was added or changed: python -m derive.library.indexing"""
    assert FILE.read_text(encoding="utf-8") == index_text()


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
