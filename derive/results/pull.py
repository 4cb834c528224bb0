"""Pulls: what is left out or taken as ideal, which way that moves an answer, and its sense."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from derive.display import Label
from derive.equations.neglected import Direction
from derive.units.display import format_number


class Sense(Label):
    """The relation of a value to the true one: equal, at most it, at least it, or near it."""

    EQUALITY = "equality"
    LOWER_BOUND = "lower bound"
    UPPER_BOUND = "upper bound"
    ESTIMATE = "estimate"


_SENSES = {
    Direction.RAISES: Sense.LOWER_BOUND,
    Direction.LOWERS: Sense.UPPER_BOUND,
    Direction.EITHER: Sense.ESTIMATE,
}


def joint_sense(senses: Iterable[Sense]) -> Sense:
    """The sense of several values together: the one that holds of each.

    >>> str(joint_sense([Sense.EQUALITY, Sense.LOWER_BOUND]))
    'lower bound'
    """
    found = set(senses) - {Sense.EQUALITY}
    if len(found) > 1:
        return Sense.ESTIMATE
    return found.pop() if found else Sense.EQUALITY


@dataclass(frozen=True, slots=True, repr=False)
class Pull:
    """A reason why the true value lies elsewhere: a term that the relation `source` leaves out, or
    the value of the variable `source`, taken as ideal.

    `way` is what counting it does to the answer (raises, lowers, either), `moves` the share of the
    answer by which it does so, and `size` its ratio to what the relation keeps; both None where not
    known, and the most that they can be if `most` is set.
    """

    source: str
    what: str
    way: Direction
    size: float | None = None
    moves: float | None = None
    most: bool = False
    ideal: bool = False

    def __repr__(self) -> str:
        return f"{self.way}: {self.text}"

    @property
    def text(self) -> str:
        """The reason in words, such as "bandwidth_efficiency is taken as 1"."""
        if self.ideal:
            return f"{self.source} is {self.what}"
        return f"{self.source} leaves out {self.what} ({self.amount})"

    @property
    def share(self) -> float:
        """The share of the answer that it can move: all of it where its size is not known."""
        share = self.size if self.moves is None else self.moves
        return 1.0 if share is None else share

    @property
    def amount(self) -> str:
        """By how much it moves the answer, else its size beside what is kept, in words."""
        share = self.size if self.moves is None else self.moves
        of = " of what is counted" if self.moves is None else ""
        return amount(share, of, most=self.most)


def amount(share: float | None, of: str = " of what is counted", *, most: bool = False) -> str:
    """A share of something in words.

    >>> amount(0.02), amount(None)
    ('2 % of what is counted', 'size not known')
    """
    if share is None:
        return "size not known"
    return f"{'at most ' if most else ''}{format_number(100 * share, 3)} %{of}"


def sense_of(pulls: Iterable[Pull]) -> Sense:
    """The sense of a value that these pulls act on.

    >>> up, down = Pull("a", "x", Direction.RAISES), Pull("b", "y", Direction.LOWERS)
    >>> [str(sense_of(pulls)) for pulls in ([], [up, up], [down], [up, down])]
    ['equality', 'lower bound', 'upper bound', 'estimate']
    """
    return joint_sense(_SENSES[pull.way] for pull in pulls)
