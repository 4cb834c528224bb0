// What a reader of programs answers, for run_programs.js and for pages in browsers.
const text = (x) => (Number.isFinite(x) ? x : String(x));
const told = (a) => [
  a.status,
  a.values.map((x) => [text(x.value), x.whole, x.regime]),
  a.intervals.map(([low, high]) => [text(low), text(high)]),
];
// As a page asks: briefly, and in full where a brief answer leaves the status open. One in five is
// asked in full at once, one in twenty in portions of one piece each.
const answers = (b, cases) => {
  const reader = derive.reader(b);
  const solve = (n, ...question) => (n % 20 === 3 ? inPieces(reader.asked(...question)) : reader.solve(...question));
  return cases.map(([program, given], n) => {
    const brief = n % 5 ? solve(n, program, given, undefined, "brief") : null;
    const open = !brief || (brief.brief && brief.status === "unreachable");
    return told(open ? solve(n, program, given) : brief);
  });
};
const inPieces = (ask) => {
  for (;;) {
    const answer = ask(-Infinity);
    if (answer) return answer;
  }
};
