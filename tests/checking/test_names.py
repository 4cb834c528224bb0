"""What the names of an equation are taken for."""

import pytest

from derive.checking import check
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.name_meanings import readings
from derive.checking.symbols.names import Names
from derive.errors import DeclarationError, DeriveError, TextError, UnknownName
from derive.library.nomenclature import vocabulary

NAMES = Names(vocabulary)


@pytest.mark.parametrize(
    ("word", "variable"),
    [
        ("batch_size", "batch_size"), ("BATCH_SIZE", "batch_size"), ("B", "batch_size"),
        ("TPOT", "step_time"), ("N_active", "active_params"),
        ("n_total", "total_params"), ("N", "active_params"), ("L", "context_length"),
        ("L_ctx", "context_length"), ("len_ctx", "context_length"),
        ("ctx", "context_length"), ("KV_bytes_per_token", "kv_bytes_per_token"),
        ("bytes_per_token", "kv_bytes_per_token"), ("t_compute", "compute_time"),
        ("t_mem", "memory_time"), ("t_kv", "kv_fetch_time"), ("T", "step_time"), ("t", "step_time"),
        ("D", "training_tokens"), ("D_PT", "training_tokens"),
        ("C", "training_flops"), ("FLOPs", "domain_flops"), ("FLOPS", "domain_flops"),
        ("mem_bw", "domain_bandwidth"), ("MemBW", "domain_bandwidth"),
        ("Mem_BW", "domain_bandwidth"), ("BW", "domain_bandwidth"), ("capacity", "domain_capacity"),
        ("peak_flops", "peak_flops"),
        ("hbm_bandwidth", "hbm_bandwidth"), ("t_drain", "drain_time"), ("cost", "cost_per_token"),
    ],
)  # fmt: skip
def test_a_usual_name_means_what_the_write_ups_mean_by_it(word: str, variable: str) -> None:
    """Names of the library, its aliases, and the usual names; the first reading is the usual
    one.
    """
    choice = NAMES.find(word)
    assert choice is not None
    assert choice.readings[0][0].name == variable


@pytest.mark.parametrize(
    "word", ["b", "n", "d", "c", "l", "k", "x", "bytes", "token", "GB", "flop"]
)
def test_single_letters_are_case_true_and_nothing_is_guessed(word: str) -> None:
    """b is not B; k, which stands for several things, is nothing until it is bound."""
    assert NAMES.find(word) is None


def test_letters_that_stand_for_several_things_are_offered() -> None:
    """The message for k lists what it may mean."""
    assert NAMES.offers("k") == ("kv_bytes_per_token", "kv_bytes_stored_per_token")
    assert "N" in NAMES.offers("n")
    assert "peak_flops" in NAMES.offers("R")


def test_a_word_for_one_gpu_and_the_domain_is_read_so_that_the_equation_balances() -> None:
    """FLOPs and mem_bw are the domain's, unless only the per-GPU reading balances; the finding says
    which.
    """
    (domain,) = check("t_drain = domain_capacity / mem_bw")
    assert (domain.verdict, domain.bindings["mem_bw"]) == ("consistent", "domain_bandwidth")
    (each,) = check("t_drain = hbm_capacity / mem_bw")
    assert (each.verdict, each.bindings["mem_bw"]) == ("consistent", "hbm_bandwidth")
    (wrong,) = check("t_weights = N_total / mem_bw", strict=True)
    assert (wrong.verdict, wrong.bindings["mem_bw"]) == ("inconsistent", "domain_bandwidth")
    assert "mem_bw as hbm_bandwidth (not domain_bandwidth)" in each.message


def test_one_gpu_is_never_read_beside_the_domain() -> None:
    """FLOPs of a GPU over the bandwidth of the domain would balance this; no such mixture is
    tried.
    """
    (finding,) = check("machine_balance = gpus FLOPs / mem_bw")
    assert finding.verdict == "inconsistent"
    choices = {word: NAMES.find(word) for word in ("FLOPS", "mem_bw")}
    read = [tuple(var.name for var in reading.values()) for reading in readings(choices)]
    assert read == [("domain_flops", "domain_bandwidth"), ("peak_flops", "hbm_bandwidth")]


def test_a_letter_of_several_readings_takes_the_one_that_balances() -> None:
    """C is training compute in C = m N D, and a capacity in C / BW."""
    (compute,) = check("C = training_flops_per_param N D")
    (capacity,) = check("t_drain = C / BW")
    assert (compute.verdict, compute.bindings["C"]) == ("consistent", "training_flops")
    assert (capacity.verdict, capacity.bindings["C"]) == ("consistent", "domain_capacity")


