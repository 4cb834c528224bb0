"""The rank test: what determines the target, what is said twice, what is missing."""

from __future__ import annotations

import math
import random
from importlib import import_module
from itertools import combinations

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.linalg import matrix_rank

from derive.equations import Eq, Max, Min, Relation, Var, Variant
from derive.structure.derivatives import row, value_and_gradient
from derive.structure.incidence import Incidence, incidence
from derive.structure.missing import functionals, missing_sets
from derive.structure.point import consistent_point
from derive.structure.rank import Nearest, RowSpace, eliminate, useless

CORE = ("roofline", "balance", "kv_cache", "capacity", "queueing", "prefill", "training")
x, y, z, a, b, c = (Var(name) for name in "xyzabc")


def core_relations() -> list[Relation]:
    """The core subjects with the usual variants."""
    every = [
        relation
        for name in CORE
        for relation in import_module(f"derive.library.relations.{name}").RELATIONS
    ]
    return [r for r in every if is_usual(r.variant)]


def is_usual(variant: Variant | None) -> bool:
    """Whether a variant is the usual one of its group, and of the groups beside it."""
    return variant is None or (variant.usual and is_usual(variant.beside))


def laid_out(relations: list[Relation]) -> tuple[Incidence, dict[int, dict[int, float]]]:
    """The incidence of relations and their rows at one consistent point."""
    structure = incidence(
        relations,
        sorted({v for r in relations for v in r.variables}, key=lambda v: (v.rank, v.name)),
    )
    point = consistent_point(relations, structure)
    return structure, {
        i: {structure.number[v]: slope for v, slope in row(r.left, r.right, point).items()}
        for i, r in enumerate(relations)
    }


def numbers(structure: Incidence, *names: str) -> set[int]:
    return {j for v, j in structure.number.items() if v.name in names}


# --- derivatives ---


@pytest.mark.parametrize(
    "expression",
    [
        x * y**2 / z,
        sympy.sqrt(x) + y * z,
        (x + y) ** 3 / (1 + z),
        sympy.log(1 + x) * y,
        sympy.exp(x) - y / 2,
        x ** (y / z),
        sympy.Abs(x - 3 * y),
    ],
    ids=str,
)
def test_derivatives_are_those_of_sympy(expression: sympy.Expr) -> None:
    """v ∂/∂v at a point, for sums, powers, logarithms, exponentials and variable exponents."""
    point = {x: 0.7, y: 1.3, z: 2.1}
    value, gradient = value_and_gradient(expression, point)
    assert value == pytest.approx(float(expression.subs(point)))
    for var in expression.free_symbols:
        assert gradient[var] == pytest.approx(
            float((var * sympy.diff(expression, var)).subs(point).evalf())
        ), var.name


@pytest.mark.parametrize("extremum", [Max(x, y * z, a), Min(x, y * z, a)], ids=str)
def test_no_argument_of_an_extremum_hides_another(extremum: sympy.Expr) -> None:
    """Every variable acts, whichever argument is largest, and the whole stays homogeneous."""
    value, gradient = value_and_gradient(extremum, {x: 5.0, y: 0.3, z: 0.5, a: 0.7})
    assert all(gradient[v] > 0 for v in (x, y, z, a))
    assert gradient[x] + gradient[y] + gradient[a] == pytest.approx(value)


def test_the_row_of_a_product_is_its_exponents() -> None:
    """Whatever the point."""
    for seed in range(3):
        point = {v: random.Random(seed).uniform(0.3, 0.9) + k for k, v in enumerate((x, y, z))}
        assert row(x, y**2 / sympy.sqrt(z), point) == pytest.approx({x: 1.0, y: -2.0, z: 0.5})


# --- the point ---


def test_the_point_satisfies_every_relation_of_the_core() -> None:
    """And lies in no variable's forbidden half."""
    relations = core_relations()
    structure, _ = laid_out(relations)
    point = consistent_point(relations, structure)
    for relation in relations:
        left, right = (
            value_and_gradient(relation.left, point)[0],
            value_and_gradient(relation.right, point)[0],
        )
        assert math.isclose(left, right, rel_tol=1e-8), relation.name


def test_the_point_is_the_same_every_time() -> None:
    """Random, and not surprising."""
    relations = core_relations()
    structure, _ = laid_out(relations)
    assert consistent_point(relations, structure) == consistent_point(relations, structure)


def test_relations_that_need_each_other_are_settled_together() -> None:
    """x = a y and y = b + x / z."""
    relations = [Relation("one", Eq(x, a * y)), Relation("two", Eq(y, b + x / z))]
    point = consistent_point(relations, incidence(relations, [x, y, a, b, z]))
    assert point[x] == pytest.approx(point[a] * point[y])
    assert point[y] == pytest.approx(point[b] + point[x] / point[z])


