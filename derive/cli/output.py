"""Output: to a terminal with colour, into a pipe as plain text, into a file by its suffix."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from derive.cli.options import detail_options, force_option, json_option, out_option
from derive.errors import OutputError, one_line, visible
from derive.rendering.document.document import Document, Paragraph, Text
from derive.rendering.formats.data_formats import table_suffixes
from derive.rendering.formats.registry import (
    Format,
    document_name,
    fence_of,
    files_beside,
    of_suffix,
    suffixes,
)
from derive.rendering.json.text import json_text
from derive.rendering.lists.data_table import Row, table_content
from derive.reporting.files import check_place, write_files
from derive.reporting.stamp import stamped

_TERMINAL = "derive.rendering.formats.terminal"  # imported on use
_PLAIN = (".json", ".txt")  # suffixes of JSON
_ONE_LINE = 100_000  # columns in which no row of a list wraps


@dataclass(frozen=True, slots=True)
class Output:
    """The destination of a command's result, and its format: to the terminal, into a pipe, or into
    a file whose suffix names the format.
    """

    as_json: bool = False
    path: Path | None = None
    force: bool = False
    brief: bool = False
    explain: bool = False

    @property
    def suffix(self) -> str:
        """The suffix of the file, in lower case; empty without a file."""
        return "" if self.path is None else self.path.suffix.lower()

    def check(self, known: Sequence[str], grows: bool = False) -> None:
        """Raise OutputError for a file with another suffix than these or none, or one that may not
        be replaced, unless the command lets what is there grow.
        """
        if self.path is None:
            return
        known = _PLAIN if self.as_json else known
        kind = of_suffix(self.path)
        if kind is not None and kind.suffixes and f".{kind.suffixes[0]}" in known:
            known = (*known, self.suffix)
        if self.suffix and self.suffix not in known:
            problem = (
                f"“{self.suffix}” names no format of {'JSON' if self.as_json else 'this command'}"
            )
            raise OutputError(
                str(self.path), problem, f"There are: {', '.join(known)}.{_drawn(self.path)}"
            )
        check_place(self.path, self.force or grows)

    @property
    def wants_json(self) -> bool:
        """Whether JSON is requested, by the option or by the file's suffix."""
        return self.as_json or self.suffix == ".json"

    @property
    def sent(self) -> bool:
        """Whether a document is written, for a reader who types no names."""
        return self.of_format is not None

    @property
    def of_format(self) -> Format | None:
        """The format of the file that is written, if it is a document with one of its own."""
        return None if self.path is None else of_suffix(self.path)

    def result(
        self,
        data: Callable[[], Any],
        document: Callable[[], Document],
        rows: Callable[[], list[Row]] | None = None,
    ) -> None:
        """Print or write a result: as JSON if requested, as rows in a format of tables, else as a
        document; only one of them is made.
        """
        if self.wants_json:
            self.json(data())
        elif rows is not None and self.suffix in table_suffixes():
            self.file(table_content(rows(), self.suffix.removeprefix(".")))
        else:
            self.document(document())

    def answered(
        self,
        data: Callable[[], Any],
        lines: Callable[[], tuple[Sequence[str], Sequence[str]]],
        document: Callable[[bool], Document],
        rows: Callable[[], list[Row]] | None = None,
    ) -> None:
        """Print or write an answer: as JSON or rows, in brief (its lines, and cautions for stderr),
        or as the document, which is in full in a file or where it is to explain.
        """
        if self.brief:
            told, cautions = lines()
            self.text("".join(f"{line}\n" for line in told))
            for caution in cautions:
                say(f"Mind: {caution}.", err=True)
        else:
            in_full = self.explain or self.path is not None
            self.result(data, lambda: document(in_full), rows)

    def listed(
        self,
        data: Callable[[], Any],
        document: Callable[[], Document],
        rows: Callable[[], list[Row]] | None = None,
    ) -> None:
        """Print or write a list as `result` does; into a pipe, each row is one line."""
        piped = self.path is None and not sys.stdout.isatty()
        if piped and not self.wants_json:
            self.text(import_module(_TERMINAL).document_text(document(), _ONE_LINE))
        else:
            self.result(data, document, rows)

    def document(self, document: Document) -> None:
        """Print a document, or write it in the format of the file."""
        kind = self.of_format
        if kind is not None:
            self._documents(document, kind)
        elif self.path is None and sys.stdout.isatty():
            import_module(_TERMINAL).print_document(document)
        else:
            terminal = import_module(_TERMINAL)
            width = terminal.WIDTH if self.path else terminal.piped_width()
            self.text(terminal.document_text(document, width))

    def _documents(self, document: Document, kind: Format) -> None:
        """Write a document, and beside a fragment its sources."""
        assert self.path is not None
        if kind.ending:  # its labels begin with its name
            document = replace(document, name=document.name or document_name(self.path, kind))
        files = files_beside(self.path, kind).items()
        made = {path: stamped(own.written(document), own.fence) for path, own in files}
        write_files(made, force=self.force)
        for path in made:
            say(str(path), err=True)

    def json(self, data: Any) -> None:
        """Print or write data as JSON."""
        self.text(f"{json_text(data)}\n")

    def text(self, text: str, *, coloured: bool = False) -> None:
        """Print or write text; colour reaches a terminal only, and text without colour is made
        visible.
        """
        if self.path is not None:
            self.file(click.unstyle(text))
        else:
            click.echo(text if coloured else visible(text), nl=False)

    def file(self, data: bytes | str) -> None:
        """Write data to the file, stamped where its format takes a stamp, and its name to
        stderr.
        """
        assert self.path is not None
        fence = fence_of(self.path)
        content = data.encode("utf-8") if isinstance(data, str) else data
        write_files({self.path: stamped(content, fence) if fence else content}, force=self.force)
        say(str(self.path), err=True)


