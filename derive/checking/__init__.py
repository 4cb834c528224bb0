"""Checker of equations that people wrote."""

from derive.checking.check import check
from derive.checking.verdicts.finding import Finding, exit_code

__all__ = ["Finding", "check", "exit_code"]
