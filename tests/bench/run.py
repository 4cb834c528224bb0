"""Speed as ratios of engine to baseline, both taken in turn in one run: `python tests/bench/run.py`.

A report, never a test: it prints what it measured beside the bar (fail above it) and the aim.
"""

from __future__ import annotations

import gc
import math
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
import models

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


def growth() -> None:
    """How a first question to a fresh system grows with its size, and what a local one sees of it."""
    from derive.solving.system import System

    sizes = (100, 1000, 10000)
    for make in (models.chain, models.tree, models.grid):
        taken = []
        for size in sizes:
            relations, given, target = make(size)
            stated = dict.fromkeys(given, "1 s")
            taken.append(min(in_turn(lambda r=relations, g=stated, t=target: System(r).solve(t, g), repeats=3 if size < 10000 else 1)))  # type: ignore[misc]
        exponent = math.log10(taken[-1] / taken[0]) / 2
        shown = ", ".join(f"{size}: {seconds * 1e3:.1f} ms" for size, seconds in zip(sizes, taken, strict=True))
        print(f"T9 a question through a {make.__name__} grows like n^{exponent:.2f} (bar 1.4, aim 1.2)   {shown}", flush=True)
    asked = {}
    for size in (sizes[0], sizes[-1]):
        relations, _, _ = models.tree(size)
        middle, system = relations[size // 2], System(relations)
        stated = {v: "1 s" for v in middle.variables if v != middle.subject}
        asked[size] = many(lambda s=system, t=middle.subject, g=stated: s.solve(t, g), 50)  # type: ignore[misc]
    small, large = in_turn(*asked.values())
    say("T11 a local question among 10,000 relations / among 100", large / 50, small / 50, 2, 1.3)


def dimensions() -> None:
    """The dimension check of all relations."""
    from derive.equations.dimensions import dimension_of

    relations = [r for r in core() if r.left.is_Symbol]
    by_pint = baselines.lambdified_dimensions(relations)
    ours, theirs = in_turn(many(lambda: [dimension_of(r.right) == r.left.unit.dimension for r in relations], 20), many(by_pint, 20))
    say(f"T16 dimension check of {len(relations)} relations / lambdified on pint", ours / 20, theirs / 20, 1.0, 0.6)


def reading() -> None:
    """Equations of a document read and judged, beside sympy's own construction of as many from ready-made Python."""
    from derive.checking.documents import document_of
    from derive.checking.texts import check_document

    shapes = (
        "$t_c = {k} \\cdot \\frac{{B \\cdot N_{{\\text{{active}}}}}}{{\\text{{FLOPs}}}}$",
        "t_mem = (N_total + {k} B × len_ctx × KV_bytes_per_token) / mem_bw",
        "t_mem = {k} (bytes_per_param N_total + B L kv_bytes_per_token) / mem_bw",
        "T = max({k} t_compute, t_mem)",
        "{k} GB / 20 TB/s ≈ {k}e-3/20 s",
    )
    text = "\n\n".join(shapes[k % len(shapes)].format(k=k + 2) for k in range(10_000))
    document = document_of(text, "a.md")
    ours, theirs = in_turn(lambda: check_document(document, "a.md"), lambda: baselines.build_each(10_000), repeats=1)
    say("T17 10,000 equations read and judged / built evaluated by sympy", ours, theirs, 3, 1, f"({ours:.1f} s)")


if __name__ == "__main__":
    print(f"python {sys.version.split()[0]}, medians of {REPEATS}, contenders in turn")
    cold()
    warm()
    symbolic()
    growth()
    dimensions()
    reading()
