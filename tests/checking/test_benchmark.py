"""The public benchmark: fresh, confirmed by a second checker, and fair to every tool."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BENCHMARK = ROOT / "benchmark"
RECORDS = [
    json.loads(line) for line in (BENCHMARK / "laws.jsonl").read_text(encoding="utf-8").splitlines()
]


def ran(*words: str) -> str:
    made = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    return made.stdout


@pytest.mark.slow
def test_the_laws_are_fresh_and_every_verdict_is_confirmed() -> None:
    """Made anew from the laws, each tried at random scalings of the base units."""
    ran("benchmark/make.py", "--check")


def test_the_second_checker_shares_no_code_with_derive() -> None:
    """Nothing in the folder imports it but its own adapter."""
    for file in BENCHMARK.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        assert file.name == "derive_tool.py" or "from derive" not in source
        assert file.name == "derive_tool.py" or "import derive" not in source


def test_every_record_has_a_fault_exactly_if_it_is_wrong() -> None:
    """And an id of its own, and each symbol its exponents."""
    assert len({record["id"] for record in RECORDS}) == len(RECORDS)
    for record in RECORDS:
        assert (record["fault"] is None) == (record["verdict"] == "right")
        assert record["latex"] or record["text"]
        assert all(symbol["unit"] and "si" in symbol for symbol in record["symbols"])


TOOL = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    verdict = {"latex": "right", "text": "wrong"}[asked["syntax"]]
    if len(asked["text"]) > 8:
        print(json.dumps({"id": asked["id"], "verdict": verdict}))
"""


def test_the_runner_counts_what_a_tool_says_of_right_laws_and_spoilt_ones(tmp_path: Path) -> None:
    """A tool that calls all LaTeX right accuses none and misses every fault; what it leaves out is
    refused.
    """
    (tmp_path / "tool.py").write_text(TOOL, encoding="utf-8")
    command = f"{sys.executable} {tmp_path / 'tool.py'}"
    latex, text = map(json.loads, ran("benchmark/run.py", "--json", "--tool", command).splitlines())
    assert latex["false accusations"] == latex["faults found"] == 0
    assert latex["faults missed"] + latex["spoilt and refused"] == latex["spoilt laws"] > 400
    assert text["false accusations"] + text["refused"] == text["right laws"] > 300
    assert text["refused"] > 0 and text["faults missed"] == 0


def test_documents_state_what_they_label() -> None:
    """The line of a label is the line of its statement."""
    for line in (BENCHMARK / "documents.jsonl").read_text(encoding="utf-8").splitlines():
        document = json.loads(line)
        lines = document["text"].splitlines()
        for statement in document["statements"]:
            assert lines[statement["line"] - 1] == statement["text"]
            assert statement["level"] in ("error", "warning", "note", "none")
