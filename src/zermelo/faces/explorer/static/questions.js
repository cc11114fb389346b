// A question about the step to come, with an answer to uncover.

import { exact, minus, sign } from "./exact.js";
import { make } from "./parts.js";

export function questionBox() {
  const ask = make("p", { class: "ask" });
  const answer = make("p", { class: "told" });
  const details = make("details", {}, make("summary", {}, "Show the answer"), answer);
  const element = make(
    "section",
    { class: "question card-like", "aria-label": "Question" },
    make("h2", {}, "Think first"),
    ask,
    details,
  );
  return {
    element,
    show({ asks, tells }) {
      details.open = false;
      ask.textContent = asks;
      answer.textContent = tells;
    },
  };
}

// -- rows ---------------------------------------------------------------------------------------

export function rowQuestion(frames, step, next) {
  if (next?.kind === "cell") return cellQuestion(frames, next.cell);
  if (next?.kind === "play") return playQuestion(frames, next.upTo);
  if (next?.kind === "result") return resultQuestion(frames, next);
  return {
    asks: "Change one number of the row. Can you make the other player win?",
    tells: frames.plain && frames.row.length % 2 === 0
      ? "With an even number of coins the first player can always take all even or all odd places, so never ends behind. Take a coin away and try again."
      : "Put the largest number next to an end: whoever takes the end hands it over.",
  };
}

function cellQuestion(frames, cell) {
  const [i, j] = cell.at;
  const name = `D(${i}, ${j})`;
  const coins = frames.row.slice(i - frames.first, j - frames.first + 1).join(", ");
  const { branches, value } = cell;
  const sums = branches.map((branch) => `${branch.label}: ${branch.sum}`).join("; ");
  if (!branches.length) return { asks: `What is ${name} worth, where no move is left?`, tells: `${value}.` };
  if (branches.length === 1) {
    return { asks: `Only ${coins} is left. What is ${name}?`, tells: `${sums}. There is one move, and then nothing is left.` };
  }
  const best = branches.filter((branch) => branch.best);
  if (best.length === branches.length) {
    return { asks: `On ${coins}: does it matter which move is made?`, tells: `No. ${sums}.` };
  }
  const most = largest(branches);
  if (!most.best) {
    return {
      asks: `On ${coins} the move ${most.label} brings the most now, ${most.gain}. Is it wise?`,
      tells: `No: it leaves ${most.rest} to the other player. ${sums}. So ${name} = ${value}.`,
    };
  }
  if (value.startsWith("−")) {
    return { asks: `On ${coins} whoever moves ends behind. Why, and by how much?`, tells: `Every move leaves the other player more: ${sums}. So ${name} = ${value}.` };
  }
  return { asks: `On ${coins}: which move, and how far ahead does it end?`, tells: `${best[0].label}. ${sums}. So ${name} = ${value}.` };
}

function largest(branches) {
  return branches.reduce((most, branch) => (
    sign(minus(exact(branch.gain), exact(most.gain))) > 0 ? branch : most
  ));
}

function playQuestion(frames, upTo) {
  const move = frames.play.steps[upTo - 1];
  const cell = frames.cells.find(({ at }) => String(at) === String(move.from));
  const sums = cell.branches.map((branch) => `${branch.label}: ${branch.sum}`).join("; ");
  return {
    asks: `Best play, move ${upTo}: the table knows everything. What does ${frames.names[move.player]} play?`,
    tells: `${move.label}. ${sums}.`,
  };
}

function resultQuestion(frames, { lines, upTo }) {
  const { value, total } = frames.result;
  const asks = total !== null && upTo > 1 && upTo < lines.length
    ? `The lead is ${value} and the total ${total}. How do two scores follow?`
    : "What does the number in the corner say about the game?";
  return { asks, tells: lines[upTo - 1] };
}

// -- any other small game -----------------------------------------------------------------------

export function stateQuestion(frames, step, next) {
  if (next?.kind === "state") return oneState(frames.states[next.state]);
  if (next?.kind === "play") {
    const move = frames.play.steps[next.upTo - 1];
    return { asks: `Best play, move ${next.upTo}: what does ${frames.names[move.player]} play?`, tells: `${move.label}.` };
  }
  if (next?.kind === "result") {
    return { asks: "Who wins, and how can you tell from the start alone?", tells: next.lines[next.upTo - 1] };
  }
  return { asks: "Which first moves would have thrown it away?", tells: thrown(frames) };
}

function oneState(state) {
  if (!state.moves.length) return { asks: `${state.name}: no move is left. Who has won?`, tells: `For the player to move: ${state.says}.` };
  const sums = state.moves.map((move) => `${move.label}: ${move.sum}`).join("; ");
  return { asks: `${state.name}: what is it worth to the player to move?`, tells: `${state.says}. ${sums}.` };
}

function thrown(frames) {
  const bad = frames.states[0].moves.filter((move) => !move.best).map((move) => `${move.label} (${move.sum})`);
  return bad.length ? `${bad.join("; ")}.` : "None: every first move is as good as any other.";
}
