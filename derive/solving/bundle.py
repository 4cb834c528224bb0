"""Bundles: variables that are looked up together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from derive.equations.var import Var
from derive.results.known import Known


@dataclass(frozen=True)
class Bundle:
    """Variables looked up together, such as an accelerator's; `say` is the option that does so.

    Where an entry of `kind` has given some of them, what it lacks is the `rest`, by the option
    `say_rest`; without a name for it, the variables are asked for one by one.
    """

    name: str
    variables: tuple[Var, ...]
    say: str = ""
    kind: str = ""
    rest: str = ""
    say_rest: str = ""

    def beside(self, known: Mapping[Var, Known]) -> tuple[str, str]:
        """Its name and option beside what is known; no name if an entry has given what it can."""
        entries = (known[var].entry for var in self.variables if var in known)
        if self.kind and any(entry.partition(" ")[0] == self.kind for entry in entries):
            return self.rest, self.say_rest
        return self.name, self.say
