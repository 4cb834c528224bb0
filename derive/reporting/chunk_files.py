"""A sweep written chunk by chunk: begun, resumed, spread over processes, and finished in place."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from derive.analysis.sweep.chunks import ChunkedSweep
from derive.analysis.sweep.rows import in_unit
from derive.errors import OutputError
from derive.rendering.formats.data_formats import GRID_FORMATS, GridFormat
from derive.rendering.formats.part_files import placed
from derive.reporting.executors import THREADS, executor_of, is_lost_worker
from derive.reporting.files import put_file
from derive.results.sweep import Swept, worst_code
from derive.units.unit import Unit

MANIFEST = "_derive.json"  # a name that readers of Parquet pass over
_DONE = "done"


@dataclass(frozen=True, eq=False)
class ChunkTask:
    """Writes chunks of a sweep, in whatever process it is called."""

    sweep: ChunkedSweep
    format: GridFormat
    folder: Path
    unit: Unit | None = None

    def __call__(self, number: int) -> int:
        """Answer and write one chunk, then mark it as done with its exit code; returns its
        points.
        """
        found, _ = in_unit(self.sweep.chunk(number), self.unit)
        self.format.module().write(found, self.sweep.places(number), number, self.folder)
        with placed(self.folder / _DONE / str(number), self.folder) as fresh:
            fresh.write_text(str(found.exit_code), encoding="ascii")
        return int(found.columns[0].values.size)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (pickle.dumps((self.sweep, self.format, self.folder, self.unit)),)


@lru_cache(maxsize=2)
def _restored(content: bytes) -> ChunkTask:
    """The task of these bytes, one for all chunks that a process writes."""
    return ChunkTask(*pickle.loads(content))


def write_whole(found: Swept, unit: Unit | None, path: Path, *, force: bool = False) -> None:
    """Write a sweep at once, to a file or folder whose suffix is one of GRID_FORMATS.

    Raises OutputError, WriteError, MissingExtra.
    """
    writer = GRID_FORMATS[path.suffix.removeprefix(".").lower()].module()
    beside = path.resolve().parent
    beside.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=beside, prefix=f".{path.name[:60]}.") as folder:
        made = Path(folder) / f"whole{path.suffix}"
        writer.whole(in_unit(found, unit)[0], made)
        if made.is_dir():
            _check_target(path, force)
            _put(made, path, {})
        else:
            put_file(made, path, force=force)


def write_chunks(
    sweep: ChunkedSweep,
    path: Path,
    *,
    unit: Unit | None = None,
    scheduler: str = "",
    workers: int | None = None,
    resume: bool = False,
    force: bool = False,
    report: Callable[[int], None] | None = None,
) -> int:
    """Write a sweep to a file or folder, chunk by chunk, whose suffix is one of GRID_FORMATS; its
    targets in `unit`, if one is asked for. Returns the exit code of the sweep.

    The chunks lie in PATH.partial until all are there. With `resume` those of an interrupted sweep
    are kept; one under another digest is refused. `scheduler` is "threads", as where only
    `workers` are stated, "processes" or the address of a dask scheduler, whose workers need the
    same file system. Raises OutputError, GivenError, MissingExtra.
    """
    with _executor(scheduler, workers) as executor:
        return _write(sweep, path, unit, executor, resume, force, report or _ignore)


def _write(
    sweep: ChunkedSweep,
    path: Path,
    unit: Unit | None,
    executor: Executor | None,
    resume: bool,
    force: bool,
    report: Callable[[int], None],
) -> int:
    kind = GRID_FORMATS[path.suffix.removeprefix(".").lower()]
    writer = kind.module()
    folder = path.with_name(f"{path.name}.partial")
    _check_target(path, force)
    empty, units = in_unit(sweep.empty(), unit)
    manifest = {
        "digest": sweep.digest, "shape": sweep.shape, "chunk": sweep.size, "units": units,
    }  # fmt: skip
    done = _begun(folder, json.loads(json.dumps(manifest)), resume, force)
    if done is None:
        done = set()
        (folder / _DONE).mkdir(parents=True)
        writer.begin(empty, sweep.size, folder)
        fresh = folder / f".{MANIFEST}"
        fresh.write_text(json.dumps(manifest), encoding="utf-8")
        fresh.rename(folder / MANIFEST)
    waiting = [number for number in range(sweep.count) if number not in done]
    task = ChunkTask(sweep, kind, folder, unit)
    for points in _answered(task, waiting, executor):
        report(points)
    chunks = [sweep.places(number) for number in range(sweep.count)]
    made = writer.finish(empty, chunks, folder)
    code = worst_code({int(one.read_text("ascii")) for one in (folder / _DONE).iterdir()})
    _clear(path, executor)
    _put(made, path, manifest)
    shutil.rmtree(folder)
    return code


def _begun(folder: Path, manifest: object, resume: bool, force: bool) -> set[int] | None:
    """The chunks that an interrupted sweep has left; None to begin anew."""
    if not folder.exists() and not folder.is_symlink():
        return None
    if not folder.is_dir():
        raise OutputError(str(folder), "is not a folder that derive made", "Move it away.")
    kept = folder / MANIFEST
    begun = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else None
    if resume and begun is not None:
        if begun != manifest:
            problem = "holds chunks of another question or grid"
            raise OutputError(str(folder), problem, "Remove it, or say --force to begin anew.")
        return {int(one.name) for one in (folder / _DONE).iterdir()}
    if begun is not None and not force:
        problem = "holds the chunks of an interrupted sweep"
        raise OutputError(str(folder), problem, "Say --resume to go on, or --force to begin anew.")
    if begun is None and any(one.name != _DONE for one in folder.iterdir()):
        raise OutputError(str(folder), "it is a folder that derive did not make", "Move it away.")
    shutil.rmtree(folder)
    return None


def _check_target(path: Path, force: bool) -> None:
    """Raise OutputError for a place where something lies that may not be replaced."""
    if not path.exists() and not path.is_symlink():
        return
    if path.is_dir() and not (path / MANIFEST).is_file():
        raise OutputError(str(path), "it is a folder that derive did not make", "Choose another.")
    if not force:
        raise OutputError(str(path), "it is there already", "Say --force to replace it.")


def _clear(path: Path, executor: Executor | None) -> None:
    """Remove the files of a folder that is replaced, in the threads that answered: handing back the
    memory or the disk of a billion points takes one of them a second.
    """
    if path.is_dir() and not path.is_symlink() and isinstance(executor, ThreadPoolExecutor):
        files = [one for one in path.rglob("*") if not one.is_dir() and one.name != MANIFEST]
        for _ in executor.map(os.unlink, files):
            pass


def _put(made: Path, path: Path, manifest: object) -> None:
    """Rename what was made to its place; a folder says by whom it was made."""
    if made.is_dir():
        (made / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    made.replace(path)


def _executor(scheduler: str, workers: int | None) -> AbstractContextManager[Executor | None]:
    """The executor of the chunks; None to answer them here."""
    alone = not scheduler and workers is None
    return nullcontext() if alone else executor_of(scheduler or THREADS, workers)


def _answered(task: ChunkTask, waiting: Sequence[int], executor: Executor | None) -> Iterator[int]:
    """The points of each chunk, as they are written. Raises OutputError for a lost worker."""
    if executor is None:
        yield from map(task, waiting)
        return
    try:
        for future in as_completed([executor.submit(task, number) for number in waiting]):
            yield future.result()
    except Exception as error:
        if not is_lost_worker(error):
            raise
        problem = "a worker that answered chunks has ended, killed or without memory"
        fix = "Go on with --resume; smaller chunks, or fewer --workers, take less memory."
        raise OutputError(str(task.folder), problem, fix) from error


def _ignore(_: int) -> None:
    """Default progress callback: does nothing."""
