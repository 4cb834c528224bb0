"""A used process and a fresh one with another hash seed write equal bytes of everything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hash_seed import KINDS
from tests.hash_seed import main as write

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
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """What this process has written, whatever it has been asked before, and a fresh one."""
    pytest.importorskip("matplotlib")
    own, other = (tmp_path_factory.mktemp(name) for name in ("own", "other"))
    write(own)
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
    seed = "0" if os.environ.get("PYTHONHASHSEED") != "0" else "4711"
    done = subprocess.run(
        [sys.executable, "-m", "tests.hash_seed", str(other)],
        capture_output=True, text=True, cwd=ROOT, check=False,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return own, other


@pytest.mark.parametrize("kind", [kind.__name__ for kind in KINDS])
def test_every_hash_seed_gives_the_same_bytes(kind: str, folders: tuple[Path, Path]) -> None:
    first, second = (
        {path.name: path.read_bytes() for path in (folder / kind).iterdir() if path.is_file()}
        for folder in folders
    )
    assert first.keys() == second.keys() and first.keys() >= WRITTEN[kind]
    assert [name for name in first if first[name] != second[name]] == []
