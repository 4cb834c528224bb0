"""derive check: do the sides and terms of an equation have one dimension? Of one equation, a
document, or all we state ourselves.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from derive.cli.options import data_options, json_option

if TYPE_CHECKING:
    from derive.checking import Finding
    from derive.checking.symbols.names import Names

_COLOURS = {"consistent": "green", "inconsistent": "red", "not judged": "yellow"}


@click.command("check")
@click.argument("texts", nargs=-1, metavar="[TEXT | FILE | -]...")
@click.option(
    "--bind",
    multiple=True,
    metavar="NAME=MEANING",
    help="What a name of yours stands for, a variable or a unit: --bind k=kv_bytes_per_token.",
)
@click.option(
    "--bindings",
    multiple=True,
    metavar="FILE",
    help="Read such meanings from a file: N_active = active_params a line.",
)
@click.option(
    "--suggest-bindings",
    is_flag=True,
    help="Print a bindings file to complete, with every name that nobody knows.",
)
@data_options
@json_option
@click.option(
    "-o", "--out", metavar="FILE", help="Write to a file instead: .json, else plain text."
)
@click.pass_context
def command(
    ctx: click.Context,
    texts: tuple[str, ...],
    bind: tuple[str, ...],
    bindings: tuple[str, ...],
    suggest_bindings: bool,
    data: tuple[str, ...],
    units: tuple[str, ...],
    as_json: bool,
    out: str | None,
) -> None:
    """Check the dimensions of an equation, of those in documents (- for stdin), or of the whole
    library and its reports.

    Documents are .md, .mdx, .qmd, .rmd, .rst, .tex, .ipynb and .txt files.

    \b
    derive check "t_c = B N_active / FLOPs"
    derive check "t = V / w" --bind V="GB" --bind w=domain_bandwidth
    derive check "t_w = N_total * ? / mem_bw"
    derive check article.md paper.tex --bindings names.txt

    Exit codes: 0 all consistent, 1 any inconsistent, 2 none inconsistent but something not judged.
    """
    from derive.checking import exit_code
    from derive.checking.verdicts.suggested_bindings import suggested
    from derive.cli.output import deliver_json, deliver_text, wants_json
    from derive.cli.resolve import load_user_files

    load_user_files(data, units)
    own = _own(bind, bindings)
    findings = _findings(texts, own) if texts else _all_of_ours()
    if suggest_bindings:
        deliver_text(suggested(findings, _names(own)), out)
        ctx.exit(0)
    if wants_json(as_json, out):
        deliver_json([finding_json(finding) for finding in findings], out)
    elif not texts:
        deliver_text(_whole_library(findings), out)
    elif any(finding.file for finding in findings) or not findings:
        deliver_text(_listed(findings), out)
    else:
        deliver_text(_told(findings), out)
    ctx.exit(exit_code(findings))


def _own(bind: tuple[str, ...], files: tuple[str, ...]) -> dict[str, str]:
    """The meanings given on the command line, which beat those of files."""
    from derive.checking.symbols.bindings import read_bindings
    from derive.cli.case import pair

    own: dict[str, str] = {}
    for file in files:
        own.update(read_bindings(Path(file)))
    own.update(pair("--bind", item, "k=kv_bytes_per_token") for item in bind)
    return own


def _names(own: dict[str, str]) -> Any:
    from derive.checking.symbols.names import Names
    from derive.library.nomenclature import vocabulary

    return Names(vocabulary, own)


def _findings(texts: tuple[str, ...], own: dict[str, str]) -> list[Finding]:
    from derive.checking import check
    from derive.checking.check import check_document
    from derive.checking.extraction.document import document_of
    from derive.checking.extraction.source import read_stdin

    findings: list[Finding] = []
    for text in texts:
        if text == "-":
            findings += check_document(document_of(read_stdin(), "-"), own or None)
        else:
            findings += check(Path(text) if _is_a_file(text) else text, own or None)
    return findings


def _all_of_ours() -> list[Finding]:
    """Everything the library states, then every formula of the reports."""
    from derive.checking import check
    from derive.cli.output import in_turn
    from derive.reporting import reports
    from derive.reporting.self_check import judge_report

    return [
        *check(None),
        *(finding for _, found in in_turn(reports(), judge_report) for finding in found),
    ]


def _is_a_file(text: str) -> bool:
    """Whether a text names a file; one with the look of a document that is not there is told so."""
    from derive.checking.extraction.document import SUFFIXES
    from derive.errors import DataError

    try:
        path = Path(text)
        if (
            text
            and "\n" not in text
            and (
                path.is_file()
                or path.is_dir()
                or (path.suffix.lower() in SUFFIXES and path.exists())
            )
        ):
            return True
    except (OSError, ValueError):
        return False
    if Path(text).suffix.lower() in SUFFIXES and not any(sign in text for sign in "=≈≥≤"):
        raise DataError(text, "", "there is no such file")
    return False


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding as JSON."""
    kin = finding.kinship
    return {
        "text": finding.text,
        "file": finding.file or None,
        "line": finding.line or None,
        "column": finding.column or None,
        "verdict": finding.verdict,
        "message": finding.message,
        "bindings": dict(finding.bindings),
        "expected": finding.expected or None,
        "found": finding.found or None,
        "mend": finding.mend or None,
        "position": finding.position,
        "unknown": list(finding.unknown),
        "forced": dict(finding.forced),
        "library": (
            {
                "kind": kin.kind,
                "relation": kin.relation or None,
                "factors": list(kin.factors),
                "contradicts": kin.contradicts,
            }
            if kin
            else None
        ),
    }


