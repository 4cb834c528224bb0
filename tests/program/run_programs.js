// Answers the cases of test_javascript.py: node run_programs.js < {runtime, bundle, cases, ...}
const fs = require("fs");
const own = (name) => fs.readFileSync(__dirname + "/" + name, "utf8");
const asked = JSON.parse(fs.readFileSync(0, "utf8"));
const derive = new Function(asked.runtime + "\nreturn derive;")();
const bundle = eval("(" + asked.bundle + ")");
const { text, answers } = new Function("derive", own("answers.js") + "\nreturn { text, answers };")(derive);
// The values of one given at which the answer changes its status or regime, by bisection.
const edges = (b, lines) => {
  const reader = derive.reader(b);
  return lines.map(([program, given, k, low, high]) => {
    const at = (x) => {
      const values = given.slice();
      values[k] = x;
      const a = reader.solve(program, values, undefined, "brief");
      return a.status + " " + a.values.map((v) => v.regime).join();
    };
    const first = at(low), last = at(high);
    if (last === first) return null;
    for (let n = 0; n < 200; n++) {
      const middle = Math.sqrt(low * high);
      if (middle === low || middle === high) break;
      if (at(middle) === first) low = middle; else high = middle;
    }
    return high;
  });
};
// The slots of the values that contradict each other, where a question has such.
const clashes = (b, cases) => {
  const reader = derive.reader(b);
  return cases.map(([program, given]) => {
    const { conflict } = reader.solve(program, given);
    return conflict && conflict.behind ? conflict.behind : null;
  });
};
// What each function gives at each list of slot values, a fault as its name.
const functions = (b, vectors) => {
  const made = b.functions(new Proxy({}, { get: (_, name) => derive.ops[name] }));
  return made.map((f) => vectors.map((v) => {
    try { return text(f(v)); } catch (fault) {
      if (fault instanceof Error) throw fault;
      return fault.zero ? "zero" : "domain";
    }
  }));
};
// The values of each question answered after the one before it, from its roots and by a scan, with
// how often a function of the program was called for either; null where the one before had none.
const sketches = (b, pairs) => {
  const counted = { ...b, calls: 0 };
  counted.functions = (o) => b.functions(o).map((f) => (v, z) => { counted.calls += 1; return f(v, z); });
  const reader = derive.reader(counted);
  return pairs.map(([program, before, given]) => {
    const near = new Map();
    if (!reader.solve(program, before, undefined, "quick", near).values.length) return null;
    return [near, undefined].map((own) => {
      counted.calls = 0;
      const a = reader.solve(program, given, undefined, "quick", own);
      return [a.values.map((v) => text(v.value)), counted.calls];
    });
  });
};
// An answer's texts and its numbers to twelve digits, as one text.
const flat = ([status, values, intervals]) => JSON.stringify(
  [status, values.map((v) => [Number(v[0]).toPrecision(12), v[2]]), intervals.map((ends) => ends.map((x) => Number(x).toPrecision(12)))],
);
// Whether each bundle, changed in the program of a question or in all, answers a case otherwise:
// those of the question come first, and the rest are left once one is.
const mutants = (cases, usual = new Map()) => asked.mutants.map(([question, change]) => {
  const b = eval("(" + asked.bundle + ")");
  eval(change);
  const order = [...cases.keys()].sort((i, k) => (cases[k][0] === question) - (cases[i][0] === question));
  return order.some((k) => {
    if (!usual.has(k)) usual.set(k, flat(answers(bundle, [cases[k]])[0]));
    return flat(answers(b, [cases[k]])[0]) !== usual.get(k);
  });
});
const out = { answers: answers(bundle, asked.cases || []), edges: edges(bundle, asked.lines || []) };
if (asked.vectors) out.functions = functions(bundle, asked.vectors);
if (asked.clashes) out.clashes = clashes(bundle, asked.clashes);
if (asked.pairs) out.sketches = sketches(bundle, asked.pairs);
if (asked.mutants) out.mutants = mutants(asked.trials);
console.log(JSON.stringify(out));
