// Several heaps: the nimber of each in binary, and their sum without carrying.

import { values } from "./api.js";
import { make } from "./parts.js";

const MOST = 24; // heaps whose digits still fit a page

// Null where the position is not a row of heaps or its game has no nimbers.
export async function nimSum(reference, start, signal) {
  const isHeap = (heap) => Number.isInteger(heap) && heap > 0;
  if (!Array.isArray(start) || !start.length || start.length > MOST || !start.every(isHeap)) return null;
  const alone = start.map((heap) => [heap]);
  const told = await values({ ...reference, position: null }, alone, signal).catch(() => null);
  if (!told || told.values.some(({ nimber }) => nimber === null)) return null;
  return panel(start, told.values.map(({ nimber }) => BigInt(nimber)));
}

function panel(heaps, nimbers) {
  const sum = nimbers.reduce((one, two) => one ^ two, 0n);
  const width = Math.max(1, ...nimbers.map((nimber) => nimber.toString(2).length));
  const rows = heaps.map((heap, place) => row(`heap of ${heap}`, nimbers[place], width, sum));
  const digits = make(
    "table",
    { class: "nim-sum" },
    make("caption", {}, "Nimbers of the heaps in binary, added without carrying"),
    make("thead", {}, make("tr", {}, ...["", "nimber", "in binary"].map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, ...rows),
    make("tfoot", {}, row("sum (XOR)", sum, width, sum)),
  );
  const title = { class: "card-like", "aria-label": "Nim-sum" };
  return make("section", title, make("h2", {}, "Nim-sum"), make("p", {}, sentence(sum)), digits);
}

function row(name, nimber, width, sum) {
  const places = [...nimber.toString(2).padStart(width, "0")].map((digit, place) => {
    const odd = (sum >> BigInt(width - 1 - place)) & 1n;
    return make("span", { class: odd ? "odd" : "" }, digit);
  });
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, name),
    make("td", {}, String(nimber)),
    make("td", {}, make("code", {}, ...places)),
  );
}

function sentence(sum) {
  if (sum === 0n) return "Every column holds an even number of ones, so the sum is 0: the player to move has lost. Any move makes some column odd, and the answer makes it even again.";
  return `The marked columns hold an odd number of ones, so the sum is ${sum}, not 0: the player to move wins by a move that makes every column even.`;
}
