"""Completion: what is offered where, in each shell, without the engine.

`COMPLETION_SHELLS=folder` names a folder of shells that are not on the path.
"""

from __future__ import annotations

import os
import pty
import re
import resource
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from derive.cli.completion_table import table_text
from derive.completion.names import ENTRY_KINDS, entries, reports, stated, unit_of, variables
from derive.completion.shells import SHELLS, SplitLine, reply, script
from derive.completion.words import COMMANDS, candidates
from derive.library.catalogue import entries as catalogue_entries
from derive.library.catalogue import entry_kinds
from derive.library.catalogue.lookups import axes
from derive.library.nomenclature import vocabulary
from derive.library.system import library_system
from derive.reporting.source import reports as all_reports

ROOT = Path(__file__).parents[2]
ENGINE = {"sympy", "pint", "numpy", "click", "networkx", "tomllib", "rich"}


def values(*words: str) -> list[str]:
    """What the last of the words may become."""
    return [found.value for found in candidates(words[:-1], words[-1])[0]]


def test_the_kept_table_is_that_of_the_commands() -> None:
    """`python -m derive.cli.completion_table` writes it anew."""
    assert COMMANDS.read_text(encoding="utf-8") == table_text()


def test_names_are_those_that_the_engine_knows() -> None:
    """Read as text, they are the same."""
    assert list(variables()) == [var.name for var in vocabulary]
    assert {name: unit_of(name) for name in variables()} == {
        v.name: v.unit.text for v in vocabulary
    }
    assert set(stated("relations")) == {r.name for r in library_system().all_relations}
    assert [*reports()] == [*all_reports()]
    assert set(ENTRY_KINDS) >= set(entry_kinds())
    for kind in entry_kinds().keys() - {"claim"}:
        assert [*entries(kind)] == [*catalogue_entries(kind)]


def test_what_is_swept_over_is_offered_as_an_axis() -> None:
    """All of it, and no other option."""
    offered = {value.removesuffix("=") for value in values("sweep", "--over", "")}
    assert offered - {*variables()} == {*axes()}


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (("so",), ["solve"]),
        (("--ver",), ["--version"]),
        (("solve", "drain_t"), ["drain_time"]),
        (("solve", "drain_time", "-g", "hbm_band"), ["hbm_bandwidth="]),
        (("sweep", "x", "--over", "accelerator=h20"), ["accelerator=h200_sxm", "accelerator=h20"]),
        (("sweep", "x", "--over", "accelerator=h100_sxm,b2"), ["accelerator=h100_sxm,b200_sxm"]),
        (("sweep", "x", "--over", "prec"), ["precision="]),
        (("sweep", "x", "--over", "batch_s"), ["batch_size="]),
        (("sweep", "x", "--over", "batch_size=8"), ["batch_size=8 sequence"]),
        (("compare", "x", "--with", "model=llama31_7"), ["model=llama31_70b"]),
        (("solve", "x", "--given", "gpus=8"), ["gpus=8 GPU"]),
        (("solve", "x", "-g", "memory_capacity=80 G"), ["memory_capacity=80 GB/GPU"]),
        (("solve", "x", "--acc"), ["--accelerator"]),
        (("solve", "x", "--accelerator", "h200"), ["h200_sxm"]),
        (("solve", "x", "--accelerator=h200"), ["--accelerator=h200_sxm"]),
        (("solve", "x", "--accelerator", "h100_sxm", "--precision", "b"), ["bf16"]),
        (("solve", "drain_time", "--unit", "m"), ["ms"]),
        (("solve", "x", "--variant", "step time=no"), ["step time=none"]),
        (("list", "var"), ["variables", "variants"]),
        (("list", "claims", "--source", "podcast-s"), ["podcast-summary"]),
        (("show", "price_cliff_"), ["price_cliff_by_balance"]),
        (("show", "h200"), ["h200_sxm"]),
        (("report", "price_c"), ["price_cliff"]),
        (("report", "price_cliff", "--format", "m"), ["md"]),
        (("check", "x", "--fail-on", "w"), ["warning"]),
        (("find", "x", "--kind", "var"), ["variable", "variant"]),
        (("completion", "z"), ["zsh"]),
        (("solve", "x", "-g", "no_such_name=3"), []),
        (("solve", "x", "-g", "gpus="), []),
    ],
)
def test_what_may_stand_there_is_offered(words: tuple[str, ...], some: list[str]) -> None:
    """And nothing else that begins so."""
    assert values(*words) == some


def test_files_are_left_to_the_shell() -> None:
    """Of options and of commands that take them."""
    for words in (("solve", "-f"), ("check",), ("solve", "x", "--data"), ("sweep", "x", "--cases")):
        assert candidates(words, "") == ([], "file")
    assert candidates(("report", "x", "--out"), "") == ([], "folder")


