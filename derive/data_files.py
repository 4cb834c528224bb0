"""Paths of data files and report sources: the installed copy, else the checkout's."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped(relative: str) -> Path:
    """Path of `quantities/...` or `reports/source/...`."""
    installed = _PACKAGE / relative
    return installed if installed.exists() else _PACKAGE.parent / relative


def installed() -> bool:
    """Whether the package is an installed copy, which holds its data files, and no checkout."""
    return (_PACKAGE / "quantities").exists()
