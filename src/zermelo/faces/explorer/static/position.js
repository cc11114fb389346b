// The position as a drawing whose parts play the moves that they stand for.

import { exact, minus, sign } from "./pages/exact.js";
import { drawingOf, make, SHAPES } from "./parts.js";

const SVG = "http://www.w3.org/2000/svg";
const ENLARGED = 1.7; // drawings of the service on this page
const TALLEST = 360; // pixels that they grow to

// `onChoose` gets the moves of the part that was clicked, mostly one.
export function showPosition(place, told, { hidden, onChoose }) {
  const drawing = told.svg ? drawingOf(told.svg) : make("pre", { class: "drawn-text" }, told.text);
  place.replaceChildren(drawing);
  enlarge(drawing);
  for (const part of drawing.querySelectorAll("[data-move]")) {
    const choices = told.choices.filter((choice) => meant(part).includes(choice.name));
    if (choices.length) tie(part, choices, hidden, onChoose);
  }
}

// Light up the parts that stand for a move.
export function aim(place, choice, on) {
  for (const part of place.querySelectorAll("[data-move]")) {
    if (meant(part).includes(choice.name)) part.classList.toggle("aimed", on);
  }
}

function meant(part) {
  return part.dataset.move.split("\n");
}

function enlarge(drawing) {
  const [wide, tall] = ["width", "height"].map((side) => Number(drawing.getAttribute(side)));
  if (!wide || !tall) return;
  const times = Math.max(1, Math.min(ENLARGED, TALLEST / tall));
  drawing.style.width = `${Math.round(wide * times)}px`;
}

function tie(part, choices, hidden, onChoose) {
  part.classList.add("playable");
  part.addEventListener("click", () => onChoose(choices));
  if (hidden) return;
  const best = choices.reduce((most, choice) => (better(choice, most) ? choice : most));
  if (!best.outcome) return; // nothing is known yet
  part.classList.add(best.outcome);
  part.classList.toggle("best", best.best);
  const says = best.outcome !== "open" && !part.classList.contains("z-head"); // its square says it
  if (says) part.ownerSVGElement.append(badge(part, best));
}

function better(one, two) {
  if (one.value === undefined) return one.best;
  return one.best || (!two.best && sign(minus(exact(one.value), exact(two.value))) > 0);
}

// The sign of the best move that a part stands for.
function badge(part, { outcome, best }) {
  const text = (best ? "★" : "") + (SHAPES[outcome] ?? "•");
  const wide = 8 + 9 * text.length;
  const { x, y } = badgePlace(part, wide);
  const mark = svgPart("g", { class: `z-mark ${outcome}` });
  mark.append(svgPart("rect", { x: x - wide / 2, y: y - 7, width: wide, height: 14, rx: 7 }));
  const letters = svgPart("text", { x, y });
  letters.textContent = text;
  mark.append(letters);
  return mark;
}

// The middle of a line; the right end of what is flat; else the upper right corner.
function badgePlace(part, wide) {
  const { x, y, width, height } = part.getBBox();
  if (part.tagName === "line") return { x: x + width / 2, y: y + height / 2 };
  if (height < 30) return { x: x + width - wide / 2 - 2, y: y + height / 2 };
  const out = part.tagName === "circle" ? width * 0.12 : 0;
  return { x: x + width - wide / 2 - 2 + out, y: y + 9 - out };
}

function svgPart(tag, attributes) {
  const part = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
  return part;
}
