// Learn where the game is too large to solve: a lesson by the rules, the two plies around the
// position, and how far a lesson with values is away.

import { aroundByRules, tree, withKnown } from "./around.js";
import { board, bounds, write } from "./api.js";
import { lesson } from "./lesson.js";
import { writeLink } from "./link.js";
import { clearName, isWide } from "./moves.js";
import { leadsTo, openQuestions } from "./openasking.js";
import { button, make, plainWords, problem, sentenceCase } from "./parts.js";
import { withBounds } from "./watch.js";

const SPEND = 0.5; // seconds of search before the lesson begins

// `coming` tells why the position is not solved, or gives the lesson with values.
export async function openLearnView(place, { reference, link, game, coming, isSolving, signal, onPosition }) {
  place.replaceChildren(make("p", { class: "note" }, "Looking around …"));
  const away = howFar(link, game, coming);
  try {
    const told = await board({ ...reference, moves: link.moves }, signal);
    onPosition(told.position, told.names);
    const parts = told.late ? [problem(told.late)] : told.ending ? [over(told)] : await lessonFrom(told);
    if (!signal.aborted) place.replaceChildren(...parts, away);
  } catch (error) {
    if (error.name !== "AbortError") place.replaceChildren(problem(error), away);
  }

  async function lessonFrom(here) {
    const after = (choice) => board({ ...reference, moves: [...link.moves, clearName(here.choices, choice)] }, signal);
    const [around, proven] = await Promise.all([aroundByRules(here.choices, after), search(here)]);
    const told = proven ? { ...here, choices: withBounds(here.choices, proven) } : here;
    const near = withKnown(around, told.choices);
    const scored = isWide(told.choices);
    const many = told.names.length > 2;
    const made = lesson(told, {
      questions: openQuestions(told, near, { proven, scored }),
      because: near.moves.map((move) => leadsTo(move, { scored, many })),
      onDone: () => {},
    });
    document.addEventListener("keydown", made.keys, { signal });
    const says = "The moves from this position, and the answers to each";
    return [made.element, make("details", { class: "card-like near" }, make("summary", {}, says), tree(near, { scored, many }))];
  }

  // What is proven of two players' moves; without it the lesson goes on by the rules alone.
  function search({ position, names }) {
    if (names.length !== 2) return null;
    return bounds({ ...reference, position, spend: SPEND, meanwhile: isSolving }, signal).catch((error) => {
      if (error.name === "AbortError") throw error;
      return null;
    });
  }
}

function over({ result, ending }) {
  return make("p", { class: "card-like" }, `The game is over here: ${result || ending}. Take a move back in Play to learn from a position.`);
}

function howFar(link, game, coming) {
  const play = make("a", { class: "way play", href: writeLink({ ...link, view: "play" }) }, "Set up a later position in Play");
  const other = write(game.example) !== write(link.arguments) && Object.keys(game.example).length > 0;
  const example = make("a", { class: "way learn", href: writeLink({ game: game.name, arguments: game.example, view: "learn" }) }, "Learn with the example of this game");
  const ways = make("div", { class: "play-controls" }, play, other ? example : "");
  const state = make("p", { class: "note", role: "status" }, "This position is being solved.");
  tell();
  return make(
    "section",
    { class: "card-like open-end", "aria-label": "A lesson with values" },
    make("h2", {}, "How far a lesson with values is away"),
    make("p", {}, "This lesson rests on the rules and on what a search has proven. Who wins and which move is best is told once the position is solved: nearer the end it is, and on smaller boards."),
    state,
    ways,
  );

  async function tell() {
    const { open, learnt } = await coming;
    state.textContent = learnt ? "Now this position is solved." : `${sentenceCase(plainWords(open.message))} ${open.fix ?? ""}`.trim();
    if (learnt) ways.prepend(button("A lesson with values", learnt, { class: "primary" }));
  }
}
