"""Source of a report: Markdown with placeholders, and TOML front matter between `+++` lines."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from derive.errors import (
    DataError,
    DeriveError,
    InternalError,
    MissingExtra,
    OutputError,
    SourceError,
    UnknownName,
    shorten,
)
from derive.library.catalogue.location import Location
from derive.library.catalogue.table import Field, listed, named, read_table, table_of, text
from derive.library.catalogue.toml_file import data_text, toml_tables
from derive.library.questions import ReportLocation, question_fields
from derive.packs.in_use import of_all_packs, per_packs
from derive.packs.pack import Pack
from derive.reporting.imprint import is_day
from derive.reporting.source_lines import line_of

_FENCE = "+++"
_NAME = re.compile(r"[a-z0-9_-]+")
_NAMED = "the name of a {} is made of a to z, 0 to 9, _ and -"
_FORM = "A report is Markdown in UTF-8, with TOML between two lines +++ at its head."


@dataclass(frozen=True)
class ReportSource:
    """Title, subtitle, abstract, authors, date, links, questions, tables, figures, quoted figures,
    and the body; `text` is all that the `file` says.
    """

    name: str
    title: str
    body: str
    subtitle: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    links: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    figures: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    said: tuple[Mapping[str, Any], ...] = ()
    file: str = ""
    text: str = ""

    def missing(self, kind: str, name: str) -> SourceError:
        """The error for a table or figure that the front matter does not have."""
        there = {"table": self.tables, "figure": self.figures}[kind]
        listed = ", ".join(there) or "none"
        fix = f"There are: {listed}; or write [{kind}.{name or 'mine'}] in the front matter."
        return self.fault(f"{kind}.{name}", "is not in the front matter", fix)

    def fault(self, key: str, problem: str, fix: str = "") -> SourceError:
        """The error for a fault at a key or placeholder."""
        return SourceError(self.file, line_of(self.text, key), key, problem, fix)

    @contextmanager
    def blamed(self, key: str) -> Iterator[None]:
        """Work on what stands at a key or placeholder: its faults name the file and the line."""
        try:
            yield
        except (InternalError, OutputError, MissingExtra):
            raise
        except DeriveError as error:
            raise self._located(error, key) from error

    def _located(self, error: DeriveError, key: str) -> SourceError:
        """The error with the line of its own key, else with that of `key`."""
        if not isinstance(error, DataError) or error.file != self.file:
            return self.fault(key, str(error).rstrip("."))
        line = getattr(error, "line", 0) or line_of(self.text, error.key)
        line = line or line_of(self.text, key)
        return SourceError(self.file, line, error.key, error.problem, error.fix)


def reports() -> list[str]:
    """The names of the reports of the packs in use."""
    return sorted(_sources())


@per_packs
def _sources() -> Mapping[str, Path]:
    """The sources of the reports by name. Raises PackError for a name of two packs."""
    return of_all_packs("a report", sources_of_pack)


def sources_of_pack(pack: Pack) -> dict[str, Path]:
    """The sources of the reports of one pack by name. Raises PackError."""
    folder = pack.reports
    return {} if folder is None else {path.stem: path for path in folder.path.glob("*.md")}


def report_rows() -> list[dict[str, str]]:
    """These names, with their titles, as rows of a list."""
    return [{"name": name, "title": read(find(name)).title} for name in reports()]


def find(name: str) -> Path:
    """The source of a report by its name, or a path to a source of one's own. Raises
    UnknownName.
    """
    path = Path(name)
    if path.suffix == ".md" and path.is_file():
        return path
    known = reports()
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted not in known:
        hint = f"There are: {', '.join(known) or 'none'}; or give the path of a source of your own."
        raise UnknownName("report", name, known, hint)
    return _sources()[wanted]


def read(path: Path) -> ReportSource:
    """Read a source. Raises DataError naming the file, the line and the fault."""
    check_name(path)
    written = data_text(path, path.name, _FORM)
    if not written.startswith(f"{_FENCE}\n") or f"\n{_FENCE}\n" not in written:
        fix = "Start it with a line +++, then TOML with a title, then a line +++."
        raise DataError(path.name, "", "it has no front matter", fix)
    front, _, body = written[len(_FENCE) :].partition(f"\n{_FENCE}\n")
    source = ReportSource(path.stem, "", body, file=path.name, text=written)
    with source.blamed(""):
        return replace(source, **_tables(toml_tables(front, path.name), path.name))


def check_name(path: Path) -> None:
    """Raises DataError for a file whose name is not a name of a report."""
    if not _NAME.fullmatch(path.stem):
        proper = re.sub(r"[^a-z0-9_-]+", "_", path.stem.lower()).strip("_") or "report"
        problem = _NAMED.format("report")
        raise DataError(path.name, "", problem, f"Call the file {shorten(proper, 40)}.md.")


def _tables(raw: Mapping[str, Any], file: str) -> dict[str, Any]:
    """The fields of a source from its front matter. Raises DataError naming the key."""
    place = ReportLocation(file, "", keyed=True)
    data = read_table(raw, _fields(), place, "key of a report")
    return {
        "title": data["title"],
        **{key: data.get(key, "") for key in ("subtitle", "abstract", "date")},
        "authors": tuple(data.get("authors", ())),
        "links": data.get("links", {}),
        "questions": _inherited(file, "question", data.get("question", {})),
        "tables": data.get("table", {}),
        "figures": data.get("figure", {}),
        "said": tuple(data.get("said", ())),
    }


def _fields() -> list[Field]:
    """The keys of a source; those of a figure depend on its kind."""
    title = 'Write title = "..." in the front matter.'
    said = [
        Field(
            key,
            required=True,
            missing="is missing",
            problem="it is not text, or says nothing",
            fix=f'Write {key} = "...".',
        )
        for key in ("value", "who", "source")
    ]
    return [
        Field("title", required=True, missing="is missing", problem="it is not text", fix=title),
        Field("subtitle", text),
        Field("abstract", text),
        Field("authors", listed(text)),
        Field("date", _day),
        Field("links", named(_address)),
        Field("question", named(table_of(question_fields(), "key of a question"))),
        Field("table", named(_table)),
        Field("figure", named(_figure)),
        Field("said", listed(table_of(said, "key of a quoted figure"))),
    ]


def _day(place: Location, key: str, item: object) -> str:
    """A day, month or year; TOML's own dates count."""
    found = str(item) if isinstance(item, datetime.date) else text(place, key, item)
    if not is_day(found):
        raise place.fault(f"“{shorten(found)}” is not a date", 'Write date = "2026-11-21".')
    return found


