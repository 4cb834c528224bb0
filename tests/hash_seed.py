"""What must not depend on the hash seed, written to files: `python -m tests.hash_seed FOLDER`.

One process writes all of it under its own PYTHONHASHSEED; `tests/test_hash_seeds.py` compares two.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import derive
from derive.equations.plain import plain

RACK = {
    "active_params": "100e9 param", "total_params": "800e9 param", "gpus": "72 GPU",
    "bytes_per_param": "0.5 byte/param", "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "5 PFLOP/s/GPU", "context_length": "50e3 token/sequence",
    "kv_bytes_per_token": "1667 byte/token",
}  # fmt: skip
CHIP = {"peak_flops": "5 PFLOP/s/GPU", "hbm_bandwidth": "8 TB/s/GPU"}
CLIFF = {"crossover_context": "200e3 token/sequence"}
MODEL = {"active_params": "37e9 param", "total_params": "700e9 param"}
PAGE = {
    "gpus": "8 GPU", "hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "3 TB/s/GPU",
    "context_length": "8 token/sequence", "kv_bytes_per_token": "9 kB/token",
    "batch_size": "4 sequence",
}  # fmt: skip
COMMAND = (
    "solve", "step_time", "--accelerator", "gb200_nvl72", "--precision", "fp8", "--model",
    "deepseek_v3", "-g", "gpus=72 GPU", "-g", "batch_size=64 sequence", "-g",
    "context_length=1000 token/sequence", "--json",
)  # fmt: skip
REPORT = """+++
title = "Our rack"
[question.drain]
title = "How long does its memory take to read?"
target = "drain_time"
given = { hbm_capacity = "288 GB/GPU", hbm_bandwidth = "20 TB/s/GPU" }
[question.step]
target = "step_time"
given = { compute_time = "2 ms", memory_time = "3 ms" }
[question.slow]
like = "step"
given.compute_time = "4 ms"
[question.open]
target = "kv_bytes_per_token"
given = { crossover_context = "200e3 token/sequence" }
+++
"""
Texts = Iterator[tuple[str, bytes]]


def index(folder: Path) -> Texts:
    """The index of the library."""
    from derive.library.index import index_text

    yield "index", index_text().encode()


def answers(folder: Path) -> Texts:
    """Answers of every status with their derivations, a text for each question."""
    open_domain = {name: text for name, text in RACK.items() if name != "gpus"}
    asked: list[tuple[str, dict[str, str]]] = [
        ("batch_size", {**RACK, "throughput": "1e6 token/s"}),
        ("batch_size", {**RACK, "throughput": "1.8e6 token/s"}),
        ("batch_size", {**RACK, "throughput": "2.5e6 token/s"}),
        ("kv_bytes_per_token", {**CLIFF, "active_params": "100e9 param", **CHIP}),
        ("kv_bytes_per_token", CLIFF),
        ("balance_batch", {"sparsity": "8", **MODEL}),
        ("gpus", {**open_domain, "batch_size": "2000 sequence", "step_time": "3 ms"}),
    ]
    for number, (target, given) in enumerate(asked):
        yield f"answer {number}", _shown(derive.solve(target, given)).encode()


def _shown(answer: derive.Answer) -> str:
    """All that an answer says."""
    lines: list[object] = [
        (answer.status, answer.text, answer.regime, answer.missing, answer.warnings),
        (answer.formula is not None and plain(answer.formula), answer.bound, answer.conflict),
        answer.fixed and (plain(answer.fixed.expression), answer.fixed.text),
        [known.var.name for known in answer.known],
    ]
    for step in answer.derivation:
        names = [term.name for term in step.terms if hasattr(term, "name")]
        lines.append((step.rule, plain(step.equation), step.reason, str(step.verdict), names))
    return "\n".join(map(str, lines))


def command(folder: Path) -> Texts:
    """What a command prints."""
    from click.testing import CliRunner

    from derive.cli.main import main

    done = CliRunner().invoke(main, COMMAND)
    assert done.exit_code == 0, done.output
    yield "command", done.stdout_bytes


def page(folder: Path) -> Texts:
    """The page of a question."""
    yield "page", derive.page("kv_fetch_time", PAGE).encode()


def document(folder: Path) -> Texts:
    """The hand-built answer of `tests/rendering`."""
    sys.path.insert(0, str(Path(__file__).with_name("rendering")))
    from conftest import price_cliff  # type: ignore[import-not-found]

    yield "document", str(price_cliff()).encode()


def site(folder: Path) -> Texts:
    """Pages of three kinds, with what all pages share."""
    from derive.site.build import site_files

    only = {"relation/drain/", "variable/drain_time/", "accelerator/h100_sxm/"}.__contains__
    for name, data in site_files(only, jobs=1).items():
        yield f"site {name}", name.encode() + data


def reports(folder: Path) -> Texts:
    """A report with figures and one of several questions, with BibTeX and as fragments."""
    source = folder / "mine.md"
    source.write_text(REPORT, encoding="utf-8")
    for name in ("roofline", str(source)):
        for path in derive.report(name, ("tex", "md", "html", "bib", "fragment"), folder / "out"):
            yield f"report {path.name}", path.read_bytes()


KINDS: tuple[Callable[[Path], Texts], ...] = (
    index, answers, command, page, document, site, reports,
)  # fmt: skip


def main(folder: Path) -> None:
    """Write a file for each text, in a folder for each kind."""
    for kind in KINDS:
        own = folder / kind.__name__
        own.mkdir(parents=True)
        for name, data in kind(own):
            (own / name.replace("/", "_").replace(" ", "_")).write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
