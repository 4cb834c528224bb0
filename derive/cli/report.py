"""derive report: reports from their sources, and the freshness of their files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from derive.cases.user_files import load_user_files
from derive.cli.options import data_options, force_option, json_option
from derive.cli.output import Output, say
from derive.cli.progress import in_turn
from derive.display import enumeration
from derive.explorer.page import of_answer
from derive.rendering.formats.registry import (
    ENGINES,
    INCLUDED,
    USUAL_ENGINE,
    format_names,
    named,
    usual_formats,
    usual_titles,
)
from derive.reporting.freshness import compare, kept_in
from derive.reporting.freshness_text import comparison_json, comparison_lines
from derive.reporting.source import find, reports
from derive.reporting.starter import write_starter
from derive.reporting.write import report

_HELP = f"""Write the report NAME as {enumeration(usual_titles())}.

NAME is a report of the library or the path of a source of your own. A file that derive did not
make is never replaced unasked. With --check the report is made anew in memory: its answers
are compared with those recorded in the files, then text line by line and pictures byte by byte;
PDF, and pictures that another version of matplotlib drew, are not compared, and named. Exit code 1
when anything differs.

\b
derive report price_cliff --out out
derive report mine.md --format html,pdf
derive report price_cliff --fragment
derive report --all --check
derive report --new mine.md
"""


@click.command("report", help=_HELP)
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--all", "every", is_flag=True, help="Every report there is.")
@click.option(
    "--format",
    "formats",
    metavar="LIST",
    help=f"Which files to make, of {', '.join(format_names())}."
    f"  [default: {','.join(usual_formats())}]",
)
@click.option(
    "--fragment",
    is_flag=True,
    help=r"Make a LaTeX file to \input into one of yours, and its BibTeX file.",
)
@click.option(
    "--out",
    "-o",
    metavar="DIR",
    help="The folder to put them in, or with --check where they are.  [default: out]",
)
@click.option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    default=USUAL_ENGINE,
    show_default=True,
    help="What sets the PDF.",
)
@click.option(
    "--new",
    metavar="FILE",
    help="Write a commented source of a report of your own, to start from.",
)
@click.option(
    "--live",
    is_flag=True,
    help="Link the HTML to a page for each question, on which its values are moved.",
)
@force_option
@click.option(
    "--check",
    is_flag=True,
    help="Write nothing; say which answers and lines of the files are not as they would be now.",
)
@data_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    every: bool,
    formats: str | None,
    fragment: bool,
    out: str | None,
    engine: str,
    new: str | None,
    live: bool,
    force: bool,
    check: bool,
    data: tuple[str, ...],
    units: tuple[str, ...],
    as_json: bool,
) -> None:
    """Write reports, or compare their files with what they would be now."""
    if new is not None:
        _start(new, force, as_json, ctx)
        return
    wanted = _formats(formats, fragment)
    if bool(names) == every:
        raise click.UsageError(
            f"Name a report, or say --all. There are: {', '.join(reports()) or 'none'}.", ctx
        )
    if live and "html" not in (wanted or usual_formats()):
        raise click.UsageError("--live writes pages beside HTML: say --format html.", ctx)
    if check:
        _refuse_uncompared(wanted, ctx)
    load_user_files(data, units)
    if every and not reports():
        raise click.UsageError("The packs in use have no reports.", ctx)
    chosen = _distinct(reports() if every else names, ctx)
    if check:
        ctx.exit(_check(chosen, out, wanted, as_json))
    _write(chosen, wanted or usual_formats(), out or "out", engine, force, as_json, live)


def _start(file: str, force: bool, as_json: bool, ctx: click.Context) -> None:
    """Write a source to start from. Raises UsageError beside another thing to do."""
    if ctx.params["names"] or ctx.params["every"] or ctx.params["check"]:
        raise click.UsageError("--new writes a source and nothing else: say it alone.", ctx)
    path = write_starter(file, force=force)
    if as_json:
        Output(as_json=True).json([str(path)])
    else:
        say(f"{path}\nWrite its report: derive report {path} --format html")


def _refuse_uncompared(wanted: Sequence[str], ctx: click.Context) -> None:
    """Raises UsageError for a format whose files are not compared."""
    other = next((row for row in named(wanted) if not row.compared), None)
    if other is not None:
        compared = enumeration([row.name for row in named(format_names()) if row.compared])
        raise click.UsageError(
            f"--check compares {compared}: a {other.title}'s bytes depend on the program that set"
            " it.",
            ctx,
        )


def _distinct(names: Sequence[str], ctx: click.Context) -> list[str]:
    """The names, each once. Raises UnknownName, and UsageError for two sources of one file name."""
    found: dict[str, Path] = {}
    distinct: dict[Path, str] = {}
    for name in names:
        path = find(name)
        if found.setdefault(path.stem, path) != path:
            problem = f"{distinct[found[path.stem]]} and {name} would write the same files"
            fix = "give one another name, or write them apart."
            raise click.UsageError(f"{problem}: {fix}", ctx)
        distinct.setdefault(path, name)
    return list(distinct.values())


def _write(
    names: Sequence[str],
    formats: Sequence[str],
    out: str,
    engine: str,
    force: bool,
    as_json: bool,
    live: bool,
) -> None:
    written: list[Path] = []
    maker = of_answer if live else None
    work = partial(report, formats=formats, out=out, engine=engine, force=force, live=maker)
    for _, paths in in_turn(names, work):
        written += paths
        if not as_json:
            say("\n".join(str(path) for path in paths))
    if as_json:
        Output(as_json=True).json([str(path) for path in written])


def _check(names: Sequence[str], out: str | None, formats: Sequence[str], as_json: bool) -> int:
    agree = True
    compared_reports = []
    folders = {name: Path(out) if out else kept_in(name) for name in names}
    for name, compared in in_turn(names, lambda name: compare(name, folders[name], formats)):
        agree = agree and compared.agrees
        compared_reports.append(comparison_json(compared))
        if not as_json:
            say("\n".join(comparison_lines(compared, name, folders[name])))
    if as_json:
        Output(as_json=True).json(compared_reports)
    return 0 if agree else 1


def _formats(text: str | None, fragment: bool) -> tuple[str, ...]:
    """The formats of a list such as "tex, PDF"; empty for None. Raises UnknownName."""
    parts = [part.strip() for part in (text or "").split(",") if part.strip()]
    names = [part.lower().removeprefix(".") for part in parts] or ([] if text is None else [text])
    chosen = named([*names, *(INCLUDED if fragment else ())])
    return tuple(dict.fromkeys(row.name for row in chosen))
