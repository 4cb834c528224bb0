"""What is found beside the dimensions: worked numbers, holes, units forced, the library's
relations.
"""

import shlex

import pytest
from click.testing import CliRunner

from derive.checking import check
from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.findings_text import findings_text, listing_text
from derive.cli.main import main


def brief(text: str, **bindings: str) -> str:
    (finding,) = check(text, bindings or None)
    return f"{finding.verdict}: {finding.brief}"


@pytest.mark.parametrize(
    "text",
    [
        "100e9 / (300 * 200e3) = 1667", "288 GB / 20 TB/s ≈ 15 ms", "288 GB / 20 TB/s = 14.4 ms",
        "300 × 8 = 2,400", "32/256 = 1/8", "200T / 2T = 100",
        "2 * 80 * 8 * 128 * 2 = 327,680", "1 day = 24 hour", "8 × 80 GB = 640 GB",
        "B ≥ 300 × 8 = 2,400 sequences", "t = 288/20 ≈ 14 s",
        "sqrt(16) = 4", "3 ms < 5 ms", "D_inf ≈ 5 × 10^7 token/s × 60 day ≈ 259 × 10^12 tokens",
        "37/671 = 5.5 %", "1/3 = 33%", "37B params / 671B params = 5.5 %", r"37/671 = 5.5\%",
    ],
)  # fmt: skip
def test_worked_numbers_that_hold_are_consistent(text: str) -> None:
    """Within half a unit of the last digit written; “≈” allows a tenth; bare figures take the unit
    of the result.
    """
    assert brief(text).startswith("consistent")


@pytest.mark.parametrize(
    ("text", "right", "written"),
    [
        ("100e9 / (300 * 200e3) = 1800", "1,667", "1,800"),
        ("288 GB / 20 TB/s ≈ 20 ms", "14.4 ms", "20 ms"),
        ("288 GB / 20 TB/s = 16 ms", "14.4 ms", "16 ms"),
        ("8 × 80 GB = 650 GB", "640 GB", "650 GB"),
        ("B = 300 × 8 = 2,500 sequences", "2,400 sequences", "2,500 sequences"),
        ("5 ms < 3 ms", "5 ms", "3 ms"),
        ("2,400 = 2 × 1000", "2,000", "2,400"),
        ("0.0024 = 2/1000", "0.002", "0.0024"),
    ],
)
def test_worked_numbers_that_do_not_hold_are_flagged_with_the_right_figure(
    text: str, right: str, written: str
) -> None:
    """The figure that follows and the one that stands there are fields."""
    (finding,) = check(text)
    assert (finding.verdict, finding.expected, finding.found) == ("inconsistent", right, written)


def test_a_hole_is_told_its_unit_and_what_fits() -> None:
    """A typed hole stands for what is missing."""
    (finding,) = check("t = N_total * ? / mem_bw")
    assert (finding.verdict, finding.forced) == ("consistent", {"?": "byte/param"})
    assert "bytes_per_param" in finding.brief
    assert "does not balance" in brief("N_total + t = ?")
    assert brief("t = hold * ?", hold="USD/s").startswith("consistent: ? is in s²/USD")


def test_the_unit_of_the_one_unknown_name_is_forced() -> None:
    """By products, sums, powers and functions; two unknown names are only listed."""
    cases = {
        "t = z N": "s/param",
        "t = t_c + z": "s",
        "t_c^2 = z": "s²",
        "t = sqrt(z)": "s²",
        "mfu = log(t/z)": "s",
        "t = max(z, t_c)": "s",
    }
    for text, unit in cases.items():
        (finding,) = check(text)
        assert (finding.verdict, finding.forced, finding.unknown) == (
            "not judged",
            {"z": unit},
            ("z",),
        )
    (two,) = check("t = z zz")
    assert (two.unknown, two.forced) == (("z", "zz"), {})
    (free,) = check("z = z")
    assert free.forced == {}


