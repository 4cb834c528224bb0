"""What the process that checks documents answers, tried in this process."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from derive.corpora import worker
from derive.corpora.settings import CorpusSettings
from derive.corpora.work import key_of_given_up

USUAL = CorpusSettings()


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch):
    """What is said of documents, each named with the key that is known of it."""
    monkeypatch.setattr(worker, "_limit_processor_time", lambda limit: None)

    def said(*jobs: tuple[Path, str]) -> list[dict[str, Any]]:
        lines = (json.dumps({"path": str(path), "known": known}) for path, known in jobs)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        told: list[dict[str, Any]] = []
        worker._check(USUAL, lambda **facts: told.append(facts))
        return told

    return said


def test_a_document_has_its_key_before_its_rows(answers, corpus: Path):
    """So that the key is there if the rows never come; one that cannot be read has one too."""
    first, second, third, fourth = answers((corpus / "z.md", ""), (corpus / "broken.md", "other"))
    assert first.keys() == third.keys() == {"key"}
    assert [row.rule for row in second["rows"]] == ["figures"]
    assert [row.rule for row in fourth["rows"]] == ["unreadable"]


def test_a_known_document_is_not_checked(answers, corpus: Path, monkeypatch: pytest.MonkeyPatch):
    """Neither one whose rows are there, nor one that was given up under these limits."""
    key = answers((corpus / "z.md", ""))[0]["key"]
    given_up = key_of_given_up(key, USUAL)
    monkeypatch.setattr("derive.corpora.work.check_document", None)
    for known in (key, given_up):
        assert answers((corpus / "z.md", known)) == [{"key": known, "rows": None}]


def test_a_lack_of_memory_is_said_and_ends_the_process(
    answers, corpus: Path, monkeypatch: pytest.MonkeyPatch
):
    """The documents behind it are left to the next one."""

    def greedy(*_: object, **__: object):
        raise MemoryError

    monkeypatch.setattr("derive.corpora.work.check_document", greedy)
    key, memory = answers((corpus / "z.md", ""), (corpus / "a.md", ""))
    assert (key.keys(), memory) == ({"key"}, {"memory": True})
