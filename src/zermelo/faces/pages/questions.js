// A question about the step to come, with an answer to uncover.

import { exact, minus, sign } from "./exact.js";
import { placed } from "./naming.js";
import { make } from "./player.js";

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

// -- the same rule in three letters -------------------------------------------------------------

const SWITCH = "After the move the other player is the one to move,";

// Of a difference, a pair of scores and an own total: what the next state's value does to the
// mover's, why it does so, and what a cell is asked for.
const VIEWS = {
  D: {
    turns: (rest) => `${rest} is taken off what was gained`,
    why: (rest, value) => `so ${rest} = ${value} is counted for them, hence the minus: `,
    after: "As scores: what the mover gets from the rest is the second score of what is left.",
    wants: "how far ahead does it end",
  },
  P: {
    turns: (rest) => `the two scores of ${rest} change places`,
    why: (rest, value) => `so of ${rest} = ${value} the first score is theirs and the second the mover's: `,
    after: "As a difference it is one number, and changing places is a minus.",
    wants: "which two scores follow",
  },
  T: {
    turns: (rest) => `${rest} is taken off all that is left`,
    why: (rest, value) => `so ${rest} = ${value} is what they collect, and the mover gets what remains: `,
    after: "Everything is collected by one of the two, so one total gives the other.",
    wants: "how much does it collect",
  },
};

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
  const name = `${frames.letter}(${i}, ${j})`;
  const coins = frames.row.slice(i - frames.first, j - frames.first + 1).join(", ");
  const { branches, value } = cell;
  const sums = branches.map((branch) => `${branch.label}: ${branch.sum}`).join("; ");
  if (!branches.length) return { asks: `What is ${name} worth, where no move is left?`, tells: `${value}.` };
  if (cell === firstChoice(frames)) return rowRoles(frames, cell, coins);
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
      tells: `No: it leaves ${restOf(frames, most)} = ${most.rest} to the other player. ${sums}. So ${name} = ${value}.`,
    };
  }
  if (cell.lead.startsWith("−")) {
    return { asks: `On ${coins} whoever moves ends behind. Why, and by how much?`, tells: `Every move leaves the other player more: ${sums}. So ${name} = ${value}.` };
  }
  return { asks: `On ${coins}: which move, and ${VIEWS[frames.letter].wants}?`, tells: `${best[0].label}. ${sums}. So ${name} = ${value}.` };
}

// The first cell with a choice after which the other player is to move.
function firstChoice(frames) {
  return frames.cells.find(({ branches }) => branches.length > 1 && branches.every(({ again }) => !again));
}

function rowRoles(frames, cell, coins) {
  const [one] = cell.branches;
  const rest = restOf(frames, one);
  const view = VIEWS[frames.letter];
  return {
    asks: `On ${coins}: after ${one.label}, ${view.turns(rest)}. Why do roles switch here?`,
    tells: `${SWITCH} ${view.why(rest, one.rest)}${one.sum}. ${view.after}`,
  };
}

function restOf(frames, { to: [i, j] }) {
  return `${frames.letter}(${i}, ${j})`;
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
    asks: `Best play, move ${upTo}: the table knows everything. What does ${called(frames.names[move.player])} play?`,
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

// "first player" has an article in a sentence, "Alice" and "player 1" have none.
function called(name) {
  return name.endsWith(" player") ? `the ${name}` : name;
}

// -- any other small game -----------------------------------------------------------------------

export function stateQuestion(frames, step, next) {
  if (next?.kind === "state" && next.state === firstSwitch(frames)) return roles(frames, next.state);
  if (next?.kind === "state") return oneState(frames.states[next.state], frames.counts === "totals", frames.named_by);
  if (next?.kind === "play") {
    const move = frames.play.steps[next.upTo - 1];
    return { asks: `Best play, move ${next.upTo}: what does ${called(frames.names[move.player])} play?`, tells: `${move.label}.` };
  }
  if (next?.kind === "result") {
    return { asks: "Who wins, and how can you tell from the start alone?", tells: next.lines[next.upTo - 1] };
  }
  return { asks: "Which first moves would have thrown it away?", tells: thrown(frames) };
}

function oneState(state, many, by) {
  if (many) return everyonesTotals(state, by);
  if (!state.moves.length) return { asks: `${placed(state, by)}: no move is left. Who has won?`, tells: `For the player to move: ${state.says}.` };
  const sums = state.moves.map((move) => `${move.label}: ${move.sum}`).join("; ");
  return { asks: `${placed(state, by)}: what is it worth to the player to move?`, tells: `${state.says}. ${sums}.` };
}

function everyonesTotals(state, by) {
  const { says, moves } = state;
  const name = placed(state, by);
  if (!moves.length) return { asks: `${name}: no move is left. What does everyone still get?`, tells: `${says}.` };
  const sums = moves.map((move) => `${move.label}: ${move.sum}`).join("; ");
  return { asks: `${name}: which move, and what does everyone get from here on?`, tells: `${says}. ${sums}.` };
}

// The first state that hands the turn over to somebody who has a move, or else to anybody. Where
// everyone's totals are told, nothing is turned round.
function firstSwitch(frames) {
  const hands = (state, goesOn) => frames.states[state].moves
    .some((move) => !move.again && (!goesOn || frames.states[move.to].moves.length));
  if (frames.counts === "totals") return undefined;
  return frames.order.find((state) => hands(state, true)) ?? frames.order.find((state) => hands(state, false));
}

function roles(frames, number) {
  const state = frames.states[number];
  const move = state.moves.find(({ to, again }) => !again && frames.states[to].moves.length)
    ?? state.moves.find(({ again }) => !again);
  const rest = frames.states[move.to];
  const asks = `${placed(state, frames.named_by)}: ${move.label} leads to ${rest.name} ${bracketed(rest.says)}. Why do roles switch here?`;
  return { asks, tells: `${SWITCH} ${switched(frames, move, rest)}` };
}

function bracketed(says) {
  return says.startsWith("(") ? says : `(${says})`;
}

function switched(frames, move, rest) {
  if (frames.counts === "outcomes") {
    const turned = { win: "what is won for them is lost for you", loss: "what is lost for them is won for you", draw: "a draw stays one" };
    return `so ${rest.name} is judged for them: ${turned[rest.outcome]}. This move ${move.sum}.`;
  }
  return `${VIEWS[frames.letter].why(`${frames.letter}(${rest.name})`, rest.says)}${move.sum}.`;
}

function thrown(frames) {
  const bad = frames.states[0].moves.filter((move) => !move.best).map((move) => `${move.label} (${move.sum})`);
  return bad.length ? `${bad.join("; ")}.` : "None: every first move is as good as any other.";
}
