"""Programs in JavaScript: every page's questions are answered as in Python, to the last digits.

`python -m tests.program` asks many more, DERIVE_SAMPLES=10 ten times the usual ones; node is
needed, and its absence is said.
"""

from __future__ import annotations

import math
import os
import random
from typing import Any

import pytest
import sympy

from derive.equations import AtMost, Constraint, Eq, Max, Min, Relation, Var
from derive.program.compiler import compile_node
from derive.program.contraction import Contraction, Contractor, equation_of
from derive.program.data import Slot
from derive.program.factor_limits import closing_equations, factor_limits
from derive.program.interval import within_digits
from derive.program.javascript import ProgramBundle
from derive.program.javascript_tables import KINDS
from derive.program.json import program_json, read_program
from derive.program.nodes import Nodes
from derive.program.products import implied_equations
from derive.program.propagation import contract
from derive.program.question import CourseKind
from derive.program.scalar import NodeReader
from derive.solving.consistency import knowledge
from derive.solving.givens import read_givens
from derive.solving.question_program import question_program
from derive.system import System
from tests.program.agreement import (
    NODE,
    Agreement,
    asked,
    compare,
    differs,
    edge_cases,
    end_cases,
    random_cases,
    ways_across,
)
from tests.program.pages import PAGES, Page, page, page_of
from tests.sampling import samples
from tests.solving import cancelling, shared_factors
from tests.solving.test_coupled_blocks import dead_end_beside_an_unsolved_regime
from tests.solving.test_regimes import steps_of_a_part_near_a_pole

CASES = samples(4)
SEED = int(os.environ.get("DERIVE_SEED", "1"))
QUICK = ("drain", "cliff", "fleet")  # pages that are made in a second
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed: no JavaScript reader")


def page_named(name: str) -> Any:
    """A page's name as a parameter, slow unless the page is made quickly."""
    return pytest.param(name, marks=() if name in QUICK else (pytest.mark.slow,))


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.slow
def test_a_program_comes_back_from_json_and_is_the_same_each_time(name: str) -> None:
    made = page(name)
    for program, target in zip(made.programs, made.targets, strict=True):
        text = program_json(program)
        assert read_program(text) == program and program_json(read_program(text)) == text
        assert len(text) < 150_000 and program.slots[program.header.target].name == target.name
    again = question_program(
        made.system,
        made.targets[0],
        {v: k for v, k in made.known.items() if v != made.targets[0]},
        made.moved[0],
    )
    assert program_json(again) == program_json(made.programs[0])


@needs_node
@pytest.mark.parametrize("name", [page_named(name) for name in PAGES])
@pytest.mark.slow
def test_random_questions_have_the_answers_of_python(name: str) -> None:
    made = page(name)
    cases = random_cases(made, CASES, random.Random(SEED))
    assert compare(made, cases, asked(made, cases=cases)["answers"]) > len(cases) // 12


@needs_node
@pytest.mark.parametrize("name", [page_named(name) for name in ("cliff", "decode", "experts")])
@pytest.mark.slow
def test_answers_agree_on_and_beside_every_edge(name: str) -> None:
    """Where status or regime change, at whole numbers, and at the ends of ranges."""
    made, rng = page(name), random.Random(SEED)
    cases = edge_cases(made, samples(24), rng) + end_cases(made, rng)
    assert len(cases) > 12
    cases = rng.sample(cases, min(len(cases), samples(6)))
    compare(made, cases, asked(made, cases=cases)["answers"])


