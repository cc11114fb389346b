// A question about the step to come, which takes an answer and checks it.

import { checking, choose, ponder, reckon } from "./checking.js";
import { drawingOf } from "./drawings.js";
import { exact, minus, sign } from "./exact.js";
import { left, placed, totalsTold } from "./naming.js";
import { make, sentenceCase } from "./player.js";

const NONE = "none of them";
const NOBODY = "nobody";

export function questionBox() {
  const ask = make("p", { class: "ask" });
  const body = make("div", {});
  const element = make(
    "section",
    { class: "question card-like", "aria-label": "Question" },
    make("h2", {}, "Think first"),
    ask,
    body,
  );
  return {
    element,
    show(question) {
      const { ways, skip, said } = checking(question, {});
      ask.textContent = question.ask;
      body.replaceChildren(question.svg ? make("div", { class: "drawn" }, drawingOf(question.svg)) : "", ways, skip, said);
    },
  };
}

// -- the same rule in three letters -------------------------------------------------------------

const SWITCH = "After the move the other player is the one to move,";
const REASONS = ["What was gained is given back", "The other player is to move then", "The best move was not made"];

function whyRolesSwitch(ask, tells) {
  return choose(`${ask} Why do roles switch here?`, REASONS, [REASONS[1]], tells);
}

// Of a difference, a pair of scores and an own total: what the next state's value does to the
// mover's, and why it does so.
const VIEWS = {
  D: {
    turns: (rest) => `${rest} is taken off what was gained`,
    why: (rest, value) => `so ${rest} = ${value} is counted for them, hence the minus: `,
    after: "As scores: what the mover gets from the rest is the second score of what is left.",
  },
  P: {
    turns: (rest) => `the two scores of ${rest} change places`,
    why: (rest, value) => `so of ${rest} = ${value} the first score is theirs and the second the mover's: `,
    after: "As a difference it is one number, and changing places is a minus.",
  },
  T: {
    turns: (rest) => `${rest} is taken off all that is left`,
    why: (rest, value) => `so ${rest} = ${value} is what they collect, and the mover gets what remains: `,
    after: "Everything is collected by one of the two, so one total gives the other.",
  },
};

// -- rows ---------------------------------------------------------------------------------------

export function rowQuestion(frames, step, next) {
  if (next?.kind === "cell") return cellQuestion(frames, next.cell);
  if (next?.kind === "play") return playQuestion(frames, next.upTo);
  if (next?.kind === "result") return resultQuestion(frames, next);
  if (frames.plain && frames.row.length % 2 === 0) {
    const tells = "With an even number of coins the first player can always take all even or all odd places, so never ends behind. Take a coin away and try again.";
    return choose("Could other numbers in a row as long as this make the second player win?", ["Yes", "No"], ["No"], tells);
  }
  return ponder(
    "Change one number of the row. Can you make the other player win?",
    "Put the largest number next to an end: whoever takes the end hands it over.",
  );
}

function cellQuestion(frames, cell) {
  const [i, j] = cell.at;
  const name = `${frames.letter}(${i}, ${j})`;
  const coins = frames.row.slice(i - frames.first, j - frames.first + 1).join(", ");
  const { branches, value } = cell;
  const sums = branches.map((branch) => `${branch.label}: ${branch.sum}`).join("; ");
  if (!branches.length) return reckon(`What is ${name} worth, where no move is left?`, value, `${value}.`);
  if (cell === firstChoice(frames)) return rowRoles(frames, cell, coins);
  if (branches.length === 1) {
    return reckon(`Only ${coins} is left. What is ${name}?`, value, `${sums}. There is one move, and then nothing is left.`);
  }
  const best = branches.filter((branch) => branch.best).map(({ label }) => label);
  if (best.length === branches.length) {
    return choose(`On ${coins}: does it matter which move is made?`, ["Yes", "No"], ["No"], `It does not. ${sums}.`);
  }
  const most = largest(branches);
  if (!most.best) {
    const tells = `It leaves ${restOf(frames, most)} = ${most.rest} to the other player. ${sums}. So ${name} = ${value}.`;
    return choose(`On ${coins} the move ${most.label} brings the most now, ${most.gain}. Is it wise?`, ["Yes", "No"], ["No"], tells);
  }
  if (cell.lead.startsWith("−")) {
    return reckon(`On ${coins} whoever moves ends behind. What is ${name}?`, value, `Every move leaves the other player more: ${sums}. So ${name} = ${value}.`);
  }
  return choose(`On ${coins}: which move is best?`, branches.map(({ label }) => label), best, `${best[0]}. ${sums}. So ${name} = ${value}.`);
}

