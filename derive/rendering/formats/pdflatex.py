"""PDF writer, by an installed pdflatex that runs no other program and reads no file of the user's,
with a time limit.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from derive.errors import OutputError
from derive.rendering.document.document import Document
from derive.rendering.formats import latex

TIME_LIMIT = 60
OPTIONS = ("-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error")
# Paranoid: files are read and written in TeX's own folder alone, hidden ones not at all.
CONFINED = {"openin_any": "p", "openout_any": "p", "shell_escape": "f", "TEXINPUTS": ".:"}
_PICTURE = re.compile(r"\\detokenize\{([a-z0-9_-]+\.pdf)\}")


def ready() -> str:
    """The path of pdflatex. Raises OutputError where it is not installed."""
    program = shutil.which("pdflatex")
    if program is None:
        fix = "Leave out --engine pdflatex to use typst."
        raise OutputError("pdflatex", "is not installed", fix)
    return program


def write(document: Document, folder: Path = Path()) -> bytes:
    """The document as a PDF; figures are read from `folder`. Raises OutputError."""
    return compiled(latex.write(document), folder)


def compiled(source: bytes | str, folder: Path) -> bytes:
    """The PDF of a LaTeX source with figures in `folder`. Raises OutputError with TeX's message."""
    program = ready()
    with tempfile.TemporaryDirectory() as work:
        path = Path(work) / "report.tex"
        text = source if isinstance(source, str) else source.decode()
        path.write_text(text, encoding="utf-8")
        for picture in set(_PICTURE.findall(text)):
            if (folder / picture).is_file():
                shutil.copyfile(folder / picture, Path(work) / picture)
        undated = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
        environment = {**os.environ, **undated, **CONFINED}
        for _ in range(2):
            try:
                done = subprocess.run(
                    [program, *OPTIONS, path.name],
                    cwd=work,
                    env=environment,
                    capture_output=True,
                    timeout=TIME_LIMIT,
                    check=False,
                )
            except subprocess.TimeoutExpired as error:
                raise OutputError("pdflatex", f"did not end within {TIME_LIMIT} s") from error
        if done.returncode:
            log = done.stdout.decode("utf-8", "replace")
            errors = (line for line in log.splitlines() if line.startswith("!"))
            raise OutputError("pdflatex", next(errors, "it failed").lstrip("! "))
        return path.with_suffix(".pdf").read_bytes()