def test_entries_of_ones_own_file_are_offered(tmp_path: Path) -> None:
    """The file is read as text; one that is not there offers nothing."""
    own = tmp_path / "mine.toml"
    own.write_text('[accelerator.zz_chip]\nname = "Mine"\n', encoding="utf-8")
    asked = ("solve", "x", "--data", str(own), "--data", "nowhere", "--accelerator", "zz")
    assert values(*asked) == ["zz_chip"]


@pytest.mark.parametrize(
    ("line", "typed", "inserted"),
    [
        ("derive solve -g gpus=8", "gpus=8", r"8\ GPU"),
        ('derive solve -g "gpus=8', "gpus=8", "gpus=8 GPU"),
        ('derive solve -g gpus="8 G', "gpus=8 G", "8 GPU"),
        (r"derive solve -g gpus=8\ G", "gpus=8 G", r"8\ GPU"),
    ],
)
def test_bash_puts_in_what_readline_replaces(line: str, typed: str, inserted: str) -> None:
    """Readline parts words at “=” and at quotes."""
    split = SplitLine.of(line)
    assert (split.words, split.typed) == (("derive", "solve", "-g"), typed)
    assert split.insertion("gpus=8 GPU") == inserted


def test_a_reply_says_what_each_candidate_is() -> None:
    """A row each, with what is said of it."""
    assert reply("zsh", ["report", "price_c"]).startswith("word\tprice_cliff\tWhat a price step")
    assert reply("fish", ["solve", "-g", "hbm_band"]).startswith("open\thbm_bandwidth=\t")
    assert all(script(shell) for shell in SHELLS)


def test_it_needs_neither_the_engine_nor_click_and_is_there_at_once() -> None:
    """Less than 80 ms of computing beyond the start of Python itself."""
    code = "import sys; from derive.__main__ import main; main(); print(*sys.modules)"
    names = {"_DERIVE_COMPLETE": "zsh", "PYTHONPATH": str(ROOT)}
    environment = {**os.environ, **names}

    def run(*words: str) -> tuple[float, str]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        made = subprocess.run(
            [sys.executable, *words], env=environment, capture_output=True, text=True, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, made.stdout

    asked = ("-c", code, "solve", "drain_time", "-g", "hbm_bandwidth=3")
    runs = [run(*asked) for _ in range(3)]
    assert "3 TB/s/GPU" in runs[0][1]
    assert ENGINE & {name.partition(".")[0] for name in runs[0][1].split()} == set()
    bare = min(run("-c", "pass")[0] for _ in range(3))
    assert min(seconds for seconds, _ in runs) - bare < max(0.08, 5 * bare)  # busy machines too


def shell_path(name: str) -> str | None:
    """Where a shell is."""
    return shutil.which(
        name, path=f"{os.environ.get('COMPLETION_SHELLS', '')}:{os.environ['PATH']}"
    )


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment with a command `derive` of this checkout."""
    command = tmp_path / "derive"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m derive "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    own = {"PATH": path, "PYTHONPATH": str(ROOT), "TERM": "dumb", "HOME": str(tmp_path)}
    return {**os.environ, **own, "PS1": "$ "}


SETUP = {
    "bash": (["--norc", "-i"], ['eval "$(derive completion bash)"']),
    "zsh": (
        ["-f", "-i"],
        ["autoload -Uz compinit; compinit -u -D", 'eval "$(derive completion zsh)"'],
    ),
    "fish": (["--no-config", "-i"], ["derive completion fish | source"]),
}
TYPED = {
    "derive solve drain_t\t": "drain_time ",
    "derive solve x -g hbm_bandwi\t": "hbm_bandwidth=",
    'derive solve x -g "hbm_bandwidth=3.35 T\t': '"hbm_bandwidth=3.35 TB/s/GPU" ',
    "derive solve x -g hbm_bandwidth=3.35\\ T\t": r"hbm_bandwidth=3.35\ TB/s/GPU ",
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_a_real_shell_completes_what_is_typed(shell: str, environment: dict[str, str]) -> None:
    """Keys go to the shell through a terminal; what it then shows is compared."""
    program = shell_path(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    options, lines = SETUP[shell]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(program, [program, *options], environment)
    try:
        for line in (*lines, "echo rea''dy"):
            os.write(terminal, f"{line}\n".encode())
        assert "ready" in shown(terminal, "ready")
        for keys, wanted in TYPED.items():
            os.write(terminal, keys.encode())
            assert wanted.strip() in shown(terminal, wanted.strip()), keys
            os.write(terminal, b"\x15")  # takes the line back
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)


def shown(terminal: int, wanted: str) -> str:
    """What a terminal shows within 20 seconds up to what is wanted, without escape sequences and
    what backspaces take back.
    """
    found, text, end = b"", "", time.monotonic() + 20
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            found += os.read(terminal, 65536)
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x07", "", found.decode(errors="replace"))
        while "\b" in text:
            text = re.sub(r"[^\b]?\b", "", text, count=1)
        if wanted in text:
            break
    return text
