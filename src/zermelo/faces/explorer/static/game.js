// One game: its numbers, and three views of it. The board is there at once; answers come to it.

import { answerPanel, verdict } from "./answer.js";
import { isOpenEnd, solve, write } from "./api.js";
import { boardView } from "./board.js";
import { factsPanel } from "./facts.js";
import { argumentForm } from "./form.js";
import { readLink, referenceOf, VIEWS, writeLink } from "./link.js";
import { make, problem, sentenceCase, titleOf, unbroken } from "./parts.js";
import { released } from "./press.js";
import { solveShowing } from "./progress.js";
import { shareBar } from "./share.js";

const PATIENCE = 1500; // milliseconds of a solve before a lesson by the rules is shown

export function gameView(place, game, link) {
  const leave = new AbortController();
  const head = header(game, link, start);
  const tabs = make("nav", { class: "tabs", "aria-label": "Views" });
  const work = make("div", { class: "work" });
  const body = make("div", { class: "view-body" });
  const facts = make("div", {});
  let position = link.position;
  let players = 2;
  let answer = {}; // `record` once the game is solved, `open` where it will not be
  let solving = new AbortController(); // the solve that is under way
  let coming = null; // the answer that will come of it
  let shown = new AbortController(); // what the view that is shown still waits for
  let playing = null;
  const both = make("div", { class: "game-body" }, body, facts);
  place.replaceChildren(head.element, tabs, work, both, shareBar(body, game, { linkNow, known, answerAt }));
  start();
  return { leave: () => leave.abort(), show };

  async function start(now = link) {
    link = now;
    solving.abort(); // one at a time
    solving = new AbortController();
    const signal = AbortSignal.any([leave.signal, solving.signal]);
    answer = {};
    facts.replaceChildren();
    if (!hasNumbers(game, link)) {
      const says = "This game has no example: fill in its numbers above, and press “Set up”.";
      body.replaceChildren(make("p", { class: "card-like", role: "status" }, says));
      return;
    }
    show(link);
    try {
      coming = solveShowing(work, referenceOf(link), signal);
      answer = { record: await coming };
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return;
      if (!isOpenEnd(error)) {
        shown.abort();
        body.replaceChildren(problem(error));
        return;
      }
      answer = { open: error };
    }
    await released(); // the headline moves what is pressed
    if (signal.aborted) return;
    tellHeadline();
    if (playing) playing.answered(answer);
    else show(link);
  }

  // Where the address has no numbers, those of the form.
  function linkNow() {
    const now = readLink();
    return hasNumbers(game, now) ? now : { ...now, arguments: head.given() };
  }

  function known() {
    return { position, players, isOpen: Boolean(answer.open) };
  }

  // Where no move was made it is the answer that is there, or that is being worked out; null where
  // the position is too large.
  async function answerAt(question) {
    try {
      return await (coming && !readLink().moves.length ? coming : solve(question));
    } catch (error) {
      if (!isOpenEnd(error)) throw error;
      return null;
    }
  }

  function tellHeadline() {
    const hides = link.view === "learn"; // a question there is who wins
    head.verdict.replaceChildren(...(!answer.record || hides ? [] : unbroken(verdict(answer.record))));
  }

  // Once the board stands: facts are no reason to wait.
  function tellFacts() {
    if (!answer.record || facts.hasChildNodes()) return;
    facts.replaceChildren(factsPanel(referenceOf(link), answer.record, leave.signal));
  }

  // The view that the address names; the answer is already there when only the view changes.
  function show(now) {
    link = now;
    document.title = `${titleOf(game)} · Zermelo`;
    both.className = `game-body ${now.view}`;
    tabs.replaceChildren(...VIEWS.toSorted(order).map((view) => tab(now, view)));
    shown.abort();
    shown = new AbortController();
    tellHeadline();
    const signal = AbortSignal.any([leave.signal, shown.signal]);
    const told = { link, game, ...answer, reference: referenceOf(link), signal };
    playing = null;
    if (link.view === "play") playing = boardView(body, { ...told, answer, onPosition: moved, onShown: tellFacts });
    else if (!answer.record && answer.open && link.view === "learn") learnFromHere({ ...told, onPosition: moved });
    else if (!answer.record) body.replaceChildren(waiting(answer.open, link));
    else if (link.view === "solve") body.replaceChildren(answerPanel(answer.record));
    else learn({ ...told, onPosition: moved, onResult: () => { head.verdict.replaceChildren(...unbroken(verdict(answer.record))); } });
    if (link.view !== "play") tellFacts();
  }

  // What Learn needs is loaded when somebody learns.
  async function learn(told) {
    const { learnView } = await import("./learn.js");
    if (!told.signal.aborted) learnView(body, told);
  }

  // The start is not solved, but the position at hand may be. What takes long is not waited for: a
  // lesson by the rules is there meanwhile, and instead.
  async function learnFromHere(told) {
    const solved = told.link.moves.length ? solvedHere(told) : Promise.resolve({ open: told.open });
    body.replaceChildren(make("p", { class: "note" }, "Solving from this position …"));
    const first = await Promise.race([solved, new Promise((late) => { setTimeout(late, PATIENCE, null); })]);
    if (told.signal.aborted) return;
    if (first?.learnt) {
      first.learnt();
      return;
    }
    if (first && !isOpenEnd(first.open)) {
      body.replaceChildren(problem(first.open));
      return;
    }
    const { openLearnView } = await import("./openlearn.js");
    if (!told.signal.aborted) openLearnView(body, { ...told, coming: solved, isSolving: !first });
  }

  // The lesson with values, or why there is none.
  async function solvedHere(told) {
    try {
      const { solvedFromHere } = await import("./learn.js");
      const solveOne = (which) => solveShowing(work, which, told.signal);
      const { position: where, record } = await solvedFromHere(told.reference, told.link, solveOne, told.signal);
      const here = { ...told, record, reference: { ...told.reference, position: where }, link: { ...told.link, moves: [] } };
      return { learnt: () => learn({ ...here, onResult: () => {} }) };
    } catch (error) {
      return { open: error };
    }
  }

  // The other tabs keep the position that play has reached.
  function moved(where, names = []) {
    position = where;
    players = names.length || players;
    for (const item of tabs.children) item.href = writeLink({ ...readLink(), view: item.dataset.view });
  }
}