def _address(place: Location, key: str, item: object) -> str:
    found = text(place, key, item)
    if not found.startswith(("https://", "http://")):
        problem = f"“{shorten(found)}” is not a web address"
        raise place.fault(problem, f'Write "{key}" = "https://example.org".')
    return found


def row_fields(*more: Field) -> list[Field]:
    """The keys of a row: its label, its question, changes to it, and `more`."""
    required = (
        Field(key, text, required=True, problem=f"a row needs its {key}",
              fix=f'Write {key} = "...".')
        for key in ("label", "question")
    )  # fmt: skip
    return [*required, *question_fields(), *more]


def _table(place: Location, _name: str, item: object) -> dict[str, Any]:
    """A table or figure, whose keys are read when it is made."""
    if not isinstance(item, dict):
        raise place.fault("it is not a table", f"Write lines below [{place.key}].")
    return item


def _figure(place: Location, name: str, item: object) -> dict[str, Any]:
    if not _NAME.fullmatch(name):
        raise place.fault(_NAMED.format("figure"), "Write for example [figure.cost_curve].")
    table = _table(place, name, item)
    for key in ("kind", "caption", "alt"):
        text(place.at(key), key, table.get(key, ""))
    return table


def _inherited(file: str, kind: str, entries: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Entries with the keys they inherit by `like`; given values are merged one by one."""
    made: dict[str, Mapping[str, Any]] = {}
    for name, entry in entries.items():
        like = entry.get("like")
        if like is not None and like not in made:
            problem = f"is like “{shorten(like)}”, which does not stand above it"
            raise DataError(file, f"{kind}.{name}", problem)
        inherited = made[like].items() if like else ()
        base = {key: value for key, value in inherited if key != "title"}
        made[name] = {**base, **entry, "given": {**base.get("given", {}), **entry.get("given", {})}}
    return made
