"""A process that has imported the libraries and starts each run of tests as a copy of itself:
`python -m tests.mutation.server` reads a run a line, as JSON, and writes how it ended.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
from importlib import import_module
from typing import Any

LIBRARIES = (
    "sympy", "numpy", "scipy.optimize", "networkx", "click", "hypothesis",
    "hypothesis.strategies", "_hypothesis_pytestplugin", "pytest", "_pytest.assertion.rewrite",
)  # fmt: skip


def started(run: dict[str, Any]) -> int:
    """Run pytest in a copy of this process; the exit status, or minus the signal that ended it."""
    number = os.fork()
    if number:
        return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    status = 70
    os.dup2(1, 0)
    try:
        os.environ.update(run["variables"])
        if run["seconds"] is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (int(run["seconds"]) + 1,) * 2)
        status = int(import_module("pytest").main(run["words"]))
    finally:
        os._exit(status)


def main() -> None:
    """Serve until the input ends; what tests print goes nowhere."""
    os.nice(10)
    replies = os.fdopen(os.dup(1), "w")
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(silent, stream)
    for library in LIBRARIES:
        import_module(library)
    gc.freeze()
    for line in sys.stdin:
        print(started(json.loads(line)), file=replies, flush=True)


if __name__ == "__main__":
    main()
