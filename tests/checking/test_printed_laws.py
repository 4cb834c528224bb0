"""Laws of physics in the notation that text books and computer algebra print."""

import tomllib
from pathlib import Path

import pytest

from derive.checking import check

LAWS = tomllib.loads(
    (Path(__file__).parent / "data" / "printed_laws.toml").read_text(encoding="utf-8")
)["law"]


def verdicts(text: str, units: dict[str, str]) -> set[str]:
    """The verdicts on the statements of a law."""
    shown = f"${text}$" if "\\" not in text else text
    return {str(finding.verdict) for finding in check(shown, units)}


@pytest.mark.slow
def test_every_printed_law_is_consistent() -> None:
    """With its symbols bound to units of all kinds: none is refused, none accused."""
    found = {law["name"]: verdicts(law["tex"], law["units"]) for law in LAWS}
    assert {name: each for name, each in found.items() if each != {"consistent"}} == {}
    assert len(found) == len(LAWS) > 170


@pytest.mark.slow
def test_a_spoilt_printed_law_is_found_out() -> None:
    """None is called consistent; few are left open, where a reading remains that would do."""
    found = [verdicts(law["spoilt"], law["units"]) for law in LAWS if "spoilt" in law]
    assert not [each for each in found if each == {"consistent"}]
    assert sum("inconsistent" in each for each in found) >= 0.95 * len(found)
