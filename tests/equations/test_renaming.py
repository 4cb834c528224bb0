"""Relations and constraints under other names: all that they say is of the other variables."""

from __future__ import annotations

from derive.equations import AtMost, Constraint, Eq, Neglected, Relation, Var

work, rate, time, own, more, beside = (
    Var(name) for name in ("work", "rate", "time", "own", "more", "beside")
)
TERM = Neglected("the rest", more / rate, "raises", of=time, stated=more, counted=(beside, rate))
OTHERS = {rate: own, time: Var("hours"), more: Var("extra"), beside: Var("apart")}


def test_a_renamed_relation_leaves_out_what_it_left_out() -> None:
    """In the other variables; what is not called otherwise stays."""
    found = Relation("r", Eq(work, rate * time), "So.", neglects=(TERM,)).renamed("s", OTHERS)
    assert (found.name, found.left, found.right) == ("s", work, own * Var("hours"))
    (term,) = found.neglects
    assert (term.size, term.of, term.stated) == (Var("extra") / own, Var("hours"), Var("extra"))
    assert term.counted == (Var("apart"), own)
    (term,) = (
        Relation("r", Eq(work, rate * time), "So.", neglects=(TERM,)).renamed("s", {}).neglects
    )
    assert term == TERM


def test_a_renamed_term_without_a_variable_has_none() -> None:
    plain = Neglected("the rest", more / rate, "raises").renamed(OTHERS)
    assert (plain.of, plain.stated, plain.counted) == (None, None, ())


def test_a_renamed_constraint_has_its_sides_in_place() -> None:
    found = Constraint("c", AtMost(work / rate, time), "It ends.").renamed("d", OTHERS)
    assert found.name == "d"
    assert (found.inequality.lhs, found.inequality.rhs) == (work / own, Var("hours"))
    assert set(found.variables) == {work, own, Var("hours")}
    assert found.limit == Eq(work / own, Var("hours")) and found.source == ""


def test_a_term_is_left_out_under_the_choices_it_names_alone() -> None:
    """By the group that comes first; a term of no choice is left out always."""
    term = Neglected("the rest", more / rate, "raises", under=("layout", "hybrid", "latent"))
    assert term.left_out({"layout": "latent"}) and term.left_out({"layout": "hybrid"})
    assert not term.left_out({"layout": "full"}) and not term.left_out({})
    assert not term.left_out({"hybrid": "latent", "layout": "full"})
    assert TERM.left_out({}) and TERM.left_out({"layout": "full"})
