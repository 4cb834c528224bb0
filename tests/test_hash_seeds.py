"""Two processes with other hash seeds write equal bytes of everything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hash_seed import KINDS

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("hash_seeds")]
ROOT = Path(__file__).parents[1]
WRITTEN = {  # what each kind has at least
    "index": {"index"},
    "answers": {f"answer_{number}" for number in range(7)},
    "command": {"command"},
    "page": {"page"},
    "document": {"document"},
    "site": {
        f"site_{kind}_index.html"
        for kind in ("relation_drain", "variable_drain_time", "accelerator_h100_sxm")
    },
    "reports": {
        f"report_{name}"
        for name in (
            "roofline.html", "roofline_step.svg", "mine.md", "mine.bib", "mine.tex",
            "mine_fragment.tex",
        )
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """What each of the processes has written."""
    pytest.importorskip("matplotlib")
    made = []
    for seed in ("0", "4711"):
        folder = tmp_path_factory.mktemp(f"seed{seed}")
        paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
        done = subprocess.run(
            [sys.executable, "-m", "tests.hash_seed", str(folder)],
            capture_output=True, text=True, cwd=ROOT, check=False,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        made.append(folder)
    return made


@pytest.mark.parametrize("kind", [kind.__name__ for kind in KINDS])
def test_every_hash_seed_gives_the_same_bytes(kind: str, folders: list[Path]) -> None:
    first, second = (
        {path.name: path.read_bytes() for path in (folder / kind).iterdir() if path.is_file()}
        for folder in folders
    )
    assert first.keys() == second.keys() and first.keys() >= WRITTEN[kind]
    assert [name for name in first if first[name] != second[name]] == []
