"""Reports with pages beside them, on which the inputs of a question are moved."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.cli.main import main
from derive.errors import GivenError
from derive.reporting.write import report
from derive.results.answer import Answer

SOURCE = """+++
title = "Draining"
[question.drain]
title = "draining the memory"
target = "drain_time"
given = { hbm_capacity = "288 GB/GPU", hbm_bandwidth = "20 TB/s/GPU" }
[question.open]
target = "drain_time"
given = { hbm_capacity = "288 GB/GPU" }
+++

A drain takes {{value drain in ms}}.
"""

WHOLE = 'given = { hbm_capacity = "288 GB/GPU", hbm_bandwidth = "10 TB/s/GPU" }'


@pytest.mark.slow
def test_a_live_report_links_to_a_page_for_each_question_with_a_value(tmp_path: Path) -> None:
    source, out = tmp_path / "own.md", tmp_path / "out"
    source.write_text(SOURCE, encoding="utf-8")
    run = CliRunner().invoke
    arguments = ["report", str(source), "--format", "html", "--out", str(out)]
    done = run(main, [*arguments, "--live"])
    assert done.exit_code == 0, done.output
    assert {path.name for path in out.iterdir()} == {"own.html", "own_live_drain.html"}
    text = (out / "own.html").read_text(encoding="utf-8")
    assert '<a href="own_live_drain.html">draining the memory</a>' in text and "<script" not in text
    page = (out / "own_live_drain.html").read_text(encoding="utf-8")
    assert "<h1>draining the memory</h1>" in page
    checked = run(main, ["report", str(source), "--check", "--out", str(out)])
    assert checked.exit_code == 0, checked.output
    plain = run(main, arguments)
    assert plain.exit_code == 0 and "own_live" not in (out / "own.html").read_text(encoding="utf-8")


def test_pages_need_html_beside_them(tmp_path: Path) -> None:
    source = tmp_path / "own.md"
    source.write_text(SOURCE, encoding="utf-8")
    done = CliRunner().invoke(main, ["report", str(source), "--format", "md", "--live"])
    assert done.exit_code == 2 and "--format html" in done.output


def test_a_question_that_no_page_can_be_made_of_has_no_link(tmp_path: Path) -> None:
    """The report is written with the pages of the others, and is fresh."""
    source, out = tmp_path / "own.md", tmp_path / "out"
    source.write_text(SOURCE.replace('given = { hbm_capacity = "288 GB/GPU" }', WHOLE))

    def maker(answer: Answer, title: str) -> str:
        if answer.number == 0.0288:
            raise GivenError("drain_time", "its page has no program", "Ask derive solve.")
        return f"<!DOCTYPE html>\n<title>{title}</title>\n"

    report(str(source), ("html",), out, live=maker)
    assert {path.name for path in out.iterdir()} == {"own.html", "own_live_drain.html"}
    text = (out / "own.html").read_text(encoding="utf-8")
    assert "own_live_drain.html" in text and "own_live_open.html" not in text
    checked = CliRunner().invoke(main, ["report", str(source), "--check", "--out", str(out)])
    assert checked.exit_code == 0, checked.output
