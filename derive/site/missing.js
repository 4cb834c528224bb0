// The page for an address without one may be served at any depth. The folder of the site is the
// nearest one above that has its search: links start there.
addEventListener("DOMContentLoaded", () => {
  "use strict";
  const parts = location.pathname.split("/");
  function start(root) {
    for (const link of document.querySelectorAll("a[href]")) {
      const target = link.getAttribute("href");
      if (!/^(#|[a-z]+:)/.test(target)) link.setAttribute("href", root + target);
    }
  }
  function look(up) {
    if (up > parts.length - 2) return;
    const script = document.createElement("script"), root = "../".repeat(up) || "./";
    document.body.dataset.root = root;
    script.src = root + "search.js";
    script.addEventListener("load", () => start(root));
    script.addEventListener("error", () => { script.remove(); look(up + 1); });
    document.head.append(script);
  }
  let asked = parts.filter((part) => part && part !== "index.html").pop() || "";
  if (asked === "404.html") asked = "";
  try { asked = decodeURIComponent(asked); } catch { /* as it is */ }
  document.body.dataset.missing = asked.replace(/\.html$/, "").replace(/[-_.+]+/g, " ");
  look(0);
});
