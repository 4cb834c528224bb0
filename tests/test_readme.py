"""What the README shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from derive.reporting.source import find, read
from tests.guide_pages import run_page

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MARKED = r"<!-- {} -->\s*```sh\n(.+?)\n```"


@pytest.mark.slow
def test_every_block_of_the_readme_runs(tmp_path: Path) -> None:
    """From top to bottom in an empty folder, save for the two commands that set up."""
    run_page(re.sub(MARKED.format("(?:report|tests)"), "", README, flags=re.DOTALL), tmp_path)


def test_the_two_commands_are_single_lines() -> None:
    """One line makes the report, one line passes the tests."""
    for name in ("report", "tests"):
        (command,) = re.findall(MARKED.format(name), README, re.DOTALL)
        assert "\n" not in command and command.startswith("python3 -m venv")


def test_the_picture_is_a_figure_of_a_kept_report() -> None:
    """Whether kept reports are what the engine makes now, tests/reporting/test_every_report.py
    tells.
    """
    ((name, figure, report),) = re.findall(
        r"\]\(reports/(\w+?)_([a-z]+)\.svg\)\]\(reports/(\w+)\.md\)", README
    )
    assert name == report and figure in read(find(name)).figures
    assert (ROOT / f"reports/{name}_{figure}.svg").is_file()


def test_what_is_linked_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README)
    assert links and [link for link in links if not (ROOT / link).exists()] == []
