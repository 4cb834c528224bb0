"""Parts of a question's program while it is made."""

from __future__ import annotations

from dataclasses import dataclass, field

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.data import Pair
from derive.program.nodes import Nodes
from derive.results.known import Known
from derive.solving.equation_system import EquationSystem


@dataclass
class ProgramParts:
    """A question with `moved` givens, and the expressions and relations of its program so far, with
    the variables `used` on the way. Slots are those of the system.
    """

    system: EquationSystem
    target: Var
    given: dict[Var, Known]
    moved: tuple[Var, ...]
    nodes: Nodes = field(default_factory=Nodes)
    used: set[Var] = field(default_factory=set)
    relations: dict[str, int] = field(default_factory=dict)
    _sides: dict[Relation, Pair | None] = field(default_factory=dict)

    def slot(self, var: Var) -> int:
        """The slot of a variable that is used."""
        self.used.add(var)
        return self.system.slots[var]

    def sides(self, relation: Relation) -> Pair | None:
        """The sides of a relation in the table; None where one has a function without a node."""
        if relation not in self._sides:
            slots = [self.system.slots[v] for v in relation.variables]
            try:
                self._sides[relation] = relation.data.within(self.nodes, slots)
            except NotImplementedError:
                self._sides[relation] = None
        return self._sides[relation]
