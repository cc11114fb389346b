// The answer: who wins, by how much, the best first moves and a line of best play.

import { shown } from "./pages/exact.js";
import { make, sentenceCase, shape, unbroken } from "./parts.js";

const MOST = 60; // moves of the line that are listed

export function answerPanel(record) {
  const title = make("h2", { class: "verdict-line" }, shape(record.outcome), ...unbroken(verdict(record)));
  const rows = [
    ["Value for the player to move", shown(record.value)],
    ["Scores", shown(record.scores)],
    ["Moves until the end", shown(record.remoteness)],
    ["Nimber", shown(record.nimber)],
    ["Proven bounds", record.value === null ? shown(record.bounds) : ""],
    ["Best first moves", (record.best ?? []).join(", ")],
  ].filter(([, text]) => text !== "");
  const list = make("dl", { class: "answer" }, ...rows.flatMap(([name, text]) => (
    [make("dt", {}, name), make("dd", {}, text)]
  )));
  return make("section", { class: "card-like", "aria-label": "Answer" }, title, list, ...line(record));
}

export function verdict(record) {
  if (record.outcome === null) return "The value is not proven.";
  if (record.winner === "Tie") return record.scores ? `A tie, ${shown(record.scores)}.` : "A draw with best play.";
  if (record.scores?.length > 2) return `${sentenceCase(record.winner)} ends with the most, if everyone plays best: ${shown(record.scores)}.`;
  const scores = record.scores && isScored(record) ? `, ${shown(record.scores)}` : "";
  return `${sentenceCase(record.winner ?? "")} wins with best play${scores}.`;
}

// Whether more is at stake than who wins.
export function isScored(record) {
  const gains = [...(record.line ?? []), ...(record.moves ?? [])];
  return Array.isArray(record.value) || Math.abs(Number(record.value)) > 1
    || gains.some(({ gain }) => String(gain) !== "0");
}

function line(record) {
  if (!record.line?.length) return [];
  const scored = isScored(record);
  const items = record.line.slice(0, MOST).map((step) => {
    const totals = scored ? make("span", { class: "score" }, shown(step.totals)) : "";
    return make("li", {}, make("div", { class: "line" }, make("span", {}, step.name), totals));
  });
  const more = record.line.length > MOST ? make("p", { class: "note" }, `… ${record.line.length} moves in all`) : "";
  return [make("h3", {}, "A line of best play"), make("ol", { class: "moves" }, ...items), more];
}
