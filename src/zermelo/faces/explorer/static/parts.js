// Small parts that every view uses.

import { make, sentenceCase } from "./pages/player.js";

export { unbroken } from "./pages/checking.js";
export { drawingOf } from "./pages/drawings.js";
export { make, sentenceCase };

export function button(label, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", act);
  return made;
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
export function problem(told) {
  const error = /^moves\.\d+$/.test(told.field ?? "") ? ofLink(told) : told;
  const fix = error.fix ? make("p", { class: "fix" }, `${error.fix.replace(/\.$/, "")}.`) : "";
  return make("div", { class: "problem", role: "alert" }, make("p", {}, plainWords(error.message)), fix);
}

// A move that the page has sent came out of its address; the list of moves is on the page.
function ofLink({ field, message }) {
  const number = Number(field.slice("moves.".length)) + 1;
  return {
    message: `Move ${number} of this link cannot be made: ${message.split("; ")[0]}.`,
    fix: "Choose a move yourself, or ask for the link again",
  };
}

// Where a mistake lies, in the words of the form: “ChessEnding.in_hand: …” is “In hand: …”.
export function plainWords(message) {
  return message
    .replace(/^[A-Z]\w*\.(\w+): /, (_, name) => `${sentenceCase(name.replaceAll("_", " "))}: `)
    .replace(/^[A-Z]\w*: /, "");
}

export const SHAPES = { win: "▲", draw: "■", loss: "▼", open: "◇" };

// Of three players nobody simply wins or loses: one ends ahead of all, level or behind.
const AMONG_MANY = { win: "ahead", draw: "level", loss: "behind" };

export function outcomeWord(outcome, many) {
  return (many && AMONG_MANY[outcome]) || outcome;
}

// How a game ends: of three players nobody wins, one ends with the most.
export function resultWords(text, many) {
  return many ? text.replace(" wins", " ends with the most").replace(/^a draw/, "nobody ends ahead of all others") : text;
}

// The sign of an outcome: a shape and a colour; the words beside it say the same.
export function shape(outcome) {
  return make("span", { class: `shape ${outcome}`, "aria-hidden": "true" }, SHAPES[outcome] ?? "•");
}
