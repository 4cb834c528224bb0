"""Programs of questions: what each course holds beside its blocks."""

from __future__ import annotations

import pytest

from derive.equations import AtMost, Constraint, Eq, Max, OpaqueFunction, Relation, Var
from derive.errors import GivenError
from derive.program.question import CourseKind, ProgramCourse, QuestionProgram, SpecialValue
from derive.program.tolerances import EXACT_INPUT
from derive.results.known import Known, Origin
from derive.solving.givens import read_givens
from derive.solving.precedence import _repeats
from derive.solving.question_program import _patterns, question_program
from derive.system import System

a, b, y, z = (Var(name) for name in "abyz")
idle = Var("idle", within="[0, oo)")
usual = Var("usual", convention="3")
ideal = Var("ideal", within="(0, 1]", default="1", ideal=True)
absent = Var("absent", within="[0, oo)", default="0", without=("pace",))
pace, many = Var("pace"), Var("many", "GPU", whole=True)
cost = Var("cost", "USD")
meeting = Var("meeting", at="the point where both are equal")


def system_of(*relations: Relation, limits: tuple[Constraint, ...] = ()) -> System:
    return System(list(relations), constraints=limits, variables=[pace])


def made(
    system: System, target: Var, given: dict[Var, str], moved: tuple[Var, ...] | None = None
) -> QuestionProgram:
    values, _ = read_givens(given, system.vocabulary)
    return question_program(system, target, values, moved)


def plain(program: QuestionProgram) -> ProgramCourse:
    """The course of no special value."""
    (course,) = [course for course in program.courses if not course.special]
    return course


WHOLE = system_of(
    Relation("sum", Eq(y, a * usual / ideal + absent)),
    Relation("beside", Eq(z, 2 * y)),
    Relation("stated", Eq(b, 2 * a * usual)),
    Relation("meet", Eq(meeting * a, b - y)),
    limits=(Constraint("room", AtMost(y, z)),),
)


def test_a_course_holds_the_values_in_force_with_their_origins() -> None:
    """Conventions, ideal values and absent features; those that are moved are no part of it."""
    course = plain(made(WHOLE, y, {a: "2", b: "12"}))
    slots = WHOLE.slots
    held = {(item.slot, item.value, item.origin, item.ideal) for item in course.fixed}
    assert held >= {
        (slots[usual], 3.0, str(Origin.CONVENTION), False),
        (slots[ideal], 1.0, str(Origin.DEFAULT), True),
    }
    assert not {item.slot for item in course.fixed} & {slots[a], slots[b]}
    assert course.kind is CourseKind.BLOCKS
    assert [block.solves for block in course.blocks] == [slots[y]]


def test_a_given_that_is_not_moved_is_held() -> None:
    """And the givens of the program are those that are."""
    program = made(WHOLE, y, {a: "2", b: "12"}, (a,))
    assert program.header.givens == (WHOLE.slots[a],) and program.header.target == WHOLE.slots[y]
    (held,) = [item for item in plain(program).fixed if item.slot == WHOLE.slots[b]]
    assert (held.value, held.origin, held.tolerance) == (12.0, str(Origin.GIVEN), 1 / 24)


def test_a_course_names_its_checks_its_limits_and_what_it_leaves_unused() -> None:
    """b stands in a check alone."""
    course, slots = plain(made(WHOLE, y, {a: "2", b: "12"})), WHOLE.slots
    (check,) = course.checks
    assert (check.name, len(check.terms)) == ("stated", 2)
    assert set(check.behind) == {slots[a], slots[b], slots[usual]}
    assert check.reconcilers == (slots[usual],)
    assert [limit.name for limit in course.constraints] == ["room"]
    assert course.unused == (slots[b],)


def test_checks_and_limits_assume_the_usual_values_in_force_and_no_moved_one() -> None:
    """What is moved comes with each evaluation."""
    course, slots = plain(made(WHOLE, y, {a: "2", b: "12"})), WHOLE.slots
    usual_values = {slots[usual]: 3.0, slots[ideal]: 1.0, slots[absent]: 0.0}
    (check,), (limit,) = course.checks, course.constraints
    assert dict(check.check.path.assumed) == usual_values
    assert dict(limit.constraint.path.assumed) == usual_values


def test_the_surroundings_have_all_equations_and_what_need_not_exist() -> None:
    """Four equations, of which one states a point; the values beside the givens."""
    around, slots = plain(made(WHOLE, y, {a: "2", b: "12"})).around, WHOLE.slots
    assert len(around.equations) == 4
    assert [(slot, made) for slot, _, made in around.hypothetical] == [(slots[meeting], ())]
    assert {around.equations[place] for _, place, _ in around.hypothetical} <= {*around.equations}
    known = {(item.slot, item.origin) for item in around.known}
    assert (slots[usual], str(Origin.CONVENTION)) in known
    assert not {slot for slot, _ in known} & {slots[a], slots[b], slots[ideal]}
    assert {(item.slot, item.value, item.ideal) for item in around.defaults} == {
        (slots[ideal], 1.0, True),
        (slots[absent], 0.0, False),
    }


