"""A catalogue entry as givens: variables with their looked-up values."""

from __future__ import annotations

from collections.abc import Iterable

from derive.equations.var import Var
from derive.library.catalogue.figure import SourcedValue
from derive.library.catalogue.kinds import entry_kinds
from derive.library.catalogue.record import Record
from derive.results.known import Known, Origin

TOLERANCE = 0.02


class Entry(dict[Var, Known]):
    """Looked-up values by variable, to be spread into the givens of a question.

    `variants` are the choices the entry makes (multi-head latent attention picks the KV layout, a
    price step the tariff); spreading loses them, so each value also carries its `entry`, from which
    `variants_for` finds them again.
    """

    def __init__(
        self,
        record: Record,
        knowns: Iterable[Known],
        variants: dict[str, str] | None = None,
        notes: tuple[str, ...] = (),
    ) -> None:
        super().__init__((known.var, known) for known in knowns)
        self.kind, self.id, self.name = record.kind, record.id, record.name
        self.variants = dict(variants or {})
        note = record.text("note")
        self.notes = (*((note,) if note else ()), *notes)


def looked_up(var: Var, figure: SourcedValue, record: Record, note: str = "") -> Known:
    """A figure as the value of a variable, in base units; `note` goes before the figure's own."""
    if figure.value is None:
        raise ValueError(f"{figure.key} of {record.label} holds no single value")
    return Known(
        var,
        figure.value,
        Origin.LOOKED_UP,
        0.0 if var.whole else TOLERANCE,  # layers and heads are counted
        figure.written,
        figure.source,
        record.label,
        "; ".join(part for part in (note, figure.note) if part),
        figure.verified,
    )


def variables_of(record: Record, without: tuple[Var, ...] = ()) -> list[Known]:
    """The figures of an entry that are variables of the library, in nomenclature order."""
    variables = entry_kinds()[record.kind].variables
    found = ((var, record.of(var)) for var in variables if var not in without)
    return [looked_up(var, figure, record) for var, figure in found if figure is not None]
