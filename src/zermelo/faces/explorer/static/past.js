// The game so far: its moves, what they gave away, and how it ended.

import { exact, shown, sign, words } from "./pages/exact.js";
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
  const cost = exact(turn.cost ?? 0);
  return sign(cost) > 0 ? make("span", { class: "cost" }, `▼ gave away ${words(cost)}`) : "";
}

// What should have happened, what did, and where it went wrong; nothing while the game goes on.
export function reportParts(told) {
  if (!told.ending || !told.turns.length) return [];
  const { mistakes } = told.report;
  const [expected, result] = [told.report.expected, told.report.result].map((text) => resultWords(text, told.names.length > 2));
  const counted = new Set(mistakes.map(({ number }) => number));
  const others = told.turns.filter(({ number, cost }) => !counted.has(number) && sign(exact(cost ?? 0)) > 0);
  const all = [...mistakes, ...others].toSorted((one, two) => one.number - two.number);
  const items = all.map((turn) => make("li", {}, counted.has(turn.number) ? sentence(turn) : gift(turn)));
  return [
    make("h3", {}, "The game"),
    make("p", {}, ...unbroken(`Best play: ${expected}. This game: ${result}.`)),
    items.length ? make("ul", {}, ...items) : make("p", {}, "Nothing was given away."),
  ];
}

// A mistake of somebody whose place was given up, to the engine say.
function gift({ number, player, name, cost }) {
  return `Move ${number}, ${player}: ${name} gave away ${words(exact(cost))}`;
}

function sentence({ number, player, played, best, words: change }) {
  return `Move ${number}, ${player}: ${played} (best: ${best}) ${change}`;
}