def test_zero_and_the_usual_value_have_courses_of_their_own() -> None:
    """Two special values of one given never hold at once; those of two givens do."""
    system = system_of(Relation("sum", Eq(y, a * usual + idle)), Relation("half", Eq(z, y / 2)))
    program, slots = made(system, z, {a: "2", usual: "4", idle: "1"}), system.slots
    special = {(item.slot, item.value, item.width > 0.0) for item in program.special}
    assert special == {(slots[usual], 3.0, True), (slots[idle], 0.0, False)}
    assert sorted(len(course.special) for course in program.courses) == [0, 1, 1, 2]
    both = Var("both", within="[0, oo)", convention="2")
    alone = system_of(Relation("twice", Eq(y, 2 * both + a)))
    program = made(alone, y, {both: "1", a: "1"})
    assert sorted(len(course.special) for course in program.courses) == [0, 1, 1]


@pytest.mark.parametrize("off", [0.0, 1.5e-9, -1.5e-9, 2.5e-9, -2.5e-9, 1e-6])
def test_what_counts_as_the_usual_value_does_so_in_an_answer_too(off: float) -> None:
    """A number beside it by no more than numbers are told apart."""
    system = system_of(Relation("sum", Eq(y, a * usual + idle)))
    (special,) = [item for item in made(system, y, {a: "2", usual: "4"}).special if item.width]
    value = special.value * (1 + off)
    known = Known(usual, value, Origin.GIVEN, EXACT_INPUT)
    assert (abs(off) <= special.width) is _repeats(system, known)


@pytest.mark.parametrize(
    ("target", "given", "kind"),
    [
        (y, {a: "2"}, CourseKind.BLOCKS),
        (b, {a: "2"}, CourseKind.BLOCKS),
        (pace, {a: "2"}, CourseKind.OPEN),
        (usual, {a: "2"}, CourseKind.KNOWN),
        (ideal, {a: "2"}, CourseKind.OPEN),
    ],
)
def test_a_course_without_blocks_says_why(
    target: Var, given: dict[Var, str], kind: CourseKind
) -> None:
    """Open, or known by convention."""
    assert plain(made(WHOLE, target, given)).kind is kind


def test_a_zero_that_contradicts_a_given_makes_a_course_of_a_contradiction() -> None:
    """A product with a factor of zero is not two."""
    system = system_of(Relation("product", Eq(y, a * idle)), Relation("half", Eq(z, b / 2)))
    program = made(system, z, {y: "2", idle: "1", b: "4"})
    kinds = {len(course.special): course.kind for course in program.courses}
    assert kinds == {0: CourseKind.BLOCKS, 1: CourseKind.CONTRADICTION}


def test_a_counted_target_has_its_ways_back() -> None:
    """To the bill, which it must not exceed, before the price of each."""
    bill = system_of(Relation("bill", Eq(cost, many * Var("price", "USD/GPU"))))
    price = bill.find("price")
    first, second = plain(made(bill, many, {cost: "10 USD", price: "3 USD/GPU"})).roundings
    assert (first.slot, first.at_most) == (bill.slots[cost], True)
    assert (second.slot, second.at_most) == (bill.slots[price], True)
    for rounding in (first, second):
        assert [block.solves for block in rounding.blocks] == [rounding.slot]
        assert bill.slots[many] not in {item.slot for item in rounding.known}
    assert plain(made(bill, cost, {many: "3 GPU", price: "3 USD/GPU"})).roundings == ()


def test_what_has_no_numbers_has_no_program() -> None:
    """An uncertain given, and a function of which only the units are known."""
    opaque = OpaqueFunction("f", "1", "1")
    system = system_of(Relation("dark", Eq(y, opaque(a))), Relation("max", Eq(z, Max(a, b))))
    values, _ = read_givens({a: "1 to 2", b: "3"}, system.vocabulary, uncertain=True)
    with pytest.raises(GivenError, match="it is uncertain, and a program takes exact values"):
        question_program(system, z, values)
    with pytest.raises(GivenError, match="dark has a function of which only the units are known"):
        made(system, y, {a: "2"})


def test_special_values_of_one_given_are_not_taken_together() -> None:
    """Zero and the usual value of the first, zero of the second."""
    special = [SpecialValue(0, 0.0), SpecialValue(0, 3.0), SpecialValue(1, 0.0)]
    assert _patterns(special) == [(), (0,), (1,), (2,), (0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("many", "most", "count"), [(6, 6, 64), (7, 3, 64), (8, 2, 37), (11, 1, 12)]
)
def test_of_many_special_values_fewer_are_taken_together(many: int, most: int, count: int) -> None:
    patterns = _patterns([SpecialValue(slot, 0.0) for slot in range(many)])
    assert (max(map(len, patterns)), len(patterns)) == (most, count)


def test_what_a_zero_makes_zero_is_known_to_be_zero_in_its_course() -> None:
    """A product of nothing; beside it all other values lead to it by a block."""
    wasted = Var("course_wasted", within="[0, oo)")
    system = system_of(Relation("wasted", Eq(wasted, idle * a)))
    program = made(system, wasted, {idle: "2", a: "3"})
    kinds = {course.kind: course for course in program.courses}
    zero = kinds[CourseKind.KNOWN]
    assert zero.special and plain(program).kind == CourseKind.BLOCKS
    slot = system.slots[wasted]
    assert [item.value for item in zero.fixed if item.slot == slot] == [0.0]
