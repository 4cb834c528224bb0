"""What the documents for contributors name is there: files, folders, functions, tests, commands."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "derive"
GUIDES = [
    *(ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs/adr").glob("*.md")),  # the guides run: tests/test_guides.py
]
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in GUIDES}
PATH = re.compile(r"(?<![\w./-])(?:[\w.-]+/)+(?:[\w-]+(?:\.\w+)*)?")
PLACED = re.compile(r"([\w/]+\.py):(\w+)(?:\.(\w+))?")
DOTTED = re.compile(r"(?<![\w./])derive(?:\.\w+)+")
CODE = re.compile(r"```\w*\n(.*?)```|`([^`\n]+)`", re.S)


def code(text: str) -> str:
    """What stands in a text as code, line by line."""
    return "\n".join(block or word for block, word in CODE.findall(text))


def paths() -> list[tuple[str, str]]:
    """The paths that each document names, patterns such as *.md and names in capitals left out."""
    return sorted(
        {
            (name, path)
            for name, text in TEXTS.items()
            for path in PATH.findall(code(text))
            if not re.search(r"[A-Z]{3}", Path(path).stem) and not path.startswith((".venv", "out"))
        }
    )


@lru_cache
def defined(path: Path) -> dict[str, set[str]]:
    """The names that a file defines at its top, each with the names of its members."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[node.name] = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
        for target in node.targets if isinstance(node, ast.Assign) else ():
            found.setdefault(getattr(target, "id", ""), set())
    return found


def test_every_path_that_is_named_is_there() -> None:
    """From the root of the checkout, or within the package."""
    for document, path in paths():
        assert (ROOT / path).exists() or (HOUSE / path).exists(), (document, path)


def test_every_function_that_is_named_stands_in_its_file() -> None:
    """`path.py:function`, `path.py:Class` or `path.py:Class.method`."""
    for file, name, member in sorted({p for t in TEXTS.values() for p in PLACED.findall(t)}):
        path = HOUSE / file if (HOUSE / file).exists() else ROOT / file
        assert name in defined(path), (file, name)
        assert not member or member in defined(path)[name], (file, name, member)


@pytest.mark.parametrize("name", sorted({d for t in TEXTS.values() for d in DOTTED.findall(t)}))
def test_every_dotted_name_can_be_imported(name: str) -> None:
    """A module, or an attribute of one."""
    home, _, attribute = name.rpartition(".")
    found = import_module(home)
    assert hasattr(found, attribute) or import_module(name)


def test_the_floors_are_those_that_the_imports_keep_to() -> None:
    """In the same order as in the architecture test."""
    tree = ast.parse((ROOT / "tests/test_architecture.py").read_text(encoding="utf-8"))
    floors = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "FLOORS"
    )
    table = TEXTS["ARCHITECTURE.md"].partition("## Floors")[2].partition("## Pipelines")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == floors["derive"].split()


def test_every_term_has_one_meaning() -> None:
    """No term stands twice in the glossary."""
    rows = re.findall(r"^\| ([^|]+) \|", TEXTS["ARCHITECTURE.md"].partition("## Glossary")[2], re.M)
    terms = [term.strip() for row in rows for term in row.split(",")]
    assert len(set(terms) - {"term", "---"}) == len([t for t in terms if t not in ("term", "---")])
