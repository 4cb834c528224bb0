// The explorer: values with sliders, the answer in words, a curve, the derivation, the effects.
// DATA and PROGRAMS are the page's own; `derive` is the reader of programs. No text from the
// address reaches markup: it is set as text content or read as numbers.
(() => {
  const read = derive.reader(PROGRAMS), Q = DATA.quantities, MOVED = DATA.moved;
  const MENUS = DATA.menus; // of entries of the catalogue
  const OUTS = Array.from({ length: DATA.outputs }, (_, k) => MOVED + k);
  const STEPS = 1000, POINTS = 81, PORTION = 6, SVG = "http://www.w3.org/2000/svg";
  const $ = (id) => document.getElementById(id);
  for (const [sign, part] of Object.entries(DATA.signs)) DATA.strings = DATA.strings.map((s) => s.replaceAll(sign, part));
  const text = (s) => (typeof s === "string" && s[0] === "#" ? DATA.strings[+s.slice(1)] : s);
  const esc = (s) => String(s).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[c]));
  const make = (tag, kind, words) => {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    if (words !== undefined) element.textContent = words;
    return element;
  };
  // Make what stands on the page like an element made anew, by changing only what differs: the rest
  // keeps its place, and its listeners.
  function patch(own, made) {
    if (own.nodeType === Node.TEXT_NODE) {
      if (own.data !== made.data) own.data = made.data;
      return;
    }
    for (const { name, value } of made.attributes) if (own.getAttribute(name) !== value) own.setAttribute(name, value);
    if (own.attributes.length > made.attributes.length) {
      for (const { name } of [...own.attributes]) if (!made.hasAttribute(name)) own.removeAttribute(name);
    }
    let [at, next] = [own.firstChild, made.firstChild];
    while (next) {
      const now = next;
      next = now.nextSibling;
      if (!at) own.append(now);
      else {
        const after = at.nextSibling;
        if (at.nodeName === now.nodeName) patch(at, now); else at.replaceWith(now);
        at = after;
      }
    }
    while (at) {
      const after = at.nextSibling;
      at.remove();
      at = after;
    }
  }
  const patchInside = (own, made) => { // of two elements with attributes of their own
    const frame = own.cloneNode(false);
    frame.append(...made.childNodes);
    patch(own, frame);
  };
  const state = { out: MOVED, open: MOVED, over: 0, units: Q.map((q) => q.unit), values: Q.map((q) => q.start), typed: {} };
  let kept = null; // the scenario that the present one is compared with
  const START = { open: MOVED, out: MOVED, values: state.values.slice() };

  // --- numbers and texts ------------------------------------------------------------------------
  function number(x, digits = 4) {
    if (x === 0) return "0";
    if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
    const whole = Math.round(x);
    if (digits === 4 && whole && Math.abs(x - whole) <= 1e-9 * Math.abs(x) && Math.abs(x) < 1e6) return trimmed(whole, 6);
    const rounded = x.toExponential(digits - 1), size = Math.abs(+rounded);
    if (size >= 1e6 || size < 1e-3) {
      const [mantissa, power] = rounded.split("e"), own = +power, shown = own >= 0 ? 3 * Math.floor(own / 3) : own;
      return trimmed(+mantissa * 10 ** (own - shown), digits) + "e" + shown;
    }
    return trimmed(+rounded, digits);
  }
  function trimmed(x, digits) {
    const places = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(x)) + 1e-12));
    const [whole, rest] = Math.abs(x).toFixed(places).split(".");
    const tail = (rest || "").replace(/0+$/, "");
    return (x < 0 ? "−" : "") + whole.replace(/\B(?=(\d{3})+$)/g, ",") + (tail ? "." + tail : "");
  }
  const size = (k) => Q[k].units[state.units[k]], unitOf = (k) => read.slots[Q[k].slot][4];
  // The unit that reads best for a value: of the quantity's own, the one with a number from 1 to 1000.
  function bestUnit(k, x) {
    const own = state.units[k], at = Math.abs(x / Q[k].units[own]);
    if (x === 0 || (at >= 1 && at < 1000) || !Number.isFinite(x)) return own;
    let best = own, score = Math.abs(Math.log10(at) - 1);
    for (const [name, factor] of Object.entries(Q[k].units)) {
      const off = Math.abs(Math.log10(Math.abs(x / factor)) - 1);
      if (off < score - 1) [best, score] = [name, off];
    }
    return best;
  }
  const amount = (k, x, digits = 4) => {
    const unit = bestUnit(k, x);
    return number(x / Q[k].units[unit], digits) + (unit ? " " + unit : "");
  };
  const plain = (k, x, digits = 4) => amount(k, x, digits).replace(/,/g, "").replace(/−/g, "-");
  // A value of a quantity from text: a number in the unit shown, or with one of its units; or null.
  const partsOf = (written) => written.length < 80 && /^\s*([+-]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*?)\s*$/.exec(powered(written));
  // A power of ten as an exponent, 3×10^8 as 3e8 and 10⁹ as 1e9, and one of two by its digits.
  function powered(written) {
    const lowered = (raised) => raised.replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (c) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)).replace(/[⁻−]/, "-").replace(/^(?:\^|\*\*)/, "");
    const power = "((?:\\^|\\*\\*)[-−]?\\d{1,3}|⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})(?!\\d)";
    return written
      .replace(RegExp("^(\\s*[+-]?[\\d.,]+)\\s*[×x*·]\\s*10" + power), (_, n, raised) => n + "e" + lowered(raised))
      .replace(RegExp("^(\\s*[+-]?)10" + power), (_, sign, raised) => sign + "1e" + lowered(raised))
      .replace(RegExp("^(\\s*[+-]?)2" + power), (_, sign, raised) => sign + 2 ** lowered(raised));
  }
  function parsed(k, written) {
    const match = partsOf(written);
    if (!match) return null;
    const x = Number(match[1].replace(/,/g, "")), units = Q[k].units;
    const unit = match[2] === "" ? state.units[k] : match[2];
    const value = Object.hasOwn(units, unit) ? x * units[unit] : NaN;
    return Number.isFinite(value) && read.admits(Q[k].slot, value) ? value : null;
  }
  // Why a text is no value of a quantity, and what to write instead.
  function trouble(k, written) {
    const match = partsOf(written), units = Object.keys(Q[k].units), [low, high, lowOut, highOut] = read.slots[Q[k].slot];
    const example = `for example ${plain(k, Q[k].start)}`;
    if (!written.trim()) return `Empty: write a number, ${example}.`;
    if (!match) return `Not a number: write it as digits, ${example}.`;
    if (match[2][0] === ",") return "Commas group thousands (1,000), decimals follow a point (1.5).";
    if (match[2] && !units.includes(match[2])) return units.join("") ? `${quoted(match[2])} is none of its units: ${units.join(", ")}.` : `It has no unit: write a number alone, ${example}.`;
    if (!Number.isFinite(+match[1].replace(/,/g, ""))) return "Too large a number.";
    const from = Number.isFinite(low) ? `${lowOut ? "above" : "at least"} ${amount(k, low)}` : "", to = Number.isFinite(high) ? `${highOut ? "below" : "at most"} ${amount(k, high)}` : "";
    return `Out of its range: ${[from, to].filter(Boolean).join(" and ") || "too large"}.`;
  }
  const capital = (s) => s.charAt(0).toUpperCase() + s.slice(1);
  const symbol = (k) => "<math>" + text(Q[k].symbol) + "</math>";

  // --- the question -----------------------------------------------------------------------------
  const direction = (out, open) => DATA.table[out - MOVED][open === out ? 0 : open + 1];
  const program = () => direction(state.out, state.open);
  const slotValue = new Map();
  Q.forEach((q, k) => q.slot >= 0 && slotValue.set(q.slot, k));
  const givenOf = (p, change) => PROGRAMS.programs[p].g.map((slot) => {
    const k = slotValue.get(slot);
    return change && k in change ? change[k] : state.values[k];
  });
  // How far the digits of a value are good, as the command and the link write it.
  function width(k, x) {
    if (Q[k].whole && Number.isInteger(x / unitOf(k))) return 0;
    const mantissa = plain(k, x, 12).split(/[e ]/)[0], digits = mantissa.includes(".") ? mantissa.replace(".", "") : mantissa.replace(/0+$/, "");
    return +digits ? Math.min(0.5 / +digits, DATA.digits) : 0;
  }
  const widthsOf = (p, given) => PROGRAMS.programs[p].g.map((slot, n) => width(slotValue.get(slot), given[n]));
  let end = Infinity; // of the present portion of work
  function* answered(p, given, how, near) {
    const ask = read.asked(p, given, how === "quick" ? undefined : widthsOf(p, given), how, near);
    for (;;) {
      const a = ask(end);
      if (a) return a.status === "contradiction" ? { ...a, values: [], intervals: [], regime: "", candidate: null } : a;
      yield;
    }
  }
  const asking = (change, how, near) => answered(program(), givenOf(program(), change), how, near);
  const whole = (work) => { // all of it at once
    const until = end;
    end = Infinity;
    const { value } = work.next();
    end = until;
    return value;
  };
  const ask = (change, how, near) => whole(asking(change, how, near));
  const regimeOf = (p, key) => (DATA.regimes[p] || {})[key];
  const titleOf = (key) => {
    const regime = regimeOf(program(), key);
    return regime && text(regime.title) ? text(regime.title) : "";
  };
  const valueOf = (a) => (a.values.length === 1 && !a.intervals.length && (a.status === "solved" || a.status === "infeasible") ? a.values[0].value : null);
  // The values of an answer with more than one.
  const severalOf = (a) => (a.values.length > 1 && !a.intervals.length && (a.status === "solved" || a.status === "infeasible") ? a.values.map((v) => v.value) : []);
  const knowns = (s = state) => [...Array(MOVED).keys(), s.out].filter((k) => k !== s.open);

  // --- rows -------------------------------------------------------------------------------------
  const rows = [], menus = [], sources = make("details");
  // Sliders and curves go by the logarithm of a value; of a large share by that of x / (1 - x), which
  // has room for 0.9, 0.99 and 0.999.
  const within = (k, x) => Math.max(Q[k].low, Math.min(Q[k].high, x));
  const along = (k, x) => (Q[k].share ? Math.log(within(k, x) / (1 - within(k, x))) : Math.log(x));
  const back = (k, u) => (Q[k].share ? 1 / (1 + Math.exp(-u)) : Math.exp(u));
  const between = (k, a, b, share = 0.5) => back(k, along(k, a) + (along(k, b) - along(k, a)) * share);
  const shareOf = (k, x) => (along(k, x) - along(k, Q[k].low)) / (along(k, Q[k].high) - along(k, Q[k].low));
  const toSlider = (k, x) => Math.round(STEPS * shareOf(k, x));
  function roundedTo(k, x) { // three digits, of a large share in what it lacks of one
    if (Q[k].whole) return Math.max(1, Math.round(x / unitOf(k))) * unitOf(k);
    if (Q[k].share && x > 0.5) return +(1 - +(1 - x).toPrecision(3)).toPrecision(12);
    return +(x / size(k)).toPrecision(3) * size(k);
  }
  const fromSlider = (k, s) => (s <= 0 ? Q[k].low : s >= STEPS ? Q[k].high : roundedTo(k, between(k, Q[k].low, Q[k].high, s / STEPS)));
  const LOCK = "M5 9V6a4 4 0 0 1 8 0v3h1a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zm2 0h4V6a2 2 0 0 0-4 0z";
  const OPENED = "M5 9V5a4 4 0 0 1 7.6-1.7l-1.8.9A2 2 0 0 0 7 5v4h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z";
  function drawn(tag, attributes, inside) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (inside) element.append(...[].concat(inside));
    return element;
  }
  function buildRows() {
    const groups = [["answer", "Answer"], ["given", "Given"], ["looked up", "Looked up"]];
    for (const [kind, title] of groups) {
      const members = Q.map((q, k) => k).filter((k) => k < MOVED + OUTS.length && Q[k].kind === kind);
      if (!members.length) continue;
      const head = make("div", "group");
      head.append(make("h3", "", title));
      if (kind === "looked up") head.append(...MENUS.map(entryMenu));
      $("rows").append(head);
      for (const k of members) $("rows").append(buildRow(k));
    }
    if (DATA.assumed.length || DATA.fixed.length || DATA.aside.length) $("folded").append(folded());
    sources.append(make("summary", "", "Sources of the values looked up"), make("ul"));
    $("folded").append(sources);
    const legend = make("p", "legend");
    legend.append(make("span", "flip-key", "▾"), " here another regime takes over or a limit is reached");
    if (MENUS.length) legend.append(" · ", make("span", "tick-key", "ı"), ` ${MENUS.map(({ say }) => say).join(" or ")} of the catalogue`);
    $("folded").append(legend);
  }
  function entryMenu({ say, entries }) {
    const menu = make("select", "entries");
    menu.setAttribute("aria-label", say);
    menu.append(new Option("own values", ""));
    for (const entry of entries) menu.append(new Option(entry.name, entry.name, entry.own, entry.own));
    menu.addEventListener("change", () => {
      const entry = entries.find((e) => e.name === menu.value);
      if (!entry) return;
      Q.forEach((q, k) => { if (q.name in entry.values && k !== state.open) state.values[k] = entry.values[q.name]; });
      changed();
    });
    menus.push({ menu, entries });
    return menu;
  }
  const isAt = (k, x) => state.values[k] === x || Math.abs(state.values[k] / x - 1) < 1e-9;
  function chooseEntries() { // those whose values the quantities have
    for (const { menu, entries } of menus) {
      const fitting = entries.filter((c) => Q.every((q, k) => !(q.name in c.values) || k === state.open || isAt(k, c.values[q.name])));
      if (!fitting.some(({ name }) => name === menu.value)) menu.value = fitting.length ? fitting[0].name : "";
    }
  }
  // The entry of the catalogue that a value is of, and the number of its source.
  function citedBy(k) {
    for (const { menu, entries } of menus) {
      const entry = entries.find((e) => e.name === menu.value), at = entry ? Object.keys(entry.values).indexOf(Q[k].name) : -1;
      if (at >= 0) return [entry.name, entry.from[at]];
    }
    return isAt(k, Q[k].start) ? [Q[k].entry, Q[k].from] : [];
  }
  function showSources() { // of the values that are still those looked up
    const cited = new Map();
    for (let k = 0; k < MOVED; k++) {
      const [entry, number] = k === state.open ? [] : citedBy(k), key = [entry, number].join();
      if (number >= 0) cited.set(key, { entry, source: DATA.sources[number], labels: [...(cited.get(key)?.labels ?? []), Q[k].label] });
    }
    sources.hidden = !cited.size;
    sources.querySelector("ul").replaceChildren(...[...cited.values()].map(({ entry, source: [words, address], labels }) => {
      const item = make("li", "", `${entry}: ${listed(labels)}. `), isLink = /^https?:\/\//.test(address), link = make(isLink ? "a" : "span", "", words);
      if (isLink) Object.assign(link, { href: address, target: "_blank", rel: "noreferrer" });
      item.append(link);
      return item;
    }));
  }
  function folded() {
    const box = make("details"), count = DATA.assumed.length + DATA.fixed.length;
    box.append(make("summary", "", count ? `${count} further values, assumed or fixed` : "Figures of no effect here"));
    const list = make("ul");
    for (const [sign, meaning, value, origin] of DATA.assumed) {
      const item = make("li");
      item.innerHTML = "<math>" + text(sign) + "</math>";
      item.append(` ${meaning}: ${value} (${origin})`);
      list.append(item);
    }
    for (const [name, value] of DATA.fixed) list.append(make("li", "", `${name}: ${value}`));
    for (const [entry, , names] of DATA.aside) list.append(make("li", "", `${entry}, of no effect here: ${names}`));
    box.append(list);
    return box;
  }
  function buildRow(k) {
    const q = Q[k], row = make("div", "row"), lock = make("label", "lock"), radio = make("input"), sign = make("span", "sign");
    radio.type = "radio";
    radio.name = "solve";
    radio.value = q.name;
    radio.setAttribute("aria-label", "solve for " + q.label);
    const path = drawn("path", { d: LOCK }), icon = drawn("svg", { viewBox: "0 0 18 20", "aria-hidden": "true" }, path);
    lock.append(radio, icon);
    sign.innerHTML = symbol(k);
    const name = make("span", "meaning", q.label), box = make("input", "box"), unit = make("select", "unit");
    name.title = q.meaning;
    box.type = "text";
    box.inputMode = "decimal";
    box.autocomplete = "off";
    box.spellcheck = false;
    box.setAttribute("aria-label", q.label);
    unit.setAttribute("aria-label", "unit of " + q.label);
    for (const u of Object.keys(q.units)) unit.append(new Option(u, u));
    unit.hidden = Object.keys(q.units).join("") === "";
    if (unit.length < 2) {
      unit.classList.add("only");
      unit.tabIndex = -1; // nothing to choose
    }
    const slide = make("div", "slide"), range = make("input"), marks = drawn("svg", { class: "marks", "aria-hidden": "true" });
    range.type = "range";
    range.min = 0;
    range.max = STEPS;
    range.step = 1;
    range.setAttribute("aria-label", q.label);
    slide.append(marks, range);
    const low = make("span", "end"), high = make("span", "end right"), why = make("p", "why");
    row.append(lock, sign, name, box, unit, low, slide, high, why);
    why.id = "why-" + q.name;
    why.setAttribute("aria-live", "polite");
    box.setAttribute("aria-describedby", why.id);
    radio.addEventListener("change", () => { finish(); open(k); });
    lock.addEventListener("click", (event) => { if (radio.disabled) { event.preventDefault(); why.textContent = text(refusal(k)); } });
    range.addEventListener("input", () => {
      const own = state.values[k], by = +range.value - (own > 0 ? toSlider(k, own) : 0), x = fromSlider(k, +range.value);
      set(k, x === own && Math.abs(by) === 1 && q.whole ? Math.max(1, own / unitOf(k) + by) * unitOf(k) : x); // a key moves whole numbers by one
    });
    box.addEventListener("input", () => {
      const x = parsed(k, box.value);
      row.classList.toggle("wrong", x === null);
      box.setAttribute("aria-invalid", x === null);
      document.body.classList.toggle("stale", x === null);
      why.textContent = x === null ? trouble(k, box.value) : "";
      if (x !== null) set(k, x, true);
    });
    box.addEventListener("blur", () => { finish(); if (!row.classList.contains("wrong")) showRow(k, true); });
    box.addEventListener("keydown", (event) => { // Enter shows the value as it was read, Escape takes back what was not
      if (event.key !== "Enter" && event.key !== "Escape") return;
      row.classList.remove("wrong");
      document.body.classList.remove("stale");
      finish();
      showRow(k, true);
      box.select();
    });
    unit.addEventListener("change", () => { state.units[k] = unit.value; changed(); });
    rows[k] = { row, radio, path, sign, box, unit, range, marks, low, high, why };
    return row;
  }
  function fitSigns() { // long symbols are set smaller, to stay within their column
    const signs = rows.map(({ sign }) => sign);
    for (const sign of signs) sign.style.fontSize = "";
    const shares = signs.map((sign) => sign.clientWidth / sign.scrollWidth);
    signs.forEach((sign, k) => { if (shares[k] < 1) sign.style.fontSize = Math.max(0.5, 0.98 * shares[k]) + "rem"; });
  }
  function* fitLines() { // so are formulas that are too wide
    for (let all = [...document.querySelectorAll(".line")]; all.length; ) {
      const wide = all.splice(0, LINES), maths = wide.map((line) => line.firstChild);
      for (const math of maths) math.style.fontSize = "";
      const shares = wide.map((line) => line.clientWidth / line.scrollWidth);
      maths.forEach((math, k) => { if (shares[k] < 1) math.style.fontSize = Math.max(0.8, 1.1 * shares[k]) + "em"; });
      yield;
    }
  }
  const refusal = (k) => {
    if (k >= MOVED) { const p = direction(k, k); return typeof p === "number" ? "" : p; }
    const p = direction(state.out, k);
    return typeof p === "number" ? "" : p;
  };
  function set(k, x, typing) {
    awaited.set(k, x);
    typed = typing ? k : undefined;
    if (!typing) showRow(k); // its own value at once
    if (!job) takeSoon();
  }
  // Opening a lock solves for that quantity; the one solved before is locked at its value.
  function open(k) {
    const before = state.open, value = valueOf(current);
    if (k >= MOVED) state.out = k;
    if (value !== null) state.values[before] = value;
    state.open = k;
    if (state.over === state.open) state.over = mostTelling();
    changed();
  }
  const isOther = (k) => k >= MOVED && k !== state.out; // another answer
  function showRow(k, force, told) { // with what is told of another answer
    const parts = rows[k], q = Q[k], solving = k === state.open, other = isOther(k);
    const x = solving ? valueOf(current) : other ? (told === undefined ? whole(also(k)) : told) : awaited.get(k) ?? state.values[k], why = refusal(k);
    const shown = [x, solving, other, why, state.units[k], current.intervals.length, current.values.length, parts.row.className].join("|");
    if (shown === parts.shown && !force) return;
    parts.row.classList.toggle("open", solving);
    parts.row.classList.toggle("also", other);
    parts.radio.checked = solving;
    parts.radio.disabled = !!why && !solving;
    parts.row.classList.toggle("stuck", parts.radio.disabled);
    parts.radio.title = why ? text(why) : "";
    parts.path.setAttribute("d", solving ? OPENED : LOCK);
    parts.unit.value = state.units[k];
    const fixed = solving || other;
    parts.box.readOnly = fixed;
    parts.range.disabled = fixed;
    if (force || document.activeElement !== parts.box) {
      parts.box.value = x !== null ? number(x / size(k)) : solving && current.intervals.length ? "interval" : solving && current.values.length > 1 ? `${current.values.length} values` : "–";
      parts.row.classList.remove("wrong");
      parts.box.removeAttribute("aria-invalid");
    }
    if (x !== null) parts.range.value = x > 0 ? toSlider(k, x) : 0;
    parts.range.setAttribute("aria-valuetext", x === null ? "none" : amount(k, x));
    parts.range.setAttribute("data-share", "");
    parts.range.style.setProperty("--share", Math.max(0, Math.min(100, (100 * parts.range.value) / STEPS)) + "%");
    [parts.low.textContent, parts.high.textContent] = [q.low, q.high].map((x) => number(x / size(k), q.share ? 6 : 2));
    if (!parts.radio.disabled) parts.why.textContent = "";
    parts.shown = [x, solving, other, why, state.units[k], current.intervals.length, current.values.length, parts.row.className].join("|");
  }
  // Another answer from the same values; `near` has its roots of the move before.
  function* also(k, near) {
    const p = direction(k, k), solved = state.open < MOVED ? valueOf(current) : null;
    if (typeof p !== "number" || (state.open < MOVED && solved === null)) return null;
    const given = givenOf(p, state.open < MOVED ? { [state.open]: solved } : null);
    return valueOf(yield* answered(p, given, "brief", near));
  }

  // --- answer -----------------------------------------------------------------------------------
  let current = { values: [], intervals: [], status: "", notes: [] };
  const BADGES = { solved: "good", infeasible: "bad", unreachable: "bad", contradiction: "bad", underdetermined: "warn", "left out": "warn" };
  const sense = (regime) => (regime ? regime.sense : "≈"); // a regime that is not in the page: not judged
  const SENSE_WORDS = { "≤": "at most", "≥": "at least", "≈": "about", "=": "" };
  const SENSE_BADGES = { "≤": "upper bound", "≥": "lower bound", "≈": "estimate" };
  // What an answer says in numbers: values of their own, or the two ends of each interval, in a
  // unit, with more digits where the ends are near.
  function inNumbers(k, a) {
    if (!a.intervals.length) return a.values.map(({ value }) => ({ ends: [value], unit: bestUnit(k, value), digits: 4 }));
    return a.intervals.map(([low, high]) => {
      const far = Math.abs(high / (high - low));
      return { ends: [low, high], unit: bestUnit(k, Number.isFinite(high) ? high : low), digits: far > 500 && far < 1e8 ? 2 + Math.ceil(Math.log10(far)) : 4 };
    });
  }
  const signOf = (a) => (a.intervals.length ? "=" : sense(regimeOf(program(), a.values[0].regime)));
  const hasNone = (a) => a.status === "unreachable" || a.status === "contradiction"; // rather than an open one
  function headline(k, a) {
    const soft = (words) => `<span class="of">${esc(words)}</span>`, parts = inNumbers(k, a).map(({ ends, unit, digits }) => {
      const each = ends.map((x) => `<span class="value">${number(x / Q[k].units[unit], digits)}</span>`);
      return each.join(` ${soft("to")} `) + " " + soft(unit);
    });
    return parts.length ? `${symbol(k)} <span class="is">${signOf(a)}</span> ${parts.join(` ${soft("or")} `)}` : hasNone(a) ? `${soft("no")} ${symbol(k)}` : `${symbol(k)} ${soft("not settled")}`;
  }
  function comparisons(a) { // [winner, others, ratio] of each guard and extremum on the way
    const regime = a.candidate && regimeOf(program(), a.regime);
    if (!regime) return [];
    const v = a.candidate.values;
    return regime.facts.flatMap(([step, kind, j, winner, names]) => {
      const [block, number] = a.candidate.path[step] || [], branch = block && block.a[number];
      const functions = !branch ? null : kind === "g" ? (branch.g || [])[j] : ((branch.e || [])[j] || [])[1];
      if (!functions) return [];
      const values = functions.map((f) => read.tried(() => read.value(f, v), NaN));
      const rest = values.map((x, i) => [x, i]).filter(([x, i]) => i !== winner && x === x).sort((p, q) => q[0] - p[0]);
      if (!rest.length || !(values[winner] > 0)) return [];
      return [{ kind, winner: text(names[winner]), other: text(names[rest[0][1]]), value: values[winner], next: rest[0][0] }];
    });
  }
  const shown = (facts) => facts.filter((f, i) => f.next > 0 && facts.findIndex((g) => g.winner === f.winner && g.other === f.other) === i);
  const binds = (regime, winner) => regime && text(regime.title).split(" and ").includes(winner); // rather than being above another
  const isNumber = (words) => /^-?[\d.]+$/.test(words);
  const compared = ({ winner, other, value, next }) => // how the sides of a comparison stand to each other
    isNumber(other) ? `${winner} is ${number(value, 3)}, above ${other}` : isNumber(winner) ? `${other} is ${number(next, 3)}, below ${winner}` : `${winner} is ${number(value / next, 3)} times ${/ [−+] /.test(other) ? `(${other})` : other}`;
  function sentence(k, a) {
    const q = Q[k], meaning = q.label, first = a.values[0], regime = first ? regimeOf(program(), first.regime) : a.regime && regimeOf(program(), a.regime);
    if (a.status === "left out") return "This page cannot tell: several values at once are zero or usual, or one on the way is open. The command, copied above, answers it.";
    if (a.status === "contradiction") return `These values contradict each other${a.conflict ? ": " + listed(a.conflict.behind.map(slotName)) : ""}.`;
    if (a.status === "unreachable") return `No value of ${meaning} meets these values.`;
    if (a.status === "underdetermined" && !a.values.length) return `These values do not settle ${meaning}.`;
    if (a.intervals.length) {
      const pace = regime && regime.facts.map(([, , , winner, names]) => text(names[winner])).find((winner) => binds(regime, winner));
      return `Every value of ${meaning} in this interval ${k === state.out ? "meets these values" : "gives the same " + Q[state.out].label}${pace ? ": " + pace + " sets the pace" : ""}.`;
    }
    const words = regime ? SENSE_WORDS[sense(regime)] : "", whole = first.whole !== null && a.values.length === 1 && number(first.whole, 6) !== number(first.value / unitOf(k)) ? `, in whole ones ${number(first.whole, 6)}` : "";
    const many = /[^s]s$/.test(meaning) && !/^number of/.test(meaning), subject = capital(many && q.whole ? "the number of " + meaning : meaning);
    let told = `${subject} ${many && !q.whole ? "are" : "is"} ${words ? words + " " : ""}${a.values.map((v) => amount(k, v.value)).join(" or ")}${whole}.`;
    const fact = shown(comparisons(a)).filter((f) => "ge".includes(f.kind)).slice(-1)[0];
    if (fact) told += ` ${capital(binds(regime, fact.winner) ? `${fact.winner} binds, ${number(fact.value / fact.next, 3)} times ${fact.other}` : compared(fact))}.`;
    if (a.status === "infeasible") {
      const failing = first.limits.filter((l) => l.holds === false).map((l) => quoted(DATA.texts[l.name].replace(/_/g, " ")));
      told += ` But ${listed(failing)} ${failing.length > 1 ? "fail" : "fails"}.`;
    }
    return told;
  }
  // That other figures of an entry do not count beside those of it that were moved.
  const leftAside = (k) => DATA.aside.map(([entry, own]) => {
    const moved = own.filter((j) => j !== k && Math.abs(state.values[j] / START.values[j] - 1) > 1e-9);
    return moved.length ? `<p class="soft">With ${esc(listed(moved.map((j) => Q[j].label)))} moved, the other figures of ${esc(entry)} do not count.</p>` : "";
  }).join("");
  const listed = (names) => [names.slice(0, -1).join(", "), names[names.length - 1]].filter(Boolean).join(" and ");
  const slotName = (slot) => (slotValue.has(slot) ? Q[slotValue.get(slot)].label : DATA.others[slot]?.[0] || "a value");
  const implied = ({ implied: slot, value }) => (slotValue.has(slot) ? amount(slotValue.get(slot), value) : [number(value / read.slots[slot][4]), DATA.others[slot]?.[1]].filter(Boolean).join(" "));
  function showAnswer() {
    const k = state.open, a = current, box = make("section"), first = a.values[0], regime = first ? regimeOf(program(), first.regime) : null;
    const badges = [`<span class="badge ${BADGES[a.status]}">${a.intervals.length && a.status === "solved" ? "solved: an interval" : a.status}</span>`];
    if (a.values.length && SENSE_BADGES[sense(regime)]) badges.push(`<span class="badge">${regime ? SENSE_BADGES[sense(regime)] : "sense not judged"}</span>`);
    box.innerHTML = `<p class="badges">Answer ${badges.join(" ")}</p><p class="headline">${headline(k, a)}</p><p class="told">${esc(sentence(k, a))}</p>${leftAside(k)}<div class="facts"></div>`;
    const facts = box.querySelector(".facts"), add = (title, lines) => {
      const part = make("div");
      part.append(make("h3", "", title), ...lines.map((line) => (line instanceof Node ? line : make("p", "", line))));
      facts.append(part);
    };
    const sides = shown(comparisons(a)).slice(-3);
    if (sides.length) add("Regime", sides.map(compared));
    else if (regime && text(regime.title)) add("Regime", [capital(text(regime.title))]);
    if (regime && regime.why.length && sense(regime) !== "=") add(sense(regime) === "≈" ? "Why an estimate" : "Why a bound", regime.why.map((w) => capital(text(w))));
    if (first && first.limits.length) {
      add("Constraints", first.limits.map((l) => {
        const name = DATA.texts[l.name].replace(/_/g, " ");
        if (l.holds === null) return `${name}: not judged`;
        const line = make("p", l.holds ? "holds" : "fails", `${l.holds ? "✓" : "✗"} ${name}`);
        if (l.sides[1]) line.append(`: ${number((100 * l.sides[0]) / l.sides[1], 3)} % of the limit`);
        return line;
      }));
    }
    for (const note of a.notes) if (note.implied !== undefined) add("Implied", [`${slotName(note.implied)} = ${implied(note)}`]);
    if (a.status !== "solved") { const part = make("div", "mends"); part.append(make("h3", "", "Try")); facts.append(part); }
    box.append(keptLine());
    box.lastChild.append(pressed($("answer").classList.contains("whole") ? "Show less" : "Show all", "more")); // where facts are cut
    patchInside($("answer"), box);
  }

  // --- two scenarios --------------------------------------------------------------------------------
  const comparable = () => kept && kept.open === state.open && kept.out === state.out;
  const pressed = (name, look = "") => Object.assign(make("button", look, name), { type: "button" });
  function keptLine() {
    const line = make("p", "kept"), button = (name) => line.append(pressed(name));
    if (!kept) {
      button("Keep for comparison");
      return line;
    }
    const here = valueOf(current), both = comparable() && kept.value && here, other = [];
    for (const k of [...Array(MOVED).keys(), state.out]) {
      if (k !== state.open && kept.values[k] !== state.values[k]) other.push(`${Q[k].label} ${amount(k, kept.values[k])}, now ${amount(k, state.values[k])}`);
    }
    line.append(make("strong", "", "Kept: "), kept.told + (both && here !== kept.value ? ` Now ${change(here / kept.value - 1)}.` : ""), make("span", "soft", other.length ? ` With ${other.join("; ")}.` : comparable() ? " The values are the same." : ""));
    button("Swap");
    button("Let go");
    return line;
  }
  const KEPT = {
    "Keep for comparison"() { kept = keep(current); changed(); tell("Kept for comparison."); },
    Swap() { const now = keep(current); takeBack(); kept = now; changed(); },
    "Let go"() { kept = null; changed(); },
    "Show all"() { $("answer").classList.add("whole"); showAnswer(); },
    "Show less"() { $("answer").classList.remove("whole"); showAnswer(); },
  };
  const taken = () => ({ open: state.open, out: state.out, over: state.over, values: state.values.slice() });
  const keep = (a) => ({ ...taken(), told: sentence(state.open, a), value: valueOf(a) });
  const takeBack = () => Object.assign(state, { open: kept.open, out: kept.out, over: kept.over, values: kept.values.slice() });
  function* solves(k, value) {
    return read.admits(Q[k].slot, value) && (yield* asking({ [k]: value }, "brief")).status === "solved";
  }
  // A bound with four digits, or whole, on the side that is allowed.
  function inwards(k, bound, way) {
    const unit = Q[k].units[Q[k].unit], step = Q[k].whole ? 1 : 10 ** (Math.floor(Math.log10(bound / unit)) - 3);
    return (way > 0 ? Math.ceil(bound / unit / step) : Math.floor(bound / unit / step)) * step * unit;
  }
  // The nearest value of each known at which there is an answer.
  function* showMends() {
    const place = document.querySelector(".mends");
    if (!place) return;
    const clash = current.status === "contradiction", how = clash ? "brief" : "quick", per = clash ? 3 : 8;
    const behind = clash && current.conflict ? current.conflict.behind.map((slot) => slotValue.get(slot)) : null;
    const found = [];
    for (const k of knowns()) {
      if (behind && !behind.includes(k)) continue;
      const x = state.values[k];
      let best = null;
      for (const way of [1, -1]) {
        let bad = x;
        for (let n = 1; n <= 3 * per; n++) {
          const y = x * 10 ** ((way * n) / per);
          if (!(y > 0) || !read.admits(Q[k].slot, y)) break;
          yield;
          if ((yield* asking({ [k]: y }, how)).status !== "solved") { bad = y; continue; }
          let good = y;
          for (let m = 0; m < (clash ? 14 : 30); m++) {
            yield;
            const middle = Math.sqrt(good * bad);
            if ((yield* asking({ [k]: middle }, how)).status === "solved") good = middle; else bad = middle;
          }
          const value = inwards(k, good, way), far = (8 * n) / per;
          if ((yield* solves(k, value)) && (!best || far < best.n)) best = { k, way, value, n: far };
          break;
        }
      }
      if (best) found.push(best);
    }
    const rank = (e) => e.n + (Q[e.k].kind === "given" ? 0 : 3);
    found.sort((p, q) => rank(p) - rank(q)).slice(0, 4).forEach(({ k, way, value }) => {
      const button = make("button", "mend", `${Q[k].label} ${way > 0 ? "at least" : "at most"} ${amount(k, value)}`);
      button.type = "button";
      button.addEventListener("click", () => set(k, value));
      place.append(button);
    });
    if (!found.length) place.append(make("p", "", "no single value within reach of its slider mends it"));
  }

  // --- derivation -------------------------------------------------------------------------------
  const filled = (template, v, numbers, digits = /[⌈⌊]/.test(text(template)) ? 7 : 4) => text(template).replace(/@(\d+|\.);/g, (_, k) => {
    if (k === ".") return numbers ? "<mo>⋅</mo>" : '<mspace width="0.17em"/>';
    const q = Q[+k], x = numbers && q.slot >= 0 ? v[q.slot] : NaN;
    return x === x ? measured(+k, x, digits) : text(q.symbol);
  });
  function measured(k, x, digits) {
    const unit = bestUnit(k, x), [mantissa, power] = number(x / Q[k].units[unit], digits).split("e");
    const scaled = power ? `<mo>×</mo><msup><mn>10</mn><mn>${power.replace("-", "−")}</mn></msup>` : "";
    return `<mrow><mn>${mantissa}</mn>${scaled}${unit ? `<mspace width="0.22em"/><mtext>${esc(unit)}</mtext>` : ""}</mrow>`;
  }
  // A line of the derivation, with the numbers of the sliders.
  function lineOf(step, v) {
    const rule = [text(step.rule), text(step.name)].filter(Boolean).join(", ");
    let line = step.line && filled(step.line, v, false);
    if (step.right !== undefined) {
      const left = text(Q[step.left].symbol), result = v[Q[step.left].slot];
      const parts = [[left, filled(step.right, v, false)], ["", filled(step.right, v, true)]];
      if (result === result) parts.push(["", measured(step.left, result)]);
      line = `<mtable displaystyle="true">${parts.map(([a, b]) => `<mtr><mtd>${a}</mtd><mtd><mo>=</mo></mtd><mtd>${b}</mtd></mtr>`).join("")}</mtable>`;
    }
    return `<p class="reason">${filled(step.why, v, false)}</p><p class="rule">${esc(rule)}${text(step.ok) ? ` <span class="ok">✓ ${esc(text(step.ok))}</span>` : ""}</p>` +
      `<div class="line"><math display="block"><mrow>${line}</mrow></math></div>`;
  }
  const inSight = new WeakSet(); // the lines on the screen
  const watched = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) inSight.add(target); else inSight.delete(target);
  }, { rootMargin: "80px" });
  const LINES = 4; // that a frame has time to make and lay out
  let lines = [], stepList = null; // as shown, so that only what changes is set anew
  function stepsShown(count) { // so many lines, new ones without words yet; whether there are any of these
    while (lines.length > count) {
      lines.pop();
      stepList.lastChild.remove();
    }
    const more = count - lines.length;
    for (let n = 0; n < more; n++) {
      const each = make("li");
      stepList.append(each);
      watched.observe(each);
      lines.push("");
    }
    return more > 0;
  }
  // The lines; while a slider moves, those on the screen.
  function* showDerivation(moving) {
    const box = $("derivation"), a = current, regime = a.candidate && regimeOf(program(), a.regime), was = isOpen(box);
    const heading = '<h2 id="derivation-title">Derivation</h2><p class="aside">Each line verified; the numbers are those of the sliders.</p>';
    if (!regime) {
      [lines, stepList] = [[], null];
      box.innerHTML = heading;
      box.append(make("p", "soft", a.candidate ? "The lines of this regime are not in the page; the command shows them." : "There is no value to derive."));
      return;
    }
    if (!stepList) {
      box.innerHTML = heading;
      stepList = make("ol", "steps");
      box.append(stepList);
      watched.disconnect();
    }
    if (stepsShown(regime.steps.length) && moving) yield NEXT_FRAME; // which tells those on the screen
    let changes = 0;
    for (const [place, n] of regime.steps.entries()) {
      const each = stepList.children[place];
      if (moving && !inSight.has(each)) continue;
      const line = lineOf(DATA.steps[n], a.candidate.values);
      if (line === lines[place]) continue;
      const made = make("li");
      const shrunk = each.querySelector(".line math")?.style.fontSize;
      made.innerHTML = lines[place] = line;
      if (shrunk) made.querySelector(".line math").style.fontSize = shrunk; // until it is fitted anew
      patch(each, made);
      changes += 1;
      yield changes % LINES ? undefined : NEXT_FRAME;
    }
    if (moving && stepList.nextSibling) return;
    while (stepList.nextSibling) stepList.nextSibling.remove();
    const others = Object.entries(DATA.regimes[program()]).filter(([key]) => key !== a.regime);
    const titles = [...new Set(others.map(([, r]) => text(r.title)).filter((t) => t && t !== text(regime.title)))];
    if (titles.length) {
      const rest = make("details");
      rest.open = was;
      rest.append(make("summary", "", "Set aside: " + titles.join("; ")));
      for (const f of shown(comparisons(a)).slice(-3)) rest.append(make("p", "soft", capital(compared(f)) + "."));
      box.append(rest);
    }
  }
  const isOpen = (box) => !!box.querySelector("details[open]");

  // --- curve ------------------------------------------------------------------------------------
  // Its measures are those of the screen, so that its words have one size on all of them.
  const RIGHT = 18, TOP = 44, BOTTOM = 44, LETTER = 6.9; // of words at 12 px, on average
  let W = 0, H = 0, LEFT = 0;
  function measure() {
    const box = getComputedStyle($("curve"));
    const wide = Math.max(260, Math.floor($("curve").clientWidth - parseFloat(box.paddingLeft) - parseFloat(box.paddingRight)));
    if (Math.abs(wide - W) < 24) return false; // no more than a scroll bar
    [W, H, LEFT] = wide < 500 ? [wide, 280, 62] : [wide, 340, 76];
    return true;
  }
  // ms that the answer and the points of a curve may take while a slider moves; less where the
  // derivation is shown anew
  const LONGEST = 4, SHORT = 3;
  let scale = null, sketches = { of: "", at: [], round: 0 }; // roots at the points of the curve while a slider moves
  // The points of the curve, where its regimes meet, and those of the kept scenario: first some,
  // then those between them, until the time is up.
  function* pointsOf(judged, until = Infinity) {
    const k = state.over, q = Q[k], found = [], edges = [], dashed = [];
    const at = (n) => between(k, q.low, q.high, n / (POINTS - 1)), began = performance.now(), late = (share = 1) => performance.now() > began + share * (until - began);
    const of = [program(), k].join();
    if (sketches.of !== of) sketches = { of, at: [], round: 0 };
    sketches.round += judged ? 0 : 1;
    // What is known of a point, but for every sixth time, when it is looked for anew; of the first six
    // points, which are always drawn, one is.
    const known = (n) => (judged ? undefined : ((n >> 4) + sketches.round) % 6 && sketches.at[n] ? sketches.at[n] : (sketches.at[n] = new Map()));
    function* looked(x, others, near) {
      const a = yield* asking({ ...others, [k]: x }, judged ? "brief" : "quick", near), value = valueOf(a), several = severalOf(a), ok = value !== null || a.intervals.length > 0;
      return { x, value, span: a.intervals[0], several, bad: a.status === "infeasible", kind: several.length ? `${several.length} values` : ok ? a.regime || "" : a.status, ok: ok || several.length > 0 };
    }
    const look = (x, others) => whole(looked(x, others));
    for (let step = 16; step >= 1 && (step === 16 || !late(0.6)); step /= 2) { // the rest of the time is for the edges
      for (let n = 0; n < POINTS && (step === 16 || !late(0.6)); n += step) if (!found[n]) { found[n] = yield* looked(at(n), null, known(n)); yield; }
    }
    const points = found.filter(Boolean);
    for (let n = 1; n < points.length; n++) {
      if (kindOf(points[n]) === kindOf(points[n - 1])) continue;
      let [low, high] = [points[n - 1], points[n]], m = 0;
      for (; m < 16 && !late(); m++) {
        yield;
        const middle = yield* looked(between(k, low.x, high.x));
        if (kindOf(middle) === kindOf(low)) low = middle; else high = middle;
      }
      edges.push({ x: between(k, low.x, high.x), low, high, n, found: m === 16 });
    }
    for (const e of edges.slice().reverse()) points.splice(e.n, 0, e.low, e.high);
    if (!comparable()) return { points, edges, dashed: [], look };
    if (kept.curve && kept.curve.k === k) return { points, edges, dashed: kept.curve.dashed, look };
    for (let n = 0; n < POINTS; n += late() ? 16 : 1) {
      const p = yield* looked(at(n), kept.values);
      if (p.value !== null) dashed.push(p);
      yield;
    }
    if (judged) kept.curve = { k, dashed };
    return { points, edges, dashed, look };
  }
  let shownHeading = ""; // what the heading was made for
  function drawCurve({ points, edges, dashed, look }, moving) {
    const box = $("curve"), k = state.over, q = Q[k], own = state.values[k], mine = current;
    const values = [...points, ...dashed].filter((p) => p.ok).flatMap((p) => (p.value !== null ? [p.value] : p.span ? p.span.filter((x) => Number.isFinite(x) && x > 0) : p.several)).filter((x) => !x || (Math.abs(x) > 1e-290 && Math.abs(x) < 1e290));
    const heading = [state.open, k, state.out].join(), was = isOpen(box);
    if (heading !== shownHeading) box.replaceChildren(curveHeading(k));
    shownHeading = heading;
    if (!values.length) {
      while (box.childNodes.length > 1) box.lastChild.remove();
      const none = make("p", "soft nothing", "No value anywhere on this slider.");
      none.style.height = H + "px"; // what stands below stays where it is
      box.append(none);
      scale = null;
      return;
    }
    const log = values.every((v) => v > 0);
    let least = Math.min(...values), most = Math.max(...values);
    if (log && most / least > 1e4) { // what runs off to zero or without end leaves room for the rest
      const [low, high] = [0.1, 0.9].map((share) => percentile(values, share)), mine = valueOf(current) || low;
      [least, most] = [Math.max(least, Math.min(low, mine) / 2), Math.min(most, Math.max(high, mine) * 2)];
    }
    if (most - least <= 1e-9 * Math.abs(most)) [least, most] = log ? [least / 2, most * 2] : [least - 1, most + 1];
    const height = (y) => (log ? Math.log(y / least) / Math.log(most / least) : (y - least) / (most - least));
    const X = (x) => LEFT + (W - LEFT - RIGHT) * shareOf(k, x);
    const Y = (y) => Math.max(TOP, Math.min(H - BOTTOM, H - BOTTOM - (H - TOP - BOTTOM) * (0.04 + 0.92 * height(y))));
    scale = { X, k, at: (px) => between(k, q.low, q.high, (px - LEFT) / (W - LEFT - RIGHT)) };
    const svg = drawn("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": curveWords(k, edges, points), class: "plot" });
    svg.append(drawn("defs", {}, drawn("pattern", { id: "hatch-lines", width: 11, height: 11, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, drawn("line", { x1: 1, y1: 0, x2: 1, y2: 11, class: "hatch" }))));
    const unit = bestUnit(state.open, Math.sqrt(Math.abs(least * most)) || most), per = Q[state.open].units[unit];
    let layer = null; // what belongs together, so that elements stay the same when others come or go
    const nextLayer = () => { layer = drawn("g", {}); svg.append(layer); };
    const colours = new Map(), colour = (kind) => { if (!colours.has(kind)) colours.set(kind, colours.size % 4); return colours.get(kind); };
    const runs = [];
    nextLayer();
    for (const p of points) {
      const last = runs[runs.length - 1];
      if (last && last.kind === kindOf(p)) { last.end = p.x; last.points.push(p); } else runs.push({ kind: kindOf(p), ok: p.ok, start: p.x, end: p.x, points: [p] });
    }
    runs.slice(1).forEach((run, n) => { // they meet, also where the time was up before that was found closely
      const before = runs[n], last = before.points[before.points.length - 1], [first] = run.points;
      if (X(first.x) - X(last.x) > 12 && last.value !== null && first.value !== null) run.points.unshift(last);
      before.end = run.start = between(k, before.end, run.start);
    });
    const covered = []; // by words
    const taken = [(unit.length + 3) * LETTER, LEFT - 40]; // where the next words may start, of the upper and the lower row
    runs.forEach((run) => {
      const start = X(run.start), end = X(run.end), ok = run.ok;
      const area = { x: start, y: TOP, width: Math.max(0, end - start), height: H - TOP - BOTTOM };
      const first = run.points[run.points.length - 1];
      layer.append(drawn("rect", { ...area, class: ok ? "area r" + colour(run.kind) : "none" }));
      if (first.bad) layer.append(drawn("rect", { ...area, class: "none" }));
      const label = (ok && !first.several.length ? titleOf(first.kind) || "" : first.kind) + (first.bad ? ", a limit fails" : "");
      if (!label || end - start <= 14) return;
      const row = taken[1] < Math.max((start + end - label.length * LETTER * 1.1) / 2, LEFT) ? 1 : 0, room = W - 4 - taken[row];
      const words = shortened(label, room), half = (LETTER * 1.1 * words.length) / 2;
      if (!words) return;
      const middle = Math.max(taken[row] + half, Math.min(W - 4 - half, (start + end) / 2));
      taken[row] = middle + half + 8;
      covered.push([middle - half, 0, middle + half, TOP - [20, 5][row]]);
      layer.append(drawn("text", { x: middle, y: TOP - [24, 9][row], class: "name " + (ok ? "t" + colour(run.kind) : "soft"), "text-anchor": "middle" }, words));
    });
    nextLayer();
    const across = q.share ? SHARES.filter((t) => t >= q.low && t <= q.high) : ticks(Math.log(q.low / size(k)), Math.log(q.high / size(k)), W / 75);
    across.forEach((t) => {
      const x = X(t * size(k)), words = q.share ? String(t) : tickWords(t, across), half = (words.length * LETTER) / 2;
      layer.append(drawn("line", { x1: x, x2: x, y1: TOP, y2: H - BOTTOM, class: "grid" }), drawn("text", { x: Math.min(x, W - half), y: H - BOTTOM + 17, "text-anchor": "middle", class: "tick" }, words));
    });
    const present = valueOf(mine), told = present !== null && own >= q.low && own <= q.high && (!log || present > 0);
    // What a rectangle crosses: 2 is a line of values, 1 that of the point or of an edge.
    const crossed = ([left, top, right, bottom]) => {
      const values = [points, dashed].some((line) => line.some((p, n) => {
        const next = line[n + 1];
        if (!next || p.value === null || next.value === null || X(next.x) < left || X(p.x) > right) return false;
        const at = (x) => Y(p.value) + ((Y(next.value) - Y(p.value)) * (Math.max(X(p.x), Math.min(X(next.x), x)) - X(p.x))) / (X(next.x) - X(p.x) || 1);
        const [a, b] = [at(left), at(right)];
        return Math.min(a, b) < bottom + 2 && Math.max(a, b) > top - 2;
      }));
      const upright = (x) => left < x + 3 && x - 3 < right;
      return values ? 2 : (told && upright(X(own)) && bottom > Y(present)) || edges.some(({ x }) => upright(X(x))) ? 1 : 0;
    };
    // The first of these words at the first of these places where they fit beside the words that
    // stand already, and cross as little as can be; or null.
    const placed = (kind, wordings, places) => {
      for (const most of [0, 1, 2]) {
        for (const words of wordings) {
          const wide = words.length * (kind === "here" ? 1.26 : 1) * LETTER;
          for (const [x, y, anchor] of places) {
            const left = x - { start: 0, middle: 0.5, end: 1 }[anchor] * wide, made = [left, y - 12, left + wide, y + 4];
            if (left < LEFT || made[2] > W || covered.some((c) => c[0] < made[2] && made[0] < c[2] && c[1] < made[3] && made[1] < c[3]) || crossed(made) > most) continue;
            covered.push(made);
            return drawn("text", { x, y, "text-anchor": anchor, class: kind }, words);
          }
        }
      }
      return null;
    };
    const hereWords = () => {
      const x = X(own), y = Y(present), right = x < W * 0.75, beside = points.filter((p) => p.value !== null);
      const before = beside.findLast((p) => p.x < own), after = beside.find((p) => p.x > own);
      const falls = before && after && Y(after.value) > Y(before.value) + 1, rises = before && after && Y(after.value) < Y(before.value) - 1;
      const [above, below] = [["end", -12, -10], ["start", 11, -13]].map(([anchor, by, up]) => [x + by, y + up, anchor]);
      const first = falls && right ? [below] : rises || !right ? [above] : [];
      const far = [-30, 40, -48, 58, -66].map((by) => y + by).filter((at) => at > TOP + 12 && at < H - BOTTOM - 4);
      const places = [...first, [x, y - 13, "middle"], above, below, [x + 11, y + 22, "start"], [x - 11, y + 22, "end"], ...far.flatMap((at) => [[x - 12, at, "end"], [x + 11, at, "start"], [LEFT + 6, at, "start"], [W - RIGHT, at, "end"]])];
      const plainly = bestUnit(state.open, present) === unit ? [number(present / per)] : []; // which stands at the axis
      return placed("here", [amount(state.open, present), ...plainly], places);
    };
    if (told) covered.push([X(own) - 9, Y(present) - 9, X(own) + 9, Y(present) + 9]);
    const here = told ? hereWords() : null;
    const upwards = log ? ticks(Math.log(least / per), Math.log(most / per), 9) : even(least / per, most / per);
    upwards.forEach((t) => {
      layer.append(drawn("line", { x1: LEFT, x2: W - RIGHT, y1: Y(t * per), y2: Y(t * per), class: "grid" }), drawn("text", { x: LEFT - 8, y: Y(t * per) + 4, "text-anchor": "end", class: "tick" }, tickWords(t, upwards)));
    });
    nextLayer();
    for (const run of runs) {
      if (!run.ok) continue;
      const off = (p) => !p || p.value === null || (log && (p.value < least || p.value > most));
      const line = run.points.filter((p, i) => p.value !== null && (!log || p.value > 0) && !(off(p) && off(run.points[i - 1]) && off(run.points[i + 1]))), band = run.points.filter((p) => p.value === null && p.span);
      if (line.length > 1) layer.append(drawn("path", { d: "M" + line.map((p) => `${X(p.x).toFixed(1)} ${Y(p.value).toFixed(1)}`).join("L"), class: "curve l" + colour(run.kind) }));
      run.points[0].several.forEach((_, j) => {
        const each = run.points.filter((p) => !log || p.several[j] >= least);
        if (each.length > 1) layer.append(drawn("path", { d: "M" + each.map((p) => `${X(p.x).toFixed(1)} ${Y(p.several[j]).toFixed(1)}`).join("L"), class: "curve l" + colour(run.kind) }));
      });
      if (band.length > 1) {
        const bottom = (p) => Y(Math.max(p.span[0], least)), top = (p) => Y(Math.min(p.span[1], most));
        layer.append(drawn("path", { d: "M" + band.map((p) => `${X(p.x).toFixed(1)} ${bottom(p).toFixed(1)}`).join("L") + "L" + band.reverse().map((p) => `${X(p.x).toFixed(1)} ${top(p).toFixed(1)}`).join("L") + "Z", class: "band l" + colour(run.kind) }));
      }
    }
    nextLayer();
    for (const e of edges) {
      const value = [e.low.value, e.high.value].find((x) => x !== null && (!log || x > 0)), x = X(e.x);
      layer.append(drawn("line", { x1: x, x2: x, y1: TOP, y2: H - BOTTOM, class: "edge" }));
      if (!e.found) continue; // where it is stands there when the values rest
      if (value !== undefined && e.low.ok && e.high.ok) {
        const at = `${titleOf(e.low.kind) === titleOf(e.high.kind) ? "a limit is reached" : "regimes meet"} at ${amount(k, e.x, 3)}`;
        const heights = [26, -16, 42, -32, 62, -52, 90, -80].map((by) => Y(value) + by).filter((y) => y > TOP + 12 && y < H - BOTTOM - 4);
        const off = told ? X(own) - x : 0, [by, past] = Math.abs(off) < 90 ? [Math.max(0, off), Math.min(0, off)] : [0, 0]; // beyond the line of the point
        const beside = (px, anchor) => heights.map((y) => [px, y, anchor]), right = [...beside(x + 9, "start"), ...(by ? beside(x + by + 9, "start") : [])];
        const left = [...beside(x - 9, "end"), ...(past ? beside(x + past - 9, "end") : [])], places = x > W * 0.5 ? [...left, ...right] : [...right, ...left];
        layer.append(drawn("circle", { cx: x, cy: Y(value), r: 3.5, class: "meet" }));
        const all = [`${at}, ${amount(state.open, value)}`, at, amount(k, e.x, 3), number(e.x / size(k), 3)];
        const note = placed("note", all, places);
        if (note) layer.append(note);
      } else if (e.low.ok !== e.high.ok && x > LEFT + 4 && x < W - RIGHT - 4) {
        const y = H - BOTTOM - 9, sides = [[x - 7, "end"], [x + 7, "start"]], way = e.high.ok ? "above" : "up to";
        if (!e.high.ok) sides.reverse();
        const heights = [y, y - 18, TOP + 16, TOP + 34];
        const note = placed("note", [`${way} ${amount(k, e.x)}`, `${way} ${number(e.x / size(k))}`], heights.flatMap((at) => sides.map(([px, anchor]) => [px, at, anchor])));
        if (note) layer.append(note);
      }
    }
    nextLayer();
    const line = dashed.filter((p) => !log || p.value >= least);
    if (line.length > 1) {
      const last = line[line.length - 1];
      layer.append(drawn("path", { d: "M" + line.map((p) => `${X(p.x).toFixed(1)} ${Y(p.value).toFixed(1)}`).join("L"), class: "curve before" }));
      const y = Y(last.value), note = placed("note", ["kept"], [[X(last.x) - 6, y - 8, "end"], [X(last.x) - 6, y + 18, "end"], [X(last.x) - 60, y - 8, "end"], [X(last.x) - 60, y + 18, "end"]]);
      if (note) layer.append(note);
    }
    if (comparable() && kept.value !== null && kept.values[k] >= q.low && kept.values[k] <= q.high && (!log || kept.value > 0)) {
      layer.append(drawn("circle", { cx: X(kept.values[k]), cy: Y(kept.value), r: 5, class: "meet" }));
    }
    nextLayer();
    if (told) {
      layer.append(drawn("line", { x1: X(own), x2: X(own), y1: Y(present), y2: H - BOTTOM, class: "drop" }), drawn("circle", { cx: X(own), cy: Y(present), r: 7, class: "present" }), ...(here ? [here] : []));
    }
    nextLayer();
    layer.append(drawn("text", { x: W - RIGHT, y: H - 8, "text-anchor": "end", class: "axis" }, `${q.label}${state.units[k] ? " [" + state.units[k] + "]" : ""}`));
    layer.append(drawn("text", { x: 4, y: 16, class: "axis" }, unit ? `[${unit}]` : ""));
    svg.append(drawn("g", { class: "tip" }));
    const plot = box.children[1], table = box.querySelector("details");
    scale.look = look;
    if (plot && plot.nodeName === "svg") patch(plot, svg);
    else {
      while (box.childNodes.length > 1) box.lastChild.remove();
      box.append(svg);
      pointer(svg);
    }
    if (moving && table && !table.open) return;
    const numbers = curveTable(k, points, (x) => look(x, kept.values), was);
    if (table) patch(table, numbers); else box.append(numbers);
  }
  const percentile = (values, share) => values.slice().sort((a, b) => a - b)[Math.floor(share * values.length)];
  const kindOf = (p) => (p.ok ? (titleOf(p.kind) || p.kind) + (p.bad ? ", a limit fails" : "") : p.kind);
  const SHARES = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999];
  const kindWords = (p) => (p.ok && !p.several.length ? (titleOf(p.kind) || "solved") + (p.bad ? ", a limit fails" : "") : kindOf(p));
  function ticks(from, to, most) { // between the logarithms of two values; even ones where these are near
    const found = [], wide = (to - from) / Math.LN10;
    for (let power = Math.floor(from / Math.LN10); power <= to / Math.LN10; power++) {
      for (const step of wide > 3.5 ? [1] : wide > 1 ? [1, 3] : [1, 2, 3, 5, 7]) {
        const x = +(step + "e" + power);
        if (Math.log(x) >= from - 1e-9 && Math.log(x) <= to + 1e-9) found.push(x);
      }
    }
    if (found.length < 3) return even(Math.exp(from), Math.exp(to));
    return found.length > most ? found.filter((_, n) => n % Math.ceil(found.length / most) === 0) : found;
  }
  function even(least, most) { // round numbers at one distance, 1, 2 or 5 times a power of ten
    const rough = (most - least) / 5, power = 10 ** Math.floor(Math.log10(rough)), step = [1, 2, 5, 10].find((n) => n * power >= 0.999 * rough) * power, found = [];
    for (let n = Math.ceil(least / step - 1e-9); n * step <= most + 1e-9 * step; n++) found.push(+(n * step).toPrecision(12));
    return found;
  }
  // A number at an axis, with as many digits as tell it from the next.
  const tickWords = (x, all) => number(x, Math.min(12, Math.max(3, Math.ceil(Math.log10(Math.max(...all.map(Math.abs)) / (all.length > 1 ? Math.abs(all[1] - all[0]) : 1)) - 1e-9) + 1)));
  const shortened = (words, room) => {
    const most = Math.floor(room / (LETTER * 1.1)), [, left, how, right] = /^(.*?) (above|below|at most|at least) (.*)$/.exec(words) || [];
    if (how && words.length > most) { // how they compare tells them apart
      const each = Math.floor((most - how.length - 2) / 2), cut = (side, long) => (side.length <= long ? side : side.slice(0, long - 1).trimEnd() + "…");
      return each > 3 ? `${cut(left, Math.max(each, 2 * each - right.length))} ${how} ${cut(right, Math.max(each, 2 * each - left.length))}` : most > how.length ? how + "…" : "";
    }
    return words.length <= most ? words : most > 12 ? words.slice(0, most - 9) + "…" + words.slice(-8) : most > 6 ? words.slice(0, most - 1) + "…" : ""; // the ends tell regimes apart
  };
  function curveHeading(k) {
    const head = make("h2", "against"), over = make("select");
    over.setAttribute("aria-label", "Draw the curve over");
    for (const other of knowns()) over.append(new Option(Q[other].label, other, false, other === k));
    over.addEventListener("change", () => { state.over = +over.value; changed(); $("curve").querySelector("select").focus(); });
    const name = capital(Q[state.open].label);
    head.append(name + " against ", over);
    const box = make("div", "heading");
    box.append(head, make("p", "aside", "Drag the point, or hover to read."));
    return box;
  }
  function curveWords(k, edges, points) {
    const good = points.filter((p) => p.value !== null);
    const ends = good.length ? ` from ${amount(state.open, good[0].value)} at ${amount(k, good[0].x)} to ${amount(state.open, good[good.length - 1].value)} at ${amount(k, good[good.length - 1].x)}` : "";
    return `${capital(Q[state.open].label)} over ${Q[k].label}${ends}` + edges.map((e) => `; ${kindWords(e.low)} up to ${amount(k, e.x)}, then ${kindWords(e.high)}`).join("") + "." + (comparable() ? " The kept scenario is dashed." : "");
  }
  const shownAt = (p, none) => (p.value !== null ? amount(state.open, p.value) : p.span ? p.span.slice(0, 2).map((x) => amount(state.open, x)).join(" to ") : p.several.map((x) => amount(state.open, x)).join(" or ") || none);
  function curveTable(k, points, before, was) {
    const box = make("details", "numbers"), table = make("table"), body = make("tbody");
    box.open = was;
    table.setAttribute("aria-label", "The curve in numbers");
    table.innerHTML = `<thead><tr><th scope="col">${esc(Q[k].label)}</th><th scope="col">${esc(Q[state.open].label)}</th>${comparable() ? '<th scope="col">kept</th>' : ""}<th scope="col">regime</th></tr></thead>`;
    for (let n = 0; n <= 8; n++) {
      const p = points[Math.round((n * (points.length - 1)) / 8)], row = make("tr");
      row.append(make("td", "", amount(k, p.x)), make("td", "", shownAt(p, "–")), ...(comparable() ? [make("td", "", shownAt(before(p.x), "–"))] : []), make("td", "", kindWords(p)));
      body.append(row);
    }
    table.append(body);
    box.append(make("summary", "", "The curve in numbers"), table);
    return box;
  }
  function pointer(svg) {
    let dragging = false;
    const tip = () => svg.querySelector(".tip");
    const place = (event) => {
      const box = svg.getBoundingClientRect(), px = ((event.clientX - box.left) * W) / box.width;
      return scale.at(Math.max(LEFT, Math.min(W - RIGHT, px)));
    };
    const dragTo = (x) => {
      set(scale.k, roundedTo(scale.k, x));
    };
    svg.addEventListener("pointerdown", (event) => {
      dragging = true;
      const k = scale.k, move = (e) => {
        const now = $("curve").querySelector("svg.plot");
        if (!now || !scale || scale.k !== k) return;
        const box = now.getBoundingClientRect();
        dragTo(scale.at(Math.max(LEFT, Math.min(W - RIGHT, ((e.clientX - box.left) * W) / box.width))));
      };
      const end = () => { dragging = false; removeEventListener("pointermove", move); removeEventListener("pointerup", end); removeEventListener("pointercancel", end); };
      addEventListener("pointermove", move);
      addEventListener("pointerup", end);
      addEventListener("pointercancel", end);
      dragTo(place(event));
      event.preventDefault();
    });
    svg.addEventListener("pointermove", (event) => {
      if (dragging || event.pointerType === "touch") return;
      const p = scale.look(place(event)), x = scale.X(p.x), left = x > W / 2;
      const told = shownAt(p, p.kind);
      tip().replaceChildren(drawn("line", { x1: x, x2: x, y1: TOP, y2: H - BOTTOM, class: "drop" }), drawn("text", { x: x + (left ? -8 : 8), y: TOP + 16, "text-anchor": left ? "end" : "start", class: "here" }, told),
        drawn("text", { x: x + (left ? -8 : 8), y: TOP + 32, "text-anchor": left ? "end" : "start", class: "note" }, "at " + amount(scale.k, p.x, 3)));
    });
    svg.addEventListener("pointerleave", () => tip().replaceChildren());
  }

  // --- effects: elasticities, and where another regime takes over ---------------------------------
  function* showEffects() {
    const box = $("effects"), here = valueOf(current), flips = {}, list = [];
    const heading = '<div class="heading"><h2 id="effects-title">What it turns on</h2><p class="aside">Per cent of the answer for one per cent of the value.</p></div>';
    if (here === null) { box.innerHTML = heading; box.append(make("p", "soft", "There is no single value to vary.")); marks(null); return; }
    for (const k of knowns()) {
      const moved = function* (factor, how = "brief") {
        return state.values[k] ? valueOf(yield* asking({ [k]: state.values[k] * factor }, how)) : null;
      };
      const up = yield* moved(1 + 1e-5, "quick"), down = yield* moved(1 - 1e-5, "quick");
      const share = (y) => (y === null ? "–" : change(y / here - 1));
      yield;
      const less = yield* moved(0.9);
      yield;
      const more = yield* moved(1.1), steps = up === here && down === here && Q[state.open].whole && less && more; // it moves in whole ones
      const [top, bottom, by] = steps ? [more, less, 0.1] : [up, down, 1e-5];
      const slope = top !== null && bottom !== null && here ? Math.log(top / bottom) / Math.log((1 + by) / (1 - by)) : NaN;
      list.push({ k, slope, less: share(less), more: share(more) });
      flips[k] = yield* flip(k);
    }
    box.innerHTML = heading;
    const table = make("table", "effects"), body = make("tbody");
    table.setAttribute("aria-labelledby", "effects-title");
    table.innerHTML = '<thead><tr><th scope="col" colspan="2">value</th><td></td><th scope="col">elasticity</th><th scope="col">−10 %</th><th scope="col">+10 %</th><th scope="col">regime changes at</th></tr></thead>';
    list.sort((p, q) => Math.abs(q.slope || 0) - Math.abs(p.slope || 0) || p.k - q.k);
    const most = Math.max(1, ...list.map((e) => Math.abs(e.slope || 0)));
    for (const { k, slope, less, more } of list) {
      const row = make("tr"), at = flips[k], width = Math.abs(slope || 0) / most;
      row.innerHTML = `<td class="sign">${symbol(k)}</td><td>${esc(Q[k].label)}</td><td class="bar"></td><td class="right">${Number.isFinite(slope) ? number(Math.abs(slope) < 5e-4 ? 0 : slope, 3) : "–"}</td><td class="right">${less}</td><td class="right">${more}</td><td class="right">${at === null ? "no change in its range" : esc(amount(k, at.x) + (at.status === "solved" ? "" : ", " + at.status))}</td>`;
      row.querySelector(".bar").append(drawn("svg", { viewBox: "0 0 80 12", "aria-hidden": "true" }, [drawn("line", { x1: 40, x2: 40, y1: 0, y2: 12, class: "axis-line" }), drawn("rect", { x: slope < 0 ? 40 - 38 * width : 40, y: 2, width: Math.max(1, 38 * width), height: 8, rx: 1.5, class: slope < 0 ? "minus" : "plus" })]));
      body.append(row);
    }
    table.append(body);
    const wide = make("div", "wide");
    wide.append(table);
    box.append(wide);
    marks(flips);
  }
  const change = (x) => (Math.abs(x) < 5e-6 ? "0" : (x > 0 ? "+" : "−") + number(Math.abs(100 * x), 3) + " %");
  function* flip(k) { // the nearest value of a known, on its slider, at which the regime changes
    const own = state.values[k], key = function* (x) {
      const a = yield* asking({ [k]: x }, "quick");
      return a.status + " " + (titleOf(a.regime) || a.regime);
    };
    if (!own) return null;
    const here = yield* key(own), found = [];
    for (const end of [Q[k].low, Q[k].high]) {
      let good = own;
      for (let n = 1; n <= 8; n++) {
        let x = between(k, own, end, n / 8), near = good;
        yield;
        if ((yield* key(x)) === here) { good = x; continue; }
        for (let m = 0; m < 24; m++) {
          yield;
          const middle = between(k, near, x);
          if ((yield* key(middle)) === here) near = middle; else x = middle;
        }
        found.push({ x, status: (yield* asking({ [k]: x }, "quick")).status });
        break;
      }
    }
    return found.sort((p, q) => Math.abs(along(k, p.x) - along(k, own)) - Math.abs(along(k, q.x) - along(k, own)))[0] ?? null;
  }
  function marks(flips) {
    for (const k of [...Array(MOVED).keys(), ...OUTS]) {
      const svg = rows[k].marks, at = flips && flips[k];
      svg.replaceChildren();
      const put = (x) => 100 * shareOf(k, x) + "%";
      for (const entry of MENUS.flatMap(({ entries }) => entries)) {
        const x = entry.values[Q[k].name];
        if (x >= Q[k].low && x <= Q[k].high) svg.append(drawn("line", { x1: put(x), x2: put(x), y1: 19, y2: 26, class: "entry" }));
      }
      if (at && k !== state.open) svg.append(drawn("svg", { x: put(at.x), class: "flip" }, drawn("path", { d: "M-5 0h10l-5 8z" })));
    }
  }

  // --- copies and the address ---------------------------------------------------------------------
  const stated = () => knowns().map((k) => [Q[k].name, plain(k, state.values[k], 12)]).concat(DATA.fixed);
  const command = () => ["derive solve", Q[state.open].name, ...stated().map(([n, v]) => `-g ${n}="${v}"`), ...Object.entries(DATA.variants).map(([g, c]) => `--variant "${g}=${c}"`)].join(" ");
  function python() {
    const given = stated().map(([n, v]) => `    ${JSON.stringify(n)}: ${JSON.stringify(v)},`).join("\n");
    const variants = Object.keys(DATA.variants).length ? `, variants=${JSON.stringify(DATA.variants)}` : "";
    return `import derive\n\nanswer = derive.solve(${JSON.stringify(Q[state.open].name)}, {\n${given}\n}${variants})\nprint(answer)\n`;
  }
  const TEX = { "≤": "\\le ", "≥": "\\ge ", "≈": "\\approx ", "=": "=", ",": "\\,", "−": "-", "∞": "\\infty", "µ": "\\mu ", "·": "\\cdot ", "²": "^2", "³": "^3", "%": "\\%" };
  const tex = (words) => words.replace(/[≤≥≈=,−∞µ·²³%]/g, (sign) => TEX[sign]);
  function latex() {
    const k = state.open, parts = inNumbers(k, current).map(({ ends, unit, digits }) => {
      const each = ends.map((x) => tex(number(x / Q[k].units[unit], digits)).replace(/e(.*)/, " \\times 10^{$1}"));
      return each.join("\\text{ to }") + (unit && `\\,\\mathrm{${tex(unit)}}`);
    });
    return parts.length ? Q[k].tex + tex(signOf(current)) + parts.join("\\text{ or }") : hasNone(current) ? `\\text{no value of }${Q[k].tex}` : `${Q[k].tex}\\text{ not settled}`;
  }
  // What differs from the start, as the pairs of a link.
  function pairs(s) {
    const parts = [];
    if (s.out !== START.out) parts.push(["of", Q[s.out].name]);
    if (s.open !== s.out) parts.push(["solve", Q[s.open].name]);
    for (const k of knowns(s)) if (s.values[k] !== START.values[k] || k >= MOVED) parts.push([Q[k].name, plain(k, s.values[k], 12)]);
    if (s.over !== START.over) parts.push(["over", Q[s.over].name]);
    return parts;
  }
  const joined = (parts) => parts.map(([n, v]) => n + "=" + encodeURIComponent(v)).join("&");
  function hash() {
    const parts = pairs(state);
    if (kept) parts.push(["kept", joined(pairs(kept))]);
    if (parts.length) parts.push(["page", DATA.digest]);
    return joined(parts);
  }
  const link = () => location.href.split("#")[0] + (hash() ? "#" + hash() : "");
  function buildCopies() {
    $("copies").append(make("span", "soft", "Copy as"));
    for (const [name, words] of [["Link", link], ["Command", command], ["Python", python], ["LaTeX", latex]]) {
      const button = make("button", "", name);
      button.type = "button";
      button.dataset.copy = name;
      button.addEventListener("click", async () => {
        finish();
        const copied = words();
        button.dataset.copied = copied;
        try { await navigator.clipboard.writeText(copied); } catch {
          const area = make("textarea", "hidden", "");
          area.value = copied;
          document.body.append(area);
          area.select();
          document.execCommand("copy");
          area.remove();
        }
        button.textContent = "Copied";
        tell(name + " copied");
        setTimeout(() => { button.textContent = name; }, 1200);
      });
      $("copies").append(button);
    }
  }
  const find = (name) => Q.findIndex((q, k) => q.name === name && k < MOVED + OUTS.length);
  const quoted = (word) => `“${word.length > 40 ? word.slice(0, 39) + "…" : word}”`;
  // Take the state that these pairs tell; the names that the page does not have, the values that it
  // cannot take, and what else it cannot do, in sentences.
  function takeFrom(parts) {
    const found = { names: [], values: [], told: [] };
    const named = (key, fits) => { // the quantity of that name, if it fits
      const name = parts.get(key), k = name === null ? -1 : find(name);
      if (name !== null && k < 0) found.names.push(name);
      return k >= 0 && fits(k) ? k : undefined;
    };
    state.values = START.values.slice();
    state.out = state.open = named("of", (k) => k >= MOVED) ?? MOVED;
    state.open = named("solve", (k) => {
      const why = k < MOVED ? refusal(k) : "";
      if (why) found.told.push(`The link solves for ${Q[k].label}, which this page cannot: ${text(why)}.`);
      return k < MOVED && !why;
    }) ?? state.open;
    for (const [name, value] of parts) {
      if (["of", "solve", "over", "kept", "page"].includes(name)) continue;
      const k = find(name), x = k < 0 ? null : parsed(k, value);
      if (k < 0) found.names.push(name); else if (x === null) found.values.push([k, value]); else state.values[k] = x;
    }
    const [name, value] = [...parts].pop() || [], cut = parts.has("page") ? -1 : find(name); // a link of a page ends with its digest, and its values have units
    if (cut >= 0 && Object.keys(Q[cut].units).join("") && parsed(cut, value) !== null && !partsOf(value)[2]) {
      found.told.push(`The link ends with ${Q[cut].label} as ${quoted(value)}, without a unit: it may have been cut. The page takes ${amount(cut, state.values[cut])}.`);
    }
    const wanted = parts.has("over") ? named("over", (k) => k !== state.open) : START.over;
    state.over = wanted === undefined || wanted === state.open ? mostTelling() : wanted;
    return found;
  }
  const MOST_NAMED = 3;
  function tellWrong({ names, values, told }, link) {
    const strange = [...new Set(names)].filter(Boolean), first = strange.slice(0, MOST_NAMED).map(quoted), more = strange.length - first.length;
    if (more > 0) first.push(`${more} more`);
    if (strange.length) notice(`${link} names ${listed(first)}, which this page does not have.`);
    for (const [k, value] of values.slice(0, MOST_NAMED)) {
      notice(`${link} gives ${Q[k].label} as ${quoted(value)}, which is not a number within its range in one of its units; the page takes ${amount(k, state.values[k])}.`);
    }
    told.forEach(notice);
  }
  function fromHash() {
    address = location.hash.slice(1);
    document.querySelectorAll(".notice").forEach((line) => line.remove());
    const parts = new URLSearchParams(address), wrong = takeFrom(parts);
    if (parts.has("kept")) {
      const here = taken(), other = takeFrom(new URLSearchParams(parts.get("kept")));
      tellWrong(other, "The kept scenario of the link");
      kept = keep(ask());
      Object.assign(state, here);
    }
    changed();
    finish();
    tellWrong(wrong, "The link");
    for (const [k, value] of wrong.values) {
      rows[k].box.value = value.slice(0, 40);
      rows[k].row.classList.add("wrong");
      rows[k].box.setAttribute("aria-invalid", "true");
      document.body.classList.add("stale");
    }
    if (parts.get("page") && parts.get("page") !== DATA.digest) notice("The link was made by a page with other relations or values; its answer may differ.");
  }
  function notice(words) {
    const line = make("p", "notice", words);
    line.setAttribute("role", "alert");
    document.querySelector("main").before(line);
  }
  let saying = 0;
  const tell = (words) => { $("told").textContent = words; };

  // --- one update ---------------------------------------------------------------------------------
  // First the answer, then the curve, each in portions if it takes long. Values that are moved in
  // the meantime wait until what is shown belongs together, the newest of each quantity.
  const NEXT_FRAME = true; // what a job yields where a portion ends
  let job = null, portions = 0, awaited = new Map(), typed, rested = true; // since the last portion: a frame has time for one
  function take() {
    for (const [k, x] of awaited) state.values[k] = x;
    awaited = new Map();
    changed(typed);
  }
  function portion(time) { // of the job
    end = performance.now() + time;
    portions += 1;
    let step = job.next();
    while (!step.done && step.value !== NEXT_FRAME && performance.now() < end) step = job.next();
    end = Infinity;
    if (step.done) job = null;
    else again(portions > 1 ? 0 : 1); // the frame of the move itself has no time for more
    rested = false;
    setTimeout(() => { rested = true; });
    if (!job && awaited.size) takeSoon();
  }
  function takeSoon() {
    if (rested) take();
    else {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(take);
    }
  }
  function again(frames) { // a portion, after so many frames
    frame = requestAnimationFrame(() => (frames ? again(frames - 1) : portion(PORTION)));
  }
  function finish() { // what is under way, at once
    while (job || awaited.size) {
      cancelAnimationFrame(frame);
      if (job) portion(Infinity); else take();
    }
  }
  // Roots of the answers while a slider moves, for six moves.
  let mine = { of: -1, roots: null, others: null, round: 0 };
  let writing = 0, later = 0, waiting = 0, frame = 0, withLines = false, address = "";
  // A portion follows the one before as a message: a timer would let four milliseconds pass.
  const turn = new MessageChannel();
  let next = null; // the work whose turn it is
  turn.port1.onmessage = () => {
    const work = next;
    next = null;
    if (work) inPortions(work);
  };
  function dropWaiting() { // the work that waits until the values rest
    cancelAnimationFrame(waiting);
    clearTimeout(later);
    next = null;
  }
  function changed(typing) {
    if (typing === undefined) document.body.classList.remove("stale");
    cancelAnimationFrame(frame);
    dropWaiting();
    document.body.dataset.busy = "";
    delete document.body.dataset.warm;
    [job, portions] = [update(typing), 0];
    portion(LONGEST);
    clearTimeout(writing);
    writing = setTimeout(() => {
      const wanted = hash(), now = location.hash.slice(1);
      if (now !== address || wanted === now) return; // another link was opened, and is about to be read
      history.replaceState(null, "", wanted ? "#" + wanted : location.pathname + location.search);
      address = location.hash.slice(1);
    }, 250);
    document.title = DATA.title;
  }
  function* update(typing) {
    const began = performance.now();
    if (mine.of !== program() || mine.round >= 6) mine = { of: program(), roots: new Map(), others: new Map(OUTS.map((k) => [k, new Map()])), round: 0 };
    mine.round += 1;
    const before = kindOfAnswer(current), others = new Map();
    current = yield* asking(null, "brief", mine.roots);
    for (const k of OUTS) {
      const waits = mine.round > 1 && !withLines; // its turn is that of the derivation's pause
      if (isOther(k) && !waits) others.set(k, yield* also(k, mine.others.get(k)));
    }
    if (portions > 1) yield NEXT_FRAME;
    for (const k of [...Array(MOVED).keys(), ...OUTS]) {
      if (k !== typing && (!isOther(k) || others.has(k))) showRow(k, false, others.get(k));
    }
    chooseEntries();
    showAnswer();
    clearTimeout(saying);
    saying = setTimeout(() => tell(sentence(state.open, current)), 400);
    const spent = performance.now() - began;
    dropWaiting();
    later = setTimeout(inPortions, 160, afterwards());
    if (portions > 1 || kindOfAnswer(current) !== before) { // then the curve, before the values move on
      yield NEXT_FRAME;
      yield* redraw(0);
    } else frame = requestAnimationFrame(() => { job = redraw(spent); portion(PORTION - Math.min(spent, LONGEST)); });
  }
  const kindOfAnswer = (a) => [a.status, a.regime, a.values.length, a.intervals.length].join("|");
  function* redraw(spent) {
    withLines = !withLines;
    const points = yield* pointsOf(false, performance.now() + Math.max(0, (withLines ? SHORT : LONGEST) - spent));
    if (end - performance.now() < SHORT) yield NEXT_FRAME; // with time to draw them
    drawCurve(points, true);
    if (!withLines) return;
    yield NEXT_FRAME; // lines of another regime are all made anew
    yield* showDerivation(true);
  }
  // What can wait until the values rest.
  function* afterwards() {
    if (current.brief || mine.round > 1) {
      current = yield* asking();
      yield;
      for (const k of [...Array(MOVED).keys(), ...OUTS]) {
        showRow(k, false, isOther(k) ? yield* also(k) : undefined);
        if (k >= MOVED) yield;
      }
      showAnswer();
      yield;
    }
    showSources();
    yield* showDerivation();
    yield;
    yield* showMends();
    drawCurve(yield* pointsOf(true));
    yield* showEffects();
    yield* fitLines();
    delete document.body.dataset.busy;
    yield* warmUp();
  }
  // The first answer of its kind is slow, so each slider is asked at its ends and in its middle
  // before it moves.
  const warmed = new Set();
  function* warmUp() {
    const p = program();
    for (const k of knowns()) {
      for (const place of [0, STEPS / 2, STEPS]) {
        const key = [p, k, place].join();
        if (warmed.has(key)) continue;
        yield;
        warmed.add(key);
        yield* asking({ [k]: fromSlider(k, place) }, "brief");
      }
    }
    document.body.dataset.warm = "";
  }
  // Work in portions, between which the page answers; a change of a value ends it.
  function inPortions(work) {
    if (job) { // it comes first, on frames
      later = setTimeout(inPortions, PORTION, work);
      return;
    }
    end = performance.now() + PORTION;
    let step = work.next();
    while (!step.done && step.value !== NEXT_FRAME && performance.now() < end) step = work.next();
    end = Infinity;
    if (step.done) return;
    if (step.value === NEXT_FRAME) {
      waiting = requestAnimationFrame(() => inPortions(work));
      return;
    }
    next = work;
    turn.port2.postMessage(null);
  }
  // The curve starts over the given that moves the answer most, among those that are not counted.
  function mostTelling() {
    let best = knowns()[0], most = -1;
    for (const k of knowns()) {
      const up = state.values[k] && valueOf(ask({ [k]: state.values[k] * 1.001 }, "quick")), here = valueOf(ask({}, "quick"));
      const weight = up && here ? Math.abs(Math.log(up / here)) * (Q[k].whole ? 0.5 : 1) * (Q[k].kind === "given" ? 1.2 : 1) : 0;
      if (weight > most) [best, most] = [k, weight];
    }
    return best;
  }
  buildRows();
  buildCopies();
  $("answer").addEventListener("click", (event) => {
    const button = event.target.closest(".kept button");
    if (!button) return;
    finish();
    KEPT[button.textContent]();
    $("answer").querySelector(button.className ? ".more" : ".kept button:not(.more)").focus();
  });
  $("footer").textContent = `derive ${DATA.version} · page ${DATA.digest} · nothing leaves this page`;
  $("subtitle").textContent = DATA.subtitle || "";
  addEventListener("hashchange", () => { if (location.hash.slice(1) !== hash()) fromHash(); });
  measure();
  takeFrom(new URLSearchParams());
  START.over = state.over; // also where a link is opened
  fromHash();
  document.fonts.ready.then(fitSigns);
  addEventListener("resize", () => { fitSigns(); [...fitLines()]; if (measure()) changed(); });
  const unfolded = (open) => () => { for (const box of $("folded").querySelectorAll("details")) box.open = open; }; // on paper
  addEventListener("beforeprint", unfolded(true));
  addEventListener("afterprint", unfolded(false));
  document.body.dataset.ready = Math.round(performance.now());
})();
