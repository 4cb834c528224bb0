"""Kept questions beside the engine: the same bytes, or left to it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import derive
from derive.cli.main import main
from derive.kept import folder, maker, reader, record
from derive.kept.shape import shape_of

CHIP = ("--accelerator", "gb200_nvl72", "--precision", "fp8")
CLIFF = (
    "solve", "kv_bytes_per_token", "-g", "active_params=100e9 param", "-g",
    "crossover_context=200e3 token/sequence", *CHIP, "--json",
)  # fmt: skip
DRAIN = (
    "solve", "drain_time", "-g", "hbm_capacity=288 GB/GPU", "-g", "hbm_bandwidth=20 TB/s/GPU",
    "--json",
)  # fmt: skip
MODEL = (
    "solve", "weight_bytes", "--model", "llama_3_1_405b", "-g", "bytes_per_param=1 byte/param",
    "--json",
)  # fmt: skip
# Questions whose answer at other values differs by these alone.
PLAIN = [
    CLIFF,
    DRAIN,
    (*DRAIN, "--unit", "us"),
    ("solve", "hbm_capacity", "-g", "drain_time=10 ms", "-g", "hbm_bandwidth=8 TB/s/GPU", "--json"),
    MODEL,
    ("solve", "hbm_break_even_time", *CHIP, "-g", "active_params=100e9 param", "-g",
     "kv_bytes_stored_per_token=1667 byte/token", "-g", "prefill_compute_efficiency=0.5", "--json"),
    ("solve", "fleet_cost_rate", "-g", "fleet_gpus=1000 GPU", "-g", "gpu_price=2 USD/hour/GPU",
     "--json"),
    ("solve", "balance_tokens", *CHIP, "--json"),
]  # fmt: skip
# Questions whose words depend on the values: a regime, a whole number, a range, neglected terms
# with sizes, constraints, no value at all, a default that is replaced.
OTHERS = [
    ("solve", "step_time", "-g", "compute_time=2 ms", "-g", "memory_time=3 ms", "--json"),
    ("solve", "batch_size", *CHIP, "-g", "gpus=72 GPU", "-g", "active_params=100e9 param", "-g",
     "total_params=800e9 param", "-g", "context_length=0 token/sequence", "-g", "step_time=20 ms",
     "--json"),
    pytest.param(
        ("solve", "drain_time", "-g", "hbm_capacity=80 to 96 GB/GPU", "-g",
         "hbm_bandwidth=3 TB/s/GPU", "--json"),
        marks=pytest.mark.slow,
    ),
    pytest.param(
        ("solve", "drain_time", "-g", "hbm_capacity=288 GB/GPU", "--json"), marks=pytest.mark.slow
    ),
    (*DRAIN, "-g", "drain_time=1 s"),
    ("solve", "cache_ttl", "-g", "cache_ttl=5 minute", "--json"),
    ("solve", "drain_time", "fleet_cost_rate", "--json", *DRAIN[2:6]),
]  # fmt: skip


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def printed(words: tuple[str, ...]) -> str:
    """What the engine prints."""
    return CliRunner().invoke(main, list(words)).stdout


def with_values(words: tuple[str, ...], **values: str) -> tuple[str, ...]:
    """The words with other values of some givens."""
    names = [word.partition("=")[0] for word in words]
    return tuple(
        f"{name}={values[name]}" if name in values else word
        for name, word in zip(names, words, strict=True)
    )


def moved(words: tuple[str, ...], source: random.Random) -> tuple[str, ...]:
    """The words with all numbers of givens others, written in one of several ways."""
    found = {}
    for name, value in (pair for pair in map(pairs, words) if pair is not None):
        first, gap, unit = value.partition(" ")
        size = float(first) * 10 ** source.uniform(-1.0, 1.0)
        text = source.choice([f"{size:.3g}", f"{size:.2e}", repr(size), f"{size:.6g}"])
        found[name] = f"{text}{gap}{unit}"
    return with_values(words, **found)


def pairs(word: str) -> tuple[str, str] | None:
    name, sign, value = word.partition("=")
    return (name, value) if sign else None


@pytest.mark.parametrize("words", PLAIN, ids=lambda words: words[1])
def test_a_kept_question_is_answered_in_the_bytes_of_the_engine(words: tuple[str, ...]) -> None:
    """At random values; where these make another answer than a plain one, it is left to it."""
    assert reader.answer_text(words) is None
    assert printed(words) == reader.answer_text(words)
    source = random.Random(words[1])
    told = 0
    for _ in range(4):
        other = moved(words, source)
        found = reader.answer_text(other)
        told += found is not None
        assert found is None or found == printed(other), other
    assert told or not any(map(pairs, words))


@pytest.mark.parametrize("words", OTHERS, ids=lambda words: words[1])
def test_a_question_whose_words_depend_on_values_is_not_kept(words: tuple[str, ...]) -> None:
    assert json.loads(printed(words))
    assert folder.size()[0] == 0


LEFT = {
    "a zero": {"hbm_capacity": "0 GB/GPU"},
    "a range": {"hbm_capacity": "80 to 90 GB/GPU"},
    "a distribution": {"hbm_capacity": "80 +- 2 GB/GPU"},
    "a negative value": {"hbm_capacity": "-80 GB/GPU"},
    "another dimension": {"hbm_capacity": "80 GB"},
    "no unit": {"hbm_capacity": "80"},
    "an unknown unit": {"hbm_capacity": "80 GX/GPU"},
    "a currency": {"hbm_capacity": "80 EUR"},
    "beyond floats": {"hbm_capacity": "1e300 GB/GPU"},
    "a dash": {"hbm_capacity": "80-90 GB/GPU"},
    "a decimal comma": {"hbm_capacity": "0,5 GB/GPU"},
}


@pytest.mark.parametrize("values", LEFT.values(), ids=LEFT)
def test_what_is_no_plain_value_is_left_to_the_engine(values: dict[str, str]) -> None:
    printed(DRAIN)
    assert reader.answer_text(DRAIN) is not None
    assert reader.answer_text(with_values(DRAIN, **values)) is None


@pytest.mark.slow
def test_a_contradiction_beside_the_way_is_left_to_the_engine() -> None:
    """A step cannot be shorter than computing, whatever else is asked."""
    beside = ("-g", "step_time=30 ms", "-g", "compute_time=20 ms")
    words = (*DRAIN[:-1], *beside, DRAIN[-1])
    assert json.loads(printed(words))["status"] == "solved"
    assert reader.answer_text(words) is not None
    against = with_values(words, step_time="3 ms")
    assert json.loads(printed(against))["status"] == "contradiction"
    assert reader.answer_text(against) is None


def test_a_usual_value_is_left_to_the_engine() -> None:
    """A given that repeats what nobody needs to state replaces nothing, another one does."""
    words = (
        "solve", "step_time", "-g", "sequence_speed=50 token/s/sequence", "-g",
        "emitted_tokens_per_pass=3 token/sequence", "--json",
    )  # fmt: skip
    printed(words)
    usual = with_values(words, emitted_tokens_per_pass="1 token/sequence")
    assert reader.answer_text(usual) is None or reader.answer_text(usual) == printed(usual)


@pytest.mark.parametrize(
    "words",
    [
        (*DRAIN, "-f", "case.toml"),
        ("missing", *DRAIN[1:]),
        (*DRAIN[:2], "--given=hbm_capacity=288 GB/GPU", *DRAIN[4:]),
        (*DRAIN[:-1], "-g"),
        (*DRAIN, "--", "x"),
        ("solve", "drain\udcff", "--json"),
        ("solve",),
        (),
    ],
    ids=str,
)
def test_other_commands_are_not_looked_up(words: tuple[str, ...]) -> None:
    printed(DRAIN)
    assert reader.answer_text(words) is None


def test_the_environment_and_files_beside_are_the_engines(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    printed(CLIFF)
    monkeypatch.chdir(tmp_path)
    assert reader.answer_text(CLIFF) is not None
    (tmp_path / "gb200_nvl72").mkdir()
    assert reader.answer_text(CLIFF) is None
    (tmp_path / "gb200_nvl72").rmdir()
    for name in ("DERIVE_DATA", "DERIVE_PACKS"):
        with monkeypatch.context() as context:
            context.setenv(name, "physics")
            assert shape_of(CLIFF) is None and reader.answer_text(CLIFF) is None
    assert reader.answer_text(CLIFF) is not None


def test_a_variable_given_twice_is_not_kept() -> None:
    twice = (*DRAIN[:4], "-g", "hbm_capacity=288 GB/GPU", *DRAIN[4:])
    assert json.loads(printed(twice))["status"] == "solved"
    assert folder.size()[0] == 0


def test_another_fingerprint_makes_a_question_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A relation, a data file or a version that changed; the next answer keeps it anew."""
    printed(DRAIN)
    monkeypatch.setattr(reader, "fingerprint", lambda: "another")
    assert reader.answer_text(DRAIN) is None
    monkeypatch.setattr(maker, "fingerprint", lambda: "another")
    printed(DRAIN)
    assert reader.answer_text(DRAIN) == printed(DRAIN)


