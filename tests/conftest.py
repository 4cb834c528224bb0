"""The racks and models of the subject's usual example, as givens; a copy of the checkout."""

from __future__ import annotations

import gc
import inspect
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from click.testing import CliRunner
from hypothesis import settings

import derive
from derive.library import library_system
from derive.library.catalogue import own_data
from derive.system import System
from derive.units import registry
from derive.units.text import parse_unit

CORE = ("roofline", "balance", "kv_cache", "capacity", "queueing", "prefill", "training")
Givens = dict[str, str]
SHOWN = 0.005  # seconds; what --durations leaves out unless asked
os.environ["DERIVE_CACHE"] = "off"  # no test keeps questions, but in a folder that it names
os.environ.pop("COLUMNS", None)  # plain text has the usual width
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # commands that tests start compile derive once
settings.register_profile("untimed", deadline=None)  # how long an example takes is no test
settings.load_profile("untimed")
gc.set_threshold(500_000, 20, 20)  # short-lived expressions abound; a twentieth less time


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Under pytest-xdist, files with slow tests come first; a file's tests go a hundred at a time,
    so that what they share is made once.
    """
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    number: Counter[Path] = Counter()
    for item in items:
        if any(item.iter_markers("xdist_group")):
            continue
        file = f"{item.path.parent.name}_{item.path.stem}_{number[item.path] // 100}"
        number[item.path] += 1
        item.add_marker(pytest.mark.xdist_group(file))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Under pytest-xdist a worker sends on the result of a test, but not that its fixtures were
    made and ended at once: half of the messages, of which the terminal shows nothing.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed or report.duration > SHOWN:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_make_parametrize_id(val: object) -> str | None:
    """Long texts stand for tests by their first words: they go with every result."""
    if not isinstance(val, str) or len(val) <= 60:
        return None
    return val[:60].encode("unicode_escape").decode("ascii")


def pytest_collection_finish() -> None:
    """What collecting has made stays: the garbage collector does not walk it again and again."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Nor does pytest walk it five times at the end."""
    gc.freeze()


@pytest.fixture(autouse=True)
def own_data_of_one_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test adds to the catalogue is gone after it."""
    monkeypatch.setattr(own_data, "_added", [])


@pytest.fixture(autouse=True)
def own_units_of_one_test() -> Iterator[None]:
    """Units and rates that a test adds are unknown after it; quantities made with them stay."""
    known = len(registry._added)
    yield
    if len(registry._added) > known or registry.definitions().rates.stated:
        del registry._added[known:]
        registry._forget_words()
        for cache in (registry.definitions, parse_unit):
            cache.cache_clear()


@pytest.fixture
def seed() -> int:
    """A fresh seed, printed with whatever fails; DERIVE_SEED repeats a run."""
    found = int(os.environ.get("DERIVE_SEED") or random.SystemRandom().randrange(10**6))
    print(f"again with DERIVE_SEED={found}")
    return found


@pytest.fixture(scope="session")
def runner() -> CliRunner:
    """Runs commands in this process, stderr apart: click 8.1 has to be told, 8.2 knows no other."""
    mixes = "mix_stderr" in inspect.signature(CliRunner).parameters
    return CliRunner(**({"mix_stderr": False} if mixes else {}))


@pytest.fixture(scope="session")
def tex() -> Callable[..., str]:
    """Runs TeX, or BibTeX, in a folder and confined to it, as derive runs it: `tex(folder,
    "report.tex")` is what it says. Skips the test where there is none.
    """
    from derive.rendering.formats.pdflatex import CONFINED, OPTIONS

    def run(folder: Path, name: str, program: str = "pdflatex") -> str:
        if shutil.which(program) is None:
            pytest.skip(f"no {program} on this machine")
        command = [program, *(OPTIONS if program == "pdflatex" else ()), name]
        confined = {**os.environ, **CONFINED}
        done = subprocess.run(
            command, cwd=folder, capture_output=True, timeout=120, check=False, env=confined
        )
        said = done.stdout.decode(errors="replace")
        assert done.returncode == 0, said[-2000:]
        return said

    return run


@pytest.fixture(scope="session")
def core() -> System:
    """The core subjects alone, with the library's bundles."""
    relations = [
        relation
        for name in CORE
        for relation in import_module(f"derive.library.relations.{name}").RELATIONS
    ]
    return System(relations, bundles=library_system().bundles)


