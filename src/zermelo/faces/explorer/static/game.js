// One game: its numbers, and three views of it.

import { answerPanel, verdict } from "./answer.js";
import { boardView } from "./board.js";
import { factsPanel } from "./facts.js";
import { argumentForm } from "./form.js";
import { learnView } from "./learn.js";
import { readLink, referenceOf, VIEWS, writeLink } from "./link.js";
import { make, problem, sentenceCase, titleOf } from "./parts.js";
import { solveShowing } from "./progress.js";
import { shareBar } from "./share.js";

export function gameView(place, game, link) {
  const leave = new AbortController();
  const head = header(game, link, start);
  const tabs = make("nav", { class: "tabs", "aria-label": "Views" });
  const body = make("div", { class: "view-body" });
  const facts = make("div", {});
  let position = link.position;
  let record = null;
  let shown = new AbortController(); // what the view that is shown still waits for
  const both = make("div", { class: "game-body" }, body, facts);
  place.replaceChildren(head.element, tabs, both, shareBar(() => position));
  show(link);
  start();
  return { leave: () => leave.abort(), show };

  async function start() {
    try {
      record = await solveShowing(body, referenceOf(link), leave.signal);
      head.verdict.textContent = verdict(record);
      facts.replaceChildren(factsPanel(referenceOf(link), record, leave.signal));
      show(link);
    } catch (error) {
      if (error.name !== "AbortError") body.replaceChildren(problem(error));
    }
  }

  // The view that the address names; the answer is already there when only the view changes.
  function show(now) {
    link = now;
    document.title = `${titleOf(game)} · Zermelo`;
    both.className = `game-body ${now.view}`;
    tabs.replaceChildren(...VIEWS.toSorted(order).map((view) => tab(now, view)));
    if (!record) return;
    shown.abort();
    shown = new AbortController();
    const signal = AbortSignal.any([leave.signal, shown.signal]);
    const told = { link, game, record, reference: referenceOf(link), signal };
    if (link.view === "solve") body.replaceChildren(answerPanel(record));
    else if (link.view === "learn") learnView(body, told);
    else boardView(body, { ...told, onPosition: moved });
  }

  // The other tabs keep the position that play has reached.
  function moved(where) {
    position = where;
    for (const item of tabs.children) item.href = writeLink({ ...readLink(), view: item.dataset.view });
  }

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
  const told = make("p", { class: "headline", role: "status" });
  const form = argumentForm(game, link, (given, misere) => {
    const { view, humans } = readLink();
    const wanted = writeLink({ game: game.name, arguments: given, misere, view, humans });
    if (wanted === location.hash) onAgain();
    else location.hash = wanted;
  });
  const element = make(
    "header",
    { class: "game-head" },
    make("a", { class: "back", href: "#" }, "← All games"),
    make("h1", {}, titleOf(game)),
    make("p", { class: "rules" }, `${game.rules} ${tieRule(game)}${turned(game, link)}`),
    form,
    told,
  );
  return { element, verdict: told };
}

function turned(game, link) {
  return link.misere && game.misere ? `Here it is turned round: ${game.misere}.` : "";
}

function tieRule(game) {
  return game.tie && game.tie !== "a tie is a tie" ? `${sentenceCase(game.tie)}.` : "";
}
