// The game master's keys, and the odds that follow each choice.
"use strict";
(() => {
  const one = (selector) => document.querySelector(selector);
  const here = () => one("main.fight").dataset.here;
  const typing = (at) => at.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
  const press = (verb) => one(`[data-verb="${verb}"]`)?.click();
  const attack = () => document.getElementById("attack-form");
  const again = (fresh) => {
    clearTimeout(again.asked);
    again.asked = setTimeout(() => {
      const form = attack();
      const fields = new URLSearchParams(form && !fresh ? new FormData(form) : []);
      for (const name of ["intent", "verb"]) fields.delete(name);
      if (fresh && form) fields.set("dice_from", new FormData(form).get("dice_from") || "roll");
      htmx.ajax("GET", `${here()}/attack?${fields}`, { target: "#attack", swap: "innerMorph" });
    }, 120);
  };
  document.addEventListener("change", (event) => { if (event.target.matches("[data-again]")) again(false); });
  // The odds are said once they have rested; the same ones are not said twice.
  let rested;
  document.addEventListener("htmx:after:swap", () => {
    clearTimeout(rested);
    rested = setTimeout(() => {
      const said = document.getElementById("odds-said"), now = one("#attack svg.chart")?.getAttribute("aria-label") || "";
      if (said.textContent !== now) said.textContent = now;
    }, 500);
  });

  // After each change: the attack is chosen anew where the turn is another's, else its odds are; nothing typed is lost.
  const turn = () => one("#order [aria-current] .name")?.textContent;
  const asked = new WeakMap();
  let acting = turn();
  document.addEventListener("htmx:sse:after:message", () => {
    const now = turn(), form = attack();
    const busy = form && form.contains(document.activeElement) && typing(document.activeElement);
    if (!busy) again(now !== acting);
    acting = now;
    // Another question is another die: nothing typed for the last one is left.
    document.querySelectorAll("[data-sides]").forEach((field) => {
      const now = field.form.elements.about.value;
      if (asked.has(field) && asked.get(field) !== now) field.value = "";
      asked.set(field, now);
    });
    const said = document.getElementById("status").textContent.trim().split(". ").pop();
    document.title = `${said} · Adarga`;
    filter();
    const first = one("[data-first]");
    if (first && form?.dice_from?.value === "type" && document.activeElement === document.body) first.focus();
  });

  // What was done is emptied; what was refused stays as it was typed.
  document.addEventListener("htmx:after:swap", (event) => {
    const form = event.detail.ctx?.sourceElement;
    if (!(form instanceof HTMLFormElement) || one("#said .wrong")) return;
    form.querySelectorAll(".once").forEach((field) => { field.value = ""; });
    // What is sent next from this form is something else, and not a retry.
    form.elements.intent.value = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8)).join("");
    const more = form.closest("details.more");
    if (more) htmx.trigger(more, "again");
    // Keys work again, unless a die of this attack already has the focus.
    if (form === attack() && form.contains(document.activeElement)) document.activeElement.blur();
  });

  function filter() {
    const wanted = (one("[data-find]")?.value || "").trim().toLowerCase();
    document.querySelectorAll(".log > li").forEach((line) => {
      line.hidden = wanted !== "" && !line.textContent.toLowerCase().includes(wanted);
    });
  }
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (field.matches("[data-find]")) filter();
    if (!field.matches("[data-sides]")) return;
    // On to the next die when no further digit could belong to this one.
    const sides = Number(field.dataset.sides), value = field.value;
    if (/^\d+$/.test(value) && (Number(value) * 10 > sides || value === "00")) {
      const all = [...document.querySelectorAll("[data-sides]")];
      all[all.indexOf(field) + 1]?.focus();
    }
  });
  document.addEventListener("change", (event) => {
    const chosen = event.target;
    if (!chosen.matches("[data-monster]") || !chosen.value) return;
    const lines = document.getElementById("add-lines");
    lines.value = `${lines.value}${lines.value && !lines.value.endsWith("\n") ? "\n" : ""}1 ${chosen.value}`;
    chosen.value = "";
    lines.focus();
  });

  const choose = (from) => { const found = one(`#attack-form [name=dice_from][value=${from}]`); if (found) found.checked = true; };
  const keys = {
    n: () => press("next"),
    b: () => press("back"),
    a: () => document.getElementById("attacker")?.focus(),
    l: () => document.getElementById("find")?.focus(),
    r: () => (one('[data-verb="roll"]') ? press("roll") : choose("roll")),
    t: () => { choose("type"); one("[data-first]")?.focus(); },
    "?": () => document.getElementById("help").showModal(),
    enter: (event) => {
      if (event.target.closest("button, a, summary, select")) return false;
      const go = one("#waits .ask, #waits .dice") ? null : document.getElementById("resolve");
      go?.click();
      return Boolean(go);
    },
  };
  function target(number) {
    const found = document.querySelectorAll('#attack-form input[name="target"]')[number - 1];
    if (!found) return;
    found.checked = found.type === "radio" || !found.checked;
    again(false);
  }
  function escape() {
    document.querySelectorAll("details.more[open]").forEach((open) => open.removeAttribute("open"));
    document.querySelectorAll("[data-sides]").forEach((field) => { field.value = ""; });
    if (typing(document.activeElement)) document.activeElement.blur();
  }
  document.addEventListener("keydown", (event) => {
    const command = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
    if (command && key === "z" && !typing(event.target)) {
      event.preventDefault();
      press("undo");
    } else if (key === "escape") {
      escape();
    } else if (command || event.altKey || typing(event.target) || one("dialog[open]")) {
      return;
    } else if (/^[1-9]$/.test(key)) {
      target(Number(key));
    } else if (keys[key] && keys[key](event) !== false) {
      event.preventDefault();
    }
  });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-help]")) keys["?"](); });
})();
