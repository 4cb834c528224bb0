"""What documents at first sight were accused of and is right; each with a twin that is wrong."""

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.symbols.names import Names
from derive.library.content import vocabulary
from tests.checking.judged_text import findings, is_accused, levels

_MEANT = {"P": "param", "S": "token", "FLOPs": "FLOP", "N": "token", "a": "s", "b": "s", "k": "s"}
_POWER = (
    "Where `n` is the number of GPUs, `T` the training time, `D` the tokens, `P` the parameters"
)
_GRAMS = "With the emission $c$ [kg], the energy $w$ [kWh] and the carbon intensity $q$: "
_BITS = "The model has $P$ parameters, its memory is $m$ [byte] and $q = 16$ bits. "


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (r"$$k = \frac{2 P S}{\text{GPU FLOPS}}$$", r"$$k = \frac{2 P S}{\text{FLOPs}}$$"),
        (r"$$\text{TPOT} = \frac{a - b}{N - 1}$$", r"$$k = \frac{(a - b)^2}{(N - 1)^2}$$"),
        (r"$$k = \frac{a - b}{N - 1}$$", r"$$k = (a - b) (N - 1) N$$"),
    ],
)
def test_bound_counts_beside_rates_and_less_one(right: str, spoilt: str) -> None:
    """FLOPS are a rate though FLOPs are bound to a count; (N - 1) tokens are as many numbers."""
    assert levels(right, _MEANT) == ["warning" if "FLOPS" in right else "note"]
    assert levels(spoilt, _MEANT) == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt", "said"),
    [
        (f"{_POWER}: `w = n * T * TDP * PUE`, `w = 3 J`", f"{_POWER}, `w` [J]: `T = n * w`", "TDP"),
        (f"{_GRAMS}$c = w q$", f"{_GRAMS}$c = w q^2$", "kgCO2e"),
        (f"{_BITS}$m = 1.2 P q/8$", f"{_BITS}$m = 1.2 P q^2/8$", "per parameter"),
        ("The voltage $V_i$ [V]: $|V_i| = 1$", "The voltage $V_i$ [V]: $|V_i| = 3$ s", ""),
    ],
)  # fmt: skip
def test_what_is_left_unsaid_is_no_error(right: str, spoilt: str, said: str) -> None:
    """An acronym beside its letters, kg for kgCO2e, bits of one parameter, a size without unit."""
    assert "error" not in levels(right)
    assert said in " ".join(f"{found.brief} {found.bindings}" for found in findings(right))
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("* $T$ (sequence length) = $1024$\n\n$(T w) = (T w)$ grows with $T$ (T^2).", "T"),
        ("| $P = 2 S$ | $S$ ($N^2$) |\n|---|---|\n| $O = P V$ | $P$ ($N^2$) |\n\n$N = 3$", "P"),
        ("where top(G,s,SLO) is the maximum request/s of a GPU. $SLO = 120$ ms", "SLO"),
        (r"of parameter $\lambda = 1/12$ (time unit is minutes) and $\lambda x = 3$", "λ"),
    ],
)  # fmt: skip
def test_powers_arguments_and_units_of_time_define_nothing(text: str, symbol: str) -> None:
    read = " ".join(str(found.bindings.get(symbol, "")) for found in findings(text))
    assert not {"T^2", "N^2", "sequence/s", "minute"} & {*read.split()}
    assert "warning" not in levels(text)


def test_units_in_brackets_are_still_read() -> None:
    text = "where the area $A$ (m^2), the width $w$ (m) and the rate $r$, whose time unit is s:"
    assert levels(f"{text} $A = w^2$") == ["none"]
    assert levels(f"{text} $A = w^3$") == ["error"]


_HARD = "Where `n` is the number of GPUs, `T` the training time and `q` the carbon intensity. "


def test_what_follows_from_a_figure_of_one_gpu_may_be_of_all() -> None:
    """The library counts TDP per GPU, the author multiplies by a pure number."""
    text = f"{_HARD}`c_oper = n * T * TDP * PUE * q`"
    meant = {"n": "1", "w": "kWh"}
    assert levels(f"{text}, `c_oper = w * q`", meant) == ["none", "none"]
    assert levels(f"{text}, `c_oper = w * q * T`", meant) == ["none", "note"]