@pytest.mark.parametrize(
    ("text", "kind", "relation", "factors"),
    [
        ("T = max(t_compute, t_mem)", "same", "step_overlap", ()),
        ("total_params = sparsity N_active", "rearranged", "total_over_active", ()),
        ("t_w = N_total / mem_bw", "factor dropped", "weight_fetch", ("bytes_per_param",)),
        ("C = 6 N D", "factor written as a number", "six_n_d", ("training_flops_per_param",)),
        (
            "t_mem = (N_total + B L kv_bytes_per_token)/mem_bw",
            "factor dropped",
            "memory",
            ("bytes_per_param",),
        ),
        ("sparsity = N_active / N_total", "factor inverted", "total_over_active", ("sparsity",)),
        ("worst_wait = 3 T", "another number", "worst_case", ()),
        ("throughput = N_total / t", "new", "", ()),
    ],
)
def test_an_equation_is_held_beside_the_library(
    text: str, kind: str, relation: str, factors: tuple[str, ...]
) -> None:
    """The same, rearranged, with a factor left out or written as a number, upside down, or new."""
    kin = check(text)[0].kinship
    assert (kin.kind, kin.factors) == (kind, factors)
    assert kin.relation == relation or kind == "another number"


def test_a_variable_outside_its_range_is_remarked_on() -> None:
    """Sparsity is total over active, so an eighth is something else."""
    (finding,) = check("sparsity = 32/256 = 1/8")
    assert finding.verdict == "consistent" and "something else is meant" in finding.message


def test_what_is_only_proportional_is_not_held_against_the_rest() -> None:
    """Each side has to be sound in itself."""
    assert brief("C ∝ N D").startswith("consistent")
    assert brief("C ∝ N + D").startswith("inconsistent")


def test_a_figure_that_may_be_a_multiple_is_not_called_wrong() -> None:
    """“2 T” is two trillion or twice T; where the second does not balance, nobody knows."""
    assert brief("D ≈ 20 · N ≈ 2 T").startswith("not judged")
    assert brief("worst_wait = 2 T").startswith("consistent")


PHYSICS = {
    "F": "N", "m": "kg", "a": "m/s^2", "v": "m/s", "t": "s", "x": "m", "E": "J", "c": "m/s",
    "p": "kg m/s", "h": "J s", "k": "J/K", "T": "K", "G": "N m^2/kg^2", "M": "kg", "r": "m",
    "P": "Pa", "V": "m^3", "n": "mol", "R": "J/mol/K", "g": "m/s^2", "L": "m", "omega": "1/s",
    "lambda": "m", "m_1": "kg", "m_2": "kg", "gamma": "1", "D": "m^2/s", "u": "K",
}  # fmt: skip
LAWS = [
    (r"F = ma", True), (r"E = mc^2", True), (r"F = G \frac{m_1 m_2}{r^2}", True),
    (r"PV = nRT", True), (r"\lambda = \frac{h}{p}", True), (r"T_0 = 2\pi\sqrt{\frac{L}{g}}", True),
    (r"E^2 = (pc)^2 + (mc^2)^2", True), (r"\gamma = \frac{1}{\sqrt{1 - v^2/c^2}}", True),
    (r"F = \frac{dp}{dt}", True),
    (r"\frac{\partial u}{\partial t} = D \frac{\partial^2 u}{\partial x^2}", True),
    (r"E = \int F\,dx", True), ("a = Δv/Δt", True), ("E = ½ m v²", True), ("p v = m v²", True),
    (r"F = mv", False), (r"E = mc", False), (r"F = G\frac{m_1 m_2}{r}", False),
    (r"T_0 = 2\pi\sqrt{\frac{g}{L}}", False), (r"E^2 = (pc)^2 + mc^2", False),
    (r"a = \frac{d^2x}{dx^2}", False), ("E = ½ m v", False), (r"E = \sin(t)", False),
]  # fmt: skip


@pytest.mark.parametrize(("law", "holds"), LAWS)
def test_laws_of_physics_are_judged_by_ones_own_names(law: str, holds: bool) -> None:
    """Names and units of one's own go before the library's, also run together."""
    (finding,) = check(law, {**PHYSICS, "T_0": "s"})
    assert finding.verdict == ("consistent" if holds else "inconsistent"), finding.message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("44 days * 8960 / 171 = 1752 days", "the figures come to 2,305 days, not 1,752 days"),
        ("16e6 / (2550 / 3) = 18,821", "the figures come to 18,824, not 18,821"),
        ("(2 * 64 * 8192) / 9e10 = 13 us", "the figures come to 11.65 us, not 13 us"),
    ],
)
def test_wrong_figures_are_told_in_the_unit_that_is_written(text: str, said: str) -> None:
    """With as many digits as it takes to see that they differ."""
    (finding,) = check(text)
    assert finding.brief == said


