"""`python -m tests.mutation [--mutants 60] [--seed N] [--folder units | --file PATH]`.

Tells the share of mutants that the quick tests notice, by room, and which survive.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.mutation.copies import ROOT, Checkout, Checkouts
from tests.mutation.mutants import Mutant, mutant_at, places
from tests.mutation.plugin import ROOMS
from tests.mutation.reach import Reach, recorded
from tests.mutation.table import share, told
from tests.mutation.verdict import Verdict, by_chance, judged

ASKED = 0.9
USUAL = ["units", "equations", "structure", "solving"]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "derive-mutants")


def files_of(folders: list[str]) -> list[Path]:
    """The files of some rooms."""
    return sorted(p for folder in folders for p in (ROOT / "derive" / folder).rglob("*.py"))


def sample(source: random.Random, files: list[Path], size: int) -> list[Mutant]:
    """Different mutants of random places, each place as likely as any other; all of the files where
    there are no more than that.
    """
    texts = {path: path.read_text("utf-8") for path in files}
    every = [(path, place) for path, text in texts.items() for place in range(len(places(text)))]
    found: list[Mutant] = []
    while every and len(found) < size:
        path, place = every.pop(source.randrange(len(every)))
        mutant = mutant_at(path.relative_to(ROOT), texts[path], place)
        if mutant is not None:
            found.append(mutant)
    return found


def judged_each(
    mutants: list[Mutant], checkouts: Checkouts, reach: Reach, options: argparse.Namespace
) -> list[Verdict]:
    """The verdicts in the order of the sample, until the time is over."""
    ends = time.monotonic() + 60 * options.minutes

    def verdict(checkout: Checkout, mutant: Mutant) -> Verdict | None:
        if time.monotonic() >= ends:
            return None
        return judged(mutant, checkout, reach, options.seconds)

    found: list[Verdict] = []
    for one in filter(None, checkouts.each(verdict, mutants)):
        print(one, flush=True)
        found.append(one)
    return found


def source_file(text: str) -> Path:
    """A file of a room, by its path from here."""
    path = Path(text).resolve()
    if not path.is_file() or path not in files_of(list(ROOMS)):
        raise argparse.ArgumentTypeError(f"{text} is no file of {', '.join(ROOMS)}")
    return path


def asked() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--folder", choices=ROOMS, action="append", help="a room; else four")
    parser.add_argument("--file", type=source_file, action="append", help="a file of a room")
    parser.add_argument("--processes", type=int, default=2, help="mutants at a time")
    parser.add_argument("--minutes", type=float, default=60, help="no mutant is begun after them")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for a mutant, at most")
    parser.add_argument("--kept", type=Path, default=CACHE, help="folder of what tests reach")
    return parser.parse_args()


def main() -> int:
    """Run and print; the exit status is 1 if fewer than nine in ten are noticed."""
    options = asked()
    print(f"seed {options.seed}", flush=True)
    files = options.file or files_of(options.folder or USUAL)
    mutants = sample(random.Random(options.seed), files, options.mutants)
    with (
        tempfile.TemporaryDirectory() as folder,
        Checkouts(Path(folder), options.processes) as checkouts,
    ):
        reach = recorded(checkouts, options.kept)
        verdicts = judged_each(mutants, checkouts, reach, options)
        if chance := by_chance(checkouts.all[0], verdicts):
            raise SystemExit(f"fails without a mutant as well: {chance}")
    print(told(verdicts, len(mutants)))
    return 0 if share(verdicts) >= ASKED else 1


if __name__ == "__main__":
    sys.exit(main())