_TWICE = "It has $N$ active parameters, $N$ [param], and $D$ tokens, $w$ [token]: "
_PLATE = (
    "Here $q$ is in W/(m^2 K), $y$ is the effective thermal conductivity and $w$ is the thickness"
    " of each layer. "
)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (r"With $y$ [s] and $x_i$ [s]: $y = \Sigma_i x_i$",
         r"With $y$ [s] and $x_i$ [m]: $y = \Sigma_i x_i$"),
        ("`100 K tokens / 4 s = 25 K tokens/s`", "`100 K tokens / 4 s = 29 K tokens/s`"),
        (f"{_TWICE}$w = D$", f"{_TWICE}$w = N$"),
        (f"{_PLATE}$q = y/w$", f"{_PLATE}$q = y w$"),
    ],
)  # fmt: skip
def test_forms_that_were_not_read(right: str, spoilt: str) -> None:
    assert levels(right)[-1] == "none"
    assert is_accused(spoilt, unlike=right)


def test_a_role_of_two_lines_and_a_degree_apart_are_read() -> None:
    head = "Text\n====\n\nWith :math:`a` the length [m], :math:`b` the time [s], :math:`c` [m/s]:\n"
    right, spoilt = (f"{head}:math:`a = b\n{rest}`\n" for rest in ("c", "c c"))
    assert [str(f.level) for f in check_document(document_of(right, "a.rst"))] == ["none"]
    assert [str(f.level) for f in check_document(document_of(spoilt, "a.rst"))] == ["error"]
    (found,) = findings(r"$T = 20\,^\circ\mathrm{C}$")
    assert "zero of its own" in found.brief


def test_letters_with_a_word_for_a_subscript_are_one_name() -> None:
    found = findings(r"$Lot_{base} = 2 Lot_{model}$ and $Lot_{base} = 3$ GB")
    assert found[0].unknown == ("Lot_model",) and found[0].bindings["Lot_base"] == "GB"
    bound = {"F": "N", "P": "1", "L_hard": "m", "w": "J"}
    assert levels(r"$w = FPL_{hard}$", bound) == ["none"]
    assert levels(r"$w = FPL_{hard}^2$", bound) == ["error"]


def test_units_behind_a_bar_in_the_line_may_all_be_below_it() -> None:
    (found,) = findings(r"$1 \mathrm{F} = 1 \mathrm{C}^2 / \mathrm{N} \cdot \mathrm{m}$")
    assert str(found.verdict) == "not judged" and "above or below the bar" in found.brief
    assert is_accused(r"$1 \mathrm{F} = 1 \mathrm{C}^2 / \mathrm{N} \cdot \mathrm{s}$")


_WORK = "Let $W$ be the work [J], $F$ the force [N], $x$ the way [m] and $d$ the distance [m]. "


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (r"$W = \int d W$", r"$W d = \int d W$"),
        (r"$W = \int_0^1 F\, d x$", r"$W = \int_0^1 F^2\, d x$"),
        (r"$W = \int \mathrm{d} W$", r"$W^2 = \int \mathrm{d} W$"),
        (r"$W d = \int d F dx$", r"$W = \int d F dx$"),
        (r"$W d = d F x = \int F\, d dx$", r"$W = \int d\, F\, d x$"),
    ],
)
def test_the_d_of_an_integral_is_no_factor_though_the_author_has_a_d(
    right: str, spoilt: str
) -> None:
    assert set(levels(_WORK + right)) <= {"none"}
    assert "error" in levels(_WORK + spoilt)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("15e12 tokens / 16 GPUs = 9.4e11 tokens/GPU", "15e12 tokens / 16 GPUs = 9e12 tokens/GPU"),
        ("1600 bytes / 8 s = 200 bytes/s", "1600 bytes / 8 s = 200 bytes"),
        ("So 1600 bytes / 8 s = 200 bytes/s.", "So 1600 bytes / 8 s = 300 bytes/s."),
    ],
)
def test_a_unit_behind_a_figure_is_no_symbol_that_an_equals_sign_defines(
    right: str, spoilt: str
) -> None:
    assert levels(right) == ["none"]
    assert str(findings(right)[0].verdict) == "consistent"
    assert is_accused(spoilt, unlike=right)


def test_a_product_in_bold_is_no_name() -> None:
    text = "Let $T$ be the time [s] and $D$ the way [m]. "
    assert levels(rf"{text}$2 T D^2 + 4 T D^2 = \mathbf{{6 T D^2}}$") == ["none"]
    assert levels(rf"{text}$2 T D^2 + 4 T D^2 = \mathbf{{6TD}}$") == ["error"]