def hostile(text: str) -> list[str]:
    """Files with a right digest and other contents."""
    form, mark, words, givens, program, around, answer, factor = json.loads(text)
    slots, nodes, values, blocks, target, used = program
    cycle = [["add", k, k] for k in range(len(nodes))]
    contents = [
        None, 7, [], {}, [form], [99, mark, words, givens, program, around, answer, factor],
        [form, mark, words[:-1], givens, program, around, answer, factor],
        [form, mark, words, [], program, around, answer, factor],
        *(
            [form, mark, words, givens, [*other, used], around, answer, factor]
            for other in (
                [slots, cycle, values, blocks, target],
                [slots, [], values, blocks, target],
                [slots, nodes, [], blocks, target],
                [slots, nodes, values, blocks, 999],
            )
        ),
        [form, mark, words, givens, program, around[::-1], answer, factor],
        [form, mark, words, givens, program, around, [], factor],
        [form, mark, words, givens, program, around, answer, 0],
        [form, mark, words, givens, program, around, answer, "x"],
    ]  # fmt: skip
    deep = "[" * 100_000
    return [*map(json.dumps, contents), deep, "", "nonsense"]


def test_hostile_contents_are_ignored_and_the_engine_answers() -> None:
    printed(DRAIN)
    key = "\n".join(shape_of(DRAIN).words)
    text = folder.read(key)
    for content in hostile(text):
        folder.write(key, content)
        assert reader.answer_text(DRAIN) is None, content[:80]
    folder.write(key, "no JSON")
    assert printed(DRAIN) == reader.answer_text(DRAIN)


