// The game so far: its moves, what they gave away, and how it ended.

import { shown } from "./pages/exact.js";
import { button, make, resultWords, unbroken } from "./parts.js";

export function turnItems(told, { at, scored, hidden, onChoose }) {
  return told.turns.map((turn) => {
    const text = make("span", {}, `${turn.player}: ${turn.name} `, hidden ? "" : costOf(turn));
    const score = scored ? make("span", { class: "score" }, shown(turn.totals)) : "";
    const jump = button("", () => onChoose(turn.number), { class: "jump", title: `Go to move ${turn.number}` });
    jump.append(make("span", { class: "line" }, text, score));
    return make("li", { "aria-current": turn.number === at ? "step" : null }, jump);
  });
}

function costOf(turn) {
  return turn.words ? make("span", { class: "cost" }, `▼ ${turn.words}`) : "";
}

// What should have happened, what did, and where it went wrong; nothing while the game goes on.
export function reportParts(told) {
  if (!told.ending || !told.turns.length) return [];
  const { mistakes } = told.report;
  const [expected, result] = [told.report.expected, told.report.result].map((text) => resultWords(text, told.names.length > 2));
  const counted = new Set(mistakes.map(({ number }) => number));
  const others = told.turns.filter(({ number, words }) => !counted.has(number) && words);
  const all = [...mistakes, ...others].toSorted((one, two) => one.number - two.number);
  const items = all.map((turn) => make("li", {}, counted.has(turn.number) ? sentence(turn) : gift(turn)));
  return [
    make("h3", {}, "The game"),
    make("p", {}, ...unbroken(`Best play: ${expected}. This game: ${result}.`)),
    items.length ? make("ul", {}, ...items) : make("p", {}, "Nothing was given away."),
  ];
}

// A mistake of somebody whose place was given up, to the engine say.
function gift({ number, player, name, words }) {
  return `Move ${number}, ${player}: ${name} ${words}`;
}

function sentence({ number, player, played, best, words: change }) {
  return `Move ${number}, ${player}: ${played} (best: ${best}) ${change}`;
}
