"""A pytest plugin (`-p tests.mutation.plugin`): records which lines each test reaches, into the
file that RECORDED names, or runs the tests that the file of CHOSEN lists, in that order, and
writes the first that fails to the file of NOTICED.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

from tests.mutation import statements

ROOMS = ("units", "equations", "structure", "solving", "algebra", "program",
         "analysis")  # fmt: skip
RECORDED, CHOSEN, NOTICED = map(os.environ.get, ("RECORDED", "CHOSEN", "NOTICED"))

spent: dict[str, float] = {}  # processor seconds of each test
reached: dict[str, dict[str, list[int]]] = {}  # lines by files of each test, and of importing
failed: set[str] = set()
if RECORDED:  # before anything imports derive
    statements.note([f"derive.{room}" for room in ROOMS])


def forget() -> None:
    """Empty the caches of functions in these rooms, so that a test reaches all that it rests on;
    caches of a single value, which are filled once in any process, stay.
    """
    prefixes = tuple(f"derive.{room}" for room in ROOMS)
    for module in [one for name, one in sys.modules.items() if name.startswith(prefixes)]:
        for value in list(vars(module).values()):
            if isinstance(value, _lru_cache_wrapper) and value.cache_parameters()["maxsize"] != 1:
                value.cache_clear()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """The lines and the time of each test are its own."""
    if not RECORDED:
        return (yield)
    forget()
    reached.setdefault("", statements.taken())
    before = time.process_time()
    try:
        return (yield)
    finally:
        spent[item.nodeid] = time.process_time() - before
        reached[item.nodeid] = statements.taken()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that fails, or is skipped, without a mutant is never chosen."""
    if report.passed:
        return
    failed.add(report.nodeid)
    if NOTICED and report.failed:
        Path(NOTICED).write_text(report.nodeid, "utf-8")


def pytest_unconfigure() -> None:
    """Write what was recorded."""
    if RECORDED:
        passed = {test: round(time, 4) for test, time in spent.items() if test not in failed}
        record = {"seconds": passed, "tests": [*reached], "reached": by_lines()}
        Path(RECORDED).write_text(json.dumps(record), "utf-8")


def by_lines() -> dict[str, dict[int, list[int]]]:
    """The tests, by number, that reach each line of each file, which is told from the root."""
    found: dict[str, dict[int, list[int]]] = {}
    for number, files in enumerate(reached.values()):
        for file, lines in files.items():
            of_file = found.setdefault(Path(file).relative_to(Path.cwd()).as_posix(), {})
            for line in lines:
                of_file.setdefault(line, []).append(number)
    return found


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Only the chosen tests, in their order."""
    if CHOSEN:
        order = {test: k for k, test in enumerate(json.loads(Path(CHOSEN).read_text("utf-8")))}
        chosen = [one for one in items if one.nodeid in order]
        items[:] = sorted(chosen, key=lambda one: order[one.nodeid])
