"""derive report: the documents, made anew from their sources."""

from __future__ import annotations

from pathlib import Path

import click

from derive.cli.options import data_options, json_option

FORMATS = ("tex", "md", "html", "pdf")


@click.command("report")
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--all", "every", is_flag=True, help="Every report there is.")
@click.option("--format", "formats", default=",".join(FORMATS), show_default=True, metavar="LIST", help="Which files to make.")
@click.option("--out", "-o", default="out", show_default=True, metavar="DIR", help="The folder to put them in.")
@click.option("--engine", type=click.Choice(["typst", "pdflatex"]), default="typst", show_default=True, help="What sets the PDF.")
@data_options
@json_option
@click.pass_context
def command(
    ctx: click.Context, names: tuple[str, ...], every: bool, formats: str, out: str, engine: str, data: tuple[str, ...], units: tuple[str, ...], as_json: bool
) -> None:
    """Write the report NAME as LaTeX, Markdown, HTML and PDF.

    \b
    derive report price_cliff --out out
    derive report --all --format md,tex
    """
    from derive.cli.asked import lay_open
    from derive.cli.deliver import deliver_json
    from derive.reporting import report, reports

    wanted = _formats(formats)
    if bool(names) == every:
        raise click.UsageError(f"Name a report, or say --all. There are: {', '.join(reports()) or 'none'}.", ctx)
    lay_open(data, units)
    written: list[Path] = []
    for name in reports() if every else names:
        paths = report(name, formats=wanted, out=out, engine=engine)
        written += paths
        if not as_json:
            click.echo("\n".join(str(path) for path in paths))
    if as_json:
        deliver_json([str(path) for path in written])


def _formats(text: str) -> tuple[str, ...]:
    """The formats of a list such as "tex, PDF". Raises UnknownName."""
    from derive.errors import UnknownName

    asked = [part.strip().lower().removeprefix(".") for part in text.split(",") if part.strip()]
    for name in asked or [text]:
        if name not in FORMATS:
            raise UnknownName("format", name, FORMATS, f"There are: {', '.join(FORMATS)}.")
    return tuple(dict.fromkeys(asked))
