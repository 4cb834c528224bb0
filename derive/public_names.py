"""The public names of a package, listed once: as imports in the stub file beside its `__init__`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module


def public_names(package: str, init: str) -> tuple[list[str], Callable[[str], object]]:
    """`__all__` and `__getattr__` of a package: the lines `from X import Y as Y` of its
    `__init__.pyi`.

    A name is imported when it is first touched, so that the package itself stays cheap to import.
    """
    with open(f"{init}i", encoding="utf-8") as stub:  # noqa: PTH123 - pathlib takes 3 ms to import
        lines = [line.split() for line in stub if line.startswith("from ")]
    homes = {name: home for _, home, _, _, _, name in lines}

    def attribute(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        return getattr(import_module(homes[name]), name)

    return sorted(name for name in homes if not name.startswith("_")), attribute
