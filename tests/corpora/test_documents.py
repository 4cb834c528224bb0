"""Which documents a corpus has."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from derive.corpora.documents import documents_of
from derive.errors import DataError


def test_a_folder_has_all_its_documents_by_name_but_hidden_ones(corpus: Path):
    """Also what is no readable file but is called like one."""
    (corpus / "picture.png").touch()
    names = [Path(one.path).relative_to(corpus).as_posix() for one in documents_of(corpus)]
    assert names == [
        "a.md", "binary.md", "broken.md", "empty.md", "pipe.md", "z.md", "b/c.txt", "b/d.tex",
    ]  # fmt: skip


def test_a_folder_that_cannot_be_listed_is_told(corpus: Path, monkeypatch: pytest.MonkeyPatch):
    """Its place among the documents is not lost."""
    whole = os.scandir

    def refusing(place):
        if str(place).endswith("b"):
            raise PermissionError(13, "Permission denied", str(place))
        return whole(place)

    monkeypatch.setattr(os, "scandir", refusing)
    *_, last = documents_of(corpus)
    assert last == (str(corpus / "b"), "the folder cannot be read: Permission denied")


def test_a_list_names_a_path_a_line(corpus: Path, tmp_path: Path):
    """Each once, there or not."""
    wanted = [str(corpus / "z.md"), "missing.md", str(corpus / "a.md")]
    (tmp_path / "list.txt").write_text("\n".join([*wanted, "", wanted[0]]), encoding="utf-8")
    assert [one.path for one in documents_of(tmp_path / "list.txt")] == wanted
    assert [one.path for one in documents_of([*wanted, wanted[0]])] == wanted


@pytest.mark.parametrize(
    ("text", "told"), [("no path\nat all", "names no file that is there"), (None, "cannot be read")]
)
def test_what_lists_no_document_is_refused(tmp_path: Path, text: str | None, told: str):
    """With what to give instead."""
    place = tmp_path / "list.txt"
    if text is not None:
        place.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=told):
        documents_of(place)


def test_a_folder_without_documents_is_refused(tmp_path: Path):
    """Before anything is written."""
    with pytest.raises(DataError, match=r"has no document: \.md, "):
        documents_of(tmp_path)


def test_an_empty_path_is_no_corpus() -> None:
    """It would be the folder one is in."""
    with pytest.raises(DataError, match="the path is empty"):
        documents_of("")
