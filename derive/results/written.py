"""An answer written: LaTeX to paste, a document, and a page that answers anew."""

from __future__ import annotations

from pathlib import Path

from derive.display import Displayed, file_writer, page_writer, presenter
from derive.equations.var import Var


class WrittenAnswer(Displayed):
    """An answer for a target that can be written as a file."""

    target: Var

    @property
    def latex(self) -> str:
        r"""Result and derivation as LaTeX to paste into a document that has amsmath: paragraphs and
        displays, sources cited by their ids.

        >>> import derive
        >>> chip = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
        >>> derive.solve("drain_time", chip).latex.splitlines()[0]
        '$t_{\\mathrm{drain}} = 14.4\\,\\mathrm{ms}$'
        """
        return presenter().answer_latex(self)

    def report(self, path: str | Path, *, title: str = "", force: bool = False) -> Path:
        """Write the answer as a document: .pdf, .html, .tex or .md, with its derivation, checks,
        nomenclature and sources.

        A file not made by derive, or changed since, is replaced only with `force`.
        Raises UnknownName for another suffix, OutputError for a file that may not or cannot be
        written, MissingExtra without typst for a PDF.
        """
        return file_writer().write({self.target.name: self}, path, title=title, force=force)

    def page(self, path: str | Path, *, title: str = "", force: bool = False) -> Path:
        """Write the question as an explorer page (.html), which answers it anew while its values
        are moved.

        Raises GivenError for a question without one value or with an uncertain given, UnknownName
        for another suffix, OutputError for a file that may not or cannot be written.
        """
        return page_writer().write(self, path, title=title, force=force)
