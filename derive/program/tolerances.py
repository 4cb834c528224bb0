"""Tolerances of evaluation, common to all readers of a program. All but the counts are relative."""

CLOSE = 1e-9  # guards, ranges and values that agree
NOISE = 1e-12  # the difference of equal floats
MOST_RESIDUAL = 1e-6  # of a value put back into its relations, and of conditions

LEAST_SIZE, MOST_SIZE = 1e-280, 1e280  # of givens (base units): a product of some overflows
EXACT_INPUT = 1e-9  # of values that are no text; a whole number of things has none

# Interval propagation
ROUNDING = 1e-15  # beyond that of one sum, product or quotient
STILL = 1e-14  # an end moved by less stays, since rounding may have moved it
LEAST_CHANGE = 1e-6  # of an end that other equations are told of
SHARP_CHANGE = 1e-11  # the same beside an end that is told
MOST_REVISIONS = 60  # of one equation in one run
FEW_REVISIONS = 30  # the same where many sets of values are tried
ENDLESS = 1e90  # an end that is followed beyond it stands for infinity (base units)
SMALLEST = 2.0**-1022  # what is nearer to the open end of a range has fallen to it
FAR_OFF = 10.0  # by which an end moves in half of them where it may run off
MOST_POWER = 12  # of a factor in an implied equation; larger ones come from rounding
LOOSE = 1.4  # ratio of the ends of a factor, beyond what the digits of three values leave open
WIDE = 2.0  # ratio of the ends of a factor, beyond what digits leave open
LEAST_TOLERANCE = 1e-9  # of a given
SHARP = 1e-11  # of givens taken as they are, but for their last bits

# Values that all relations admit
REACH = 1e-7  # how far a value may lie from what the relations admit
POINT = 1e-9  # ends that are one value
NARROW = 1e-3  # ends between which there may be one value alone
BAND = 1e-5  # ends between which there is no second root
SAMPLES = 16  # between the ends of an interval that is judged
DEPTH = 6  # times that an interval with a hole is sampled again
MOST_WORK = 250_000  # revisions in the search for the values of an answer
MOST_NEAREST = 50_000  # in that for the value next to a given that contradicts
MOST_PROVING = 10_000  # in the proof that all beyond that value are refuted
MOST_RUNS = 100  # of admitted samples, between which further values are looked for
MOST_PARTS = 100  # of a stretch between samples in which values are looked for
FAR, NEAR = 1e30, 1e-30  # stand for infinity and zero, relative to the other end
END = 1e-12  # an end found, and the number with twelve digits that it is
INNER = 1e-6  # of what lies next to an end
TRIALS, SEARCHES = 40, 600  # of narrowing, to meet or refute one value, and all those of an answer
FIXED = 4  # variables that have a value each where nothing contradicts
MOST_BOXES = 300  # of all variables, in the search for all values of a target
MOST_SEARCH = 20_000  # revisions of equations in that search