# Questions on which the readers once differed, found by tests.program.
_ONCE_APART = {
    "queue": [  # where noise decides, the order of propagation matters; steep roots; zero as an end
        (2, [0.018215686519230237, 0.23311393866674207, 884.9278758507038, 0.27042713598424073,
             0.9429310399342568, 0.3032561939216746, 2.1680530301843257]),
        (2, [2.9216908607759993, 0.30407322248772334, 574.0692448052218, 0.8574887126602947,
             0.2679597848906891, 0.24167497834212148, 1.820934215252844]),
        (1, [206.0, 0.0313794146954913, 0.2332981588735907, 505.41644191681445,
             0.47953552661287513, 0.204014686250925, 0.3564637470871264]),
    ],
    "cliff": [  # a half, rounded to the even number
        (2, [1.4065798499738291, 83082518346.7816, 1091608049697.9795, 214.86394059253956,
             310959.80590183643, 1749.0662141018452]),
    ],
    "margin": [  # a clash among values that are zero in part: some of these clash by themselves
        (2, [0.0050683388242776265, 2444.0, 4.900336631332066e-07, 1.853643272030532e-06,
             2.5056063632534413e-08, 1911490.5268085846, 2532206.5694527957, 23.48422646475556]),
    ],
    "cost": [  # an end next to which a rounded given and the others nearly clash
        (1, [1.1008975331993476, 4463.19146482521, 46659.511887450426, 40076236848.79114,
             655381111624.3717, 5.0, 12740310309278.182, 2154347117779.6316, 0.0003120930518130635,
             1.9634553254111836e-06]),
    ],
    "experts": [  # two nearly equal terms; a limit that fails all over an interval; two conflicts;
        # values that agree but for the ideal ones assumed beside them; a clash
        # which narrowing nears so slowly that the order of the relations decides
        (1, [0.5686044306884314, 15.547935731384431, 0.0, 4254175314.4005227, 5544457115522.89,
             544.0, 1355.0, 31.0, 42.0, 43.0, 3.0, 4555057716413921.0, 16244981054363.66,
             0.006680455336946999]),
        (4, [0.9676980749965245, 1.6073458262529956, 217.0, 63090382065.51021, 63090381939.32882,
             45.0, 324.0, 96.0, 156.0, 13.0, 10.0, 2293716377980719.5, 8070533218302.543,
             0.01051707017900027]),
        (1, [1.4855433920232777, 2.9512907773543438, 3985.8408736664405, 36934402069.22536,
             682429038719.9858, 41.0, 683.0, 40.0, 257.0, 9.0, 16.0, 1864253728846603.2,
             7777274653427.559, 0.00016127526851457223]),
        (3, [1.5221916546835224, 1.9977782238741062, 202.0, 4308.487978158291, 50009861242.395325,
             31.0, 842.0, 76.0, 382.0, 11.0, 0.6063414791663587, 1104918577963021.2,
             9156837772447.213, 0.030157091933827766]),
        (3, [1.4022850150847894, 1.097639540503447, 95.0, 69787.66974644808, 22511786408.178112,
             82.0, 891.0, 39.0, 229.0, 14.0, 11.0, 2900189468575063.5, 3752875231913.707,
             0.018441105506420485]),
        (3, [0.5197793915889591, 8.03066957583232, 39.0, 0.0, 8848480516.552471,
             315.0, 3735.0, 116.0, 1209.0, 1.0, 3.0, 1.4916320207730792e16, 634084440015.6735,
             0.0021387368141269248]),
    ],
}  # fmt: skip


_ON_EDGES = [  # where a wait begins, and where there is one at all: the last digits decide
    (3, [32.539876104509055, 0.15164907557136248, 709.3762081533715, 0.8954384850653495,
         0.8476642014845694, 0.5480125347837793, 1.3441885318626254]),
    (1, [247.0, 0.02166313529065025, 1.1938192498176627, 859.2429947742824,
         0.2867084675489482, 0.930707428732475, 1.44457942502562]),
]  # fmt: skip


@needs_node
@pytest.mark.slow
def test_only_the_last_digits_may_decide_an_edge() -> None:
    """Both are told as edges; the same answers off by 3e-12, or a little off the edge, are not."""
    made = page("queue")
    found = asked(made, cases=_ON_EDGES)["answers"]
    agreement = Agreement()
    agreement.compare(made, _ON_EDGES, found)
    assert not agreement.wrong and agreement.on_edges <= 2
    for place, by in ((0, 1 + 3e-12), (1, 1 + 1e-9)):
        wrong, (question, values) = Agreement(), _ON_EDGES[place]
        status, own, intervals = found[place]
        moved = [(question, [values[0] * (by if place else 1), *values[1:]])]
        shifted = [[x * (1 if place else by), *rest] for x, *rest in own]
        answers = [[status, shifted, intervals]] if own else [["solved", [[0.88, None, ""]], []]]
        wrong.compare(made, moved, answers)
        assert wrong.wrong and not wrong.on_edges


@needs_node
@pytest.mark.parametrize("name", [page_named(name) for name in _ONCE_APART])
def test_questions_on_which_the_readers_once_differed(name: str) -> None:
    made, cases = page(name), _ONCE_APART[name]
    compare(made, cases, asked(made, cases=cases)["answers"])


@needs_node
@pytest.mark.parametrize("name", ["layout", "queue"])
@pytest.mark.slow
def test_the_values_that_clash_are_those_that_python_tells(name: str) -> None:
    """Also where zeros are among them, one of which may be all that the clash needs, and where the
    clash rests on an end of one to a power without end.
    """
    made, rng = page(name), random.Random(7)
    drawn = [*end_cases(made, rng), *random_cases(made, 4 * CASES, rng)]
    drawn, told = [case for case in drawn if 0.0 in case[1]], 0
    cases = rng.sample(drawn, min(len(drawn), samples(15)))
    for case, slots in zip(cases, asked(made, clashes=cases)["clashes"], strict=True):
        answer = made.answer(*case)
        clash = set(answer.conflict.names) if answer.status == "contradiction" else None
        assert (slots and {made.bundle.slots[k].name for k in slots}) == clash
        told += slots is not None
    assert told > 5


