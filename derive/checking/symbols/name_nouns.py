"""Names spelt out that end in the noun of a quantity: Total_VRAM, Output_Tokens, Bytes_moved."""

from __future__ import annotations

import re

from derive.checking.symbols.quantity_names import (
    ACRONYMS,
    is_a_word,
    loose_unit_of_noun,
    unit_of_noun,
)
from derive.checking.symbols.unit_phrases import COUNTED_UNITS, alternatives
from derive.checking.symbols.unit_spelling import unit_of
from derive.units.registry import resolve

_PREPOSITIONS = ("of", "across", "from", "in", "for", "to", "at", "on", "with", "by", "during")
_PART = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_INDEX = re.compile(r"\d+|[Nijk]")
_INDEXED = re.compile(r"[A-Za-z]_[A-Z]{2}")  # T_US, P_MS
_RATE = re.compile(r"[A-Za-z]{3,}/[A-Za-z]+")
_RATED = re.compile(r"(?:tok(?:en)?s?|requests|FLOPs?|[KMGT]?[Bb]ytes)/s(?:ec)?")
_PER = re.compile(r"(?P<what>\w+?)_per_(?P<each>(?!per_)\w+)", re.IGNORECASE)
_COSTS = ("cost", "costs", "price", "rate", "bill")
_OF_RATES = {**dict.fromkeys(_COSTS, "USD"), "kv": "byte", "bits": "bit"}
_COUNTED_WORK = ("flops", "fmas", "macs")
_DONE = re.compile(r"(?:processed|generated|served|produced|moved|read|used)", re.IGNORECASE)
_LED = re.compile(r"([a-z0-9]{3,12})(?:_[a-z0-9]{2,20}){1,3}", re.IGNORECASE)
_STATED = re.compile(r"[A-Za-z][\w-]*_[(\[](?P<unit>[^()\[\]]{1,30})[)\]]")  # Decode_Speed_(tok/s)
_REMARK = re.compile(r"[A-Za-z]{2,}(?:,?_[A-Za-z+&]+){1,5}")  # words in brackets
_PREFIXED = re.compile(r"[kmgtpe](?=flops$)")
_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z])")  # num-processors
_CAMEL = re.compile(r"(?<=[a-z]{2})(?<!Peta)(?<!Tera)(?<!Giga)(?<!Mega)(?<!Exa)(?=[A-Z])")
_HEAD = re.compile(
    r"\s+(?:of|in|on|for|from|per|to|at|by|with|within|that|which|used|such)\b|[,;:([]"
)
_MULTIPLIERS = ("K", "M", "B", "T", "billion", "billions", "million", "millions", "thousands")
_FIRST = ("time", "latency")  # time_memory, latency_decode
_SIZED = ("memory", "mem")  # Memory_params
_NUMBERS = ("num", "nr", "no")  # num_trainer
_MOST_OF = ("users", "requests", "sequences", "tokens", "prompts")
_SUFFIXES = {
    "ns": "ns", "us": "us", "ms": "ms", "sec": "s", "secs": "s", "seconds": "s", "hours": "hour",
    "days": "day", "kb": "kB", "mb": "MB", "gb": "GB", "tb": "TB", "kib": "KiB", "mib": "MiB",
    "gib": "GiB", "tib": "TiB", "gbps": "Gbit/s", "usd": "USD", "dollars": "USD", "kwh": "kWh",
    "kw": "kW", "watts": "W", "joules": "J", "ghz": "GHz", "mhz": "MHz", "pct": "1",
    "percent": "1", "util": "1",
}  # fmt: skip
_ENDINGS = {  # throughput_tok_s, bandwidth_gb_s, train_batch_size
    **{(token, "s"): "token/s or token/s/GPU" for token in ("tok", "toks", "tokens")},
    **{(f"{size}b", "s"): f"{size.upper()}B/s" for size in "mgt"},
    **{(f"{kind}batch", "size"): "sequence or token or 1" for kind in ("", "micro", "mini")},
    **dict.fromkeys((("chunk", "size"), ("window", "size")), "token or token/sequence or 1"),
    **dict.fromkeys((("head", "size"), ("vocab", "size")), "1"),
}
_SUFFIXES_OF = {"s": ("s", ("time", "latency", "duration", "delay")), "w": ("W", ("power", "tdp"))}
_TIMES = ("s", "day", "hour")
_NO_TIME = re.compile(  # gpu_hours, tokens_sec
    r"(?:gpu|device|chip|accelerator|node|token|request|req|query|sample|image|step|flop|op)s?"
    r"|queries|\w*\d\w*"
)


