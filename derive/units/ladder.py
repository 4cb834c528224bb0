"""The prefixes in which values of a unit are read best, from the smallest up."""

LADDER = {
    "byte": (
        ("byte", 1.0),
        ("kB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("TB", 1e12),
        ("PB", 1e15),
        ("EB", 1e18),
    ),
    "FLOP": (
        ("FLOP", 1.0),
        ("kFLOP", 1e3),
        ("MFLOP", 1e6),
        ("GFLOP", 1e9),
        ("TFLOP", 1e12),
        ("PFLOP", 1e15),
        ("EFLOP", 1e18),
    ),
    "s": (
        ("ns", 1e-9),
        ("µs", 1e-6),
        ("ms", 1e-3),
        ("s", 1.0),
        ("hour", 3600.0),
        ("day", 86_400.0),
        ("year", 31_557_600.0),
    ),
    "W": (("W", 1.0), ("kW", 1e3), ("MW", 1e6)),
}