@needs_node
def test_what_the_relations_of_a_target_alone_imply_is_known_on_pages() -> None:
    """No given moves anything in `equal` and `quotient`; together they make the target one."""
    larger, part, left, right = map(Var, ("larger", "part", "left", "right"))
    target = Var("quotient")
    system = System([
        Relation("larger", Eq(larger, part * Max(left, right) / right)),
        Relation("equal", Eq(right, left)),
        Relation("quotient", Eq(target, left / right)),
    ])  # fmt: skip
    texts = {"larger": "5", "part": "5"}
    made = page_of(system, *read_givens(texts, system.vocabulary)[:1], target, ())
    cases = [(0, [5.0, 5.0]), (0, [5.0, 6.0])]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found] == ["solved", "contradiction"]


@needs_node
def test_what_is_made_from_a_margin_says_on_pages_that_there_is_one() -> None:
    """Beside what 4.5 need, 1 of 10 can be held and 20 cannot; where nothing is said of what fits,
    more than the room may be held.
    """
    room, held, spare, number, other = map(Var, ("room", "held", "spare", "number", "other"))
    system = System(
        [
            Relation("margin", Eq(spare, room - held)),
            Relation("number", Eq(number, spare / 2)),
            Relation("other", Eq(other, held * room)),
        ],
        [Constraint("fits", AtMost(held, room))],
    )
    for more, expected in (({"number": "4.5"}, "contradiction"), ({}, "infeasible")):
        texts = {"room": "10", "held": "1", **more}
        made = page_of(system, *read_givens(texts, system.vocabulary)[:1], other, ())
        cases = [(0, [10.0 if v == room else x for v in made.moved[0]]) for x in (1.0, 20.0)]
        found = asked(made, cases=cases)["answers"]
        compare(made, cases, found)
        assert [status for status, *_ in found] == ["solved", expected]


