"""Questions to the library: the one system of all relations, its answers, proofs of theorems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isclose
from typing import Any

from derive.arguments import called
from derive.equations.theorem import Theorem
from derive.equations.var import Var
from derive.errors import UnknownName
from derive.library.choices import absent_remarks, idle_remarks, vain_remarks
from derive.library.choices import chosen_by_givens as chosen_by_givens
from derive.library.choices import system_for as system_for
from derive.library.scenario_words import beyond_at_optimum, domain_remarks
from derive.library.system import theorems
from derive.program.tolerances import CLOSE
from derive.results.answer import Answer
from derive.results.closed_form import ClosedForm
from derive.results.derivation import Proof
from derive.results.missing import Missing
from derive.results.optimum import Optimum
from derive.results.sensitivity import Sensitivity
from derive.results.uncertainty import DRAWS, Tolerance
from derive.solving.determined import BY_SCAN
from derive.solving.prove import prove_theorem

_WEIGHT_READ, _TOUCHED = "weight read", "experts_touched"


@called('derive.solve("step_time", {"compute_time": "2 ms", "memory_time": "3 ms"})')
def solve(
    target: str | Var,
    given: Mapping[Any, Any] | None = None,
    *,
    variants: Mapping[str, str] | None = None,
    rtol: float = 0.0,
    draws: int = DRAWS,
    seed: int = 0,
    efficiency: str | None = None,
) -> Answer:
    """The value of `target`, given others. Returns an Answer; `answer.value` is a pint quantity.

    `given` maps variables or their names to quantities as text ("3.35 TB/s/GPU"), pint quantities
    or catalogue entries spread into it. `variants` chooses among ways to state a relation ({"step
    time": "none"}); a model of the catalogue may choose for itself. `rtol` widens the tolerance
    within which givens agree. A given may be uncertain: "2 to 3 USD/hour/GPU", "20 ± 2 ms",
    "lognormal 1e11 to 3e11 param"; the answer is then that at the medians and `answer.spread` tells
    how far it is not known, from `draws` of `seed` where no exact way is known. `efficiency`
    "measured" turns the bound of a step into an estimate: the share of it that comparable published
    points realise, as an uncertain given. Raises UnknownName, GivenError or TextError, each naming
    the culprit and the fix.

    >>> import derive
    >>> run = {"active_params": "37e9 param", "training_tokens": "14.8e12 token"}
    >>> derive.solve("training_flops", run).text
    '3.286e24 FLOP'
    """
    given, variants, remark = with_efficiency(efficiency, target, given, variants)
    system = system_for(given, variants, target)
    answer = system.solve(target, given, rtol=rtol, draws=draws, seed=seed)
    rests_on = {known.var.name for known in answer.known}
    if efficiency is not None and not remark and "realised_share" not in rests_on:
        remark = "what is asked does not rest on the step: no efficiency is measured for it"
    remarks = [*idle_remarks(system, (answer.target, *_by_hand(given))), *filter(None, [remark])]
    chosen = system.variants.get(_WEIGHT_READ) == _TOUCHED and _WEIGHT_READ not in (variants or {})
    if chosen and not remarks and BY_SCAN in answer.warnings and answer.spread is None:
        whole = system.with_variants({_WEIGHT_READ: "all"}).solve(target, given, rtol=rtol)
        return _in_closed_form(answer, whole)
    remarks += (*vain_remarks(system, answer, given), *absent_remarks(answer, variants))
    remarks += domain_remarks(answer, given)
    remarks += dict.fromkeys(known.caution for known in answer.known if known.caution)
    return replace(answer, warnings=(*answer.warnings, *remarks)) if remarks else answer


def with_efficiency(
    efficiency: str | None,
    target: str | Var,
    given: Mapping[Any, Any] | None,
    variants: Mapping[str, str] | None,
) -> tuple[Mapping[Any, Any] | None, Mapping[str, str] | None, str]:
    """The givens and variants of a question at an efficiency that is looked up, and a remark where
    none is; without one they stay as they are.
    """
    if efficiency is None:
        return given, variants, ""
    from derive.library.measured.efficiency import at_efficiency  # most questions do without

    return at_efficiency(efficiency, target, given or {}, variants)


def _by_hand(given: Mapping[Any, Any] | None) -> Iterator[Any]:
    """The names of what is given and is no value of a catalogue entry."""
    return (key for key, value in (given or {}).items() if not getattr(value, "entry", None))


def _in_closed_form(scanned: Answer, whole: Answer) -> Answer:
    """The answer with all weights read, where it is the same as the one found by a scan; what pulls
    at it stays that of the experts touched.
    """
    one, other = scanned.number, whole.number
    if one is None or other is None or not isclose(one, other, rel_tol=CLOSE):
        return scanned
    found = scanned.solution
    solution = replace(whole.solution, neglected=found.neglected, ideals=found.ideals)
    return replace(whole, solution=solution)


def tolerances(
    target: str | Var,
    given: Mapping[Any, Any],
    within: float = 0.10,
    *,
    variants: Mapping[str, str] | None = None,
) -> tuple[Tolerance, ...]:
    """The accuracy of each given that keeps `target` within this share of its value; the tightest
    first.

    `alone` is how far one may be off with the others exact, `together` how far all that act may be
    off at once; both relative, and infinite where it does not matter. Raises what `solve` raises,
    and GivenError where there is no one answer.

    >>> import derive
    >>> chip = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    >>> for given in derive.tolerances("drain_time", chip):
    ...     print(given.var.name, round(given.alone, 4))
    hbm_bandwidth 0.0909
    hbm_capacity 0.1
    """
    return system_for(given, variants, target).tolerances(target, given, within)


@called('derive.formula("drain_time", ["hbm_capacity", "hbm_bandwidth"])')
def formula(
    target: str | Var, known: Sequence[str | Var], *, variants: Mapping[str, str] | None = None
) -> tuple[ClosedForm, ...]:
    """`target` in closed form of what is known, names only: one form per regime, each with its
    derivation.

    Raises UnknownName; DeclarationError when the known do not fix the target, or no rule isolates
    it.

    >>> import derive
    >>> print(derive.formula("right_half", ["left_half_out", "right_half_out"])[0])
    right_half = left_half_out - f(right_half_out)
    """
    return system_for({}, variants, target, known).formula(target, known)


@called('derive.sensitivity("step_time", {"compute_time": "2 ms", "memory_time": "3 ms"})')
def sensitivity(
    target: str | Var,
    given: Mapping[Any, Any],
    *,
    variants: Mapping[str, str] | None = None,
    rtol: float = 0.0,
) -> Sensitivity:
    """The sensitivity of an answer to each value it rests on. Returns a Sensitivity; iterate it for
    the elasticities, largest first.

    The arguments are those of `solve`. `.boundaries` tells how far each value is from where the
    regime flips or a constraint is just met. Raises UnknownName, GivenError or TextError, each
    naming the culprit and the fix.

    >>> import derive
    >>> chip = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    >>> found = derive.sensitivity("drain_time", chip)
    >>> [(row.var.name, row.elasticity) for row in found]
    [('hbm_bandwidth', -1.0), ('hbm_capacity', 1.0)]
    """
    return system_for(given, variants, target).sensitivity(target, given, rtol=rtol)


@called('derive.optimise("cost_per_token", known, over="batch_size")')
def optimise(
    objective: str | Var,
    given: Mapping[Any, Any] | None = None,
    *,
    over: Any,
    subject_to: Iterable[str] = (),
    sense: str = "min",
    variants: Mapping[str, str] | None = None,
) -> Optimum:
    """The least `objective` (the largest with sense="max") over the variables `over`, where the
    limits hold. Returns an Optimum.

    `over` names one to three variables, or maps them to ranges ("1 GPU to 72 GPU", None for the
    variable's own). `subject_to` are limits as text ("step_time <= 25 ms"); the library's
    constraints hold too. `given` and `variants` are as in `solve`. Raises UnknownName, GivenError
    or TextError, each naming the culprit and the fix.

    >>> import derive
    >>> given = {**derive.accelerator("gb200_nvl72", "fp4"), "gpus": "72 GPU"}
    >>> given |= {"active_params": "100e9 param", "total_params": "800e9 param"}
    >>> given |= {"gpu_price": "3 USD/hour/GPU", "context_length": "0 token/sequence"}
    >>> derive.optimise("cost_per_token", given, over="batch_size").text
    'least 0.01667 USD/Mtoken at batch_size from 2,500 sequence on'
    """
    found = system_for(given, variants, objective, over).optimise(
        objective, given, over=over, subject_to=subject_to, sense=sense
    )
    remarks = beyond_at_optimum(found, given, variants)
    return replace(found, warnings=(*found.warnings, *remarks)) if remarks else found


@called('derive.missing("drain_time", {"hbm_capacity": "288 GB/GPU"})')
def missing(
    target: str | Var,
    given: Mapping[Any, Any] | None = None,
    *,
    variants: Mapping[str, str] | None = None,
    rtol: float = 0.0,
) -> Missing:
    """The sets of further values that would settle `target`, best first, and the combinations that
    are fixed already. Takes and raises what `solve` does.

    >>> import derive
    >>> derive.missing("drain_time", {"hbm_capacity": "288 GB/GPU"}).sets[0].names
    ('hbm_bandwidth',)
    """
    return system_for(given, variants, target).missing(target, given, rtol=rtol)


def prove(theorem: str | Theorem) -> Proof:
    """The proof of a theorem from the relations it names, every line verified.

    Raises UnknownName for an unknown theorem, InternalError if it does not follow.

    >>> import derive
    >>> [step.rule for step in derive.prove("price_cliff").derivation][-1]
    'theorem'
    """
    if isinstance(theorem, Theorem):
        return prove_theorem(theorem)
    for known in theorems():
        if known.name == theorem:
            return prove_theorem(known)
    raise UnknownName(
        "theorem",
        theorem,
        [known.name for known in theorems()],
        "List them with: derive list theorems",
    )