def test_a_file_that_says_otherwise_than_the_engine_is_made_anew() -> None:
    """Where the engine is asked, as another process may have been before the file was changed."""
    wanted = printed(DRAIN)
    key = "\n".join(shape_of(DRAIN).words)
    text = folder.read(key)
    folder.write(key, text.replace('"hbm_drain"', '"other_drain"').replace("solved", "salved"))
    assert reader.answer_text(DRAIN) != wanted
    assert printed(DRAIN) == wanted == reader.answer_text(DRAIN)


def test_what_is_kept_is_read_as_it_was_made() -> None:
    printed(CLIFF)
    text = folder.read("\n".join(shape_of(CLIFF).words))
    assert record.written(record.read(text)) == text


def test_nothing_is_kept_where_it_is_off(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    monkeypatch.setenv("DERIVE_CACHE", "off")
    assert json.loads(printed(DRAIN))["status"] == "solved"
    assert not place.exists()


def test_a_known_shape_starts_without_the_engine() -> None:
    """Neither sympy nor pint nor networkx, and no click."""
    printed(CLIFF)
    other = with_values(CLIFF, active_params="37e9 param")
    code = (
        "import sys\nfrom derive.__main__ import main\ntry: main()\nexcept SystemExit as done:"
        " print(done.code, {'sympy', 'pint', 'networkx', 'click'} & {*sys.modules},"
        " file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *other],
        capture_output=True, text=True, check=True, encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        cwd=Path(derive.__file__).parents[1],
    )  # fmt: skip
    assert done.stderr == "0 set()\n"
    assert done.stdout == printed(other)


def test_the_command_tells_and_clears() -> None:
    printed(DRAIN)
    told = json.loads(printed(("cache", "--json")))
    assert told["questions"] == 1 and told["bytes"] > 1_000 and told["removed"] is None
    assert printed(("cache",)).startswith("1 question, ")
    assert json.loads(printed(("cache", "--clear", "--json")))["removed"] == 1
    assert folder.size() == (0, 0)