# --- what determines the target ---


def test_the_cliff_is_determined_although_counting_says_no() -> None:
    """One relation, with batch and GPUs unknown on both sides: pinned, by kv_crossover alone."""
    relations = core_relations()
    structure, rows = laid_out(relations)
    known = numbers(
        structure,
        "crossover_context",
        "active_params",
        "peak_flops",
        "hbm_bandwidth",
        "flops_per_param",
        "tokens_per_pass",
        "compute_efficiency",
        "bandwidth_efficiency",
    )
    (target,) = numbers(structure, "kv_bytes_per_token")
    order = Nearest(structure, target, known).first(len(structure.names))
    pinned = eliminate(order, rows.__getitem__, known, target).pinned
    assert pinned is not None
    assert [relations[i].name for i in pinned.relations] == ["kv_crossover"]


def test_a_relation_said_twice_is_redundant_and_its_combination_says_with_which() -> None:
    """x = a b beside x / b = a."""
    relations = [
        Relation("once", Eq(x, a * b)),
        Relation("again", Eq(x / b, a)),
        Relation("other", Eq(y, x * c)),
    ]
    structure, rows = laid_out(relations)
    found = eliminate(range(3), rows.__getitem__, set(), structure.number[y], stop=False)
    assert [set(combination.relations) for combination in found.redundant] == [{0, 1}]


def test_the_core_library_says_nothing_twice() -> None:
    """No combination of its relations is empty: none follows from the others."""
    relations = core_relations()
    _, rows = laid_out(relations)
    assert eliminate(range(len(relations)), rows.__getitem__, set(), -1, stop=False).redundant == []


def test_the_nearest_relations_come_first_and_the_search_is_bounded() -> None:
    """Along a chain, by distance from the target."""
    names = [Var(f"v{k}") for k in range(11)]
    relations = [Relation(f"r{k}", Eq(names[k + 1], 2 * names[k])) for k in range(10)]
    structure = incidence(relations, names)
    near = Nearest(structure, 10, set())
    assert near.first(3) == [9, 8, 7] and near.more_than(3)
    assert near.first(99) == list(range(9, -1, -1)) and not near.more_than(10)
    assert Nearest(structure, 10, {7}).first(99) == [9, 8, 7]


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.data())
def test_products_are_determined_exactly_as_their_exponents_say(data: st.DataObject) -> None:
    """Against sympy's own linear algebra: the target is pinned if and only if its unit vector lies
    in the rows' span.
    """
    n = data.draw(st.integers(2, 6), label="variables")
    matrix = data.draw(
        st.lists(st.lists(st.integers(-2, 2), min_size=n, max_size=n), min_size=1, max_size=6),
        label="exponents",
    )
    rows = [{j: float(e) for j, e in enumerate(exponents) if e} for exponents in matrix]
    found = eliminate(range(len(rows)), rows.__getitem__, set(), 0).pinned
    unit = [1] + [0] * (n - 1)
    rank = sympy.Matrix(matrix).rank()
    assert (found is not None) == (sympy.Matrix([*matrix, unit]).rank() == rank)
    if found is not None:
        total = [
            sum(factor * rows[i].get(j, 0.0) for i, factor in found.relations.items())
            for j in range(n)
        ]
        assert total[1:] == pytest.approx([0.0] * (n - 1), abs=1e-7)
        assert abs(total[0]) > 1e-7


# --- what is missing ---


def test_a_missing_set_spans_the_target_and_none_of_its_members_is_spare() -> None:
    """x = a b, y = x c: for y, {x, c}, {a, b, c} and nothing bigger or idle."""
    relations = [Relation("one", Eq(x, a * b)), Relation("two", Eq(y, x * c))]
    structure, rows = laid_out(relations)
    target = structure.number[y]
    full = eliminate(range(2), rows.__getitem__, set(), target, stop=False)
    span = functionals(full, range(len(structure.variables)))
    groups = [(j,) for j in range(len(structure.variables)) if j != target]
    sets, cut_off = missing_sets(target, span, groups)
    named = {frozenset(structure.variables[groups[g][0]].name for g in chosen) for chosen in sets}
    assert named == {frozenset("xc"), frozenset("abc")}
    assert not cut_off


def test_every_variable_that_suffices_alone_is_found_however_far_it_is() -> None:
    """A chain of sixty multiples: each link settles the first, the last one too."""
    links = [Var(f"x{k}") for k in range(60)]
    structure, rows = laid_out(
        [Relation(f"r{k}", Eq(links[k], 3 * links[k + 1])) for k in range(59)]
    )
    target = structure.number[links[0]]
    full = eliminate(range(59), rows.__getitem__, set(), target, stop=False)
    groups = [(structure.number[link],) for link in links[1:]]
    sets, cut_off = missing_sets(target, functionals(full, range(60)), groups)
    assert sets == [(k,) for k in range(59)]
    assert not cut_off


