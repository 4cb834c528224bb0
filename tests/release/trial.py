"""Commands of an installed derive, run in an empty folder."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from tests.release.commands import FILES, HELP, TRIALS, Trial

ROOT = Path(__file__).parents[2]
_SETUP = re.compile(r"<!-- (?:report|tests) -->\s*```sh\n.+?\n```", re.DOTALL)
_README = """from pathlib import Path
from guide_pages import run_page
run_page(Path("README.md").read_text(encoding="utf-8"), Path())"""
_NEVER = ("checkout", "Traceback", str(ROOT))


def environment(room: Path) -> dict[str, str]:
    """The variables of commands: the programs of the environment in `room`, and no PYTHONPATH."""
    path = f"{room / 'venv/bin'}:/usr/bin:/bin"
    return {"PATH": path, "HOME": str(room), "LANG": "C.UTF-8", "COLUMNS": "100"}


def command_faults(folder: Path, variables: dict[str, str], extras: str) -> list[str]:
    """What goes wrong with the commands of TRIALS and the help of every command, a line each."""
    for file, text in FILES.items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    return [
        f"{trial.command}: {fault}"
        for trial in (*TRIALS, *HELP)
        for fault in _faults(trial, folder, variables, extras)
    ]


def _faults(trial: Trial, folder: Path, variables: dict[str, str], extras: str) -> list[str]:
    code, printed = _run(["sh", "-c", trial.command], folder, variables)
    faults = [f"prints {word!r}" for word in _NEVER if word in printed]
    if trial.extra and not extras:
        words = f"pip install 'derive-roofline[{trial.extra}]'"
        if code != 2 or words not in printed:
            faults.append(f"ends with {code}, not with {words}: {printed[-500:]}")
        return faults
    if code != trial.code:
        faults.append(f"ends with {code}, not {trial.code}: {printed[-500:]}")
    lacking = [file for file in trial.files if not (folder / file).exists()]
    return [*faults, *(f"does not write {file}" for file in lacking)]


def readme_faults(folder: Path, variables: dict[str, str]) -> list[str]:
    """What goes wrong with the blocks of the README, run by the installed package."""
    page = _SETUP.sub("", (ROOT / "README.md").read_text(encoding="utf-8"))
    (folder / "README.md").write_text(page, encoding="utf-8")
    shutil.copy(ROOT / "tests/guide_pages.py", folder)
    code, printed = _run(["python", "-c", _README], folder, variables)
    return [f"README.md: {printed[-1500:]}"] if code else []


def _run(words: list[str], folder: Path, variables: dict[str, str]) -> tuple[int, str]:
    """Exit code of a program, and all that it printed, in one line."""
    done = subprocess.run(
        words, cwd=folder, env=variables, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, " ".join((done.stdout + done.stderr).split())
