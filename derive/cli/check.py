"""derive check: do the sides and terms of an equation have one dimension?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from derive.cli.options import data_options, json_option

if TYPE_CHECKING:
    from derive.checking import Finding

_COLOURS = {"consistent": "green", "inconsistent": "red", "not judged": "yellow"}


@click.command("check")
@click.argument("text", required=False)
@click.option("--bind", multiple=True, metavar="NAME=MEANING", help='What a name of yours stands for, a variable or a unit: --bind k=kv_bytes_per_token.')
@data_options
@json_option
@click.option("-o", "--out", metavar="FILE", help="Write to a file instead: .json, else plain text.")
@click.pass_context
def command(ctx: click.Context, text: str | None, bind: tuple[str, ...], data: tuple[str, ...], units: tuple[str, ...], as_json: bool, out: str | None) -> None:
    """Check the dimensions of TEXT, an equation with the library's names or the usual ones; without TEXT, of the whole library.

    \b
    derive check "t_c = B N_active / FLOPs"
    derive check "C = 6 N D"
    derive check "t = V / w" --bind V="GB" --bind w=domain_bandwidth

    Exit codes: 0 all consistent, 1 any inconsistent, 2 none inconsistent but something not judged.
    """
    from derive.checking import check, exit_code
    from derive.cli.asked import lay_open
    from derive.cli.case import pair
    from derive.cli.deliver import deliver_json, deliver_text, wants_json

    lay_open(data, units)
    bindings = dict(pair("--bind", item, "k=kv_bytes_per_token") for item in bind)
    if text is not None and _is_a_file(text):
        raise click.UsageError(f"{text} is a file; documents cannot be checked yet. Give one equation as text.", ctx)
    findings = check(text, bindings or None)
    if wants_json(as_json, out):
        deliver_json([finding_json(finding) for finding in findings], out)
    else:
        deliver_text(_lines(findings, whole_library=text is None), out)
    ctx.exit(exit_code(findings))


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding as JSON."""
    return {
        "text": finding.text,
        "verdict": finding.verdict,
        "message": finding.message,
        "bindings": dict(finding.bindings),
        "expected": finding.expected or None,
        "found": finding.found or None,
        "mend": finding.mend or None,
        "position": finding.position,
    }


def _is_a_file(text: str) -> bool:
    try:
        return "=" not in text and Path(text).is_file()
    except (OSError, ValueError):
        return False


def _lines(findings: list[Finding], whole_library: bool) -> str:
    """Each finding with its verdict first; of the library's, only what is wrong is told at length."""
    lines = []
    for finding in findings:
        verdict = click.style(finding.verdict, fg=_COLOURS[finding.verdict])
        brief = whole_library and finding.verdict == "consistent"
        lines.append(f"{verdict}  {finding.text}" if brief else f"{verdict}\n{finding.message}")
        if finding.verdict == "not judged" and "no variable is named" in finding.message:
            lines.append("On the command line a name is bound with --bind NAME=VARIABLE or --bind NAME=byte/token.")
    if whole_library:
        good = sum(finding.verdict == "consistent" for finding in findings)
        lines.append(f"{good} of {len(findings)} relations, constraints and theorems of the library are consistent.")
    return "\n".join(lines) + "\n"
