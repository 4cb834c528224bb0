"""Copies of the checkout, and runs of its tests in them by processes of their own."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEED = "1"  # of the tests that draw questions, so that no mutant falls by chance


def copied(tree: Path) -> None:
    """Copy the checkout, without what git ignores."""
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, names.decode().split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)


def tested(
    tree: Path, words: Sequence[str], seconds: float | None = None, **variables: Path
) -> subprocess.CompletedProcess[str]:
    """Run quick tests in a copy, by at most so many seconds of processor time."""
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-m", "not slow",
               "-p", "tests.mutation.plugin", "--tb=no", *words]  # fmt: skip
    environment = {
        **os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0", "DERIVE_SEED": SEED,
        **{name: str(path) for name, path in variables.items()},
    }  # fmt: skip

    def limited() -> None:
        os.nice(10)
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1,) * 2)

    return subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, preexec_fn=limited,
        check=False,
    )  # fmt: skip
