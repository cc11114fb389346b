// How the game is solved, step by step.

import { frames } from "./api.js";
import { graphView } from "./pages/graph.js";
import { heapStrip } from "./heapstrip.js";
import { nimSum } from "./nimsum.js";
import { make, problem } from "./parts.js";
import { rowView } from "./pages/row.js";

const VIEWS = { difference: "a difference", pair: "a pair of scores", total: "an own total" };

export async function learnView(place, { reference, game, record, signal }) {
  const isHeaps = game.picture === "heap";
  const steps = make("div", {}, make("p", { class: "note" }, "Drawing …"));
  let latest = null;
  const chooser = viewChooser(record, (view) => draw(view));
  place.replaceChildren(chooser, steps);
  const sum = isHeaps ? await nimSum(reference, record.start, signal) : null;
  if (signal.aborted) return;
  if (sum) place.prepend(sum);
  await draw(null);

  async function draw(view) {
    latest = view;
    try {
      const told = await frames(reference, view, signal);
      if (latest === view) show(told); // another view may have been chosen meanwhile
    } catch (error) {
      if (error.name !== "AbortError") await instead(error);
    }
  }

  function show(told) {
    if (told.kind === "row") rowView(steps, told.frames);
    else graphView(steps, told.frames);
  }

  async function instead(error) {
    const large = error.code === "too_large" && isHeaps;
    const strip = large ? await heapStrip(reference, record.start, signal) : null;
    steps.replaceChildren(strip ?? (sum ? "" : problem(error)));
  }
}

// Two scores can be told as their difference, as the pair, or as the mover's own total.
function viewChooser(record, choose) {
  if (Array.isArray(record.value) || record.scores?.length !== 2) return "";
  const options = Object.entries(VIEWS).map(([value, text]) => make("option", { value }, text));
  const select = make("select", {}, ...options);
  select.addEventListener("change", () => choose(select.value));
  return make("label", { class: "note" }, "Values as ", select);
}
