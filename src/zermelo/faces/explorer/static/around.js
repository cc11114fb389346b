// Two plies around the position: its moves, and the answers to each, as a tree.

import { around, write } from "./api.js";
import { knownWorth } from "./moves.js";
import { button, make, outcomeWord, problem, shape } from "./parts.js";

const MOST_MOVES = 12; // that the rules are asked about, each by itself
const MOST_ANSWERS = 12; // that are told of each

// Solved, everything has its value; else the rules say what is there, with the bounds that are known.
export function aroundPanel(place, { reference, signal, after, onChoose }) {
  const body = make("div", { class: "around", tabindex: 0, role: "region", "aria-label": "Two plies from here" });
  const panel = make("details", { class: "card-like near", hidden: true }, make("summary", {}, "Around this position: two plies"), body);
  let now = null; // the position, and how it is shown
  let asked = null; // what was looked for last
  let found = null; // and is there
  panel.addEventListener("toggle", fill);
  place.replaceChildren(panel);
  return { show };

  function show(shown) {
    const { told, hidden } = (now = shown);
    panel.hidden = hidden || Boolean(told.ending || told.late);
    if (!panel.hidden) fill();
  }

  async function fill() {
    if (!panel.open || panel.hidden) return;
    const { told, solved } = now;
    const question = write([solved, told.position]);
    if (question !== asked) {
      [asked, found] = [question, null];
      body.replaceChildren(make("p", { class: "note" }, "Looking around …"));
      try {
        const seen = await look(told, solved);
        if (question !== asked) return; // another position is shown
        found = seen;
      } catch (error) {
        if (question !== asked) return;
        asked = null;
        if (error.name !== "AbortError") body.replaceChildren(problem(error));
      }
    }
    if (found) tell();
  }

  function look(told, solved) {
    return solved ? around({ ...reference, mover: told.mover, position: told.position }, signal) : aroundByRules(told.choices, after);
  }

  function tell() {
    const held = [...body.querySelectorAll("button")].indexOf(document.activeElement);
    const { told, solved, scored } = now;
    const drawn = solved ? found : withKnown(found, told.choices);
    body.replaceChildren(tree(drawn, { onChoose, scored, many: told.names.length > 2 }));
    if (held >= 0) body.querySelectorAll("button")[held]?.focus({ preventScroll: true });
  }
}

// The same without values: `after` gives the position that a move leads to.
export async function aroundByRules(choices, after) {
  const moves = [];
  for (const choice of choices.slice(0, MOST_MOVES)) moves.push(ahead(choice, await after(choice)));
  return { count: choices.length, moves };
}

function ahead(choice, { ending, result, player, choices, svg, text }) {
  const answers = choices.slice(0, MOST_ANSWERS).map(({ key, name }) => ({ key, name }));
  return { ...choice, ending, result, player, svg, text, count: choices.length, answers };
}

// The moves around with what is proven of them by now.
export function withKnown(found, choices) {
  const known = new Map(choices.map((choice) => [String(choice.key), choice]));
  return { ...found, moves: found.moves.map((move) => ({ ...move, ...known.get(String(move.key)) })) };
}

export function tree(found, { onChoose = null, many, scored = false }) {
  const rows = found.moves.map((move) => make(
    "li",
    { class: `branch ${move.outcome ?? "open"}` },
    node(move, onChoose, many, scored),
    make("ul", { class: "leaves" }, ...answersOf(move, many)),
  ));
  const more = found.count > rows.length ? [make("li", { class: "note" }, `… ${found.count} moves in all`)] : [];
  return make("ul", { class: "branches" }, ...rows, ...more);
}

function node(move, onChoose, many, scored) {
  const isOpen = move.value === undefined;
  const worth = isOpen ? knownWorth(move, { scored, many }) : outcomeWord(move.outcome, many);
  const words = `${move.name}: ${worth}${move.best ? ", best" : ""}`;
  const looks = { class: `near-move ${move.outcome ?? "open"}`, "aria-label": words };
  const made = onChoose ? button("", () => onChoose(move), looks) : make("span", { class: looks.class });
  made.append(shape(move.outcome ?? "open"), ` ${move.name}${move.best ? " ★" : ""}`);
  if (isOpen) made.append(make("span", { class: "worth" }, worth));
  return made;
}

function answersOf(move, many) {
  if (move.ending) return [make("li", { class: "note" }, "The game is over.")];
  const leaves = move.answers.map((answer) => leaf(answer, many));
  const more = move.count > leaves.length ? [make("li", { class: "note" }, `… ${move.count} in all`)] : [];
  return [...leaves, ...more];
}

// Of an answer that nothing is known of there is its name alone.
function leaf(answer, many) {
  if (!answer.outcome) return make("li", { class: "leaf" }, answer.name);
  return make(
    "li",
    { class: `leaf ${answer.outcome}` },
    shape(answer.outcome),
    ` ${answer.name}${answer.best ? " ★" : ""}`,
    make("span", { class: "heard" }, ` ${outcomeWord(answer.outcome, many)}`),
  );
}
