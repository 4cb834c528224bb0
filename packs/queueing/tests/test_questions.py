"""Forty questions of text books, forwards and backwards: each gives its answer, and the answer with
all other values gives back the value that is named last.
"""

from __future__ import annotations

from math import isclose, log, sqrt

import pytest
from derive_queueing import erlang_c, pack

import derive

ONE = {"queue": "separate"}  # a queue before each server
LIMITED = {"retries": "limited"}
D = "service_demand"
MS10 = "10 ms*server/request"
# The target, its value in the unit, the unit, the givens (the last is asked for in turn), variants.
QUESTIONS = [
    ("service_rate", 100, "request/s/server", {D: MS10}, {}),
    ("busy_servers", 9, "server", {D: MS10, "arrivals": "900 request/s"}, {}),
    ("busy_servers", 0.5, "server", {"arrivals": "10 request/s", D: "50 ms*server/request"}, {}),
    ("utilisation", 0.9, "1", {"busy_servers": "9 server", "servers": "10 server"}, {}),
    ("utilisation", 0.75, "1",
     {D: MS10, "servers": "12 server", "arrivals": "900 request/s"}, {}),
    ("requests_in_system", 90, "request",
     {"response_time": "100 ms", "arrivals": "900 request/s"}, {}),
    ("requests_in_system", 5, "request",
     {"arrivals": "10 request/minute", "response_time": "30 s"}, {}),
    ("requests_in_queue", 6, "request",
     {"queueing_time": "0.2 s", "arrivals": "30 request/s"}, {}),
    ("response_time", 20, "ms", {"utilisation": "0.5", "servers": "1 server", D: MS10}, ONE),
    ("response_time", 100, "ms", {"utilisation": "0.9", D: MS10}, ONE),
    ("response_time", 1000, "ms", {D: MS10, "utilisation": "0.99"}, ONE),
    ("response_time", 40, "ms",
     {"servers": "1 server", D: MS10, "arrivals": "75 request/s"}, ONE),
    ("queueing_time", 90, "ms", {D: MS10, "utilisation": "0.9"}, ONE),
    ("queueing_time", 45, "ms", {D: MS10, "utilisation": "0.9", "service_scv": "0"}, ONE),
    ("queueing_time", 5, "ms", {D: MS10, "service_scv": "0", "utilisation": "0.5"}, ONE),
    ("queueing_time", 50, "ms", {D: MS10, "utilisation": "0.5", "service_scv": "9"}, ONE),
    ("queueing_time", 30, "ms",
     {D: MS10, "utilisation": "0.75", "service_scv": "1", "arrival_scv": "1"}, ONE),
    ("queueing_time", 15, "ms",
     {D: MS10, "utilisation": "0.75", "arrival_scv": "0.5", "service_scv": "0.5"}, ONE),
    ("queueing_time", 0, "ms",
     {D: MS10, "utilisation": "0.75", "arrival_scv": "0", "service_scv": "0"}, ONE),
    ("delay_probability", 0.8, "1", {"utilisation": "0.8"}, ONE),
    ("delay_probability", 0.9 ** (sqrt(22) - 1), "1",
     {"servers": "10 server", "utilisation": "0.9"}, {}),
    ("delay_scale", 10, "ms", {"servers": "10 server", "utilisation": "0.9", D: MS10}, {}),
    ("queueing_time", 10 * 0.9 ** (sqrt(22) - 1), "ms",
     {"servers": "10 server", "utilisation": "0.9", D: MS10}, {}),
    ("queueing_time", 10, "ms", {"servers": "1 server", "utilisation": "0.5", D: MS10}, {}),
    ("percentile_response_time", 20 * log(100), "ms",
     {"delay_percentile": "0.99", "response_time": "20 ms"}, ONE),
    ("percentile_response_time", 20 * log(2), "ms",
     {"response_time": "20 ms", "delay_percentile": "0.5"}, ONE),
    ("percentile_queueing_time", 30 * log(50), "ms",
     {"delay_scale": "30 ms", "delay_probability": "0.5", "delay_percentile": "0.99"}, {}),
    ("percentile_queueing_time", 10 * log(8), "ms",
     {"delay_probability": "0.8", "delay_percentile": "0.9", "delay_scale": "10 ms"}, {}),
    ("arrivals", 1000, "request/s", {"failure_share": "0.1", "fresh_requests": "900 request/s"},
     {}),
    ("attempts", 2, "1", {"failure_share": "0.5"}, {}),
    ("attempts", 1.75, "1", {"failure_share": "0.5", "retries": "2"}, LIMITED),
    ("failed_requests_share", 0.001, "1", {"failure_share": "0.1", "retries": "2"}, LIMITED),
    ("batch_time", 25, "ms", {"requests_per_batch": "10 request", "batch_overhead": "5 ms",
     "batch_time_per_request": "2 ms/request"}, {}),
    ("service_demand", 2.5, "ms*server/request", {"batch_overhead": "5 ms",
     "batch_time_per_request": "2 ms/request", "requests_per_batch": "10 request"}, {}),
    ("batch_collection_time", 5, "ms",
     {"arrivals": "900 request/s", "requests_per_batch": "10 request"}, {}),
    ("arrivals", 2700, "request/s", {"peak_ratio": "3", "mean_arrivals": "900 request/s"}, {}),
    ("headroom", 0.25, "1", {"busy_servers": "8 server", "servers": "10 server"}, {}),
    ("scaling_threshold", 0.8, "1", {"arrival_growth": "10 request/s^2", "scale_up_time": "60 s",
     D: MS10, "servers": "30 server"}, {}),
    ("cost_per_request", 1 / 32400, "USD/request", {"arrivals": "900 request/s",
     "servers": "10 server", "server_price": "10 USD/hour/server"}, {}),
    ("energy_per_request", 11.1, "J/request", {"arrivals": "900 request/s",
     "servers": "10 server", "pue": "1.11", "power_per_server": "900 W/server"}, {}),
    ("power_per_server", 650, "W/server", {"utilisation": "0.5", "idle_power": "300 W/server",
     "busy_power": "1 kW/server"}, {}),
    ("carbon_per_request", 400 / 3.6e6 * 9, "gCO2e/request",
     {"carbon_intensity": "0.4 kgCO2e/kWh", "energy_per_request": "9 J/request"}, {}),
]  # fmt: skip
# Whose last value does not decide the answer, or is no single one.
ONE_WAY = {18}


