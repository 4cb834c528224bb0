"""derive sweep --chunk: parts answered and written one by one, gone on with, put in place."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor as Threads
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import derive
from derive.analysis.sweep import memory
from derive.analysis.sweep.frames import dataset, variables
from derive.analysis.sweep.rows import in_unit, rows
from derive.errors import GivenError, OutputError
from derive.library.grid import library_chunks, library_sweep
from derive.rendering.formats.csv import csv_text
from derive.rendering.formats.data_formats import GRID_FORMATS
from derive.reporting import chunk_files, executors
from derive.reporting.chunk_files import ChunkTask, write_chunks
from derive.reporting.figures import sweep as sweep_figures
from derive.results.sweep import Swept

xarray = pytest.importorskip("xarray")
GIVEN = {"memory_time": "2 ms", "batch_size": "64 sequence"}
OVER = {
    "compute_time": derive.span("1 ms", "5 ms", 9),
    "gpus": ["8", "16 GPU"],
}
ASKED = (
    "sweep", "throughput", "-g", "memory_time=2 ms", "-g", "batch_size=64 sequence",
    "--over", "compute_time=1:5 ms:9", "--over", "gpus=8; 16 GPU",
)  # fmt: skip


@pytest.fixture(scope="module")
def sweep():
    return library_chunks("throughput", GIVEN, OVER, {}, 0.0, 4)


@pytest.fixture(scope="module")
def whole():
    return derive.sweep("throughput", GIVEN, OVER)


def read(path: Path):
    if path.suffix == ".zarr":
        return xarray.open_zarr(path)
    return xarray.open_dataset(path, engine="h5netcdf")


@pytest.mark.parametrize(("suffix", "package"), [("zarr", "zarr"), ("nc", "h5netcdf")])
@pytest.mark.slow
def test_chunks_together_are_the_whole_grid(sweep, whole, tmp_path: Path, suffix, package):
    """Values, statuses and codes, with the same texts and units."""
    pytest.importorskip(package)
    path = tmp_path / f"grid.{suffix}"
    assert sweep.count == 5
    write_chunks(sweep, path)
    with read(path) as found:
        assert np.array_equal(found.throughput.values, whole.throughput.values)
        assert found.regime.dtype == whole.regime.dtype == np.int8
        assert (found.regime.values == whole.regime.values).all()
        assert (derive.regimes(found).values == derive.regimes(whole).values).all()
        assert found.throughput.attrs["units"] == "token/s"
        assert found.attrs["given"] == whole.attrs["given"]
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.filterwarnings("ignore:Consolidated metadata")
def test_an_empty_store_is_laid_out_as_by_xarray(sweep, tmp_path: Path):
    """The same variables, attributes, types, chunks and codecs; a blank number is NaN, which older
    versions of xarray leave at zero.
    """
    zarr = pytest.importorskip("zarr")
    dask = pytest.importorskip("dask.array")
    writer = GRID_FORMATS["zarr"].module()
    writer.begin(sweep.empty(), sweep.size, tmp_path / "ours")
    wanted = dataset(replace(sweep.empty(), columns=()))
    held = variables(sweep.empty())
    for name, (dims, values, attributes) in held.items():
        blank = dask.zeros(sweep.shape, dtype=values.dtype, chunks=sweep.size)
        wanted[name] = (dims, blank, attributes)
    encoding = {name: {"chunks": sweep.size} for name in held}
    wanted.to_zarr(tmp_path / "theirs", compute=False, encoding=encoding)
    ours = writer.finish(sweep.empty(), (), tmp_path / "ours")
    with xarray.open_zarr(ours) as one, xarray.open_zarr(tmp_path / "theirs") as other:
        assert one.drop_vars(held).identical(other.drop_vars(held))
        for name in held:
            mine, wanted = one[name].variable, other[name].variable
            assert mine.dims == wanted.dims and mine.dtype == wanted.dtype
            assert mine.attrs == wanted.attrs
        assert one.throughput.encoding["chunks"] == sweep.size
        assert np.isnan(one.throughput.encoding["_FillValue"])
        assert np.isnan(one.throughput.values).all()
    first, second = (zarr.open_consolidated(place) for place in (ours, tmp_path / "theirs"))
    names = sorted(first.array_keys())
    assert names == sorted(second.array_keys()) == sorted([*held, "compute_time", "gpus"])
    assert all(_without_blank(first[name]) == _without_blank(second[name]) for name in names)


def _without_blank(array) -> dict[str, object]:
    """What a store says of an array, for floats but for what a blank chunk is read as."""
    stated = array.metadata.to_dict()
    return {**stated, "fill_value": None} if array.dtype.kind == "f" else stated


def test_a_store_needs_no_xarray_to_be_written(tmp_path: Path):
    """The imports of xarray, pandas and dask took longer than the plan of a sweep."""
    pytest.importorskip("zarr")
    words = [*ASKED, "--workers", "1", "-o", str(tmp_path / "grid.zarr")]
    asked = f"""
