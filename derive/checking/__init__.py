"""Reading equations people wrote and judging them."""

from derive.checking.texts import check
from derive.checking.finding import Finding, exit_code

__all__ = ["Finding", "check", "exit_code"]
