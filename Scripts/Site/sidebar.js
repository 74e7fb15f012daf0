// Opens the sidebar of an article at its beginning, where the learning path is: docc scrolls to the row of the article.
"use strict";
(() => {
  const control = new AbortController(), options = { capture: true, signal: control.signal };
  addEventListener("scroll", event => {
    if (!(event.target instanceof Element) || !event.target.matches(".navigator .scroller")) return;
    event.target.scrollTop = 0;
    control.abort();
  }, options);
  // The reader's own scrolling is respected.
  for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(kind, () => control.abort(), options);
})();