@pytest.mark.parametrize("draw", range(12))
def test_the_sets_that_are_found_are_all_minimal_ones_of_up_to_three(draw: int) -> None:
    """Every set of candidates is tried by itself, and the minimal ones of those that settle the
    target are the ones that are found.
    """
    source = random.Random(f"missing sets {draw}")
    rows = [
        {j: float(source.choice((-2, -1, 1, 3))) for j in range(4) if source.random() < 0.5}
        for _ in range(9)
    ]
    rows[0] = dict.fromkeys(range(source.randint(2, 4)), 1.0)
    groups = [(1,), (2,), (3, 4), (5,), (6,), (7, 8)]

    def settles(chosen: tuple[int, ...]) -> bool:
        own = [rows[j] for g in chosen for j in groups[g] if rows[j]]
        matrix = [[row.get(j, 0.0) for j in range(4)] for row in [*own, rows[0]]]
        return bool(own) and matrix_rank(matrix) == matrix_rank(matrix[:-1])

    able = {c for size in (1, 2, 3) for c in combinations(range(6), size) if settles(c)}
    expected = {c for c in able if not any(set(other) < set(c) for other in able)}
    found, cut_off = missing_sets(0, dict(enumerate(rows)), groups)
    assert {tuple(sorted(one)) for one in found if len(one) <= 3} == expected
    assert len(found) == len(set(found)) and not cut_off


def test_variables_that_come_together_count_as_one() -> None:
    """A chip's two figures are one thing to ask for."""
    relations = [Relation("one", Eq(y, a * b * c))]
    structure, rows = laid_out(relations)
    target = structure.number[y]
    span = functionals(eliminate(range(1), rows.__getitem__, set(), target, stop=False), range(4))
    chip = (structure.number[a], structure.number[b])
    sets, _ = missing_sets(target, span, [chip, (structure.number[c],)])
    assert sets == [(0, 1)]


@pytest.mark.parametrize(
    ("wanted", "owners"),
    [
        ({0: 2.0, 1: 2.0}, {7}),
        ({0: 1.0}, None),
        ({}, set()),
        ({2: 1.0}, {8}),
        ({0: 1.0, 1: 1.0, 2: 3.0}, {7, 8}),
        ({3: 1.0}, None),
    ],
)
def test_a_span_says_whose_rows_combine_to_what_is_wanted(
    wanted: dict[int, float], owners: set[int] | None
) -> None:
    """Seven owns (1, 1, 0) and its double, eight owns (0, 0, 1): only those that are needed are
    named.
    """
    span = RowSpace()
    for row_of, owner in (({0: 1.0, 1: 1.0}, 7), ({0: 2.0, 1: 2.0}, 7), ({2: 1.0}, 8)):
        span.add(row_of, owner)
    found = span.weights(wanted)
    assert (None if found is None else set(found)) == owners


def test_relations_are_useless_if_what_they_define_occurs_in_such_ones_alone() -> None:
    """Beside the fixed point of that sentence, over small random graphs: cycles are kept."""
    draw = random.Random(5)
    met = set()
    for _ in range(2_000):
        variables, relations = range(draw.randint(1, 8)), range(draw.randint(1, 8))
        members = [tuple(j for j in variables if draw.random() < 0.3) for _ in relations]
        defined = [draw.choice(own) if own and draw.random() < 0.8 else -1 for own in members]
        around = [tuple(i for i in relations if j in members[i]) for j in variables]
        structure = Incidence((), (), {}, tuple(members), tuple(around), tuple(defined))
        known = {j for j in variables if draw.random() < 0.2}
        target = draw.choice(variables)
        gone: set[int] = set()
        while more := [
            i
            for i, j in enumerate(defined)
            if i not in gone and j not in {-1, target, *known} and {*around[j]} <= {i, *gone}
        ]:
            gone.update(more)
        found = useless(structure, target, known)
        assert found == gone
        met.add(len(gone))
    assert met > {0, 1, 2, 3}


def test_every_unknown_is_a_combination_of_those_that_are_no_pivots() -> None:
    """By x0 - 2 x1 + 4 x2 = 0 and 5 x3 = 3 x2: x2 is 5/3 x3, and x1 half of x0 and twice that."""
    rows = [{0: 1.0, 1: -2.0, 2: 4.0}, {2: -3.0, 3: 5.0}]
    elimination = eliminate([0, 1], lambda i: dict(rows[i]), set(), target=0)
    for unknown in ([0, 1, 2, 3], [0, 1, 2]):
        found = functionals(elimination, unknown)
        assert found[0] == {0: 1.0} and found[2] == pytest.approx({3: 5 / 3})
        assert found[1] == pytest.approx({0: 1 / 2, 3: 10 / 3})
