// Interval arithmetic: see interval.py, interval_powers.py and narrowing.py. An interval is a pair [low, high].
"use strict";
const intervals = (T) => {
  const INF = Infinity, ALL = [-INF, INF], DOWN = 1 - T.rounding, UP = 1 + T.rounding, NORMAL = 2 ** -1022, TINY = 5e-324, NEXT = (Number.EPSILON / 2) * (1 + Number.EPSILON), ROUNDING = T.rounding;
  const product = (a, b) => (a && b ? a * b : 0);
  const multiplied = (x, y) => {
    if (x[0] >= 0 && y[0] >= 0) return [product(x[0], y[0]) * DOWN, product(x[1], y[1]) * UP];
    if (x[0] === -1 && x[1] === -1) return [0 - y[1], 0 - y[0]]; // exactly
    if (y[0] === -1 && y[1] === -1) return [0 - x[1], 0 - x[0]];
    const a = product(x[0], y[0]), b = product(x[0], y[1]), c = product(x[1], y[0]), d = product(x[1], y[1]);
    const low = Math.min(a, b, c, d), high = Math.max(a, b, c, d);
    return [low * (low > 0 ? DOWN : UP), high * (high > 0 ? UP : DOWN)];
  };
  const inverse = (end, atZero) => (end ? 1 / end : atZero);
  const reciprocal = ([low, high]) => {
    if (low < 0 && high > 0) return ALL;
    return low >= 0 ? [inverse(high, INF), inverse(low, INF)] : [inverse(high, -INF), inverse(low, -INF)];
  };
  const divided = (x, y) => (x[0] >= 0 && y[0] > 0 ? [(x[0] / y[1]) * DOWN, (x[1] / y[0]) * UP] : multiplied(x, reciprocal(y)));
  const sum = (a, b, outwards) => {
    if (!a || !b) return a + b;
    const total = a + b;
    if (!Number.isFinite(total) || !total) return total !== total ? outwards : total;
    if (Math.abs(total) <= ROUNDING * Math.abs(a) && (total > 0) !== (outwards > 0)) return 0;
    return total + (outwards > 0 ? NEXT : -NEXT) * Math.abs(total); // the next float outwards
  };
  const added = (x, y) => [sum(x[0], y[0], -INF), sum(x[1], y[1], INF)];
  const subtracted = (x, y) => [sum(x[0], -y[1], -INF), sum(x[1], -y[0], INF)];
  // for each interval the combination of all others; `of` is that of none
  const others = (parts, combine, of) => {
    if (parts.length === 2) return [parts[1], parts[0]];
    const before = [of];
    for (let k = 0; k < parts.length - 1; k++) before.push(combine(before[k], parts[k]));
    for (let k = parts.length - 1, after = of; k >= 0; k--) {
      before[k] = combine(before[k], after);
      after = combine(parts[k], after);
    }
    return before;
  };
  const endPower = (base, n) => {
    if (base === 0) return n > 0 ? 0 : n === 0 ? 1 : INF;
    if (Math.abs(base) === 1 && Math.abs(n) === INF) return 1; // where Math.pow has no number
    const found = Math.pow(base, n);
    return Math.abs(found) === INF && Math.abs(base) !== INF ? INF : found;
  };
  const power = (x, n) => {
    const [low, high] = x;
    if (low < 0) {
      const whole = n === Math.floor(n);
      if (!whole || n < 0) return high > 0 && !whole ? power([0, high], n) : ALL;
      const ends = [endPower(low, n), endPower(high, n)];
      return n % 2 ? ends : [high > 0 ? 0 : Math.min(...ends), Math.max(...ends)];
    }
    const ends = [endPower(low, n), endPower(high, n)];
    return n >= 0 ? ends : [ends[1], ends[0]];
  };
  const raised = (x, n) => { // what is too small for a float is not zero
    let found;
    if (n[0] === n[1]) found = power(x, n[0]);
    else if (x[0] < 0) found = ALL;
    else {
      const ends = x.flatMap((a) => n.map((b) => endPower(a, b)));
      found = [Math.min(...ends), Math.max(...ends)];
    }
    return [found[0], found[1] === 0 && x[1] > 0 ? TINY : found[1]];
  };
  const nearOne = (x) => x[0] <= 1 + T.close && x[1] >= 1 - T.close; // one is any power zero
  const oneSign = (x) => x[0] >= 0 || x[1] <= 0;
  const baseOf = (whole, exponent, base) => {
    if (exponent[0] !== exponent[1]) {
      const known = exponent[0] > 0 || exponent[1] < 0 || (oneSign(exponent) && !nearOne(whole));
      return known && base[0] >= 0 && whole[0] >= 0 ? argumentOf(divided(withNoise(logarithm(whole)), exponent)) : ALL;
    }
    const n = exponent[0];
    if (!n) return ALL;
    if (base[0] >= 0 || n !== Math.floor(n)) return power([Math.max(whole[0], 0), Math.max(whole[1], 0)], 1 / n);
    if (n % 2 || n < 0) return ALL;
    return signed(whole.map((end) => endPower(Math.max(end, 0), 1 / n)), base);
  };
  const logarithm = (x) => x.map((end) => (end > 0 ? Math.log(end) : -INF));
  const argumentOf = (x) => x.map(Math.exp);
  const exponential = (x) => [Math.min(Math.exp(x[0]), Number.MAX_VALUE), Math.exp(x[1])]; // too large for a float is not infinite
  const withNoise = ([low, high]) => [low - T.still, high + T.still]; // large beside logarithms of numbers near one
  // What is too small for a float counts as zero, what is too large for one as infinite.
  const exponentOfE = ([low, high]) =>
    withNoise(logarithm([low < NORMAL ? 0 : Math.min(low, Number.MAX_VALUE), Math.max(high, NORMAL)]));
  const log1p = (x) => x.map((end) => (end > -1 ? Math.log1p(end) : -INF));
  const argumentOfLog1p = (x) => x.map(Math.expm1);
  const expm1 = (x) => [Math.min(Math.expm1(x[0]), Number.MAX_VALUE), Math.expm1(x[1])];
  const exponentOfExpm1 = (x) => {
    const low = Math.min(x[0], Number.MAX_VALUE);
    return log1p([low - ROUNDING * Math.abs(low), x[1] + ROUNDING * Math.abs(x[1])]);
  };
  const opposite = (x) => [-x[1], -x[0]];
  const exponentOf = (whole, base, exponent) => {
    if (base[0] < 0 || whole[0] < 0 || (base[0] === 0 && whole[0] === 0) || exponent[0] === exponent[1]) return ALL;
    let [low, high] = withNoise(logarithm(base));
    if (low <= 0 && high >= 0) {
      if (nearOne(whole) || !oneSign(exponent)) return ALL;
      if ((whole[0] > 1) === (exponent[0] >= 0)) low = 0;
      else high = 0;
    }
    return divided(exponentOfE(whole), [low, high]);
  };
  const absolute = (x) => (x[0] >= 0 ? x : [x[1] > 0 ? 0 : -x[1], Math.max(-x[0], x[1])]);
  const signed = (size, x) => { // but for noise
    const least = size[0] * (1 - T.close);
    return [x[0] <= -least ? -size[1] : size[0], x[1] >= least ? size[1] : -size[0]];
  };
  const moved = (end, slack) => end + (Number.isFinite(end) ? slack * Math.abs(end) : 0);
  const rounded = (x, rounding, low, high) => [rounding(moved(x[0], low)), rounding(moved(x[1], high))];
  const wholeNumbers = (x) => [Math.ceil(moved(x[0], -T.close)), Math.floor(moved(x[1], T.close))];
  const factor = (whole, rest) => (rest[0] <= 0 && rest[1] >= 0 && whole[0] <= 0 && whole[1] >= 0 ? ALL : divided(whole, rest));
  const FORWARD = {
    add: (parts) => parts.reduce(added),
    mul: (parts) => parts.reduce(multiplied),
    div: ([a, b]) => divided(a, b),
    pow: ([a, b]) => raised(a, b),
    max: (parts) => [Math.max(...parts.map((x) => x[0])), Math.max(...parts.map((x) => x[1]))],
    min: (parts) => [Math.min(...parts.map((x) => x[0])), Math.min(...parts.map((x) => x[1]))],
    abs: ([x]) => absolute(x),
    log: ([x]) => logarithm(x),
    exp: ([x]) => exponential(x),
    log1p: ([x]) => log1p(x),
    expm1: ([x]) => expm1(x),
    decayed: ([x]) => opposite(expm1(opposite(x))),
    ceil: ([x]) => rounded(x, Math.ceil, -T.close, -T.noise),
    floor: ([x]) => rounded(x, Math.floor, T.noise, T.close),
  };
  // No argument exceeds the largest; the only one that can reach it is it. The smallest likewise.
  const ofLargest = (whole, parts) => {
    const able = parts.flatMap((x, k) => (x[1] >= whole[0] ? [k] : []));
    return parts.map((_, k) => [able.length === 1 && able[0] === k ? whole[0] : -INF, whole[1]]);
  };
  const ofSmallest = (whole, parts) => {
    const able = parts.flatMap((x, k) => (x[0] <= whole[1] ? [k] : []));
    return parts.map((_, k) => [whole[0], able.length === 1 && able[0] === k ? whole[1] : INF]);
  };
  const BACKWARD = {
    add: (whole, parts) => others(parts, added, [0, 0]).map((rest) => subtracted(whole, rest)),
    mul: (whole, parts) => others(parts, multiplied, [1, 1]).map((rest) => factor(whole, rest)),
    div: (whole, [above, below]) => [multiplied(whole, below), reciprocal(factor(whole, above))],
    pow: (whole, [base, exponent]) => [baseOf(whole, exponent, base), exponentOf(whole, base, exponent)],
    max: ofLargest,
    min: ofSmallest,
    abs: (whole, [x]) => [signed(whole, x)],
    log: (whole) => [argumentOf(whole)],
    exp: (whole) => [exponentOfE(whole)],
    log1p: (whole) => [argumentOfLog1p(whole)],
    expm1: (whole) => [exponentOfExpm1(whole)],
    decayed: (whole) => [opposite(exponentOfExpm1(opposite(whole)))],
    ceil: (whole) => [[whole[0] - 1, whole[1]]],
    floor: (whole) => [[whole[0], whole[1] + 1]],
  };
  return { ALL, FORWARD, BACKWARD, wholeNumbers };
};