@pytest.mark.parametrize(
    ("meaning", "shown"),
    [
        ("GB/s", "GB/s"),
        ("3.2 GB/s", "GB/s"),
        ("$2/hour/GPU", "USD/hour/GPU"),
        ("hbm_bandwidth", "hbm_bandwidth"),
        ("MemBW", "domain_bandwidth"),
        ("1", "1"),
        ("40 %", "%"),
        ("7", "1"),
    ],
)
def test_a_name_of_ones_own_is_bound_to_a_variable_a_unit_or_a_quantity(
    meaning: str, shown: str
) -> None:
    """All three say what it is measured in."""
    (finding,) = check("mine = mine", {"mine": meaning})
    assert (finding.verdict, finding.bindings) == ("consistent", {"mine": shown})


def test_ones_own_name_goes_before_the_librarys() -> None:
    """Whoever binds B to bytes means bytes."""
    (finding,) = check("B = weight_bytes", {"B": "GB"})
    assert finding.verdict == "consistent"


def test_names_of_several_words_are_bound_too() -> None:
    """As people write them."""
    (finding,) = check("link speed = 2 link speed", {"link speed": "GB/s"})
    assert finding.verdict == "consistent"


@pytest.mark.parametrize(
    ("meaning", "error"),
    [
        ("blubb", UnknownName),
        ("GB//s", TextError),
        ("3 blubb", TextError),
        ("9**9**9**9", TextError),
        ("100B", TextError),
        ("k", UnknownName),
    ],
)
def test_a_binding_that_means_nothing_is_refused(meaning: str, error: type[Exception]) -> None:
    """A misspelt unit or variable never passes in silence."""
    with pytest.raises(error):
        check("x = x", {"x": meaning})


@pytest.mark.parametrize("name", ["≤", "--", "", "$"])
def test_a_binding_of_what_is_no_name_is_refused(name: str) -> None:
    """Of a name at least a letter or a digit is left; a label is one (`a-b`, `2x`)."""
    with pytest.raises(DeclarationError):
        check("B = B", {name: "s"})


@pytest.mark.parametrize(
    ("meaning", "words"),
    [
        ("Kg", ["Did you mean kg?", "It is what “m” is bound to."]),
        ("gauss", ["It is what “m” is bound to.", "--units FILE"]),
        ("kg/m^3x", ["there is no unit “x”", "It is what “m” is bound to."]),
    ],
)
def test_a_binding_that_means_nothing_is_told_with_its_symbol(
    meaning: str, words: list[str]
) -> None:
    """Which symbol, what was looked for, and where a unit of one's own goes."""
    with pytest.raises(DeriveError) as caught:
        Names(vocabulary, {"m": meaning})
    assert all(word in str(caught.value) for word in words)


KEYS = [
    r"\vec{F}_{12}",
    r"\dot m",
    r"\hat{\mathbf r}",
    r"\Delta G^\circ",
    "x'",
    r"k_\mathrm{B}",
    r"m^*",
    r"E_{k,\max}",
    r"\mathcal{E}",
]


@pytest.mark.parametrize("key", KEYS)
def test_a_symbol_is_bound_as_it_is_set(key: str) -> None:
    """The key of a binding is spelt as the reader spells the symbol in a formula."""
    (finding,) = check(rf"{key} + q \cdot 1 = q", {key: "kg", "q": "kg"})
    assert finding.verdict == "consistent", finding.message


def test_a_letter_that_is_not_bound_accuses_nobody() -> None:
    """Among names bound to units of physics the library's letter is not meant."""
    (finding,) = check(r"\rho = m T/V", {r"\rho": "kg/m^3", "m": "kg", "V": "m^3"})
    assert (finding.verdict, finding.unknown) == ("not judged", ("T",))
    assert "bind T" in finding.message


def test_a_font_alone_is_spelt_as_its_name() -> None:
    """Not as nothing, which no variable can be called."""
    assert spelt(r"\tt") == "tt"


@pytest.mark.parametrize(("letter", "meant"), [("N", "active_params"), ("T", "training_time")])
def test_a_letter_of_the_library_is_offered_what_it_stands_for(letter: str, meant: str) -> None:
    assert meant in NAMES.offers(letter) and letter not in NAMES.offers(letter)
