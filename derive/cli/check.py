"""derive check: dimensions of an equation, of a document, or of the library and its reports."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from derive.cases.case import pair
from derive.cases.user_files import load_user_files
from derive.checking.check import check, check_document
from derive.checking.extraction.document import SUFFIXES, document_of, read_document
from derive.checking.extraction.passage import Passage
from derive.checking.findings_json import finding_json, skipped_json
from derive.checking.findings_text import findings_text, library_text, listing_text
from derive.checking.symbols.bindings import RefusedBinding, read_bindings
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, FindingVerdict, exit_code
from derive.checking.verdicts.levels import FailOn, Rule
from derive.checking.verdicts.refused_bindings import refused_bindings, unreadable_document
from derive.checking.verdicts.suggested_bindings import suggested
from derive.cli.check_corpus import CorpusQuestion, corpus_options
from derive.cli.check_formats import MachineOutput, machine_options
from derive.cli.helps import NAME
from derive.cli.options import data_options, refuse_options
from derive.cli.output import Output, output_options
from derive.cli.progress import in_turn
from derive.errors import DataError
from derive.library.content import vocabulary
from derive.library.examples import example
from derive.text_files import read_stdin, read_text

_SOURCE, _SELF_CHECK = "derive.reporting.source", "derive.reporting.self_check"  # on use
_PATHS = ("/", "./", "../", "~/")  # what no formula begins with
_HOW_READ = ("bind", "bindings", "only_mine", "strict", "count", "suggest_bindings")
_COLOURS = {
    FindingVerdict.CONSISTENT: "green",
    FindingVerdict.CONDITIONAL: "yellow",
    FindingVerdict.INCONSISTENT: "red",
    FindingVerdict.NOT_JUDGED: "yellow",
}


@click.command("check")
@click.argument("texts", nargs=-1, metavar="[TEXT | FILE | -]...")
@click.option(
    "--bind",
    multiple=True,
    metavar="NAME=MEANING",
    help=f"What a name of yours stands for, a variable or a unit: --bind x={NAME}.",
)
@click.option(
    "--bindings",
    multiple=True,
    metavar="FILE",
    help=f"Read such meanings from a file: x = {NAME} a line.",
)
@click.option(
    "--suggest-bindings",
    is_flag=True,
    help="Print a bindings file to complete, with every unknown name, or add them to the"
    " file of -o.",
)
@click.option(
    "--only-mine",
    is_flag=True,
    help="Read no letter as the library's: only what is bound, defined in the text or spelt out.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Hold the equations to the library's own doctrine: what is consistent only under a"
    " condition is an error.",
)
@click.option(
    "--count",
    default="",
    metavar="UNITS",
    help="Units of counted things to read as pure numbers: --count token,param,GPU,FLOP.",
)
@click.option(
    "--fail-on",
    type=click.Choice([level.value for level in FailOn]),
    help="The least that makes the exit code 1: error (the usual), warning, not-judged or never.",
)
@data_options
@machine_options
@corpus_options
@output_options(".toml", ".sarif", documents=False, checked=False)
@click.pass_context
def command(
    ctx: click.Context,
    texts: tuple[str, ...],
    bind: tuple[str, ...],
    bindings: tuple[str, ...],
    suggest_bindings: bool,
    only_mine: bool,
    strict: bool,
    count: str,
    fail_on: str | None,
    data: tuple[str, ...],
    units: tuple[str, ...],
    machine: MachineOutput,
    corpus: CorpusQuestion | None,
    output: Output,
) -> None:
    """Check the dimensions of an equation, of those in documents (- for stdin), or of the whole
    library and its reports.

    Documents are .md, .mdx, .qmd, .rmd, .rst, .tex, .typ, .html, .ipynb and .txt files.

    \b
    derive check "t_c = B N_active / FLOPs"
    derive check "t = V / w" --bind V="GB" --bind w=domain_bandwidth
    derive check "t_w = N_total * ? / mem_bw"
    derive check article.md paper.tex --bindings names.txt
    derive check docs/*.md --sarif -o derive.sarif --github
    derive check --corpus papers -o shards --workers 8 --resume

    Exit codes: 0 nothing at the level of --fail-on, 1 something, 2 bad input. The library itself is
    checked strictly, and fails on what is not judged.
    """
    if corpus is not None:
        own = _own(bind, bindings, None)
        doctrine = {"strict": strict, "only_mine": only_mine, "count": _units(count)}
        corpus.check(texts, own, doctrine | {"data": data, "units": units}, output)
        return
    if not texts:
        refuse_options(ctx, _HOW_READ, "is for equations or documents: name one.")
    usual = (".txt", ".toml") if suggest_bindings else (".json", ".txt")
    known = machine.known(output) or usual
    output.check(known, grows=suggest_bindings)
    load_user_files(data, units)
    refused: list[RefusedBinding] = []
    own = _own(bind, bindings, refused)
    doctrine = {"strict": strict, "only_mine": only_mine, "count": _units(count)}
    alone = len(texts) == 1 or suggest_bindings
    findings, skipped = (
        _findings(texts, own, doctrine, alone=alone) if texts else (_library_findings(), [])
    )
    findings = [*refused_bindings(refused), *findings]
    if suggest_bindings:
        _suggest(findings, Names(vocabulary(), own), output)
        ctx.exit(0)
    if machine.known(output):
        machine.write(findings, output)
    elif output.wants_json:
        output.json([*map(finding_json, findings), *map(skipped_json, skipped)])
    elif not texts:
        output.text(library_text(findings, _coloured), coloured=True)
    elif any(finding.file for finding in findings) or not findings:
        output.text(listing_text(findings, _coloured), coloured=True)
    else:
        output.text(findings_text(findings, _coloured), coloured=True)
    unread = any(finding.rule == Rule.UNREADABLE_DOCUMENT for finding in findings)
    usual_level = FailOn.ERROR if texts else FailOn.NOT_JUDGED
    ctx.exit(2 if unread else exit_code(findings, fail_on or usual_level))


def _suggest(findings: list[Finding], names: Names, output: Output) -> None:
    """Print a bindings file to complete, or add its names to the file that is there."""
    path = output.path
    there = ""
    if path is not None and path.is_file() and not output.force:
        read_text(path)  # refuses what is no text
        there = path.read_bytes().decode("utf-8")
    output.text(suggested(findings, names, there, str(path)))


def _units(count: str) -> tuple[str, ...]:
    """The units of --count."""
    return tuple(filter(None, (unit.strip() for unit in count.split(","))))


def _own(
    bind: tuple[str, ...], files: tuple[str, ...], refused: list[RefusedBinding] | None
) -> dict[str, str]:
    """The meanings from files, overridden by the command line; lines of files that bind nothing are
    added to those refused, or raise DataError without such a list.
    """
    own: dict[str, str] = {}
    for file in files:
        own.update(read_bindings(Path(file), refused))
    own.update(pair("--bind", item, f"x={example().name}") for item in bind)
    return own


def _findings(
    texts: tuple[str, ...], own: dict[str, str], doctrine: dict[str, Any], *, alone: bool
) -> tuple[list[Finding], list[Passage]]:
    """The findings in texts and documents, and the passages of documents that are no equations.
    A document that cannot be read is a finding beside others; `alone`, it raises DataError.
    """
    findings: list[Finding] = []
    skipped: list[Passage] = []
    for text in texts:
        if text != "-" and not _is_a_file(text):
            findings += check(text, own or None, **doctrine)
            continue
        try:
            piped = text == "-"
            document = document_of(read_stdin(), "-") if piped else read_document(Path(text))
        except DataError as fault:
            if alone:
                raise
            findings.append(unreadable_document(text, fault))
            continue
        findings += check_document(document, own or None, **doctrine)
        skipped += document.skipped
    return findings, skipped


def _library_findings() -> list[Finding]:
    """Findings on every equation of the library and every formula of its reports."""
    findings = list(check(None))
    for _, found in in_turn(
        import_module(_SOURCE).reports(), import_module(_SELF_CHECK).judge_report
    ):
        findings += found
    return findings


def _is_a_file(text: str) -> bool:
    """Whether a text names what is there. Raises DataError for a path or document that is not, and
    for a text of nothing.
    """
    if not text.strip():
        fix = "Name a document, write an equation, or give - for standard input."
        raise DataError(f"“{text}”", "", "the path is empty", fix)
    path = Path(text)
    document = path.suffix.lower() in SUFFIXES or text.startswith(_PATHS)
    one_line = "\n" not in text
    try:
        if one_line and path.exists():
            return True
    except (OSError, ValueError):
        return False
    if document and not any(sign in text for sign in "=≈≥≤"):
        raise DataError(text, "", "there is no such file")
    return False


def _coloured(heading: str, finding: Finding) -> str:
    return click.style(heading, fg=_COLOURS[finding.verdict])
