"""Sweeps: axes read like givens, frames with their units, chunk by chunk as in memory."""

from __future__ import annotations

import importlib.util
import math
import tracemalloc
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import derive
from derive.analysis.sweep import columns
from derive.analysis.sweep.axes import Axis, read_axis
from derive.errors import DeriveError, GivenError, MissingExtra, UnknownName
from derive.library import library_system
from derive.results.status import Status
from derive.results.sweep import STATUSES

xarray = pytest.importorskip("xarray")
RACK = {
    "active_params": "100e9 param",
    "total_params": "800e9 param",
    "bytes_per_param": "0.5 byte/param",
    "gpus": "72 GPU",
    "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "10 PFLOP/s/GPU",
    "kv_bytes_per_token": "1667 byte/token",
    "gpu_price": "2 USD/hour/GPU",
}
OVER: dict[str, Any] = {
    "batch_size": derive.span("1", "8192 sequence", 9, "log"),
    "context_length": ["0", "1024", "200e3 token/sequence"],
}


@pytest.mark.slow
def test_every_point_is_what_solve_says() -> None:
    """Values in the declared unit, statuses, regimes; and the inverse question."""
    found = derive.sweep("cost_per_token", RACK, OVER)
    back = derive.sweep(
        "batch_size",
        {**RACK, "context_length": "50e3 token/sequence"},
        {"step_time": derive.span("0.1 ms", "20 ms", 7)},
    )
    for data, target, given in (
        (found, "cost_per_token", RACK),
        (back, "batch_size", {**RACK, "context_length": "50e3 token/sequence"}),
    ):
        units = {name: data[name].attrs["units"] for name in data.coords}
        for place in np.ndindex(*data[target].shape):
            here = {
                name: f"{float(data[name][k])!r} {units[name]}"
                for name, k in zip(data[target].dims, place, strict=True)
            }
            answer = derive.solve(target, {**given, **here})
            value = float(data[target].values[place])
            assert STATUSES[data.status.values[place]] == answer.status
            assert derive.regimes(data).values[place] == answer.regime
            assert (
                math.isnan(value)
                if answer.number is None
                else math.isclose(value, answer.number / answer.target.unit.factor, rel_tol=1e-9)
            )


@pytest.mark.slow
def test_the_dataset_says_what_it_is_and_what_it_rests_on() -> None:
    """Units and meanings on every variable, the closed form, flags, givens, conventions, defaults,
    choices.
    """
    found = derive.sweep("cost_per_token", RACK, OVER)
    assert found.cost_per_token.dims == ("batch_size", "context_length")
    assert (
        found.cost_per_token.attrs["units"] == "USD/token"
        and found.batch_size.attrs["units"] == "sequence"
    )
    assert (
        "context_length" in found.cost_per_token.attrs["formula"]
    )  # the general one, not that of no context
    # Ideal efficiencies raise the cost, experts that no token chooses lower it.
    assert found.cost_per_token.attrs["sense"] == "estimate"
    dense = derive.sweep("cost_per_token", {**RACK, "active_params": RACK["total_params"]}, OVER)
    assert dense.cost_per_token.attrs["bound"] == "lower bound"
    assert found.status.attrs["flag_meanings"].split() == ["no_question", *STATUSES]
    assert found.attrs["given"].startswith(
        "bytes_per_param = 0.5 byte/param; kv_bytes_per_token = 1667 byte/token"
    )
    assert found.attrs["conventions"] == "flops_per_param = 2 FLOP/param/token"
    assert "step time: overlap" in found.attrs["variants"]
    assert (
        found.attrs["warnings"]
        == "batch_size counts things, and 7 of its 9 values are no whole numbers"
    )


