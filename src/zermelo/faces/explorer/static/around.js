// Two plies around the position: its moves, and the answers to each, as a tree.

import { around } from "./api.js";
import { button, make, outcomeWord, problem, shape } from "./parts.js";

export function aroundView(place, { told, reference, hidden, solved, signal, onChoose }) {
  const wasOpen = place.querySelector("details")?.open ?? false;
  if (hidden || !solved || told.ending) {
    place.replaceChildren();
    return;
  }
  const body = make("div", { class: "around", tabindex: 0, role: "region", "aria-label": "Two plies from here" });
  const panel = make("details", { class: "card-like near" }, make("summary", {}, "Around this position: two plies"), body);
  panel.addEventListener("toggle", () => panel.open && !body.hasChildNodes() && fill());
  panel.open = wasOpen;
  place.replaceChildren(panel);

  function fill() {
    body.replaceChildren(make("p", { class: "note" }, "Looking around …"));
    around({ ...reference, position: told.position }, signal).then(
      (found) => body.replaceChildren(tree(found, (move) => onChoose(move), told.names.length > 2)),
      (error) => error.name !== "AbortError" && body.replaceChildren(problem(error)),
    );
  }
}

export function tree(found, onChoose, many) {
  const rows = found.moves.map((move) => make(
    "li",
    { class: `branch ${move.outcome}` },
    node(move, onChoose, many),
    make("ul", { class: "leaves" }, ...answersOf(move, many)),
  ));
  const more = found.count > rows.length ? [make("li", { class: "note" }, `… ${found.count} moves in all`)] : [];
  return make("ul", { class: "branches" }, ...rows, ...more);
}

function node(move, onChoose, many) {
  const words = `${move.name}: ${outcomeWord(move.outcome, many)}${move.best ? ", best" : ""}`;
  const looks = { class: `near-move ${move.outcome}`, "aria-label": words };
  const made = onChoose ? button("", () => onChoose(move), looks) : make("span", { class: looks.class });
  made.append(shape(move.outcome), ` ${move.name}${move.best ? " ★" : ""}`);
  return made;
}

function answersOf(move, many) {
  if (move.ending) return [make("li", { class: "note" }, "The game is over.")];
  const leaves = move.answers.map((answer) => make(
    "li",
    { class: `leaf ${answer.outcome}` },
    shape(answer.outcome),
    ` ${answer.name}${answer.best ? " ★" : ""}`,
    make("span", { class: "heard" }, ` ${outcomeWord(answer.outcome, many)}`),
  ));
  const more = move.count > leaves.length ? [make("li", { class: "note" }, `… ${move.count} in all`)] : [];
  return [...leaves, ...more];
}
