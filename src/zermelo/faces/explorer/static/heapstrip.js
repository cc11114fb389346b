// A heap too large for steps: its P and N positions alone, read off the solved table.

import { values } from "./api.js";
import { make } from "./parts.js";

const MOST = 1000; // heaps that are asked about at once
const SIGNS = { win: "N", loss: "P", draw: "=" };

// Null where the game has no single heap or the table does not know all smaller ones.
export async function heapStrip(reference, start, signal) {
  if (!Number.isInteger(start) || start < 1) return null;
  const positions = Array.from({ length: Math.min(start, MOST - 1) }, (_, place) => place + 1);
  const told = await values({ ...reference, position: null }, positions, signal).catch(() => null);
  return told && strip(told.values);
}

function strip(list) {
  const cells = list.map(({ position, outcome }) => make(
    "li",
    { class: outcome, title: `${position}: ${outcome} for the player to move` },
    make("span", { class: "heap" }, String(position)),
    make("strong", {}, SIGNS[outcome]),
  ));
  const lost = list.filter(({ outcome }) => outcome === "loss").map(({ position }) => position);
  return make(
    "section",
    { class: "card-like", "aria-label": "P/N strip" },
    make("h2", {}, "P/N strip"),
    make("p", { class: "note" }, `P, lost for the player to move: ${lost.slice(0, 12).join(", ") || "none"}${lost.length > 12 ? ", …" : ""}`),
    make("ol", { class: "heap-strip", tabindex: 0 }, ...cells),
  );
}