def noun_unit(name: str) -> str | None:
    """The unit that the noun of a name has, alternatives joined by “or”; None for other names.

    >>> [noun_unit(name) for name in ("Total_VRAM", "OutputTokens", "Bytes_moved", "Net_income")]
    ['byte', 'token or token/sequence or 1', 'byte', None]
    """
    name = _CAMEL.sub("_", name)
    if not _INDEXED.fullmatch(name) and (unit := _unit_suffix(name.lower().split("_"))):
        return unit
    stated = _STATED.fullmatch(name)
    if stated and stated["unit"] in _MULTIPLIERS:
        return noun_unit(name[: stated.start("unit") - 2])  # params_(B), in billions
    if stated:
        unit = unit_of(stated["unit"].replace("_", " "))
        if not unit and _REMARK.fullmatch(stated["unit"]):
            return noun_unit(name[: stated.start("unit") - 2])  # FLOPs_(with_recomputation)
        of_one = f" or {unit}/sequence" if unit and unit.startswith("tok") else ""
        return f"{alternatives(unit, stated['unit'])}{of_one}" if unit else None
    if names_its_unit(name):
        return f"{unit_of(name)} or {unit_of(name)}/GPU"
    parts = name.split("_")
    if len(parts) > 1 and _INDEX.fullmatch(parts[-1]):
        parts = parts[:-1]
    if len(parts) > 1 and _RATE.fullmatch(parts[-1]) and (rate := unit_of(parts[-1])):
        return f"{rate} or {rate}/GPU"
    parts = parts[: next((k for k, part in enumerate(parts) if k and part in _PREPOSITIONS), None)]
    if len(parts) > 1 and parts[-1].endswith("ed"):
        parts = parts[:-1]
    words = [_PREFIXED.sub("", part.lower()) for part in parts]
    if not all(map(_PART.fullmatch, parts)) or "per" in words or len(words[0]) == 1:
        return None
    if _is_a_product(words):
        return None
    if len(words) > 1 and parts[0] in ACRONYMS:
        return None
    if len(words) == 1 and (resolve(name) is not None or not is_a_word("alone", words[0])):
        return None
    if len(words) > 1 and words[0] in _FIRST and words[-1] not in _FIRST:
        return "s" if len(words) == 2 and loose_unit_of_noun(words[-1]) != "1" else None
    if words[-1] == "flops" and parts[-1].endswith("FLOPS"):
        return "FLOP/s or FLOP/s/GPU"
    return _of_words(words)


def names_its_unit(name: str) -> bool:
    """Whether a name is the unit of a rate: tokens/s = bandwidth / bytes_per_token."""
    return _RATED.fullmatch(name) is not None


def _of_words(words: list[str]) -> str | None:
    """The unit of the noun of words: the last, but for a memory of something."""
    if len(words) > 1 and words[0] in _SIZED and words[-1] in COUNTED_UNITS:
        return "byte"
    if words[-1] == "flops" and any(is_a_word("rated", word) for word in words):
        return "FLOP/s or FLOP/s/GPU or FLOP"  # hardware FLOPs, with recomputation
    return unit_of_noun(words[-1])


def _is_a_product(words: list[str]) -> bool:
    """Whether words stand side by side as a product: gpus peak_flops, but weights_bytes."""
    rated = words[-1] == "flops" and words[0] in ("gpu", "device", "chip")
    led = words[0] in _FIRST and words[-1] not in (*_FIRST, *COUNTED_UNITS)
    sized = words[-1] == "bytes" and words[0] in ("weights", "params", "parameters")
    return len(words) > 1 and words[0] in COUNTED_UNITS and not (rated or led or sized)


