"""Speed as ratios of engine to baseline, both taken in turn in one run: `python tests/bench/run.py`.

A report, never a test: it prints what it measured beside the bar (fail above it) and the aim.
"""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import baselines

REPEATS = 7
CLIFF = ["solve", "kv_bytes_per_token", "-g", "active_params=100e9 param", "-g", "crossover_context=200e3 token/sequence",
         "--accelerator", "gb200_nvl72", "--precision", "fp8"]  # fmt: skip
GIVEN = {
    "active_params": "100e9 param",
    "crossover_context": "200e3 token/sequence",
    "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "5 PFLOP/s/GPU",
}


def in_turn(*jobs: Callable[[], object], repeats: int = REPEATS) -> list[float]:
    """Median seconds of each job, taken in turn so that drift hits all alike."""
    for job in jobs:
        job()
    taken: list[list[float]] = [[] for _ in jobs]
    for _ in range(repeats):
        for k, job in enumerate(jobs):
            gc.collect()
            start = time.perf_counter()
            job()
            taken[k].append(time.perf_counter() - start)
    return [statistics.median(times) for times in taken]


def many(job: Callable[[], object], times: int) -> Callable[[], None]:
    """The job repeated, for what takes microseconds."""

    def run() -> None:
        for _ in range(times):
            job()

    return run


def process(*arguments: str) -> Callable[[], None]:
    """A Python process; compiled files are kept, as for a user."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def run() -> None:
        done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, check=False)
        if done.returncode:
            raise SystemExit(f"{arguments} failed: {done.stderr.decode()[-500:]}")

    return run


def say(name: str, ours: float, theirs: float, bar: float, aim: float, note: str = "") -> None:
    """One line: the ratio beside its bar and aim."""
    ratio = ours / theirs
    verdict = "aim met" if ratio <= aim else ("bar met" if ratio <= bar else "OVER THE BAR")
    print(f"{name:<62} {ours * 1e3:10.4f} ms / {theirs * 1e3:10.4f} ms = {ratio:8.4f}   bar {bar:g}, aim {aim:g}: {verdict} {note}", flush=True)


def cold() -> None:
    """Whole processes: the command, and the import."""
    imports, bare = process("-c", "import sympy, pint, networkx"), process("-c", "pass")
    command, lazy = process("-m", "derive", *CLIFF), process("-c", "import derive")
    spn, nothing, ours, imported = in_turn(imports, bare, command, lazy)
    say("T3 cold `derive solve` / import sympy, pint, networkx", ours, spn, 1.3, 1.1)
    say("T4 `import derive` / python -c pass", imported, nothing, 3, 1.5)


def warm() -> None:
    """Queries in a running process."""
    import derive

    system = derive.library_system()
    names = list(GIVEN)
    quantities = system.function("kv_bytes_per_token", names, quantities=True)
    floats = system.function("kv_bytes_per_token", names)
    given = [derive.solve(name, {name: text}).value for name, text in GIVEN.items()]
    numbers = [q.magnitude for q in given]
    by_hand = baselines.hand_pint()
    ours, fast, hand, bare = in_turn(
        many(lambda: quantities(*given), 1000),
        many(lambda: floats(*numbers), 1000),
        many(by_hand, 1000),
        many(lambda: baselines.hand_floats(2e13, 6e15, 1.0, 1e11, 2e5), 1000),
    )
    say("T5 warm query, quantities in and out / hand-written pint", ours / 1e3, hand / 1e3, 1.0, 0.25)
    say("T6 warm query, floats / hand floats", fast / 1e3, bare / 1e3, 50, 10)
    say("T6 warm query, floats / hand-written pint", fast / 1e3, hand / 1e3, 0.1, 0.02)
    full = in_turn(many(lambda: system.solve("kv_bytes_per_token", GIVEN), 50))[0] / 50
    print(f"   (a full warm `solve`, from text to a judged answer: {full * 1e3:.3f} ms)")


def core() -> list:
    """The relations of the lecture's core: the size of model the baselines were made for."""
    from derive.solving.system import System

    modules = (import_module(f"derive.library.{name}") for name in ("roofline", "balance", "capacity", "queueing", "prefill", "training"))
    return list(System([relation for module in modules for relation in module.RELATIONS]).relations)