@pytest.fixture(scope="module")
def system() -> derive.System:
    """The relations of the pack alone."""
    subjects = map(pack.subject, pack.subjects)
    return derive.System([relation for subject in subjects for relation in subject.RELATIONS])


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_a_question_has_its_answer_forwards_and_backwards(number, system) -> None:
    target, value, unit, given, variants = QUESTIONS[number]
    answer = system.solve(target, given, variants=variants)
    assert answer.status == "solved", answer.text
    assert isclose(answer.value.to(unit.replace("^", "**")).magnitude, value, abs_tol=1e-12)
    if number in ONE_WAY:
        return
    *others, asked = given
    known = {name: given[name] for name in others} | {target: f"{value!r} {unit}"}
    back = system.solve(asked, known, variants=variants)
    assert back.status == "solved", back.text
    wanted = system.solve(asked, {asked: given[asked]})
    assert isclose(back.number, wanted.number, rel_tol=1e-6)


def test_there_are_forty() -> None:
    assert len(QUESTIONS) >= 40


@pytest.mark.parametrize(
    ("servers", "busy", "off"), [(1, 0.5, 0), (10, 0.9, 0.014), (10, 0.7, 0.21), (100, 0.9, 0.15)]
)
def test_the_closed_form_is_as_near_to_erlang_as_is_said(servers, busy, off, system) -> None:
    given = {"servers": f"{servers} server", "utilisation": repr(busy)}
    found = system.solve("delay_probability", given).number
    assert found / erlang_c(servers, servers * busy) - 1 == pytest.approx(off, abs=0.005)


def test_tokens_join_the_pack_to_the_library() -> None:
    """A million tokens a second, 500 a request, 20 request/s a server, 100 ms: 200 servers."""
    given = {
        "throughput": "1e6 token/s", "tokens_per_request": "500 token/request",
        D: "50 ms*server/request", "response_time": "100 ms",
    }  # fmt: skip
    with derive.use(pack):
        answer = derive.solve("servers", given, variants=ONE)
        assert answer.text == "200 server"
        given = {"arrivals": "900 request/s", D: MS10, "response_time": "5 ms"}
        assert derive.solve("servers", given, variants=ONE).status == "unreachable"
        theorems = [t for s in map(pack.subject, pack.subjects) for t in s.THEOREMS]
        assert len([derive.prove(theorem.name) for theorem in theorems]) == 6
        from derive.claims.claim import claims
        from derive.claims.trial import try_claim

        tried = [try_claim(claims()[id]) for id in ("Q-01", "Q-02")]
        assert [trial.verdict for trial in tried] == [trial.claim.expected for trial in tried]
