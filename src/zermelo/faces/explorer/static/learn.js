// How the game is solved, step by step.

import { frames } from "./api.js";
import { graphView } from "./graph.js";
import { heapStrip } from "./heapstrip.js";
import { nimSum } from "./nimsum.js";
import { make, problem } from "./parts.js";
import { rowView } from "./row.js";

export async function learnView(place, { reference, game, record, signal }) {
  place.replaceChildren(make("p", { class: "note" }, "Drawing …"));
  const heaps = game.picture === "heap";
  const sum = heaps ? await nimSum(reference, record.start, signal) : null;
  try {
    const told = await frames(reference, signal);
    if (told.kind === "row") rowView(place, told.frames);
    else graphView(place, told.frames, game.picture);
  } catch (error) {
    if (error.name === "AbortError") return;
    const large = error.code === "too_large" && heaps;
    const strip = large ? await heapStrip(reference, record.start, signal) : null;
    place.replaceChildren(strip ?? (sum ? "" : problem(error)));
  }
  if (sum) place.prepend(sum);
}
