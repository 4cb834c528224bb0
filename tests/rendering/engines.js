// Reads formulas as JSON, [[tex, display], ...], and prints those that KaTeX or MathJax refuses, as
// JSON: [[tex, message], ...]. Both are looked for as Node looks for modules (NODE_PATH).
"use strict";

const katex = require("katex");
const { mathjax } = require("mathjax-full/js/mathjax.js");
const { TeX } = require("mathjax-full/js/input/tex.js");
const { SVG } = require("mathjax-full/js/output/svg.js");
const { liteAdaptor } = require("mathjax-full/js/adaptors/liteAdaptor.js");
const { RegisterHTMLHandler } = require("mathjax-full/js/handlers/html.js");
require("mathjax-full/js/input/tex/AllPackages.js");

RegisterHTMLHandler(liteAdaptor());
const strict = (kind) => (kind === "unknownSymbol" ? "ignore" : "error");
const formatError = (_, error) => { throw error; };
const InputJax = new TeX({ packages: ["base", "ams"], formatError });
const page = mathjax.document("", { InputJax, OutputJax: new SVG() });
const refused = [];
for (const [tex, display] of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  try {
    katex.renderToString(tex, { displayMode: display, throwOnError: true, strict });
  } catch (error) {
    refused.push([tex, `KaTeX: ${error.message}`]);
  }
  try {
    page.convert(tex, { display });
  } catch (error) {
    refused.push([tex, `MathJax: ${error.message}`]);
  }
}
console.log(JSON.stringify(refused));
