// What every live page does: say whether it is connected, and come back by itself.
"use strict";
(() => {
  const line = () => document.getElementById("line");
  const stream = () => document.getElementById("stream");
  const clock = () => new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  function tell(on) {
    const shown = line();
    if (!shown) return;
    const text = on ? shown.dataset.on : shown.dataset.off.replace("{time}", clock());
    if (on || !shown.classList.contains("cut")) shown.textContent = text;
    shown.classList.toggle("cut", !on);
  }
  document.addEventListener("htmx:sse:after:connection", (event) => tell(event.detail.connection.status === 200));
  document.addEventListener("htmx:sse:after:message", () => tell(true));
  // Who is let in no more is told so by the page itself.
  document.addEventListener("htmx:sse:error", (event) => (event.detail.status === 403 ? location.reload() : tell(false)));
  document.addEventListener("htmx:sse:close", () => tell(false));
  window.addEventListener("offline", () => tell(false));
  // Back on the network, the stream that was held is dead or not to be trusted: another one, at once.
  let held;
  document.addEventListener("htmx:sse:before:connection", (event) => { held = event.detail.connection; });
  window.addEventListener("online", () => {
    held?.reader?.cancel();
    held?.delayCanceller?.();
  });
  // A phone that slept may hold a stream that is dead without knowing: what it shows is fetched anew.
  let hidden = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (hidden && Date.now() - hidden > 30000 && stream()) location.reload();
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted && stream()) location.reload(); });
})();
