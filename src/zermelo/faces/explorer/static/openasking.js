// The questions of a lesson where no value is known: the rules check the answers, and what is proven.

import { choose, reckon } from "./pages/checking.js";
import { shown, signed } from "./pages/exact.js";
import { knownWorth } from "./moves.js";
import { make, sentenceCase, shape } from "./parts.js";
import { boundWords } from "./watch.js";

const NONE = "none of them";
const MOST_NAMED = 12; // moves that a sentence lists

// `near` are the two plies around, `proven` what a search has found of the moves, or null.
export function openQuestions(told, near, { proven, scored }) {
  const whole = near.count === near.moves.length; // else nobody has looked at every move
  return [
    howMany(told),
    ...mostAtOnce(told),
    ...(whole ? goesOn(told, near) : []),
    ...(whole ? endsIt(told, near) : []),
    ...answersTo(near),
    ...standsOut(told),
    ...(proven ? [whatIsProven(told, proven, scored)] : []),
  ];
}

function listed(names, count = names.length) {
  return `${names.slice(0, MOST_NAMED).join(", ")}${count > MOST_NAMED ? " …" : ""}`;
}

function howMany({ player, choices }) {
  const count = choices.length;
  const truth = `${sentenceCase(player)} has ${movesIn(count)}: ${listed(choices.map(({ name }) => name))}.`;
  return reckon(`${sentenceCase(player)} is to move. How many moves are there?`, count, truth);
}

function mostAtOnce({ choices }) {
  const gains = choices.map(({ gain }) => Number(gain));
  const most = Math.max(...gains);
  if (most === Math.min(...gains)) return [];
  const best = choices.filter((_, place) => gains[place] === most);
  const names = best.map(({ name }) => name);
  const truth = `${listed(names)}: ${signed(best[0].gain)} at once. What comes after it counts as well.`;
  return [choose("Which move takes the most at once?", choices.map(({ name }) => name), names, truth)];
}

// Where some moves are followed by another of the same player.
function goesOn({ player, choices }, { moves }) {
  const again = moves.filter((move) => move.again && !move.ending).map(({ name }) => name);
  if (!again.length || again.length === moves.length) return [];
  const truth = `After ${listed(again)}: the turn stays with ${player}.`;
  return [choose(`After which move does ${player} move again?`, choices.map(({ name }) => name), again, truth)];
}

function endsIt({ names, choices }, { moves }) {
  const ends = moves.filter(({ ending }) => ending);
  const right = ends.length ? ends.map(({ name }) => name) : [NONE];
  const truth = ends.length
    ? `${ends.map(({ name, result }) => `${name}: ${names.length > 2 ? "the game is over" : result}`).join("; ")}.`
    : "None of them: whatever is played, the game goes on.";
  return [choose("Which move ends the game at once?", [...choices.map(({ name }) => name), NONE], right, truth)];
}

// Of moves that leave different numbers of answers one that leaves the fewest.
function answersTo({ moves }) {
  const going = moves.filter(({ ending }) => !ending);
  if (!going.length) return [];
  const move = going.reduce((least, other) => (other.count < least.count ? other : least));
  const truth = `${sentenceCase(move.player)} then has ${movesIn(move.count)}: ${listed(move.answers.map(({ name }) => name), move.count)}.`;
  return [reckon(`After ${move.name}: how many moves does ${move.player} have then?`, move.count, truth)];
}

function movesIn(count) {
  return count === 1 ? "one move" : `${count} moves`;
}

// Where some moves are proven to win, or to lose, and others are not.
function standsOut({ choices }) {
  const those = (fits) => choices.filter(fits).map(({ name }) => name);
  const [wins, losses] = ["win", "loss"].map((outcome) => those((choice) => choice.outcome === outcome));
  const names = choices.map(({ name }) => name);
  if (wins.length) return [choose("Some moves are proven to win. Which?", names, wins, `${listed(wins)}: whatever the answer is.`)];
  if (!losses.length || losses.length === names.length) return [];
  const others = those(({ outcome }) => outcome !== "loss");
  const truth = `${listed(others)}. Proven to lose: ${listed(losses)}.`;
  return [choose("Some moves are proven to lose, whatever follows. Which is not?", names, others, truth)];
}

function whatIsProven({ player, names, choices }, { low, high, nodes }, scored) {
  const other = names.find((name) => name !== player);
  const [least, most] = [low, high].map((bound) => (bound === null ? null : Math.sign(Number(bound))));
  const open = "nobody knows yet";
  const right = least === 1 ? `${player} wins` : most === -1 ? `${other} wins` : least === 0 && most === 0 ? "a draw" : open;
  const options = [...names.map((name) => `${name} wins`), "a draw", open].map(sentenceCase);
  const range = boundWords({ low, high }, scored);
  const worth = scored || least === 0 || most === 0 ? ` For ${player} the position is worth: ${range}.` : "";
  const truth = `${sentenceCase(right)}, after a search of ${nodes.toLocaleString("en")} positions.${range ? worth : ""}`;
  const why = () => [make("p", {}, moveByMove(choices, scored))];
  return choose("A search looks ahead by the rules. What has it proven so far of how the game ends?", options, [sentenceCase(right)], truth, why);
}

function moveByMove(choices, scored) {
  const worths = choices.map((choice) => knownWorth(choice, { scored, many: false }));
  if (new Set(worths).size === 1) return `Of every move: ${worths[0]}.`;
  const more = choices.length > MOST_NAMED ? "; …" : "";
  return `Move by move: ${choices.map(({ name }, place) => `${name}: ${worths[place]}`).slice(0, MOST_NAMED).join("; ")}${more}.`;
}

// Where each move leads, for the summary.
export function leadsTo(move, { scored, many }) {
  const gain = String(move.gain) === "0" ? "" : ` takes ${shown(move.gain)};`;
  const then = move.ending ? "the game is over" : `${move.player} then has ${movesIn(move.count)}`;
  return make("li", {}, shape(move.outcome ?? "open"), ` ${sentenceCase(move.name)}:${gain} ${then}; ${knownWorth(move, { scored, many })}.`);
}
