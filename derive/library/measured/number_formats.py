"""Number formats as measurements state them: one for all weights, or one for each part."""

from __future__ import annotations

from dataclasses import dataclass

from derive.errors import GivenError, shorten
from derive.library.catalogue.precision import FORMATS, precision_named

# The parts of the weights that may be named, by the variable of their bytes. Projections are parts
# of attention.
PARTS = {
    "experts": ("routed_bytes_per_param",),
    "feed-forward": ("routed_bytes_per_param", "common_bytes_per_param"),
    "attention": ("attention_bytes_per_param",),
    "query projection": ("attention_bytes_per_param",),
    "output projection": ("attention_bytes_per_param",),
    "vocabulary": ("embedding_bytes_per_param",),
    "rest": ("rest_bytes_per_param",),
}
OPEN = "?"  # after what the source does not say
_EXAMPLE = 'Write "fp8", or parts such as "nvfp4 experts, bf16 attention".'


@dataclass(frozen=True, slots=True)
class WeightFormats:
    """The format of the weights: `parts` by variable where they differ, else none; `narrowest` is
    the one of the fewest bits, whose arithmetic is the fastest.
    """

    narrowest: str
    parts: dict[str, str]


def format_of(text: str) -> str:
    """A number format by its name, without the mark of an assumption. Raises UnknownName.

    >>> format_of("bf16?")
    'bf16'
    """
    return precision_named(text.replace(OPEN, "").strip())


def weight_formats(text: str) -> WeightFormats:
    """The formats that a text such as "nvfp4 experts, bf16 attention" names. What is not named has
    the format named last; of several formats of one part, the one of the fewest bits counts.

    Raises UnknownName for a format, GivenError for a part that is not known.

    >>> weight_formats("nvfp4 feed-forward, bf16 attention").parts["rest_bytes_per_param"]
    'bf16'
    """
    parts: dict[str, str] = {}
    named: list[str] = []
    for piece in text.replace(OPEN, "").split(","):
        name, _, rest = piece.strip().partition(" ")
        named.append(precision_named(name))
        for part in filter(None, map(str.strip, rest.split(" and "))):
            for variable in _variables(part, text):
                parts[variable] = _narrower(named[-1], parts.get(variable, named[-1]))
    if parts:
        parts.setdefault("rest_bytes_per_param", named[-1])
    elif len(named) > 1:
        raise GivenError("weights", f"“{shorten(text)}” names formats without parts", _EXAMPLE)
    narrowest = named[0]
    for other in named[1:]:
        narrowest = _narrower(narrowest, other)
    return WeightFormats(narrowest, parts)


def bytes_text(name: str) -> str:
    """The bytes of a weight in a format, scales among them, as a given."""
    return f"{FORMATS[name].bits / 8!r} byte/param"


def _variables(part: str, text: str) -> tuple[str, ...]:
    if part not in PARTS:
        raise GivenError(
            "weights",
            f"“{shorten(text)}” names the part “{shorten(part)}”",
            f"There are: {', '.join(PARTS)}. {_EXAMPLE}",
        )
    return PARTS[part]


def _narrower(one: str, other: str) -> str:
    return min(one, other, key=lambda name: FORMATS[name].bits)
