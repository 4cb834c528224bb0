"""The lowest versions that pyproject.toml allows: `python -m tests.release.lowest` prints them as
constraints for pip.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def lowest(project: str) -> list[str]:
    """Each dependency, those of extras included, at the highest of its lower bounds.

    >>> lowest('[project]\\ndependencies = ["click>=8.1,<9"]\\n'
    ...        'optional-dependencies = {x = ["click>=8.2", "derive[y]"], y = []}')
    ['click==8.2']
    """
    table = tomllib.loads(project)["project"]
    stated = [table["dependencies"], *table["optional-dependencies"].values()]
    floors: dict[str, Version] = {}
    for requirement in map(Requirement, (line for lines in stated for line in lines)):
        for bound in requirement.specifier:
            if bound.operator == ">=":
                version = Version(bound.version)
                floors[requirement.name] = max(version, floors.get(requirement.name, version))
    return [f"{name}=={version}" for name, version in sorted(floors.items())]


if __name__ == "__main__":
    print("\n".join(lowest(PROJECT.read_text(encoding="utf-8"))))
