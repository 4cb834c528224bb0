// Search over the index of the site, ranked as derive.search ranks: bm25 of SQLite's FTS5 over Porter's stems.
(() => {
"use strict";

// Porter's stemmer as FTS5 has it.
const STEP2 = [["ational", "ate"], ["tional", "tion"], ["enci", "ence"], ["anci", "ance"], ["izer", "ize"], ["logi", "log"],
  ["bli", "ble"], ["alli", "al"], ["entli", "ent"], ["eli", "e"], ["ousli", "ous"], ["ization", "ize"], ["ation", "ate"],
  ["ator", "ate"], ["alism", "al"], ["iveness", "ive"], ["fulness", "ful"], ["ousness", "ous"], ["aliti", "al"],
  ["iviti", "ive"], ["biliti", "ble"]];
const STEP3 = [["ical", "ic"], ["ness", ""], ["icate", "ic"], ["iciti", "ic"], ["ful", ""], ["ative", ""], ["alize", "al"]];
const STEP4 = ["ement", "ment", "ent", "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ion", "ou", "ism", "ate",
  "iti", "ous", "ive", "ize"];

function shape(word) {
  let shaped = "", consonant = false;
  for (const letter of word) {
    consonant = !("aeiou".includes(letter) || (consonant && letter === "y"));
    shaped += consonant ? "c" : "v";
  }
  return shaped;
}
const measure = (word) => (shape(word).match(/v+c+/g) || []).length;
const hasVowel = (word) => [...word].some((letter, k) => "aeiou".includes(letter) || (k > 0 && letter === "y"));
const short = (word) => !/[wxy]$/.test(word) && /(^|.)cvc$/.test(shape(word));
const cut = (word, count) => word.slice(0, word.length - count);

function stem(word) {
  if (new TextEncoder().encode(word).length < 3 || word.length > 64) return word;
  if (word.endsWith("s")) {
    if (/(.sses|ies)$/.test(word) && word.length > 3) word = cut(word, 2);
    else if (!word.endsWith("ss")) word = cut(word, 1);
  }
  word = pastStem(word);
  if (word.endsWith("y") && hasVowel(cut(word, 1))) word = cut(word, 1) + "i";
  for (const step of [STEP2, STEP3]) {
    const rule = longest(step, word);
    if (rule && measure(cut(word, rule[0].length)) > 0) word = cut(word, rule[0].length) + rule[1];
  }
  const last = longest(STEP4.map((ending) => [ending]), word);
  if (last && measure(cut(word, last[0].length)) > 1 && (last[0] !== "ion" || /[st]ion$/.test(word)))
    word = cut(word, last[0].length);
  if (word.endsWith("e")) {
    const rest = cut(word, 1), m = measure(rest);
    if (m > 1 || (m === 1 && !short(rest))) word = rest;
  }
  if (word.endsWith("ll") && measure(cut(word, 1)) > 1) word = cut(word, 1);
  return word;
}
function longest(rules, word) {
  return rules.filter((rule) => word.length > rule[0].length && word.endsWith(rule[0]))
    .sort((a, b) => b[0].length - a[0].length)[0];
}
function pastStem(word) {
  if (word.length > 3 && word.endsWith("eed")) return measure(cut(word, 3)) > 0 ? cut(word, 1) : word;
  const ending = word.length > 2 && word.endsWith("ed") ? 2 : word.length > 3 && word.endsWith("ing") ? 3 : 0;
  if (!ending || !hasVowel(cut(word, ending))) return word;
  word = cut(word, ending);
  if (/.(at|bl|iz)$/.test(word)) return word + "e";
  if (/([^aeioulsz])\1$/.test(word)) return cut(word, 1);
  return measure(word) === 1 && short(word) ? word + "e" : word;
}

const normal = (text) => text.trim().replace(/[\s-]+/g, "_").toLowerCase();
const tokens = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().match(/[\p{L}\p{N}\p{Co}]+/gu) || [];

// How alike two texts are, as difflib's SequenceMatcher has it.
function ratio(a, b) {
  const matched = (alo, ahi, blo, bhi) => {
    let besti = alo, bestj = blo, size = 0, ends = new Map();
    for (let i = alo; i < ahi; i++) {
      const fresh = new Map();
      for (let j = blo; j < bhi; j++) {
        if (a[i] !== b[j]) continue;
        const run = (ends.get(j - 1) || 0) + 1;
        fresh.set(j, run);
        if (run > size) [besti, bestj, size] = [i - run + 1, j - run + 1, run];
      }
      ends = fresh;
    }
    if (!size) return 0;
    return size + matched(alo, besti, blo, bestj) + matched(besti + size, ahi, bestj + size, bhi);
  };
  return (2 * matched(0, a.length, 0, b.length)) / (a.length + b.length);
}

// The search over an index: the numbers of its rows, best first.
function searcher(index) {
  const stems = new Map(), known = new Map();
  const stemmed = (word) => { if (!known.has(word)) known.set(word, stem(word)); return known.get(word); };
  const lengths = index.rows.map((row, number) => {
    let length = 0;
    [row[1], row[2].join(" "), row[3]].forEach((text, column) => {
      for (const word of tokens(text)) {
        length += 1;
        const key = stemmed(word);
        if (!stems.has(key)) stems.set(key, new Map());
        const hits = stems.get(key);
        hits.set(number, (hits.get(number) || 0) + index.weights[column]);
      }
    });
    return length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const sorted = [...stems.keys()].sort();
  const names = new Map();
  index.rows.forEach((row, number) => [row[1], ...row[2]].forEach((name) => names.set(name, number)));

  function phrases(word) {
    const whole = stems.get(stemmed(word)) || new Map(), begun = new Map();
    for (const key of sorted)
      if (key.startsWith(stemmed(word)))
        for (const [number, weight] of stems.get(key)) begun.set(number, (begun.get(number) || 0) + weight);
    return [whole, begun];
  }
  function ranked(words) {
    const found = words.map(phrases), scores = new Map(), counts = new Map();
    for (const [whole, begun] of found) {
      for (const number of begun.keys()) counts.set(number, (counts.get(number) || 0) + 1);
      for (const hits of [whole, begun]) {
        const total = lengths.length, weight = Math.max(Math.log((total - hits.size + 0.5) / (hits.size + 0.5)), 1e-6);
        for (const [number, times] of hits) {
          const score = weight * (times * 2.2) / (times + 1.2 * (0.25 + 0.75 * lengths[number] / mean));
          scores.set(number, (scores.get(number) || 0) + score);
        }
      }
    }
    const rank = new Map([...scores].map(([number, score]) => [number, Math.round(score * index.rows[number][5] * 1e9)]));
    const order = [...rank.keys()].sort((a, b) => rank.get(b) - rank.get(a) || a - b);
    const every = order.filter((number) => counts.get(number) === words.length);
    return [every, order];
  }
  const written = [...new Set(index.rows.flatMap((row) => [row[1], ...row[2]])
    .flatMap((name) => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) || []))].filter((word) => [...word].length >= 4);
  function spelt(word) { // one that nothing has, as the names have the word that is spelt most like it
    if ([...word].length < 4 || phrases(word)[1].size) return word;
    const name = word.slice(0, 100);
    const near = written.map((known) => [ratio(known, name), known]).filter((pair) => pair[0] >= 0.75);
    near.sort((a, b) => b[0] - a[0] || (a[1] < b[1] ? 1 : -1));
    return near.length ? near[0][1] : word;
  }
  const singular = (word) => (word.length > 3 ? word.replace(/s$/, "") : word);
  function entries(words) { // those that have all words that do not ask for one of their figures
    return Object.entries(index.figures).flatMap(([kind, asking]) => {
      const own = words.filter((word) => !asking.includes(word.replace(/s$/, "")));
      if (!own.length || own.length === words.length) return [];
      return ranked(own)[0].filter((number) => index.rows[number][0] === kind);
    });
  }
  const isUsual = (number) => index.rows[number][0] in index.usual;
  const usual = (words) => (words.length ? ranked(words)[0].filter(isUsual) : []);
  const told = (name) => (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) || []).filter((word) => !index.untold.includes(word)).map(singular);
  function within(words) { // rows with a whole name among the words: [number, place, words of the name]
    const wanted = words.map(singular), found = [];
    index.rows.forEach((row, number) => {
      if (!isUsual(number)) return;
      for (const name of [row[1], ...row[2]]) {
        const own = told(name);
        if (own.length < (row[0] === "variable" && !name.includes("_") ? 1 : 2)) continue;
        const last = own.length > 1 ? wanted.length - own.length : 0;
        for (let at = 0; at <= last; at++)
          if (own.every((word, k) => wanted[at + k] === word)) { found.push([number, at, own.length]); break; }
      }
    });
    return found.sort((a, b) => a[1] - b[1] || b[2] - a[2]);
  }
  function apartFromFigures(words) { // and from entries that the words name
    const rest = words.filter((word) => !/\d/.test(word) && usual([word]).length), named = within(rest);
    const whole = named.filter(([, , length]) => length === rest.length);
    return [...whole.map(([number]) => number), ...(rest.length < words.length ? usual(rest) : []), ...named.map(([number]) => number)];
  }
  function alike(text, least) {
    const name = normal(text).slice(0, 100);
    const near = [...names.keys()].map((word) => [ratio(word, name), word]).filter((pair) => pair[0] >= least);
    near.sort((a, b) => b[0] - a[0] || (a[1] < b[1] ? 1 : -1));
    return near.slice(0, 3).map((pair) => names.get(pair[1]));
  }
  function reworded(text) { // in the words that derive has for it
    let lower = text.replace(/_/g, " ").toLowerCase().split(/\s+/).join(" ");
    for (const [phrase, words] of Object.entries(index.phrases))
      lower = lower.replace(new RegExp(`\\b${phrase}\\b`, "g"), words);
    return lower;
  }
  return (text, most) => {
    const terms = reworded(text).match(/[\p{L}\p{N}]+/gu) || [];
    if (!terms.length) return [];
    const telling = terms.filter((word) => !index.untold.includes(word))
      .map((word) => word.replace(/(\w{3})iz(?=e|ing|ation)/g, "$1is"));
    const typed = telling.length ? telling : terms, words = typed.map(spelt);
    const misspelt = words.some((word, place) => word !== typed[place]);
    const called = new Set([normal(text), words.join("_"), words.map(singular).join("_")]);
    const first = [], joined = words.map(singular).join(" ");
    const isCalled = (name) => called.has(normal(name)) || (words.length > 1 && told(name).join(" ") === joined);
    index.rows.forEach((row, number) => { if ([row[1], ...row[2]].some(isCalled)) first.push(number); });
    const pages = new Map();
    const keep = (numbers) => numbers.forEach((number) => {
      const address = index.rows[number][4];
      if (!pages.has(address)) pages.set(address, number);
    });
    first.push(...alike(text, misspelt ? 0.75 : 0.9));
    const [every, some] = ranked(words), late = (number) => index.late.includes(index.rows[number][0]);
    const early = (number) => !late(number);
    const inner = first.filter((number) => index.inner.includes(index.rows[number][0]) && !text.includes("_"));
    const outer = (numbers) => numbers.filter((number) => early(number) && !inner.includes(number)), full = outer(every);
    const leading = [outer(first), full.slice(0, index.before), inner, full.slice(0, 2 * index.before), first.filter(late)];
    [...leading, full, entries(words), every.filter(late)].forEach(keep);
    [apartFromFigures(words), some].forEach(keep);
    if (pages.size < most) keep(alike(text, 0.6));
    return [...pages.values()].slice(0, most);
  };
}

if (typeof module === "object") { module.exports = { searcher, stem }; return; }

document.querySelector(".menu [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
const input = document.getElementById("query"), list = document.getElementById("hits");
const root = document.body.dataset.root;
let search = null, chosen = 0;

function load() {
  if (search || document.getElementById("index")) return;
  const script = document.createElement("script");
  script.id = "index";
  script.src = root + "search_index.js";
  script.addEventListener("load", () => { search = searcher(window.deriveIndex); show(); suggest(); });
  document.head.append(script);
}
const found = (text, most) => search(text, most).map((number) => window.deriveIndex.rows[number]);
function linked([, name, , meaning, address]) {
  const link = document.createElement("a"), shown = document.createElement("b"), said = document.createElement("small");
  link.href = root + address + "index.html";
  shown.textContent = name;
  said.textContent = meaning;
  link.append(shown, " ", said);
  return link;
}
function show() {
  list.replaceChildren();
  list.hidden = !input.value.trim() || !search;
  input.setAttribute("aria-expanded", String(!list.hidden));
  input.removeAttribute("aria-activedescendant");
  if (list.hidden) return;
  const rows = found(input.value, 12);
  chosen = 0;
  rows.forEach((row, place) => {
    const item = document.createElement("li"), link = linked(row), label = document.createElement("i");
    label.textContent = window.deriveIndex.kinds[row[0]] || row[0];
    item.setAttribute("role", "presentation");
    link.setAttribute("role", "option");
    link.id = `hit-${place}`;
    link.prepend(label);
    item.append(link);
    list.append(item);
  });
  if (!rows.length) {
    const item = document.createElement("li"), said = document.createElement("p");
    said.setAttribute("role", "status");
    said.textContent = "No page is found for these words.";
    item.append(said);
    list.append(item);
  }
  mark();
}
function mark() {
  [...list.querySelectorAll("a")].forEach((link, place) => {
    link.setAttribute("aria-selected", String(place === chosen));
    if (place !== chosen) return;
    link.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", link.id);
  });
}
function suggest() { // at an address without a page: those whose names are nearest to it
  const asked = document.body.dataset.missing;
  const rows = asked ? found(asked, 6) : [];
  if (!rows.length) return;
  const title = document.createElement("h2"), pages = document.createElement("ul");
  title.textContent = "Pages with a name like it";
  for (const row of rows) {
    const item = document.createElement("li");
    item.append(linked(row));
    pages.append(item);
  }
  document.querySelector("main > header").nextElementSibling.after(title, pages);
}
function close() {
  list.hidden = true;
  input.setAttribute("aria-expanded", "false");
}
if (document.body.dataset.missing) load();
input.addEventListener("focus", load);
input.addEventListener("input", () => { load(); show(); });
input.addEventListener("keydown", (event) => {
  const links = [...list.querySelectorAll("a")];
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    chosen = Math.max(0, Math.min(links.length - 1, chosen + (event.key === "ArrowDown" ? 1 : -1)));
    mark();
    event.preventDefault();
  } else if (event.key === "Enter" && links[chosen]) links[chosen].click();
  else if (event.key === "Escape") close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) { input.focus(); event.preventDefault(); }
});
document.addEventListener("click", (event) => { if (!event.target.closest(".search")) close(); });
})();
