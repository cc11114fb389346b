// Greedy beside optimal: the first player always takes the largest gain, the other plays best.
// Which moves are best, and every gain, is read off the solved table.

import { exact, minus, plus, signed, sign, words } from "./exact.js";
import { make, sentenceCase } from "./player.js";

const ZERO = exact(0);

export function greedyPanel(frames) {
  if (frames.counts === "totals" || !frames.play.steps.some((step) => step.gain !== "0")) return null;
  const greedy = greedyPlay(frames);
  const best = frames.play;
  if (!greedy || best.repeats) return null;
  const lead = (totals) => minus(exact(totals[0]), exact(totals[1]));
  const lost = minus(exact(frames.result.value), lead(greedy.totals));
  return make(
    "section",
    { class: "greedy card-like", "aria-label": "Greedy beside optimal" },
    make("h2", {}, "Greedy beside optimal"),
    make("p", {}, verdict(frames, lost)),
    make(
      "div",
      { class: "columns" },
      column(frames, `${sentenceCase(frames.names[0])} plays best`, best),
      column(frames, `${sentenceCase(frames.names[0])} takes the most now`, greedy),
    ),
  );
}

function verdict(frames, lost) {
  const other = frames.kind === "row" ? " Try another row, such as 1 5 233 7." : "";
  if (sign(lost) === 0) return `Here taking the larger gain each time loses nothing.${other}`;
  return `Taking the larger gain each time costs ${words(lost)} against best play.`;
}

function column(frames, title, play) {
  const items = play.steps.map((step) => make(
    "li",
    {},
    make(
      "div",
      { class: "line" },
      make("span", {}, `${frames.names[step.player]}: ${step.label}${gainText(step.gain)}`),
      make("span", { class: "score" }, step.totals.join(" – ")),
    ),
  ));
  const lead = minus(exact(play.totals[0]), exact(play.totals[1]));
  const end = make("p", { class: "end" }, `${play.totals.join(" – ")}, a lead of ${words(lead)}`);
  return make("div", {}, make("h3", {}, title), make("ol", { class: "moves" }, ...items), end);
}

function gainText(gain) {
  return gain === "0" ? "" : ` ${signed(gain)}`;
}

// The line of play; null where it comes back.
export function greedyPlay(frames) {
  const table = movesOf(frames);
  let at = frames.play.steps.length ? String(frames.play.steps[0].from) : "";
  let [player, totals] = [0, [ZERO, ZERO]];
  const steps = [];
  const seen = new Set();
  while (table.get(at)?.length) {
    if (seen.has(`${at} ${player}`)) return null;
    seen.add(`${at} ${player}`);
    const move = player === 0 ? largest(table.get(at)) : table.get(at).find(({ best }) => best);
    totals = totals.map((total, place) => (place === player ? plus(total, exact(move.gain)) : total));
    steps.push({ player, label: move.label, gain: move.gain, totals: totals.map(words) });
    at = String(move.to);
    if (!move.again) player = 1 - player;
  }
  return { steps, totals: finish(frames, at, player, totals).map(words) };
}

function movesOf(frames) {
  if (frames.kind === "row") {
    return new Map(frames.cells.map((cell) => [String(cell.at), cell.branches]));
  }
  return new Map(frames.states.map((state, number) => [String(number), state.moves]));
}

// What the end itself pays to the player to move.
function finish(frames, at, player, totals) {
  const value = frames.kind === "row" ? "0" : frames.states[Number(at)]?.value ?? "0";
  return totals.map((total, place) => (place === player ? plus(total, exact(value)) : total));
}

function largest(moves) {
  return moves.reduce((most, move) => (
    sign(minus(exact(move.gain), exact(most.gain))) > 0 ? move : most
  ));
}
