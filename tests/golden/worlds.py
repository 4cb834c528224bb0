"""Small systems with units, each with a world that satisfies them: extrema, roundings, cases,
tiers, open and closed ranges, zeros, points that need not exist, variants, defaults, terms
left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy

from derive.equations import (
    AtLeast,
    AtMost,
    Constraint,
    Eq,
    Max,
    Min,
    Neglected,
    Relation,
    Var,
    Variant,
)
from derive.system import System
from derive.units.text import parse_quantity
from tests.oracle.trees import sides, tree_of


@dataclass(frozen=True)
class Corner:
    """A system with values (base units) of all its variables that satisfy it."""

    name: str
    system: System
    values: Mapping[Any, float] = field(default_factory=dict)


def corner(
    name: str,
    relations: Iterable[Relation],
    values: Mapping[Var, str],
    constraints: Iterable[Constraint] = (),
    variants: Mapping[str, str] | None = None,
) -> Corner:
    """A system with stated values, and those that its definitions give, in order."""
    system = System(relations, constraints, variants=variants)
    world: dict[Any, float] = {v: parse_quantity(text).value for v, text in values.items()}
    for relation in system.relations:
        if relation.left in world:
            continue
        tree = tree_of(relation.name, sympy.Eq(sympy.Symbol("_"), relation.right, evaluate=False))
        world[relation.left] = sides(tree, {**world, sympy.Symbol("_"): 0.0})[1]
    return Corner(name, system, {v: world[v] for v in system.variables})


def put(other: Mapping[str, str], relations: Iterable[Relation]) -> dict[Var, str]:
    """Values by the names of their variables."""
    return {v: other[v.name] for r in relations for v in r.variables if v.name in other}


def roofline(name: str = "roofline", **other: str) -> Corner:
    """The longest of two times, a room that must suffice, an ideal share, terms left out."""
    weights, cache = Var("weights", "GB", "bytes of weights"), Var("cache", "MB/sequence")
    batch = Var("batch", "sequence", "sequences at once", whole=True, within="[1, oo)")
    band, flops = Var("band", "TB/s", "bandwidth"), Var("flops", "TFLOP/s")
    work = Var("work", "GFLOP/sequence")
    share = Var("share", "1", "share of peak", within="(0, 1]", default="1", ideal=True)
    overhead = Var("overhead", "us", within="[0, oo)", default="0 s", ideal=True)
    reading, computing = Var("reading", "ms", activity="reading"), Var("computing", "ms")
    step, rate, room = (
        Var("step", "ms", "time of a step"),
        Var("rate", "sequence/s"),
        Var("room", "GB"),
    )
    held = Var("held", "GB", "bytes held")
    left_out = Neglected("activations", cache / weights * batch * sympy.Rational(1, 50), "raises")
    relations = [
        Relation("held", Eq(held, weights + cache * batch), "Weights and caches."),
        Relation("reading", Eq(reading, held / (share * band)), neglects=(left_out,)),
        Relation("computing", Eq(computing, work * batch / flops)),
        Relation("step", Eq(step, Max(reading, computing) + overhead)),
        Relation("rate", Eq(rate, batch / step)),
    ]
    values = {
        weights: "70 GB", cache: "320 MB/sequence", batch: "24 sequence", band: "3.35 TB/s",
        flops: "990 TFLOP/s", work: "140 GFLOP/sequence", share: "1", overhead: "0 s",
        room: "80 GB",
    }  # fmt: skip
    return corner(
        name, relations, values | put(other, relations), [Constraint("fits", AtMost(held, room))]
    )


def trip(name: str = "trip", **other: str) -> Corner:
    """Distances in several units, a count rounded up, a price with a fixed part."""
    distance, speed = Var("distance", "km", "way to go"), Var("speed", "km/h")
    duration, stops = Var("duration", "h"), Var("stops", "1", whole=True, within="[0, oo)")
    reach, pause = Var("reach", "km", "way without a stop"), Var("pause", "min")
    total, price = Var("total", "h", "with pauses"), Var("price", "USD")
    rent, rate = Var("rent", "USD/h"), Var("rate", "USD/km")
    hour = Var("hour", "h", convention="1 h")
    relations = [
        Relation("duration", Eq(duration, distance / speed)),
        Relation("stops", Eq(stops, sympy.ceiling(distance / reach) - 1)),
        Relation("total", Eq(total, duration + stops * pause)),
        Relation("price", Eq(price, rent * total + rate * distance)),
    ]
    values = {
        distance: "910 km", speed: "104 km/h", reach: "400 km", pause: "25 min", rent: "7.5 USD/h",
        rate: "0.31 USD/km", hour: "1 h",
    }  # fmt: skip
    return corner(
        name,
        relations,
        values | put(other, relations),
        [Constraint("a day", AtMost(total, 24 * hour))],
    )


def tiers(name: str = "tiers", **other: str) -> Corner:
    """A price by cases, its average, and a least bill."""
    use, edge = Var("use", "kWh"), Var("edge", "kWh", "end of the first tier")
    low, high = Var("low", "USD/kWh"), Var("high", "USD/kWh")
    bill, mean = Var("bill", "USD"), Var("mean", "USD/kWh")
    fee, due = Var("fee", "USD", within="[0, oo)"), Var("due", "USD")
    first = low * use
    relations = [
        Relation(
            "bill",
            Eq(
                bill,
                sympy.Piecewise(
                    (first, sympy.Le(use, edge, evaluate=False)),
                    (low * edge + high * (use - edge), True),
                    evaluate=False,
                ),
            ),
        ),
        Relation("mean", Eq(mean, bill / use)),
        Relation("due", Eq(due, Max(bill, fee))),
    ]
    values = {
        use: "250 kWh",
        edge: "200 kWh",
        low: "0.2 USD/kWh",
        high: "0.35 USD/kWh",
        fee: "20 USD",
    }
    return corner(name, relations, values | put(other, relations))


def queue() -> Corner:
    """A share below one, waiting that grows without bound, a count beside it."""
    arrivals, served = Var("arrivals", "token/s"), Var("served", "token/s", "most served")
    load = Var("load", "1", "share of time busy", within="[0, 1)")
    one = Var("one", "token", convention="1 token")
    wait, stay = Var("wait", "s", within="[0, oo)"), Var("stay", "s")
    inside, slack = Var("inside", "token"), Var("slack", "token/s", "rate to spare")
    relations = [
        Relation("load", Eq(load, arrivals / served)),
        Relation("wait", Eq(wait, load / (1 - load) / served * one)),
        Relation("stay", Eq(stay, wait + one / served)),
        Relation("inside", Eq(inside, arrivals * stay)),
        Relation("slack", Eq(slack, served - arrivals)),
    ]
    values = {arrivals: "8 token/s", served: "10 token/s", one: "1 token"}
    return corner("queue", relations, values)


def crossing() -> Corner:
    """Two costs that are equal at a point, which need not exist."""
    n, fixed = Var("n", "token"), Var("fixed", "USD", "cost of an own machine")
    each, own = Var("each", "USD/token"), Var("own", "USD/token")
    bought, made = Var("bought", "USD"), Var("made", "USD")
    even = Var("even", "token", "where both cost the same", at="bought = made")
    spare = Var("spare", "USD", within="(-oo, oo)")
    relations = [
        Relation("bought", Eq(bought, n * each)),
        Relation("made", Eq(made, fixed + n * own)),
        Relation("even", Eq(even, fixed / (each - own))),
        Relation("spare", Eq(spare, bought - made)),
    ]
    values = {n: "2e6 token", fixed: "3 USD", each: "4e-6 USD/token", own: "1e-6 USD/token"}
    return corner("crossing", relations, values)


def layouts(choice: str) -> Corner:
    """Relations by the choice of a variant, one of them beside another choice."""
    n, d, g = (
        Var("n", "1", "heads", whole=True),
        Var("d", "1"),
        Var("g", "1", "groups", within="[1, oo)"),
    )
    kept, bits = Var("kept", "byte/token"), Var("bits", "byte", within="(0, oo)")
    layers, token = Var("layers", "1/token"), Var("tokens", "token", within="[0, oo)")
    memory, window = Var("memory", "MB", within="[0, oo)"), Var("window", "token")
    full = Variant("layout", "full", usual=True)
    grouped = Variant("layout", "grouped")
    relations = [
        Relation("kept", Eq(kept, 2 * n * d * bits * layers), variant=full),
        Relation("kept by groups", Eq(kept, 2 * n * d * bits * layers / g), variant=grouped),
        Relation("memory", Eq(memory, kept * token), variant=Variant("span", "all", usual=True)),
        Relation(
            "memory of a window",
            Eq(memory, kept * Min(token, window)),
            variant=Variant("span", "window"),
        ),
    ]
    values = {
        n: "32", d: "128", g: "8", bits: "2 byte", layers: "48 1/token", token: "9000 token",
        window: "4096 token",
    }  # fmt: skip
    variants = {"layout": choice, "span": "window" if choice == "grouped" else "all"}
    return corner(f"layouts {choice}", relations, values, variants=variants)


def feature(present: bool) -> Corner:
    """A feature that is absent unless a variable of it is given, and a convention."""
    drafts = Var(
        "drafts", "1", "drafted tokens", within="[0, oo)", default="0", without=("accepted",)
    )
    accepted = Var("accepted", "1", within="[0, 1)")
    tokens, time = Var("gained", "1", within="[1, oo)"), Var("time", "ms")
    pace, base = Var("pace", "1/s"), Var("base", "ms")
    power, year = Var("power", "W"), Var("year", "h", convention="8766 h")
    energy = Var("energy", "kWh")
    relations = [
        Relation("gained", Eq(tokens, 1 + drafts * accepted)),
        Relation("time", Eq(time, base * (1 + drafts / 20))),
        Relation("pace", Eq(pace, tokens / time)),
        Relation("energy", Eq(energy, power * year)),
    ]
    values = {
        drafts: "4" if present else "0", accepted: "0.7", base: "25 ms", power: "700 W",
        year: "8766 h",
    }  # fmt: skip
    return corner(f"feature {'present' if present else 'absent'}", relations, values)


def signs(name: str = "signs", **other: str) -> Corner:
    """Real values, squares, absolute values and closed ends."""
    a, b = Var("a", within="(-oo, oo)"), Var("b", within="(-oo, oo)")
    c, d = Var("c", within="[0, oo)"), Var("d", within="[0, 1]")
    e, f = Var("e", within="(-oo, oo)"), Var("f", within="[0, oo)")
    g = Var("g", within="(-oo, oo)")
    relations = [
        Relation("square", Eq(c, a**2)),
        Relation("mixed", Eq(e, a * d + b * (1 - d))),
        Relation("distance", Eq(f, sympy.Abs(a - b))),
        Relation("balance", Eq(g, a + b)),
    ]
    values = {a: "-1.5", b: "0.5", d: "1"}
    return corner(name, relations, values | put(other, relations))


def zeros(name: str = "zeros", **other: str) -> Corner:
    """Parts that may be zero, and their largest."""
    parts = [Var(f"part{k}", "s", within="[0, oo)") for k in range(3)]
    total, most = Var("whole", "s", within="[0, oo)"), Var("most", "s", within="[0, oo)")
    share, rest = Var("share", within="[0, 1]"), Var("rest", "s", within="[0, oo)")
    relations = [
        Relation("whole", Eq(total, sum(parts))),
        Relation("most", Eq(most, Max(*parts))),
        Relation("rest", Eq(rest, total * (1 - share))),
    ]
    values = {parts[0]: "0 s", parts[1]: "2 s", parts[2]: "0 s", share: "1"}
    return corner(name, relations, values | put(other, relations))


def powers(name: str = "powers", **other: str) -> Corner:
    """Roots, exponentials and an exponent that is a variable."""
    n, alpha = Var("n", "param"), Var("alpha", within="(0, 1]")
    loss, scale = Var("loss"), Var("scale", "param")
    floor, gap = Var("floor", within="[0, oo)"), Var("gap")
    root, half = Var("root"), Var("half", "s")
    age, left = Var("age", "s", within="[0, oo)"), Var("left", within="(0, 1]")
    relations = [
        Relation("gap", Eq(gap, (scale / n) ** alpha)),
        Relation("loss", Eq(loss, floor + gap)),
        Relation("root", Eq(root, sympy.sqrt(gap * loss))),
        Relation("left", Eq(left, sympy.exp(-age / half))),
    ]
    values = {
        n: "2e9 param", alpha: "0.35", scale: "4e8 param", floor: "1.6", half: "3 s", age: "1.2 s",
    }  # fmt: skip
    return corner(name, relations, values | put(other, relations))


def coupled(name: str = "coupled", **other: str) -> Corner:
    """A circle of linear relations, an exchange of several, and a limit from below."""
    u, v, w = Var("u", "m"), Var("v", "m"), Var("w", "m", within="(-oo, oo)")
    k, s = Var("k"), Var("s", "m")
    area, side = Var("area", "m^2"), Var("side", "m")
    relations = [
        Relation("sum", Eq(s, u + v)),
        Relation("ratio", Eq(u, k * v)),
        Relation("difference", Eq(w, u - v)),
        Relation("area", Eq(area, u * v)),
        Relation("side", Eq(area, side**2)),
    ]
    values = {
        u: "300 cm",
        v: "1.2 m",
        k: "2.5",
        s: "4.2 m",
        w: "1.8 m",
        area: "3.6 m^2",
        side: "1.8973665961010275 m",
    }
    return corner(
        name, relations, values | put(other, relations), [Constraint("wide", AtLeast(u, v))]
    )


def fleet(name: str = "fleet", **other: str) -> Corner:
    """Machines rounded up, shares of them, money by the month."""
    asked, each = Var("asked", "token/s"), Var("each", "token/s/GPU", "throughput of one")
    gpus = Var("gpus", "GPU", whole=True, within="[1, oo)")
    racks = Var("racks", "1", whole=True, within="[1, oo)")
    size = Var("size", "GPU", whole=True, within="[1, oo)")
    busy = Var("busy", within="(0, 1]")
    price, bill = Var("price", "USD/GPU/h"), Var("bill", "USD/day")
    unit_price = Var("unit_price", "USD/Mtoken")
    gpu = Var("one_gpu", "GPU", convention="1 GPU")
    relations = [
        Relation("gpus", Eq(gpus, gpu * sympy.ceiling(asked / (each * gpu)))),
        Relation("racks", Eq(racks, sympy.ceiling(gpus / size))),
        Relation("busy", Eq(busy, asked / (each * gpus))),
        Relation("bill", Eq(bill, racks * size * price)),
        Relation("unit price", Eq(unit_price, bill / asked)),
    ]
    values = {
        asked: "91000 token/s", each: "3500 token/s/GPU", size: "8 GPU", price: "2.4 USD/GPU/h",
        gpu: "1 GPU",
    }  # fmt: skip
    return corner(name, relations, values | put(other, relations))


def corners() -> list[Corner]:
    """All of them, and those whose values lie on an edge: ties, multiples, zeros, closed ends."""
    return [
        roofline(), roofline("heavy roofline", weights="79 GB"), trip(), tiers(),
        tiers("first tier", use="120 kWh"), queue(), crossing(), layouts("full"),
        layouts("grouped"), feature(False), feature(True), signs(), zeros(), powers(), coupled(),
        fleet(),
        roofline("tied roofline", weights="62.32 GB", band="3.5 TB/s", flops="168 TFLOP/s"),
        roofline("slow roofline", flops="90 TFLOP/s", batch="31 sequence", share="0.8"),
        roofline("full roofline", weights="72.32 GB", overhead="150 us"),
        trip("even trip", distance="800 km"), trip("short trip", distance="400 km"),
        tiers("tier edge", use="200 kWh", fee="40 USD"), signs("origin", a="0", b="0", d="0"),
        signs("mirrored", a="2", b="-2", d="0.5"), zeros("nothing", part1="0 s", share="0"),
        zeros("equal parts", part0="2 s", part2="2 s", share="0.25"),
        powers("flat powers", alpha="1", age="0 s", floor="0"),
        fleet("even fleet", asked="56000 token/s"),
        coupled(
            "square", u="1.2 m", v="1.2 m", k="1", s="2.4 m", w="0 m", area="1.44 m^2",
            side="1.2 m",
        ),
    ]  # fmt: skip
