"""Suggested bindings: a file of the unknown names, to be completed."""

from __future__ import annotations

import json
from collections.abc import Iterable

from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.bindings import names_in
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding
from derive.errors import DataError

_HEAD = (
    "# What the symbols mean: a variable of the library, a unit, or a quantity. One left empty"
    " binds nothing."
)


def suggested(findings: Iterable[Finding], names: Names, there: str = "", file: str = "") -> str:
    """A binding file to complete: what is `there` in the file, then every other unknown name, with
    suggestions and the unit its equations give it. Raises DataError for a file of anything else.
    """
    bound = names_in(there, file)
    wanted: dict[str, dict[str, None]] = {}
    for finding in findings:
        for word in (word for word in finding.unknown if spelt(word) not in bound):
            wanted.setdefault(word, {}).update(
                dict.fromkeys(unit for name, unit in finding.forced.items() if name == word)
            )
    lines = [there.removesuffix("\n") if there else _HEAD]
    for word, forced in wanted.items():
        remarks = [f"may be {' or '.join(offers)}"] if (offers := names.offers(word)) else []
        remarks += [f"its equations give it {' or '.join(forced)}"] if forced else []
        lines.append(
            f"{json.dumps(word, ensure_ascii=False)} ="
            f' ""{"  # " + "; ".join(remarks) if remarks else ""}'
        )
    made = "\n".join(lines) + "\n" if wanted or not there else there
    if not {spelt(word) for word in wanted} <= names_in(made, file):
        fix = "Write its bindings a line each, or choose another file."
        raise DataError(file, "", "what is added below it would be no binding", fix)
    return made
