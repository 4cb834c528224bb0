"""Statuses of answers, with the exit codes of the command line."""

from __future__ import annotations

from derive.display import Label


class Status(Label):
    """Status of an answer.

    >>> Status("contradiction").exit_code
    4
    """

    SOLVED = "solved"
    INFEASIBLE = "infeasible"  # a value that violates a constraint
    UNREACHABLE = "unreachable"  # no value of the target meets the givens
    UNBOUNDED = "unbounded"  # no best value: the objective improves without end
    UNDERDETERMINED = "underdetermined"
    CONTRADICTION = "contradiction"

    @property
    def exit_code(self) -> int:
        """The exit code of the command line."""
        return _EXIT_CODES[self]


# Statuses from worst to best.
WORST_FIRST = (
    Status.CONTRADICTION,
    Status.UNDERDETERMINED,
    Status.UNREACHABLE,
    Status.INFEASIBLE,
    Status.SOLVED,
)
_EXIT_CODES = {
    Status.SOLVED: 0,
    Status.INFEASIBLE: 1,
    Status.UNREACHABLE: 1,
    Status.UNBOUNDED: 1,
    Status.UNDERDETERMINED: 3,
    Status.CONTRADICTION: 4,
}
