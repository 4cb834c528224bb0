"""What must not change a verdict: other letters, the bindings that were chosen, a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.symbols.bindings import bindings_in
from derive.checking.symbols.names import Names
from derive.checking.verdicts.suggested_bindings import suggested
from derive.library.nomenclature import vocabulary

_UNITS = {"byte/s": "byte", "m": "m", "s": "s", "kg/s": "kg", "J": "J", "m/s": "m/s"}
_LETTERS = [
    "a",
    "b",
    "f",
    "q",
    "r",
    "v",
    "w",
    "x",
    "y",
    "z",
    "\\alpha",
    "\\lambda",
    "\\phi",
    "\\rho",
]
_FORMS = (
    "$${0} = {1} {2}$$\n\n$${0} = 3 {1}$$\n\n$${3} = {0} + {1}/{2}$$\n",
    "$${0} = \\frac{{{1}}}{{{2}}}$$\n\n$${3}^2 = {0} {1}$$\n",
    "$${1} = {2} + {3}$$\n\n$${0} = \\sqrt{{{1} {2}}}$$\n",
)
_SENTENCES = (
    "We thank two readers for their patience.",
    "The next section is longer, and may be skipped.",
    "In 1998 there were 40 of them in Oslo.",
    "See the appendix (page 12) for a proof.",
)
SEVERAL = """Here $B$ is the batch size and $h$ is the lag in ms. We saw $w = 48$ GB/s.

| Symbol | Meaning |
|---|---|
| $u$ | the drift [mm/ms] |

$$y = u h$$

$$C = 6 N D$$

$$t_c = 2 B N / F$$

$$v = w h + T_a + T_b$$

$$t = T/8$$
"""


def verdicts(text: str, bindings: dict[str, str] | None = None) -> list[tuple[str, str]]:
    findings = check_document(document_of(text, "a.md"), bindings)
    return [(str(finding.verdict), str(finding.level)) for finding in findings]


def defined(letters: list[str], units: list[str]) -> str:
    pairs = zip(letters, units, strict=True)
    return "".join(f"- ${letter}$ is a quantity [{unit}]\n" for letter, unit in pairs) + "\n"


@given(
    st.permutations(_LETTERS),
    st.permutations(_LETTERS),
    st.lists(st.sampled_from(sorted(_UNITS)), min_size=4, max_size=4),
    st.sampled_from(_FORMS),
)
@settings(max_examples=25, deadline=None)
@pytest.mark.slow
def test_other_letters_change_no_verdict(
    first: list[str], second: list[str], units: list[str], form: str
) -> None:
    """Of symbols that the text defines, renamed throughout."""
    texts = [defined(each[:4], units) + form.format(*each[:4]) for each in (first, second)]
    assert verdicts(texts[0]) == verdicts(texts[1])


@pytest.mark.parametrize("text", [SEVERAL, SEVERAL.replace("$$C = 6 N D$$", "$$C = N D$$")])
def test_to_bind_what_was_chosen_changes_no_verdict(text: str) -> None:
    """A suggestion read back gives the same readings, whoever answers for them then."""
    findings = check_document(document_of(text, "a.md"))
    made = suggested(findings, Names(vocabulary))
    again = check_document(document_of(text, "a.md"), bindings_in(made, "b.toml"))
    assert [one.verdict for one in again] == [one.verdict for one in findings]
    judged = [(one, two) for one, two in zip(again, findings, strict=True) if not two.unknown]
    assert all(one.bindings == two.bindings for one, two in judged)
    assert suggested(again, Names(vocabulary), made, "b.toml") == made


@pytest.mark.parametrize("sentence", _SENTENCES)
def test_an_unrelated_sentence_changes_no_verdict(sentence: str) -> None:
    """Before, between or after the formulas."""
    first, rest = SEVERAL.split("\n\n", 1)
    usual = verdicts(SEVERAL)
    assert verdicts(f"{sentence}\n\n{SEVERAL}") == usual
    assert verdicts(f"{first}\n\n{sentence}\n\n{rest}") == usual
    assert verdicts(f"{SEVERAL}\n{sentence}\n") == usual
