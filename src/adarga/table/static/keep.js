// Another language changes the words alone: what was chosen, typed or opened on the page is put back after it.
"use strict";
(() => {
  const KEPT = "adarga-kept";
  const FIELDS = "input:not([type=hidden], [type=file], [type=password]), select, textarea";
  const boxes = (field) => field.type === "radio" || field.type === "checkbox";
  // A field by its form's verb, its name and, among those of one name, its value or its place.
  function named() {
    const found = new Map(), many = {};
    for (const field of document.querySelectorAll(FIELDS)) {
      const form = field.form, verb = form?.elements.verb?.value || form?.getAttribute("action") || "";
      const plain = `${verb}|${form?.elements.who?.value || ""}|${field.name}`;
      many[plain] = (many[plain] || 0) + 1;
      found.set(`${plain}|${boxes(field) ? field.value : many[plain]}`, field);
    }
    return found;
  }
  const opened = () => [...document.querySelectorAll("details")];
  document.addEventListener("click", (event) => {
    if (!event.target.closest("a[hreflang]")) return;
    const values = [...named()].map(([name, field]) => [name, boxes(field) ? field.checked : field.value]);
    const open = opened().map((one) => one.open);
    sessionStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, values, open }));
  });
  function restore() {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
    sessionStorage.removeItem(KEPT);
    if (kept?.path !== location.pathname) return;
    const fields = named(), all = opened();
    if (all.length === kept.open.length) all.forEach((one, at) => { one.open = kept.open[at]; });
    let changed;
    for (const [name, value] of kept.values) {
      const field = fields.get(name);
      if (!field || value === (boxes(field) ? field.checked : field.value)) continue;
      if (boxes(field)) field.checked = value; else field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      if (field.matches("[data-again]")) changed = field;
    }
    changed?.dispatchEvent(new Event("change", { bubbles: true }));
  }
  window.addEventListener("load", restore);
})();