// The first cell with a choice after which the other player is to move.
function firstChoice(frames) {
  return frames.cells.find(({ branches }) => branches.length > 1 && branches.every(({ again }) => !again));
}

function rowRoles(frames, cell, coins) {
  const [one] = cell.branches;
  const rest = restOf(frames, one);
  const view = VIEWS[frames.letter];
  const ask = `On ${coins}: after ${one.label}, ${view.turns(rest)}.`;
  return whyRolesSwitch(ask, `${SWITCH} ${view.why(rest, one.rest)}${one.sum}. ${view.after}`);
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
  return bestPlay(frames, upTo, cell.branches, `${move.label}. ${sums}.`);
}

function bestPlay({ names, play }, upTo, moves, tells) {
  const best = moves.filter((move) => move.best).map(({ label }) => label);
  const ask = `Best play, move ${upTo}: what does ${called(names[play.steps[upTo - 1].player])} play?`;
  return choose(ask, moves.map(({ label }) => label), best, tells);
}

// Scores are reckoned, a lead and the end are somebody's.
function resultQuestion({ result, names }, { lines, upTo }) {
  const tells = lines[upTo - 1];
  const isLast = upTo === lines.length;
  if (!isLast && result.total !== null && upTo === 2) return reckon("What do both collect together?", result.total, tells);
  const place = result.total !== null ? upTo - 3 : result.why ? -1 : upTo - 1;
  if (!isLast && result.scores && place >= 0) return reckon(`What does ${called(names[place])} collect in all?`, result.scores[place], tells);
  const ahead = { win: names[0], loss: names[1] }[result.outcome] ?? NOBODY;
  const winner = result.winner === "Tie" ? NOBODY : result.winner;
  const most = names.length > 2 ? "Who ends with the most?" : "Who wins, as the scores are now?";
  const ask = isLast ? most : "Who ends ahead, if both play best?";
  const options = [...names, NOBODY].map(sentenceCase);
  return choose(result.scores || !isLast ? ask : "Who wins, and how can you tell from the start alone?", options, [sentenceCase(isLast ? winner : ahead)], tells);
}

// "first player" has an article in a sentence, "Alice" and "player 1" have none.
function called(name) {
  return name.endsWith(" player") ? `the ${name}` : name;
}

// -- any other small game -----------------------------------------------------------------------

export function stateQuestion(frames, step, next) {
  if (next?.kind === "state") {
    const state = frames.states[next.state];
    const question = next.state === firstSwitch(frames) ? roles(frames, state) : oneState(frames, state);
    return { ...question, svg: state.svg };
  }
  if (next?.kind === "play") {
    const move = frames.play.steps[next.upTo - 1];
    return bestPlay(frames, next.upTo, frames.states[move.from].moves, `${move.label}.`);
  }
  return next?.kind === "result" ? resultQuestion(frames, next) : thrown(frames);
}

