"""The folder of kept questions."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from derive.kept import folder


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "cache"))
    yield tmp_path / "cache"


def test_what_is_written_is_read_until_it_is_cleared(place: Path) -> None:
    assert folder.read("a") is None
    assert folder.write("a", "1 µs") and folder.write("a", "2 µs") and folder.write("b", "3")
    assert (folder.read("a"), folder.read("b"), folder.size()[0]) == ("2 µs", "3", 2)
    assert folder.clear() == 2
    assert folder.read("a") is None and list(place.iterdir()) == []


def test_only_its_own_files_are_removed(place: Path) -> None:
    folder.write("a", "1")
    (place / "mine.json").write_text("{}")
    assert folder.clear() == 1
    assert [path.name for path in place.iterdir()] == ["mine.json"]


@pytest.mark.parametrize("cut", [0, 10, 64, 65, 70])
def test_a_truncated_file_is_as_none(place: Path, cut: int) -> None:
    folder.write("a", "a long text")
    (path,) = place.iterdir()
    path.write_bytes(path.read_bytes()[:cut])
    assert folder.read("a") is None
    assert folder.write("a", "a long text") and folder.read("a") == "a long text"


def test_a_changed_file_is_as_none(place: Path) -> None:
    folder.write("a", "value 1")
    (path,) = place.iterdir()
    for raw in (path.read_bytes().replace(b"1", b"2"), b"\xff\xfe", b"\0" * 2_000_000):
        path.write_bytes(raw)
        assert folder.read("a") is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners of files")
def test_a_file_that_others_may_write_is_as_none(place: Path) -> None:
    folder.write("a", "1")
    (path,) = place.iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o620)
    assert folder.read("a") is None


def test_a_place_that_cannot_be_written_is_silently_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "file" / "cache"))
    assert not folder.write("a", "1")
    assert folder.read("a") is None and folder.size() == (0, 0) and folder.clear() == 0


@pytest.mark.parametrize("word", ["off", "OFF", "0", "no"])
def test_it_is_switched_off(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("DERIVE_CACHE", word)
    assert folder.folder() is None and not folder.write("a", "1") and folder.read("a") is None


def test_it_is_where_the_platform_has_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DERIVE_CACHE")
    monkeypatch.setenv("HOME", "/home/one")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    for platform, wanted in (
        ("linux", "/home/one/.cache/derive"),
        ("darwin", "/home/one/Library/Caches/derive"),
        ("win32", "/local/derive"),
    ):
        monkeypatch.setattr("sys.platform", platform)
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
        assert folder.folder() == wanted
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert folder.folder() == "/caches/derive"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # there is no home
    assert folder.folder() is None


def test_the_oldest_go_where_all_are_too_large(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "MOST_BYTES", 400)
    for number, key in enumerate("abcd"):
        folder.write(key, 100 * key)
        for path in place.iterdir():
            times = path.stat()
            os.utime(path, ns=(times.st_atime_ns, min(times.st_mtime_ns, 10**9 * (number + 1))))
    assert [folder.read(key) is not None for key in "abcd"] == [False, False, True, True]


def _write(text: str) -> None:
    for _ in range(20):
        folder.write("a", text)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork")
def test_several_processes_leave_one_whole_file(place: Path) -> None:
    texts = [digit * 5_000 for digit in "0123"]
    processes = [
        multiprocessing.get_context("fork").Process(target=_write, args=(text,)) for text in texts
    ]
    for process in processes:
        process.start()
    while any(process.is_alive() for process in processes):
        assert folder.read("a") in (None, *texts)
    assert [process.exitcode for process in processes] == [0, 0, 0, 0]
    assert folder.read("a") in texts and len(list(place.iterdir())) == 1
