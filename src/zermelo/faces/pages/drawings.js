// Drawings of positions, made elsewhere, as elements of a page.

import { make } from "./player.js";

// Without anything that runs.
export function drawingOf(svg) {
  // The page's policy refuses styles in markup; through the document they may be set.
  const text = svg.replace(/(<[^<>]*\s)style=/g, "$1data-style=");
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return make("pre", { class: "drawn-text" }, svg);
  for (const part of [parsed, ...parsed.querySelectorAll("*")]) {
    if (/^(script|foreignobject|iframe|style)$/i.test(part.nodeName)) part.remove();
    // oxlint-disable-next-line no-useless-spread -- the list is alive: what is removed would move the rest
    for (const { name, value } of [...part.attributes]) {
      const outside = /href$/i.test(name) && !value.startsWith("#");
      if (/^on|^style$/i.test(name) || outside) part.removeAttribute(name);
    }
  }
  const drawing = document.importNode(parsed, true);
  for (const part of drawing.querySelectorAll("[data-style]")) part.style.cssText = part.dataset.style;
  return drawing;
}
