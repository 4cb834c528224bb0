"""Writing: every file or none, nothing of the user's, and no input."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from derive.data_files import command_inputs, note_input
from derive.errors import OutputError, WriteError
from derive.rendering.formats.registry import FORMATS
from derive.reporting.files import put_file, write_files
from derive.reporting.stamp import stamped

MD = FORMATS["md"].fence


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_all_files_are_written_or_none(tmp_path: Path) -> None:
    """The third cannot be written: the first two are as they were, and nothing temporary is
    left.
    """
    (tmp_path / "a").write_text("old")
    (tmp_path / "folder").mkdir()
    new = {tmp_path / "a": b"new", tmp_path / "b": b"new", tmp_path / "folder": b"new"}
    with pytest.raises(OutputError, match=r"folder: it is a folder"):
        write_files(new, force=True)
    assert (tmp_path / "a").read_text() == "old"
    assert names(tmp_path) == ["a", "folder"]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_set_that_cannot_be_put_in_place_leaves_the_old_one_whole(
    place: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rename that fails half-way undoes those before it, and files that were not there go."""
    old = {tmp_path / name: name.encode() for name in ("a", "b")}
    for path, data in old.items():
        path.write_bytes(data)
    renamed: list[Path] = []
    replace = Path.replace

    def failing(self: Path, target: Path) -> Path:
        if len(renamed) == place:
            renamed.append(target)
            raise PermissionError(1, "Operation not permitted")
        renamed.append(target)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(WriteError, match="Operation not permitted"):
        write_files(dict.fromkeys((*old, tmp_path / "c"), b"new"), force=True)
    assert {path: path.read_bytes() for path in sorted(tmp_path.iterdir())} == old


def test_nothing_temporary_is_left(tmp_path: Path) -> None:
    for data in (b"one", b"two"):
        write_files({tmp_path / "a": data, tmp_path / "b": data}, force=True)
    assert names(tmp_path) == ["a", "b"]


def test_a_file_keeps_its_mode_and_a_new_one_has_that_of_the_umask(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"old")
    old.chmod(0o640)
    before = os.umask(0o027)
    try:
        write_files({old: b"new", tmp_path / "new": b"new"}, force=True)
    finally:
        os.umask(before)
    assert (mode(old), mode(tmp_path / "new")) == (0o640, 0o640 & ~0o027)
    write_files({tmp_path / "another": b"new"})
    assert mode(tmp_path / "another") == 0o666 & ~before


def test_a_link_goes_on_pointing_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_files({tmp_path / "link": b"new"}, force=True)
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"new"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Writing below a file raises an error that names the place."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(WriteError, match="file"):
        write_files({tmp_path / "file" / "below.md": b"x"})


def test_a_file_of_the_users_is_spared(tmp_path: Path) -> None:
    mine = tmp_path / "report.md"
    mine.write_text("# my own words\n")
    with pytest.raises(OutputError) as caught:
        write_files({mine: stamped("new", MD)})
    assert (
        str(caught.value)
        == f"{mine}: it is there already and was not made by derive. Nothing was written. Choose"
        " another place, or say --force (force=True) to replace it."
    )
    write_files({mine: stamped("new", MD)}, force=True)
    assert mine.read_bytes() == stamped("new", MD)


def test_a_file_changed_by_hand_is_spared(tmp_path: Path) -> None:
    mine = tmp_path / "report.md"
    mine.write_bytes(stamped("made", MD).replace(b"made\n", b"mended\n"))
    with pytest.raises(OutputError, match="was changed since derive made it"):
        write_files({mine: stamped("new", MD)})


def test_a_file_as_derive_made_it_or_that_only_grows_is_no_obstacle(tmp_path: Path) -> None:
    ours, same, names = tmp_path / "ours.md", tmp_path / "same.md", tmp_path / "names.txt"
    ours.write_bytes(stamped("made", MD))
    same.write_bytes(b"equal")
    names.write_bytes(b"x = GB\n")
    write_files(
        {
            ours: stamped("new", MD),
            same: b"equal",
            names: b"x = GB\ny = s\n",
            tmp_path / "none.md": b"",
        },
        inputs=[same, names],
    )
    assert (ours.read_bytes(), names.read_bytes()) == (stamped("new", MD), b"x = GB\ny = s\n")


def test_a_file_made_beside_its_place_is_put_there_as_it_would_be_written(tmp_path: Path) -> None:
    """With the mode of the one before; one of other content is spared, one that grows is not."""
    made, place = tmp_path / "made.csv", tmp_path / "grid.csv"
    place.write_bytes(b"x\n1\n")
    place.chmod(0o640)
    made.write_bytes(b"x\n2\n")
    with pytest.raises(OutputError, match="does not tell who made it"):
        put_file(made, place)
    made.write_bytes(b"x\n1\n2\n")
    put_file(made, place)
    assert (place.read_bytes(), mode(place), made.exists()) == (b"x\n1\n2\n", 0o640, False)
    made.write_bytes(b"new")
    put_file(made, place, force=True)
    assert names(tmp_path) == ["grid.csv"] and place.read_bytes() == b"new"


def test_an_input_is_never_replaced_forced_or_not(tmp_path: Path) -> None:
    """Neither by its own name nor by another, neither stated nor noted by the reader."""
    mine, link = tmp_path / "case.toml", tmp_path / "link.toml"
    mine.write_text("mine")
    os.link(mine, link)
    for force in (False, True):
        with pytest.raises(OutputError, match="read or written by this command already"):
            write_files({link: b"new"}, force=force, inputs=[mine])
        with command_inputs(), pytest.raises(OutputError, match="read or written by this command"):
            note_input(mine)
            write_files({link: b"new"}, force=force)
    write_files({mine: b"new"}, force=True)  # in another command
    assert mine.read_bytes() == b"new"


def test_two_outputs_of_a_command_are_two_files(tmp_path: Path) -> None:
    with command_inputs():
        write_files({tmp_path / "a.md": stamped("one", MD)})
        with pytest.raises(OutputError, match="read or written by this command already"):
            write_files({tmp_path / "a.md": stamped("two", MD)})
    assert (tmp_path / "a.md").read_bytes() == stamped("one", MD)
