// The moves of a position and its prospect, in words, shapes and colours.

import { shown, signed } from "./pages/exact.js";
import { make, sentenceCase, shape } from "./parts.js";

export function statusText(told, { scored, hidden }) {
  if (told.ending) return `The game is over: ${told.report.result}. ${sentenceCase(told.ending)}.`;
  const score = scored ? ` Score ${shown(told.totals)}.` : "";
  const best = told.choices.find((choice) => choice.best);
  const engine = told.is_human_turn ? "" : ", played by the engine (press “Engine move”)";
  const hint = hidden || !best ? "" : ` With best play ${prospect(best, told.player, scored)}.`;
  return `${sentenceCase(told.player)} to move${engine}.${hint}${score}`;
}

function prospect(best, player, scored) {
  const ends = { win: "wins", draw: "draws", loss: "loses" }[best.outcome];
  if (scored) return `${player} ${ends}, ${signed(best.value)} from here on`;
  const moves = best.plies === 1 ? "1 move" : `${best.plies} moves`;
  return `${player} ${ends}${best.plies === null ? "" : ` in ${moves}`}`;
}

export function countText(told) {
  if (told.ending) return "No move is left";
  return told.choices.length === 1 ? "One move" : `${told.choices.length} moves`;
}

// A button that says what its move is worth; `onAim` hears when it is pointed at.
export function moveButton(choice, { scored, hidden, onChoose, onAim }) {
  const gain = scored && String(choice.gain) !== "0" ? ` ${signed(choice.gain)}` : "";
  const name = make("span", { class: "move-name" }, `${choice.name}${gain}`);
  const parts = hidden ? [name] : [shape(choice.outcome), name, ...worth(choice, scored)];
  const looks = hidden ? "move" : `move ${choice.outcome} ${choice.best ? "best" : ""}`;
  const made = make("button", { type: "button", class: looks, "data-key": String(choice.key) }, ...parts);
  made.addEventListener("click", () => onChoose(choice));
  for (const event of ["mouseenter", "focus"]) made.addEventListener(event, () => onAim(choice, true));
  for (const event of ["mouseleave", "blur"]) made.addEventListener(event, () => onAim(choice, false));
  return made;
}

function worth(choice, scored) {
  const within = choice.plies === null || scored ? "" : ` in ${choice.plies}`;
  const value = scored ? `, ${signed(choice.value)}` : "";
  const text = make("span", { class: "worth" }, `${choice.outcome}${within}${value}`);
  return choice.best ? [text, make("span", { class: "star" }, "★ best")] : [text];
}

export function legend() {
  const items = ["win", "draw", "loss"].map((outcome) => make("span", {}, shape(outcome), ` ${outcome}`));
  return make("p", { class: "legend-line" }, ...items, make("span", {}, "★ best"));
}
