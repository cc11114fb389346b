// The questions of a lesson, in the words of the game: each knows the answer and the reason.

import { choose, reckon } from "./pages/checking.js";
import { shown, signed } from "./pages/exact.js";
import { make, outcomeWord, resultWords, sentenceCase } from "./parts.js";

export function questionsOf(told, near, { scored, decided = false }) {
  if (told.ending) return [];
  const many = told.names.length > 2;
  return [
    whoWins(told, many, decided),
    ...(scored && !many ? [howMuch(told)] : []),
    bestMove(told, near),
    ...answerQuestion(told, near),
  ];
}

// A game of the last move has a winner, unless play can come back.
function whoWins(told, many, decided) {
  const result = told.report.result;
  const draw = many ? "nobody: some are level" : "nobody: a draw";
  const truth = told.names.find((name) => result.startsWith(`${name} wins`)) ?? draw;
  const mayDraw = !decided || truth === draw || told.choices.some(({ outcome }) => outcome === "draw");
  const options = [...told.names, ...(mayDraw ? [draw] : [])].map(sentenceCase);
  const ask = many ? "Who ends with the most, if everyone plays best?" : "Who wins, if both play best?";
  const tells = many ? `If everyone plays best, ${resultWords(result, many)}.` : `With best play ${result}.`;
  return choose(`${sentenceCase(told.player)} is to move. ${ask}`, options, [sentenceCase(truth)], tells);
}

function howMuch(told) {
  const { value } = told.choices.find((choice) => choice.best);
  const ask = `By how much is ${told.player} ahead of the other from here on? Behind is negative.`;
  return reckon(ask, value, `It is ${signed(value)}.`);
}

function bestMove(told, near) {
  const best = told.choices.filter((choice) => choice.best).map(({ name }) => name);
  const tells = best.length > 4 ? `${best.length} of ${told.choices.length} moves are best, ${best[0]} among them.` : `Best: ${best.join(" or ")}.`;
  const why = (answer) => reasons(near, [answer, best[0]], told.names.length > 2);
  return choose(`Which move is best for ${told.player}?`, told.choices.map(({ name }) => name), best, tells, why);
}

function reasons(near, names, many) {
  const told = [...new Set(names)].map((name) => near.moves.find((move) => move.name === name)).filter(Boolean);
  return told.map((move) => make("p", {}, because(move, many)));
}

// What comes after the best move: the answer that its value rests on.
function answerQuestion(told, near) {
  const first = near.moves.find(({ best }) => best);
  if (!first || first.ending || !first.answers.length || first.count > first.answers.length) return [];
  const best = first.answers.filter((answer) => answer.best).map(({ name }) => name);
  const who = told.line?.[1]?.player ?? "the other";
  const line = (told.line ?? []).map(({ player, name }) => `${player}: ${name}`);
  const why = () => [make("p", {}, `So a line of best play is ${line.slice(0, 12).join(", ")}${line.length > 12 ? " …" : ""}.`), totals(told)];
  return [choose(`After ${first.name}: what does ${who} do now?`, first.answers.map(({ name }) => name), best, `Best: ${best.join(" or ")}.`, why)];
}

function totals(told) {
  const some = told.totals.some((total) => String(total) !== "0"); // 0 – 0 says nothing
  return some ? make("p", { class: "note" }, `So far: ${told.names.map((name, seat) => `${name} ${shown(told.totals[seat])}`).join(", ")}.`) : "";
}

// A move, and the answer that decides what it is worth.
export function because(move, many) {
  const is = many ? `ends ${outcomeWord(move.outcome, many)}` : `is a ${move.outcome}`;
  if (move.ending) return `${sentenceCase(move.name)} ends the game${many ? ` ${outcomeWord(move.outcome, many)}` : `: a ${move.outcome}`}.`;
  const answer = move.answers.find(({ best }) => best);
  const who = move.again ? "the same player goes on with" : "the best answer is";
  return `${sentenceCase(move.name)} ${is}${move.best ? (many ? " and is best" : " and best") : ""}: ${who} ${answer?.name ?? "none"}.`;
}
