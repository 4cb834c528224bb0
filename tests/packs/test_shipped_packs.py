"""The packs in `packs/` pass their own tests, each in a process of its own: units stay known."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["physics", "queueing"])
@pytest.mark.slow
def test_a_pack_passes_its_tests(name: str) -> None:
    words = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", f"packs/{name}/tests")
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