def test_regimes_are_codes_with_meanings_and_the_same_in_every_part_of_a_grid() -> None:
    """By the CF conventions; the text of a code is the one that `solve` gives."""
    found = derive.sweep("cost_per_token", RACK, OVER)
    codes, texts = found.regime, derive.regimes(found)
    assert codes.dtype == np.int8 and codes.attrs["flag_values"].dtype == np.int8
    words = dict(zip(codes.attrs["flag_values"], codes.attrs["flag_meanings"].split(), strict=True))
    assert {words[code] for code in codes.values.ravel()} == {
        "compute_time_ge_memory_time",
        "memory_time_ge_compute_time",
    }
    assert set(texts.values.ravel()) == {
        "compute_time ≥ memory_time",
        "memory_time ≥ compute_time",
    }
    for first, last in ((0, 3), (7, 9)):
        part = {**OVER, "batch_size": (found.batch_size.values[first:last], "sequence")}
        there = derive.sweep("cost_per_token", RACK, part).regime
        assert (there.values == codes.values[first:last]).all()
        assert there.attrs["flag_texts"] == codes.attrs["flag_texts"]


def test_regimes_of_any_frame_are_text() -> None:
    """Of several targets one is named; without a regime there is an error."""
    pytest.importorskip("pandas")
    texts = ["memory_time ≥ compute_time", "compute_time ≥ memory_time"]
    over = {"compute_time": ["1 ms", "3 ms"]}
    for frame in ("xarray", "numpy", "pandas"):
        found = derive.sweep("step_time", {"memory_time": "2 ms"}, over, frame=frame)
        assert list(np.asarray(derive.regimes(found))) == texts
        assert list(np.asarray(derive.regimes(found, "step_time"))) == texts
    several = derive.sweep(["step_time", "step_rate"], {"memory_time": "2 ms"}, over)
    assert derive.regimes(several, "step_time").values.tolist() == texts
    with pytest.raises(GivenError, match=r"Name its target, of step_time, step_rate\."):
        derive.regimes(several)


@pytest.mark.slow
def test_rows_say_what_is_missing_and_what_disagrees() -> None:
    """At every point, as solve tells it at that point."""
    pytest.importorskip("pandas")
    short = {name: value for name, value in RACK.items() if name != "gpu_price"}
    opened = derive.sweep("cost_per_token", short, OVER)
    assert opened.cause.attrs["flag_texts"].split("\n") == ["", "needs gpu_price"]
    assert (opened.cause.values == 1).all()
    both = {**RACK, "compute_time": "2 ms", "compute_efficiency": "1"}
    over = {"batch_size": ["3600", "7200 sequence"]}
    clashing = derive.sweep("compute_time", both, over, frame="pandas")
    assert list(clashing.status) == ["contradiction", "solved"]
    assert clashing.cause[0].startswith("is contradicted: ") and clashing.cause[1] == ""


@pytest.mark.slow
def test_a_closed_form_that_differs_by_regime_is_left_out() -> None:
    """The batch that meets a step time follows from one of two formulas."""
    found = derive.sweep(
        "batch_size",
        {**RACK, "context_length": "50e3 token/sequence"},
        {"step_time": derive.span("0.1 ms", "20 ms", 50)},
    )
    assert len({*found.regime.values[found.status.values == 0]}) == 2
    assert "formula" not in found.batch_size.attrs


def test_several_targets_share_one_dataset() -> None:
    """Each with its own status and regime."""
    found = derive.sweep(["cost_per_token", "step_time"], RACK, OVER)
    assert {
        "cost_per_token",
        "cost_per_token_status",
        "cost_per_token_regime",
        "step_time",
        "step_time_status",
        "step_time_regime",
    } == set(found.data_vars)


def test_a_table_has_one_row_a_point() -> None:
    """Statuses in words, units in its attributes."""
    pytest.importorskip("pandas")
    table = derive.sweep("cost_per_token", RACK, OVER, frame="pandas")
    assert list(table.columns) == [
        "batch_size",
        "context_length",
        "cost_per_token",
        "status",
        "regime",
    ]
    assert len(table) == 27 and set(table.status) == {"solved"}
    assert table.attrs["units"]["cost_per_token"] == "USD/token"


