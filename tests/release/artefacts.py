"""The built sdist and wheel: that they agree, and what is in them."""

from __future__ import annotations

import re
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path

# In the sdist: what a packager needs to build, test and document; nothing that tools leave behind.
NEEDED = (
    "CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "THIRD_PARTY.md", "hatch_build.py",
    "noxfile.py", "pyproject.toml", "docs/guide/tutorial.md", "packs/queueing/pyproject.toml",
    "quantities/accelerators.toml", "reports/price_cliff.md", "tests/conftest.py",
)  # fmt: skip
_JUNK = re.compile(r"__pycache__|\.pyc$|\.egg-info|venv|_cache/|(^|/)(out|dist|build)/|\.orig$|~$")
_OURS = re.compile(r"\.(py|pyi|md|toml|json|txt|js|css|html|typ|tex|sh|fish|zsh)$|/py\.typed$")
_NOTICE = re.compile(
    rb"copyright (?:\(c\)|\xc2\xa9|[12]\d{3}|by )|\(c\) [12]\d{3}|/\*!|@licen[cs]e|spdx-licen[cs]e",
    re.IGNORECASE,
)


def third_party(files: dict[str, bytes]) -> set[str]:
    """The files that look like others' work: of a kind that derive does not write itself, such as a
    font, or with a notice of copyright.

    >>> sorted(third_party({"a.py": b"x = 1", "b.js": b"/*! lib v1 */", "c.woff2": b""}))
    ['b.js', 'c.woff2']
    """
    return {
        path
        for path, data in files.items()
        if not _OURS.search(path) or (_NOTICE.search(data) and not path.endswith("licence.txt"))
    }


def wheel_files(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel by path."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def differing(one: Path, other: Path) -> list[str]:
    """Files that are not alike in two wheels."""
    first, second = wheel_files(one), wheel_files(other)
    return sorted(name for name in first.keys() | second if first.get(name) != second.get(name))


def sdist_faults(sdist: Path) -> list[str]:
    """What lacks in a source distribution, and what should not be in it."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    lacking = [f"the sdist lacks {name}" for name in NEEDED if name not in names]
    return lacking + [f"the sdist holds {name}" for name in sorted(names) if _JUNK.search(name)]


def licence_faults(wheel: Path, named: dict[str, list[str]]) -> list[str]:
    """Files of others in a wheel that THIRD_PARTY.md does not name, and texts of licences that are
    not in the wheel's metadata. `named`: texts of licences by file.
    """
    files = wheel_files(wheel)
    info = next(name.partition("/")[0] for name in files if name.endswith(".dist-info/METADATA"))
    own = {name: data for name, data in files.items() if not name.startswith(f"{info}/")}
    stated = message_from_string(files[f"{info}/METADATA"].decode()).get_all("License-File", [])
    faults = [f"{path}: THIRD_PARTY.md does not name it" for path in third_party(own) - set(named)]
    for path in [
        "LICENSE",
        "THIRD_PARTY.md",
        *(text for texts in named.values() for text in texts),
    ]:
        if path not in stated or f"{info}/licenses/{path}" not in files:
            faults.append(f"{path} is not among the wheel's licence files")
    return faults


def named_licences(page: str) -> dict[str, list[str]]:
    """The rows of THIRD_PARTY.md: texts of licences by the file that they are for.

    >>> named_licences("| `a.woff2` | font | GUST | LPPL | `a.txt`, `b.txt` |")
    {'a.woff2': ['a.txt', 'b.txt']}
    """
    rows = (line.split("|") for line in page.splitlines() if line.startswith("| `"))
    return {row[1].strip(" `"): re.findall(r"`([^`]+)`", row[5]) for row in rows if len(row) > 6}
