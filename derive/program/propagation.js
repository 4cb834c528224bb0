// Interval propagation: see contraction.py, product_node.py and propagation.py. Nodes are numbered,
// the slots first; an equation is a pair of nodes. What a run finds are the ends of all nodes.
const propagation = (bundle) => {
  const T = bundle.tolerances, { ALL, FORWARD, BACKWARD, wholeNumbers } = intervals(T);
  const TOTAL = ["add", "mul", "div", "max", "min"]; // those whose operands may have any values
  const { slots, kinds } = bundle, INF = Infinity, SMALLEST = 2 ** -1022, EMPTY = { empty: true }, UNTOLD = [NaN, NaN], COUNT = bundle.equations.length;
  const nodes = [...slots.map((_, k) => ["slot", k]), ...bundle.nodes.map(([kind, ...rest]) => [kinds[kind], ...rest])];
  const operands = (node) => (["slot", "number", "constant", "other"].includes(node[0]) ? [] : node.slice(1));
  const constant = ([kind, a, b]) => (kind === "number" ? [a / b, a / b] : kind === "constant" ? [a, a] : ALL);

  // --- equations --------------------------------------------------------------------------------
  const made = [];
  function equation(number) {
    return (made[number] ||= equationOf(...bundle.equations[number]));
  }
  function equationOf(left, right, ...further) { // further pairs of nodes are equal, too
    const inner = new Set(), members = new Set(), stack = [left, right, ...further.map(([, k]) => k)].map((k) => [k, false]).reverse();
    while (stack.length) {
      const [number, ready] = stack.pop(), node = nodes[number];
      if (node[0] === "slot") members.add(number);
      else if (ready) inner.add(number);
      else if (!inner.has(number) && operands(node).length) {
        stack.push([number, true]);
        for (const k of operands(node)) stack.push([k, false]);
      }
    }
    const cases = [...inner].filter((k) => nodes[k][0] === "cases").map((k) => nodes[k]);
    const below = (roots) => { // the nodes down to the values of cases
      const found = new Set(), stack = [...roots];
      while (stack.length) {
        const number = stack.pop(), node = nodes[number];
        if (found.has(number)) continue;
        found.add(number);
        stack.push(...(node[0] === "cases" ? node.filter((_, k) => k % 2) : operands(node)));
      }
      return found;
    };
    const parts = cases.length ? { always: below([left, right, ...further.flat()]), within: new Map() } : null;
    for (const node of cases) for (let k = 2; k < node.length; k += 2) parts.within.set(node[k], below([node[k]]));
    const product = (k) => (nodes[k][0] === "mul" || nodes[k][0] === "div") && !operands(nodes[k]).some((j) => constant(nodes[j])[1] < 0);
    const products = [...inner].every(product);
    const times = (k) => (nodes[k][0] === "slot" ? 1 : operands(nodes[k]).reduce((sum, inside) => sum + times(inside), 0));
    const jumps = (k) => ["ceil", "floor", "cases"].includes(nodes[k][0]) || operands(nodes[k]).some(jumps);
    const settled = times(left) + times(right) === members.size && !jumps(left) && !jumps(right);
    return { left, right, further, inner: [...inner], slots: [...members], factors: products ? [...members] : [], settled, parts };
  }
  // A node as a product; null if it is none, or has a factor twice or a number below zero.
  function productNode([kind, ...parts], all) {
    if ((kind !== "mul" && kind !== "div") || new Set(parts).size < parts.length) return null;
    let total = 1;
    const above = [], below = [];
    parts.forEach((k, place) => {
      const over = kind === "mul" || place === 0, [low, high] = operands(all[k]).length || all[k][0] === "slot" ? ALL : constant(all[k]);
      if (low !== high) (over ? above : below).push(k);
      else if (over) total *= low;
      else total = low ? total / low : NaN;
    });
    return total > 0 && total < INF ? { total, above, below } : null;
  }
  const productOf = nodes.map((node) => productNode(node, nodes));
  // Equations over the nodes and further ones, for a list of numbers; `more` are implied ones.
  function equationsOf(list) {
    const of = slots.map(() => []);
    for (const number of list) for (const slot of equation(number).slots) of[slot].push(number);
    return { list, of, place: new Map(list.map((number, k) => [number, k])), kept: new Map() };
  }

  // --- one run ----------------------------------------------------------------------------------
  const ends = (node) => (node[0] === "slot" ? slots[node[1]].slice(0, 2) : constant(node));
  const LOW = Float64Array.from(nodes, (node) => ends(node)[0]), HIGH = Float64Array.from(nodes, (node) => ends(node)[1]);
  function fresh(equations, unlimited, leftOut) {
    const low = LOW.slice(), high = HIGH.slice();
    for (const slot of unlimited) {
      [low[slot], high[slot]] = slots[slot][0] > 0 || slots[slot][1] < INF ? [0, INF] : ALL;
    }
    return { equations, low, high, reached: new Set(), unlimited, leftOut, least: T.least_change, empty: false, cutOff: false, crossed: false, implied: null };
  }
  const stretched = (ends, count, filler) => {
    const longer = new Float64Array(count).fill(filler);
    longer.set(ends);
    return longer;
  };
  // What follows from [slot, low, high], from some equations first, and what is known before; implied equations are
  // added: those there before are revised only where a slot in them moves.
  function contract(before, starts, implied, first, followed) {
    const found = { ...before, reached: implied ? before.reached : new Set(before.reached), implied, revised: 0 };
    if (before.empty) return found;
    const all = implied ? implied.nodes : nodes, size = all.length;
    found.low = size > before.low.length ? stretched(before.low, size, -INF) : before.low.slice();
    found.high = size > before.high.length ? stretched(before.high, size, INF) : before.high.slice();
    if (implied) for (let k = nodes.length; k < size; k++) if (!operands(all[k]).length) [found.low[k], found.high[k]] = constant(all[k]);
    try { run(found, starts, all, first || [], implied && before.implied === implied && !first, followed); } catch (fault) {
      if (fault !== EMPTY) throw fault;
      found.empty = true;
    }
    return found;
  }
  function run(found, starts, all, first, resting, followed) {
    const { low, high, equations, implied } = found, extra = implied ? implied.of : null;
    const count = COUNT + (implied ? implied.equations.length : 0), queued = new Uint8Array(count), revisions = new Uint8Array(count);
    const waiting = resting ? [] : [...first, ...(implied ? implied.equations.map((_, k) => COUNT + k) : [])];
    for (const number of waiting) queued[number] = 1;
    const products = implied ? implied.products : productOf, [CLOSE, NOISE, STILL, LEAST, MOST] = [T.close, T.noise, T.still, found.least, T.most_revisions];
    let current = -1, settled = false, parts = null, counting = null, withoutValue = null; // the last two of nodes of cases: see cases.py
    const away = (less, more) => more - less > CLOSE * Math.max(Math.abs(more), Math.abs(less));
    const moves = (a, b) => (Math.abs(a) === INF || Math.abs(b) === INF ? a !== b : Math.abs(b - a) > LEAST * Math.max(Math.abs(a), Math.abs(b)));
    function narrow(k, least, most) {
      let a = low[k], b = high[k];
      if (least > a && (a === -INF || least - a > STILL * Math.abs(a))) a = least;
      if (most < b && (b === INF || b - most > STILL * Math.abs(b))) b = most;
      if (a === low[k] && b === high[k]) return;
      if (a === INF || b === -INF) throw EMPTY;
      if (a > b) {
        const apart = a - b, size = Math.max(Math.abs(a), Math.abs(b));
        if (apart > CLOSE * size) throw EMPTY;
        if (apart > NOISE * size) found.crossed = true;
        [a, b] = [b, a];
      }
      const from = low[k], to = high[k];
      low[k] = a;
      high[k] = b;
      if (k < slots.length) moved(k, from, to);
    }
    function moved(slot, from, to) {
      const [least, most, openLow, openHigh] = slots[slot], a = low[slot], b = high[slot];
      if (!found.unlimited.has(slot) && ((openLow && b - least < SMALLEST) || (openHigh && most - a < SMALLEST))) throw EMPTY;
      if (!moves(from, a) && !moves(to, b)) return;
      queue(equations.of[slot]);
      if (extra && extra[slot]) queue(extra[slot]);
    }
    function queue(list) {
      for (const number of list) {
        if (!queued[number] && !(number === current && settled)) { queued[number] = 1; waiting.push(number); }
      }
    }
    const interval = (k) => [low[k], high[k]];
    const truth = ([kind, a, b]) => { // of a condition; null where it is open
      if (kind === "other") return a === 1 ? true : a === 0 ? false : null;
      if (kind === "eq") return away(high[a], low[b]) || away(high[b], low[a]) ? false : null;
      if (kind === "le" || kind === "lt") [a, b] = [b, a];
      return away(high[b], low[a]) ? true : away(high[a], low[b]) ? false : null;
    };
    function openCases(node) {
      const cases = [];
      for (let k = 1; k < node.length; k += 2) {
        const holds = truth(all[node[k]]);
        if (holds !== false) cases.push([node[k], node[k + 1]]);
        if (holds) break;
      }
      return cases;
    }
    function forward(k) { // what the operands say of a node, where that says no more of them
      const [kind, ...inner] = all[k];
      if (FORWARD[kind]) {
        const image = FORWARD[kind](inner.map(interval));
        narrow(k, ...image);
        if (TOTAL.includes(kind)) return image;
      } else if (kind === "cases") {
        const open = openCases(all[k]).map(([, x]) => x), values = open.filter((x) => !withoutValue.has(x));
        if (open.length && !values.length) throw EMPTY;
        if (values.length) narrow(k, Math.min(...values.map((x) => low[x])), Math.max(...values.map((x) => high[x])));
      }
      return UNTOLD;
    }
    function backward(k) {
      const [kind, ...inner] = all[k];
      if (kind === "ceil" || kind === "floor") narrow(k, ...wholeNumbers(interval(k)));
      if (BACKWARD[kind]) {
        const parts = BACKWARD[kind](interval(k), inner.map(interval));
        inner.forEach((operand, i) => narrow(operand, ...parts[i]));
      } else if (kind === "cases") {
        const cases = openCases(all[k]), able = cases.filter(([, x]) => !withoutValue.has(x) && !away(high[x], low[k]) && !away(high[k], low[x]));
        if (cases.length && !able.length) throw EMPTY;
        for (const [condition] of cases.slice(0, Math.max(0, cases.indexOf(able[0])))) impose(all[condition], false);
        if (able.length !== 1) return;
        const [[condition, x]] = able;
        for (const inside of parts.within.get(x)) counting.add(inside);
        narrow(x, low[k], high[k]);
        impose(all[condition], true);
      }
    }
    function impose([sign, a, b], holds) { // narrow both sides of a comparison that must hold, or must not
      if (!["ge", "gt", "le", "lt"].includes(sign)) return;
      const [more, less] = (sign === "ge" || sign === "gt") === holds ? [a, b] : [b, a];
      narrow(more, low[less], INF);
      narrow(less, -INF, high[more]);
    }
    function limitsOf({ total, above, below }) {
      let least = total, most = total, zeros = 0, open = 0;
      for (const k of above) {
        if (low[k] < 0 || high[k] <= 0) return null;
        if (low[k] > 0) least *= low[k]; else zeros++;
        if (high[k] < INF) most *= high[k]; else open++;
      }
      for (const k of below) {
        if (low[k] < 0 || high[k] <= 0) return null;
        if (high[k] < INF) least /= high[k]; else zeros++;
        if (low[k] > 0) most /= low[k]; else open++;
      }
      const one = (k) => low[k] === 1 && high[k] === 1; // all others being one, nothing is rounded
      if (least === most && below.every(one) && above.filter((k) => !one(k)).length + (total !== 1) <= 1) return [least, most, zeros, open];
      const slack = T.rounding * (above.length + below.length + 2);
      return [least * (1 - slack), most * (1 + slack), zeros, open];
    }
    const without = ([least, most, zeros, open], a, b) => [ // the limits without a factor from a to b
      (a > 0 ? zeros : zeros - 1) ? 0 : a > 0 ? least / a : least,
      (b < INF ? open : open - 1) ? INF : b < INF ? most / b : most,
    ];
    function factors({ above, below }, limits, least, most) {
      if (least <= 0 && most === INF) return;
      for (const k of above) {
        const [a, b] = without(limits, low[k], high[k]), from = b ? least / b : 0, to = a ? most / a : INF;
        if (from > low[k] || to < high[k]) narrow(k, from, to);
      }
      for (const k of below) {
        const [a, b] = without(limits, 1 / high[k], low[k] ? 1 / low[k] : INF);
        const from = most ? a / most : a ? INF : 0, to = least > 0 ? b / least : INF;
        if (from > low[k] || to < high[k]) narrow(k, from, to);
      }
    }
    const halfway = new Map();
    const runsOff = (a, b) => a * b > 0 && Math.abs(a) < INF && Math.abs(b) < INF && !(1 / T.far_off < b / a && b / a < T.far_off);
    function spent(number, one) { // whether its revisions are used up; not where an end is followed: see ends.py
      if (followed) {
        const now = one.slots.flatMap(interval);
        if (now.some((end, k) => (k % 2 ? end < -T.endless : end > T.endless))) throw EMPTY;
        const before = halfway.get(number) || now;
        if (!halfway.has(number)) halfway.set(number, now);
        if (revisions[number] > MOST && now.some((end, k) => runsOff(before[k], end))) {
          revisions[number] = Math.trunc(MOST / 2);
          halfway.set(number, now);
        }
      }
      return revisions[number] > MOST;
    }
    function revise(number) {
      queued[number] = 0;
      if (found.leftOut.has(number)) return;
      found.revised++;
      const one = number < COUNT ? equation(number) : implied.equations[number - COUNT], count = ++revisions[number];
      if (!implied && count === 1) found.reached.add(number);
      let unknown = 0;
      for (const k of one.factors) if (low[k] === 0 && high[k] === INF) unknown++;
      if (unknown > 1 && !one.factors.some((k) => low[k] < 0 || (low[k] === 0 && high[k] === 0))) return;
      if (2 * count > MOST && spent(number, one)) { found.cutOff = true; return; }
      current = number;
      settled = one.settled;
      parts = one.parts;
      if (parts) [counting, withoutValue] = [new Set(parts.always), new Set()];
      const limits = [], images = [];
      const narrowed = (k) => {
        const found = products[k] && limitsOf(products[k]), image = found ? [found[2] ? 0 : found[0], found[3] ? INF : found[1]] : forward(k);
        if (found) narrow(k, ...image);
        return [found, image];
      };
      const ofCase = (k) => { // which may be without a value
        if (all[k][0] === "cases" || !all[k].slice(1).some((inner) => withoutValue.has(inner))) {
          try { return narrowed(k); } catch (fault) { if (fault !== EMPTY) throw fault; }
        }
        withoutValue.add(k);
        return [null, UNTOLD];
      };
      for (const k of one.inner) {
        const [found, image] = parts && !counting.has(k) ? ofCase(k) : narrowed(k);
        limits.push(found);
        images.push(image);
      }
      narrow(one.left, one.atMost ? -INF : low[one.right], high[one.right]);
      narrow(one.right, low[one.left], one.atMost ? INF : high[one.left]);
      for (const [sum, product] of one.further) {
        narrow(sum, low[product], high[product]);
        narrow(product, low[sum], high[sum]);
      }
      for (let i = one.inner.length - 1; i >= 0; i--) {
        const k = one.inner[i];
        if (parts && !counting.has(k)) continue; // of a case that need not apply
        if (low[k] <= images[i][0] && high[k] >= images[i][1]) continue; // nothing is known of it but what its operands say
        if (products[k] && limits[i]) factors(products[k], limits[i], low[k], high[k]); else backward(k);
      }
    }
    for (const [slot, least, most] of starts) narrow(slot, least, most);
    for (let next = 0; next < waiting.length; next++) revise(waiting[next]);
  }
  return { contract, fresh, equationsOf, equation, nodes, operands, constant, count: COUNT, productNode, productOf };
};
