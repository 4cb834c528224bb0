"""Scaling laws: the constants of a fit as givens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from derive.equations.var import Var
from derive.errors import GivenError
from derive.library.catalogue.figure import SourcedValue
from derive.library.catalogue.givens import Entry, looked_up
from derive.library.catalogue.own_data import store
from derive.library.catalogue.record import Record
from derive.library.entries.kinds import LAW
from derive.library.nomenclature.chinchilla import (
    irreducible_loss,
    param_loss_exponent,
    param_loss_scale,
    token_loss_exponent,
    token_loss_scale,
    tokens_per_param,
)
from derive.library.nomenclature.quality import (
    experts_at_most,
    experts_at_start,
    routed_expert_exponent,
    routed_interaction,
    routed_loss_scale,
    routed_param_exponent,
)
from derive.results.known import Known
from derive.units.display import with_unit


def _as_it_is(value: float) -> float:
    return value


def _negated(value: float) -> float:
    return -value


def _tenfolds(value: float) -> float:
    return float(10**value)


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant of a law: the variable it gives, and its conversion from the printed
    number, and a note on it.
    """

    var: Var
    made: Callable[[float], float] = _as_it_is
    note: str = ""


_PARAMETRIC = {
    "E": Constant(irreducible_loss),
    "A": Constant(param_loss_scale),
    "B": Constant(token_loss_scale),
    "alpha": Constant(param_loss_exponent),
    "beta": Constant(token_loss_exponent),
}
_ROUTED = {
    "a": Constant(
        routed_param_exponent, _negated, "printed as the power itself, which is negative"
    ),
    "b": Constant(
        routed_expert_exponent, _negated, "printed as the power itself, which is negative"
    ),
    "c": Constant(routed_interaction),
    "d": Constant(routed_loss_scale, _tenfolds, "printed as its logarithm to base ten"),
    "E_start": Constant(experts_at_start),
    "E_max": Constant(experts_at_most),
}
_RULE = {"tokens_per_param": Constant(tokens_per_param)}
# What the file calls a law's form, by its beginning.
_FORMS = {"L(N,D) = E + A/N**alpha": _PARAMETRIC, "log10 L = a*log10 N": _ROUTED, "": _RULE}


def scaling_law(id: str) -> Entry:
    """The constants of a fit as givens: of the parametric loss, of the law for routed models, or
    the rule of twenty.

    Raises UnknownName for an unknown id, GivenError for a law of another form, DataError for a
    faulty entry.

    >>> scaling_law("chinchilla_approach3_published")[param_loss_exponent].text
    '0.34'
    """
    record = store().record(LAW, id)
    constants = _constants(record)
    return Entry(
        record,
        [
            _known(constants[figure.key], figure, record)
            for figure in record.figures
            if figure.key in constants
        ],
    )


def _constants(record: Record) -> dict[str, Constant]:
    constants = _of_form(record)
    if constants is None:
        form = record.text("form") or record.text("note") or "no form is given"
        usable = [id for id in store().ids(LAW) if _of_form(store().record(LAW, id)) is not None]
        raise GivenError(
            LAW,
            f"the library has no relation for {record.id} ({form})",
            f"It has one for {', '.join(usable)}.",
        )
    return constants


def _of_form(record: Record) -> dict[str, Constant] | None:
    """The constants of the law's form, if all of them are there."""
    form = record.text("form")
    for begins, constants in _FORMS.items():
        if (form.startswith(begins) if begins else not form) and all(
            record.figure(key) is not None for key in constants
        ):
            return constants
    return None


def _known(constant: Constant, figure: SourcedValue, record: Record) -> Known:
    made = (
        figure
        if figure.value is None
        else replace(figure, value=constant.made(figure.value) * constant.var.unit.factor)
    )
    if constant.made is _tenfolds and made.value is not None:
        made = replace(made, written=with_unit(f"{made.value:.6g}", constant.var.unit.text))
    elif constant.made is _negated:
        made = replace(made, written=figure.written.removeprefix("-"))
    known = looked_up(constant.var, made, record, constant.note)
    caution = record.text("caution")
    return replace(known, caution=f"{record.label}: {caution}") if caution else known
