// A change of the form asks again by itself; the address follows, so that every view is a link.
"use strict";
(() => {
  const form = document.getElementById("ask");
  let asked;
  form.addEventListener("change", () => {
    clearTimeout(asked);
    asked = setTimeout(async () => {
      const fields = new URLSearchParams();
      for (const [name, value] of new FormData(form)) if (value && name !== "go") fields.append(name, value);
      const address = `/numbers?${fields}`;
      await htmx.ajax("GET", address, { target: "#answers", swap: "outerHTML", select: "#answers" });
      history.replaceState(null, "", address);
    }, 200);
  });
})();