def output_options(
    *more: str,
    documents: bool = True,
    checked: bool = True,
    detail: bool = False,
    brief: bool = False,
    rows: bool = False,
) -> Callable[[Any], Any]:
    """The options --json, -o and --force of a command, which gets them as its `output`; with
    `detail`, also --brief and --explain, with `brief` only the first of them.

    Its files are documents, if it writes any, tables, if its results have `rows`, .json, .txt, or
    have one of the suffixes in `more`; any other is refused before it begins, unless it is to check
    its output itself.
    """
    tables = table_suffixes() if rows else ()
    every = (*(suffixes() if documents else ()), *tables, *more, ".json", ".txt")
    details = detail_options if detail else detail_options[:brief]

    def decorated(command: Any) -> Any:
        @wraps(command)
        def with_output(
            *given: Any,
            as_json: bool,
            out: str | None,
            force: bool,
            brief: bool = False,
            explain: bool = False,
            **rest: Any,
        ) -> Any:
            if brief and (explain or as_json):
                other = "--explain" if explain else "--json"
                raise click.UsageError(f"--brief and {other} exclude each other: say one.")
            output = Output(as_json, None if out is None else Path(out), force, brief, explain)
            if checked:
                output.check(every)
            return command(*given, output=output, **rest)

        for option in (force_option, out_option(every), json_option, *reversed(details)):
            with_output = option(with_output)
        return with_output

    return decorated


def with_hint(document: Document, *more: str) -> Document:
    """The short document of an answer, and how to get all of it and `more`."""
    full = "In full, with derivation, checks and sources: --explain"
    hints = [Paragraph((Text(line),), "note") for line in (*more, full)]
    return replace(document, blocks=(*document.blocks, *hints))


def _drawn(path: Path) -> str:
    """The way to a picture or to a file of sources, where the command has one."""
    if path.suffix == ".bib":
        return f" Beside -o {one_line(path.stem)}_fragment.tex its sources are written as .bib."
    context = click.get_current_context(silent=True)
    draws = context is not None and any(p.name == "figure" for p in context.command.params)
    return f" A figure: --figure {one_line(path.name)}." if draws and path.suffix == ".svg" else ""


def say(text: str, **options: Any) -> None:
    """Print a line of text, made visible."""
    click.echo(visible(text), **options)
