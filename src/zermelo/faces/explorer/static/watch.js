// Proven bounds on the moves of a position, which tighten while somebody watches.

import { bounds } from "./api.js";
import { exact, minus, sign, signed } from "./pages/exact.js";

const SPENDS = [0.2, 0.5, 1]; // seconds of search in the first rounds; then the last of them
const MOST_ROUNDS = 120; // a page that is left open does not search for ever

export async function watchBounds(reference, position, { onBounds, signal, meanwhile }) {
  for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round += 1) {
    const spend = SPENDS[Math.min(round, SPENDS.length - 1)];
    const began = performance.now();
    let told;
    try {
      told = await bounds({ ...reference, position, spend, meanwhile }, signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      throw error;
    }
    if (signal.aborted) return;
    const isLast = told.settled || round + 1 === MOST_ROUNDS;
    onBounds(told, isLast);
    if (isLast) return;
    await rest(began + 1000 * spend, signal); // a search with nothing left to do answers at once
  }
}

function rest(until, signal) {
  return new Promise((done) => {
    const timer = setTimeout(done, Math.max(0, until - performance.now()));
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    }, { once: true });
  });
}

// The moves with what is proven: an outcome where the sign is known, best where nothing beats it.
export function withBounds(choices, told) {
  const known = new Map(told.moves.map((move) => [String(move.key), move]));
  const all = choices.map((choice) => Object.assign({}, choice, known.get(String(choice.key))));
  for (const choice of all) Object.assign(choice, { outcome: outcomeOf(choice), best: beatsAll(choice, all) });
  return all;
}

function outcomeOf({ low, high }) {
  if (isKnown(low) && side(low) > 0) return "win";
  if (isKnown(high) && side(high) < 0) return "loss";
  return isKnown(low) && isKnown(high) && side(low) === 0 && side(high) === 0 ? "draw" : "open";
}

function beatsAll(choice, all) {
  if (!isKnown(choice.low)) return false;
  return all.every(({ high }) => isKnown(high) && side(high, choice.low) <= 0);
}

function isKnown(bound) {
  return bound !== null && bound !== undefined;
}

function side(value, beside = 0) {
  return sign(minus(exact(value), exact(beside)));
}

// What is proven, in words: of a game that is only won or lost by name, else by numbers.
export function boundWords({ low, high }, scored) {
  if (!isKnown(low) && !isKnown(high)) return "nothing proven yet";
  if (isKnown(low) && isKnown(high) && side(low, high) === 0) return scored ? `exactly ${signed(low)}` : "";
  if (!scored) return outcomeWords(low, high);
  if (!isKnown(low)) return `at most ${signed(high)}`;
  return isKnown(high) ? `${signed(low)} to ${signed(high)}` : `at least ${signed(low)}`;
}

function outcomeWords(low, high) {
  if (isKnown(low) && side(low) > 0) return "";
  if (isKnown(high) && side(high) < 0) return "";
  if (isKnown(low) && side(low) === 0) return "at least a draw";
  return isKnown(high) && side(high) === 0 ? "at most a draw" : "not settled yet";
}

// The move of an engine that knows bounds alone: the best middle, then the best worst case.
export function promising(choices) {
  const middle = ({ low, high }) => (isKnown(low) && isKnown(high) ? Number(low) + Number(high) : 0);
  return choices.reduce((most, choice) => (middle(choice) > middle(most) ? choice : most));
}