def test_without_xarray_there_are_plain_arrays_and_without_pandas_a_clear_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same names as in the Dataset."""
    full = derive.sweep("cost_per_token", RACK, OVER)
    monkeypatch.setattr(
        "derive.analysis.sweep.frames.find_spec",
        lambda name: None if name in ("xarray", "pandas") else importlib.util.find_spec(name),
    )
    plain = derive.sweep("cost_per_token", RACK, OVER)
    assert isinstance(plain, dict) and set(plain) == {*full.data_vars, *full.coords}
    assert (plain["cost_per_token"] == full.cost_per_token.values).all()
    with pytest.raises(MissingExtra, match="needs the package pandas"):
        derive.sweep("cost_per_token", RACK, OVER, frame="pandas")


@pytest.mark.slow
def test_chunk_by_chunk_is_as_in_memory() -> None:
    """Dask arrays as axes, both of them or one, and points without a value."""
    da = pytest.importorskip("dask.array")
    batch, context = np.geomspace(1, 8192, 57), np.linspace(0, 2e5, 31)
    whole = derive.sweep(
        "cost_per_token",
        RACK,
        {"batch_size": (batch, "sequence"), "context_length": (context, "token/sequence")},
    )
    for chunks in (10, 57):
        lazy = derive.sweep(
            "cost_per_token",
            RACK,
            {
                "batch_size": (da.from_array(batch, chunks=chunks), "sequence"),
                "context_length": (da.from_array(context, chunks=7), "token/sequence"),
            },
        )
        assert (
            lazy.cost_per_token.chunks is not None
            and lazy.cost_per_token.attrs["units"] == "USD/token"
        )
        computed = lazy.compute(scheduler="threads")
        for name in whole.data_vars:
            assert (computed[name].values == whole[name].values).all()
        assert lazy.attrs["conventions"] == whole.attrs["conventions"]
    times = np.geomspace(1e-5, 1, 40)
    given = {**RACK, "context_length": "50e3 token/sequence"}
    whole = derive.sweep("batch_size", given, {"step_time": (times, "s")})
    lazy = derive.sweep(
        "batch_size", given, {"step_time": (da.from_array(times, chunks=9), "s")}
    ).compute()
    assert np.array_equal(lazy.batch_size.values, whole.batch_size.values, equal_nan=True)
    assert (lazy.status.values == whole.status.values).all() and (
        lazy.regime.values == whole.regime.values
    ).all()


@pytest.mark.slow
def test_entries_and_chunks_go_together() -> None:
    """One that has no figure stays without a value; reasons are for what is known before anything
    is computed.
    """
    da = pytest.importorskip("dask.array")
    batch = np.linspace(1, 8192, 31)
    given = {"model": "deepseek_v3", "gpus": "72 GPU", "context_length": "8192 token/sequence"}
    entries = {"accelerator": ["h100_sxm", "a100_80gb_sxm"], "precision": ["bf16", "fp8"]}
    whole = derive.sweep("step_time", given, {"batch_size": (batch, "sequence"), **entries})
    lazy = derive.sweep(
        "step_time", given, {"batch_size": (da.from_array(batch, chunks=8), "sequence"), **entries}
    ).compute()
    assert set(whole.status.values.ravel()) >= {-1, 0, STATUSES.index("infeasible")}
    assert np.array_equal(lazy.step_time.values, whole.step_time.values, equal_nan=True)
    assert all(
        (lazy[name].values == whole[name].values).all() for name in ("status", "regime", "reason")
    )


def test_entries_are_an_axis_and_one_that_lacks_a_figure_says_so() -> None:
    """An A100 does not compute in fp8; the others are answered as with `accelerator`."""
    given = {
        "model": "deepseek_v3",
        "gpus": "72 GPU",
        "gpu_price": "2 USD/hour/GPU",
        "context_length": "8192 token/sequence",
    }
    over = {
        "batch_size": ["64", "512 sequence"],
        "accelerator": ["h100_sxm", "a100_80gb_sxm"],
        "precision": ["bf16", "fp8"],
    }
    found = derive.sweep("cost_per_token", given, over)
    assert found.cost_per_token.dims == ("batch_size", "accelerator", "precision")
    assert found.status.sel(accelerator="a100_80gb_sxm", precision="fp8").values.tolist() == [
        -1,
        -1,
    ]
    assert (
        found.reason.sel(accelerator="a100_80gb_sxm", precision="fp8").item()
        == "peak_flops: a100_80gb_sxm does not compute in fp8"
    )
    plain = {name: value for name, value in given.items() if name != "model"}
    here = {
        **derive.accelerator("h100_sxm", "fp8"),
        **derive.model("deepseek_v3"),
        **plain,
        "batch_size": "512 sequence",
    }
    expected = derive.solve("cost_per_token", here)
    assert expected.number is not None
    assert math.isclose(
        found.cost_per_token.sel(batch_size=512, accelerator="h100_sxm", precision="fp8").item(),
        expected.number / expected.target.unit.factor,
    )


@pytest.mark.slow
def test_entries_alone_are_a_sweep_and_what_is_missing_is_told() -> None:
    """All accelerators of the catalogue without a precision, one of them without a bandwidth."""
    found = derive.sweep("machine_balance", {}, {"accelerator": "all"})
    assert set(found.status.values.tolist()) == {STATUSES.index("underdetermined")}
    assert set(found.reason.values) == {
        "machine_balance needs peak_flops",
        "machine_balance needs the accelerator's precision (--precision)",
    }


def test_a_system_of_ones_own_can_be_swept() -> None:
    """Pint arrays, bare numbers of a pure number, spans the other way round."""
    d, v, t = (
        derive.Var("d", "m", "distance"),
        derive.Var("v", "m/s", "speed"),
        derive.Var("t", "s", "time"),
    )
    system = derive.System([derive.Relation("motion", derive.Eq(d, v * t))])
    found = system.sweep(t, {d: "100 m"}, {v: derive.span("8 m/s", "2 m/s", 3)})
    assert found.t.values.tolist() == [12.5, 20.0, 50.0]
    quantity = v.unit.quantity(1.0).__class__(np.array([1.0, 4.0]), "km/s")
    assert system.sweep(t, {d: "100 km"}, {v: quantity}, frame="numpy")["t"].tolist() == [
        100.0,
        25.0,
    ]


def test_bare_values_take_the_unit_of_the_last() -> None:
    """In lists and in spans."""
    batch = library_system().find("batch_size")
    assert read_axis(batch, ["1", "8", "64 sequence"]).values.tolist() == [1.0, 8.0, 64.0]
    assert read_axis(
        library_system().find("hbm_bandwidth"), ["1", "2 TB/s/GPU"]
    ).values.tolist() == [1e12, 2e12]
    assert read_axis(library_system().find("mfu"), np.array([0.1, 0.5])).values.tolist() == [
        0.1,
        0.5,
    ]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            ("step_time", {}, {"batch_sizes": ["1"]}),
            UnknownName,
            "there is no variable named “batch_sizes”. Did you mean batch_size",
        ),
        (("step_time", {}, {}), GivenError, "over: there is no axis to sweep over."),
        (
            ("step_time", {}, {"batch_size": []}),
            GivenError,
            "batch_size: it has no values. Give at least one value, in a row.",
        ),
        (
            ("step_time", {}, {"batch_size": np.ones(3)}),
            GivenError,
            "batch_size: numbers have no unit, and it is measured in sequence.",
        ),
        (
            ("step_time", {}, {"batch_size": (np.ones(3), "token")}),
            GivenError,
            "batch_size: “token” has the dimension token, and it is measured in sequence.",
        ),
        (
            ("step_time", {}, {"batch_size": (np.ones((3, 2)), "sequence")}),
            GivenError,
            "batch_size: an axis has one dimension. Give at least one value",
        ),
        (
            ("step_time", {}, {"batch_size": ["1 sequence", "3 token"]}),
            GivenError,
            "batch_size: “3 token” has the dimension token",
        ),
        (
            ("step_time", {}, {"batch_size": "3 sequence"}),
            GivenError,
            "batch_size: an axis of a sweep has several values.",
        ),
        (
            ("step_time", {}, {"batch_size": (np.array([1, -1.0]), "sequence")}),
            GivenError,
            "batch_size: -1 sequence lies outside its range (above 0).",
        ),
        (
            ("step_time", {}, {"batch_size": ["1 sequence"], "B": ["2 sequence"]}),
            GivenError,
            "batch_size: it is two axes of the sweep. Keep one of them.",
        ),
        (
            ("step_time", {}, {"step_time": ["2 ms", "3 ms"]}),
            GivenError,
            "step_time: it is asked for, and an axis of the sweep gives it at each point.",
        ),
        (
            ("step_time", {"B": "1 sequence"}, {"batch_size": ["2 sequence"]}),
            GivenError,
            "batch_size: it is given as 1 sequence and swept over.",
        ),
        (
            ("step_time", {}, {"context_length": derive.span("0", "9 token/sequence", 3, "log")}),
            GivenError,
            "context_length: an axis in logarithms does not",
        ),
        (([], {}, {"batch_size": ["1 sequence"]}), GivenError, "target: there is none."),
        (
            ("step_time", {}, {"accelerator": []}),
            GivenError,
            "accelerator: it names no entry. List them with: derive list accelerators",
        ),
        (
            ("step_time", {}, {"accelerator": ["a100"]}),
            UnknownName,
            "there is no accelerator named “a100”.",
        ),
        (
            ("step_time", {}, {"accelerator": ["h100_sxm", "H100-SXM"]}),
            GivenError,
            "accelerator: it names an entry twice.",
        ),
        (
            ("step_time", {}, {"compute_precision": ["fp8"]}),
            GivenError,
            "compute_precision: it says which figures of a chip to take, and no chip is named.",
        ),
        (
            ("step_time", {"model": "deepseek_v3"}, {"model": "all"}),
            GivenError,
            "model: it is given and swept over. Drop one of them.",
        ),
        (
            ("step_time", {}, {"accelerator": ["a100_80gb_sxm"], "precision": ["fp8"]}),
            GivenError,
            "accelerator and precision: no entry has what is asked for.",
        ),
    ],
)
def test_what_cannot_be_swept_is_refused(
    arguments: tuple[Any, ...], error: type[DeriveError], message: str
) -> None:
    """Each error names the culprit and what to write."""
    with pytest.raises(error) as raised:
        derive.sweep(*arguments)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("1 s", "2 s", 1),
            "span: 1 is not a count of values. Take two or more: span(start, stop, 50).",
        ),
        (("1 s", "2 s", 5, "cubic"), "span: “cubic” is not a spacing. Write linear or log."),
    ],
)
def test_a_span_that_is_none_is_refused(arguments: tuple[Any, ...], message: str) -> None:
    """When it is made, not when it is used."""
    with pytest.raises(GivenError) as raised:
        derive.span(*arguments)
    assert str(raised.value) == message


@pytest.mark.slow
def test_another_frame_is_refused() -> None:
    """With those there are."""
    with pytest.raises(
        GivenError, match=r"frame: “polars” is none\. There are: xarray, pandas, numpy\."
    ):
        derive.sweep("step_time", {}, {"batch_size": ["1 sequence"]}, frame="polars")


def test_places_on_a_grid_are_found_without_arrays_of_its_size() -> None:
    """The first solved point, that of each regime, away from zeros, and the last: an array of the
    truth of each would be a tenth as large as the answers.
    """
    status, regime = np.zeros((2800, 2800), np.int8), np.zeros((2800, 2800), np.int8)
    status[2100:], regime[800:] = 1, 1
    found: Any = SimpleNamespace(status=status, regime=regime, regimes={0: "a", 1: "b"})
    rows, across = (library_system().find(name) for name in ("context_length", "batch_size"))
    axes = (Axis(rows, np.arange(2800.0)), Axis(across, np.arange(1.0, 2801.0)))
    tracemalloc.start()
    assert columns._met(found) == [0, 1]
    assert columns._firsts(found, axes, (0, 1)) == [(1, 0), (1, 0), (800, 0)]
    assert list(columns._last(found, Status.SOLVED)) == [(2099, 2799)]
    assert tracemalloc.get_traced_memory()[1] < 0.6 * status.nbytes
    tracemalloc.stop()
    nothing: Any = SimpleNamespace(status=np.ones((2, 3), np.int8), regime=regime[:2, :3])
    assert (
        list(columns._last(nothing, Status.SOLVED)) == columns._firsts(nothing, axes[:0], ()) == []
    )


@pytest.mark.parametrize(
    ("given", "cause"),
    [
        ({}, "needs compute_time"),
        ({"compute_time": "5 ms", "step_time": "4 ms"}, "disagree"),
        ({"compute_time": "5 ms", "batch_size": "9 sequence", "throughput": "1 token/s"}, "disag"),
    ],
)
def test_a_point_that_is_open_or_contradicted_has_no_number(given: dict, cause: str) -> None:
    """The value in one regime was told, or that of one of the sides that disagree."""
    over = {"memory_time": ["1 ms", "2 ms"]}
    found = derive.sweep("step_time", given, over, frame="numpy")
    assert np.isnan(found["step_time"]).all()
    assert all(cause in text for text in found["cause"])
    if given:
        assert not any(found["regime"])


@pytest.mark.parametrize(
    ("values", "fix"),
    [
        (["1 to 64 sequence"], "1:64 sequence:10"),
        (["1..64 sequence"], "1:64 sequence:10"),
        (["1-64"], "1:64 sequence:10"),
        (["1 to 64"], "1:64 sequence:10"),
        (["uniform 1 to 64 sequence"], "1:8192 sequence:10"),
        ([1, 2, 4], 'Write ([1, 2, 4], "sequence").'),
        (np.arange(1, 4), 'Write (values, "sequence").'),
    ],
)
def test_an_axis_of_uncertain_or_bare_values_is_refused_with_what_to_write(
    values: Any, fix: str
) -> None:
    with pytest.raises(GivenError) as refused:
        derive.sweep("step_time", RACK, {"batch_size": values})
    assert fix in str(refused.value)


@pytest.mark.parametrize("text", ["{}", "{}..2", "{} to 2"])
def test_long_digits_on_an_axis_are_gone_through_once(text: str) -> None:
    """A hundred thousand took minutes; the message shows a few of them."""
    with pytest.raises(GivenError) as refused:
        derive.sweep("step_time", RACK, {"batch_size": [text.format("1" * 100_000)]})
    assert len(str(refused.value)) < 1_000


def test_an_axis_is_written_as_on_the_command_line() -> None:
    """A range as text; what is no range is told how one is written here."""
    given = {"memory_time": "4 ms"}
    written = {"compute_time": "1:8 ms:4:log"}
    spanned = {"compute_time": derive.span("1 ms", "8 ms", 4, "log")}
    found, same = (
        derive.sweep("step_time", given, over, frame="numpy") for over in (written, spanned)
    )
    assert found["step_time"].tolist() == same["step_time"].tolist()
    with pytest.raises(GivenError, match=r'Write \{"compute_time": "1:8 s"\}'):
        derive.sweep("step_time", given, {"compute_time": "1:8"})
    with pytest.raises(GivenError, match=r"steps of 2 s write how many values: .*1 s:9 s:5"):
        derive.sweep("step_time", given, {"compute_time": "1 s:9 s:2 s"})