def symbolic() -> None:
    """Symbols: the first question, and all inversions."""
    from derive.library.asking import library_system
    from derive.solving.block import solve_block
    from derive.solving.system import System

    relations = core()
    equations = baselines.sympy_model(relations)
    unknown = [e.lhs for e in equations if e.lhs.is_Symbol]

    def first() -> None:
        assert System(relations).solve("kv_bytes_per_token", GIVEN).derivation.verified

    ours, theirs = in_turn(first, lambda: baselines.solve_whole(equations, unknown), repeats=3)
    say(f"T7 first question of {len(relations)} relations / sympy.solve of all", ours, theirs, 0.1, 0.02)

    def invert() -> int:
        return sum(bool(solve_block([r], {x}, x)) for r in relations for x in r.variables)

    ours, theirs = in_turn(invert, lambda: baselines.solve_each(equations), repeats=3)
    answered, asked = baselines.solve_each(equations)
    solved = sum(all(b.formula is not None or b.flat for b in solve_block([r], {x}, x)) for r in relations for x in r.variables)
    say("T8 all inversions / sympy.solve of each", ours, theirs, 0.1, 0.02, f"(answered {solved} of {asked}, sympy {answered})")

    small, large = System(relations), library_system()
    here, there = in_turn(many(lambda: small.solve("kv_bytes_per_token", GIVEN), 50), many(lambda: large.solve("kv_bytes_per_token", GIVEN), 50))
    say(f"T11 a local question among {len(large.relations)} relations / among {len(relations)}", there / 50, here / 50, 2, 1.3)


def dimensions() -> None:
    """The dimension check of all relations."""
    from derive.equations.dimensions import dimension_of

    relations = [r for r in core() if r.left.is_Symbol]
    by_pint = baselines.lambdified_dimensions(relations)
    ours, theirs = in_turn(many(lambda: [dimension_of(r.right) == r.left.unit.dimension for r in relations], 20), many(by_pint, 20))
    say(f"T16 dimension check of {len(relations)} relations / lambdified on pint", ours / 20, theirs / 20, 1.0, 0.6)


def uncertain() -> None:
    """Monte Carlo: bytes per token from three lognormals, and what has to be sampled."""
    import derive
    from derive.solving.exact_spread import of_lognormals
    from derive.solving.givens import read_givens

    system = derive.library_system()
    target = system.find("kv_bytes_per_token")
    ranges = {"active_params": "lognormal 44e9 to 228e9 param", "peak_flops": "lognormal 3.6 to 7 PFLOP/s/GPU",
              "crossover_context": "lognormal 170e3 to 236e3 token/sequence"}  # fmt: skip
    given = {**GIVEN, **ranges}
    answer = system.solve(target, given)
    known, _ = read_givens(ranges, system.vocabulary, uncertain=True)
    items = {var: item.uncertain for var, item in known.items()}
    powers = {var: 1.0 if var.name == "active_params" else -1.0 for var in items}
    mixed = {**given, "crossover_context": "200e3 +- 20e3 token/sequence"}
    for which in (given, mixed):
        assert system.solve(target, which).spread.method == ("exact" if which is given else "sampled")
    by_hand, whole, spread, drawn = in_turn(
        baselines.monte_carlo,
        many(lambda: system.solve(target, given), 20),
        many(lambda: of_lognormals(answer, answer.number, powers, items), 1000),
        lambda: system.solve(target, mixed, draws=1_000_000),
    )
    say("T15 a whole `solve`, exact / numpy, 1e6 x 3 draws + quantiles", whole / 20, by_hand, 0.5, 0.25)
    say("T15 the exact spread alone / the same", spread / 1e3, by_hand, 1e-3, 1e-4)
    say("T15 a whole `solve` of 1e6 draws, one normal / the same", drawn, by_hand, 3, 1.5, "(also mean, budget, statuses)")


if __name__ == "__main__":
    print(f"python {sys.version.split()[0]}, medians of {REPEATS}, contenders in turn")
    cold()
    warm()
    symbolic()
    dimensions()
    uncertain()
