"""Queueing and capacity of services, as a pack of derive."""

from derive import Pack
from derive_queueing.erlang import erlang_c

__all__ = ["erlang_c", "pack"]

pack = Pack(
    "queueing",
    title="queueing and capacity of services",
    units="derive_queueing:units.txt",
    variables="derive_queueing.variables:v",
    relations="derive_queueing.relations",
    sources="derive_queueing:sources.toml",
    claims="derive_queueing:claims.toml",
    reports="derive_queueing:reports",
    wording="derive_queueing.wording:WORDING",
    requires=("llm",),
)
