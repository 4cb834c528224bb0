"""The racks and models of the subject's usual example, as givens."""

from __future__ import annotations

from importlib import import_module

import pytest

from derive.library import library_system
from derive.system import System

CORE = ("roofline", "balance", "kv_cache", "capacity", "queueing", "prefill", "training")
Givens = dict[str, str]


@pytest.fixture(scope="session")
def core() -> System:
    """The core subjects alone, with the library's bundles."""
    relations = [
        relation
        for name in CORE
        for relation in import_module(f"derive.library.relations.{name}").RELATIONS
    ]
    return System(relations, bundles=library_system().bundles)


@pytest.fixture
def rack() -> Givens:
    """72 GPUs of 8 TB/s and 10 PFLOP/s; 800e9 parameters, 100e9 of them active, at half a byte."""
    return {
        "active_params": "100e9 param",
        "total_params": "800e9 param",
        "bytes_per_param": "0.5 byte/param",
        "gpus": "72 GPU",
        "hbm_bandwidth": "8 TB/s/GPU",
        "peak_flops": "10 PFLOP/s/GPU",
    }


@pytest.fixture
def long_context(rack: Givens) -> Givens:
    """The same at 100,000 tokens of context of 1,667 bytes."""
    return {
        **rack,
        "context_length": "100e3 token/sequence",
        "kv_bytes_per_token": "1667 byte/token",
    }


@pytest.fixture
def serving(rack: Givens) -> Givens:
    """At 5 PFLOP/s and 50,000 tokens of context: throughput tops out at 1.8e6 token/s."""
    return {
        **rack,
        "peak_flops": "5 PFLOP/s/GPU",
        "context_length": "50e3 token/sequence",
        "kv_bytes_per_token": "1667 byte/token",
    }


@pytest.fixture
def cliff() -> Givens:
    """A price step at 200,000 tokens, read with 100e9 active parameters on 5 PFLOP/s and 8 TB/s at
    one byte.
    """
    return {
        "crossover_context": "200e3 token/sequence",
        "active_params": "100e9 param",
        "peak_flops": "5 PFLOP/s/GPU",
        "hbm_bandwidth": "8 TB/s/GPU",
    }
