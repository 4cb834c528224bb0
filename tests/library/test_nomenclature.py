"""The nomenclature as a whole: every symbol prints, every name is found, every variable says what
it is.
"""

from __future__ import annotations

import pytest

import derive
from derive.authoring.statements import faulty_variables
from derive.library.catalogue import entries
from derive.library.entries import model
from derive.library.nomenclature import vocabulary
from derive.rendering.expressions.latex import latex
from derive.rendering.expressions.mathml import mathml
from derive.rendering.expressions.typst import typst


def test_every_symbol_prints_in_every_notation() -> None:
    """LaTeX, MathML and typst know the symbol, and the variable has a meaning and is found by its
    names.
    """
    for var in vocabulary:
        assert latex(var) and mathml(var) and typst(var), var.name
        assert var.meaning, var.name
        assert all(vocabulary.find(name) == var for name in (var.name, *var.aliases)), var.name


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("TBT", "step_time"), ("E2E", "request_time"), ("QPS", "request_rate"),
        ("RPS", "request_rate"), ("ISL", "prompt_length"),
        ("OSL", "output_length"), ("VRAM", "hbm_capacity"), ("KV cache", "kv_cache_bytes"),
        ("kv_cache_per_token", "kv_bytes_stored_per_token"),
        ("seq_len", "context_length"), ("hidden_size", "d_model"),
        ("num_hidden_layers", "n_layers"), ("num_key_value_heads", "n_kv_heads"),
        ("num_experts_per_tok", "active_experts"), ("top_k", "active_experts"),
        ("tensor_parallel_size", "tensor_parallel_gpus"),
        ("pp_size", "n_stages"), ("hit_rate", "cache_hit_rate"),
        ("arithmetic_intensity", "arithmetic_intensity"),
        ("operational_intensity", "arithmetic_intensity"),
    ],
)  # fmt: skip
def test_what_practitioners_type_is_found(name: str, found: str) -> None:
    """Abbreviations of serving, keys of configuration files, options of serving engines."""
    assert vocabulary.find(name).name == found


def test_no_two_variables_share_a_symbol() -> None:
    """In print a symbol means one thing."""
    seen: dict[str, str] = {}
    twice = [
        (seen[v.tex], v.name, v.tex) for v in vocabulary if seen.setdefault(v.tex, v.name) != v.name
    ]
    assert not twice


def test_every_variable_has_a_meaning_a_use_and_a_symbol() -> None:
    """One that no relation speaks of is a fact to look up."""
    looked_up = {var for id in entries("model") for var in model(id)}
    assert list(faulty_variables(derive.pack("llm"), looked_up)) == []
