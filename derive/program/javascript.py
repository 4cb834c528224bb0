"""JavaScript: programs printed as one object literal, which `runtime.js` reads.

The functions are those of the table of nodes, equal ones of all programs printed once; slots are
those of all programs, by name. Names of relations and regimes are left out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from derive.program.data import Slot
from derive.program.javascript_literal import literal, shared
from derive.program.javascript_parts import with_named_parts
from derive.program.javascript_records import ProgramPrinter
from derive.program.javascript_tables import KINDS, PrintedTables
from derive.program.question import QuestionProgram

_PARTS = (
    "portions.js",
    "intervals.js",
    "propagation.js",
    "implied.js",
    "admitted.js",
    "runtime.js",
)


def runtime() -> str:
    """The reader of programs: one classic script that defines `derive`."""
    folder = Path(__file__).parent
    return "".join((folder / name).read_text(encoding="utf-8") for name in _PARTS)


@dataclass
class ProgramBundle:
    """Programs over common slots and tables."""

    programs: Sequence[QuestionProgram]
    slots: list[Slot] = field(default_factory=list)

    def __post_init__(self) -> None:
        names: dict[str, Slot] = {}
        for program in self.programs:
            for slot in program.slots:
                names.setdefault(slot.name, slot)
        self.slots = list(names.values())
        self.tables = PrintedTables({name: k for k, name in enumerate(names)})

    def printed(self) -> str:
        """The programs as a JavaScript expression."""
        tables = self.tables
        programs = [
            ProgramPrinter(tables, program, k).program() for k, program in enumerate(self.programs)
        ]
        named, texts = with_named_parts(tables.functions)
        lines = ",\n".join(f"{'(v,z)' if 'z&' in text else 'v'}=>{text}" for text in texts)
        shown = "".join(f"const {name}=v=>{text};\n" for name, text in named.items())
        kept = [[_end(x) for x in node] for node in tables.expressions]
        parts = {
            "slots": shared([_slot(slot) for slot in self.slots]),
            "alike": literal(self.alike()),
            "tolerances": literal(asdict(self.programs[0].tolerances)),
            "functions": f"({{D,P,S,L,E,L1,E1,G,C,F,T,U,X}})=>{{{shown}return [\n{lines}]}}",
            "kinds": literal(KINDS),
            "nodes": literal(kept),
            "equations": literal([[a, b, *map(list, more)] for a, b, more in tables.equations]),
            "limited": literal(self.limited()),
            "programs": shared(programs),
        }
        return "{" + ",\n".join(f"{key}:{text}" for key, text in parts.items()) + "}"

    def limited(self) -> list[int]:
        """The slots with a range with another limit than zero and no usual value."""
        first = self.programs[0]
        return [self.tables.places[first.slots[k].name] for k in first.limited]

    def alike(self) -> list[int]:
        """The dimension of each slot, by number: slots of one dimension share their noise."""
        numbers: dict[str, int] = {}
        return [numbers.setdefault(slot.dimension, len(numbers)) for slot in self.slots]


def _slot(slot: Slot) -> list[Any]:
    ends = [_end(slot.low), _end(slot.high)]
    return [*ends, int(slot.open_low), int(slot.open_high), slot.factor, int(slot.counted)]


def _end(end: Any) -> Any:
    """An end of a range; infinity, which JSON lacks, as text."""
    if isinstance(end, int) or math.isfinite(end):
        return end
    return "nan" if math.isnan(end) else "inf" if end > 0 else "-inf"
