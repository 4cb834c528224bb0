from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from derive.cli.main import main
from derive.library.catalogue import own_data

GOLDEN = Path(__file__).parent / "golden"
Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `derive` in this process: `run("solve", "drain_time")` has exit_code, stdout and
    stderr.
    """
    monkeypatch.setattr(own_data, "_added", [])  # what --data adds is gone after the test
    return lambda *words: CliRunner().invoke(main, list(words))


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
