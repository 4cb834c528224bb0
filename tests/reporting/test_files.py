"""Writing: every file or none, and nothing of the user's."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import OutputError
from derive.rendering.formats.registry import FORMATS
from derive.reporting.files import write_all
from derive.reporting.stamp import spare, stamped

MD = FORMATS["md"].fence


def test_all_files_are_written_or_none(tmp_path: Path) -> None:
    """The third cannot be written: the first two are as they were, and nothing temporary is
    left.
    """
    (tmp_path / "a").write_text("old")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match=r"folder: is a folder"):
        write_all({tmp_path / "a": b"new", tmp_path / "b": b"new", tmp_path / "folder": b"new"})
    assert (tmp_path / "a").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "folder"]


def test_a_file_of_the_users_is_spared(tmp_path: Path) -> None:
    mine = tmp_path / "report.md"
    mine.write_text("# my own words\n")
    with pytest.raises(OutputError) as caught:
        spare({mine: stamped("new", MD)})
    assert (
        str(caught.value)
        == f"{mine}: is there already and was not made by derive. Nothing was written. Choose"
        " another place, or say --force (force=True) to replace it."
    )


def test_a_file_changed_by_hand_is_spared(tmp_path: Path) -> None:
    mine = tmp_path / "report.md"
    mine.write_bytes(stamped("made", MD).replace(b"made\n", b"mended\n"))
    with pytest.raises(OutputError, match="was changed since derive made it"):
        spare({mine: stamped("new", MD)})


def test_a_file_as_derive_made_it_or_as_it_would_be_is_no_obstacle(tmp_path: Path) -> None:
    ours, same = tmp_path / "ours.md", tmp_path / "same.md"
    ours.write_bytes(stamped("made", MD))
    same.write_bytes(b"equal")
    spare({ours: stamped("new", MD), same: b"equal", tmp_path / "none.md": b""})
