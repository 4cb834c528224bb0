"""Additions as a stranger makes them: few files edited by hand, and the next question answers.

Each test edits a copy of the checkout and nothing else: no list, index or generated file is brought
up to date by hand.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

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
FORMAT = '''"""A document as plain text."""

from __future__ import annotations

from pathlib import Path

from derive.rendering.document.document import Document
from derive.rendering.formats.terminal import document_text


def write(document: Document, folder: Path = Path()) -> str:
    """The document as a terminal without colour shows it."""
    return document_text(document)
'''
FORMAT_ROW = """        _TYPST,
        Format(
            "text", "plain text", "derive.rendering.formats.plain_text",
            Fence("\\n# ", "# ", "\\n"), ("text",),
        ),
"""
# A question with a result, a function, a layout, JSON and a command of its own: how much a target
# changes when one of its givens is multiplied by a factor.
QUESTION = {
    "derive/results/scaled.py": '''"""An answer beside that at a given multiplied by a factor."""

from __future__ import annotations

from dataclasses import dataclass

from derive.display import Displayed
from derive.equations.var import Var
from derive.results.answer import Answer


@dataclass(frozen=True)
class Scaled(Displayed):
    """An answer before and after `var` was multiplied by `factor`."""

    var: Var
    factor: float
    before: Answer
    after: Answer

    @property
    def ratio(self) -> float | None:
        """The value after over the value before; None without one of them."""
        first, second = self.before.number, self.after.number
        return None if not first or second is None else second / first
''',
    "derive/library/scaled.py": '''"""Scaling one given of a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from derive.errors import GivenError
from derive.library.api import solve
from derive.library.system import library_system
from derive.results.scaled import Scaled
from derive.solving.givens import read_givens


def scaled(target: Any, given: Mapping[Any, Any], name: str, factor: float) -> Scaled:
    """The answers before and after the given `name` is multiplied. Raises GivenError for a variable
    that is not given.
    """
    system = library_system()
    known, _ = read_givens(given, system.vocabulary)
    var = system.find(name)
    if var not in known:
        raise GivenError(var.name, "it is scaled and not given", f"Give {var.name}.")
    more = replace(known[var], value=known[var].value * factor, written="")
    return Scaled(var, factor, solve(target, known), solve(target, {**known, var: more}))
''',
    "derive/rendering/layouts/scaled.py": '''"""A scaled given as a document."""

from __future__ import annotations

from derive.rendering.document.document import Document, Paragraph, Text
from derive.results.scaled import Scaled


def scaled_document(found: Scaled) -> Document:
    """Both answers in one sentence."""
    said = f"{found.before.text} becomes {found.after.text}."
    title = f"{found.before.target.name} at {found.factor:g} times {found.var.name}"
    return Document(title, (Paragraph((Text(said),)),))
''',
    "derive/rendering/json/scaled.py": '''"""A scaled given as JSON."""

from __future__ import annotations

from typing import Any

from derive.results.scaled import Scaled


def scaled_json(found: Scaled) -> dict[str, Any]:
    """The given, its factor and the ratio of the answers."""
    return {"scaled": found.var.name, "factor": found.factor, "ratio": found.ratio}
''',
    "derive/cli/scaled.py": '''"""derive scaled: an answer at one given multiplied by a factor."""

from __future__ import annotations

from typing import Any

import click

from derive.cases.case import case_of
from derive.cli.options import known_options
from derive.cli.output import Output, output_options
from derive.cases.resolve import resolved
from derive.library.scaled import scaled
from derive.rendering.json.scaled import scaled_json
from derive.rendering.layouts.scaled import scaled_document


@click.command("scaled")
@click.argument("target")
@click.argument("name")
@click.argument("factor", type=float)
@known_options
@output_options()
def command(target: str, name: str, factor: float, output: Output, **options: Any) -> None:
    """Find TARGET when the given NAME is multiplied by FACTOR."""
    asked = resolved(case_of(targets=(target,), **options))
    found = scaled(asked.targets[0], asked.given, name, factor)
    output.result(lambda: scaled_json(found), lambda: scaled_document(found))