import sys
from derive.cli.main import main
try:
    main({words!r})
except SystemExit as end:
    assert not end.code
print([name for name in ("xarray", "pandas", "dask.array") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[-2] == "[]"


def test_a_store_is_replaced_by_workers(sweep, tmp_path: Path):
    """Nothing stays of a larger one, and its arrays are not taken for those of the new one."""
    pytest.importorskip("zarr")
    larger = {**OVER, "gpus": ["8", "16", "24", "32 GPU"]}
    first = library_chunks("throughput", GIVEN, larger, {}, 0.0, 4)
    for made, name in ((first, "a"), (sweep, "a"), (sweep, "b")):
        write_chunks(made, tmp_path / f"{name}.zarr", workers=2, force=True)
    assert content(tmp_path / "a.zarr") == content(tmp_path / "b.zarr")


def test_a_file_of_values_has_the_rows_of_the_sweep():
    """Column by column, as one row after another: texts in quotes, no value, endless, reasons."""
    chips = {"accelerator": ["h100_sxm", "a100_80gb"], "precision": ["fp8", "bf16"]}
    given = {"batch_size": "64 sequence"}
    found = library_sweep(["step_time", "machine_balance"], given, chips, {}, 0.0)
    text, listed = csv_text(found), list(rows(in_unit(found, None)[0]))
    assert list(csv.reader(text.splitlines()))[1:] == [
        ["" if value is None else str(value) for value in row.values()] for row in listed
    ]
    assert text.startswith("accelerator,precision,step_time [s],step_time_status,")


def test_rows_in_chunks_are_those_of_the_whole_grid(run, tmp_path: Path):
    """As CSV with a reason that stays empty, as Parquet with texts."""
    arrow = pytest.importorskip("pyarrow.parquet")
    for suffix in ("csv", "parquet"):
        for name, more in (("whole", ()), ("parts", ("--chunk", "4"))):
            place = str(tmp_path / f"{name}.{suffix}")
            assert run(*ASKED, "-o", place, *more, "--unit", "token/ms").exit_code == 0
    one, other = ((tmp_path / f"{name}.csv").read_text().split("\n") for name in ("whole", "parts"))
    assert "throughput [token/ms]" in one[0]
    assert other == [f"{one[0]},reason", *(f"{line}," for line in one[1:-1]), ""]
    first, second = (arrow.read_table(tmp_path / f"{name}.parquet") for name in ("whole", "parts"))
    assert second.drop_columns(["cause"]).to_pylist() == first.to_pylist()


@pytest.mark.parametrize(("suffix", "package"), [("zarr", "zarr"), ("nc", "h5netcdf")])
def test_arrays_are_in_the_unit_asked_for(run, whole, tmp_path: Path, suffix, package):
    """At once and in chunks alike, with the unit among the attributes."""
    pytest.importorskip(package)
    for name, more in (("whole", ()), ("parts", ("--chunk", "4"))):
        path = tmp_path / f"{name}.{suffix}"
        assert run(*ASKED, "-o", str(path), *more, "--unit", "token/ms").exit_code == 0
        with read(path) if name == "parts" else xarray.open_dataset(path) as found:
            assert found.throughput.attrs["units"] == "token/ms"
            assert np.allclose(found.throughput.values * 1000, whole.throughput.values)


def test_an_interrupted_sweep_goes_on_with_the_chunks_that_are_missing(
    sweep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """No whole chunk is answered again; the result is that of a run without a break."""
    pytest.importorskip("pyarrow")
    answered: list[int] = []
    whole_call = ChunkTask.__call__

    def stopping(task: ChunkTask, number: int) -> int:
        if number == 3 and 3 not in answered:
            answered.append(3)
            raise KeyboardInterrupt
        answered.append(number)
        return whole_call(task, number)

    monkeypatch.setattr(ChunkTask, "__call__", stopping)
    path = tmp_path / "grid.parquet"
    with pytest.raises(KeyboardInterrupt):
        write_chunks(sweep, path)
    assert not path.exists()
    with pytest.raises(OutputError, match="Say --resume to go on"):
        write_chunks(sweep, path)
    other = library_chunks("throughput", {**GIVEN, "memory_time": "3 ms"}, OVER, {}, 0.0, 4)
    with pytest.raises(OutputError, match="another question or grid"):
        write_chunks(other, path, resume=True)
    write_chunks(sweep, path, resume=True)
    assert answered == [0, 1, 2, 3, 3, 4]
    write_chunks(sweep, tmp_path / "again.parquet")
    names = sorted(one.name for one in path.iterdir())
    assert all(
        (path / name).read_bytes() == (tmp_path / "again.parquet" / name).read_bytes()
        for name in names
    )


KILLED = """
import sys
from pathlib import Path
import derive
from derive.library.grid import library_chunks, library_sweep
from derive.rendering.formats.csv import csv_text
from derive.reporting.chunk_files import write_chunks
over = {"compute_time": derive.span("1 ms", "5 ms", 40), "gpus": derive.span("1 GPU", "60 GPU", 60)}
given = {"memory_time": "2 ms", "batch_size": "64 sequence"}
chunks = library_chunks("throughput", given, over, {}, 0.0, 20)
write_chunks(chunks, Path(sys.argv[1]), resume=True, scheduler=sys.argv[2], workers=2)
"""


def killed(path: Path, chunks: int, scheduler: str) -> set[str]:
    """The chunks done when a process that writes them was killed at so many, at the latest."""
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(path), scheduler])
    done = path.with_name(f"{path.name}.partial") / "done"
    try:
        until = time.monotonic() + 120
        while time.monotonic() < until and process.poll() is None:
            if done.is_dir() and sum(1 for _ in done.iterdir()) >= chunks:
                break
            time.sleep(0.001)
    finally:
        process.kill()
        assert process.wait() == -signal.SIGKILL, "it ended before it was killed"
    return {one.name for one in done.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suffix", "package", "scheduler"),
    [
        ("csv", "numpy", "processes"),
        ("parquet", "pyarrow", ""),
        ("nc", "h5netcdf", ""),
        ("zarr", "zarr", "processes"),
    ],
)
def test_a_sweep_killed_again_and_again_is_that_of_an_undisturbed_run(
    tmp_path: Path, suffix: str, package: str, scheduler: str
):
    """Killed twice on the way: no chunk is lost, doubled, or answered again."""
    pytest.importorskip(package)
    path, calm = tmp_path / f"killed.{suffix}", tmp_path / f"calm.{suffix}"
    done: list[set[str]] = [killed(path, n, scheduler) for n in (1, 60)]
    assert done[0] <= done[1] and len(done[0]) < len(done[1]) < 120
    kept = path.with_name(f"{path.name}.partial") / "done"
    before = {name: (kept / name).stat().st_mtime_ns for name in done[1]}
    if suffix == "zarr":  # as a write that was cut short leaves it
        (kept.parent / "store" / "regime" / "0.partial").write_bytes(b"half")
    written: dict[str, int] = {}
    over = {
        "compute_time": derive.span("1 ms", "5 ms", 40),
        "gpus": derive.span("1 GPU", "60 GPU", 60),
    }
    chunks = library_chunks("throughput", GIVEN, over, {}, 0.0, 20)
    assert chunks.count == 120

    def seen(_: int) -> None:
        written.update((one.name, one.stat().st_mtime_ns) for one in kept.iterdir())

    write_chunks(chunks, path, resume=True, report=seen)
    assert len(written) == 120 and before.items() <= written.items()
    write_chunks(chunks, calm)
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted((calm.name, path.name))
    if suffix == "nc":
        with read(path) as found, read(calm) as wanted:
            assert found.identical(wanted)
    else:
        assert content(path) == content(calm)


@pytest.mark.slow
def test_the_workers_of_a_killed_process_end_with_it():
    """They hold its output open as long as they are there."""
    asked = """
import os
import signal
from derive.reporting.executors import executor_of

if __name__ == "__main__":
    with executor_of("processes", 2) as executor:
        assert executor.submit(os.getpid).result() != os.getpid()
        os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, timeout=120)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


def content(path: Path) -> dict[str, bytes]:
    """The bytes of a file, or of all files of a folder."""
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return {"" if one == path else str(one.relative_to(path)): one.read_bytes() for one in files}


def test_threads_write_the_same_bytes(sweep, tmp_path: Path):
    """In whatever order the chunks are answered."""
    for name, scheduler in (("a.csv", ""), ("b.csv", "threads")):
        write_chunks(sweep, tmp_path / name, scheduler=scheduler, workers=2)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_workers_alone_are_threads(sweep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """They were left unused in silence."""
    begun = []
    monkeypatch.setattr(executors, "ThreadPoolExecutor", lambda n: begun.append(n) or Threads(n))
    write_chunks(sweep, tmp_path / "a.csv", workers=2)
    assert begun == [2]
    with pytest.raises(GivenError, match="workers: 0 is not a number of workers"):
        write_chunks(sweep, tmp_path / "b.csv", workers=0)


def test_workers_need_no_size_of_chunks(run, tmp_path: Path):
    """They were refused without --chunk."""
    for name, words in (("a.csv", ("--chunk", "4")), ("b.csv", ("--workers", "2"))):
        assert run(*ASKED, *words, "-o", str(tmp_path / name)).exit_code == 0
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_the_exit_code_is_that_of_the_sweep_at_once(run, tmp_path: Path):
    """It was 0 in chunks, whatever they held."""
    needy = ("sweep", "step_time", "-g", "memory_time=2 ms", "--over", "gpus=1; 2; 3 GPU")
    for words, wanted in ((ASKED, 0), (needy, 3)):
        codes = [
            run(*words, *how, "--force", "-o", str(tmp_path / "grid.csv")).exit_code
            for how in ((), ("--chunk", "2"), ("--workers", "2"))
        ]
        assert codes == [wanted] * 3


def test_the_exit_code_of_a_resumed_sweep_is_that_of_all_its_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A point is solved in one that was written before the break alone."""
    over = {"compute_time": ["1 ms", "3 ms"], "memory_time": ["2 ms", "4 ms"]}
    chunks = library_chunks("step_time", {}, over, {}, 0.0, 1)
    codes = [3, 4, 0]

    def code(_: Swept) -> int:
        if not codes:
            raise KeyboardInterrupt
        return codes.pop()

    monkeypatch.setattr(Swept, "exit_code", property(code))
    with pytest.raises(KeyboardInterrupt):
        write_chunks(chunks, tmp_path / "grid.csv")
    codes.append(4)
    assert write_chunks(chunks, tmp_path / "grid.csv", resume=True) == 0


def test_the_usual_chunks_part_a_grid_alike_for_all_workers():
    """Large ones, but enough of them, whole along the last axes."""
    for count, long in ((4000, 4000), (1_000_000, 62_500), (3 * 10**7, 1_333_333)):
        over = {"compute_time": derive.span("1 ms", "5 ms", count), "gpus": ["8", "9", "16 GPU"]}
        assert library_chunks("throughput", GIVEN, over, {}, 0.0).size == (long, 3)


@pytest.mark.slow
def test_processes_and_a_cluster_write_the_same_bytes(sweep, tmp_path: Path):
    """Each process reads the question once, without planning it."""
    distributed = pytest.importorskip("distributed")
    write_chunks(sweep, tmp_path / "a.csv")
    write_chunks(sweep, tmp_path / "b.csv", scheduler="processes", workers=2)
    with distributed.LocalCluster(n_workers=1, dashboard_address=None) as cluster:
        write_chunks(sweep, tmp_path / "c.csv", scheduler=cluster.scheduler_address)
    assert len({(tmp_path / f"{name}.csv").read_bytes() for name in "abc"}) == 1


def test_a_scheduler_that_does_not_answer_is_told(run, tmp_path: Path):
    """It was an internal error, and left a folder behind."""
    pytest.importorskip("distributed")
    config = pytest.importorskip("dask").config
    for address in ("tcp://127.0.0.1:1", "cloud://here"):
        asked = (*ASKED, "--scheduler", address, "-o", str(tmp_path / "o.csv"))
        with config.set({"distributed.comm.timeouts.connect": 1}):
            result = run(*asked)
        assert result.exit_code == 2
        assert f"scheduler: no dask scheduler answers at {address}" in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_killed_process_is_told_with_the_way_to_go_on(sweep, tmp_path: Path, monkeypatch):
    """It was an internal error."""
    monkeypatch.setattr(ChunkTask, "__reduce__", lambda _: (os._exit, (9,)))
    with pytest.raises(OutputError, match=r"a worker that answered chunks has ended.*--resume"):
        write_chunks(sweep, tmp_path / "a.csv", scheduler="processes", workers=1)
    write_chunks(sweep, tmp_path / "a.csv", resume=True)
    assert (tmp_path / "a.csv").is_file()


def test_chunks_tell_the_warnings_of_the_grid(run, tmp_path: Path):
    """They were told of a grid answered at once alone."""
    asked = (*ASKED[:-2], "--over", "gpus=1:2 GPU:3", "-o", str(tmp_path / "o.csv"))
    warnings = [
        run(*asked, *words).stderr for words in (("--force",), ("--workers", "1", "--force"))
    ]
    assert warnings[0] == warnings[1] and warnings[0].startswith("Mind: gpus counts things")


@pytest.mark.slow
def test_a_chunk_says_what_is_missing(tmp_path: Path, run):
    """At every point of it."""
    asked = ("sweep", "step_time", "-g", "memory_time=2 ms", "--over", "gpus=8; 16 GPU")
    assert run(*asked, "--chunk", "1", "-o", str(tmp_path / "o.csv")).exit_code == 3
    lines = (tmp_path / "o.csv").read_text().splitlines()
    assert [line.rpartition(",")[2] for line in lines[1:]] == ["step_time needs compute_time"] * 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--chunk", "4"),
            "chunk: a sweep in chunks goes to a file of .csv, .nc",
        ),
        (("--resume",), "chunk: a sweep in chunks goes to a file of .csv, .nc"),
        (("--workers", "2", "-o", "x.csv", "--figure", "x.svg"), "a sweep in chunks is not drawn"),
        (("--chunk", "0.5"), "chunk: 0.5 is not a number of points. Write for example 4e6."),
        (("--chunk", "4", "-o", "x.csv", "--scheduler", "cloud"), "scheduler: “cloud” is none."),
        (("--chunk", "4", "-o", "x.csv", "--over", "accelerator=all"), "accelerator: an axis of"),
        (("--chunk", "4", "-o", "x.xlsx"), "x.xlsx: “.xlsx” names no format of this command."),
        (("-o", "x.xlsx"), "x.xlsx: “.xlsx” names no format of this command."),
    ],
)
def test_what_cannot_be_done_in_chunks_is_refused(run, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    result = run(*ASKED, *words)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_grid_beyond_memory_is_refused_with_the_way_that_works(monkeypatch):
    monkeypatch.setattr(memory, "free_memory", lambda: 1000.0)
    with pytest.raises(GivenError, match=r"--workers 2 -o grid\.zarr"):
        derive.sweep("throughput", GIVEN, {"compute_time": derive.span("1 ms", "5 ms", 99)})


def test_a_folder_that_derive_did_not_make_is_never_replaced(sweep, tmp_path: Path):
    """Not even by force; one that it made is."""
    pytest.importorskip("pyarrow")
    mine = tmp_path / "mine.parquet"
    mine.mkdir()
    (mine / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match="derive did not make"):
        write_chunks(sweep, mine, force=True)
    made = tmp_path / "made.parquet"
    for force in (False, True):
        write_chunks(sweep, made, force=force)
    with pytest.raises(OutputError, match="Say --force to replace it"):
        write_chunks(sweep, made)
    manifest = json.loads((made / chunk_files.MANIFEST).read_text())
    assert manifest["digest"] == sweep.digest


@pytest.mark.parametrize("axes", [1, 2])
@pytest.mark.slow
def test_a_sweep_is_drawn(run, tmp_path: Path, axes: int):
    """Equal bytes each time; regimes by name."""
    pytest.importorskip("matplotlib")
    words = ASKED[: 6 + 2 * axes]
    for name in ("a", "b"):
        figure = tmp_path / f"{name}.svg"
        assert (
            run(*words, "--figure", str(figure), "-o", str(tmp_path / f"{name}.csv")).exit_code == 0
        )
    first, second = (tmp_path / f"{name}.svg" for name in ("a", "b"))
    assert first.read_bytes() == second.read_bytes() and b"<svg" in first.read_bytes()


def test_the_axes_of_a_figure_are_in_the_units_they_are_written_in(run, tmp_path, monkeypatch):
    """They were in those of the library: seconds for `compute_time=1:5 ms`."""
    pytest.importorskip("matplotlib")
    drawn: list[tuple[str, list[float], str]] = []
    monkeypatch.setattr(
        sweep_figures,
        "_scaled",
        lambda _axes, which, axis: drawn.append((which, axis.values.tolist(), axis.unit)),
    )
    times = ("--over", "compute time=1:5 ms:3", "--over", "gpus=8; 16 GPU")
    words = (*ASKED[:6], *times, "--figure", str(tmp_path / "a.svg"), "-o", str(tmp_path / "a.csv"))
    assert run(*words).exit_code == 0
    (_, first, unit), (_, second, other) = drawn
    assert np.allclose(first, [1, 3, 5]) and unit == "ms"
    assert second == [8, 16] and other == "GPU"


@pytest.mark.parametrize("lies", ["a file", "a folder"])
def test_what_others_have_at_the_place_of_the_chunks_stays(sweep, tmp_path: Path, lies):
    """Also under --force, which replaces what derive made."""
    there = tmp_path / "grid.csv.partial"
    kept = there if lies == "a file" else there / "notes"
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="Move it away"):
        write_chunks(sweep, tmp_path / "grid.csv", force=True)
    assert kept.read_text(encoding="utf-8") == "mine"