function oneState(frames, state) {
  if (frames.counts === "totals") return everyonesTotals(frames, state);
  const name = placed(state, frames.named_by);
  const sums = state.moves.map((move) => ` ${move.label}: ${move.sum}`).join(";");
  if (frames.counts === "outcomes") return whoHasIt(state, name, sums);
  if (!/^[\d\s(),./−-]+$/.test(state.says)) return whichMove(state, name, `${state.says}.${sums}.`);
  if (state.moves.length) return reckon(`${name}: what is it worth to the player to move?`, state.says, `${state.says}.${sums}.`);
  return reckon(`${name}: no move is left. What does the player to move still gain?`, state.says, `${state.says}: ${/[1-9]/.test(state.says) ? "so the rules say of this end" : "nothing more comes"}.`);
}

function whoHasIt(state, name, sums) {
  const right = { win: "The player to move", loss: "The other player", draw: "Nobody" }[state.outcome];
  const ask = state.moves.length ? `${name}: who wins, if both play best?` : `${name}: no move is left. Who has won?`;
  const says = state.says.startsWith("nimber") ? ` (${state.says})` : "";
  return choose(ask, ["The player to move", "The other player", "Nobody"], [right], `${right}${says}.${sums}${sums ? "." : ""}`);
}

function whichMove(state, name, tells) {
  const best = state.moves.filter((move) => move.best).map(({ label }) => label);
  return choose(`${name}: which move is best?`, state.moves.map(({ label }) => label), best, tells);
}

function everyonesTotals({ names, named_by: by }, state) {
  const name = placed(state, by);
  if (state.moves.length > 1) {
    return whichMove(state, name, state.moves.map((move) => `${sentenceCase(move.label)}: ${totalsTold(move.worth, names)} from here on.`).join(" "));
  }
  const getting = names.filter((_, seat) => sign(exact(state.says.split(", ")[seat])) !== 0).map(sentenceCase);
  const right = getting.length ? getting : [sentenceCase(NOBODY)];
  const tells = getting.length ? `${sentenceCase(totalsTold(state.says, names))}.` : "Nobody: what everyone has collected is all there is.";
  const why = state.moves.length ? "there is one move" : "no move is left";
  return choose(`${name}: ${why}. Who still gets something?`, [...names, NOBODY].map(sentenceCase), right, tells);
}

// The first state that hands the turn over to somebody who has a move, or else to anybody. Where
// everyone's totals are told, nothing is turned round.
function firstSwitch(frames) {
  const hands = (state, goesOn) => frames.states[state].moves
    .some((move) => !move.again && (!goesOn || frames.states[move.to].moves.length));
  if (frames.counts === "totals") return undefined;
  return frames.order.find((state) => hands(state, true)) ?? frames.order.find((state) => hands(state, false));
}

function roles(frames, state) {
  const move = state.moves.find(({ to, again }) => !again && frames.states[to].moves.length)
    ?? state.moves.find(({ again }) => !again);
  const rest = frames.states[move.to];
  const ask = `${placed(state, frames.named_by)}: ${move.label} leads to ${left(rest)} ${bracketed(rest.says)}.`;
  return whyRolesSwitch(ask, `${SWITCH} ${switched(frames, move, rest)}`);
}

function bracketed(says) {
  return says.startsWith("(") ? says : `(${says})`;
}

function switched(frames, move, rest) {
  if (frames.counts === "outcomes") {
    const turned = { win: "what is won for them is lost for you", loss: "what is lost for them is won for you", draw: "a draw stays one" };
    return `so ${left(rest)} is judged for them: ${turned[rest.outcome]}. This move ${move.sum}.`;
  }
  return `${VIEWS[frames.letter].why(`${frames.letter}(${left(rest)})`, rest.says)}${move.sum}.`;
}

function thrown({ states: [{ moves }] }) {
  const bad = moves.filter((move) => !move.best);
  const right = bad.length ? bad.map(({ label }) => label) : [NONE];
  const tells = bad.length
    ? `${bad.map((move) => `${move.label} (${move.sum})`).join("; ")}.`
    : "None: every first move is as good as any other.";
  return choose("Which first moves would have thrown it away?", [...moves.map(({ label }) => label), NONE], right, tells);
}
