"""Garbage collection during a check: put off, and as it was afterwards."""

import gc

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of

UNREAD = (
    "$\\frac{a_{3}}{$",
    "$x^{y^{z}} = 3$",
    "$a = b c / 0 + 2$",
    "a = b ** c ^ 2 d",
    "$3 = 4 / 7 5$",
)


@pytest.mark.parametrize("enabled", [True, False])
def test_a_check_leaves_the_collector_as_it_was(enabled: bool) -> None:
    before = gc.isenabled()
    gc.freeze()  # what is there already takes no part
    (gc.enable if enabled else gc.disable)()
    try:
        check_document(document_of("t_mem = N_total / mem_bw", "a.md"))
        assert gc.isenabled() == enabled
        with pytest.raises(Exception, match="furlongish"):
            check_document(document_of("v = d / t", "a.md"), {"v": "furlongish"})
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_what_a_check_leaves_to_collect_is_small_beside_its_findings() -> None:
    document = document_of("\n\n".join(UNREAD * 40), "a.md")
    check_document(document)
    gc.freeze()
    findings = check_document(document)
    assert gc.collect() < 60 * len(findings)
