"""The writer of files: all of a set or none, nothing of the user's, no input of the command."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from derive.data_files import inputs_of_command, note_input
from derive.errors import OutputError, WriteError
from derive.rendering.formats.registry import fence_of
from derive.reporting.stamp import unchanged

_STANDARD_OUTPUT = ("-", "/dev/stdout")
_PRINTED = (
    "Without --out the answer is printed, with --json for scripts; rows as CSV go to a file:"
    " -o answer.csv."
)
_NOT_WRITTEN = (
    "Nothing was written. Choose another place, or say --force (force=True) to replace it."
)


def write_files(
    files: Mapping[Path, bytes], *, force: bool = False, inputs: Iterable[Path] = ()
) -> None:
    """Write all files or none; one that derive did not make, or that has changed since, is replaced
    only by `force`, and one of the `inputs` or of what the command has read or written never. A
    file that only grows loses nothing, and is not replaced.

    A file keeps its mode, a new one gets that of the umask. Raises OutputError for a file that may
    not be written, WriteError for one that cannot be.
    """
    written: dict[Path, Path] = {}
    try:
        for path, data in files.items():
            with _told(path):
                grows = path.is_file() and data.startswith(path.read_bytes())
                check_place(path, force or grows, () if grows else (*inputs, *inputs_of_command()))
        for path, data in files.items():
            with _told(path):
                target = Path(os.path.realpath(path))
                written[target] = _temporary(target, data)
        _exchange(written)
    finally:
        for left in written.values():
            left.unlink(missing_ok=True)
    for path in files:
        note_input(path)


def put_file(made: Path, path: Path, *, force: bool = False) -> None:
    """Rename a file that was made on the same file system to its place, as `write_files` would
    write it there. Raises OutputError, WriteError.
    """
    with _told(path):
        grows = path.is_file() and _starts_with(made, path)
        check_place(path, force or grows, () if grows else inputs_of_command())
        target = Path(os.path.realpath(path))
        _take_mode(made, target)
    _exchange({target: made})
    note_input(path)


def _starts_with(made: Path, path: Path) -> bool:
    """Whether a file starts with all that another holds."""
    with made.open("rb") as new, path.open("rb") as old:
        while part := old.read(1 << 20):
            if new.read(len(part)) != part:
                return False
    return True


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Raise WriteError for what the system says of a place."""
    try:
        yield
    except OSError as error:
        problem = f"cannot be written: {error.strerror or error}"
        raise WriteError(str(path), problem, "Choose another place with --out.") from error


def check_place(path: Path, force: bool = False, inputs: Iterable[Path] = ()) -> None:
    """Raise OutputError for standard output, a folder, a device, one of the `inputs`, and unless
    `force` is to replace it a file that derive did not write, or that has changed since.
    """
    with _told(path):
        if str(path) in _STANDARD_OUTPUT:
            raise OutputError(str(path), "it names no file", _PRINTED)
        if not path.exists():
            return
        if path.is_dir():
            raise OutputError(str(path), "it is a folder", "Name a file.")
        if not path.is_file():  # a device or a pipe
            fix = "Name a file, or leave --out away to print."
            raise OutputError(str(path), "it is not a regular file", fix)
        if any(path.samefile(other) for other in inputs if other.exists()):
            problem = "it is read or written by this command already, and would be replaced"
            raise OutputError(str(path), problem, "Choose another place with --out.")
        if not force:
            _check_maker(path)


def _check_maker(path: Path) -> None:
    untouched = unchanged(path.read_bytes())
    if untouched:
        return
    problem = "it was changed since derive made it"
    if untouched is None:
        problem = "it is there already and was not made by derive"
    if fence_of(path) is None:
        kind = path.suffix or "plain"
        problem = f"it is there already, and a {kind} file does not tell who made it"
    raise OutputError(str(path), problem, _NOT_WRITTEN)


def _temporary(target: Path, data: bytes) -> Path:
    """A file with this data beside its target, with the mode that the target is to have."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f".{target.name[:60]}.{token_hex(8)}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        _take_mode(fresh, target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return fresh


def _take_mode(fresh: Path, target: Path) -> None:
    """Give a file the mode of the one that it replaces. Raises PermissionError for one that may not
    be written.
    """
    if target.exists():
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        fresh.chmod(stat.S_IMODE(target.stat().st_mode))


def _exchange(written: Mapping[Path, Path]) -> None:
    """Rename each temporary file to its target; on a fault, all targets are as they were."""
    before: dict[Path, Path | None] = {}
    try:
        for target, fresh in written.items():
            with _told(target):
                before[target] = _kept(target)
                fresh.replace(target)
    except BaseException:
        for target, old in before.items():
            if old is None:
                target.unlink(missing_ok=True)
            else:
                old.replace(target)
        raise
    finally:
        for old in before.values():
            if old is not None:
                old.unlink(missing_ok=True)  # a rename between two links of a file leaves both


def _kept(target: Path) -> Path | None:
    """Another name for the file at a place; None where there is no file."""
    if not target.exists():
        return None
    old = target.with_name(f".{target.name[:60]}.{token_hex(8)}")
    try:
        os.link(target, old)
    except OSError:  # a file system without hard links
        shutil.copy2(target, old)
    return old
