"""Tasks of a checkout: `nox -s lint types quick` runs them in the environment that nox is in.

Set it up once with `python3 -m venv .venv && .venv/bin/pip install -e '.[dev]'`; `.ci/run`,
`.pre-commit-config.yaml` and the public workflow run these same sessions.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "types", "quick"]
nox.needs_version = ">=2024.4.15"

REPORTS = ("report", "--all", "--out", "reports", "--format", "tex,md")


def _python(session: nox.Session, *words: str) -> None:
    """Run a module or file with the Python that runs nox."""
    session.run(sys.executable, *words, external=True)


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff: rules and layout."""
    _python(session, "-m", "ruff", "check", ".")
    _python(session, "-m", "ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """mypy, strict."""
    _python(session, "-m", "mypy", "--strict", "derive/")


@nox.session
def quick(session: nox.Session) -> None:
    """Tests but the slow ones, in about a minute and a quarter on two cores."""
    _python(session, "-m", "pytest", "-n", "auto", "-m", "not slow", *session.posargs)


@nox.session
def full(session: nox.Session) -> None:
    """All tests, as the README runs them."""
    _python(session, "-m", "pytest", "-n", "auto", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """All tests with the lines they reach; fails below the floor of pyproject.toml."""
    _python(session, "-m", "pytest", "-n", "auto", "--cov", *session.posargs)


@nox.session
def site(session: nox.Session) -> None:
    """The whole site, built twice and checked: links, orphans, hosts, sizes, live numbers,
    addresses; `-- accept` keeps the numbers and addresses that it found.
    """
    _python(session, "-m", "tests.site", *session.posargs)


@nox.session(venv_backend="venv")
def release(session: nox.Session) -> None:
    """sdist and wheel built, compared and checked, then tried in empty environments, core alone and
    with all extras; `-- build FOLDER` and `-- try FOLDER` do one of the two.
    """
    session.install("build>=1.2,<2", "twine>=7,<8")
    session.run("python", "-m", "tests.release", *session.posargs)


@nox.session(venv_backend="venv")
def oldest(session: nox.Session) -> None:
    """The quick tests, and those of sweeps in chunks, with the lowest version that pyproject.toml
    allows of each dependency.
    """
    session.install("packaging")
    lowest = session.run("python", "-m", "tests.release.lowest", silent=True)
    constraints = Path(session.create_tmp(), "lowest.txt")
    constraints.write_text(str(lowest), encoding="utf-8")
    session.install("-c", str(constraints), "-e", ".[dev]")
    session.run("python", "-m", "pytest", "-n", "auto", "-m", "not slow", *session.posargs)
    session.run("python", "-m", "pytest", "-m", "slow", "tests/cli/test_sweep_chunks.py")


@nox.session
def bench(session: nox.Session) -> None:
    """Speed beside the baselines: a report, never a failure."""
    _python(session, "tests/bench/run.py", *session.posargs)


@nox.session
def nightly(session: nox.Session) -> None:
    """Random questions, own systems, contradictions and questions beside intervals, put back into
    all relations, for hours; `-- --seed N` repeats a run.
    """
    many = ("--questions=20000", "--systems=5000", "--sides=500", "--intervals=1000")
    _python(session, "-m", "tests.oracle", *many, "--processes=2", *session.posargs)


@nox.session
def agreement(session: nox.Session) -> None:
    """5,000 questions to each of a dozen pages, answered by node and by Python; `-- --page queue`
    for one of them, `-- --cases 100` for fewer. Needs node.
    """
    _python(session, "-m", "tests.program", "--cases", "5000", *session.posargs)


@nox.session
def browsers(session: nox.Session) -> None:
    """500 questions to the file of each of these pages, opened in Chromium and Firefox. Needs both,
    and chromedriver.
    """
    _python(session, "-m", "tests.explorer", "--cases", "500", *session.posargs)


@nox.session
def mutants(session: nox.Session) -> None:
    """The share of small changes to the engine that its quick tests notice, and those that survive;
    `-- --mutants 20 --folder units` or `-- --file derive/units/lexer.py` for a part, `-- --seed N`
    repeats a sample.
    """
    _python(session, "-m", "tests.mutation", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Formulas, kept reports, examples of documents; `-- write` makes the kept reports anew."""
    if "write" in session.posargs:
        _python(session, "-m", "derive", *REPORTS)
    _python(session, "-m", "derive", "check")
    _python(session, "-m", "derive", "report", "--all", "--check")
    tests = ("test_docstrings", "test_readme", "test_guides", "test_documents")
    _python(session, "-m", "pytest", *(f"tests/{name}.py" for name in tests))
