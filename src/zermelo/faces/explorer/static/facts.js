// What the game is, and why this method: the diagnosis and the plan in words.

import { card, diagnose } from "./api.js";
import { make, problem, sentenceCase } from "./parts.js";

const WORDS = {
  finite: ["There are finitely many positions", "The positions go on without end", "Whether the positions end is not known"],
  acyclic: ["No position ever comes back", "Play can come back to a position", "Whether play can come back is not known"],
  alternating: ["The players take turns", "A player may move twice in a row", "Whether turns alternate is not known"],
  conserved: ["Every play collects the same total", "What is collected depends on the play", "Whether the total is always the same is not known"],
  impartial: ["Both have the same moves, and the last move decides", "It is no last-move game with the same moves for both", "Whether it is a last-move game with equal moves is not known"],
  deterministic: ["There is no chance in it", "The rules do not always say the same", "Whether chance plays a part is not known"],
  bounded: ["All gains are bounded", "Gains are not bounded", "Whether gains are bounded is not known"],
};
const SIGNS = { true: ["✓", "yes"], false: ["✗", "no"], null: ["?", "unknown"] };

export function factsPanel(reference, record, signal) {
  const body = make("div", {}, make("p", { class: "note" }, "Looking at the game …"));
  const panel = make("section", { class: "facts card-like", "aria-label": "Diagnosis and plan" });
  const title = make("h2", {}, "What kind of game, and how it was solved");
  panel.append(title, ...planOf(record), body, modelOf(reference, signal));
  diagnose(reference, signal).then(
    (told) => body.replaceChildren(...diagnosis(told)),
    (error) => error.name !== "AbortError" && body.replaceChildren(problem(error)),
  );
  return panel;
}

// The card of the game, asked for when it is opened.
function modelOf(reference, signal) {
  const rows = make("dl", { class: "model" });
  const summary = make("summary", {}, "The model: state, moves, recurrence, time and space");
  const details = make("details", {}, summary, rows);
  const fill = () => card(reference, signal).then(
    (told) => rows.replaceChildren(...told.rows.flatMap(({ head, text }) => (
      [make("dt", {}, head), make("dd", {}, text)]
    ))),
    (error) => error.name !== "AbortError" && rows.replaceChildren(problem(error)),
  );
  details.addEventListener("toggle", fill, { once: true });
  return details;
}

function planOf({ plan }) {
  if (!plan) return [];
  const count = (number, what) => (number ? `${number.toLocaleString("en")} ${what}` : "");
  const size = [count(plan.states, "states"), count(plan.moves, "moves"), plan.engine];
  return [
    make("p", {}, "Solved by ", make("strong", {}, plan.method), `: ${plan.reason}.`),
    make("p", { class: "note" }, plan.theorem),
    make("p", { class: "note" }, size.filter(Boolean).join(" · ")),
  ];
}

function diagnosis(told) {
  const facts = told.facts.map((fact) => {
    const [sign, word] = SIGNS[String(fact.holds)];
    const which = fact.holds === true ? 0 : fact.holds === false ? 1 : 2;
    const says = WORDS[fact.name]?.[which] ?? `${sentenceCase(fact.name)}: ${word}`;
    const mark = make("span", { class: `sign ${word}`, "aria-hidden": "true" }, sign);
    const why = fact.evidence ? make("div", { class: "evidence" }, String(fact.evidence)) : "";
    return make("li", {}, mark, make("div", {}, says, why));
  });
  const others = (told.not ?? []).map((way) => make("li", {}, rejected(way)));
  const more = others.length
    ? make("details", {}, make("summary", {}, "Why not another way?"), make("ul", {}, ...others))
    : "";
  const minimal = told.minimal ? make("p", { class: "minimal" }, `${sentenceCase(told.minimal)}.`) : "";
  return [make("ul", { class: "fact-list" }, ...facts), minimal, more];
}

function rejected(way) {
  if (typeof way === "string") return way;
  if (Array.isArray(way)) return way.join(": ");
  return `${way.method}: ${way.why ?? way.reason}`;
}
