"""JSON: each command prints always an object or always a list, documented key by key."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest

from derive.cli.faults import KINDS
from derive.cli.main import main

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
KEPT = json.loads((ROOT / "tests" / "interface.json").read_text(encoding="utf-8"))["json"]
SECTIONS = {
    name.strip(): body
    for heading, body in re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", TEXT, re.S | re.M)
    for name in heading.split(",")
}
OBJECTS, LISTS = (set(re.findall(r"`([\w-]+)`", cell)) for cell in TEXT.split("|")[7:9])
ANSWERS = {"solved", "underdetermined", "contradiction", "unreachable", "infeasible", "uncertain"}
MEMORY = ("-g", "hbm_capacity=288 GB/GPU", "-g", "hbm_bandwidth=20 TB/s/GPU")


def command_of(question: str) -> str:
    """The command of a question of the interface snapshot."""
    return "solve" if question in ANSWERS else question.split()[0]


def test_every_command_with_the_option_is_documented_as_one_or_the_other() -> None:
    """And has a section."""
    context = click.Context(main)
    commands = {name: main.get_command(context, name) for name in main.list_commands(context)}
    with_json = {
        name
        for name, command in commands.items()
        if command is not None and any("--json" in option.opts for option in command.params)
    }
    assert with_json == OBJECTS | LISTS
    assert set() == OBJECTS & LISTS
    assert with_json <= SECTIONS.keys()


@pytest.mark.parametrize("question", sorted(set(KEPT) - {"sweep"}))
def test_every_key_is_documented_in_the_section_of_its_command(question: str) -> None:
    """The snapshot of the interface has the keys of each result."""
    command, kept = command_of(question), KEPT[question]
    assert isinstance(kept, list) == (command in LISTS)
    row: dict[str, Any] = kept[0] if isinstance(kept, list) else kept
    told = set(re.findall(r"`(\w+)`", SECTIONS[command]))
    assert row.keys() - told == set()


def test_one_answer_and_several_are_objects(run) -> None:
    """Several are the list of one key."""
    one = json.loads(run("solve", "drain_time", *MEMORY, "--json").stdout)
    several = json.loads(run("solve", "drain_time", "hbm_bandwidth", *MEMORY, "--json").stdout)
    assert list(several) == ["answers"]
    assert several["answers"][0] == one


@pytest.mark.parametrize(
    ("words", "kind", "culprit", "mend", "code"),
    [
        (("solve", "drain_tme"), "unknown name", "drain_tme", "Did you mean drain_time", 2),
        (("solve", "drain_time", "--accelrator", "x"), "usage", "--accelrator", "--help", 2),
        (("solve", "drain_time", "-g", "hbm_capacity=3"), "given", "hbm_capacity", "80 GB/GPU", 2),
        (("solve", "drain_time", "--data", "no.toml"), "data file", "no.toml", "", 2),
        (("solve", "x", "--units", "EUR = 1 EUR EUR"), "data file", "units:line 1", "", 2),
        (("list", "varables"), "unknown name", "varables", "variables", 2),
    ],
)
def test_an_error_says_its_kind_its_culprit_and_what_mends_it(
    run, words: tuple[str, ...], kind: str, culprit: str, mend: str, code: int
) -> None:
    """On stdout, with the exit code that it has without the option."""
    result, plain = run(*words, "--json"), run(*words)
    error = json.loads(result.stdout)["error"]
    assert (error["kind"], result.stderr) == (kind, "")
    assert culprit in error["culprit"] and mend in (error["mend"] or "")
    assert result.exit_code == plain.exit_code == code
    assert error["message"] in plain.stderr.replace("\n", " ")


def test_every_kind_of_error_is_documented() -> None:
    """As the table of errors has them."""
    assert set(KINDS.values()) <= set(re.findall(r"`([a-z ]+)`", SECTIONS["Errors"]))
