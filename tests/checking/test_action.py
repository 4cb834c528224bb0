"""The GitHub Action: which documents it checks, and what it hands on."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from derive.checking.extraction.document import SUFFIXES

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / ".github" / "check-documents.sh"
STUB = '#!/bin/sh\nprintf "%s\\n" "$@" > "$SEEN"\necho "{}" > "$SARIF"\nexit "$CODE"\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with two commits; the second changes one document, adds one, removes one."""
    repository = tmp_path / "repository"
    repository.mkdir()
    (tmp_path / "derive").write_text(STUB, encoding="utf-8")
    (tmp_path / "derive").chmod(0o755)

    def git(*words: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *words], cwd=repository, check=True, capture_output=True)

    git("init", "-q")
    for name in ("kept.md", "changed.md", "removed.tex", "code.py"):
        (repository / name).write_text("a", encoding="utf-8")
    git("add", "-A")
    git("commit", "-qm", "one")
    (repository / "changed.md").write_text("b", encoding="utf-8")
    (repository / "code.py").write_text("b", encoding="utf-8")
    (repository / "a new one.ipynb").write_text("b", encoding="utf-8")
    (repository / "--force.md").write_text("b", encoding="utf-8")
    git("rm", "-q", "removed.tex")
    git("add", "-A")
    git("commit", "-qm", "two")
    return repository


def ran(checkout: Path, code: int = 0, **given: str) -> tuple[int, list[str], str]:
    """Exit code, the words that derive got, and the outputs of the step."""
    seen, outputs = checkout.parent / "seen", checkout.parent / "outputs"
    outputs.write_text("", encoding="utf-8")
    facts = {
        "DERIVE": str(checkout.parent / "derive"), "SARIF": "derive.sarif", "FAIL_ON": "error",
        "GITHUB_OUTPUT": str(outputs), "SEEN": str(seen), "CODE": str(code), **given,
    }  # fmt: skip
    made = subprocess.run(
        ["bash", str(SCRIPT)], cwd=checkout, env=os.environ | facts, check=False, text=True
    )
    words = seen.read_text(encoding="utf-8").splitlines() if seen.exists() else []
    return made.returncode, words, outputs.read_text(encoding="utf-8")


def base(checkout: Path) -> str:
    words = ["git", "rev-parse", "HEAD~1"]
    return subprocess.run(words, cwd=checkout, capture_output=True, text=True, check=True).stdout


def test_changed_documents_are_checked_and_no_name_is_an_option(checkout: Path) -> None:
    """Not those removed, and not what is no document."""
    code, words, outputs = ran(checkout, code=1, BASE=base(checkout).strip())
    assert code == 1 and outputs == "sarif=derive.sarif\n"
    assert words[words.index("--") + 1 :] == ["./--force.md", "./a new one.ipynb", "./changed.md"]
    assert words[: words.index("--")] == [
        "check", "--sarif", "-o", "derive.sarif", "--force", "--github", "--fail-on", "error",
    ]  # fmt: skip


def test_files_are_patterns_of_git(checkout: Path) -> None:
    """They win over what changed; bindings are handed on."""
    _, words, _ = ran(checkout, FILES="kept.md *.ipynb", BINDINGS="names.txt")
    assert words[words.index("--") + 1 :] == ["./a new one.ipynb", "./kept.md"]
    assert words[words.index("--bindings") + 1] == "names.txt"


def test_without_a_base_all_documents_are_checked_and_without_documents_none(
    checkout: Path,
) -> None:
    """As on the first run of a workflow."""
    _, words, _ = ran(checkout)
    assert len(words[words.index("--") + 1 :]) == 4
    (checkout.parent / "seen").unlink()
    assert ran(checkout, FILES="*.rst") == (0, [], "")


def test_every_kind_of_document_is_looked_for() -> None:
    """Those that derive reads."""
    kinds = re.search(r"kinds=\((.*)\)", SCRIPT.read_text(encoding="utf-8"))
    assert kinds is not None
    assert {kind.strip("'*") for kind in kinds[1].split()} == set(SUFFIXES)
