"""Executors of a corpus: processes of this machine, or those of a dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue

from derive.corpora.checker import DocumentChecker, Job, Rows
from derive.corpora.settings import CorpusSettings
from derive.errors import GivenError
from derive.reporting.executors import dask_executor, is_address

Batch = list[Job]
_ON_CLUSTER, _IN_FLIGHT = 50, 512  # documents of a task, tasks that wait or run at a time


@dataclass(frozen=True, slots=True)
class CorpusExecutor:
    """Checks batches of documents: `size` of them in a task, at most `tasks` tasks at a time."""

    submit: Callable[[Batch], Future[list[Rows]]]
    size: int
    tasks: int

    def rows(self, jobs: Iterable[Job]) -> Iterator[Rows]:
        """The rows of each document, as they come. Raises what a task raises."""
        source = iter(jobs)
        running: set[Future[list[Rows]]] = set()
        while True:
            while len(running) < self.tasks and (batch := list(islice(source, self.size))):
                running.add(self.submit(batch))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda one: one.exception() is not None):
                yield from future.result()


@contextmanager
def corpus_executor(
    settings: CorpusSettings, scheduler: str, workers: int
) -> Iterator[CorpusExecutor]:
    """The executor of a scheduler: processes of this machine without one, else the dask cluster at
    an address, where each task starts a process of its own. Raises GivenError, MissingExtra.
    """
    if not scheduler:
        with _processes(settings, workers) as submit:
            yield CorpusExecutor(submit, 1, 2 * workers)
    elif is_address(scheduler):
        with dask_executor(scheduler) as cluster:
            yield CorpusExecutor(
                lambda batch: cluster.submit(check_batch, settings, batch), _ON_CLUSTER, _IN_FLIGHT
            )
    else:
        fix = "Write tcp://HOST:PORT, or leave it out for processes of this machine."
        raise GivenError("scheduler", f"“{scheduler[:40]}” is no address", fix)


def check_batch(settings: CorpusSettings, batch: Batch) -> list[Rows]:
    """The rows of each document of a batch, in a process that ends with it."""
    with DocumentChecker(settings) as checker:
        return [checker.check(job) for job in batch]


@contextmanager
def _processes(
    settings: CorpusSettings, workers: int
) -> Iterator[Callable[[Batch], Future[list[Rows]]]]:
    """A thread for each process, which waits for its answers; all end with the block."""
    checkers = [DocumentChecker(settings) for _ in range(workers)]
    free: SimpleQueue[DocumentChecker] = SimpleQueue()
    for one in checkers:
        free.put(one)

    def check(batch: Batch) -> list[Rows]:
        checker = free.get()
        try:
            return [checker.check(job) for job in batch]
        finally:
            free.put(checker)

    threads = ThreadPoolExecutor(workers)
    try:
        yield lambda batch: threads.submit(check, batch)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        for one in checkers:
            one.interrupt()
        threads.shutdown()
        for one in checkers:
            one.close()