''',
}
QUESTION_KNOWN = {
    "derive/__init__.pyi": (
        "from derive.reporting import report as report\n",
        "from derive.library.scaled import scaled as scaled\n"
        "from derive.reporting import report as report\n",
    ),
    "derive/rendering/presenter.py": (
        "layout.register(Sensitivity, sensitivity_document)\n",
        "layout.register(Sensitivity, sensitivity_document)\n"
        "layout.register(Scaled, scaled_document)\n",
    ),
    "derive/cli/main.py": (
        '    "sweep": CommandEntry(',
        '    "scaled": CommandEntry("derive.cli.scaled", "Find TARGET at a given scaled."),\n'
        '    "sweep": CommandEntry(',
    ),
}
MEMORY = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}


def _answer(checkout, *words: str) -> dict:
    """The answer of the copy, as JSON."""
    return _told(checkout.run(*words, "--json"))


def _told(done) -> dict:
    """The JSON that a command prints."""
    assert done.returncode == 0, done.stdout + done.stderr
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


@pytest.fixture
def text_format(checkout):
    """A copy with a format more: its writer made, its row added to the registry."""
    checkout.add("derive/rendering/formats/plain_text.py", FORMAT)
    file = "derive/rendering/formats/registry.py"
    checkout.replace(file, "        _TYPST,\n", FORMAT_ROW)
    return checkout


@pytest.fixture
def question(checkout):
    """A copy with a kind of question more: five files made, three edited."""
    for file, text in QUESTION.items():
        checkout.add(file, text)
    for file, (old, new) in QUESTION_KNOWN.items():
        checkout.replace(file, old, new)
    checkout.replace(
        "derive/rendering/presenter.py",
        "from derive.results.sensitivity import Sensitivity\n",
        "from derive.results.sensitivity import Sensitivity\n"
        "from derive.rendering.layouts.scaled import scaled_document\n"
        "from derive.results.scaled import Scaled\n",
    )
    return checkout


def test_a_relation_answers_in_both_directions(relation) -> None:
    """Its new variable is found from the old ones, and they from it."""
    forwards, backwards = relation.run_each(
        ("solve", "train_gap", "-g", "step_time=2 ms", "--json"),
        ("solve", "step_time", "-g", "train_gap=6 ms", "--json"),
    )
    assert _told(forwards)["value"] == 0.006
    assert _told(backwards)["value"] == 0.002


def test_a_relation_is_known_to_every_command(relation) -> None:
    """It is listed, shown, asked for where it would help, and write-ups are checked against it."""
    listed, shown, missing, checked = relation.run_each(
        ("list", "variables"),
        ("show", "gap"),
        ("missing", "train_gap", "--json"),
        ("check", "train_gap = 3 * step_time"),
    )
    assert "train_gap" in listed.stdout
    assert "Two trains are three steps apart." in shown.stdout
    needs = json.loads(missing.stdout)["sets"]
    assert ["step_time"] in [[need["name"] for need in found["needs"]] for found in needs]
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_theorem_is_proved_and_listed(relation) -> None:
    """Its proof is found from the relations that it names, every line verified."""
    listed, shown = relation.run_each(("list", "theorems"), ("show", "gap_is_two_waits"))
    assert "gap_is_two_waits" in listed.stdout
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
    options = ("--accelerator", "abacus_1", "--precision", "fp8", "--json")
    drain, balance, listed, swept = chip.run_each(
        ("solve", "drain_time", *options),
        ("solve", "machine_balance", *options),
        ("list", "accelerators"),
        ("sweep", "drain_time", "--over", "accelerator=all", "--json"),
    )
    assert _told(drain)["value"] == 0.02
    assert _told(balance)["value"] == 300
    assert "abacus_1" in listed.stdout
    assert {"abacus_1"} <= {row["accelerator"] for row in _told(swept)["rows"]}


def test_a_chip_changes_no_file_of_the_project(chip) -> None:
    """Nothing is generated from the catalogue."""
    before = _contents(chip.root)
    _answer(chip, "solve", "drain_time", "--accelerator", "abacus_1", "--precision", "fp8")
    assert _contents(chip.root) == before


def test_a_report_is_listed_written_and_checked(report) -> None:
    """Its name is known without an entry anywhere, and its numbers come from the engine."""
    asked = ("report", "memory_read", "--format", "md", "--out", "out")
    unknown, written, checked = report.run_each(
        ("report", "no_such_report"), asked, (*asked, "--check")
    )
    assert "memory_read" in unknown.stderr
    assert written.returncode == 0, written.stderr
    text = (report.root / "out/memory_read.md").read_text(encoding="utf-8")
    assert "One chip takes $25.52" in text
    assert checked.returncode == 0, checked.stdout


def test_a_format_is_written_for_answers_and_reports(text_format) -> None:
    """Its writer and one row are all that files, stamps, checks and help need."""
    words = ("solve", "drain_time", *(f"-g{name}={value}" for name, value in MEMORY.items()))
    text_format.add("reports/source/memory_read.md", REPORT)
    asked = ("report", "memory_read", "--format", "text", "--out", "out")
    done, written, checked, solving, reporting = text_format.run_each(
        (*words, "--report", "drain.text"),
        asked,
        (*asked, "--check"),
        ("solve", "--help"),
        ("report", "--help"),
    )
    assert done.returncode == 0, done.stderr
    assert "14.4 ms" in (text_format.root / "drain.text").read_text(encoding="utf-8")
    assert written.returncode == checked.returncode == 0
    assert ".text" in solving.stdout
    assert "text" in reporting.stdout


def test_a_question_is_asked_in_python_and_from_the_shell(question) -> None:
    """Its result prints itself, and its command has options, JSON and files like all others."""
    code = f"import derive; print(derive.scaled('drain_time', {MEMORY}, 'hbm_bandwidth', 2))"
    assert "14.4 ms becomes 7.2 ms" in question.python("-c", code).stdout
    words = (
        "scaled", "drain_time", "hbm_bandwidth", "2", "--accelerator", "h100_sxm", "--precision",
        "fp8",
    )  # fmt: skip
    found, written, listed, refused = question.run_each(
        (*words, "--json"),
        (*words, "-o", "scaled.md"),
        ("--help",),
        ("scaled", "drain_time", "hbm_capacity", "2"),
    )
    assert _told(found) == {"scaled": "hbm_bandwidth", "factor": 2.0, "ratio": 0.5}
    assert written.returncode == 0
    assert "scaled" in listed.stdout
    assert "Give hbm_capacity" in refused.stderr


@pytest.mark.parametrize(
    ("addition", "new", "changed"),
    [
        ("relation", 0, 2),
        ("chip", 0, 2),
        ("report", 1, 0),
        ("text_format", 1, 1),
        ("question", 5, 3),
    ],
)
def test_an_addition_touches_few_files(addition, new, changed, request, checkout) -> None:
    """Edited by hand, tests apart."""
    before = _contents(checkout.root)
    after = _contents(request.getfixturevalue(addition).root)
    assert len(after.keys() - before.keys()) == new
    assert sum(after[path] != text for path, text in before.items()) == changed
