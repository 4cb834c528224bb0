"""The reports are read back as documents, and every formula they print is sound."""

from __future__ import annotations

import pytest

from derive.checking.verdicts.finding import FindingVerdict
from derive.reporting import reports, self_check
from derive.reporting.self_check import judge_report


@pytest.mark.slow
@pytest.mark.parametrize("name", reports())
def test_every_formula_of_a_report_is_read_and_consistent(name: str) -> None:
    """Equations, evaluated lines and what stands in tables."""
    findings = judge_report(name)
    assert [
        f"{finding.line}: {finding.brief}"
        for finding in findings
        if finding.verdict != FindingVerdict.CONSISTENT
    ] == []
    assert len(findings) > 5


def test_a_formula_that_is_printed_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the printed text that is judged, not what it was made from."""
    sound = self_check.markdown.write
    monkeypatch.setattr(
        self_check.markdown,
        "write",
        lambda document: sound(document).replace("{S", "{N_{\\mathrm{a}}", 1),
    )
    verdicts = [finding.verdict for finding in judge_report("price_cliff")]
    assert verdicts.count("inconsistent") == 1
