"""Reports: a source, the engine's answers, and files."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from derive.reporting.source import reports as reports
    from derive.reporting.write import report as report

_HOME_OF = {"report": "derive.reporting.write", "reports": "derive.reporting.source"}
__all__ = ["report", "reports"]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'derive.reporting' has no attribute '{name}'")
    return getattr(import_module(_HOME_OF[name]), name)
