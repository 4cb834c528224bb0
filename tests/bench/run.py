"""Speed as ratios of engine to baseline, both taken in turn in one run: `python
tests/bench/run.py`.

A report, never a test: it prints what it measured beside the bar (fail above it) and the aim.
"""

from __future__ import annotations

import gc
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import baselines
import models

REPEATS = 7
CLIFF = ["solve", "kv_bytes_per_token", "-g", "active_params=100e9 param", "-g",
         "crossover_context=200e3 token/sequence",
         "--accelerator", "gb200_nvl72", "--precision", "fp8"]  # fmt: skip
GIVEN = {
    "active_params": "100e9 param",
    "crossover_context": "200e3 token/sequence",
    "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "5 PFLOP/s/GPU",
}
STEP = {
    "active_params": "37e9 param", "total_params": "671e9 param", "bytes_per_param": "1 byte/param",
    "kv_bytes_per_token": "70272 byte/token", "batch_size": "256 sequence",
    "context_length": "8192 token/sequence", "gpus": "72 GPU", "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "5 PFLOP/s/GPU",
}  # fmt: skip


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
        done = subprocess.run(
            [sys.executable, *arguments], env=environment, capture_output=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{arguments} failed: {done.stderr.decode()[-500:]}")

    return run


def say(name: str, ours: float, theirs: float, bar: float, aim: float, note: str = "") -> None:
    """One line: the ratio beside its bar and aim."""
    ratio = ours / theirs
    verdict = "aim met" if ratio <= aim else ("bar met" if ratio <= bar else "OVER THE BAR")
    print(
        f"{name:<62} {ours * 1e3:10.4f} ms / {theirs * 1e3:10.4f} ms = {ratio:8.4f}   bar {bar:g},"
        f" aim {aim:g}: {verdict} {note}",
        flush=True,
    )


def cold() -> None:
    """Whole processes: the command, and the import."""
    imports, bare = process("-c", "import sympy, pint, networkx"), process("-c", "pass")
    command, lazy = process("-m", "derive", *CLIFF), process("-c", "import derive")
    os.environ["DERIVE_CACHE"] = "off"
    spn, nothing, ours, imported = in_turn(imports, bare, command, lazy)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DERIVE_CACHE"] = folder
        process("-m", "derive", *CLIFF, "--json")()
        other = [word.replace("100e9", "37e9") for word in CLIFF]
        again, known = in_turn(imports, process("-m", "derive", *other, "--json"))
    del os.environ["DERIVE_CACHE"]
    say("T1 cold `derive solve --json` of a kept question / the same", known, again, 0.25, 0.1)
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
    say(
        "T5 warm query, quantities in and out / hand-written pint",
        ours / 1e3,
        hand / 1e3,
        1.0,
        0.25,
    )
    say("T6 warm query, floats / hand floats", fast / 1e3, bare / 1e3, 50, 10)
    say("T6 warm query, floats / hand-written pint", fast / 1e3, hand / 1e3, 0.1, 0.02)
    full = in_turn(many(lambda: system.solve("kv_bytes_per_token", GIVEN), 50))[0] / 50
    print(f"   (a full warm `solve`, from text to a judged answer: {full * 1e3:.3f} ms)")


def core() -> list:
    """The relations of the lecture's core: the size of model the baselines were made for."""
    from derive.system import System

    modules = (
        import_module(f"derive.library.relations.{name}")
        for name in ("roofline", "balance", "capacity", "queueing", "prefill", "training")
    )
    return list(System([relation for module in modules for relation in module.RELATIONS]).relations)


def plan_anew(system, name: str, given: dict[str, str]) -> None:
    """The plan of a question, with nothing kept from before."""
    from derive.solving.givens import read_givens
    from derive.solving.query_preparation import query_or_none

    kept = system.compiled._kept
    for key in [key for key in kept if key[0] in ("plan", "rows")]:
        del kept[key]
    given_values = read_givens(given, system.vocabulary)[0]
    query = query_or_none(system, system.find(name), given_values)
    assert query is not None and query.plan.determined


def symbolic() -> None:
    """Symbols: the first question, and all inversions."""
    from derive.algebra.branch import solve_block
    from derive.library.system import library_system
    from derive.system import System

    relations = core()
    equations = baselines.sympy_model(relations)
    unknown = [e.lhs for e in equations if e.lhs.is_Symbol]

    def first() -> None:
        assert System(relations).solve("kv_bytes_per_token", GIVEN).derivation.verified

    ours, theirs = in_turn(first, lambda: baselines.solve_whole(equations, unknown), repeats=3)
    say(
        f"T7 first question of {len(relations)} relations / sympy.solve of all",
        ours,
        theirs,
        0.1,
        0.02,
    )

    def invert() -> int:
        return sum(bool(solve_block([r], {x}, x)) for r in relations for x in r.variables)

    ours, theirs = in_turn(invert, lambda: baselines.solve_each(equations), repeats=3)
    answered, asked = baselines.solve_each(equations)
    solved = sum(
        all(b.formula is not None or b.indeterminate for b in solve_block([r], {x}, x))
        for r in relations
        for x in r.variables
    )
    say(
        "T8 all inversions / sympy.solve of each",
        ours,
        theirs,
        0.1,
        0.02,
        f"(answered {solved} of {asked}, sympy {answered})",
    )

    small, large = System(relations), library_system()
    here, there = in_turn(
        many(lambda: small.solve("kv_bytes_per_token", GIVEN), 50),
        many(lambda: large.solve("kv_bytes_per_token", GIVEN), 50),
    )
    say(
        f"T11 a local question among {len(large.relations)} relations / among {len(relations)}",
        there / 50,
        here / 50,
        2,
        1.3,
    )
    for target, given in (
        ("kv_bytes_per_token", GIVEN),
        ("step_time", STEP),
        ("crossover_context", STEP),
    ):
        here, there = in_turn(
            many(partial(plan_anew, small, target, given), 10),
            many(partial(plan_anew, large, target, given), 10),
        )
        name = f"planning {target} anew, the same two systems"
        tested = relations_tested(small), relations_tested(large)
        if tested[0] == tested[1]:
            say(f"T11 {name}", there / 10, here / 10, 2, 1.3)
        else:  # no local question: more relations lie between its givens and its target
            print(f"   ({name}: {there / here:.2f}, with {tested[1]} relations tested for"
                  f" {tested[0]})")  # fmt: skip


def relations_tested(system) -> int:
    """The number of relations whose derivatives the plan just made has asked for."""
    rows = (key for key in system.compiled._kept if key[0] == "rows")
    return len(frozenset().union(*(order for _, order in rows)))


def growth() -> None:
    """How a first question to a fresh system grows with its size, and what a local one sees of
    it.
    """
    from derive.system import System

    sizes = (100, 1000, 10000)
    for make in (models.chain, models.tree, models.grid):
        taken = []
        for size in sizes:
            relations, given, target = make(size)
            stated = dict.fromkeys(given, "1 s")
            taken.append(
                min(
                    in_turn(
                        lambda r=relations, g=stated, t=target: System(r).solve(t, g),
                        repeats=3 if size < 10000 else 1,
                    )
                )
            )  # type: ignore[misc]
        exponent = math.log10(taken[-1] / taken[0]) / 2
        shown = ", ".join(
            f"{size}: {seconds * 1e3:.1f} ms" for size, seconds in zip(sizes, taken, strict=True)
        )
        print(
            f"T9 a question through a {make.__name__} grows like n^{exponent:.2f} (bar 1.4, aim"
            f" 1.2)   {shown}",
            flush=True,
        )
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
    ours, theirs = in_turn(
        many(lambda: [dimension_of(r.right) == r.left.unit.dimension for r in relations], 20),
        many(by_pint, 20),
    )
    say(
        f"T16 dimension check of {len(relations)} relations / lambdified on pint",
        ours / 20,
        theirs / 20,
        1.0,
        0.6,
    )


SWEPT = {
    "active_params": "100e9 param", "total_params": "800e9 param",
    "bytes_per_param": "0.5 byte/param", "gpus": "72 GPU", "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "10 PFLOP/s/GPU", "kv_bytes_per_token": "1667 byte/token",
    "gpu_price": "2 USD/hour/GPU",
}  # fmt: skip


def sweeps(points: int = 10_000_000) -> None:
    """Cost per token over batch and context: every point with its status, with and without its
    regime, against values alone by hand.
    """
    import numpy as np

    from derive.analysis.sweep.question import BatchQuery
    from derive.library.system import library_system
    from derive.solving.givens import read_givens

    system, source = library_system(), np.random.default_rng(1)
    batch, context = system.find("batch_size"), system.find("context_length")
    known, _ = read_givens(SWEPT, system.vocabulary)
    side = int(points**0.5)
    grids = {
        "points": {batch: source.uniform(1, 8192, points), context: source.uniform(1, 2e5, points)},
        "grid": {batch: np.geomspace(1, 8192, side)[:, None], context: np.linspace(1, 2e5, side)},
    }
    for what, arrays in grids.items():
        by_hand = partial(baselines.hand_sweep, arrays[batch], arrays[context])
        for named in (False, True):
            question = partial(
                BatchQuery(
                    system, system.find("cost_per_token"), known, (batch, context), named=named
                ),
                arrays,
            )
            assert np.allclose(question().values, by_hand(), rtol=1e-12)
            name = f"{points:.0e} {what}, values and statuses{' and regimes' if named else ''}"
            say(f"T12 {name} / hand numpy", *in_turn(question, by_hand), 0.6, 0.4)
            if what == "points":  # a grid's output alone is half of what hand numpy takes
                ours, hand = peak(question), peak(by_hand)
                print(
                    f"T13 peak extra memory {ours / 2**20:.0f} MiB / hand numpy {hand / 2**20:.0f}"
                    f" MiB = {ours / hand:.4f}   bar 0.5, aim 0.34",
                    flush=True,
                )


def peak(job: Callable[[], object]) -> int:
    """The most memory a job holds at once beyond what is there already."""
    import tracemalloc

    tracemalloc.start()
    job()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def uncertain() -> None:
    """Monte Carlo: bytes per token from three lognormals, and what has to be sampled."""
    import derive
    from derive.analysis.uncertainty.exact import of_lognormals
    from derive.solving.givens import read_givens

    system = derive.library_system()
    target = system.find("kv_bytes_per_token")
    ranges = {"active_params": "lognormal 44e9 to 228e9 param",
              "peak_flops": "lognormal 3.6 to 7 PFLOP/s/GPU",
              "crossover_context": "lognormal 170e3 to 236e3 token/sequence"}  # fmt: skip
    given = {**GIVEN, **ranges}
    answer = system.solve(target, given)
    known, _ = read_givens(ranges, system.vocabulary, uncertain=True)
    items = {var: item.uncertain for var, item in known.items()}
    powers = {var: 1.0 if var.name == "active_params" else -1.0 for var in items}
    mixed = {**given, "crossover_context": "200e3 +- 20e3 token/sequence"}
    for which in (given, mixed):
        assert system.solve(target, which).spread.method == (
            "exact" if which is given else "sampled"
        )
    by_hand, whole, spread, drawn = in_turn(
        baselines.monte_carlo,
        many(lambda: system.solve(target, given), 20),
        many(lambda: of_lognormals(answer, answer.number, powers, items), 1000),
        lambda: system.solve(target, mixed, draws=1_000_000),
    )
    say(
        "T15 a whole `solve`, exact / numpy, 1e6 x 3 draws + quantiles",
        whole / 20,
        by_hand,
        0.5,
        0.25,
    )
    say("T15 the exact spread alone / the same", spread / 1e3, by_hand, 1e-3, 1e-4)
    say(
        "T15 a whole `solve` of 1e6 draws, one normal / the same",
        drawn,
        by_hand,
        3,
        1.5,
        "(also mean, budget, statuses)",
    )


def reading() -> None:
    """Equations of a document read and judged, beside sympy's own construction of as many from
    ready-made Python.
    """
    from derive.checking.check import check_document
    from derive.checking.extraction.document import document_of

    shapes = (
        "$t_c = {k} \\cdot \\frac{{B \\cdot N_{{\\text{{active}}}}}}{{\\text{{FLOPs}}}}$",
        "t_mem = (N_total + {k} B × len_ctx × KV_bytes_per_token) / mem_bw",
        "t_mem = {k} (bytes_per_param N_total + B L kv_bytes_per_token) / mem_bw",
        "T = max({k} t_compute, t_mem)",
        "{k} GB / 20 TB/s ≈ {k}e-3/20 s",
    )
    text = "\n\n".join(shapes[k % len(shapes)].format(k=k + 2) for k in range(10_000))
    document = document_of(text, "a.md")
    ours, theirs = in_turn(
        lambda: check_document(document), lambda: baselines.build_each(10_000), repeats=1
    )
    say(
        "10,000 equations read and judged / built evaluated by sympy",
        ours,
        theirs,
        3,
        1,
        f"({ours:.1f} s)",
    )


def write_ups() -> None:
    """Documents of the field of 100 kB: checked cold, and in a process that has checked another."""
    from write_up import write_up

    from derive.checking.check import check_document
    from derive.checking.extraction.document import document_of

    pages = [document_of(write_up(100_000, seed), "a.md") for seed in range(REPEATS + 1)]
    count = len(check_document(pages.pop()))
    ours, theirs = in_turn(
        lambda: check_document(pages.pop() if len(pages) > 1 else pages[0]),
        lambda: baselines.build_each(count),
        repeats=REPEATS - 1,
    )
    say(
        f"{count} equations of a document of 100 kB / built evaluated by sympy",
        ours,
        theirs,
        4,
        1,
        f"({count / ours:.0f} a second)",
    )
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "a.md"
        page.write_text(write_up(100_000, REPEATS + 1), encoding="utf-8")
        cold, bare = in_turn(
            process("-m", "derive", "check", str(page), "--fail-on", "never"),
            process("-c", "import sympy"),
        )
    say("cold `derive check` of 100 kB / import sympy", cold, bare, 4, 3)


def corpus() -> None:
    """The documents of this repository, in a process that has read the library: processor time."""
    from derive.checking.check import check_document
    from derive.checking.extraction.document import document_of

    root = Path(__file__).parents[2]
    found = [path for part in ("docs", "reports") for path in sorted((root / part).rglob("*"))]
    texts = [
        (path.read_text(encoding="utf-8"), str(path))
        for path in found
        if path.suffix in (".md", ".tex") and path.is_file()
    ]
    for text, name in texts[:3]:
        check_document(document_of(text, name))
    start = time.process_time()
    for text, name in texts:
        check_document(document_of(text, name))
    taken = time.process_time() - start
    size = sum(len(text.encode("utf-8")) for text, _ in texts) / 1e6
    print(
        f"{len(texts)} documents, {size:.2f} MB, checked in {taken:.1f} s: {size / taken:.2f} MB/s"
        " (bar 0.2)",
        flush=True,
    )


ONE = """+++
title = "One question"
[question.cliff]
target = "kv_bytes_per_token"
[question.cliff.given]
active_params = "100e9 param"
crossover_context = "200e3 token/sequence"
hbm_bandwidth = "8 TB/s/GPU"
peak_flops = "5 PFLOP/s/GPU"
+++
"""


def documents() -> None:
    """All relations as LaTeX and MathML, and a report without figures from a cold start."""
    import tempfile

    import sympy

    from derive.library.system import library_system
    from derive.rendering.document.document import Document, Equation
    from derive.rendering.formats import html, latex

    relations = [r.made for r in library_system().relations]
    page = Document("All relations", tuple(Equation(r.equation) for r in relations))
    ours, theirs = in_turn(
        lambda: (latex.write(page), html.write(page)),
        lambda: [sympy.latex(r.equation) for r in relations],
    )
    say(
        f"T17 {len(relations)} relations as LaTeX and HTML / sympy.latex of them",
        ours,
        theirs,
        6,
        4,
    )
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "one.md"
        source.write_text(ONE, encoding="utf-8")
        report = process(
            "-m",
            "derive",
            "report",
            str(source),
            "--format",
            "md,tex,html",
            "--out",
            f"{folder}/out",
        )
        ours, theirs = in_turn(report, process("-c", "import sympy, pint, networkx"), repeats=5)
    say(
        "T18 cold `derive report`, no figure / import sympy, pint, networkx", ours, theirs, 1.2, 1.0
    )


if __name__ == "__main__":
    print(f"python {sys.version.split()[0]}, medians of {REPEATS}, contenders in turn")
    cold()
    warm()
    symbolic()
    growth()
    dimensions()
    sweeps()
    uncertain()
    reading()
    write_ups()
    corpus()
    documents()
