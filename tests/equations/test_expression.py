"""Expressions with parts put in, as sympy evaluates them or as they are written."""

from __future__ import annotations

from derive.equations import Var
from derive.equations.expression import replace

of, by = Var("put_in_of"), Var("put_in_by")


def test_without_evaluation_sums_and_products_stay_as_they_are_written() -> None:
    """They are ordinary ones all the same, whose factors commute."""
    product, total = (replace(e, {by: of}, evaluate=False) for e in (of * by, of + by))
    assert product.args == total.args == (of, of)
    assert product.is_commutative and total.is_commutative
    assert (product.doit(), total.doit()) == (of**2, 2 * of)


def test_with_evaluation_equal_terms_and_factors_are_put_together() -> None:
    assert replace(of * by, {by: of}) == of**2 and replace(of + by, {by: of}) == 2 * of