// What a view that needs the whole solution says while there is none.
function waiting(open, link) {
  if (!open) return make("p", { class: "note" }, "Solving …");
  const way = make("a", { class: "way play", href: writeLink({ ...link, view: "play" }) }, "Go to Play");
  const says = "The whole game is not solved here. In Play every move has proven bounds, and positions "
    + "near the end are settled: set one up there, and come back.";
  return make("section", { class: "card-like open-end" }, make("p", {}, says), problem(open), way);
}

const ORDER = ["play", "learn", "solve"];

function order(one, two) {
  return ORDER.indexOf(one) - ORDER.indexOf(two);
}

function tab(link, view) {
  const current = link.view === view ? "page" : null;
  const attributes = { href: writeLink({ ...link, view }), "aria-current": current, "data-view": view };
  return make("a", attributes, sentenceCase(view));
}

function header(game, link, onAgain) {
  const isSame = (given, misere) => !link.position && write([given, misere]) === write([link.arguments, link.misere]);
  const told = make("p", { class: "headline", role: "status" });
  const form = argumentForm(game, link, (given, misere) => {
    const { view, humans } = readLink();
    const wanted = writeLink({ game: game.name, arguments: given, misere, view, humans });
    if (!isSame(given, misere)) {
      location.hash = wanted;
      return;
    }
    history.replaceState(null, "", wanted);
    onAgain(readLink());
  });
  const rules = make("p", { class: "rules" }, `${game.rules} ${tieRule(game)}${turned(game, link)}`);
  const wide = matchMedia("(min-width: 40rem) and (min-height: 32rem)").matches; // on a phone, or enlarged, the board comes first
  const setup = make("details", { class: "numbers", open: wide || !hasNumbers(game, link) }, make("summary", {}, "Rules and numbers"), rules, form.element);
  const element = make(
    "header",
    { class: "game-head" },
    make("div", { class: "title-line" }, make("a", { class: "back", href: "#" }, "← All games"), make("h1", {}, titleOf(game))),
    setup,
    told,
  );
  return { element, verdict: told, given: form.read };
}

// Whether the address, an example or defaults say all that the game must know.
function hasNumbers(game, link) {
  const known = { ...game.example, ...link.arguments };
  return game.fields.every(({ name, required }) => !required || name in known);
}

function turned(game, link) {
  return link.misere && game.misere ? `Here it is turned round: ${game.misere}.` : "";
}

function tieRule(game) {
  return game.tie && game.tie !== "a tie is a tie" ? `${sentenceCase(game.tie)}.` : "";
}