def test_a_rate_stated_as_a_bare_fraction_is_no_pure_number() -> None:
    """q = 1/12 with the unit left to the reader accuses no law of q; a ratio of names does."""
    text = "Let $L$ be the number of replicas and $W$ the time in the queue [s]. "
    assert "error" not in levels(rf"{text}$L = q W$ where $q = 1/12$.")
    spoilt = rf"{text}The time $h$ [s] gives $q = h/W$ and $L = q W$."
    assert is_accused(spoilt)


@pytest.mark.parametrize("font", [r"\textbf", r"\mathbf", r"\text"])
def test_a_figure_in_bold_is_a_figure(font: str) -> None:
    product = r"3 \times 1024 \times 1600^2"
    right, spoilt = (f"${product} = {font}{{{n}}}$" for n in ("7,864,320,000", "8,864,320,000"))
    assert [str(found.verdict) for found in findings(right)] == ["consistent"]
    assert levels(spoilt) == ["error"]
    assert levels(rf"$80 \text{{ GB}} / 8 = {font}{{10 GB}}$") != ["error"]
    assert levels(rf"$y = x_{{{font}{{2024}}}}$") == ["none"]


def test_tokens_are_rounded_to_whole_tokens() -> None:
    bound = {"k": "token", "r": "1", "T": "token", "t": "s", "w": "s"}
    assert levels(r"$k = \lfloor r T \rfloor$", bound) == ["none"]
    assert levels(r"$k = \lfloor r T^2 \rfloor$", bound) != ["none"]
    assert levels(r"$w = \lfloor r t \rfloor$", bound) == ["error"]


@pytest.mark.parametrize("text", [r"$\dot{$", r"$\mathbf{12$", r"$x = \mathbf{$"])
def test_a_group_that_ends_with_the_formula_is_told(text: str) -> None:
    assert "error" not in levels(text)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            "The code has $k$ = number of exponent bits. Its offset is $q = 3^{k-1} - 1$",
            "The way is $k$ [m]. Its offset is $q = 3^{k-1} - 1$",
        ),
        (
            "An exponent field of $k$ bits has the offset\n\n$$q = 3^{k-1} - 1$$",
            "The way is $k$ [m]. Its offset is\n\n$$q = 3^{k-1} - 1$$",
        ),
        (
            "Read-bound (arithmetic intensity ≈ 1)",
            "The arithmetic intensity $q$ [FLOP/byte]: $q = 1$ GB",
        ),
    ],
)
def test_counts_of_bits_and_values_of_one(right: str, spoilt: str) -> None:
    """A number of bits may be a plain number, and 1 may lack its unit."""
    assert levels(right)[-1] == "warning"
    assert levels(spoilt)[-1] == "error"


@pytest.mark.parametrize(
    ("computed", "right", "wrong"),
    [
        ("1 billion objects / 30 days = 33M objects/day", "385 objects/sec", "395 objects/sec"),
        ("1000 GB / 30 days = 33 GB/day", "386 kB/s", "395 kB/s"),
    ],
)
def test_a_figure_behind_a_rounded_one_follows_from_the_computation(
    computed: str, right: str, wrong: str
) -> None:
    """33 of 33.3 a day are 381.9 a second, and the computation 385.8; not beyond the rounding, nor
    where nothing is computed.
    """
    assert levels(f"{computed} = {right}") in (["none"], ["note"])
    assert levels(f"{computed} = {wrong}") == ["error"]
    assert levels(f"{computed.partition(' = ')[2]} = {right}") == ["warning"]


def test_letters_listed_with_their_words_are_no_equations() -> None:
    """What each letter stands for is no statement on figures."""
    assert levels("Where: N = GPUs, B = bytes, W = egress bandwidth") == []
    assert levels("We know N = 3 GPUs, m = 2 GB / 4 = 0.7 GB here.") != []


def test_names_of_several_words_in_maths_without_braces() -> None:
    """Letters before an underscore without braces are one name where three or more follow it."""
    (found,) = findings("The time is $step_time = batch_size / throughput$.")
    assert found.bindings["step_time"] and found.level == "warning"
    (found,) = findings("The time is $T_ab = x$.")
    assert "T_ab" not in found.unknown


def test_bytes_of_a_parameter_are_bytes_per_parameter() -> None:
    """The article makes one of it."""
    said = "Let $N$ be the number of parameters, $b$ the bytes of a parameter and $w$ the memory"
    assert levels(f"{said} bandwidth. Then $T = N b / w$") == ["none"]
    assert is_accused(f"{said} bandwidth, $T$ the time. Then $T = N b w$")


