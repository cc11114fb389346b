// Two moves side by side: where they lead, what is known of their worth, how play goes on.

import { write } from "./api.js";
import { knownWorth } from "./moves.js";
import { button, drawingOf, make, problem, shape } from "./parts.js";

// `after` gives the position that a move leads to, with the line of best play where it is solved.
export function comparePanel(place, { after }) {
  const selects = [0, 1].map(() => make("select", { "aria-label": "A move to compare" }));
  const body = make("div", { class: "compared" });
  const panel = make(
    "details",
    { hidden: true },
    make("summary", {}, "Compare two moves"),
    make("div", { class: "seats" }, ...selects.map((select, number) => make("label", {}, number ? "with " : "", select)), button("Compare", compare, {})),
    body,
  );
  let now = null; // what is compared
  let position = null; // and where
  let compared = null; // the two moves that are shown
  place.replaceChildren(panel);
  return { show };

  function show(shown) {
    const { told, hidden } = (now = shown);
    panel.hidden = hidden || Boolean(told.late) || told.choices.length < 2;
    const here = write(told.position);
    if (here !== position || !panel.open) choose(told.choices); // where somebody compares, bounds alone have come
    if (here !== position) clear();
    position = here;
    if (compared && !panel.hidden) tell();
  }

  // The best move and one that is not; of others the first two.
  function choose(choices) {
    const best = Math.max(0, choices.findIndex((choice) => choice.best));
    const other = choices.findIndex((choice, number) => number !== best && !choice.best);
    const chosen = [best, other < 0 ? (best + 1) % Math.max(1, choices.length) : other];
    selects.forEach((select, which) => {
      select.replaceChildren(...choices.map(({ name }, number) => make("option", { value: number, selected: number === chosen[which] }, name)));
    });
  }

  function clear() {
    compared = null;
    body.replaceChildren();
  }

  function compare() {
    compared = selects.map((select) => Number(select.value));
    return tell();
  }

  async function tell() {
    const [mine, { told, scored, solved }] = [compared, now];
    const chosen = mine.map((number) => told.choices[number]);
    try {
      const found = await Promise.all(chosen.map(after));
      if (mine !== compared || told.position !== now.told.position) return; // another was asked for meanwhile
      const many = told.names.length > 2;
      body.replaceChildren(...found.map((there, number) => side(chosen[number], there, knownWorth(chosen[number], { scored, many }), solved)));
    } catch (error) {
      if (error.name !== "AbortError") body.replaceChildren(problem(error));
    }
  }
}

function side(choice, there, worth, solved) {
  const line = (there.line ?? []).slice(0, 8).map(({ player, name }) => `${player}: ${name}`);
  const answers = `${there.player} then has ${there.choices.length === 1 ? "one move" : `${there.choices.length} moves`}.`;
  const ahead = there.ending ? "The game is over." : solved ? "" : answers;
  return make(
    "section",
    { class: `one-side ${choice.outcome ?? "open"}`, "aria-label": `After ${choice.name}` },
    make("h4", {}, shape(choice.outcome ?? "open"), ` ${choice.name}${choice.best ? " ★" : ""}`),
    make("p", {}, worth),
    there.svg ? drawingOf(there.svg) : make("pre", { class: "drawn-text" }, there.text),
    line.length ? make("ol", {}, ...line.map((text) => make("li", {}, text))) : make("p", {}, ahead),
  );
}
