// Which values all relations admit: see consistency.py, value_sets.py and judged_answer.py.
const admitted = (bundle, { pause, piece }) => {
  const T = bundle.tolerances, { slots } = bundle, INF = Infinity;
  const engine = propagation(bundle), implied = impliedBy(engine, T, slots, pause), lists = new Map();
  const close = (a, b, width) => a === b || (Math.abs(a - b) <= width * Math.max(Math.abs(a), Math.abs(b)) && Math.abs(a) !== INF && Math.abs(b) !== INF);
  const leftOutEnd = (end, open) => open && end !== 0 && Math.abs(end) !== INF;
  const halfOpen = slots.map((_, k) => k).filter((k) => leftOutEnd(slots[k][0], slots[k][2]) || leftOutEnd(slots[k][1], slots[k][3]));
  const NONE = [], equationsOf = (runs = NONE) => { // none where zeros leave no relation that says anything
    if (!lists.has(runs)) {
      const list = [];
      for (let k = 0; k < runs.length; k += 2) for (let n = 0; n < runs[k + 1]; n++) list.push(runs[k] + n);
      lists.set(runs, engine.equationsOf(list));
    }
    return lists.get(runs);
  };

  // --- what values say of all others ---------------------------------------------------------------
  // `known` are [slot, value, origin, ideal, tolerance]; the options are those of `knowledge`.
  const assumed = ([, , origin]) => origin === "c" || origin === "d";
  function knowledge(around, from, stated, target, { width = null, unlimited = new Set(), held = [], fixing = null, absent = false } = {}) {
    const equations = equationsOf(from.e), others = (around.k || []).filter(assumed), names = new Set([...others, ...stated].map(([slot]) => slot));
    const leftOut = new Set((from.h || []).filter(([slot, , made]) => slot !== target && ![slot, ...(made || [])].some((k) => names.has(k))).map(([, i]) => i));
    const ends = ([slot, x, , , tolerance]) => {
      const off = tolerance && (width ?? Math.max(tolerance, T.least_tolerance)), low = x * (1 - off), high = x * (1 + off);
      return [slot, Math.min(low, high), Math.max(low, high)];
    };
    const inOrder = (values) => values.map(ends).sort((a, b) => a[0] - b[0]);
    const key = [target, absent, width, held.length, [...unlimited], [...leftOut]].join("|");
    let kept = equations.kept.get(around);
    if (!kept) equations.kept.set(around, (kept = new Map()));
    if (!kept.has(key)) {
      const usual = others.filter((one) => one[0] !== target && !(absent && one[2] === "d"));
      usual.push(...held.filter(([slot]) => slot !== target && !names.has(slot)));
      pause();
      kept.set(key, engine.contract(engine.fresh(equations, unlimited, leftOut), inOrder(usual), null));
    }
    const found = piece(() => engine.contract(kept.get(key), inOrder(stated), null, from.c)), more = found.empty ? null : implied(found, fixing);
    return more ? piece(() => engine.contract(found, [], more)) : found;
  }
  function worked(work, state, slot, low, high) { // the same, with the revisions counted: see value_search.py
    const found = narrowed(state, slot, low, high);
    work.left -= found.revised;
    return found;
  }
  const narrowed = (state, slot, low, high, followed) => piece(() => engine.contract(state, [[slot, low, high]], state.implied, null, followed));
  // Ends on their way to infinity followed: see followed_ends.py.
  const followed = (state) => (state.empty || !state.cutOff ? state : piece(() => engine.contract(state, [], state.implied, [...state.reached].sort((a, b) => a - b), true)));

  // What is left of items after each that is not needed is left out, in order (QuickXplain).
  function minimal(order, has) {
    const needed = (items, others, untried) => {
      const tries = untried && (items.length === 1 || items.length > 4);
      if (!items.length || (tries && has(others))) return [];
      if (items.length === 1) return items;
      const middle = items.length >> 1, rest = items.slice(middle), first = needed(items.slice(0, middle), [...others, ...rest], true);
      return [...first, ...needed(rest, [...others, ...first], first.length > 0 || (untried && !tries))];
    };
    return needed(order, [], true);
  }
  // The slots of a smallest contradictory set of stated values, with one that is given; or null.
  function contradiction(know, stated) {
    const refuted = (some, options) => followed(know(some, options)).empty;
    let rest = stated;
    while (refuted(rest)) {
      const names = new Set(rest.map(([slot]) => slot)), limited = new Set(bundle.limited.filter((slot) => !names.has(slot)));
      const unlimited = refuted(rest, { unlimited: limited }) ? limited : new Set();
      const order = rest.slice().sort((a, b) => a[0] - b[0]), has = (some) => refuted(some, { unlimited });
      const [down, up] = [order.slice().reverse(), order].map((items) => minimal(items, has)), least = up.length < down.length ? up : down;
      if (least.some(([, , origin]) => origin === "g")) return least.map(([slot]) => slot).sort((a, b) => a - b);
      if (!least.length) return null;
      const last = Math.max(...least.map(([slot]) => slot));
      rest = rest.filter(([slot]) => slot !== last);
    }
    return null;
  }

  // --- sets of values ------------------------------------------------------------------------------
  function samples(low, high) {
    if (low === high) return [low];
    if (low < 0 && high > 0) return [...samples(0, -low).reverse().map((x) => -x), 0, ...samples(0, high)];
    if (high <= 0) return samples(-high, -low).map((x) => -x).reverse();
    const top = high < INF ? high : Math.max(low, 1) * T.far, bottom = low > 0 ? low : Math.min(top, 1) * T.near;
    if (!bottom) return [top]; // there is no smaller float
    const found = [bottom];
    for (let k = 1; k < T.samples; k++) found.push(bottom * Math.exp((Math.log(top / bottom) * k) / T.samples));
    return [...new Set([...found, top])];
  }
  function searchOf(state, slot, work) {
    const tried = new Map(), admits = (x) => {
      if (!tried.has(x) && work.left <= 0) return true;
      if (!tried.has(x)) tried.set(x, !at(x, x).empty);
      return tried.get(x);
    };
    const at = (low, high) => worked(work, state, slot, low, high);
    const rounded = (end) => {
      const short = +end.toPrecision(12);
      return admits(short) || !admits(end) ? short : end;
    };
    const pushed = (inside, outside) => {
      const found = at(Math.min(inside, outside), Math.max(inside, outside));
      if (found.empty) return outside;
      return outside > inside ? Math.min(outside, found.high[slot]) : Math.max(outside, found.low[slot]);
    };
    function last(inside, outside) { // the last value towards `outside` that is admitted, and whether it is open
      if (Math.abs(outside) === INF) return [outside, true];
      if (inside === outside || admits(outside)) return [rounded(outside), false];
      for (let step = 0, worth = 0; step < 80; step++) {
        if (step >= worth) {
          const bound = pushed(inside, outside);
          worth = step + (Math.abs(bound - outside) > 0.25 * Math.abs(inside - outside) ? 1 : 5);
          outside = bound;
          if (admits(outside)) return [rounded(outside), false];
        }
        if (close(inside, outside, T.end) || Math.abs(outside) < T.near) break;
        const apart = (inside > 0 && 4 * inside < outside) || (outside > 0 && 4 * outside < inside);
        const middle = apart ? Math.sqrt(inside * outside) : inside + 0.5 * (outside - inside);
        if (admits(middle)) inside = middle; else outside = middle;
      }
      const end = rounded(outside);
      return [end, !admits(end)];
    }
    function runs(low, high, depth) {
      const points = samples(low, high), flags = points.map(admits), found = [];
      for (let start = 0; start < points.length; start++) {
        if (!flags[start]) continue;
        let stop = start;
        while (stop + 1 < points.length && flags[stop + 1]) stop++;
        const [a, openA] = last(points[start], start ? points[start - 1] : low);
        const [b, openB] = last(points[stop], stop + 1 < points.length ? points[stop + 1] : high);
        const within = depth && a < b ? samples(a, b).slice(1, -1) : [];
        if (within.every(admits)) found.push([a, b, openA, openB]); else found.push(...runs(a, b, depth - 1));
        start = stop;
      }
      return found;
    }
    const gaps = (low, high, between) => {
      const lows = [low, ...between.map((run) => run[1] + T.reach * Math.abs(run[1]))];
      const highs = [...between.map((run) => run[0] - T.reach * Math.abs(run[0])), high];
      return lows.map((end, k) => [end, highs[k]]).filter(([a, b]) => a < b);
    };
    function around(value, low, high) { // the stretch of an admitted value, with no sample in between that is refused
      for (let step = 0; ; step++) {
        const [[least, openLow], [most, openHigh]] = [low, high].map((end) => last(value, end));
        const refused = samples(least, most).slice(1, -1).filter((x) => !admits(x));
        if (!refused.length || step === T.depth - 1) return [least, most, openLow, openHigh];
        low = Math.max(...refused.filter((x) => x < value), low);
        high = Math.min(...refused.filter((x) => x > value), high);
      }
    }
    function within(gap) { // the stretches between samples: parts that nothing refutes are halved
      const waiting = [gap], found = [];
      for (let step = 0; step < T.most_parts && waiting.length && work.left > 0; step++) {
        const part = waiting.pop(), where = at(...part);
        if (where.empty) continue;
        const low = Math.max(where.low[slot], part[0]), high = Math.min(where.high[slot], part[1]), half = middle(low, high);
        const narrow = close(low, high, T.end), value = (narrow ? [half, +half.toPrecision(12), low, high] : [half]).find(admits);
        if (value !== undefined) {
          found.push(around(value, Math.min(low, value), Math.max(high, value)));
          waiting.push(...gaps(low, high, found.slice(-1)));
        } else if (low < half && half < high && !narrow) waiting.push([half, high], [low, half]);
      }
      return [found, !waiting.length];
    }
    return { admits, at, last, runs, gaps, within };
  }
  function setsOf(state, slot, spans, work) { // the runs, and whether the search between them came to its end
    const { at, runs, gaps, within } = searchOf(state, slot, work), found = [];
    let whole = true;
    for (const [a, b] of spans) {
      const low = Math.max(a, state.low[slot]), high = Math.min(b, state.high[slot]);
      if (low > high || at(low, high).empty) continue;
      const sampled = joined(runs(low, high, T.depth));
      found.push(...sampled);
      for (const gap of gaps(low, high, sampled)) {
        const [between, ended] = within(gap);
        found.push(...between);
        whole &&= ended;
      }
    }
    return [withSharpEnds(state, slot, joined(found), work), whole];
  }
  function withSharpEnds(state, slot, runs, work) { // small moves are passed on too: see sharp_ends.py
    if (runs.every(([a, b]) => close(a, b, T.reach))) return runs;
    const sharp = piece(() => engine.contract({ ...state, least: T.sharp_change }, [], state.implied, [...state.reached]));
    const { admits, last, within } = searchOf(sharp, slot, work);
    const end = (outside, open, other) => {
      const inwards = other > outside ? Math.abs(outside) : -Math.abs(outside);
      if (!inwards || Math.abs(outside) === INF || admits(outside + T.point * inwards)) return [outside, open];
      const inside = outside + T.band * inwards;
      return admits(inside) ? last(inside, outside) : [outside, open];
    };
    return joined(runs.flatMap((run) => {
      const [a, b, openA, openB] = run;
      if (close(a, b, T.band)) {
        const beside = T.reach * Math.max(Math.abs(a), Math.abs(b)), [found, whole] = within([a - beside, b + beside]);
        return whole ? found : [run];
      }
      const [low, openLow] = end(a, openA, b), [high, openHigh] = end(b, openB, a);
      return [[low, high, openLow, openHigh]];
    }));
  }
  function middle(low, high) { // by size where both ends have one sign
    if (low < 0 && high > 0) return 0;
    if (high <= 0) return low < high ? -middle(-high, -low) : low;
    const top = high < INF ? high : Math.max(low, 1) * T.far, bottom = low > 0 ? low : Math.min(top, 1) * T.near;
    return top <= 4 * bottom ? low + 0.5 * (top - low) : Math.sqrt(bottom) * Math.sqrt(top);
  }
  function joined(runs) { // in order, those that meet as one
    const made = [];
    for (const run of runs.slice().sort((p, q) => p[0] - q[0] || p[2] - q[2])) {
      const before = made[made.length - 1];
      if (!before || run[0] > before[1] || (run[0] === before[1] && run[2] && before[3])) made.push(run);
      else if (run[1] > before[1] || (run[1] === before[1] && before[3])) made[made.length - 1] = [before[0], run[1], before[2], run[3]];
    }
    return made;
  }

  // --- ends of intervals, proven: see interval_ends.py -------------------------------------------------
  function provenEnds(base, target, intervals, work) {
    let left = T.searches, mine = 0;
    const at = (state, slot) => [state.low[slot], state.high[slot]];
    const middle = (low, high) => {
      if (low === high) return low;
      if (low < 0 && high > 0) return 0;
      if (high <= 0) return -middle(-high, -low);
      if (high === INF) return low ? 1e3 * low : 1;
      return low ? Math.sqrt(low) * Math.sqrt(high) : 1e-3 * high;
    };
    const tried = (state, slot, low, high) => {
      mine--, left--;
      return worked(work, state, slot, low, high);
    };
    function narrowest(state) { // of the other slots moved that are no value yet
      let best = null, least = INF;
      for (let slot = 0; slot < slots.length; slot++) {
        const [low, high] = at(state, slot);
        if (slot === target || (low === base.low[slot] && high === base.high[slot]) || close(low, high, T.point)) continue;
        const wide = low * high > 0 && Math.abs(low) !== INF && Math.abs(high) !== INF ? Math.abs(Math.log(high / low)) : INF;
        if (best === null || wide < least) [best, least] = [slot, wide];
      }
      return best;
    }
    function meets(state, depth) { // true, false, or null where it stays open
      if (state.empty) return false;
      const slot = depth ? narrowest(state) : null;
      if (slot === null) return true;
      const [low, high] = at(state, slot), half = middle(low, high), verdicts = [];
      for (const x of [half, low, high]) {
        if (Math.abs(x) === INF) continue;
        if (mine <= 0 || left <= 0 || work.left <= 0) return null;
        if (meets(tried(state, slot, x, x), depth - 1)) return true;
      }
      for (const [a, b] of [[low, half], [half, high]]) {
        if (mine <= 0 || left <= 0 || work.left <= 0) return null;
        verdicts.push(meets(tried(state, slot, a, b), depth));
        if (verdicts[verdicts.length - 1]) return true;
      }
      return verdicts.includes(null) ? null : false;
    }
    function meetsFollowed(state) { // the same, with ends on their way to infinity followed
      const verdict = meets(state, T.fixed), beyond = verdict ? followed(state) : state;
      if (beyond !== state) work.left -= beyond.revised;
      return verdict && !beyond.empty;
    }
    const met = (x) => {
      mine = T.trials;
      const state = tried(base, target, x, x), verdict = meetsFollowed(state);
      return verdict === null && !state.cutOff ? true : verdict;
    };
    const refuted = (a, b) => { // whether no value between two is met: one refuted by itself says nothing of those around it
      mine = T.trials;
      return meetsFollowed(tried(base, target, Math.min(a, b), Math.max(a, b))) === false;
    };
    const inwards = (end, other) => {
      if (Math.abs(other) !== INF) return [T.inner, 1e-3, 0.03, 0.2, 0.5, 0.9].map((share) => end + share * (other - end));
      return [0, 6, 9, 12, 15].map((k) => end + Math.sign(other) * (Math.abs(end) || 1) * T.inner * 10 ** k);
    };
    function between(inside, outside) {
      while (!close(inside, outside, T.end) && Math.abs(outside) > T.near) {
        const half = middle(Math.min(inside, outside), Math.max(inside, outside)), verdict = met(half);
        if (verdict === null || !(verdict || refuted(half, outside))) break;
        if (verdict) inside = half; else outside = half;
      }
      return [outside, true, close(inside, outside, T.band)];
    }
    function proven(end, other, open) { // the end, whether it is open, and whether values next to it are met
      if (Math.abs(end) === INF) return [end, open, true];
      let outside = end, moved = false;
      for (const x of inwards(end, other)) {
        const verdict = met(x);
        if (verdict) return moved ? between(x, outside) : [end, open, true];
        if (verdict === null || !refuted(x, outside)) break;
        [outside, moved] = [x, true];
      }
      return [outside, open || moved, false];
    }
    return intervals.map(([a, b, openA, openB]) => {
      const low = proven(a, b, openA), high = proven(b, low[0], openB);
      return low[2] && high[2] ? [low[0], high[0], low[1], high[1]] : null;
    });
  }

  // --- constraints in an interval: see interval_limits.py ----------------------------------------------
  function limited(question, found) { // one that fails at each value tried makes the answer infeasible
    if (found.status !== "solved" || !found.intervals.length || !found.candidate) return found;
    const tried = found.intervals.flatMap(([a, b]) => {
      const between = b - a < INF ? [1, 2, 3, 4, 5, 6, 7].map((k) => a + (k / 8) * (b - a)) : [];
      return [a, ...samples(a, b), ...between, b].filter(Number.isFinite);
    });
    const at = tried.map((x) => question.limits(found.candidate.values, x));
    const never = at.length && at[0].some((_, k) => at.every((some) => some[k].holds === false));
    return never ? { ...found, status: "infeasible" } : found;
  }

  // --- the judgement of an answer --------------------------------------------------------------------
  // `question` has the course, the target's slot, the values stated, the equations around some of
  // them, the `whole` equations, with no zero put in, and the limits at a value of the target.
  return (question, answer) => limited(question, judged(question, answer));
  function judged(question, answer) {
    const { course, target, stated, counted, equations } = question, around = course.w;
    const know = (some, options, free = target) => {
      const from = equations(some);
      return from === null || from.r ? { empty: true } : knowledge(around, from, some, free, options);
    };
    const hypothetical = () => (equations(stated).h || []).some(([slot]) => slot === target); // a point that need not exist
    const state = know(stated), admits = (where, x, reach = T.reach) => !narrowed(where, target, x - reach * Math.abs(x), x + reach * Math.abs(x), true).empty;
    if (state.empty || (answer.status !== "unreachable" && followed(state).empty)) {
      const unused = new Set(course.u || []), used = stated.filter(([slot]) => !unused.has(slot));
      const alone = () => hypothetical() && !know(stated, {}, null).empty;
      const settled = (without) => (course.i || []).includes(without) && !know(stated.filter(([slot]) => slot !== without)).empty;
      const beyond = () => alone() || knowledge(around, question.whole, used, null).empty; // what the way reaches
      if (question.brief) return { ...answer, status: answer.status === "unreachable" ? answer.status : "contradiction", conflict: null, brief: true };
      let least = null; // that of all absent features free, else of none, else of the target
      for (const [absent, free] of [[true, null], [false, null], [false, target]]) {
        const some = least || contradiction((part, options) => know(part, { ...options, absent }, free), stated);
        if (some && followed(know(stated.filter(([slot]) => some.includes(slot)))).empty) least = some;
      }
      if (least === null || (answer.status === "unreachable" && beyond() && (alone() || !least.some(settled)))) return answer;
      return { ...answer, status: "contradiction", conflict: { behind: least } };
    }
    const bounded = (made, where) => { // one value, where the relations leave no more
      const low = where.low[target], high = where.high[target];
      if (counted || !close(low, high, T.band)) return made;
      const likely = answer.values.map((one) => one.value).filter((x) => admits(where, x));
      if (!likely.length && !close(low, high, T.point)) return made;
      return settled(made, likely.length ? likely[0] : 0.5 * (low + high));
    };
    const open = (where) => bounded({ ...answer, status: "underdetermined", values: [], intervals: [], regime: "", candidate: null, broken: true }, where);
    const ideals = (around.d || []).filter(([, , , ideal]) => ideal); // see refuted_ideals.py
    const resting = answer.values.length || answer.intervals.length || answer.status === "unreachable";
    const fixed = ideals.map(([slot, x]) => [slot, x, x]), atIdeals = (where) => piece(() => engine.contract(where, fixed, where.implied));
    const holding = (options, free = target) => know(stated, { ...options, held: ideals }, free), spare = (course.u || []).length > 0;
    const ideal = ideals.length ? (spare ? holding() : atIdeals(state)) : state;
    if (ideals.length && resting && answer.status !== "contradiction") {
      const free = hypothetical() ? null : target;
      const limited = new Set([...stated, ...ideals].map(([slot]) => slot)), unlimited = new Set(slots.map((_, k) => k).filter((k) => !limited.has(k)));
      const world = free === null ? know(stated, {}, null) : state, empty = () => holding({}, free).empty && (spare || holding({ unlimited }, free).empty);
      const beyond = ([slot, x]) => x < world.low[slot] - T.reach * Math.abs(x) || x > world.high[slot] + T.reach * Math.abs(x);
      if (!world.empty && (ideals.some(beyond) || ((spare || atIdeals(world).empty) && empty()))) return open(state);
      const [one, more] = answer.values, way = one && !more && !answer.intervals.length ? one.candidate : null; // see ideals_together.py
      const other = ([slot, x]) => { // whether an ideal value missed on the way would lead to another value
        const met = close(way.values[slot], x, T.close) ? null : engine.contract(state, [[slot, x, x]], state.implied);
        return met !== null && !met.empty && !admits(met, one.value);
      };
      if (way && (around.m || []).some(other)) return open(state);
    }
    if (answer.status === "contradiction" || answer.status === "unreachable") return answer;
    function settled(made, value) {
      return { ...made, status: "solved", values: [{ value, regime: "", whole: null, satisfied: true, limits: [] }], intervals: [], regime: "", candidate: null };
    }
    // The value that follows from those stated that agree to the last digit, known best first, where
    // all others admit it within their digits: see finest_values.py; null where there is none.
    function fromFinest() {
      const best = stated.slice().sort((a, b) => a[4] - b[4] || a[0] - b[0]);
      let kept = [];
      for (let from = 0, to; from < best.length; from = to + 1) { // the longest stretch that agrees with those kept
        let fails = best.length + 1; // the end of one that does not
        to = from;
        for (let next = best.length; to < fails - 1; next = (to + fails + 1) >> 1) {
          if (know([...kept, ...best.slice(from, next)], { width: T.sharp }).empty) fails = next; else to = next;
        }
        kept = [...kept, ...best.slice(from, to)];
      }
      if (kept.length === stated.length) return null;
      const where = know(kept, { width: T.sharp, held: around.d || [], fixing: target });
      const low = where.low[target], high = where.high[target], value = 0.5 * (low + high);
      return !where.empty && close(low, high, T.point) && within({ value }) ? value : null;
    }
    const fit = ideal.empty ? state : ideal; // at the ideal values that it assumes, where they leave any
    const within = ({ value }) => value >= fit.low[target] - T.reach * Math.abs(value) && value <= fit.high[target] + T.reach * Math.abs(value) &&
      (close(fit.low[target], fit.high[target], T.band) || admits(fit, value));
    if (answer.status === "underdetermined") {
      const sharp = know(stated, { width: T.sharp });
      return bounded({ ...answer, intervals: [] }, sharp.empty ? state : sharp); // those are under conditions
    }
    if (!answer.intervals.length && answer.values.length) { // a value at an end that a range leaves out
      const reaching = (where) => (slot) => {
        const [low, high, openLow, openHigh] = slots[slot], a = where.low[slot], b = where.high[slot];
        return (openLow && a === low && b < high) || (openHigh && b === high && a > low);
      };
      const near = halfOpen.filter(reaching(state)), sharp = near.length ? know(stated, { width: T.sharp }) : state;
      if (near.some((slot) => reaching(sharp)(slot) && close(sharp.low[slot], sharp.high[slot], T.point))) {
        return open(state);
      }
    }
    const beside = (x) => knowledge(around, equations(stated), [...stated, [target, x, "g", false, T.reach]], target, { held: ideal.empty ? [] : ideals });
    if (!answer.intervals.length && answer.values.length === 1 && answer.values.every(within)) {
      return spare && beside(answer.values[0].value).empty ? open(fit) : answer; // products of what it settles count too
    }
    const work = { left: T.most_work };
    function refined(where) { // the values and intervals that all relations admit; null where there are none
      const [runs, whole] = setsOf(where, target, answer.intervals, work), single = runs.map((run) => {
        const [low, high] = run, slack = T.reach * Math.max(Math.abs(low), Math.abs(high));
        if (!close(low, high, T.band)) return [run, null];
        const likely = answer.values.map((one) => one.value).find((x) => low - slack <= x && x <= high + slack);
        return [run, likely !== undefined ? likely : close(low, high, T.reach) ? low : null];
      });
      const roughly = answer.values.filter((one) => admits(where, one.value)), sharply = roughly.length > 1 ? roughly.filter((one) => admits(where, one.value, T.point)) : [];
      const values = sharply.length ? sharply : roughly;
      for (const [, x] of single) {
        if (x !== null && !values.some((one) => close(x, one.value, T.reach))) values.push({ value: x, regime: "", whole: null, satisfied: true, limits: [] });
      }
      const wide = single.filter(([, x]) => x === null).map(([run]) => run);
      return values.length || wide.length ? { values, intervals: wide, whole } : null;
    }
    const alike = (p, q) => {
      const ends = (s) => [...s.values.map((one) => one.value), ...s.intervals.flatMap(([a, b]) => [a, b])];
      const [a, b] = [ends(p), ends(q)];
      return p.values.length === q.values.length && a.length === b.length && a.every((x, k) => close(x, b[k], T.reach));
    };
    const proven = (where, { whole, ...found }) => {
      if ((!found.intervals.length && whole) || where.empty) return { ...answer, ...found };
      const intervals = whole ? provenEnds(where, target, found.intervals, work) : [null];
      if (work.left > 0 && intervals.every((one) => one)) return { ...answer, ...found, intervals };
      return { ...answer, status: "underdetermined", values: [], intervals: [], regime: "", candidate: null, broken: true };
    };
    let found = null, where = state;
    const exact = [0, T.sharp]; // at which rounded givens clash, or their ends cross and tell no end
    for (const width of [...exact, T.least_tolerance, null]) {
      where = know(stated, { width, held: around.d || [], fixing: target });
      const next = where.empty || (where.crossed && exact.includes(width)) ? null : refined(where);
      if (next && (found || work.left <= 0)) return proven(where, found && alike(found, next) ? found : next);
      found = next;
    }
    if (found) return proven(where, found);
    if (where.empty) where = state; // at the ideal values that it assumes
    const precise = counted ? null : fromFinest();
    if (precise !== null) return settled(answer, precise);
    return open(where);
  }
};
