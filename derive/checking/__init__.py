"""Reading equations people wrote and judging them."""

from derive.checking.finding import Finding, exit_code
from derive.checking.texts import check

__all__ = ["Finding", "check", "exit_code"]
