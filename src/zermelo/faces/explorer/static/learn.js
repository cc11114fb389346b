// Learn: a lesson from the position at hand, and how the game is solved, step by step.

import { around, board, frames, play } from "./api.js";
import { tree } from "./around.js";
import { isScored } from "./answer.js";
import { because, questionsOf } from "./asking.js";
import { graphView } from "./pages/graph.js";
import { heapStrip } from "./heapstrip.js";
import { lesson } from "./lesson.js";
import { nimSum } from "./nimsum.js";
import { make, problem, resultWords, shape } from "./parts.js";
import { rowView } from "./pages/row.js";

const VIEWS = { difference: "a difference", pair: "a pair of scores", total: "an own total" };

export async function learnView(place, { reference, link, game, record, signal, onPosition, onResult }) {
  const isHeaps = game.picture === "heap";
  const talk = make("div", {});
  const steps = make("div", {}, make("p", { class: "note" }, "Drawing …"));
  let latest = null; // the view that was asked for last
  let here = reference;
  let near = null; // the moves from the position at hand, and the answers to each
  const chooser = viewChooser(record, (view) => draw(view));
  place.replaceChildren(talk, chooser, steps);
  const told = await teach().catch(untaught);
  if (signal.aborted) return;
  const start = told?.position ?? record.start;
  const sum = isHeaps ? await nimSum(reference, start, signal) : null;
  if (signal.aborted) return;
  if (sum) steps.after(make("details", { class: "card-like" }, make("summary", {}, "The heaps in binary"), sum));
  await draw(latest);

  async function teach() {
    const found = await play({ ...reference, moves: link.moves, humans: [0], engine: false }, signal);
    if (link.moves.length) here = { ...reference, position: found.position };
    onPosition(found.position);
    if (found.ending) {
      talk.replaceChildren(make("p", { class: "card-like" }, `The game is over here: ${resultWords(found.report.result, found.names.length > 2)}. Take a move back in Play to learn from a position.`));
      return found;
    }
    near = await around({ ...reference, position: found.position }, signal);
    const questions = questionsOf(found, near, { scored: isScored(record), decided: Boolean(game.misere) });
    const lines = near.moves.map((move) => make("li", {}, shape(move.outcome), ` ${because(move, found.names.length > 2)}`));
    const made = lesson(found, { questions, because: lines, onDone: onResult });
    document.addEventListener("keydown", made.keys, { signal });
    talk.replaceChildren(made.element);
    return found;
  }

  function untaught(error) {
    if (error.name === "AbortError") return null;
    const wide = "This position has too many moves for a lesson: play some, and come back.";
    talk.replaceChildren(error.code === "too_large" ? make("p", { class: "note" }, wide) : problem(error));
    return null;
  }

  async function draw(view) {
    latest = view;
    try {
      const drawn = await frames(here, view, signal);
      if (latest === view) show(drawn); // another view may have been chosen meanwhile
    } catch (error) {
      if (error.name !== "AbortError") await instead(error).catch(undrawn);
    }
  }

  function undrawn(error) {
    if (error.name !== "AbortError") steps.replaceChildren(problem(error));
  }

  function show(drawn) {
    if (drawn.kind === "row") rowView(steps, drawn.frames);
    else graphView(steps, drawn.frames);
  }

  // Too large to draw whole: a strip of heaps, or two plies around the position.
  async function instead(error) {
    if (error.code !== "too_large") {
      steps.replaceChildren(problem(error));
      return;
    }
    const strip = isHeaps ? await heapStrip(reference, start, signal) : null;
    if (strip || sum) {
      steps.replaceChildren(strip ?? "");
      return;
    }
    near ??= await around({ ...reference, position: start }, signal);
    const says = "The whole graph is too large to draw: the moves from this position, and the answers to each";
    steps.replaceChildren(make("details", { class: "card-like near" }, make("summary", {}, says), tree(near, { many: record.scores?.length > 2 })));
  }
}

// A game that is not solved from its start may be from the position at hand.
export async function solvedFromHere(reference, link, solveOne, signal) {
  const here = await board({ ...reference, moves: link.moves }, signal);
  return { position: here.position, record: await solveOne({ ...reference, position: here.position }) };
}

// Two scores can be told as their difference, as the pair, or as the mover's own total.
function viewChooser(record, choose) {
  if (Array.isArray(record.value) || record.scores?.length !== 2) return "";
  const options = Object.entries(VIEWS).map(([value, text]) => make("option", { value }, text));
  const select = make("select", {}, ...options);
  select.addEventListener("change", () => choose(select.value));
  return make("label", { class: "note" }, "Values as ", select);
}
