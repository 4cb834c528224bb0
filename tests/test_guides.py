"""Every block of the guides runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.guide_pages import blocks_of, compare, run_page

GUIDES = sorted((Path(__file__).parents[1] / "docs/guide").glob("*.md"))
CLAIMS = pytest.mark.xdist_group("lecture_on_trial")  # a report that tries them too
RUN = {"python", "sh", "text", "toml", "json", "yaml", "markdown", "tex", "csv"}


@pytest.mark.parametrize(
    "guide",
    [pytest.param(p, marks=CLAIMS if p.stem == "reports" else ()) for p in GUIDES],
    ids=lambda path: path.stem,
)
@pytest.mark.slow
def test_every_block_of_a_guide_runs(guide: Path, tmp_path: Path) -> None:
    """In an empty folder, from top to bottom."""
    run_page(guide.read_text(encoding="utf-8"), tmp_path)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_every_block_of_a_guide_says_what_it_is(guide: Path) -> None:
    """A block without a language would neither run nor be compared."""
    text = guide.read_text(encoding="utf-8")
    assert len(re.findall(r"^```", text, re.M)) == 2 * len(blocks_of(text))
    assert {block.language for block in blocks_of(text)} <= RUN


@pytest.mark.slow
def test_a_wrong_page_is_noticed(tmp_path: Path) -> None:
    for wrong in (
        '```python\nprint("a")\n```\n\n```text\nb\n```\n',
        "```sh\nderive solve nothing\n```\n",
        "```sh\nrm -r x\n```\n",
        "<!-- exit code 3 -->\n```sh\nderive list relations\n```\n",
        "```text\n$ derive show drain_time\n\nno such line\n```\n",
    ):
        with pytest.raises((AssertionError, KeyError)):
            run_page(wrong, tmp_path)


def test_lines_left_out_are_left_out() -> None:
    compare("a\n...\nc\n", "a\nb\nc\n")
    with pytest.raises(AssertionError):
        compare("c\n...\na\n", "a\nb\nc\n")


def test_commands_of_everyday_questions_fit_a_terminal() -> None:
    """Indented by four, as `derive show` and the site have them, within 80 columns."""
    text = next(p for p in GUIDES if p.stem == "everyday").read_text(encoding="utf-8")
    blocks = re.findall(r"(?<!not run -->\n)```sh\n(.*?)```", text, flags=re.S)
    long = [line for block in blocks for line in block.splitlines() if len(line) > 76]
    assert len(blocks) > 70 and not long
