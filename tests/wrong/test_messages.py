"""Every faulty input kept here is refused with exactly the message beside it.

One fault a file: NAME.txt is what somebody wrote, NAME.golden what they are told. An equation may
be followed by lines `where NAME: MEANING`, which are its bindings. DERIVE_REGENERATE=1 writes the
goldens anew; read what changed.
"""

import os
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from derive.checking import check
from derive.errors import DataError, TextError
from derive.reporting.write import report
from derive.units.registry import definitions
from derive.units.text import parse_quantity

HERE = Path(__file__).parent


def finding_of(source: str) -> str:
    lines = source.splitlines()
    bindings = dict(
        line.removeprefix("where ").split(": ", 1) for line in lines if line.startswith("where ")
    )
    text = "\n".join(line for line in lines if not line.startswith("where "))
    (finding,) = check(text, bindings)
    assert finding.verdict != "consistent"
    return str(finding)


def refusal_of(source: str) -> str:
    with pytest.raises(TextError) as caught:
        parse_quantity(source.removesuffix("\n"))
    return str(caught.value)


def refused_units(source: str) -> str:
    with pytest.raises(DataError) as caught:
        deepcopy(definitions()).read(source.splitlines(), "units.txt", own=True)
    return str(caught.value)


def refused_report(source: str) -> str:
    with TemporaryDirectory() as folder, pytest.raises(DataError) as caught:
        path = Path(folder) / "mine.md"
        path.write_text(source, encoding="utf-8")
        report(str(path), ("md",), Path(folder) / "out")
    return str(caught.value)


MESSAGE = {
    "equations": finding_of,
    "unreadable": finding_of,
    "quantities": refusal_of,
    "units": refused_units,
    "reports": refused_report,
}
CASES = [path for group in MESSAGE for path in sorted((HERE / group).glob("*.txt"))]


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_is_wrong_is_told_in_these_words(path: Path) -> None:
    """Each file of faulty input meets the message kept beside it, to the letter."""
    message = MESSAGE[path.parent.name](path.read_text(encoding="utf-8")) + "\n"
    golden = path.with_suffix(".golden")
    if os.environ.get("DERIVE_REGENERATE") == "1":
        golden.write_text(message, encoding="utf-8")
    assert message == golden.read_text(encoding="utf-8")


def test_every_message_belongs_to_an_input() -> None:
    """A golden whose input is gone is no longer held by anything, so none may stay."""
    assert sorted(HERE.glob("*/*.golden")) == sorted(path.with_suffix(".golden") for path in CASES)


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_message_shows_no_insides(path: Path) -> None:
    """Nobody who writes a wrong unit is told about sympy, pint, Python classes or control
    characters.
    """
    message = path.with_suffix(".golden").read_text(encoding="utf-8")
    assert not any(
        word in message.lower()
        for word in ("sympy", "pint", "traceback", "<class", "object at", "nonetype")
    )
    assert all(c.isprintable() or c == "\n" for c in message)
    assert len(message) < 1500
