"""Texts of quantities, units, definitions and conversions, each with all that is read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from derive.errors import DataError, DeriveError, TextError
from derive.units.definitions import UnitDefinitions
from derive.units.display import format_number, format_value, json_number, written_out
from derive.units.exchange import exchanged, missing_rate, rate_words
from derive.units.prefixes import PREFIXES, taken_by
from derive.units.registry import ambiguity, definitions, similar_units
from derive.units.text import difference, is_unit, parse_quantity, parse_unit
from derive.units.turning import turning_fault

NUMBERS = (
    "5", "1,667", "0,5", "1,66", "12,345.6", "1.667,5", "1,23,4", "1_000", "1e3", "1.5E-3", ".5",
    "5.", "007", "0", "0.0", "0e5", "-2", "+2", "−2", "--2", "- 2", "1e400", "1e-400", "2.2e-308",
    "1.7e308", "1e308", "", "x", "3.35", "8.192", "20", "18.0", "2,400", "0.05", "100,000",
    "1" * 401,
)  # fmt: skip
SHORT_UNITS = ("", " s", "s", " GB", "k token", " %", " degC", " USD/Mtoken")
UNITS = (
    " % ", "%/year", " % per year", " %s", " % s", "M param", "B param", "T param", "K token",
    "T token", "B", "M", "T", "K", "k", "k s", "M USD", "k USD/h", "B USD", "M Mtoken", "B kUSD",
    "T GPU", "k GPU", "Ki token", "Mi token", "Gi byte", "Ti bit", "Ki s", "Ki Mtoken", " Ki byte",
    " Mi B", "Ki", " 1/s", "/s", " /s", " per s", "per s", " degC", " °C", " °F", " degF", " K",
    " J/(kg*degC)", " J/(kg·°C)", " delta_degC", " degC/s", " degC^2", " s x", " (s", " s)", " (s)",
    " ((s))", " s^2", " s**2", " s^-1", " s^(-1)", " s^(1/2)", " s^(-3/2)", " s^0", " s^0.5",
    " s^.5", " s^1.25", " s^(1/0)", " s^1000", " s^1001", " s^1e3", " s^0.0000001", " s^s",
    " s^2^2", " s^", " s^(", " s^(1/2", " s^(2)", " s^1/2", " s²", " s⁻¹", " s⁻²·m", " m·s", " m s",
    " m*s", " m × s", " m*", " m//s", " m/s/s", " m/(s*s)", " m per s per s", " m per s²",
    " sqrt(s)", " sqrt(m^3)", " sqrt s", " m/s", " m/s m", " kB", " KB", " Kb", " KBps", " Kbps",
    " GBps", " Gbps", " Mt", " params/s", " tps", " GbE", " dB", " CO2", " CO2e", " kgCO2e",
    " gCO2eq", " secnd", " gigabyte", " gigabytes", " Gigabyte", " GByte", " MiB", " kiB", " kWh",
    " kWs", " Ws", " mAs", " mAh", " kwh", " KWH", " foo", " bytes", " byte", " Bytes", " bit",
    " FLOPS", " FLOPs", " FLOP/s", " TFLOPS", " flops", " tokens", " tok", " Ktoken", " ktoken",
    " mtoken", " µs", " μs", " us", " ns", " ms", " Ms", " min", " h", " hr", " hour", " hours",
    " d", " day", " week", " month", " year", " yr", " USD", " $", " EUR", " €", " US$", " GPU",
    " GPUs", " kGPU", " sequence", " request", " W", " kW", " mW", " MW", " pW", " hPa", " cm",
    " dm", " dl", " kl", " ml", " cs", " ft", " 1", " 2 s", " s 2", " s,", " s.", " s!", " =",
    " s=2", " s^10^10", " Ym", " m^400", " km^200", " GPU/GPU", " m/m", " 10 s", " 1e3 s", " s*1",
    " 1/1/s", " a" * 10, " " + "(" * 121 + "s" + ")" * 121, " s" + "*s" * 60, " Ω", " ohm", " Hz",
    " rad/s", " rpm",
)  # fmt: skip
MONEY = (
    "$5", "$5/Mtoken", "$5M", "$5B/year", "$5 M", "$5k/h", "$5K", "$5 USD", "$5 EUR", "$5 per hour",
    "$ 5", "$-5", "-$5", "€5", "€5/h", "£5/GPU/h", "¥5", "$5 s", "$5/", "$5Mtoken", "$5 %", "$0",
    "$1,500", "$1,5/hour", "$", "5$", "$5/GPU-hour", "$5M param", "$5T USD", "$5/Mtokens", "$5e3",
    "$.5/Mtoken",
)  # fmt: skip
OWN = (
    "furlong = 201.168 * meter", "furlong = 201.168 m = fur", "meter = meter", "meter = 2 * second",
    "kilofoo = 3 s", "foo = 3 s = f", "foo = ", "foo", "= 3 s", "foo = 3 bar baz", "foo = 3 +",
    "foo = 1e400 s", "foo = 0 s", "foo = -1 s", "foo = 1e-301 s", "foo = s^60", "foo = s^61",
    "foo = s^1.5", "foo = s ** 2 / m", "foo = s^-1", "foo = 2", "foo = [count]", "2foo = s",
    "foo- = 1e3", "kilo- = 1000 = k-", "kilo- = 1024", "kilo- = 1000 = q-",
    "foo = kelvin; offset: 3", "degC = 2 kelvin", "EUR = 1.08 USD", "1 EUR = 1.08 USD",
    "EUR = 1.08 EUR", "EUR = 1.08 s", "EUR = 1.08 USD = x", "EUR = 1.08 USD\nEUR = 1.09 USD",
    "EUR = 1.08 USD\nUSD = 0.9259259259259258 EUR", "EUR = 1.08 USD\nGBP = 1.2 EUR\nUSD = 0.7 GBP",
    "EUR = 1.08 USD^2", "foo = 3 s\nfoo = 3 s", "foo = 3 s\nfoo = 4 s",
    "# nothing\n\n foo = 3 s # a remark", "foo = 1,5 s", "foo = 1,500 s", "foo = 1_500 s",
    "ms = 1e-3 s", "ms = 2e-3 s", "B = 8 bit", "foo = 3 = _ = fooz", "token = 2 second",
    "foo = 3 s = ks", "rack = 72 GPU", "foo = 3 xyz", "foo = 3 kbyte s", "foo = s m",
    "foo = 3 s * ", "foo = s / / m", "foo = s m / kg m", "foo = 3 4 s", "foo = s ^ 2 ^ 3",
    "delta_degC = 2 s",
)  # fmt: skip
PAIRS = (
    "s", "Hz", "rpm", "kHz", "rad/s", "degree/s", "1/s", "1/Hz", "s/rad", "rad", "Hz^2",
    "rad^2/s^2", "rpm/Hz", "rad*Hz", "USD", "EUR", "USD/h", "GBP/h", "h/EUR", "USD^2", "EUR^2",
    "USD/EUR", "EUR*USD", "CNY/token", "JPY",
)  # fmt: skip
SIZES = (
    0.0, -0.0, 1e-12, 4.9e-7, 9.994e-4, 9.995e-4, 9.9996e-4, 1e-3, 0.0123456, 0.5, 0.99994, 0.99996,
    1.0, 1.5, 9.9994, 9.9996, 12, 59.9, 99.996, 999.4, 999.6, 1000.0, 1234.5, 1666.666, 3599.0,
    3600.0, 9999.6, 16384.0, 86399.0, 86400.0, 123456.7, 999949.0, 999951.0, 999999.0, 1e6,
    1234567.0, 3.2e7, 9.9996e8, 1e9, 1.5e12, 9.9e14, 1e18, 9.99e20, 1e21, 1e24, float("inf"),
    float("-inf"), float("nan"), -1.5, -2e7,
)  # fmt: skip
SHOWN = (
    "1",
    "s",
    "byte",
    "GB/s",
    "FLOP/s",
    "USD/token",
    "USD/Mtoken",
    "W",
    "token/s",
    "µs",
    "byte/token/s",
)


def lines() -> Iterator[str]:
    """The kept lines of all texts."""
    for text in dict.fromkeys(texts()):
        yield f"{text!r} | {told(lambda text=text: quantity(text))}"
    for text in dict.fromkeys(unit.strip() for unit in UNITS):
        yield f"unit {text!r} | {told(lambda text=text: unit_of(text))}"
    yield from words()
    for text in OWN:
        yield f"file {text!r} | {told(lambda text=text: added(text))}"
    for size in SIZES:
        shown = [format_value(size, parse_unit(unit)) for unit in SHOWN]
        digits = [format_number(size, count) for count in (1, 2, 3, 6, 9)]
        out = written_out(format_number(size)) if size == size else ""
        yield (
            f"shown {size!r} | {'; '.join(shown)} | {'; '.join(digits)} | {out} {json_number(size)}"
        )


def texts() -> Iterator[str]:
    """The texts of quantities."""
    yield from (number + unit for number, unit in product(NUMBERS, SHORT_UNITS))
    yield from (number + unit for number, unit in product(("5", "1.50", "-20"), UNITS))
    yield from MONEY


def told(read: Callable[[], str]) -> str:
    """What is read, or how it is refused."""
    try:
        return read()
    except TextError as error:
        return f"refused at {error.position}: {' '.join(str(error).split())[-230:]}"
    except (DataError, DeriveError) as error:
        return f"refused: {' '.join(str(error).split())[-230:]}"


def quantity(text: str) -> str:
    read = parse_quantity(text)
    unit = "no unit" if read.unit is None else f"{read.unit.factor:.12g} {read.unit.dimension}"
    return (
        f"{read.number:.12g} [{unit}] = {read.value:.12g} ± {read.digits:.6g}; “{read.unit_text}”"
        f" {difference(text)!r}"
    )


def unit_of(text: str) -> str:
    unit = parse_unit(text)
    factors = " ".join(f"{name}^{power}" for name, power in unit.factors)
    return f"{unit.factor:.12g} {unit.dimension}; {factors}; {is_unit(text)}"


def words() -> Iterator[str]:
    """Of every unit its size, and which prefixes stand before which of its spellings."""
    known = definitions()
    spelt: dict[str, list[str]] = {}
    for spelling, name in known.name_of.items():
        spelt.setdefault(name, []).append(spelling)
    prefixes = sorted({*PREFIXES, *PREFIXES.values()})
    for name, spellings in spelt.items():
        factor, dimension = known.size_of[name]
        taken = []
        for spelling in spellings:
            before = [p for p in prefixes if known.resolve(p + spelling)]
            plural = known.resolve(f"{spelling}s")
            taken.append(f"{spelling}({' '.join(before)}; s: {plural.name if plural else 'no'})")
        short = " ".join(taken_by(name))
        yield f"word {name} | {factor:.12g} {dimension} | {', '.join(taken)} | {short}"
    for word in (
        "",
        "KB",
        "tps",
        "secnd",
        "FLOPZ",
        "tokns",
        "gb",
        "Watt",
        "kwh",
        "x" * 50,
        "bytee",
        "hrs",
    ):
        yield f"like {word!r} | {', '.join(similar_units(word))} | {ambiguity(word)}"


def added(text: str) -> str:
    """A file of one's own read into the units that are there."""
    known = _fresh()
    new = known.read(text.splitlines(), "own.txt", own=True)
    sizes = [
        f"{name} {known.size_of[name][0]:.12g} {known.size_of[name][1]}"
        for name in sorted(known.own)
    ]
    rates = [f"{pair} {rate:.12g}" for pair, rate in known.rates.stated.items()]
    found = [
        word
        for word in ("kfoo", "mfoo", "kif", "foos", "cfoo", "kilofoo", "furs")
        if known.resolve(word)
    ]
    return f"{new} | {sizes} {rates} {found} {sorted(known.places.items())}"


def _fresh() -> UnitDefinitions:
    """The units of derive alone."""
    known = definitions()
    return UnitDefinitions(
        dict(known.name_of),
        dict(known.size_of),
        dict(known.prefix),
        set(known.own),
        dict(known.zero),
    )


def conversions() -> Iterator[str]:
    """Pairs of units, of which some count turns and some angles, some currencies; under rates."""
    for first, second in product(PAIRS, PAIRS):
        one, other = parse_unit(first), parse_unit(second)
        fault = turning_fault(3.0, one, other)
        made = exchanged(one, other.dimension)
        rate = missing_rate(one.dimension, other.dimension)
        if fault or made or rate:
            size = made and f"{made.factor:.12g} {made.dimension}"
            yield f"{first} as {second} | {fault} | {size} | {rate_words(one, other)} | {rate}"
