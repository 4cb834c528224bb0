"""TeX as derive runs it: confined to its folder, with the figures beside the document."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from derive.errors import OutputError
from derive.rendering.document.document import Document, Figure, Paragraph, Text
from derive.rendering.formats import pdflatex

_SPY = """#!{python}
import json, os, sys
seen = dict(words=sys.argv[1:], files=sorted(os.listdir()))
seen.update((name, os.environ.get(name)) for name in {names!r})
open({said!r}, "w").write(json.dumps(seen))
open("report.pdf", "wb").write(b"%PDF")
"""


@pytest.fixture
def spied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], dict[str, object]]:
    """A pdflatex that tells how it was run."""
    said, program = tmp_path / "said.json", tmp_path / "bin" / "pdflatex"
    program.parent.mkdir()
    names = ["openin_any", "openout_any", "shell_escape", "TEXINPUTS"]
    program.write_text(_SPY.format(python=sys.executable, names=names, said=str(said)))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("openin_any", "a")
    monkeypatch.setenv("TEXINPUTS", "/somewhere//")
    return lambda: json.loads(said.read_text())


def test_tex_reads_its_own_folder_alone_and_runs_nothing(
    spied: Callable[[], dict[str, object]], tmp_path: Path
) -> None:
    """The figures that the document shows lie beside it; other files of their folder do not, and
    what the user's environment allows does not count.
    """
    folder = tmp_path / "figures"
    folder.mkdir()
    for name in ("one.pdf", "secret.pdf", "secret.tex"):
        (folder / name).write_bytes(b"%PDF")
    shown = Figure("one.svg", (Text("A figure."),), "a figure")
    lost = Figure("lost.svg", (Text("Not drawn."),), "none")
    document = Document("Title", (Paragraph((Text("Text."),)), shown, lost))
    assert pdflatex.write(document, folder) == b"%PDF"
    seen = spied()
    assert "-no-shell-escape" in seen["words"]
    assert set(seen["files"]) == {"one.pdf", "report.pdf", "report.tex"}
    assert (seen["openin_any"], seen["openout_any"], seen["shell_escape"]) == ("p", "p", "f")
    assert seen["TEXINPUTS"] == ".:"


@pytest.mark.parametrize("file", ["/etc/passwd", "../secret.tex"])
@pytest.mark.slow
def test_tex_opens_no_file_elsewhere(file: str, tmp_path: Path, tex: Callable[..., str]) -> None:
    """Not even where a document asks for it in TeX's own words."""
    work = tmp_path / "work"
    work.mkdir()
    (tmp_path / "secret.tex").write_text("secret")
    (work / "plain.tex").write_text(r"\documentclass{article}\begin{document}x\end{document}")
    tex(work, "plain.tex")  # skips where there is no TeX
    text = rf"\documentclass{{article}}\begin{{document}}\input{{{file}}}\end{{document}}"
    with pytest.raises(OutputError):
        pdflatex.compiled(text, work)
