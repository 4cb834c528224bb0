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

import coverage
import pytest

ROOMS = ("units", "equations", "structure", "solving", "algebra", "program")
RECORDED, CHOSEN, NOTICED = map(os.environ.get, ("RECORDED", "CHOSEN", "NOTICED"))

spent: dict[str, float] = {}  # processor seconds of each test
failed: set[str] = set()
recorder = None
if RECORDED:  # before anything imports derive
    source = [f"derive/{room}" for room in ROOMS]
    recorder = coverage.Coverage(data_file=RECORDED, config_file=False, source=source)
    recorder.start()


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
    if recorder is None:
        return (yield)
    forget()
    recorder.switch_context(item.nodeid)
    before = time.process_time()
    try:
        return (yield)
    finally:
        spent[item.nodeid] = time.process_time() - before
        recorder.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that fails, or is skipped, without a mutant is never chosen."""
    if report.passed:
        return
    failed.add(report.nodeid)
    if NOTICED and report.failed:
        Path(NOTICED).write_text(report.nodeid, "utf-8")


def pytest_unconfigure() -> None:
    """Write what was recorded."""
    if recorder is not None:
        recorder.stop()
        recorder.save()
        passed = {test: round(time, 4) for test, time in spent.items() if test not in failed}
        Path(f"{RECORDED}.json").write_text(json.dumps(passed), "utf-8")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Only the chosen tests, in their order."""
    if CHOSEN:
        order = {test: k for k, test in enumerate(json.loads(Path(CHOSEN).read_text("utf-8")))}
        chosen = [one for one in items if one.nodeid in order]
        items[:] = sorted(chosen, key=lambda one: order[one.nodeid])