@pytest.fixture
def rack() -> Givens:
    """72 GPUs of 8 TB/s and 10 PFLOP/s; 800e9 parameters, 100e9 of them active, at half a byte."""
    return {
        "active_params": "100e9 param",
        "total_params": "800e9 param",
        "bytes_per_param": "0.5 byte/param",
        "gpus": "72 GPU",
        "hbm_bandwidth": "8 TB/s/GPU",
        "peak_flops": "10 PFLOP/s/GPU",
    }


@pytest.fixture
def long_context(rack: Givens) -> Givens:
    """The same at 100,000 tokens of context of 1,667 bytes."""
    return {
        **rack,
        "context_length": "100e3 token/sequence",
        "kv_bytes_per_token": "1667 byte/token",
    }


@pytest.fixture
def serving(rack: Givens) -> Givens:
    """At 5 PFLOP/s and 50,000 tokens of context: throughput tops out at 1.8e6 token/s."""
    return {
        **rack,
        "peak_flops": "5 PFLOP/s/GPU",
        "context_length": "50e3 token/sequence",
        "kv_bytes_per_token": "1667 byte/token",
    }


@pytest.fixture
def cliff() -> Givens:
    """A price step at 200,000 tokens, read with 100e9 active parameters on 5 PFLOP/s and 8 TB/s at
    one byte.
    """
    return {
        "crossover_context": "200e3 token/sequence",
        "active_params": "100e9 param",
        "peak_flops": "5 PFLOP/s/GPU",
        "hbm_bandwidth": "8 TB/s/GPU",
    }


_COMMANDS = """
import inspect, json, sys
from click.testing import CliRunner
from derive.cli.main import main

mixes = "mix_stderr" in inspect.signature(CliRunner).parameters
runner = CliRunner(**({"mix_stderr": False} if mixes else {}))
done = [runner.invoke(main, words) for words in json.loads(sys.argv[1])]
print(json.dumps([(one.exit_code, one.stdout, one.stderr) for one in done]))
"""


def run_each(
    commands: Sequence[Sequence[str]], before: str = "", **others: Any
) -> list[subprocess.CompletedProcess[str]]:
    """The commands of derive one after another in one process, which runs `before` first."""
    done = subprocess.run(
        [sys.executable, "-c", f"{before}\n{_COMMANDS}", json.dumps([*map(list, commands)])],
        capture_output=True, text=True, encoding="utf-8", check=False, **others,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return [
        subprocess.CompletedProcess(list(words), *one)
        for words, one in zip(commands, found, strict=True)
    ]


@dataclass(frozen=True)
class Checkout:
    """A copy of the package with its data, guides and report sources, to be edited by a test."""

    root: Path

    def add(self, file: str, text: str) -> None:
        """Append text to a file of the copy; a new one is made."""
        with (self.root / file).open("a", encoding="utf-8") as stream:
            stream.write(text)

    def replace(self, file: str, old: str, new: str) -> None:
        """Replace the one place in a file of the copy where the old text stands."""
        text = (self.root / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, (file, old)
        (self.root / file).write_text(text.replace(old, new), encoding="utf-8")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The command `derive` of the copy."""
        return self.python("-m", "derive", *words)

    def run_each(self, *commands: Sequence[str]) -> list[subprocess.CompletedProcess[str]]:
        """Several commands of the copy, one after another in one process."""
        return run_each(commands, cwd=self.root, env=self.environment)

    @property
    def environment(self) -> dict[str, str]:
        """That of a process with the package of the copy."""
        return {**os.environ, "PYTHONPATH": str(self.root), "PYTHONIOENCODING": "utf-8"}

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Python with the package of the copy."""
        return subprocess.run(
            [sys.executable, *words],
            capture_output=True, text=True, cwd=self.root, env=self.environment, check=False,
        )  # fmt: skip


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A fresh copy of the checkout, compiled files included."""
    home = Path(derive.__file__).parent
    for folder in ("derive", "quantities", "reports/source", "docs/guide"):
        shutil.copytree(home.parent / folder, tmp_path / folder)
    return Checkout(tmp_path)