def _unit_suffix(words: list[str]) -> str | None:
    """The unit that is the last word of a name: step_time_ms, memory_gb, node_power_w; none behind
    things counted, and no currency behind a price of something. The unit of things that a name
    says to be at most so many.
    """
    *rest, last = words
    if rest and (len(rest) > 1 or last == "size") and (unit := _ENDINGS.get((rest[-1], last))):
        return unit
    if len(rest) > 1 and words[0] == "max" and words[1] in _MOST_OF:
        return unit_of_noun(words[1])  # max_users_memory
    unit, nouns = _SUFFIXES_OF.get(last, (_SUFFIXES.get(last, ""), ()))
    if not rest or not unit or "per" in rest or not all(map(_PART.fullmatch, rest)):
        return None
    if unit in _TIMES and _NO_TIME.fullmatch(rest[-1]):
        return None
    if (nouns and rest[-1] not in nouns) or (unit == "USD" and rest[-1] in _COSTS):
        return None
    return None if rest[-1] in ("num", "n", "no") else unit


def loose_units(name: str) -> str | None:
    """The units that a name of several words may have by its last noun or by its first, joined by
    “or”; None for other names.

    >>> [loose_units(name) for name in ("prefill_speed", "flops_attention", "my_way")]
    ['token/s or sequence/s or token/s/GPU', 'FLOP', None]
    """
    name = _HYPHEN.sub("_", _CAMEL.sub("_", name))
    if rate := _PER.fullmatch(name):
        return _of_rate(rate["what"].split("_"), rate["each"].replace("_", " "))
    words = name.lower().split("_")
    if (words[0] == "hourly" and words[-1] in _COSTS) or words[-2:] == ["hourly", "rate"]:
        return "USD/hour or USD/(GPU hour)"
    if not all(map(_PART.fullmatch, words)) or "per" in words:
        return None
    if unit := loose_unit_of_noun(words[-1]):
        return unit
    if words[0] in _NUMBERS and len(words) > 1:
        return "1 or GPU"
    first = unit_of_noun(words[0]) or loose_unit_of_noun(words[0])
    if first is None or not _LED.fullmatch(name) or unit_of_noun(words[-1]):
        return None
    return f"{first} or FLOP/s" if name.startswith(("FLOPS", "FLOPs")) else first


def loose_units_of_phrase(phrase: str) -> str | None:
    """The units that the noun of a phrase may have, joined by “or”; None for other phrases.

    >>> [loose_units_of_phrase(each) for each in ("Input token length", "cost of the", "thing")]
    ['token or token/sequence or 1', 'USD or USD/hour or USD/token or USD/(GPU hour)', None]
    """
    words = _HEAD.split(phrase.lower().strip(), maxsplit=1)[0].split()
    noun = words[-1] if words else ""
    return unit_of_noun(noun) or loose_unit_of_noun(noun)


def _of_rate(what: list[str], each: str) -> str | None:
    """The unit of a quantity per thing: Cost_per_Million_Tokens, Tokens_Processed_per_Hour."""
    if len(what) > 1 and _DONE.fullmatch(what[-1]):
        what = what[:-1]
    below = unit_of(each.replace("Token", "token")) or unit_of(each.lower())
    noun = what[-1].lower()
    if below is None:  # FLOPs_per_clock_cycle_per_compute_unit
        return "FLOP or FLOP/GPU" if noun in _COUNTED_WORK else None
    above = _OF_RATES.get(noun) or unit_of(" ".join(what).lower()) or unit_of_noun(noun)
    if above is None:
        return None
    if what[0].lower() == "hourly":
        above = f"{above}/hour"
    below = below if below.isalpha() else f"({below})"
    return " or ".join(f"{unit}/{below}" for unit in above.split(" or "))
