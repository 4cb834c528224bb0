"""Whether a tag may be released: `python -m tests.release.tag v1.2.3` ends with 1 if not."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def version() -> str:
    """The version that derive/version.py states."""
    return str(runpy.run_path(str(ROOT / "derive/version.py"))["__version__"])


def newest(changelog: str) -> tuple[str, str]:
    """Version and date of the topmost head of a changelog; the date of one that is not out is "".

    >>> newest("# Changelog\\n\\n## 1.2 (2026-11-21)\\n\\n## 1.1 (2026-01-01)")
    ('1.2', '2026-11-21')
    >>> newest("## 1.3 (unreleased)")
    ('1.3', '')
    """
    found = re.search(r"^## (\S+) \((unreleased|\d{4}-\d\d-\d\d)\)$", changelog, re.M)
    if not found:
        raise ValueError("CHANGELOG.md has no head such as '## 1.2.3 (2026-11-21)'")
    return found[1], found[2].replace("unreleased", "")


def cited(citation: str) -> tuple[str, str]:
    """Version and date of CITATION.cff; the date of a version that is not out is "".

    >>> cited("version: 1.2\\ndate-released: 2026-11-21")
    ('1.2', '2026-11-21')
    """
    facts = dict(re.findall(r"^(version|date-released): ([^'\"\s]+)", citation, re.M))
    return facts.get("version", ""), facts.get("date-released", "")


def faults(tag: str, stated: str, changelog: str, citation: str) -> list[str]:
    """Why a tag may not be released, a line each.

    >>> faults("v1.2", "1.2", "## 1.2 (2026-11-21)", "version: 1.2\\ndate-released: 2026-11-21")
    []
    """
    found = [] if tag == f"v{stated}" else [f"the tag is {tag}, the version {stated}"]
    head = newest(changelog)
    if head[0] != stated or not head[1]:
        found.append(f"the newest head of CHANGELOG.md is not {stated} with a date")
    if cited(citation) != head:
        found.append(f"CITATION.cff says {cited(citation)}, CHANGELOG.md {head}")
    return found


if __name__ == "__main__":
    texts = ((ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
    wrong = faults(sys.argv[1], version(), *texts)
    print("\n".join(wrong) or "the tag may be released")
    sys.exit(1 if wrong else 0)