def _verdict(finding: Finding) -> str:
    return click.style(finding.verdict, fg=_COLOURS[finding.verdict])


def _told(findings: list[Finding]) -> str:
    """Each finding at length, its verdict first."""
    lines = []
    for finding in findings:
        lines.append(f"{_verdict(finding)}\n{finding.message}")
        if finding.verdict == "not judged" and "no variable is named" in finding.message:
            lines.append(
                "On the command line a name is bound with --bind NAME=VARIABLE or --bind"
                " NAME=byte/token."
            )
    return "\n".join(lines) + "\n"


def _listed(findings: list[Finding]) -> str:
    """One line a finding, as editors read it, then the sum, how ambiguous names were read, and the
    names nobody knows.
    """
    from derive.checking.check import usual_names

    names = usual_names()
    lines = [
        f"{finding.file}:{finding.line}:{finding.column}: {_verdict(finding)}: {finding.brief}"
        for finding in findings
    ]
    count = {
        verdict: sum(finding.verdict == verdict for finding in findings) for verdict in _COLOURS
    }
    differ = sum(bool(finding.kinship and finding.kinship.contradicts) for finding in findings)
    if not findings:
        return "No equation was found.\n"
    lines.append(
        f"{len(findings)} equation{'s' * (len(findings) > 1)}:"
        f" {', '.join(f'{number} {verdict}' for verdict, number in count.items())}."
    )
    if differ:
        lines.append(f"{differ} of them contradict{'s' * (differ == 1)} a relation of the library.")
    for file in dict.fromkeys(finding.file for finding in findings):
        taken = {
            word: meaning
            for finding in findings
            if finding.file == file
            for word, meaning in finding.bindings.items()
        }
        told = [
            f"{word} as {meaning}"
            for word, meaning in taken.items()
            if _is_told(word, meaning, names)
        ]
        if told:
            lines.append(f"Read throughout {file}: {', '.join(told)}.")
    for word in dict.fromkeys(word for finding in findings for word in finding.unknown):
        users = sum(word in finding.unknown for finding in findings)
        offers = names.offers(word)
        perhaps = f": perhaps {' or '.join(offers)}" if offers else ""
        lines.append(f"Unknown name {word} in {users} equation{'s' * (users > 1)}{perhaps}.")
    if any(finding.unknown for finding in findings):
        lines.append(
            "Bind the names with --bindings FILE; --suggest-bindings writes one to complete."
        )
    return "\n".join(lines) + "\n"


def _is_told(word: str, meaning: str, names: Names) -> bool:
    """Whether it has to be said what a name was taken for: it could be something else, or is not
    what the library calls so.
    """
    choice = names.find(word)
    return (
        choice is None
        or choice.scoped
        or len(choice.readings) > 1
        or choice.readings[0][0].name != meaning
    )


def _whole_library(findings: list[Finding]) -> str:
    """Of what we state ourselves only what is wrong is told at length; of a report that is sound
    only how much it holds.
    """
    stated = [finding for finding in findings if not finding.file]
    lines = [_of_ours(finding) for finding in stated]
    lines.append(
        f"{_good(stated)} of {len(stated)} relations, constraints and theorems of the library are"
        " consistent."
    )
    printed = [finding for finding in findings if finding.file]
    for file in dict.fromkeys(finding.file for finding in printed):
        here = [finding for finding in printed if finding.file == file]
        lines += [_of_ours(finding) for finding in here if finding.verdict != "consistent"]
        lines.append(
            f"{file.removesuffix('.md')}: {_good(here)} of {len(here)} formulas are consistent."
        )
    lines.append(f"{_good(printed)} of {len(printed)} formulas of the reports are consistent.")
    return "\n".join(lines) + "\n"


def _good(findings: list[Finding]) -> int:
    return sum(finding.verdict == "consistent" for finding in findings)


def _of_ours(finding: Finding) -> str:
    place = f"{finding.file}:{finding.line}:{finding.column}: " if finding.file else ""
    if finding.verdict != "consistent":
        return f"{_verdict(finding)}  {place}\n{finding.message}"
    return f"{_verdict(finding)}  {place}{' '.join(finding.text.split())}"
