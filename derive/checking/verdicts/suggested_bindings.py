"""Suggested bindings: a file of the unknown names, to be completed."""

from __future__ import annotations

import json
from collections.abc import Iterable

from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding


def suggested(findings: Iterable[Finding], names: Names) -> str:
    """A binding file to complete: every unknown name, with suggestions and the unit its equations
    give it.
    """
    wanted: dict[str, dict[str, None]] = {}
    for finding in findings:
        for word in finding.unknown:
            wanted.setdefault(word, {}).update(
                dict.fromkeys(unit for name, unit in finding.forced.items() if name == word)
            )
    lines = [
        "# What the symbols mean: a variable of the library, a unit, or a quantity. One left empty"
        " binds nothing."
    ]
    for word, forced in wanted.items():
        remarks = [f"may be {' or '.join(offers)}"] if (offers := names.offers(word)) else []
        remarks += [f"its equations give it {' or '.join(forced)}"] if forced else []
        lines.append(
            f"{json.dumps(word, ensure_ascii=False)} ="
            f' ""{"  # " + "; ".join(remarks) if remarks else ""}'
        )
    return "\n".join(lines) + "\n"
