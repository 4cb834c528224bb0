"""What a sample of mutants has shown: a table by rooms, then the survivors."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mutation.equivalent import key, listed
from tests.mutation.verdict import Verdict


def share(verdicts: list[Verdict]) -> float:
    """The share that was noticed of the mutants that are not listed as equivalent."""
    counted = [one for one in verdicts if one.noticed or key(one.mutant) not in listed()]
    return sum(bool(one.noticed) for one in counted) / max(len(counted), 1)


def told(verdicts: list[Verdict], drawn: int) -> str:
    """The table and the survivors, as text."""
    return "\n".join([*_survivors(verdicts), *_table(verdicts, drawn)])


def _survivors(verdicts: list[Verdict]) -> Iterator[str]:
    reasons = listed()
    for one in verdicts:
        if not one.noticed:
            reason = reasons.get(key(one.mutant))
            yield f"\nequivalent, {reason}:" if reason else "\nsurvived:"
            yield f"{one.mutant}, in {one.mutant.function}\n{one.mutant.diff}"


def _table(verdicts: list[Verdict], drawn: int) -> Iterator[str]:
    heads = f"{'mutants':>8}{'killed':>8}{'share':>7}{'equivalent':>12}{'share of the others':>21}"
    yield f"\n{'room':<12}{heads}"
    rooms = sorted({one.mutant.path.parts[1] for one in verdicts})
    for room in (*rooms, "all"):
        of_room = [one for one in verdicts if room in ("all", one.mutant.path.parts[1])]
        killed = sum(bool(one.noticed) for one in of_room)
        equivalent = sum(not one.noticed and key(one.mutant) in listed() for one in of_room)
        counts = f"{len(of_room):>8}{killed:>8}{killed / max(len(of_room), 1):>7.0%}"
        yield f"{room:<12}{counts}{equivalent:>12}{share(of_room):>21.0%}"
    if len(verdicts) < drawn:
        yield f"{drawn - len(verdicts)} more were drawn, for which there was no time"
