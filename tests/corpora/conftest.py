"""A small corpus, and a checker of it without a process."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

import pytest

from derive.corpora import executors
from derive.corpora.checker import Job, Rows
from derive.corpora.settings import CorpusSettings
from derive.corpora.work import document_steps
from derive.errors import one_line
from derive.results.corpus import CorpusRow

TEXTS = {
    "a.md": "It takes 288 GB / 20 TB/s = 16 ms.\n\nAnd 2 * 3 = 6.",
    "b/c.txt": "288 GB / 20 TB/s = 14.4 ms",
    "b/d.tex": "$q = \\frac{1}{2}$, and 1 GB + 2 s = 4 s",
    "empty.md": "Nothing is stated here.",
    "z.md": "It costs 3 USD * 4 = 13 USD.",
}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    for name, text in TEXTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "binary.md").write_bytes(b"\x00\xff\xfe\x9b" * 50)
    (folder / "broken.md").symlink_to(folder / "nowhere.md")
    os.mkfifo(folder / "pipe.md")
    (folder / ".git").mkdir()
    (folder / ".git" / "hidden.md").write_text("2 * 3 = 7", encoding="utf-8")
    return folder


def rows_here(job: Job, settings: CorpusSettings) -> Rows:
    """The rows of a document, found in this process."""
    key = ""
    for step in document_steps(job.document.path, settings):
        if not isinstance(step, str):
            path = one_line(job.document.path)
            return tuple(CorpusRow(key, path, *outcome) for outcome in step)
        if step == job.known:
            return ()
        key = step
    raise AssertionError


class CheckerHere:
    """A checker in this process, which an interrupt after some documents can end."""

    most = 1_000
    checked: ClassVar[list[str]] = []

    def __init__(self, settings: CorpusSettings) -> None:
        self.settings = settings

    def check(self, job: Job) -> Rows:
        if len(self.checked) >= self.most:
            raise KeyboardInterrupt
        rows = rows_here(job, self.settings)
        if rows:
            self.checked.append(job.document.path)
        return rows

    def interrupt(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> type[CheckerHere]:
    """Corpora are checked in this process."""
    monkeypatch.setattr(executors, "DocumentChecker", CheckerHere)
    monkeypatch.setattr(CheckerHere, "checked", [])
    monkeypatch.setattr(CheckerHere, "most", 1_000)
    return CheckerHere
