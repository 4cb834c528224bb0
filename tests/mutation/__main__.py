"""`python -m tests.mutation [--mutants 60] [--seed N] [--folder units] [--minutes 30]`.

Tells the share of mutants that the quick tests notice, by room, and which survive.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.mutation.copies import ROOT, copied
from tests.mutation.mutants import Mutant, mutant_at, places
from tests.mutation.plugin import ROOMS
from tests.mutation.reach import Reach, recorded
from tests.mutation.table import share, told
from tests.mutation.verdict import Verdict, by_chance, judged

ASKED = 0.9
USUAL = ["units", "equations", "structure", "solving"]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "derive-mutants")


def sample(source: random.Random, folders: list[str], size: int) -> list[Mutant]:
    """Different mutants of random places, each place as likely as any other."""
    files = sorted(p for folder in folders for p in (ROOT / "derive" / folder).rglob("*.py"))
    counts = [places(path.read_text("utf-8")) for path in files]
    found: dict[tuple[Path, int], Mutant] = {}
    while len(found) < size:
        (path,) = source.choices(files, counts)
        text = path.read_text("utf-8")
        place = source.randrange(places(text))
        mutant = mutant_at(path.relative_to(ROOT), text, place)
        if mutant is not None:
            found[path, place] = mutant
    return list(found.values())


def judged_each(
    mutants: list[Mutant], trees: list[Path], reach: Reach, options: argparse.Namespace
) -> list[Verdict]:
    """The verdicts in the order of the sample, until the time is over; one at a time in each copy
    of the checkout.
    """
    free: SimpleQueue[Path] = SimpleQueue()
    for tree in trees:
        free.put(tree)
    ends = time.monotonic() + 60 * options.minutes

    def verdict(mutant: Mutant) -> Verdict | None:
        tree = free.get()
        try:
            return judged(mutant, tree, reach, options.seconds) if time.monotonic() < ends else None
        finally:
            free.put(tree)

    found: list[Verdict] = []
    with ThreadPoolExecutor(len(trees)) as pool:
        for one in filter(None, pool.map(verdict, mutants)):
            print(one, flush=True)
            found.append(one)
    return found


def asked() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--folder", choices=ROOMS, action="append", help="a room; else four")
    parser.add_argument("--processes", type=int, default=2, help="mutants at a time")
    parser.add_argument("--minutes", type=float, default=60, help="no mutant is begun after them")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for a mutant, at most")
    parser.add_argument("--kept", type=Path, default=CACHE, help="folder of what tests reach")
    return parser.parse_args()


def main() -> int:
    """Run and print; the exit status is 1 if fewer than nine in ten are noticed."""
    options = asked()
    print(f"seed {options.seed}", flush=True)
    mutants = sample(random.Random(options.seed), options.folder or USUAL, options.mutants)
    with tempfile.TemporaryDirectory() as folder:
        trees = [Path(folder, str(k)) for k in range(options.processes)]
        for tree in trees:
            copied(tree)
        reach = recorded(trees[0], options.kept, options.processes)
        verdicts = judged_each(mutants, trees, reach, options)
        if chance := by_chance(trees[0], verdicts):
            raise SystemExit(f"fails without a mutant as well: {chance}")
    print(told(verdicts, len(mutants)))
    return 0 if share(verdicts) >= ASKED else 1


if __name__ == "__main__":
    sys.exit(main())