def test_bytes_times_parameters_are_bytes() -> None:
    """What is 2 bytes is each parameter; nothing else is left out."""
    said = "With $P$ the number of parameters: "
    (found,) = findings(rf"{said}$M_{{\text{{kept}}}} = P \times 2 \text{{ bytes}}$")
    assert found.level == "none" and found.forced == {"M_kept": "byte"}
    assert levels(rf"{said}With $M$ the memory. $M = P \times 2 \text{{ bytes}}$") == ["warning"]
    (found,) = findings(rf"{said}$M_{{\text{{kept}}}} = P^2 \times 2 \text{{ bytes}}$")
    assert found.verdict == "not judged"


@pytest.mark.parametrize(
    "phrase",
    [
        "the peak memory during a training step", "the activation memory across all layers:",
        "the physical HBM capacity",
    ],
)  # fmt: skip
def test_memory_is_read_whatever_is_said_behind_it(phrase: str) -> None:
    """When and where it is used is no part of its name."""
    assert levels(f"where $Q$ is {phrase}\n\nThen $Q = 3$ GB") == ["none"]
    assert levels(f"where $Q$ is {phrase}\n\nThen $Q = 3$ s") == ["error"]


def test_short_names_of_batches() -> None:
    """A global batch, a micro-batch and its accumulation."""
    assert levels("`gbs = mbs * dp * grad_accum`, `x_time = 3 s`") == ["none", "none"]


def test_terms_of_a_bare_sum_may_be_in_several_multiples_of_its_unit() -> None:
    """GB and MB, of which the line says nothing: a warning."""
    assert levels("Memory = 5.2 + (0.25 × 1,000) × 12 = 8.2 GB") == ["warning"]
    assert is_accused("Memory = 5.2 + (0.25 × 1,000) × 12 = 9.9 GB")


def test_a_letter_that_leads_a_product_beside_a_name_is_no_unit() -> None:
    """N*N is no force squared, though lengths are spoken of."""
    said = "The pitch $g$ [m] and the span $h$ [m] are known. "
    for line in ("area_mb = (N*N*2)/1e6", "area_mb = N*N/3"):
        (found,) = findings(f"{said}It is said there ({line}) twice.")
        assert found.level != "error"
    assert levels(f"{said}Then $g = 3 h^2$") == ["error"]


def test_a_figure_said_again_in_other_things_is_left_alone() -> None:
    """1536 threads are 48 warps."""
    assert levels("the blocks (6×256=1536=48 warps) are right") == []
    assert levels("the blocks (6×256=1536) are right") == ["none"]
    assert levels("the blocks (6×256=1526) are right") == ["error"]


def test_how_a_thing_grows_is_no_unit() -> None:
    """O(N) is not in newtons."""
    said = "With `N` = rows of the table, its cost is O(N), then `size_mb = (N*N*2)/1e6`."
    assert "error" not in levels(said)
    (found,) = findings("Let `N` be the pull (N). Then `N = 3 m`.")
    assert found.level == "error"


def test_bytes_moved_for_something_are_bytes() -> None:
    """What they are moved for is no part of the quantity, nor is “raw”."""
    said = "Let $S$ be the raw bytes moved for a transfer, $B$ the bandwidth in GB/s: "
    assert levels(rf"{said}$T_{{\mathrm{{go}}}} = \tau_{{\mathrm{{go}}}} + \frac{{S}}{{B}}$") == [
        "none"
    ]
    assert levels(f"{said}$S = B$") == ["error"]


def test_a_sum_that_does_not_balance_may_be_raised_to_a_letter() -> None:
    """It is judged as any other, beside a pure number that may be the coefficient of a fit."""
    said = "Let $G$ be the number of layers, $m$ [s], $a$ the number of heads and $N$ [s]"
    assert is_accused(f"{said}. We get $N = G (1 - m)^a$")


_QUEUE = {"W": "s", "lam": "1/s", "S": "s", "rho": "1", "u": "mol/(L*s)", "K": "L/(mol*s)"}
_GASES = {"v": "mol/(L*s)", "k": "1/s", "[L]": "mol/L", r"[\mathrm{A}]": "mol/L", "n": "1"}


