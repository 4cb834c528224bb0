"""Each example works as its table says."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.cli.main import main

EXAMPLES = Path(__file__).parents[1] / "examples"
TABLE = (EXAMPLES / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"`derive ([^`]+)` \|$", TABLE, re.MULTILINE)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The examples alone, in a folder that may be written to."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.slow
def test_each_command_of_the_table_works(command: str, checkout: Path) -> None:
    done = CliRunner().invoke(main, shlex.split(command))
    assert done.exit_code == 0, done.output


def test_the_table_has_every_file() -> None:
    listed = set(re.findall(r"^\| `([^`]+)`", TABLE, re.MULTILINE))
    assert listed == {path.name for path in EXAMPLES.iterdir()} - {"README.md"}
    assert len(COMMANDS) == len(listed) - 1


@pytest.mark.slow
def test_the_case_answers_both_targets(checkout: Path) -> None:
    done = CliRunner().invoke(main, ["solve", "-f", "examples/rack.toml", "--json"])
    assert done.exit_code == 0, done.output
    assert [a["status"] for a in json.loads(done.stdout)["answers"]] == ["solved"] * 2


@pytest.mark.slow
def test_the_cells_of_the_notebook_run(checkout: Path) -> None:
    """In one namespace, from top to bottom; the last writes a document."""
    notebook = json.loads((checkout / "examples/tour.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                assert cell["outputs"] == [], "outputs are not kept"
                exec(compile("".join(cell["source"]), "tour.ipynb", "exec"), names)
    assert "solved" in printed.getvalue() and "of the step" in printed.getvalue()
    assert (checkout / "cost.md").read_text(encoding="utf-8").startswith("# ")
