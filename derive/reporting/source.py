"""Source of a report: Markdown with placeholders, and TOML front matter between `+++` lines."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from derive.data_files import shipped
from derive.errors import DataError, UnknownName
from derive.library.catalogue.table import Field, read_table
from derive.library.questions import ReportLocation

_FIELDS = (
    Field(
        "title", required=True, problem="is missing", fix='Write title = "..." in the front matter.'
    ),
    *(Field(key, object) for key in ("subtitle", "question", "table", "figure", "said")),
)


@dataclass(frozen=True)
class ReportSource:
    """Title, subtitle, questions, tables, figures, quoted figures, and the body."""

    name: str
    title: str
    body: str
    subtitle: str = ""
    questions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    figures: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    said: tuple[Mapping[str, Any], ...] = ()


def reports() -> list[str]:
    """The names of the shipped reports."""
    return sorted(path.stem for path in shipped("reports/source").glob("*.md"))


def report_rows() -> list[dict[str, str]]:
    """These names as rows of a list."""
    return [{"name": name} for name in reports()]


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
        hint = f"There are: {', '.join(known)}; or give the path of a source of your own."
        raise UnknownName("report", name, known, hint)
    return shipped(f"reports/source/{wanted}.md")


def read(path: Path) -> ReportSource:
    """Read a source. Raises DataError naming the file and the fault."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(path.name, "", f"cannot be read: {error}") from error
    if not text.startswith("+++\n") or "\n+++\n" not in text:
        fix = "Start it with a line +++, then TOML with a title, then a line +++."
        raise DataError(path.name, "", "it has no front matter", fix)
    front, _, body = text[4:].partition("\n+++\n")
    try:
        data = tomllib.loads(front)
    except tomllib.TOMLDecodeError as error:
        raise DataError(path.name, "front matter", f"is no TOML: {error}") from error
    data = read_table(data, _FIELDS, ReportLocation(path.name, "", keyed=True), "key of a report")
    return ReportSource(
        path.stem,
        data["title"],
        body,
        data.get("subtitle", ""),
        _inherited(path.name, "question", data.get("question", {})),
        data.get("table", {}),
        data.get("figure", {}),
        tuple(data.get("said", ())),
    )


def _inherited(file: str, kind: str, entries: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Entries with the keys they inherit by `like`; given values are merged one by one."""
    made: dict[str, Mapping[str, Any]] = {}
    for name, entry in entries.items():
        like = entry.get("like")
        if like is not None and like not in made:
            problem = f"is like “{like}”, which does not stand above it"
            raise DataError(file, f"{kind}.{name}", problem)
        inherited = made[like].items() if like else ()
        base = {key: value for key, value in inherited if key != "title"}
        made[name] = {**base, **entry, "given": {**base.get("given", {}), **entry.get("given", {})}}
    return made