@pytest.mark.parametrize(
    ("right", "spoilt", "units"),
    [
        (r"$W = \frac{lam\, \mathrm{E}[S^2]}{2(1 - rho)}$", r"$W = lam\, S^3$", _QUEUE),
        ("$u = K [S^2]$", "$u = K [S^2] S$", {**_QUEUE, "S": "mol/L"}),
        ("$v = k [L]$", "$v = k [L]^2$", _GASES),
        (r"$v = k [\mathrm{A}]$", r"$v = k [\mathrm{A}]^2$", _GASES),
    ],
)
def test_letters_in_brackets_that_are_bound_are_no_units(
    right: str, spoilt: str, units: dict[str, str]
) -> None:
    """Expectations and concentrations, also those bound with their brackets."""
    assert not {"error", "warning"} & {*levels(right, units)}
    assert levels(spoilt, units) == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("F = 9.81 m/s^2 * m", "F = 9.81 m/s^2 * m * m"),
        ("P = 0.6 kg/m^3 * A * v^3", "P = 0.6 kg/m^3 * A * v^2"),
        ("T = 0.161 s/m * V/A", "T = 0.161 s/m * A/V"),
    ],
)
def test_names_behind_a_unit_and_a_cross_are_names(right: str, spoilt: str) -> None:
    """The m of 9.81 m/s^2 * m is the author's, whatever it is a unit of."""
    units = {"F": "N", "m": "kg", "P": "W", "A": "m^2", "v": "m/s", "T": "s", "V": "m^3"}
    assert levels(right, units) == ["none"]
    assert levels(spoilt, units) == ["error"]


def test_brackets_of_a_sentence_that_compute_are_read() -> None:
    """Its end was cut off, and what was left accused; a remark in brackets ends an equation."""
    units = {"E": "J", "c": "m/s", "m": "kg", "G": "m^3/(kg*s^2)", "F": "N", "m1": "kg", "r": "m"}
    for right, spoilt in (
        ("The energy is E = c^2 (m + m).", "The energy is E = c^2 (m + c)."),
        ("The energy is E = m c^2 (see above).", "The energy is E = m c (see above)."),
        ("The law is F = G m1 m1 / r^2.", "The law is F = G m1 m1 / r^3."),
    ):
        assert (levels(right, units), levels(spoilt, units)) == (["none"], ["error"])
    assert levels("The energy is E = G^4/c^5 (m1 m)^2/r^5 (m/c).", units) != ["error"]


def test_a_digit_before_quantities_of_a_law_has_no_unit() -> None:
    """Whatever figure the law comes to; beside what is counted it may be bytes of each."""
    units = {"E": "J", "m": "kg", "v": "m/s", "d": "m", "t": "s"}
    assert levels(r"$E = 3 m v = 5\,\text{J}$", units) == ["error"]
    assert levels(r"$d = 3 t = 5\,\text{m}$", units) == ["warning"]


@pytest.mark.parametrize(
    ("right", "spoilt", "units"),
    [
        (
            r"$|H(j\omega)| = \frac{1}{\sqrt{1 + (\omega R C)^2}}$",
            r"$|H(j\omega)| = \frac{1}{\sqrt{1 + \omega R C^2}}$",
            {"H": "1", "j": "1", r"\omega": "rad/s", "R": "kohm", "C": "nF"},
        ),
        (
            r"$L = \frac{\lambda^2}{\mu\,(\mu - \lambda)}$",
            r"$L = \frac{\lambda}{\mu(\mu - \lambda)}$",
            {"L": "1", r"\mu": "1/s", r"\lambda": "1/s"},
        ),
        (
            r"$$\mathbf{F} = -\nabla_{\mathbf{r}} U$$",
            r"$$\mathbf{F} = -\nabla_{\mathbf{r}}^2 U$$",
            {r"\mathbf{F}": "N", r"\mathbf{r}": "m", "U": "J"},
        ),
    ],
)
def test_functions_of_a_frequency_products_and_gradients(
    right: str, spoilt: str, units: dict[str, str]
) -> None:
    """H(jω) is a function and μ(μ - λ) is none; a gradient by a place is no mathematics of learning
    machines.
    """
    assert levels(right, units) == ["none"]
    assert levels(spoilt, units) == ["error"]


def test_powers_of_pi_are_told_as_such() -> None:
    (found,) = findings(r"$d = \frac{4 \pi^2 m}{3}$", {"d": "m", "m": "kg"})
    assert "4*pi^2*m/3" in found.message


def test_with_the_authors_names_alone_no_other_is_offered() -> None:
    own = {"speed_of_ship": "m/s"}
    alone = Names(vocabulary(), own, guesses=False)
    assert alone.offers("batch_siz") == () and alone.offers("speed_of_shop") == ("speed_of_ship",)
    assert Names(vocabulary(), own).offers("batch_siz")
