"""Laws of physics with known verdicts: what text books set is read and found sound, and the same
law with a fault is found out.
"""

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.checking import check
from derive.checking.extraction.document import document_of
from derive.cli.main import main
from tests.sampling import samples

ROOT = Path(__file__).parents[2]
LAWS = tomllib.loads(
    (Path(__file__).parent / "data" / "physics_laws.toml").read_text(encoding="utf-8")
)["law"]
SOUND = [
    pytest.param(law[kind], law["units"], id=f"{law['name']} ({kind})")
    for law in LAWS
    for kind in ("tex", "plain")
    if kind in law
]
SPOILT = [
    pytest.param(law["spoilt"], law["units"], id=law["name"]) for law in LAWS if "spoilt" in law
]


def test_there_are_hundreds_of_laws() -> None:
    """As many as the promise of the reader rests on, each with a name of its own."""
    assert len(LAWS) >= 400 and len(SOUND) >= 700 and len(SPOILT) >= 400
    assert len({law["name"] for law in LAWS}) == len(LAWS)


@pytest.mark.parametrize(("text", "units"), SOUND)
def test_a_law_is_read_and_consistent(text: str, units: dict[str, str]) -> None:
    """In LaTeX and in plain text, each symbol bound to its unit."""
    findings = check(text, units)
    assert {finding.verdict for finding in findings} == {"consistent"}, findings[0].message


@pytest.mark.slow
@pytest.mark.parametrize(("text", "units"), SPOILT)
def test_a_spoilt_law_is_inconsistent(text: str, units: dict[str, str]) -> None:
    """A factor or a constant gone, a wrong power, an argument with a unit."""
    verdicts = [finding.verdict for finding in check(text, units)]
    assert "inconsistent" in verdicts and "not judged" not in verdicts


def batches() -> list[list[dict]]:
    """The laws in few documents, in each of which no symbol has two units."""
    made: list[tuple[list[dict], dict[str, str]]] = []
    for law in LAWS:
        if "tex" not in law:
            continue
        fitting = (
            pair
            for pair in made
            if all(pair[1].get(symbol, unit) == unit for symbol, unit in law["units"].items())
        )
        laws, units = next(fitting, (None, None))
        if laws is None:
            laws, units = [], {}
            made.append((laws, units))
        laws.append(law)
        units.update(law["units"])
    return [laws for laws, _ in made if len(laws) > 5]


def derive(runner: CliRunner, *arguments: str) -> tuple[int, list[dict]]:
    made = runner.invoke(main, ["check", *arguments, "--json"])
    assert not made.stderr, made.stderr
    return made.exit_code, json.loads(made.stdout)


@pytest.mark.slow
def test_documents_of_laws_are_judged_on_the_command_line(
    runner: CliRunner, tmp_path: Path
) -> None:
    """Sound laws and spoilt ones in documents beside their binding file; symbols of other laws in
    it do no harm.
    """
    judged = 0
    for number, laws in enumerate(batches()[: samples(1)]):
        units = {symbol: unit for law in laws for symbol, unit in law["units"].items()}
        (tmp_path / "laws.toml").write_text(
            "\n".join(
                f"{json.dumps(symbol)} = {json.dumps(unit)}" for symbol, unit in units.items()
            ),
            encoding="utf-8",
        )
        for kind, wanted in (
            ("tex", "consistent"),
            ("plain", "consistent"),
            ("spoilt", "inconsistent"),
        ):
            shown = [law[kind] for law in laws if kind in law]
            document = tmp_path / f"{kind}{number}.{'txt' if kind == 'plain' else 'md'}"
            document.write_text(
                (
                    "\n".join(shown)
                    if kind == "plain"
                    else "\n\n".join(f"$$\n{text}\n$$" for text in shown)
                ),
                encoding="utf-8",
            )
            bindings = str(tmp_path / "laws.toml")
            code, findings = derive(runner, str(document), "--bindings", bindings)
            assert code == (wanted == "inconsistent")
            sound = [finding["text"] for finding in findings if finding["verdict"] == "consistent"]
            assert (
                len(sound) == len(findings) if wanted == "consistent" else len(sound) <= 2
            )  # a row of a spoilt display that is whole
            judged += len(findings)
    assert judged > 300


def test_every_law_in_plain_text_is_found_whole_in_a_document() -> None:
    """A line of its own; one that only says more or less than needs marks, as a line of prose
    does.
    """
    texts = [
        law["plain"]
        for law in LAWS
        if "plain" in law and any(sign in law["plain"] for sign in "=≈≥≤∝")
    ]
    found = [passage.text for passage in document_of("\n\n".join(texts), "laws.txt").passages]
    assert found == texts


UNITS = """# units of electricity, and two of one's own
tesla = volt * second / meter ** 2 = T
weber = volt * second = Wb
henry = weber / ampere = H
farad = coulomb / volt = F
siemens = 1 / ohm = S
au = 1.495978707e11 * meter
furlong = 201.168 * meter = fur
"""
BOUND = r"""
"\\Phi_B" = "Wb"
"\\mathbf{B}" = "T"
"A" = "m^2"
"L" = "H"
"I" = "A"
"C" = "F"
"G" = "S"
"R" = "ohm"
"Q" = "C"
"V" = "V"
"d" = "fur"
"r" = "au"
"""


@pytest.mark.slow
def test_units_of_ones_own_are_used_in_bindings_and_in_figures(
    runner: CliRunner, tmp_path: Path
) -> None:
    """A units file gives words for bindings and for figures in the text."""
    (tmp_path / "units.txt").write_text(UNITS, encoding="utf-8")
    (tmp_path / "laws.toml").write_text(BOUND, encoding="utf-8")
    texts = {
        r"\Phi_B = |\mathbf{B}| A": "consistent", r"\Phi_B = LI": "consistent",
        r"Q = CV": "consistent", r"G = 1/R": "consistent",
        r"|\mathbf{B}| = 1.5\,\mathrm{T}": "consistent", r"r = 2d": "consistent",
        r"C = \SI{3}{F}": "consistent", r"L = 2\,\mathrm{mH}": "consistent",
        r"\Phi_B = LI^2": "inconsistent", r"G = R\cdot 1": "inconsistent",
        r"C = \SI{3}{H}": "inconsistent",
    }  # fmt: skip
    units, bindings = str(tmp_path / "units.txt"), str(tmp_path / "laws.toml")
    _, findings = derive(runner, *texts, "--units", units, "--bindings", bindings)
    assert {finding["text"]: finding["verdict"] for finding in findings} == texts
