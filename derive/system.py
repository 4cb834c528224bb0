"""System: relations solved in every direction, one method per kind of question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from derive.analysis.comparison import compare
from derive.analysis.missing_question import find_missing
from derive.analysis.solve import ask
from derive.arguments import several
from derive.equations.relation import Relation
from derive.equations.theorem import Theorem
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.closed_form import ClosedForm
from derive.results.comparison import Comparison
from derive.results.derivation import Proof
from derive.results.missing import Missing
from derive.results.optimum import Optimum
from derive.results.sensitivity import Sensitivity
from derive.results.uncertainty import DRAWS, Tolerance
from derive.solving.composition import formulas
from derive.solving.equation_system import EquationSystem
from derive.solving.function import make_function, over_quantities
from derive.solving.givens import read_givens
from derive.solving.prove import prove_theorem


class System(EquationSystem):
    """Relations, constraints and one choice for each variant, with a method for each question.

    See `EquationSystem` for its parts and errors.

    >>> from derive import Eq, Relation, System, Var
    >>> d, v, t = Var("d", "m", "distance"), Var("v", "m/s", "speed"), Var("t", "s", "time")
    >>> System([Relation("motion", Eq(d, v * t))]).solve("t", {d: "100 m", v: "8 m/s"}).text
    '12.5 s'
    """

    def solve(
        self,
        target: str | Var,
        given: Mapping[Any, Any] | None = None,
        *,
        variants: Mapping[str, str] | None = None,
        rtol: float = 0.0,
        draws: int = DRAWS,
        seed: int = 0,
    ) -> Answer:
        """The answer for `target`. `given` maps variables or names to quantities; `rtol` widens the
        tolerance of conflicts.

        `draws` and `seed` control the sampling of uncertain givens where no exact rule gives the
        spread. Raises UnknownName, GivenError, TextError for unreadable input. See `derive.solve`.
        """
        system = self.with_variants(variants) if variants else self
        return ask(system, system.find(target), given or {}, rtol, draws, seed)

    def with_relation(self, relation: Relation) -> Self:
        """The system with one more relation, such as a constraint at its limit."""
        return self.within([*self.relations, relation])

    def formula(
        self,
        target: str | Var,
        known: Sequence[str | Var],
        *,
        variants: Mapping[str, str] | None = None,
    ) -> tuple[ClosedForm, ...]:
        """Closed forms of the target in the known variables, one per regime, with derivations.

        Raises UnknownName, and DeclarationError when the known do not fix the target or no rule
        isolates it.

        >>> import derive
        >>> system = derive.library_system()
        >>> print(system.formula("hbm_bandwidth", ["drain_time", "hbm_capacity"])[0])
        hbm_bandwidth = hbm_capacity/drain_time
        """
        system = self.with_variants(variants) if variants else self
        return formulas(system, system.find(target), system._found(known, "known"))

    def sensitivity(
        self,
        target: str | Var,
        given: Mapping[Any, Any],
        *,
        variants: Mapping[str, str] | None = None,
        rtol: float = 0.0,
    ) -> Sensitivity:
        """Elasticities of an answer, and distances to its regime and constraint boundaries.

        Raises UnknownName, GivenError, TextError for unreadable input. See `derive.sensitivity`.
        """
        from derive.analysis.sensitivity.sensitivity import sensitivity

        system = self.with_variants(variants) if variants else self
        return sensitivity(system, system.find(target), given, rtol)

    def optimise(
        self,
        objective: str | Var,
        given: Mapping[Any, Any] | None = None,
        *,
        over: Any,
        subject_to: Iterable[str] = (),
        sense: str = "min",
        variants: Mapping[str, str] | None = None,
    ) -> Optimum:
        """The least or largest value of a variable over free ones. See `derive.optimise`."""
        from derive.analysis.optimisation.optimise import optimise

        system = self.with_variants(variants) if variants else self
        return optimise(system, objective, given, over=over, subject_to=subject_to, sense=sense)

    def function(
        self, target: str | Var, inputs: Sequence[str | Var], *, quantities: bool = False
    ) -> Callable[..., Any]:
        """The target as a function of the inputs, planned and compiled once, for tight loops.

        It takes and returns floats in the declared units, or pint quantities with `quantities`.
        Raises DeclarationError unless the inputs determine the target by a single closed form.

        >>> import derive
        >>> f = derive.library_system().function("drain_time", ["hbm_capacity", "hbm_bandwidth"])
        >>> f(288e9, 20e12)
        0.0144
        """
        wanted, names = self.find(target), self._found(inputs, "inputs")
        function = make_function(self, wanted, names)
        return over_quantities(function, wanted, names) if quantities else function

    def sweep(
        self,
        target: str | Var | Sequence[str | Var],
        given: Mapping[Any, Any] | None = None,
        over: Mapping[Any, Any] | None = None,
        *,
        variants: Mapping[str, str] | None = None,
        rtol: float = 0.0,
        frame: str = "xarray",
    ) -> Any:
        """One or several targets over a grid, every point answered as by `solve`.

        `over` maps variables or names to spans, lists of quantities, pint arrays, or pairs of
        numbers and a unit as text; numbers in a dask array are answered chunk by chunk when
        computed. `frame` is "xarray" (a Dataset; without xarray the mapping that "numpy" gives),
        "pandas" or "numpy". Raises UnknownName, GivenError, TextError, MissingExtra.

        >>> from derive import library_system, span
        >>> given, over = {"compute_time": "2 ms"}, {"memory_time": span("1 ms", "3 ms", 3)}
        >>> found = library_system().sweep("step_time", given, over, frame="numpy")
        >>> found["step_time"].tolist(), found["regime"].tolist()[0]
        ([0.002, 0.002, 0.003], 'compute_time ≥ memory_time')
        """
        from derive.analysis.sweep.frames import sweep_frame

        system = self.with_variants(variants) if variants else self
        return sweep_frame(system, target, given or {}, over or {}, rtol, frame)

    def missing(
        self,
        target: str | Var,
        given: Mapping[Any, Any] | None = None,
        *,
        variants: Mapping[str, str] | None = None,
        rtol: float = 0.0,
    ) -> Missing:
        """The sets of further values that would settle the target, best first. See
        `derive.missing`.

        >>> from derive import library_system
        >>> given = {"hbm_capacity": "288 GB/GPU"}
        >>> library_system().missing("drain_time", given).sets[0].names
        ('hbm_bandwidth',)
        """
        system = self.with_variants(variants) if variants else self
        return find_missing(system, system.find(target), given or {}, rtol)

    def compare(
        self,
        target: str | Var,
        first: Mapping[Any, Any],
        second: Mapping[Any, Any],
        *,
        variants: Mapping[str, str] | None = None,
        rtol: float = 0.0,
    ) -> Comparison:
        """The differences between the answers for the target under two sets of givens. See
        `derive.compare`. Raises the errors of `solve`.

        >>> from derive import Eq, Relation, System, Var
        >>> d, v, t = Var("d", "m", "distance"), Var("v", "m/s", "speed"), Var("t", "s", "time")
        >>> system = System([Relation("motion", Eq(d, v * t))])
        >>> found = system.compare("t", {d: "9 m", v: "3 m/s"}, {d: "9 m", v: "1 m/s"})
        >>> [(change.name, round(change.share, 3)) for change in found.changes]
        [('v', 1.099)]
        """
        answers = (
            self.solve(target, given, variants=variants, rtol=rtol) for given in (first, second)
        )
        return compare(*answers)

    def prove(self, theorem: Theorem) -> Proof:
        """The proof of a theorem from relations of the system, every line verified.

        Raises UnknownName for a relation that the system does not have, InternalError if the
        theorem does not follow.

        >>> from derive import Eq, Relation, System, Theorem, Var
        >>> d, v, t = Var("d", "m", "distance"), Var("v", "m/s", "speed"), Var("t", "s", "time")
        >>> motion = Relation("motion", Eq(d, v * t))
        >>> theorem = Theorem("duration", Eq(t, d / v), "Distance over speed.", (motion,))
        >>> [step.rule for step in System([motion]).prove(theorem).derivation][-1]
        'theorem'
        """
        for relation in theorem.follows_from:
            self.relation(relation.name)
        return prove_theorem(theorem)

    def tolerances(
        self,
        target: str | Var,
        given: Mapping[Any, Any],
        within: float = 0.10,
        *,
        variants: Mapping[str, str] | None = None,
    ) -> tuple[Tolerance, ...]:
        """The tolerance of each known value that keeps the target within this share of its value,
        the tightest first.

        Raises the errors of `solve`, and GivenError where the givens give no single value.
        """
        from derive.analysis.uncertainty.required_accuracy import required_accuracy

        system = self.with_variants(variants) if variants else self
        stated, _ = read_givens(given, system.vocabulary, uncertain=True)
        return required_accuracy(system, system.find(target), stated, within)

    def _found(self, names: Sequence[str | Var], argument: str) -> list[Var]:
        """The variables of an argument that lists them. Raises GivenError, UnknownName."""
        return [self.find(name) for name in several(names, argument, '["gpus"]')]
