"""The distribution built and tried: `python -m tests.release [build FOLDER | try FOLDER]`.

`build` makes sdist and wheel, compares and checks them, and keeps them in FOLDER; it needs the
packages build and twine. `try` installs the wheel in FOLDER into empty environments and runs
commands there. Without a word both are done in a temporary folder. Nothing is published.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.release.artefacts import differing, licence_faults, named_licences, sdist_faults
from tests.release.trial import command_faults, environment, readme_faults

ROOT = Path(__file__).parents[2]


def built(folder: Path) -> list[str]:
    """Make sdist and wheel in a folder; what is wrong with them, a line each. The wheel is made
    from the sdist and compared with one made from the tree.
    """
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    with tempfile.TemporaryDirectory(prefix="derive_tree_") as tree:
        run(sys.executable, "-m", "build", "--wheel", "--outdir", tree, ROOT)
        (other,) = Path(tree).glob("*.whl")
        wheel = folder / other.name
        unlike = differing(wheel, other)
    (sdist,) = folder.glob("*.tar.gz")
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    print(f"{sdist.name}: {sdist.stat().st_size:,} bytes; {wheel.name}: {wheel.stat().st_size:,}")
    licences = named_licences((ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8"))
    faults = [f"{name}: differs in the wheels of sdist and tree" for name in unlike]
    return [*faults, *sdist_faults(sdist), *licence_faults(wheel, licences)]


def tried(folder: Path) -> list[str]:
    """What goes wrong with the wheel in a folder: core alone, and with all extras."""
    (wheel,) = folder.glob("*.whl")
    faults = []
    for extras in ("", "all"):
        with tempfile.TemporaryDirectory(prefix="derive_release_") as name:
            room = Path(name)
            run(sys.executable, "-m", "venv", room / "venv")
            wanted = f"{wheel.resolve()}[{extras}]" if extras else str(wheel.resolve())
            pip = (room / "venv/bin/python", "-m", "pip", "install", "--quiet")
            run(*pip, "--disable-pip-version-check", wanted)
            (room / "empty").mkdir()
            found = command_faults(room / "empty", environment(room), extras)
            if extras:
                found += readme_faults(room / "empty", environment(room))
        faults += [f"[{extras or 'core'}] {fault}" for fault in found]
    return faults


def run(*words: str | Path) -> None:
    """Run a program; where it fails, end with what it printed."""
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def main(words: Sequence[str]) -> list[str]:
    """What is wrong, a line each."""
    if words:
        verb, folder = words
        return {"build": built, "try": tried}[verb](Path(folder))
    with tempfile.TemporaryDirectory(prefix="derive_dist_") as name:
        return [*built(Path(name)), *tried(Path(name))]


if __name__ == "__main__":
    found = main(sys.argv[1:])
    print("\n".join(found) if found else "the distribution is whole")
    sys.exit(1 if found else 0)
