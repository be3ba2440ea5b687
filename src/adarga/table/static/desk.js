// The game master's keys, and the odds that follow each choice.
"use strict";
(() => {
  const here = () => document.querySelector("main.fight").dataset.here;
  const typing = (one) => one.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
  const press = (verb) => document.querySelector(`[data-verb="${verb}"]`)?.click();
  let asked;
  function again() {
    const form = document.getElementById("attack-form");
    if (!form) return;
    clearTimeout(asked);
    asked = setTimeout(() => {
      const fields = new URLSearchParams(new FormData(form));
      fields.delete("id");
      fields.delete("verb");
      htmx.ajax("GET", `${here()}/attack?${fields}`, { target: "#attack", swap: "innerMorph" });
    }, 120);
  }
  document.addEventListener("change", (event) => { if (event.target.matches("[data-again]")) again(); });
  let turn = document.getElementById("status")?.textContent;
  document.addEventListener("htmx:sse:after:message", () => {
    const now = document.getElementById("status").textContent;
    const form = document.getElementById("attack-form");
    if (now !== turn && !(form && form.contains(document.activeElement))) {
      htmx.ajax("GET", `${here()}/attack`, { target: "#attack", swap: "innerHTML" });
    } else again();
    turn = now;
    const first = now.trim().split(". ").pop();
    document.title = `${first} · Adarga`;
  });
  const keys = {
    n: () => press("next"),
    b: () => press("back"),
    a: () => document.querySelector("#attack-form select[name=who]")?.focus(),
    r: () => (document.querySelector('[data-verb="roll"]') ? press("roll") : null),
    t: () => document.getElementById("faces")?.focus(),
    "?": () => document.getElementById("help").showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing(event.target)) {
      event.preventDefault();
      press("undo");
      return;
    }
    if (event.key === "Escape") {
      document.querySelectorAll("details.more[open]").forEach((one) => one.removeAttribute("open"));
      const faces = document.getElementById("faces");
      if (faces) faces.value = "";
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) {
      const found = document.querySelectorAll('#attack-form input[name="target"]')[Number(key) - 1];
      if (found) {
        document.querySelectorAll('#attack-form input[name="target"]').forEach((one) => { one.checked = one === found; });
        again();
      }
    } else if (keys[key]) {
      event.preventDefault();
      keys[key]();
    }
  });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-help]")) document.getElementById("help").showModal(); });
})();
