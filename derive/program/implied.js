// Equations implied by products in which open factors have cancelled: see products.py. A row is a
// product that is one, or at most one: a number times powers of nodes; powers are fractions [p, q].
const impliedBy = (engine, T, slots, pause) => {
  const { nodes, operands, constant, equation, productNode, productOf, count } = engine, PRODUCTS = ["mul", "div", "pow"], LESS = ["min", "floor", "log1p", "decayed"], MORE = ["add", "max", "ceil", "expm1"]; // at most, at least an operand
  const gcd = (a, b) => (b ? gcd(b, a % b) : Math.abs(a));
  const fraction = (p, q) => {
    const common = gcd(p, q) || 1, sign = q < 0 ? -1 : 1;
    return [(sign * p) / common, (sign * q) / common];
  };
  const NUMBERS = ["number", "constant"];
  const times = (powers, others, [p, q]) => {
    const total = new Map(powers);
    for (const [k, [a, b]] of others) {
      const [c, d] = total.get(k) || [0, 1];
      total.set(k, fraction(c * b * q + a * p * d, d * b * q));
    }
    for (const [k, [a]] of total) if (!a) total.delete(k);
    return total;
  };
  function expanded(number) { // a node as a number times powers of nodes that are no products
    const node = nodes[number], [kind] = node;
    if (NUMBERS.includes(kind)) return [constant(node)[0], new Map()];
    if (kind === "pow" && nodes[node[2]][0] === "number") {
      const [factor, powers] = expanded(node[1]), power = fraction(nodes[node[2]][1], nodes[node[2]][2]);
      if (factor > 0) return [factor ** (power[0] / power[1]), times(new Map(), powers, power)];
    }
    if (kind === "div") {
      const [above, left] = expanded(node[1]), [below, right] = expanded(node[2]);
      if (below) return [above / below, times(left, right, [-1, 1])];
    }
    if (kind === "mul") {
      let total = 1, found = new Map();
      for (const k of operands(node)) {
        const [factor, powers] = expanded(k);
        total *= factor;
        found = times(found, powers, [1, 1]);
      }
      return [total, found];
    }
    return [1, new Map([[number, [1, 1]]])];
  }
  function atLeast(number, above) { // whether a node is at least zero, or above it, whatever its slots are
    const node = nodes[number], [kind] = node;
    if (kind === "slot") {
      const [low, , openLow] = slots[number];
      return low > 0 || (low === 0 && (!!openLow || !above));
    }
    if (NUMBERS.includes(kind)) {
      const [value] = constant(node);
      return value > 0 || (value === 0 && !above);
    }
    const inner = operands(node).filter((k) => kind !== "pow" || k === node[1]);
    if (kind === "floor") return !above && atLeast(inner[0], false);
    if (![...LESS, ...MORE, ...PRODUCTS].includes(kind)) return kind === "exp";
    const strict = (k) => atLeast(k, true);
    return inner.every((k) => atLeast(k, false)) && (!above || (kind === "add" || kind === "max" ? inner.some(strict) : inner.every(strict)));
  }
  const rows = new Map();
  function rowsOf(number) {
    if (!rows.has(number)) {
      const one = equation(number), pairs = [[expanded(one.left), expanded(one.right), false]], found = [];
      const left = new Set(one.further.flatMap(([, product]) => [...expanded(product)[1].keys()])), own = one.inner.filter((k) => !left.has(k));
      for (const inner of own) {
        if (PRODUCTS.includes(nodes[inner][0])) continue;
        for (const k of operands(nodes[inner])) if (PRODUCTS.includes(nodes[k][0])) pairs.push([[1, new Map([[k, [1, 1]]])], expanded(k), false]);
      }
      for (const [sum, product] of one.further) pairs.push([[1, new Map([[sum, [1, 1]]])], expanded(product), false]);
      for (const whole of own) { // a term is at most its sum, an argument at most the largest, a number itself rounded up
        const [kind] = nodes[whole], slack = ["ceil", "floor"].includes(kind) ? 1 - T.close : 1; // of what counts as whole
        if (![...LESS, ...MORE].includes(kind)) continue;
        for (const part of operands(nodes[whole])) {
          const [less, more] = LESS.includes(kind) ? [whole, part] : [part, whole], [factor, powers] = expanded(less);
          pairs.push([[slack * factor, powers], expanded(more), true]);
        }
      }
      for (const [[above, left], [below, right], atMost] of pairs) {
        const powers = times(left, right, [-1, 1]), members = [...powers.keys()];
        const common = [...left.keys()].filter((k) => right.has(k)); // where one is zero the rest may be anything
        const openSign = members.filter((k) => !atLeast(k, false)); // it holds where none of them is negative
        if (above > 0 && below > 0 && !(atMost && openSign.length)) {
          const vanishing = new Set(members.filter((k) => !atLeast(k, true)));
          found.push({ number: above / below, powers, vanishing, behind: new Set([number]), atMost, openSign, combined: common.length > 0, beside: common.filter((k) => !atLeast(k, true)) });
        }
      }
      rows.set(number, found);
    }
    return rows.get(number);
  }
  // A row times the power of another at which a node cancels; null where that would divide by a
  // factor that may be zero, or by a product that is at most one.
  function without(row, node, other) {
    const [a, b] = row.powers.get(node), [c, d] = other.powers.get(node), share = fraction(-a * d, b * c), side = Math.sign(a);
    if (other.atMost && share[0] < 0) return null;
    for (const [k, [p]] of row.powers) {
      const its = other.powers.get(k);
      if (its && row.vanishing.has(k) && -share[0] * its[0] * p > 0 && Math.sign(p) * side < 0) return null;
    }
    return {
      number: row.number * other.number ** (share[0] / share[1]),
      powers: times(row.powers, other.powers, share),
      vanishing: new Set([...row.vanishing, ...other.vanishing]),
      behind: new Set([...row.behind, ...other.behind]),
      atMost: row.atMost || other.atMost,
      combined: true,
    };
  }
  const first = (row, ranks) => { // the node of a row that comes first in an order; or undefined
    let found, least = Infinity;
    for (const k of row.powers.keys()) if (ranks.get(k) < least) [found, least] = [k, ranks.get(k)];
    return found;
  };
  function reduced(row, pivots, ranks) {
    for (;;) {
      const used = first(row, ranks);
      if (used === undefined) return row;
      row = without(row, used, pivots.get(used));
      if (!row) return null;
    }
  }
  function eliminated(list, order) {
    const pivots = new Map(), ranks = new Map(), places = new Map(order.map((k, n) => [k, n])), closed = [];
    for (const one of list) {
      const row = reduced(one, pivots, ranks);
      if (!row) continue;
      const pivot = first(row, places);
      if (pivot === undefined) { closed.push(row); continue; }
      for (const [k, other] of pivots) if (other.powers.has(pivot)) pivots.set(k, without(other, pivot, row) || other);
      pivots.set(pivot, row);
      ranks.set(pivot, ranks.size);
    }
    return [closed, pivots, ranks];
  }
  const openPart = (row, opened) => [...row.powers].filter(([k]) => opened.has(k)).sort(([a], [b]) => a - b);
  const proportion = (part) => {
    const [, [a, b]] = part[0];
    return part.map(([k, [p, q]]) => [k, ...fraction(p * b, q * a)].join()).join("|");
  };
  // The inequalities with one open factor at most of an inequality and another, or a pivot's row.
  function paired(limits, pivots, opened) {
    const before = new Map(), found = [], those = (part) => {
      const key = proportion(part);
      if (!before.has(key)) before.set(key, []);
      return before.get(key);
    };
    for (const [pivot, row] of pivots) {
      const rest = openPart(row, opened).filter(([k]) => k !== pivot);
      if (rest.length) those(rest).push([row, pivot]);
    }
    for (const row of limits) {
      const whole = openPart(row, opened);
      for (const left of whole.length > 1 ? [null, ...whole.map(([k]) => k)] : []) {
        const rest = whole.filter(([k]) => k !== left), group = those(rest);
        for (const [other, its] of group) {
          if (other === row || (left !== its && left !== null && its !== null)) continue;
          const made = without(row, rest[0][0], other);
          if (made) found.push(made);
        }
        group.push([row, left]);
      }
    }
    return found;
  }
  // The inequalities between two open factors that follow from two such, by way of a third factor.
  function chained(limits, opened) {
    const between = new Map(), found = [];
    for (const row of limits) {
      const ends = openPart(row, opened).map(([k]) => k).sort((a, b) => a - b);
      for (const k of ends.length === 2 ? ends : []) {
        if (!between.has(k)) between.set(k, []);
        for (const [other, its] of between.get(k)) {
          const made = its.join() === ends.join() ? null : without(row, k, other);
          if (made) found.push(made);
        }
        between.get(k).push([row, ends]);
      }
    }
    return found;
  }
  const counted = (row, some) => { // its nodes that are among some
    let count = 0;
    for (const k of row.powers.keys()) if (some.has(k)) count++;
    return count;
  };
  // The rows with at most one open factor that no other of them has, and how many have each factor.
  function sharedRows(list, opened) {
    for (let kept = list.filter((row) => counted(row, opened)); ;) {
      const uses = new Map();
      for (const row of kept) for (const k of row.powers.keys()) if (opened.has(k)) uses.set(k, (uses.get(k) || 0) + 1);
      const once = new Set([...uses.keys()].filter((k) => uses.get(k) === 1)), fewer = kept.filter((row) => counted(row, once) <= 1);
      if (fewer.length === kept.length) return [kept, uses];
      kept = fewer;
    }
  }
  const members = (number, found = new Set()) => {
    if (nodes[number][0] === "slot") found.add(number); else for (const k of operands(nodes[number])) members(k, found);
    return found;
  };
  const place = (k) => [nodes[k][0] !== "slot" ? 1 : 0, members(k).size, ...[...members(k)].sort((a, b) => a - b), nodes[k][0], k];
  const before = (a, b) => {
    const i = a.findIndex((x, k) => x !== b[k]);
    return i < 0 ? 0 : a[i] < b[i] ? -1 : 1;
  };
  let ranked = null; // the place of each node among all in their order
  const rank = (k) => {
    if (!ranked) {
      ranked = [];
      nodes.map((_, n) => place(n)).sort(before).forEach((one, n) => { ranked[one.at(-1)] = n; });
    }
    return ranked[k];
  };
  const simple = (row) => row.number > 0 && row.number < Infinity && row.powers.size > 0 &&
    [...row.powers.values()].every(([p, q]) => Math.abs(p / q) <= T.most_power && q <= T.most_power);
  // The implied equations over the nodes and some further ones, as a run adds them.
  function gathered(list) {
    const all = nodes.slice(), products = productOf.slice(), equations = [], of = [];
    const add = (node) => {
      all.push(node);
      products.push(productNode(node, all));
      return all.length - 1;
    };
    const one = add(["number", 1, 1]);
    for (const row of list) {
      const powers = [], sides = [[], []];
      for (const [k, [p, q]] of [...row.powers].sort((a, b) => a[0] - b[0])) {
        let factor = k;
        if (Math.abs(p) !== 1 || q !== 1) powers.push((factor = add(["pow", k, add(["number", Math.abs(p), q])])));
        sides[p > 0 ? 0 : 1].push(factor);
      }
      sides[0].push(add(["constant", row.number]));
      const [left, right] = sides.map((parts) => add(["mul", ...parts, one])), number = count + equations.length;
      const inside = new Set();
      for (const k of row.powers.keys()) members(k, inside);
      equations.push({ left, right, further: [], inner: [...powers, left, right], slots: [...inside], factors: [...row.powers.keys()], settled: true, atMost: row.atMost });
      for (const slot of inside) (of[slot] ||= []).push(number);
    }
    return { nodes: all, products, equations, of };
  }
  function impliedRows(list, opened) {
    const [some, uses] = sharedRows(list, opened), alone = (k) => (uses.get(k) > 1 ? 1 : 0);
    const order = [...uses.keys()].sort((a, b) => alone(a) - alone(b) || rank(a) - rank(b));
    const sorted = [...some.filter((row) => !row.vanishing.size), ...some.filter((row) => row.vanishing.size)];
    const [closed, pivots, ranks] = eliminated(sorted.filter((row) => !row.atMost), order);
    const limits = sorted.filter((row) => row.atMost).map((row) => reduced(row, pivots, ranks)).filter((row) => row);
    const made = [...closed, ...pivots.values(), ...limits, ...paired([...limits, ...chained(limits, opened)], pivots, opened)];
    // one of several equations, or of one that tells of its variables, not of the nodes within it alone
    const saysMore = (row) => row.behind.size > 1 || (row.combined && [...row.powers.keys()].some((k) => nodes[k][0] === "slot"));
    return [...list.filter((row) => row.combined), ...made.filter(saysMore)].filter((row) => counted(row, opened) <= 1 && simple(row));
  }
  const kept = new Map(), gatherings = new Map(), beside = new Map(), positives = new Map(), together = new Map();
  // The same, of the rows of equations where some factors are above zero.
  function impliedBeside(part, opened) {
    const key = [part, [...opened]].join("|");
    if (!together.has(key)) {
      pause();
      together.set(key, impliedRows(positives.get(part), opened));
    }
    return together.get(key);
  }
  // The rows of equations, with the nodes that stand in them, those of these that vanish, and those of any sign.
  function rowsOfAll(reached) {
    const key = reached.join();
    if (!gatherings.has(key)) {
      const all = reached.flatMap(rowsOf), those = (of) => [...new Set(all.flatMap((row) => [...of(row)]))];
      gatherings.set(key, { key, all, vanishing: those((row) => [...row.vanishing, ...row.beside]), members: those((row) => row.powers.keys()), openSign: those((row) => row.openSign) });
    }
    return gatherings.get(key);
  }
  // The row of an equation between two products of slots that are never negative.
  const between = (n) => rowsOf(n).find((row) => !row.atMost && !row.openSign.length && [...row.powers.keys()].every((k) => nodes[k][0] === "slot"));
  // The equations between products beside those reached, whose factors all stand in these or in
  // another of them, or have a limited range.
  function closing(found, reached, shared) {
    const key = reached.join(), unlimited = (k) => found.low[k] === 0 && found.high[k] === Infinity;
    if (!beside.has(key)) {
      const is = new Set(shared), seen = new Set(reached), waiting = shared.filter((k) => nodes[k][0] === "slot"), those = [];
      while (waiting.length) for (const n of found.equations.of[waiting.pop()]) {
        const row = seen.has(n) ? null : between(n);
        seen.add(n);
        if (!row) continue;
        those.push([n, [...row.powers.keys()].filter((k) => !is.has(k))]);
        waiting.push(...row.powers.keys());
      }
      beside.set(key, those);
    }
    let all, left = beside.get(key).filter(([n]) => !found.leftOut.has(n)).map(([n, others]) => [n, others.filter(unlimited)]);
    do {
      const many = new Map();
      for (const [, others] of left) for (const k of others) many.set(k, (many.get(k) || 0) + 1);
      [all, left] = [left, left.filter(([, others]) => others.every((k) => many.get(k) > 1))];
    } while (left.length < all.length);
    return left.map(([n]) => n);
  }
  // The implied equations of what a run has reached, with those of a slot where one is given, also at
  // one value of it; null where there are none.
  return (found, slot = null) => {
    const { place: position } = found.equations, inOrder = (list) => list.sort((a, b) => position.get(a) - position.get(b));
    const own = slot === null ? [] : found.equations.of[slot].filter((n) => !found.leftOut.has(n));
    const alone = inOrder([...new Set([...found.reached, ...own])]), near = rowsOfAll(alone), any = new Set(near.openSign);
    const reached = inOrder([...alone, ...closing(found, alone, near.members.filter((k) => !any.has(k)))]);
    const { key: equations, all, vanishing, members, openSign } = rowsOfAll(reached), negative = new Set(openSign.filter((k) => found.low[k] < 0));
    const unknown = new Set(), derived = new Set(), half = new Set(), wide = new Set(), loose = new Set(), positive = new Set(vanishing.filter((k) => found.low[k] > 0));
    const zeros = new Set(vanishing.filter((k) => found.low[k] === 0 && found.high[k] === 0)); // a product with one says nothing of its others
    const idle = new Set([...negative, ...zeros]); // and of one that may be negative no logarithm is known
    for (let waiting = all.filter((row) => row.vanishing.size && !row.atMost && !row.beside.length && !counted(row, idle)); waiting.length;) {
      const left = waiting.map((row) => [row, [...row.vanishing].filter((k) => !positive.has(k))]);
      const sides = ([row, some]) => new Set(some.map((k) => row.powers.get(k)[0] > 0)).size;
      const whole = left.filter((one) => sides(one) === 1); // no factor of the product that theirs equals is zero
      for (const k of whole.flatMap(([, some]) => some)) positive.add(k);
      waiting = whole.length ? left.filter((one) => sides(one) > 1).map(([row]) => row) : [];
    }
    for (const k of members) {
      if (negative.has(k) || !(found.high[k] > T.loose * found.low[k])) continue;
      loose.add(k);
      if (!(found.high[k] > T.wide * found.low[k])) continue;
      wide.add(k);
      if (!(found.low[k] > 0 && found.high[k] < Infinity)) {
        half.add(k);
        if (!(k < slots.length && (slots[k][0] > 0 || slots[k][1] < Infinity))) derived.add(k); // by no range of its own
      }
      if (found.low[k] === 0 && found.high[k] === Infinity) unknown.add(k);
    }
    const fixed = slot !== null && loose.has(slot) ? slot : null;
    const key = [equations, [...unknown], [...derived], [...half], [...wide], [...loose], [...positive], [...idle], fixed].join("|");
    if (!kept.has(key)) {
      const made = new Map(), apart = fixed === null ? [] : [unknown, derived, half, wide, loose].map((some) => new Set([...some].filter((k) => k !== fixed)));
      const sets = [...new Map([unknown, derived, half, wide, loose, ...apart].map((some) => [[...some].join(), some])).values()];
      const part = [equations, [...positive], [...idle]].join("|"), others = (row) => !counted(row, idle) && row.beside.every((k) => positive.has(k));
      if (!positives.has(part)) positives.set(part, all.filter(others).map((row) => ({ ...row, vanishing: new Set([...row.vanishing].filter((k) => !positive.has(k))) })));
      for (const opened of sets) for (const row of impliedBeside(part, opened)) {
        const is = [row.atMost, row.number, ...[...row.powers].sort((a, b) => a[0] - b[0]), [...row.behind].sort()].join();
        if (!made.has(is)) made.set(is, row);
      }
      kept.set(key, made.size ? gathered([...made.values()]) : null);
    }
    return kept.get(key);
  };
};
