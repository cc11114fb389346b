// Two moves side by side: where they lead, what they are worth, how play goes on.

import { button, drawingOf, make, problem, shape } from "./parts.js";
import { solvedWorth } from "./moves.js";

export function compareMoves(place, { told, hidden, solved, after, scored }) {
  if (hidden || !solved || told.choices.length < 2) {
    place.replaceChildren();
    return;
  }
  const best = told.choices.findIndex(({ best: isBest }) => isBest);
  const other = told.choices.findIndex((choice, number) => number !== best && !choice.best);
  const selects = [best, other < 0 ? (best + 1) % told.choices.length : other].map((chosen) => chooser(told, chosen));
  const body = make("div", { class: "compared" });
  const go = button("Compare", show, {});
  const panel = make(
    "details",
    {},
    make("summary", {}, "Compare two moves"),
    make("div", { class: "seats" }, ...selects.map((select, number) => make("label", {}, number ? "with " : "", select)), go),
    body,
  );
  place.replaceChildren(panel);

  async function show() {
    const chosen = selects.map((select) => told.choices[Number(select.value)]);
    try {
      const found = await Promise.all(chosen.map(after));
      body.replaceChildren(...found.map((there, number) => side(chosen[number], there, solvedWorth(chosen[number], scored, told.names.length > 2))));
    } catch (error) {
      if (error.name !== "AbortError") body.replaceChildren(problem(error));
    }
  }
}

function chooser(told, chosen) {
  const options = told.choices.map((choice, number) => make("option", { value: number, selected: number === chosen }, choice.name));
  return make("select", { "aria-label": "A move to compare" }, ...options);
}

function side(choice, there, worth) {
  const line = (there.line ?? []).slice(0, 8).map(({ player, name }) => `${player}: ${name}`);
  return make(
    "section",
    { class: `one-side ${choice.outcome}`, "aria-label": `After ${choice.name}` },
    make("h4", {}, shape(choice.outcome), ` ${choice.name}${choice.best ? " ★" : ""}`),
    make("p", {}, worth),
    there.svg ? drawingOf(there.svg) : make("pre", { class: "drawn-text" }, there.text),
    line.length ? make("ol", {}, ...line.map((text) => make("li", {}, text))) : make("p", {}, "The game is over."),
  );
}
