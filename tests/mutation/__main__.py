"""`python -m tests.mutation --mutants 150 [--seed N] [--folder units]`.

Tells the share of mutants that the quick tests of their folder notice, and which survive.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.mutation.mutants import Mutant, mutant_at, places

ROOT = Path(__file__).parents[2]
COPIED = ("derive", "tests", "quantities", "reports", "docs")
TESTS = {
    "units": ("tests/units", "tests/equations"),
    "equations": ("tests/equations", "tests/algebra"),
    "structure": ("tests/structure", "tests/solving"),
    "algebra": ("tests/algebra", "tests/solving"),
    "program": ("tests/program", "tests/solving"),
    "solving": ("tests/solving", "tests/analysis"),
}
QUICKEST = "tests/golden"  # tried before those: it notices most, in seconds
MOST_SECONDS = 900  # of one run of tests; a mutant that takes longer is noticed


def drawn(source: random.Random, folders: list[str]) -> Mutant:
    """A mutant of a random place, each place as likely as any other."""
    files = sorted(p for folder in folders for p in (ROOT / "derive" / folder).rglob("*.py"))
    counts = [places(path.read_text("utf-8")) for path in files]
    while True:
        (path,) = source.choices(files, counts)
        text = path.read_text("utf-8")
        found = mutant_at(path.relative_to(ROOT), text, source.randrange(places(text)))
        if found is not None:
            return found


def passes(tree: Path, tests: tuple[str, ...]) -> bool:
    """Whether the quick tests pass in a copy of the checkout."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
               "-m", "not slow", *tests]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, timeout=MOST_SECONDS,
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def copied(tree: Path) -> None:
    """Copy what the tests need of the checkout."""
    for name in COPIED:
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, tree / path.name)


def main() -> int:
    """Run and print; the exit status is 1 if fewer than nine in ten are noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--mutants", type=int, default=150)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--folder", choices=sorted(TESTS), action="append")
    options = parser.parse_args()
    folders = options.folder or ["units", "equations", "structure", "solving"]
    source, killed = random.Random(options.seed), Counter[bool]()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copied(tree)
        for name in folders:
            if not passes(tree, (QUICKEST, *TESTS[name])):
                raise SystemExit(f"the tests of {name} fail without any mutant")
        for _ in range(options.mutants):
            mutant = drawn(source, folders)
            (tree / mutant.path).write_text(mutant.source, "utf-8")
            noticed = not passes(tree, (QUICKEST, *TESTS[mutant.path.parts[1]]))
            shutil.copy(ROOT / mutant.path, tree / mutant.path)
            killed[noticed] += 1
            print("killed  " if noticed else "survived", mutant, flush=True)
    total = sum(killed.values())
    print(f"{killed[True]} of {total} mutants killed ({killed[True] / max(total, 1):.0%})")
    return 0 if killed[True] >= 0.9 * total else 1


if __name__ == "__main__":
    sys.exit(main())
