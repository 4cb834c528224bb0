"""Executors of work in parts: threads, processes, or a dask cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context, parent_process
from threading import Thread

from derive.errors import GivenError, MissingExtra, one_line
from derive.library.activation import use
from derive.packs.in_use import active

THREADS, PROCESSES = "threads", "processes"
_LOST = ("KilledWorker", "CommClosedError")  # of distributed, which need not be installed


@contextmanager
def executor_of(scheduler: str, workers: int | None) -> Iterator[Executor]:
    """The executor that a scheduler names: "threads", "processes" or the address of a dask
    scheduler. Raises GivenError, MissingExtra.
    """
    if workers is not None and workers < 1:
        raise GivenError("workers", f"{workers} is not a number of workers", "State 1 or more.")
    if scheduler == THREADS:
        with ThreadPoolExecutor(workers) as threads:
            yield threads
    elif scheduler == PROCESSES:
        packs = tuple(pack.name for pack in active())
        spawn = get_context("spawn")
        with ProcessPoolExecutor(workers, spawn, initializer=_begin, initargs=packs) as processes:
            yield processes
    elif is_address(scheduler):
        with dask_executor(scheduler) as cluster:
            yield cluster
    else:
        fix = f"Write {THREADS}, {PROCESSES} or tcp://HOST:PORT."
        raise GivenError("scheduler", f"“{scheduler[:40]}” is none", fix)


def _begin(*packs: str) -> None:
    """Begin a worker process, which uses these packs, and ends with the process it works for: the
    workers of a pool outlive one that is killed.
    """
    Thread(target=_end_with_parent, daemon=True).start()
    use(*packs)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def is_address(scheduler: str) -> bool:
    """Whether a scheduler is the address of a dask scheduler."""
    return "://" in scheduler


@contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """The executor of a dask cluster. Raises MissingExtra, GivenError where none answers."""
    if find_spec("distributed") is None:
        raise MissingExtra("A dask scheduler", "distributed", "distributed")
    try:
        client = import_module("distributed").Client(address)
    except (OSError, ValueError) as error:
        problem = f"no dask scheduler answers at {address[:80]}: {one_line(str(error))[:120]}"
        raise GivenError("scheduler", problem, "Start one with: dask scheduler") from None
    with client:
        yield client.get_executor(pure=False)


def is_lost_worker(error: Exception) -> bool:
    """Whether work failed since what did it has ended: killed, or out of memory."""
    return isinstance(error, (BrokenExecutor, CancelledError)) or type(error).__name__ in _LOST
