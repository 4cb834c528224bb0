"""`python -m tests.oracle --questions N --systems N --sides N --intervals N [--seed N]`."""

from __future__ import annotations

import argparse
import random
import sys

from tests.oracle.portions import run_portions
from tests.oracle.run import Run


def main() -> int:
    """Run and print; the exit status is 1 if anything is at fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--questions", type=int, default=0, help="questions to the library")
    parser.add_argument("--systems", type=int, default=0, help="random own systems")
    parser.add_argument("--sides", type=int, default=0, help="contradictory sets, from every side")
    parser.add_argument("--intervals", type=int, default=0, help="questions beside intervals")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first")
    parser.add_argument("--show", type=int, default=10, help="failures printed of each class")
    parser.add_argument("--processes", type=int, default=1, help="at a time")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="of processor time each"
    )
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    run = Run(options.seed, options.show, echo=lambda text: print(text, flush=True))
    for kind, many in (
        ("systems", options.systems), ("questions", options.questions),
        ("every_side", options.sides), ("widened", options.intervals),
    ):  # fmt: skip
        numbers = range(options.first, options.first + many)
        run_portions(run, kind, numbers, options.processes, options.minutes)
    print(run.census())
    return 1 if run.errors else 0


if __name__ == "__main__":
    sys.exit(main())
