// The moves of a position and its prospect, in words, shapes and colours.

import { shown, signed } from "./pages/exact.js";
import { make, outcomeWord, resultWords, sentenceCase, shape } from "./parts.js";
import { boundWords } from "./watch.js";

export function statusText(told, { scored, hidden, humans, solved }) {
  const last = told.turns.at(-1);
  const before = last ? `${sentenceCase(last.player)} played ${last.name}. ` : "";
  if (told.ending) return `${before}The game is over: ${resultWords(told.report?.result ?? told.result, told.names.length > 2)}. ${sentenceCase(told.ending)}.`;
  const score = scored ? scoreText(told) : "";
  const best = solved && told.choices.find((choice) => choice.best);
  const own = humans.includes(told.names.indexOf(told.player));
  const engine = own ? "" : ", played by the engine (press “Engine move”)";
  const hint = hidden || !best ? "" : ` With best play ${prospect(best, told, scored)}.`;
  return `${before}${sentenceCase(told.player)} to move${engine}.${hint}${score}`;
}

// Three totals need names, and nobody wants to read three zeros.
function scoreText({ totals, names }) {
  if (names.length < 3) return ` Score ${shown(totals)}.`;
  if (totals.every((total) => String(total) === "0")) return "";
  return ` So far: ${names.map((name, seat) => `${name} ${shown(totals[seat])}`).join(", ")}.`;
}

function prospect(best, { player, names }, scored) {
  if (names.length > 2) return `${player} gets ${shown(best.value)} more`;
  const ends = { win: "wins", draw: "draws", loss: "loses" }[best.outcome];
  if (scored) return `${player} ${ends}, ${signed(best.value)} from here on`;
  const moves = best.plies === 1 ? "1 move" : `${best.plies} moves`;
  return `${player} ${ends}${best.plies === null ? "" : ` in ${moves}`}`;
}

export function countText(told) {
  if (told.ending) return "No move is left";
  if (told.late) return "Moves";
  return told.choices.length === 1 ? "One move" : `${told.choices.length} moves`;
}

// A button that says what its move is worth; `onAim` hears when it is pointed at.
export function moveButton(choice, { scored, hidden, many, onChoose, onAim }) {
  const gain = scored && String(choice.gain) !== "0" ? ` ${signed(choice.gain)}` : "";
  const name = make("span", { class: "move-name" }, `${choice.name}${gain}`);
  const silent = hidden || !choice.outcome;
  const parts = silent ? [name] : [shape(choice.outcome), name, ...worth(choice, scored, many)];
  const looks = silent ? "move" : `move ${choice.outcome} ${choice.best ? "best" : ""}`;
  const made = make("button", { type: "button", class: looks, "data-key": String(choice.key) }, ...parts);
  made.addEventListener("click", () => onChoose(choice));
  for (const event of ["mouseenter", "focus"]) made.addEventListener(event, () => onAim(choice, true));
  for (const event of ["mouseleave", "blur"]) made.addEventListener(event, () => onAim(choice, false));
  return made;
}

function worth(choice, scored, many) {
  if (!choice.outcome) return [];
  const words = make("span", { class: "worth" }, knownWorth(choice, { scored, many }));
  return choice.best ? [words, make("span", { class: "star" }, "★ best")] : [words];
}

// What a solution says of a move, or what is proven of it so far.
export function knownWorth(choice, { scored, many }) {
  if (choice.value !== undefined) return solvedWorth(choice, scored, many);
  if (choice.low === undefined) return many ? "not known" : "nothing proven yet";
  return openWorth(choice, scored);
}

function solvedWorth(choice, scored, many) {
  if (many) return `${outcomeWord(choice.outcome, many)}, gets ${shown(choice.value)}`;
  const within = choice.plies === null || scored ? "" : ` in ${choice.plies}`;
  return `${choice.outcome}${within}${scored ? `, ${signed(choice.value)}` : ""}`;
}

function openWorth(choice, scored) {
  const known = choice.outcome === "open" ? [] : [choice.outcome];
  return [...known, boundWords(choice, scored)].filter(Boolean).join(", ");
}

const SIGNS = ["win", "draw", "loss", "open"];
const ENDS = { ahead: "ends ahead of all", level: "ends level with another", behind: "ends behind", open: "not settled" };

// Only the signs that occur.
export function legend(choices, many) {
  const seen = SIGNS.filter((outcome) => choices.some((choice) => choice.outcome === outcome));
  const items = seen.map((outcome) => make("span", {}, shape(outcome), ` ${ENDS[outcomeWord(outcome, many)] ?? outcome}`));
  const best = choices.some((choice) => choice.best) ? [make("span", {}, "★ best")] : [];
  return make("p", { class: "legend-line" }, ...items, ...best);
}

// A name that means this move alone, else its number.
export function clearName(choices, choice) {
  const clear = choices.filter((other) => other.name === choice.name || String(other.key) === choice.name);
  const own = clear.length === 1 && String(clear[0].key) === String(choice.key);
  return own ? choice.name : String(choice.key);
}

// Whether more is at stake than who wins, as far as bounds or gains tell.
export function isWide(choices) {
  return choices.some(({ gain, low = null, high = null }) => (
    low === null && high === null ? String(gain) !== "0" : [low, high].some((bound) => bound !== null && Math.abs(Number(bound)) > 1)
  ));
}
