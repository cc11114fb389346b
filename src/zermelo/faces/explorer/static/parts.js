// Small parts that every view uses.

import { make } from "./pages/player.js";

export { make };

export function button(label, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", act);
  return made;
}

export function sentenceCase(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// The name of a game as a title: Roman numbers and the word I are large.
export function titleOf(game) {
  return sentenceCase(game.name).replace(/\b[ivx]+\b/g, (letters) => letters.toUpperCase());
}

export function toast(text) {
  const place = document.getElementById("toast");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => place.classList.remove("shown"), 2500);
}

// What went wrong and the way out.
export function problem(error) {
  const fix = error.fix ? make("p", { class: "fix" }, `${error.fix.replace(/\.$/, "")}.`) : "";
  return make("div", { class: "problem", role: "alert" }, make("p", {}, error.message), fix);
}

// A drawing of the service as elements of this page, without anything that runs.
export function drawingOf(svg) {
  // The page's policy refuses styles in markup; through the document they may be set.
  const text = svg.replace(/(<[^<>]*\s)style=/g, "$1data-style=");
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return make("pre", { class: "drawn-text" }, svg);
  for (const part of [parsed, ...parsed.querySelectorAll("*")]) {
    if (/^(script|foreignobject|iframe|style)$/i.test(part.nodeName)) part.remove();
    for (const { name, value } of [...part.attributes]) {
      const outside = /href$/i.test(name) && !value.startsWith("#");
      if (/^on|^style$/i.test(name) || outside) part.removeAttribute(name);
    }
  }
  const drawing = document.importNode(parsed, true);
  for (const part of drawing.querySelectorAll("[data-style]")) part.style.cssText = part.dataset.style;
  return drawing;
}

export const SHAPES = { win: "▲", draw: "■", loss: "▼" };

// The sign of an outcome: a shape and a colour; the words beside it say the same.
export function shape(outcome) {
  return make("span", { class: `shape ${outcome}`, "aria-hidden": "true" }, SHAPES[outcome] ?? "•");
}
