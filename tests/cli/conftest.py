from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from derive.cli.main import main

GOLDEN = Path(__file__).parent / "golden"
Run = Callable[..., Result]


@pytest.fixture
def run(runner: CliRunner) -> Run:
    """Runs `derive` in this process: `run("solve", "drain_time")` has exit_code, stdout and
    stderr.
    """
    return lambda *words, **options: runner.invoke(main, list(words), **options)


def rows_of(text: str) -> dict[tuple[str, int], Counter[str]]:
    """The words of each row of a list, by the name in its first column and how many rows above it
    have this name; what goes on below belongs to it.
    """
    rows: dict[tuple[str, int], Counter[str]] = {}
    met = Counter[str]()
    for line in text.partition("──\n")[2].splitlines():
        name = re.match(r"  (\S+)", line)
        if name:
            rows[name[1], met[name[1]]] = Counter()
            met[name[1]] += 1
        rows[[*rows][-1]].update(line.split())
    return rows


@pytest.fixture
def golden_list() -> Callable[[str, str], None]:
    """Compares the rows of a list with those kept for it: each must be there with all its words;
    others may come. DERIVE_REGENERATE=1 writes the file anew.
    """

    def compare(name: str, text: str) -> None:
        file = GOLDEN / name
        if os.environ.get("DERIVE_REGENERATE"):
            file.write_text(text, encoding="utf-8")
        kept, found = rows_of(file.read_text(encoding="utf-8")), rows_of(text)
        assert kept and {id: words for id, words in kept.items() if words - found[id]} == {}
        assert text.startswith(f"{len(found)} ")

    return compare


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Holds what people see against the file kept for it; DERIVE_REGENERATE=1 writes the file
    anew.
    """

    def compare(name: str, text: str) -> None:
        file = GOLDEN / name
        if os.environ.get("DERIVE_REGENERATE"):
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8")

    return compare
