// How the game is solved, step by step.

import { frames } from "./api.js";
import { graphView } from "./graph.js";
import { heapStrip } from "./heapstrip.js";
import { nimSum } from "./nimsum.js";
import { make, problem } from "./parts.js";
import { rowView } from "./row.js";

export async function learnView(place, { reference, game, record, signal }) {
  const isHeaps = game.picture === "heap";
  const steps = make("div", {}, make("p", { class: "note" }, "Drawing …"));
  place.replaceChildren(steps);
  const sum = isHeaps ? await nimSum(reference, record.start, signal) : null;
  if (signal.aborted) return;
  if (sum) place.prepend(sum);
  try {
    const told = await frames(reference, signal);
    if (told.kind === "row") rowView(steps, told.frames);
    else graphView(steps, told.frames, game.picture);
  } catch (error) {
    if (error.name === "AbortError") return;
    const large = error.code === "too_large" && isHeaps;
    const strip = large ? await heapStrip(reference, record.start, signal) : null;
    steps.replaceChildren(strip ?? (sum ? "" : problem(error)));
  }
}
