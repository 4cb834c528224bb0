// Reader of programs in JavaScript: one classic script that defines `derive`, of which this is the
// last part.
// It follows the rules of ARCHITECTURE.md, "How a program is evaluated", as scalar.py does.
// A slot without a value is NaN; a part without one makes the whole NaN, and anything else that has
// no value throws ZERO or DOMAIN.
const derive = (() => {
  const ZERO = { zero: true }, DOMAIN = { zero: false }, INF = Infinity;
  const raise = (fault) => { throw fault; };
  // Operations of printed functions. A missing operand goes through; faults are thrown.
  const ops = {
    D: (a, b) => (b === 0 ? (a !== a ? a : raise(ZERO)) : a / b),
    P: (a, b) => {
      if (a !== a || b !== b) return NaN;
      if (a === 0 && b < 0) raise(ZERO);
      const value = Math.pow(a, b);
      return value !== value || (Math.abs(value) === INF && Math.abs(a) !== INF) ? raise(DOMAIN) : value;
    },
    S: (a) => (a < 0 ? raise(DOMAIN) : Math.sqrt(a)),
    L: (a) => (a <= 0 ? raise(DOMAIN) : Math.log(a)),
    E: (a) => (Math.exp(a) === INF && a !== INF ? raise(DOMAIN) : Math.exp(a)),
    L1: (a) => (a <= -1 ? raise(DOMAIN) : Math.log1p(a)),
    E1: (a) => (Math.expm1(a) === INF && a !== INF ? raise(DOMAIN) : Math.expm1(a)),
    G: (a) => -ops.E1(-a),
    C: (a) => toWhole(Math.ceil, a),
    F: (a) => toWhole(Math.floor, a),
    T: (sign, a, b) => (a !== a || b !== b ? raise(DOMAIN) : compared(sign, a, b)),
    U: () => raise(ZERO),
    X: () => raise(DOMAIN),
  };
  const wholeNear = (a) => (Math.abs(a % 1) === 0.5 ? 2 * Math.round(a / 2) : Math.round(a)); // of two the even one
  // A value within noise of a whole number is that number.
  const toWhole = (rounding, a) => (Math.abs(a - wholeNear(a)) <= 1e-9 * Math.abs(a) ? wholeNear(a) : rounding(a));
  const none = (x) => x !== x;
  const close = (a, b, width) =>
    a === b || (Math.abs(a) !== INF && Math.abs(b) !== INF && Math.abs(a - b) <= width * Math.max(Math.abs(a), Math.abs(b)));
  const COMPARE = { ge: (a, b) => a >= b, le: (a, b) => a <= b, gt: (a, b) => a > b, lt: (a, b) => a < b, eq: (a, b) => a === b };
  const compared = (sign, a, b) => COMPARE[sign](a, close(a, b, 1e-9) ? a : b); // within noise they are equal

  const logResidual = (left, right) => {
    if (left < 0 && right < 0) [left, right] = [-right, -left];
    if (left > 0 && right > 0) {
      const ratio = left / right;
      if (ratio > 0 && ratio < INF) return Math.log(ratio);
      return left === right ? INF : Math.log(left) - Math.log(right);
    }
    const scale = Math.abs(left) + Math.abs(right);
    if (!(scale < INF)) return INF; // sides beyond all floats are not known to be equal
    return scale ? (left - right) / scale : 0;
  };

  const residualOf = (sides) => (x) => { // see residual.py
    const [left, right] = sides(x);
    if (!left === !right) return logResidual(left, right);
    try {
      const size = [-BESIDE_ZERO, BESIDE_ZERO].reduce((sum, by) => { const [a, b] = sides(x * (1 + by)); return sum + Math.abs(a - b); }, Math.abs(left - right));
      return size < INF ? (left - right) / size : logResidual(left, right);
    } catch (fault) { return logResidual(left, right); }
  };

  // --- roots: see roots.py --------------------------------------------------------------------
  const PER_DECADE = 12, LOWEST = -24, HIGHEST = 36, ROOT_NOISE = 1e-13, MOST_JUMPS = 32, BESIDE = 1e-12, AROUND = 1e-4, BESIDE_ZERO = 0.01;
  const TOWARDS = [1e-6, 1e-3, 0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.75];

  const grids = new Map();
  function grid(low, high, per = PER_DECADE) {
    const key = [low, high, per].join();
    if (grids.size > 64) grids.clear();
    if (!grids.has(key)) grids.set(key, gridOf(low, high, per));
    return grids.get(key);
  }
  function gridOf(low, high, per) {
    const points = [];
    if (low < 0) points.push(...grid(0, -low, per).map((x) => -x).reverse());
    if (high > 0) {
      const start = Math.max(low > 0 ? Math.log10(low) : LOWEST, LOWEST);
      const stop = Math.min(high !== INF ? Math.log10(high) : HIGHEST, HIGHEST);
      const steps = Math.max(2, Math.trunc((stop - start) * per));
      for (let k = 0; k <= steps; k++) points.push(Math.pow(10, start + ((stop - start) * k) / steps));
      if (high !== INF) points[points.length - 1] = high;
      if (low > 0) points[points.length - steps - 1] = low;
    }
    return points;
  }
  const safe = (residual, x) => {
    try {
      const value = residual(x);
      return Number.isFinite(value) ? value : null;
    } catch (fault) {
      if (fault !== ZERO && fault !== DOMAIN) throw fault;
      return null;
    }
  };
  function addJumps(steps, [a, before], [b, after], found) {
    if (before === null || after === null || before.every((x, k) => x === after[k]) || found.length > 2 * MOST_JUMPS) return;
    if (before.reduce((sum, x, k) => sum + Math.abs(x - after[k]), 0) > MOST_JUMPS) return;
    if (b - a <= Math.max(BESIDE * Math.max(Math.abs(a), Math.abs(b)), Math.pow(10, LOWEST))) {
      found.push(a, b);
      return;
    }
    const middle = 0.5 * (a + b), between = [middle, steps(middle)];
    addJumps(steps, [a, before], between, found);
    addJumps(steps, between, [b, after], found);
  }
  function jumps(steps, one, other) { // none where there are many, as there are in noise
    const found = [];
    addJumps(steps, one, other, found);
    return found.length <= 2 * MOST_JUMPS ? found : [];
  }
  function besideJumps(places, near) { // points towards a few jumps: a residual may turn before a pole
    const made = [];
    for (let k = 0; k + 1 < near.length && near.length <= 16; k += 2) {
      const [before, after] = [near[k], near[k + 1]];
      const around = Math.max(...places.filter((x) => x < before)), beyond = Math.min(...places.filter((x) => x > after));
      for (const share of TOWARDS) {
        made.push(before + share * ((around === -INF ? before : around) - before));
        made.push(after + share * ((beyond === INF ? after : beyond) - after));
      }
    }
    return made;
  }
  function roots(residual, low, high, steps) {
    let places = grid(low, high);
    if (steps) {
      const pairs = places.map((x) => [x, steps(x)]);
      const near = pairs.slice(1).flatMap((pair, k) => jumps(steps, pairs[k], pair));
      places = [...new Set([...places, ...near, ...besideJumps(places, near)])].sort((a, b) => a - b);
    }
    const points = refined(residual, places.map((x) => [x, safe(residual, x)]));
    const found = [];
    points.forEach(([x, value], k) => {
      const before = k ? points[k - 1][1] : null, after = k + 1 < points.length ? points[k + 1][1] : null;
      if (value === null) return;
      if (Math.abs(value) < ROOT_NOISE) {
        if (![before, after].some((near) => near !== null && Math.abs(near) < ROOT_NOISE)) found.push(touched(residual, x));
      } else if (before !== null && Math.abs(before) >= ROOT_NOISE && before * value < 0) {
        const root = bisect(residual, points[k - 1][0], x, before), atJump = steps && (leaps(steps, root) || partsJumps(steps, root)) && !goesThrough(residual, root), left = atJump ? null : safe(residual, root);
        if (left !== null && (Math.abs(left) < 1e-9 || steep(residual, root))) found.push(root);
      }
    });
    return found;
  }
  // Roots beside those of nearly the same question, none where it had none; null where one of them
  // has left its place.
  function rootsBeside(residual, low, high, before) {
    const found = [];
    for (const x of before) {
      const [a, b] = [x / 2, 2 * x].sort((p, q) => p - q).map((end) => (end < low ? 0.5 * (x + low) : end > high ? 0.5 * (x + high) : end));
      const atA = safe(residual, a), atB = safe(residual, b);
      if (atA === null || atB === null || !(atA * atB < 0)) return null;
      const root = bisect(residual, a, b, atA), left = safe(residual, root);
      if (left === null || Math.abs(left) >= 1e-9) return null;
      found.push(root);
    }
    return found;
  }
  function touched(residual, x) { // a root to its last digits, also where the residual keeps its sign
    const [wide, narrow] = [2 * AROUND, AROUND].map((by) => vertex(residual, x, by * Math.abs(x)));
    if (wide === null || narrow === null) return x;
    const root = narrow + (narrow - wide) / 3, value = safe(residual, root);
    return value === null || Math.abs(value) >= ROOT_NOISE ? x : root;
  }
  function vertex(residual, x, step) {
    const [before, at, after] = [-1, 0, 1].map((side) => safe(residual, x + side * step));
    if (before === null || at === null || after === null || before * after <= 0) return null;
    const curvature = after - 2 * at + before;
    return curvature ? x - (0.5 * step * (after - before)) / curvature : null;
  }
  const leaps = (steps, root) => { // whether a whole number jumps between the floats next to a change of sign
    const [a, b] = [-1, 1].map((side) => steps(root * (1 + side * Number.EPSILON)));
    return a === null || b === null ? a !== b : a.some((x, k) => x !== b[k]);
  };
  const partsJumps = (steps, x) => { // whether a value lies between two jumps at one place, which rounding alone parts
    const here = steps(x);
    return [-4, 4].every((side) => {
      const there = steps(x * (1 + side * BESIDE));
      return here === null || there === null ? here !== there : here.some((height, k) => height !== there[k]);
    });
  };
  const goesThrough = (residual, root) => { // whether a residual is next to nothing on both sides of where it changes its sign
    const [before, after] = [-4, 4].map((side) => safe(residual, root * (1 + side * BESIDE)) || Infinity);
    return before * after < 0 && Math.max(Math.abs(before), Math.abs(after)) < 1e-9;
  };
  const steep = (residual, root) => [-1, 1].every((side) => {
    const [near, far] = [BESIDE, 16 * BESIDE].map((by) => safe(residual, root * (1 + side * by)));
    return near !== null && far !== null && 4 * Math.abs(near) < Math.abs(far);
  });
  function refined(residual, points) {
    const made = [];
    points.forEach(([x, value], k) => {
      if (k && (value === null) !== (points[k - 1][1] === null)) made.push(...edge(residual, points[k - 1], [x, value]));
      made.push([x, value]);
      if (value !== null && Math.abs(value) < ROOT_NOISE) {
        const near = [...new Set([x * (1 - 1e-5), x, x * (1 + 1e-5)])].sort((a, b) => a - b);
        made.splice(-1, 1, ...near.map((t) => [t, safe(residual, t)]));
      }
      if (k > 0 && k < points.length - 1) {
        const [a, before] = points[k - 1], [b, after] = points[k + 1];
        if (before !== null && value !== null && after !== null && before * value > 0 && after * value > 0 &&
            ROOT_NOISE < Math.abs(value) && Math.abs(value) < Math.min(Math.abs(before), Math.abs(after)) - ROOT_NOISE) {
          const least = nearest(residual, a, b);
          if (least[0] > x) made.push(least); else made.splice(-1, 0, least);
        }
      }
    });
    return made;
  }
  function edge(residual, a, b) {
    let [inside, outside] = b[1] === null ? [a, b[0]] : [b, a[0]];
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (inside[0] + outside), value = safe(residual, middle);
      if (value === null) outside = middle; else inside = [middle, value];
    }
    const end = inside[0], start = (a[1] === null ? b : a)[0];
    if (vanishesAt(residual, end, start)) inside = [end, 0];
    const near = TOWARDS.map((share) => end + share * (start - end)).map((x) => [x, safe(residual, x)]);
    return [inside, ...near].sort((p, q) => p[0] - q[0]);
  }
  // whether a residual that goes like a root of the distance to an end of its domain is zero there
  function vanishesAt(residual, end, start) {
    const step = Math.sign(start - end) * 1e-8 * Math.abs(end);
    const [one, two, three] = [1, 4, 16].map((many) => safe(residual, end + many * step));
    if (one === null || two === null || three === null || !close(two, 2 * one, 0.01)) return false;
    return Math.abs(4 * (2 * one - two) - (2 * two - three)) < 3e-11;
  }
  function nearest(residual, a, b) {
    const ratio = 0.5 * (Math.sqrt(5) - 1), at = safe(residual, a), sign = (at || 1) < 0 ? -1 : 1;
    let best = [a, at], c = b - ratio * (b - a), d = a + ratio * (b - a);
    let atC = safe(residual, c), atD = safe(residual, d);
    for (let k = 0; k < 60; k++) {
      if (atC === null || atD === null) break;
      const lower = sign * atC < sign * atD;
      best = lower ? [c, atC] : [d, atD];
      if (sign * (best[1] || 0) <= 0 || b - a <= 4 * Number.EPSILON * Math.max(Math.abs(a), Math.abs(b))) break;
      if (lower) {
        [b, d, atD] = [d, c, atC];
        c = b - ratio * (b - a);
        atC = safe(residual, c);
      } else {
        [a, c, atC] = [c, d, atD];
        d = a + ratio * (b - a);
        atD = safe(residual, d);
      }
    }
    return best;
  }
  function vanishes(residual, low, high) {
    const sizes = grid(low, high, 1).map((x) => safe(residual, x)).filter((v) => v !== null).map(Math.abs);
    return sizes.length > 2 && Math.max(...sizes) < 1e-12;
  }
  function bisect(residual, a, b, atA) {
    for (let k = 0; k < 200; k++) {
      const wide = a * b > 0 && Math.max(Math.abs(a), Math.abs(b)) > 4 * Math.min(Math.abs(a), Math.abs(b));
      const middle = wide ? Math.sqrt(a * b) : 0.5 * (a + b);
      if (middle === a || middle === b) break;
      const value = safe(residual, middle);
      if (value === null) break;
      if (value === 0) return middle;
      if (value * atA > 0) [a, atA] = [middle, value]; else b = middle;
    }
    return 0.5 * (a + b);
  }
  const total = (parts) => { // a sum whose rounding is made up for, as math.fsum does
    let sum = 0, lost = 0;
    for (const x of parts) {
      const t = sum + x;
      lost += Math.abs(sum) >= Math.abs(x) ? sum - t + x : x - t + sum;
      sum = t;
    }
    return sum + lost;
  };

  // A bundle holds slots, functions, tolerances and programs, as javascript.py prints them.
  function reader(bundle) {
    const { slots } = bundle, F = bundle.functions(ops), MOST_CANDIDATES = 32;
    const { close: CLOSE, noise: NOISE, most_residual: MOST_RESIDUAL, inner: INNER } = bundle.tolerances;
    const { pause, piece, inPortions } = portions(), judge = admitted(bundle, { pause, piece }), alike = [];
    bundle.alike.forEach((dimension, k) => (alike[dimension] ??= []).push(k));
    let sketched = null; // the roots of each branch or guard, where a question is asked again nearly alike
    const rootsOf = (owner, residual, low, high, anew = () => roots(residual, low, high)) => {
      const kept = sketched && sketched.get(owner), found = piece(() => (kept && rootsBeside(residual, low, high, kept)) || anew());
      if (sketched) sketched.set(owner, found);
      return found;
    };
    const admits = (slot, x) => {
      const [low, high, openLow, openHigh] = slots[slot], slack = 1e-12 * Math.abs(x);
      return (openLow ? x - slack > low : x + slack >= low) && (openHigh ? x + slack < high : x - slack <= high);
    };
    const snapped = (slot, x) => {
      if (!admits(slot, x)) {
        const [low, high, openLow, openHigh] = slots[slot];
        for (const [end, open] of [[low, openLow], [high, openHigh]]) if (!open && close(x, end, CLOSE)) return end;
      }
      return x;
    };
    const reach = (slot) => { // the range with the values beyond its closed ends that are snapped to them
      const [low, high, openLow, openHigh] = slots[slot];
      return [openLow ? low : low - CLOSE * Math.abs(low), openHigh ? high : high + CLOSE * Math.abs(high)];
    };
    // The value of a function; throws where there is none.
    const value = (f, v) => {
      const x = F[f](v);
      return x !== x ? raise(DOMAIN) : x;
    };
    const tried = (run, otherwise) => {
      try { return run(); } catch (fault) {
        if (fault !== ZERO && fault !== DOMAIN) throw fault;
        return otherwise;
      }
    };
    const gapOf = (pair, v) => logResidual(value(pair[0], v), value(pair[1], v));

    // null stands for zero over zero: any value
    function formulaValue(branch, v, noise = NOISE) {
      let mask = 0;
      if (branch.z) branch.z.forEach((terms, k) => {
        const sizes = tried(() => terms.map((t) => value(t, v)), null);
        if (sizes && Math.abs(total(sizes)) <= noise * Math.max(...sizes.map(Math.abs))) mask |= 1 << k;
      });
      const [over, under] = branch.f;
      try {
        const a = F[over](v, mask), b = under === undefined ? 1 : F[under](v, mask);
        if (a !== a || b !== b) return mask ? INF : NaN;
        return b !== 0 ? a / b : a !== 0 ? INF : null;
      } catch (fault) {
        if (fault === ZERO) return INF;
        if (fault !== DOMAIN) throw fault;
        return mask || !branch.o ? INF : NaN;
      }
    }
    function inRange(branch, v, slot, found) { // see formula.py
      const x = snapped(slot, found);
      if (!branch.z || admits(slot, x)) return x;
      const other = formulaValue(branch, v, CLOSE);
      return other !== null && Number.isFinite(other) && admits(slot, other) ? other : x;
    }
    function defined(branch, local) { // fills what a branch cancels and defines
      for (const slot of branch.x || []) if (none(local[slot])) local[slot] = 1;
      for (const [slot, f] of branch.d || []) local[slot] = tried(() => value(f, local), NaN);
      return local;
    }
    const withDefinitions = (branch, v) => (branch.x || branch.d ? defined(branch, v.slice()) : v);
    function guardsHold(branch, v) { // true, false, or null where one cannot be judged
      if (!branch.g && !branch.d) return true;
      const free = (branch.x || []).some((slot) => none(v[slot])), local = withDefinitions(branch, v);
      for (const [slot] of branch.d || []) if (none(v[slot]) && !free) v[slot] = local[slot];
      return judged(branch, local);
    }
    function judged(branch, local) { // the same where all definitions are filled in
      let verdict = true;
      for (const [larger, smaller] of branch.g || []) {
        const sides = tried(() => [value(larger, local), value(smaller, local)], null);
        if (sides === null) verdict = null;
        else if (sides[0] < sides[1] - CLOSE * Math.max(Math.abs(sides[0]), Math.abs(sides[1]))) return false;
      }
      return verdict;
    }
    function stepsOf(branch, slot, v) { // its roundings and the signs of its divisors by the value of a slot
      if (!branch.j && !branch.q) return undefined;
      const local = v.slice();
      const stepped = () => [...(branch.j || []).map((k) => value(k, local)), ...(branch.q || []).map((k) => (value(k, local) < 0 ? -1 : 1))];
      return (x) => tried(() => { local[slot] = x; return stepped(); }, null);
    }
    function spansOf(branch, slot, v) {
      const local = v.slice(), at = (x) => {
        local[slot] = x;
        return defined(branch, local);
      };
      const [low, high] = slots[slot], verdictAt = new Map();
      const holds = (x) => {
        if (!verdictAt.has(x)) verdictAt.set(x, judged(branch, at(x)));
        return verdictAt.get(x);
      };
      const apart = (more, less) => (more && less ? logResidual(more, less) : more - less);
      const gap = ([larger, smaller]) => (x) => { const local = at(x); return apart(value(larger, local), value(smaller, local)); };
      const edges = [...new Set((branch.g || []).flatMap((pair) => rootsOf(pair, gap(pair), low, high, () => roots(gap(pair), low, high, stepsOf(branch, slot, v)))))].sort((a, b) => a - b);
      const ends = [low, ...edges, high], points = new Set([...grid(low, high, 4), ...[low, high].filter(Number.isFinite)]);
      const poles = [...points].filter((x) => admits(slot, x) && holds(x) === null);
      const addBetween = (places) => {
        for (let k = 1; k < places.length; k++) if (Number.isFinite(places[k - 1] + places[k])) points.add(0.5 * (places[k - 1] + places[k]));
      };
      addBetween(ends);
      if (poles.length) addBetween([...new Set([...ends, ...poles])].sort((a, b) => a - b));
      const tried = [...points].filter((x) => admits(slot, x));
      const turn = (inside, outside) => {
        for (let k = 0; k < 80; k++) {
          const middle = 0.5 * (inside + outside);
          if (middle === inside || middle === outside) break;
          if (holds(middle)) inside = middle; else outside = middle;
        }
        if (Math.abs(inside) < Math.pow(10, LOWEST)) return 0;
        const near = edges.reduce((best, e) => (best === null || Math.abs(e - inside) < Math.abs(best - inside) ? e : best), null);
        return near !== null && close(near, inside, 1e-6) ? near : inside;
      };
      const among = (places) => {
        const found = [];
        let before = null;
        for (const x of [...new Set(places)].sort((a, b) => a - b)) {
          const verdict = holds(x);
          if (verdict && !(before && before[1])) found.push([before === null ? low : turn(x, before[0]), high]);
          if (!verdict && before && before[1]) found[found.length - 1][1] = turn(before[0], x);
          before = [x, !!verdict];
        }
        return found;
      };
      let spans = among(tried);
      const beside = edges.flatMap((edge) => [edge * (1 - INNER), edge, edge * (1 + INNER)]);
      const lost = beside.filter((x) => admits(slot, x) && holds(x) && !spans.some(([a, b]) => a <= x && x <= b));
      if (lost.length) spans = among([...tried, ...lost]);
      return !spans.length && tried.some((x) => holds(x) === null) ? null : spans;
    }
    const noise = (slot, v, among) =>
      Math.max(0, ...alike[bundle.alike[slot]].filter((k) => among.has(k)).map((k) => (none(v[k]) ? 0 : Math.abs(v[k]))));

    // whether a relation of a block vanishes whatever the unknowns in it are: x z = z² at a z of zero
    function saysNothing(block, branch, v) {
      const own = [block.s, ...(branch.d || []).map(([d]) => d)];
      const movedBy = (by) => v.map((x, k) => (own.includes(k) && !none(x) ? by * (x || 1) : x));
      return !block.o && (block.p || []).some(([left, right, members]) =>
        members.some((k) => v[k] === 0 && !own.includes(k)) && members.some((k) => own.includes(k)) &&
        [0.7, 1.9, -1.3].map(movedBy).every((moved) => tried(() => value(left, moved) === 0 && value(right, moved) === 0, false)));
    }
    // The only branch of a block, a formula whose value needs no check but its range.
    function evaluatePlain(block, branch, v) {
      const found = { results: [], any: [], outside: [], unsolved: [], rejected: [] }, slot = block.s;
      let x = formulaValue(branch, v);
      if (x === null) return null;
      if (none(x)) found.unsolved.push(0);
      else if (Number.isFinite((x = inRange(branch, v, slot, x)))) {
        const values = v.slice();
        values[slot] = x;
        if (admits(slot, x) && saysNothing(block, branch, values)) return null;
        (admits(slot, x) ? found.results : found.outside).push({ value: x, values, branch: 0, open: false });
      }
      return found;
    }
    function evaluate(block, v) {
      const [only] = block.a;
      if (block.a.length === 1 && only.f && !only.g && !only.d && !only.c) {
        const found = evaluatePlain(block, only, v);
        if (found) return found;
      }
      const found = { results: [], any: [], outside: [], unsolved: [], rejected: [] }, slot = block.s;
      const [low, high] = slots[slot];
      const anyValue = (k, branch) => {
        const spans = spansOf(branch, slot, v);
        if (spans === null) found.unsolved.push(k); else for (const span of spans) found.any.push([k, span]);
      };
      const conditionsFail = (branch, full) =>
        (branch.c || []).some((pair) => tried(() => Math.abs(gapOf(pair, full)) > MOST_RESIDUAL, false));
      const rejectUnsolved = (k, branch) => {
        const fails = conditionsFail(branch, v) || guardsHold(branch, v.slice()) === false;
        (fails ? found.rejected : found.unsolved).push(k);
      };
      const beyond = (k, full) => {
        if (none(full[k]) || admits(k, snapped(k, full[k]))) return false;
        if (full[k] === slots[k][0] || full[k] === slots[k][1]) return true; // at an end left out
        const among = new Set((block.p || []).flatMap(([, , members]) => members));
        return Math.abs(full[k]) > CLOSE * noise(k, full, among);
      };
      const judge = (k, branch, x) => {
        const full = v.slice();
        full[slot] = x;
        const holds = guardsHold(branch, full);
        if (holds === false) found.rejected.push(k);
        else if (!admits(slot, x)) found.outside.push({ value: x, values: full, branch: k });
        else if ((branch.d || []).some(([d]) => beyond(d, full)) || conditionsFail(branch, full)) found.rejected.push(k);
        else if (saysNothing(block, branch, full)) anyValue(k, branch);
        else found.results.push({ value: x, values: full, branch: k, open: holds === null });
      };
      // zero, where it is in the range and the sides agree there alone, or both vanish: no scan has it
      const atZero = (sides, v, near) => {
        if (!admits(slot, 0) || near.some((x) => Math.abs(x) < Math.pow(10, LOWEST))) return [];
        const local = v.slice();
        const [beside, least] = low === 0 || high === 0 ? [near.slice(0).sort((p, q) => Math.abs(p) - Math.abs(q)).slice(0, 1).map((x) => 0.5 * x), CLOSE] : [[-BESIDE_ZERO, BESIDE_ZERO], NOISE];
        const agree = (x) => tried(() => {
          local[slot] = x;
          const [left, right] = sides.map((side) => value(side, local));
          if (!left && !right && !x) return satisfies(block, local);
          return left && right && Math.abs(logResidual(left, right)) < least;
        }, false);
        return !beside.some(agree) && agree(0) ? [0] : [];
      };
      block.a.forEach((branch, k) => {
        if (branch.f) {
          let x = formulaValue(branch, v);
          if (x === null) anyValue(k, branch);
          else if (none(x)) rejectUnsolved(k, branch);
          else if (Number.isFinite((x = inRange(branch, v, slot, x)))) judge(k, branch, x);
        } else if (branch.s) {
          const local = v.slice();
          const residual = residualOf((x) => { local[slot] = x; return branch.s.map((side) => value(side, local)); });
          const anew = () => {
            const near = roots(residual, ...reach(slot), stepsOf(branch, slot, v));
            return [...atZero(branch.s, v, near), ...near.map((x) => snapped(slot, x))];
          };
          const values = rootsOf(branch, residual, low, high, () => (vanishes(residual, low, high) ? [] : anew()));
          if (!values.length) rejectUnsolved(k, branch);
          for (const x of values) judge(k, branch, x);
        } else if (branch.k === "unsolved") {
          rejectUnsolved(k, branch);
        } else {
          const holds = tried(() => (branch.c || []).every((pair) => Math.abs(gapOf(pair, v)) < CLOSE), null);
          if (holds === null) found.unsolved.push(k);
          else if (holds) anyValue(k, branch); else found.rejected.push(k);
        }
      });
      const inside = (x, [a, b]) => a - 1e-6 * Math.abs(x) <= x && x <= b + 1e-6 * Math.abs(x);
      found.results = merged(found.results.filter((r) => !found.any.some(([, span]) => inside(r.value, span))));
      if (found.results.length) { // a branch without roots whose guards hold nowhere leaves nothing open
        const nowhere = found.unsolved.filter((k) => block.a[k].s && block.a[k].g && spansOf(block.a[k], slot, v)?.length === 0);
        found.rejected.push(...nowhere);
        found.unsolved = found.unsolved.filter((k) => !nowhere.includes(k));
      }
      return found;
    }
    function merged(results) {
      const kept = [];
      for (const result of results) {
        const k = kept.findIndex((twin) => close(twin.value, result.value, CLOSE));
        if (k < 0) { kept.push(result); continue; }
        const better = kept[k].open && !result.open ? result : kept[k];
        const values = kept[k].values.map((a, i) => (close(a, result.values[i], CLOSE) ? a : NaN));
        kept[k] = { ...better, values };
      }
      return kept;
    }
    function satisfies(block, v) {
      return (block.p || []).every(([left, right, members, terms]) => members.some((k) => none(v[k])) || tried(() => {
        const sides = [value(left, v), value(right, v)];
        return Math.abs(logResidual(...sides)) <= MOST_RESIDUAL || (terms && bothZero(sides, terms, v));
      }, false));
    }
    function bothZero([left, right], terms, v) { // one side is zero, and what the terms of the other leave is noise
      const size = (term) => Math.abs(term.reduce((product, factor) => product * value(factor, v), 1));
      return !(left && right) && Math.max(Math.abs(left), Math.abs(right)) <= CLOSE * Math.max(...terms.map(size));
    }
    function fill(blocks, v) {
      for (const block of blocks) {
        if (!none(v[block.s])) continue;
        const found = evaluate(block, v), [result] = found.results;
        if (found.results.length !== 1 || found.any.length || found.unsolved.length) return false;
        if (result.open || !(block.o || satisfies(block, result.values))) return false;
        if (block.a[result.branch].y) return false; // one among jumps, of which a scan may miss many
        v[block.s] = result.value;
      }
      return true;
    }

    function advance(block, current) {
      let reached = [], found = null;
      for (const c of current) {
        found = evaluate(block, c.values);
        const unless = found.unsolved.some((k) => block.a[k].r);
        for (const [k, span] of found.any) {
          const values = c.values.slice(), one = close(...span, CLOSE); // all that guards and range leave is one value
          if (one) {
            values[block.s] = span[0];
            guardsHold(block.a[k], values); // fills in what it eliminated
          }
          reached.push({ values, path: [...c.path, [block, k]], open: c.open || unless, span: one ? null : span, beside: !!found.unsolved.length });
        }
        for (const r of found.results) {
          reached.push({ values: r.values, path: [...c.path, [block, r.branch]], open: c.open || (r.open && block.a[r.branch].r) || unless, span: null, beside: !!found.unsolved.length });
        }
      }
      if (!block.o) {
        const holding = reached.filter((c) => c.span || satisfies(block, c.values));
        if (reached.length && !holding.length) {
          const failed = reached.map((c) => c.path[c.path.length - 1][1]);
          (block.n ? found.unsolved : found.rejected).push(...failed);
        }
        reached = holding;
      }
      if (!reached.length) return [[], { block, before: current[0], found }];
      return [reached.slice(0, MOST_CANDIDATES), null];
    }
    function follow(course, target, values) {
      let current = [{ values, path: [], open: false, span: null }], failure, last = null, through = false, loose = false, earlier = false, beside = false;
      const coupled = [], blocks = course.b || [];
      for (let k = 0; k < blocks.length; k++) {
        const before = current;
        last = blocks[k];
        [current, failure] = advance(last, before);
        if (failure) return { candidates: [], failure, loose, beside };
        beside ||= current.some((c) => c.beside); // another branch of the block stayed unsolved
        earlier = loose;
        loose ||= current.length >= MOST_CANDIDATES || current.some((c) => last.a[c.path[c.path.length - 1][1]].y); // of whose values a scan may miss some
        if (last.s !== target && current.some((c) => c.span)) {
          if (!course.j?.[k]) return { candidates: [], blocked: last.s, left: true };
          const slot = last.s;
          last = course.j[k];
          [current, failure] = advance(last, before);
          if (failure || current.some((c) => c.open)) return { candidates: [], blocked: slot };
          coupled.push(last);
          through = true;
          break;
        }
        if (last.n) coupled.push(last);
      }
      const holding = current.filter((c) => coupled.every((b) => satisfies(b, c.values)));
      if (holding.length || !last) return { candidates: holding, through, loose, earlier };
      const unsolved = current.map((c) => c.path[c.path.length - 1][1]);
      return { candidates: [], failure: { block: last, before: current[0], found: { results: [], any: [], outside: [], unsolved, rejected: [] } } };
    }

    // The values of a candidate and along a side path; null where that has no single value.
    function beside(path, v) {
      const local = v.slice();
      for (const [slot, x] of path[1]) if (none(local[slot])) local[slot] = x;
      return fill(path[0], local) ? local : null;
    }
    function sidesOf(check, v) {
      const local = beside(check.p, v);
      if (!local) return null;
      for (const slot of check.x) if (none(local[slot])) local[slot] = 1;
      return tried(() => [value(check.s[0], local), value(check.s[1], local), ...check.t.map((t) => value(t, local))], null);
    }
    function conflictOf(program, course, found, start, width) {
      const candidate = found.candidates[0] || (found.failure && found.failure.before);
      const notes = [];
      if (!candidate || candidate.span || candidate.open || found.candidates.length > 1 || found.through || found.loose) return [null, notes];
      for (const check of course.h || []) {
        const found = brokenBy(program, course, start, width, check, candidate);
        if (!found) continue;
        const { sides, given, mend } = found;
        if (mend) { if (given) notes.push({ implied: mend[0], value: mend[1], check: check.i }); continue; }
        if (given) return [{ check: check.i, left: sides[0], right: sides[1], behind: check.b }, notes];
        notes.push({ disagree: check.i });
      }
      return [null, notes];
    }
    // How a candidate breaks a check beyond the digits of the givens; null where it does not.
    function brokenBy(program, course, start, width, check, candidate) {
      const sides = sidesOf(check, candidate.values);
      if (!sides) return null;
      const gap = logResidual(sides[0], sides[1]), terms = sides.slice(2);
      if (Math.abs(gap) < CLOSE || Math.abs(sides[0] - sides[1]) <= CLOSE * Math.max(0, ...terms.map(Math.abs))) return null;
      const size = sides[0] * sides[1] > 0 ? 0 : Math.abs(sides[0]) + Math.abs(sides[1]); // beside zero differences count
      const gapWith = (slot, x) => {
        const moved = start.slice();
        moved[slot] = x;
        const gaps = follow(course, program.t, moved).candidates.map((one) => sidesOf(check, one.values)).filter(Boolean)
          .map(([a, b]) => (size ? (a - b) / size : logResidual(a, b)));
        return gaps.length ? gaps.reduce((best, one) => (Math.abs(one - gap) < Math.abs(best - gap) ? one : best)) : null;
      };
      const worth = (slot) => (none(start[slot]) ? (check.p[1].find(([k]) => k === slot) || [0, NaN])[1] : start[slot]);
      let allowed = CLOSE;
      for (const slot of check.b) {
        if (!width[slot]) continue;
        const shifted = gapWith(slot, worth(slot) * (1 + width[slot]));
        allowed += shifted === null ? width[slot] : Math.abs(shifted - gap);
      }
      if (Math.abs(gap) <= allowed) return null;
      const given = check.b.some((slot) => program.g.includes(slot));
      const mend = check.m.map((slot) => [slot, reconciled((x) => gapWith(slot, x), worth(slot) || slots[slot][4])])
        .find(([slot, x]) => x !== null && admits(slot, x) && !close(x, worth(slot), 1e-6));
      return { sides, given, mend };
    }
    // Of several candidates those that no check of givens refutes: see conflicts.py.
    function fitting(program, course, start, width, found) {
      if (found.candidates.length < 2 || found.loose || found.candidates.some((c) => c.span || c.open)) return found.candidates;
      const refutes = (check, c) => { const how = brokenBy(program, course, start, width, check, c); return how && how.given && !how.mend; };
      return found.candidates.filter((c) => !(course.h || []).some((check) => refutes(check, c)));
    }
    function reconciled(gap, x) {
      for (let k = 0; k < 30; k++) {
        const here = gap(x), ahead = gap(x * 1.0001);
        if (here === null || ahead === null || ahead === here) return null;
        if (Math.abs(here) < 1e-9) return x;
        x *= Math.exp(Math.max(-5, Math.min(5, (-here / (ahead - here)) * 1e-4)));
      }
      return null;
    }

    function wholeOf(program, course, start, x) {
      const [, , , , factor, counted] = slots[program.t], number = x / factor;
      if (!counted || !Number.isFinite(number)) return null;
      if (close(number, wholeNear(number), CLOSE)) return wholeNear(number);
      const fewer = Math.floor(number);
      if (fewer >= 1) {
        for (const rounding of course.r || []) {
          const v = new Float64Array(slots.length).fill(NaN);
          for (const [slot, fixed] of rounding.x) v[slot] = fixed;
          for (const slot of program.g) if (slot !== rounding.s) v[slot] = start[slot];
          v[program.t] = fewer * factor;
          const { candidates, through } = follow({ b: rounding.b }, rounding.s, v);
          if (candidates.length !== 1 || candidates[0].span || through) continue;
          const reached = candidates[0].values[rounding.s], given = start[rounding.s];
          if (close(reached, given, CLOSE)) continue;
          return (rounding.m ? reached <= given : reached >= given) ? fewer : fewer + 1;
        }
      }
      return fewer + 1;
    }
    function constraintsAt(program, course, v, whole) {
      return (course.l || []).map((one) => {
        const local = beside(one.p, v);
        if (!local) return { name: one.i, holds: null };
        if (whole !== null) local[program.t] = whole * slots[program.t][4];
        const sides = tried(() => one.s.map((f) => value(f, local)), null);
        if (!sides) return { name: one.i, holds: null };
        const slack = 1e-9 * Math.max(Math.abs(sides[0]), Math.abs(sides[1]));
        return { name: one.i, holds: one.m ? sides[0] <= sides[1] + slack : sides[0] >= sides[1] - slack, sides };
      });
    }
    // The regime of a path: its branches, and the winner of each extremum and case. Names only the
    // winner, so that a tie has the regime of the first.
    function regimeOf(course, candidate) {
      return candidate.path.map(([block, k]) => {
        const winners = (block.a[k].e || []).map(([kind, parts]) => tried(() => {
          if (kind < 2) {
            const sizes = parts.map((f) => value(f, candidate.values)), best = kind ? Math.max(...sizes) : Math.min(...sizes);
            return sizes.findIndex((x) => Math.abs(x - best) <= CLOSE * Math.abs(best));
          }
          const first = parts.findIndex(([sign, a, b]) => compared(sign, value(a, candidate.values), value(b, candidate.values)));
          return first < 0 ? parts.length : first;
        }, "-"));
        return [k, ...winners].join(".");
      }).join(" ");
    }

    // The answer of a program: `given` are values in base units in the order of its givens, `widths`
    // their relative tolerances. A quick answer leaves out the relations beside the way, and whole
    // numbers; a brief one leaves open which of the values contradict each other, if any do, and
    // whether it is the target that is out of reach. A sketch is a quick answer that looks for roots
    // beside those that `near`, a Map, has from the question before, and keeps its own there.
    function solve(number, given, widths, how, near) {
      const quick = how === "quick" || how === true;
      sketched = near || null;
      const program = bundle.programs[number], v = new Float64Array(slots.length).fill(NaN), width = slots.map(() => 0);
      const patternOf = (value) => program.s.flatMap(([slot, x, near], k) => {
        const own = value(slot);
        return own === x || (near && close(own, x, near)) ? [k] : [];
      });
      const pattern = patternOf((slot) => given[program.g.indexOf(slot)]), course = program.c[pattern.join(",")];
      if (!course) return { status: "left out", values: [], intervals: [], notes: [], conflict: null };
      for (const [slot, x, , , near] of course.x || []) { v[slot] = x; width[slot] = near || 0; }
      program.g.forEach((slot, k) => { v[slot] = given[k]; width[slot] = widths ? widths[k] : 1e-9; });
      // Regimes of a special pattern are told from those of others by its numbers in front.
      const named = (c) => (pattern.length ? pattern.join(",") + "|" : "") + regimeOf(course, c);
      const answer = unjudged(program, course, v, width, named, quick);
      if (quick || course.k === "lost" || (course.k === "contradiction")) return answer;
      const fixed = (course.w.k || []).filter(([slot, , origin]) => origin !== "c" && origin !== "d" && !program.g.includes(slot));
      const stated = [...fixed, ...program.g.map((slot) => [slot, v[slot], "g", 0, width[slot]])];
      const counted = slots[program.t][5];
      // Around some of the values stated: with those that are special put in; null where these clash.
      const equations = (some) => {
        const values = new Map(some), own = some.length < stated.length ? program.c[patternOf((slot) => values.get(slot))] || program.c[""] : course;
        return own.k === "contradiction" ? null : own.w || program.c[""].w;
      };
      const limits = (values, x) => constraintsAt(program, course, Object.assign(values.slice(), { [program.t]: x }), null);
      return judge({ course, target: program.t, stated, equations, whole: program.c[""].w, counted, limits, brief: how === "brief" }, answer);
    }
    // The answer as the relations on the way to the target see it.
    function unjudged(program, course, start, width, named, quick) {
      const answer = { status: "", values: [], intervals: [], notes: [], conflict: null, course };
      if (course.k === "lost") return { ...answer, status: "unreachable" };
      if (course.k === "contradiction") return { ...answer, status: "contradiction", conflict: { behind: course.v } };
      if (course.k === "open") start[program.t] = NaN;
      const found = follow(course, program.t, start);
      const [conflict, notes] = quick ? [null, []] : conflictOf(program, course, found, start, width);
      Object.assign(answer, { conflict, notes });
      const settle = (status) => ({ ...answer, status: conflict ? "contradiction" : status });
      if (course.k === "open") return settle("underdetermined");
      if (course.k === "known") {
        answer.values = [{ value: start[program.t], regime: "", whole: null, satisfied: true, limits: [] }];
        return settle("solved");
      }
      if (found.blocked !== undefined) return { ...answer, conflict: null, status: found.left ? "left out" : "underdetermined" };
      if (!found.candidates.length) {
        const { block, found: last } = found.failure;
        return settle(last.unsolved.length || last.rejected.some((k) => block.a[k].s) || found.loose || found.beside ? "underdetermined" : "unreachable");
      }
      found.candidates = quick ? found.candidates : fitting(program, course, start, width, found);
      if (!found.candidates.length) return { ...settle("underdetermined"), broken: true };
      const [low, high] = slots[program.t];
      const missing = found.earlier && found.candidates.some((c) => c.span); // values, by a scan among jumps
      const candidates = missing || found.through
        ? found.candidates.map((c) => ({ ...c, span: (!missing && c.span) || [low, high] }))
        : found.candidates;
      const spans = candidates.filter((c) => c.span);
      if (spans.length) {
        const ends = spans.map((c) => c.span).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        answer.intervals = ends.filter((e, k) => !k || e[0] !== ends[k - 1][0] || e[1] !== ends[k - 1][1]);
        const points = candidates.filter((c) => !c.span && !ends.some(([a, b]) => a <= c.values[program.t] && c.values[program.t] <= b));
        answer.values = points.map((c) => ({ value: c.values[program.t], regime: named(c), candidate: c, whole: null, satisfied: true, limits: [] }));
        const regimes = new Set(spans.map(named));
        answer.regime = regimes.size === 1 ? named(spans[0]) : "";
        answer.candidate = spans[0];
        const known = constraintsAt(program, course, spans[0].values, null).filter((one) => one.sides && one.sides.every((x) => !Number.isNaN(x)));
        const status = known.some((one) => one.holds === false) ? "infeasible" : "solved";
        return { ...answer, conflict: null, status: [...spans, ...points].some((c) => c.open) ? "underdetermined" : status };
      }
      answer.values = candidates.map((c) => {
        const x = c.values[program.t], whole = quick ? null : wholeOf(program, course, start, x), limits = constraintsAt(program, course, c.values, whole);
        return { value: x, regime: named(c), candidate: c, open: !!c.open, whole, limits, satisfied: limits.every((l) => l.holds !== false) };
      });
      answer.regime = answer.values[0].regime;
      answer.candidate = candidates[0];
      if (answer.values.some((x) => x.open)) return settle("underdetermined");
      return settle(answer.values.some((x) => x.satisfied) ? "solved" : "infeasible");
    }
    // The same in portions: a function of the time at which a portion ends, null while it goes on.
    const asked = (...question) => inPortions(() => solve(...question));
    return { solve, asked, follow, evaluate, admits, value, tried, slots, bundle };
  }
  return { reader, grid, roots, logResidual, ops };
})();
