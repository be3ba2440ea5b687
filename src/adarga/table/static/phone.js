// A player's phone: odds that follow each choice, dice filled by a tap, and the title that says whose turn it is.
"use strict";
(() => {
  const view = document.getElementById("view");
  let timer;
  function again(swap) {
    if (view.dataset.view !== "turn") return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const form = document.getElementById("attack-form");
      const fields = new URLSearchParams(form ? new FormData(form) : "");
      fields.delete("intent");
      fields.delete("verb");
      htmx.ajax("GET", `${view.dataset.here}/attack?${fields}`, { target: "#attack", swap });
    }, 100);
  }
  document.addEventListener("change", (event) => { if (event.target.matches("[data-again]")) again("innerMorph"); });

  const dice = () => [...document.querySelectorAll("form.dice input[name=faces]")];
  const valid = (one) => /^\d+$/.test(one.value) && Number(one.value) >= 1 && Number(one.value) <= Number(one.dataset.sides);
  // The dice that are needed: after a face that ends the strike none of the later ones.
  function needed() {
    const all = dice();
    const last = all.findIndex((one) => valid(one) && one.dataset.ends.split(" ").includes(one.value));
    return last < 0 ? all : all.slice(0, last + 1);
  }
  function show() {
    const all = dice();
    if (!all.length) return;
    const wanted = needed();
    const next = wanted.find((one) => !valid(one));
    all.forEach((one) => {
      one.disabled = !wanted.includes(one);
      one.closest(".die").classList.toggle("is-next", one === next);
    });
    const current = next || wanted[wanted.length - 1];
    document.querySelectorAll(".faces").forEach((group) => {
      group.hidden = Number(group.dataset.for) !== all.indexOf(current);
      group.querySelectorAll(".face").forEach((face) => face.setAttribute("aria-pressed", String(face.dataset.face === current.value)));
    });
    const button = document.querySelector("form.dice [data-missing]");
    button.disabled = Boolean(next);
    button.textContent = next ? button.dataset.missing.replace("{sides}", next.dataset.sides) : button.dataset.ready;
  }
  document.addEventListener("input", (event) => { if (event.target.name === "faces") show(); });
  document.addEventListener("click", (event) => {
    const face = event.target.closest(".face");
    if (!face) return;
    const field = dice()[Number(face.closest(".faces").dataset.for)];
    field.value = face.dataset.face;
    show();
  });
  document.addEventListener("htmx:sse:after:message", () => {
    show();
    // Only who acts, or has just acted, has an attack to look at again.
    if (document.querySelector("#hero [data-mine]") || document.getElementById("attack-form")) again("innerMorph");
    document.title = `${document.getElementById("status").textContent.trim()} · Adarga`;
  });
  document.addEventListener("DOMContentLoaded", show);
  show();
})();
