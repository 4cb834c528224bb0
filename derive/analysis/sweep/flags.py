"""Flags: codes of texts in a dataset, by the CF conventions, and the texts of such codes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from derive.errors import GivenError
from derive.results.sweep import Coded

TEXTS = "flag_texts"  # one a line, in the order of flag_values
_SIGNS = {"≥": "ge", "≤": "le", ">": "gt", "<": "lt", "=": "eq"}
_OTHER = re.compile(r"[^A-Za-z0-9_.+@-]+")  # than what CF allows in a meaning


def coded(name: str, found: Coded, none: str) -> dict[str, Any]:
    """The attributes of coded texts: a value, a meaning and a text each, the first for none."""
    dtype = found.codes.dtype
    values = sorted(found.texts)
    lowest = -1 if none == "none" else 0
    texts = ["", *(found.texts[code] for code in values)]
    return {
        "long_name": name,
        "flag_values": np.array([lowest, *values], dtype),
        "flag_meanings": " ".join(_meanings([none, *texts[1:]])),
        TEXTS: "\n".join(texts),
    }


def _meanings(texts: list[str]) -> list[str]:
    """The texts as words of CF, each another one."""
    made: list[str] = []
    for text in texts:
        for sign, word in _SIGNS.items():
            text = text.replace(sign, word)
        word = _OTHER.sub("_", text).strip("_")
        made.append(word if word not in made else f"{word}_{len(made)}")
    return made


def read_texts(attributes: Mapping[str, Any]) -> dict[int, str]:
    """The texts by code, from the attributes of a coded variable."""
    values = np.atleast_1d(attributes["flag_values"]).tolist()
    return dict(zip(values, attributes[TEXTS].split("\n"), strict=True))


def texts_of(codes: Any, attributes: Mapping[str, Any]) -> Any:
    """Codes as an array of texts."""
    texts = read_texts(attributes)
    lowest = min(texts)
    table = np.full(max(texts) - lowest + 1, "", object)
    for code, text in texts.items():
        table[code - lowest] = text
    return table[np.asarray(codes).astype(np.intp) - lowest]


def regimes(found: Any, target: str | None = None) -> Any:
    """The regimes of a sweep as text, in a DataArray; for a table or plain arrays, its own column
    of texts.

    `found` is what `sweep` returns, or that dataset read from a file; of several targets one has to
    be named. Raises GivenError where there is no regime.

    >>> import derive
    >>> over = {"compute_time": ["1 ms", "3 ms"]}
    >>> found = derive.sweep("step_time", {"memory_time": "2 ms"}, over)
    >>> derive.regimes(found).values.tolist()
    ['memory_time ≥ compute_time', 'compute_time ≥ memory_time']
    """
    if hasattr(found, "attrs") and TEXTS in found.attrs:
        return _as_text(found)
    names = [str(name) for name in found if str(name).endswith("regime")]
    name = "regime" if target is None else f"{target}_regime"
    if target is not None and name not in names and target in found:
        name = "regime"
    if name not in names:
        known = ", ".join(name.removesuffix("_regime") for name in names) or "none"
        fix = (
            f"Name its target, of {known}." if len(names) > 1 else "Pass what derive.sweep returns."
        )
        raise GivenError("regimes", "there is no such regime in it", fix)
    values = found[name]
    return _as_text(values) if TEXTS in getattr(values, "attrs", {}) else values


def _as_text(array: Any) -> Any:
    """A DataArray of codes as one of texts; chunk by chunk where it is lazy."""
    import xarray

    attributes = {"long_name": array.attrs["long_name"]}
    if array.chunks is None:  # texts as they are: xarray would look through them for dates
        texts = texts_of(array.values, array.attrs)
        plain = xarray.Variable(array.dims, texts, attributes, fastpath=True)
        return xarray.DataArray(plain, array.coords, name=array.name)
    made = xarray.apply_ufunc(
        texts_of,
        array,
        kwargs={"attributes": array.attrs},
        dask="parallelized",
        output_dtypes=[object],
    )
    return made.assign_attrs(attributes)
