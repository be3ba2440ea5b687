// A page to be printed: its button, and nothing else.
"use strict";
document.querySelector("[data-print]").addEventListener("click", () => window.print());