@pytest.mark.parametrize(
    "text", ["4.2e11 * 15e12 = 6.3e24 FLOPs", "2 * 989e12 FLOPs/s = 1.978e15 FLOPs/s"]
)
def test_flops_behind_a_figure_are_operations(text: str) -> None:
    """Where the side holds nothing but figures; beside other names FLOPs is the rate it is
    called.
    """
    (finding,) = check(text)
    assert finding.verdict == "consistent"


@pytest.mark.parametrize(
    ("text", "kind", "relation", "factors", "taken"),
    [
        (
            "B = 300 * sparsity", "factor written as a number", "three_hundred_times_sparsity",
            ("tokens_per_pass", "balance_tokens"),
            ("batch_size as balance_batch",),
        ),
        ("B = balance_tokens * sparsity / tokens_per_pass", "same", "three_hundred_times_sparsity",
         (), ("batch_size as balance_batch",)),
        (
            "kv_bytes_per_token = (1/300) * N_a / L", "factor written as a number",
            "price_cliff_by_balance",
            ("tokens_per_pass", "bytes_per_param", "balance_tokens"),
            ("context_length as crossover_context",),
        ),
        ("B = 7 * sparsity", "new", "", (), ()),
    ],
)  # fmt: skip
def test_what_write_ups_call_by_a_shorter_name_is_recognised(
    text: str, kind: str, relation: str, factors: tuple[str, ...], taken: tuple[str, ...]
) -> None:
    """A batch may be the balance batch, a context the crossover context, a bare 300 the tokens."""
    kin = check(text)[0].kinship
    assert (kin.kind, kin.relation, set(kin.factors), kin.taken) == (
        kind,
        relation,
        set(factors),
        taken,
    )


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("2 TB/s * 3 ms = 5 GB", "inconsistent"),
        ("2 TB/s * 3 ms = 5.0 GB", "inconsistent"),
        ("2 TB/s * 3 ms = 6 GB", "consistent"),
        ("2.00 TB/s * 3 ms = 5.59 GB", "conditional"),
        ("70e9 * 2 byte = 130 GB", "conditional"),
    ],
)
def test_a_power_of_1024_explains_no_more_than_the_rounding_of_a_figure(
    text: str, verdict: str
) -> None:
    """A figure of one digit is as far from its neighbours as four prefixes of 1024 reach."""
    (finding,) = check(text)
    assert finding.verdict == verdict


def test_names_that_are_not_known_are_told_with_the_command_that_binds_them() -> None:
    """A letter that was guessed is bound with them, since none is guessed beside the author's."""
    note = (
        "Reading takes t = 140 GB / 3.35 TB/s = 41.8 ms.\nSpeed is v = B / t with B = 32 sequences."
    )
    found = check_document(document_of(note, "my note.md"))
    told = listing_text(found, lambda heading, _: heading)
    (command,) = (line for line in told.splitlines() if line.startswith("Bind each name"))
    words = shlex.split(command.partition(": ")[2])
    assert words[:3] == ["derive", "check", "my note.md"]
    bound = dict(word.split("=") for word in words[4::2])
    assert bound["v"] == "sequence/s"
    again = check_document(document_of(note, "my note.md"), bound)
    assert {finding.verdict for finding in again} == {"consistent"}
    (typed,) = check("t = p * q")
    line = findings_text([typed], lambda heading, _: heading).splitlines()[-1]
    assert line.endswith("derive check 't = p * q' --bind p=UNIT --bind q=UNIT --bind t=step_time")


@pytest.mark.parametrize(
    "option", ["--bind x=GB", "--bindings x.txt", "--only-mine", "--strict", "--count GPU"]
)
def test_what_says_how_a_text_is_read_needs_one(runner: CliRunner, option: str) -> None:
    """The library was checked instead, in silence, where a file stood for the units of --count."""
    result = runner.invoke(main, ["check", *option.split()])
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{option.split()[0]} is for equations or documents: name one." in result.stderr