@needs_node
def test_a_range_in_a_relation_of_unknowns_alone_is_counted_on_pages() -> None:
    """No given moves anything in `speeds`; that it is no less than one bounds the price."""
    batches, price, speed = (Var(f"{x}_ratio", within="[1, oo)") for x in ("b", "p", "v"))
    few, many, short, long, base, paid = map(Var, ("few", "many", "short", "long", "base", "paid"))
    system = System([
        Relation("batches", Eq(batches, many / few)),
        Relation("speeds", Eq(speed, long / short)),
        Relation("prices", Eq(price, short * many / (long * few))),
        Relation("paid", Eq(paid, base * price + batches)),
    ])  # fmt: skip
    texts = {"b_ratio": "1.9", "p_ratio": "1.8", "base": "3"}
    made = page_of(system, *read_givens(texts, system.vocabulary)[:1], paid, ())
    cases = [(0, [b, 3.0, p]) for b in (1.9, 2.8) for p in (1.8, 2.0, 2.7, 2.9)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert {status for status, *_ in found} == {"solved", "contradiction"}


@needs_node
def test_a_dead_end_beside_an_unsolved_regime_is_not_called_unreachable_on_pages() -> None:
    system = dead_end_beside_an_unsolved_regime()
    texts = {"c2": "7.434995573935", "c5": "-0.04322727272727", "c8": "0.8462522727025", "x1": "2"}
    known = read_givens(texts, system.vocabulary)[0]
    made = page_of(system, known, system.find("y4"), (), moved=[system.find("x1")])
    cases = [(0, [value]) for value in (0.0, 1.0)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found] == ["underdetermined", "contradiction"]


@needs_node
def test_an_interval_right_beside_a_pole_is_found_on_pages() -> None:
    system = steps_of_a_part_near_a_pole()
    part, least = map(system.find, ("part", "least"))
    texts = {"whole": "52.17", "steps": "13", "least": "3"}
    known = read_givens(texts, system.vocabulary)[0]
    program = question_program(system, part, known, (least,))
    bundle = ProgramBundle((program,))
    made = Page(system, known, (part,), ((least,),), (program,), bundle, bundle.printed())
    cases = [(0, [value]) for value in (3.0, 4.2, 5.0)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found] == ["solved"] * 3


@needs_node
def test_of_values_that_agree_within_their_digits_pages_follow_the_best_known() -> None:
    """A given that is not moved keeps its digits: of `a = 2` (1.9 to 2.1) and y = 12.2 the latter
    settles x, and y = 15 contradicts.
    """
    x, a, y = map(Var, ("x", "a", "y"))
    system = System([Relation("r0", Eq(x, 2 * a)), Relation("r1", Eq(y, 3 * x))])
    known = read_givens({"a": "2", "y": "12.2"}, system.vocabulary)[0]
    made = page_of(system, known, x, (), moved=[y])
    cases = [(0, [value]) for value in (12.0, 12.2, 12.5, 15.0)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found] == ["solved", "solved", "solved", "contradiction"]


@needs_node
def test_givens_that_hold_at_infinity_alone_contradict_each_other_on_pages() -> None:
    """The share of idle time is its ratio to the work, 2, over three: with another the stages would
    be more and more. The target has to do with neither.
    """
    stages, batches = (Var(n, within="[1, oo)") for n in ("stages", "batches"))
    share, ratio, size, target = map(Var, ("share", "ratio", "size", "target"))
    system = System([
        Relation("share", Eq(share, (stages - 1) / (batches + stages - 1))),
        Relation("ratio", Eq(ratio, (stages - 1) / batches)),
        Relation("target", Eq(target, 2 * size)),
    ])  # fmt: skip
    texts = {"share": "0.8", "ratio": "2", "size": "3"}
    made = page_of(system, *read_givens(texts, system.vocabulary)[:1], target, (), moved=[share])
    cases = [(0, [value]) for value in (2 / 3, 0.8)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found] == ["solved", "contradiction"]


@needs_node
def test_pages_assume_no_ideal_value_that_the_givens_refute() -> None:
    total, size, room, least = (Var(name) for name in ("total", "size", "room", "least"))
    work, read = (Var(n, within="(0, 1]", default="1", ideal=True) for n in ("work", "read"))
    system = System([
        Relation("ratio", Eq(total, size * work / read)),
        Relation("capped", Eq(room, Max(work, least))),
    ])  # fmt: skip
    known = read_givens({"size": "3", "room": "1"}, system.vocabulary)[0]
    made = page_of(system, known, total, (), moved=[room])
    cases = [(0, [value]) for value in (2.0, 0.5)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found] == ["solved", "underdetermined"]


@needs_node
def test_pages_do_not_choose_which_of_two_ideal_values_is_not_reached() -> None:
    step, size, more, ratio = (Var(name) for name in ("step", "size", "more", "ratio"))
    work, read = (Var(n, within="(0, 1]", default="1", ideal=True) for n in ("work", "read"))
    system = System([
        Relation("slower", Eq(step, Max(size / work, more / read))),
        Relation("ratio", Eq(ratio, size * read / (more * work))),
    ])  # fmt: skip
    known = read_givens({"size": "9", "more": "5", "step": "9"}, system.vocabulary)[0]
    made = page_of(system, known, ratio, (), moved=[step])
    cases = [(0, [value]) for value in (9.0, 10.0)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found] == ["solved", "underdetermined"]


@needs_node
def test_pages_do_not_divide_by_a_common_factor_that_may_be_zero() -> None:
    c, d, x, z = Var("c"), Var("d"), Var("x"), Var("z", within="(-oo, oo)")
    same = Relation("same", Eq(c * sympy.sqrt(x) * z, z))
    system = System([same, Relation("least", Eq(c * d, Min(sympy.S.One, x**2)))])
    known = read_givens({"c": "0.5", "d": "1"}, system.vocabulary)[0]
    made = page_of(system, known, x, ())
    cases = [(0, [0.5, d]) for d in (1.0, 1.5, 2.0)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [len(intervals) for _, _, intervals in found] == [0, 0, 1]


@needs_node
def test_pages_find_a_root_at_the_end_of_the_domain_of_another() -> None:
    x, y, a, b = (Var(name) for name in "xyab")
    system = System([Relation("r", Eq(x + sympy.log(x) + sympy.sqrt(a**2 - b * x), y))])
    stated = {"a": "0.270468013762", "b": "0.1267815363404", "y": "0.02"}
    made = page_of(system, read_givens(stated, system.vocabulary)[0], x, ())
    end = 0.270468013762**2 / 0.1267815363404
    at_end = {"a": 0.270468013762, "b": 0.1267815363404, "y": end + math.log(end)}
    values = [at_end[v.name] for v in made.moved[0]]
    cases = [(0, values)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert len(found[0][1]) == 2


@needs_node
def test_a_relation_that_vanishes_says_nothing_on_pages() -> None:
    """Of gap · x = gap² nothing of x follows where p = q."""
    p, q, b, gap, x, z, w = (Var(n, within="(-oo, oo)") for n in ("p", "q", "b", "gap", *"xzw"))
    system = System([
        Relation("gap", Eq(gap, p - q)),
        Relation("square", Eq(gap * x, gap**2)),
        Relation("product", Eq(z, w * (x - b))),
    ])  # fmt: skip
    stated = {"p": "4", "q": "3", "b": "3", "z": "4"}
    made = page_of(system, read_givens(stated, system.vocabulary)[0], w, (), moved=[p])
    cases = [(0, [value]) for value in (4.0, 3.0)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases[:1], found[:1])
    assert found[1][:2] == ["underdetermined", []]  # in Python all other values than zero


@needs_node
def test_a_zero_goes_through_a_product_of_open_factors_on_pages() -> None:
    """Up to two nothing is beyond, so that p, a multiple of it and positive, has no value."""
    beyond, part = Var("beyond", within="[0, oo)"), Var("part", within="[0, oo)")
    x, twice, p, u, v, w = (Var(name) for name in ("x", "twice", *"puvw"))
    system = System([
        Relation("excess", Eq(beyond, Max(x - 2, 0))),
        Relation("product", Eq(part, u * v * beyond)),
        Relation("positive", Eq(p, w * part)),
        Relation("twice", Eq(twice, 2 * x)),
    ])  # fmt: skip
    made = page_of(system, *read_givens({"x": "3"}, system.vocabulary)[:1], twice, ())
    cases = [(0, [1.0]), (0, [3.0])]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found] == ["contradiction", "solved"]


@needs_node
def test_a_value_left_out_may_be_what_zeros_contradict_on_pages() -> None:
    """No wait at a steady pace puts the load nowhere by itself: it contradicts the pace."""
    g, s, w = (Var(name, within="[0, oo)") for name in "gsw")
    b, r = Var("b"), Var("r", within="[0, 1)")
    system = System(
        [Relation("wait", Eq(w, g * (s**2 / 2 + sympy.Rational(1, 2)) / (b * (1 - r))))]
    )
    known = read_givens({"b": "4", "g": "3", "w": "1", "s": "1"}, system.vocabulary)[0]
    made = page_of(system, known, r, ())
    zero = {"w": 0.0, "s": 0.0}
    cases = [(0, [{"b": 4.0, "g": 3.0, "w": 1.0, "s": 1.0, **some}[v.name] for v in made.moved[0]])
             for some in ({}, zero, {"w": 0.0}, {**zero, "g": 0.0})]  # fmt: skip
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found][:2] == ["solved", "contradiction"]


@needs_node
def test_a_root_in_which_two_sides_touch_has_its_digits_on_pages() -> None:
    """x³ - 5 x² + 3 x + 10 - 1 = (x + 1)(x - 3)²."""
    x, c, d = map(Var, "xcd")
    system = System([Relation("cubic", Eq(x**3 + c * x + 10, 5 * x**2 + d))])
    made = page_of(system, *read_givens({"c": "3", "d": "20"}, system.vocabulary)[:1], x, ())
    cases = [(0, [float({"c": 3.0, "d": 1.0}[v.name]) for v in made.moved[0]])]
    ((status, values, _),) = asked(made, cases=cases)["answers"]
    assert status == "solved" and [v[0] for v in values] == pytest.approx([3.0], rel=1e-11)


@needs_node
def test_what_cancelling_leaves_of_nothing_is_no_contradiction_on_pages() -> None:
    system = cancelling.cancelling_system()
    known = read_givens(cancelling.GIVEN, system.vocabulary)[:1]
    target, moved = map(system.find, (cancelling.TARGET, cancelling.MOVED))
    made = page_of(system, *known, target, (), moved=[moved])
    cases = [(0, [0.566]), (0, [0.567])]
    found = asked(made, cases=cases)["answers"]
    assert [status for status, *_ in found] == ["solved", "contradiction"]


@needs_node
@pytest.mark.parametrize("name", shared_factors.cases())
def test_pages_see_a_clash_beside_a_factor_that_relations_share(name: str) -> None:
    system, given, moved, value = shared_factors.cases()[name]
    known = read_givens({**given, shared_factors.SPARE: 2}, system.vocabulary)[0]
    target, var = map(system.find, (shared_factors.TWICE, moved))
    made = page_of(system, known, target, (), moved=[var])
    cases = [(0, [x]) for x in (given[moved], value)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert found[0][0] != "contradiction" == found[1][0]


@needs_node
def test_pages_put_what_cancels_within_the_digits_of_the_givens_to_zero() -> None:
    """In a definition, and where coupled relations hold the sum."""
    a, b, c = (Var(name) for name in "abc")
    rest, scaled = (Var(name, within="[0, oo)") for name in ("rest", "scaled"))
    system = System([Relation("rest", Eq(rest + b, a)), Relation("c", Eq(scaled, c * (a - b)))])
    known = read_givens({"a": "3", "b": "2", "c": "5"}, system.vocabulary)[0]
    for target in (rest, scaled):
        made = page_of(system, known, target, ())
        places = [v.name for v in made.moved[0]]
        values = [{"a": 3.0, "b": 3.0 + beyond, "c": 5.0} for beyond in (0, 1e-14, 1e-11, 1e-6)]
        cases = [(0, [one[name] for name in places]) for one in values]
        found = asked(made, cases=cases)["answers"]
        compare(made, cases, found)
        assert [status for status, *_ in found] == [*["solved"] * 3, "unreachable"]


@needs_node
def test_pages_take_sides_within_noise_of_each_other_for_equal() -> None:
    """x ≤ 0.3 holds at 0.1 + 0.2, which floats make larger."""
    x, y, edge = Var("x"), Var("y"), Var("edge")
    system = System([Relation("step", Eq(y, sympy.Piecewise((x, x <= edge), (2 * x, True))))])
    known = read_givens({"x": "0.3", "edge": "0.3"}, system.vocabulary)[0]
    made = page_of(system, known, y, ())
    cases = [(0, [0.3, x]) for x in (0.3, 0.1 + 0.2, 0.3001)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [values[0][0] for _, values, _ in found] == [0.3, 0.1 + 0.2, 0.6002]


@needs_node
def test_pages_find_an_interval_that_ends_where_a_side_of_its_condition_is_zero() -> None:
    """⌊3 b x y⌋ = -1 and b x = 1/y - x for y from 1/x to 4/(3 x)."""
    x, y = Var("x"), Var("y")
    b, whole = (Var(name, within="(-oo, oo)") for name in ("b", "whole"))
    system = System([
        Relation("rest", Eq(b * x, 1 / y - x)),
        Relation("rounded", Eq(sympy.floor(3 * b * x * y), whole)),
        Relation("twice", Eq(Var("double"), 2 * x)),
    ])  # fmt: skip
    known = read_givens({"x": "0.939", "whole": "-1"}, system.vocabulary)[0]
    made = page_of(system, known, system.find("double"), (y,), (x,))
    cases = [(1, [first, 2 * first]) for first in (0.939, 2.5)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [len(intervals) for _, _, intervals in found] == [1, 1]


@needs_node
def test_pages_find_a_root_at_zero_beside_which_terms_are_lost() -> None:
    """y³ + y + 1 is one at zero."""
    y, a = Var("y", within="(-oo, oo)"), Var("a")
    system = System([Relation("cube", Eq(a, y**3 + y + 1))])
    made = page_of(system, read_givens({"a": "3"}, system.vocabulary)[0], y, ())
    cases = [(0, [x]) for x in (1.0, 3.0)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [values[0][0] for _, values, _ in found] == pytest.approx([0, 1])


@needs_node
def test_pages_find_a_root_at_the_end_of_its_range_within_the_digits_of_other_terms() -> None:
    """y³ + y + 1 is one at zero, but for the last digits."""
    y, a = Var("y", within="[0, oo)"), Var("a")
    system = System([Relation("cube", Eq(a, y**3 + y + 1))])
    made = page_of(system, read_givens({"a": "3"}, system.vocabulary)[0], y, ())
    cases = [(0, [x]) for x in (1 - 1e-11, 1 + 1e-11, 1 + 1e-6, 1 - 1e-6)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found][:3] == ["solved"] * 3
    assert found[0][1][0][0] == 0.0 and found[2][1][0][0] == pytest.approx(1e-6, rel=1e-3)


@needs_node
@pytest.mark.parametrize("name", [page_named(name) for name in PAGES])
def test_every_printed_function_has_the_value_of_its_node(name: str) -> None:
    """To 1e-13, so that a function off by 3e-12 is noticed, as the same comparison shows.

    At points within the ranges. Each function is compared at three that have a value, or has none
    at all, as the logarithm of a load that is nothing: then neither reader finds one.
    """
    made = page(name)
    rng = random.Random(SEED)
    vectors = [[_inside(slot, rng) for slot in made.bundle.slots] for _ in range(samples(12))]
    found = asked(made, vectors=vectors)["functions"]
    tables = [Nodes(program.nodes) for program in made.programs]
    for number, (program, node) in made.bundle.tables.nodes.items():
        source = made.programs[program]
        places = [made.bundle.tables.places[slot.name] for slot in source.slots]
        function, compared = compile_node(tables[program], node), 0
        for vector, value in zip(vectors, found[number], strict=True):
            try:
                expected = float(function([vector[k] for k in places]))
            except (ArithmeticError, ValueError):
                assert isinstance(value, str)
                continue
            compared += 1
            assert not differs(float(value), expected, 1e-13)
            assert not expected or differs(float(value) * (1 + 3e-12), expected, 1e-12)
        without = not compared and _powers_of_zero(tables[program], node)
        assert compared >= 3 or without, (name, number)


def _powers_of_zero(nodes: Nodes, number: int) -> bool:
    """Whether a node has a power of the number zero in it."""
    kind, *parts = nodes[number]
    if kind in ("slot", "number", "float", "real"):
        return False
    zero = kind == "pow" and nodes[parts[0]] == ("number", 0, 1)
    return zero or any(_powers_of_zero(nodes, part) for part in parts)


def _inside(slot: Slot, rng: random.Random) -> float:
    """A value within the range of a slot, of any size where the range has no end."""
    x = 10 ** rng.uniform(-3, 3)
    if slot.low < x < slot.high:
        return x
    return slot.low + x if math.isinf(slot.high) else rng.uniform(max(slot.low, -x), slot.high)


@needs_node
@pytest.mark.slow
def test_changed_programs_are_noticed() -> None:
    """Every function of the way to a value off by 3e-12, wider tolerances, exchanged branches."""
    made, rng = page("decode"), random.Random(SEED)
    lines = ways_across(made, samples(4), rng)
    edges = asked(made, lines=lines)["edges"]
    cases = [
        (question, [*values[:k], edge * (1 + off), *values[k + 1 :]])
        for (question, values, k, *_), edge in zip(lines, edges, strict=True)
        for off in (-1e-4, 1e-4)
        if edge is not None
    ] + random_cases(made, samples(20), rng, 0.5)
    blocks = [
        (k, block, branch)
        for k, program in enumerate(made.programs)
        for course in program.courses
        if not course.special and course.kind is CourseKind.BLOCKS
        for block, _ in enumerate(course.blocks[:1])
        for branch in range(1)
    ]
    way = "b.programs[{0}].c[''].b[{1}].a[{2}]"
    mutants: list[tuple[int, str]] = [(-1, "b.tolerances.close = 1e-2")]
    mutants += [
        (
            at[0],
            f"const f = b.functions, m = {way.format(*at)}.f[0]; b.functions = (o) =>"
            " f(o).map((g, n) => n === m ? (v, z) => g(v, z) * (1 + 3e-12) : g)",
        )
        for at in blocks
    ]
    mutants += [(k, f"b.slots[b.programs[{k}].t][1] = 1e-9") for k in range(len(made.programs))]
    found = asked(made, trials=cases, mutants=mutants)
    assert [m for m, changed in zip(mutants, found["mutants"], strict=True) if not changed] == []


@needs_node
@pytest.mark.slow
def test_a_sketch_looks_for_roots_where_they_were() -> None:
    """While a slider moves, a curve's points take a quarter of the calls, at the same values."""
    made, rng = page("queue"), random.Random(SEED)
    question = [v.name for v in made.targets].index("batch_size")
    pairs = []
    cases = random_cases(made, samples(24) * len(made.targets), rng, 0.3)
    for _, before in cases[question :: len(made.targets)]:
        pairs += [(question, before, [x * by for x in before]) for by in (1 + 1e-3, 1 + 1e-2)]
    found = [each for each in asked(made, pairs=pairs)["sketches"] if each]
    near, scanned = (sum(each[n][1] for each in found) for n in (0, 1))
    for (values, _), (expected, _) in found:
        assert len(values) == len(expected)
        assert not any(differs(*each, 1e-11) for each in zip(values, expected, strict=True))
    assert len(found) > len(pairs) // 4 and 4 * near < scanned


def test_programs_need_neither_relations_nor_units_to_be_read() -> None:
    made = page("drain")
    program = read_program(program_json(made.programs[0]))
    reader = NodeReader(program.slots, Nodes(program.nodes))
    [course] = [c for c in program.courses if not c.special]
    values: list[Any] = [None] * len(program.slots)
    for fixed in course.fixed:
        values[fixed.slot] = fixed.value
    given = {"hbm_capacity": 288e9, "hbm_bandwidth": 20e12}
    for slot in program.header.givens:
        values[slot] = given[program.slots[slot].name]
    formula = course.blocks[-1].branches[0].formula
    assert formula is not None and math.isclose(reader.value(formula, values), 14.4e-3)


@pytest.mark.parametrize("name", [page_named(name) for name in ("drain", "experts")])
def test_the_equations_of_a_program_say_what_the_relations_say(name: str) -> None:
    """Read from the plain data alone, propagation finds the intervals that the system finds."""
    made = page(name)
    program, target = made.programs[0], made.targets[0]
    [around] = [c.around for c in program.courses if not c.special]
    nodes = Nodes(program.nodes)
    equations = [equation_of(nodes, *sides) for sides in around.equations]
    of_slot: list[list[int]] = [[] for _ in program.slots]
    for number, equation in enumerate(equations):
        for slot in equation.slots:
            of_slot[slot].append(number)
    contractor = Contractor(program.slots, nodes, of_slot, equations.__getitem__)
    question, values = random_cases(made, 1, random.Random(SEED), 0.01)[0]
    stated = made.stated(question, values)
    start = Contraction(contractor)
    named = {made.system.slots[v] for v in (*stated, target)} | {k.slot for k in around.known}
    start.left_out = frozenset(
        i for slot, i, made_of in around.hypothetical if named.isdisjoint((slot, *made_of))
    )
    usual = [k for k in around.known if k.slot != made.system.slots[target]]
    before = {k.slot: within_digits(k.value, k.tolerance) for k in usual}
    found = contract(contractor, before, start)
    starts = {made.system.slots[v]: within_digits(k.value, k.tolerance) for v, k in stated.items()}
    found = contract(contractor, starts, found)
    found.reached.update(closing_equations(contractor, found))
    implied = implied_equations(contractor, found.reached, factor_limits(contractor, found))
    found = contract(contractor, {}, found, {-2 - k: x.equation for k, x in enumerate(implied)})
    own = knowledge(made.system, stated, free=frozenset((target,)))
    assert found.empty is None and not own.contradictory
    for var in own.system.slots:
        ends = zip(found.slot(made.system.slots[var]), own.interval(var), strict=True)
        assert all(a == b or math.isclose(a, b, rel_tol=1e-5) for a, b in ends), var


@pytest.mark.parametrize("name", [page_named(name) for name in ("fleet", "tariff", "queue")])
@pytest.mark.slow
def test_every_printed_equation_has_the_values_of_its_own(name: str) -> None:
    """The printed table of expressions stands for the nodes of the programs."""
    made = page(name)
    tables, rng = made.bundle.tables, random.Random(SEED)
    place, printed = len(tables.places), list(tables.expressions)
    back = Nodes([("slot", k) for k in range(place)])
    shown: list[int] = list(range(place))
    for kind, *parts in printed:
        name_of = KINDS[kind]
        if name_of in ("number", "constant"):
            node = ("number" if name_of == "number" else "float", *parts)
        elif name_of == "other":
            node = {1: ("true",), 0: ("false",)}.get(parts[0], ("undefined",))
        else:
            node = (name_of, *(shown[k] for k in parts))
        shown.append(back.add(*node))
    program = made.programs[0]
    nodes = Nodes(program.nodes)
    [around] = [c.around for c in program.courses if not c.special]
    values = [10 ** rng.uniform(-1, 1) for _ in range(place)]
    printed_equations = list(tables.equations)[: len(around.equations)]
    for own, (*other, further) in zip(around.equations, printed_equations, strict=True):
        for node, twin in zip(own, other, strict=True):
            found = [
                _value(table, number, values)
                for table, number in ((nodes, node), (back, shown[twin]))
            ]
            assert found[0] == found[1]
        for pair in further:
            one, two = (_value(back, shown[number], values) for number in pair)
            assert one == pytest.approx(two)


def _value(table: Nodes, number: int, values: list[float]) -> float | None:
    try:
        return float(compile_node(table, number)(values))
    except (ArithmeticError, ValueError):
        return None


@needs_node
def test_pages_take_an_even_root_of_what_cancels_for_zero() -> None:
    """1 + 1/b - x² at its value of x = 0, and a little beyond it."""
    x, b, c = Var("x", within="[0, oo)"), Var("b"), Var("c")
    system = System([Relation("bent", Eq(c, 1 + 1 / b - x**2))])
    made = page_of(system, read_givens({"b": "1.26", "c": "1.5"}, system.vocabulary)[0], x, ())
    cases = [(0, [1.26, (1 + 1 / 1.26) * (1 + up)]) for up in (0.0, 3e-13, -3e-13, 1e-6)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found] == [*["solved"] * 3, "unreachable"]


@needs_node
def test_a_case_that_does_not_hold_restricts_nothing_on_pages() -> None:
    """The square root of 1 − a is asked for below 1 alone, and 2/⌊a⌋ from 1 on."""
    a, x, y, z = map(Var, ("a_case", "x_case", "y_case", "z_case"))
    rooted = sympy.Piecewise((sympy.sqrt(1 - a), a < 1), (a - 1, True))
    whole = sympy.Piecewise((x * a, a < 1), (2 / sympy.floor(a), True))
    system = System([Relation("rooted", Eq(y, rooted)), Relation("whole", Eq(z, whole))])
    known = read_givens({"x_case": "2", "a_case": "3"}, system.vocabulary)[0]
    made = page_of(system, known, y, (), moved=[a])
    cases = [(0, [value]) for value in (0.25, 0.75, 1.25, 2.0, 3.5)]
    found = asked(made, cases=cases)["answers"]
    compare(made, cases, found)
    assert [status for status, *_ in found] == ["solved"] * 5
    back = page_of(system, read_givens({"y_case": "2"}, system.vocabulary)[0], a, (), moved=[y])
    cases = [(0, [value]) for value in (0.5, 0.9, 2.0)]
    compare(back, cases, asked(back, cases=cases)["answers"])


@needs_node
def test_pages_keep_the_digits_of_small_changes_and_logarithms() -> None:
    """Of 1 - exp(-x), exp(x) - 1 and log(1 + x), from 1e-17 to 50, forwards and by a scan."""
    names = ("size", "share", "decayed", "grown", "slowed", "both")
    size, share, decayed, grown, slowed, both = map(Var, names)
    system = System([
        Relation("decayed", Eq(decayed, size - size * sympy.exp(-share / size))),
        Relation("grown", Eq(grown, sympy.exp(share) - 1)),
        Relation("slowed", Eq(slowed, size * sympy.log(1 + share / size))),
        Relation("both", Eq(both, decayed + grown + slowed)),
    ])  # fmt: skip
    known = read_givens({"size": "2", "share": "1e-3"}, system.vocabulary)[0]
    for target in (decayed, grown, slowed, both):
        made = page_of(system, known, target, (), (size, share))
        cases = [(0, [2.0, 10.0**power]) for power in (-17, -15, -9, -3, 0, 1.5)]
        compare(made, cases, asked(made, cases=cases)["answers"])
    back = page_of(system, known, both, (share,), (size, share))
    cases = [(1, [2.0, total]) for total in (1e-15, 1e-6, 1.0, 30.0)]
    found = asked(back, cases=cases)["answers"]
    compare(back, cases, found)
    assert found[0][1][0][0] == pytest.approx(1e-15 / 3)
