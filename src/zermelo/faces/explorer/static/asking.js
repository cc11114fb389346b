// The questions of a lesson, in the words of the game: each knows the answer and the reason.

import { exact, minus, shown, sign, signed } from "./pages/exact.js";
import { button, make, outcomeWord, resultWords, sentenceCase } from "./parts.js";
import { number } from "./form.js";

const MOST_BUTTONS = 16; // more moves are a list to choose from

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
  const options = [...told.names, ...(mayDraw ? [draw] : [])];
  return {
    ask: many ? `${sentenceCase(told.player)} is to move. Who ends with the most, if everyone plays best?` : `${sentenceCase(told.player)} is to move. Who wins, if both play best?`,
    ways: (check) => options.map((name) => button(sentenceCase(name), () => check(name))),
    fits: (answer) => answer === truth,
    truth: many ? `If everyone plays best, ${resultWords(result, many)}.` : `With best play ${result}.`,
    why: () => [],
  };
}

function howMuch(told) {
  const best = told.choices.find((choice) => choice.best);
  return {
    ask: `By how much is ${told.player} ahead of the other from here on? Behind is negative.`,
    ways: (check) => [numberField(check)],
    fits: (answer) => same(answer, best.value),
    truth: `It is ${signed(best.value)}.`,
    why: () => [],
  };
}

function same(one, two) {
  return sign(minus(exact(one), exact(two))) === 0;
}

function numberField(check) {
  const field = make("input", { type: "text", inputmode: "numeric", size: 8, "aria-label": "Your number", autocomplete: "off" });
  const wrong = make("span", { class: "note", role: "alert" });
  const form = make("form", { class: "number-answer" }, field, make("button", { type: "submit" }, "Check"), wrong);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      check(String(number(field.value.trim())));
    } catch (error) {
      wrong.textContent = error.message;
    }
  });
  return form;
}

function bestMove(told, near) {
  const best = told.choices.filter((choice) => choice.best).map(({ name }) => name);
  return {
    ask: `Which move is best for ${told.player}?`,
    ways: (check) => waysOf(told.choices.map(({ name }) => name), check),
    fits: (answer) => best.includes(answer),
    truth: best.length > 4 ? `${best.length} of ${told.choices.length} moves are best, ${best[0]} among them.` : `Best: ${best.join(" or ")}.`,
    why: (answer) => reasons(near, [answer, best[0]], told.names.length > 2),
  };
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
  return [{
    ask: `After ${first.name}: what does ${who} do now?`,
    ways: (check) => waysOf(first.answers.map(({ name }) => name), check),
    fits: (answer) => best.includes(answer),
    truth: `Best: ${best.join(" or ")}.`,
    why: () => [make("p", {}, `So a line of best play is ${line.slice(0, 12).join(", ")}${line.length > 12 ? " …" : ""}.`), totals(told)],
  }];
}

function totals(told) {
  const some = told.totals.some((total) => String(total) !== "0"); // 0 – 0 says nothing
  return some ? make("p", { class: "note" }, `So far: ${told.names.map((name, seat) => `${name} ${shown(told.totals[seat])}`).join(", ")}.`) : "";
}

function waysOf(names, check) {
  const all = [...new Set(names)];
  if (all.length <= MOST_BUTTONS) return all.map((name) => button(name, () => check(name)));
  const select = make("select", { "aria-label": "A move" }, ...all.map((name) => make("option", { value: name }, name)));
  return [select, button("Check", () => check(select.value))];
}

// A move, and the answer that decides what it is worth.
export function because(move, many) {
  const is = many ? `ends ${outcomeWord(move.outcome, many)}` : `is a ${move.outcome}`;
  if (move.ending) return `${sentenceCase(move.name)} ends the game${many ? ` ${outcomeWord(move.outcome, many)}` : `: a ${move.outcome}`}.`;
  const answer = move.answers.find(({ best }) => best);
  const who = move.again ? "the same player goes on with" : "the best answer is";
  return `${sentenceCase(move.name)} ${is}${move.best ? (many ? " and is best" : " and best") : ""}: ${who} ${answer?.name ?? "none"}.`;
}
