// The address of a game, a position in it and a view:
// #sum=…&game=…&arguments=…&misere=1&position=…&mover=1&moves=a,b&view=play
// The sum is over all the rest, and comes first, so that a link that was cut still has it: it does
// not fit then. A link that somebody writes by hand needs none.

import { read, write } from "./api.js";

export const VIEWS = ["solve", "play", "learn"];

const KNOWN = new Set(["sum", "game", "arguments", "misere", "position", "mover", "moves", "humans", "view"]);

// `damaged` says what is wrong with an address; nobody guesses what it may have meant.
export function readLink(hash = location.hash) {
  const damage = [];
  const seen = new Set();
  const parts = new Map(hash.replace(/^#/, "").split("&").filter(Boolean).map((part) => {
    const at = part.indexOf("=");
    const [name, text] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
    if (!KNOWN.has(name)) damage.push(`“${name}” is no part of an address`);
    if (seen.has(name)) damage.push(`its part “${name}” stands there twice`);
    seen.add(name);
    return [name, text];
  }));
  const checked = (name, reading, fits = () => true) => {
    const text = parts.get(name);
    if (text === undefined) return null;
    try {
      if (!text) throw new Error("cut off");
      const value = reading(text);
      if (fits(value)) return value;
    } catch { /* said below */ }
    damage.push(`its part “${name}” cannot be read`);
    return null;
  };
  const json = (text) => read(decodeURIComponent(text));
  const list = (text) => text.split(",").map(decodeURIComponent);
  const link = {
    game: checked("game", decodeURIComponent) ?? "",
    arguments: checked("arguments", json, isFields) ?? {},
    misere: checked("misere", String, (text) => text === "1") === "1",
    position: checked("position", json),
    mover: { 0: 0, 1: 1 }[checked("mover", String, (text) => text === "0" || text === "1")] ?? null,
    moves: checked("moves", list, (moves) => moves.every(Boolean)) ?? [],
    humans: parts.get("humans") === "" ? [] : checked("humans", seatsOf, (seats) => seats.every(Number.isInteger)) ?? [0],
    view: checked("view", String, (view) => VIEWS.includes(view)) ?? "play",
  };
  if (!link.game && parts.size) damage.push("it names no game");
  if (!damage.length && parts.has("sum") && parts.get("sum") !== sumOf(partsOf(link))) damage.push("something is missing in it, or was changed");
  return { ...link, damaged: damage.join(", and ") };
}

function isFields(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function seatsOf(text) {
  return decodeURIComponent(text).split(",").map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN));
}

export function writeLink(link) {
  const text = partsOf(link);
  return `#sum=${sumOf(text)}&${text}`;
}

// Over the link as we write it ourselves: letters may be escaped in another way when it comes back.
function sumOf(text) {
  let sum = 0x811c9dc5; // Fowler, Noll and Vo's: 32 bits, to which every letter matters
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum.toString(36);
}

function partsOf(link) {
  const parts = [["game", encodeURIComponent(link.game)]];
  if (Object.keys(link.arguments ?? {}).length) parts.push(["arguments", encoded(link.arguments)]);
  if (link.misere) parts.push(["misere", "1"]);
  if (link.position !== null && link.position !== undefined) {
    parts.push(["position", encoded(link.position)]);
    if (isSaid(link.mover)) parts.push(["mover", String(link.mover)]);
  }
  if (link.moves?.length) parts.push(["moves", link.moves.map(encodeURIComponent).join(",")]);
  if (link.humans && link.humans.join() !== "0") parts.push(["humans", link.humans.join()]);
  if (link.view && link.view !== "play") parts.push(["view", link.view]);
  return parts.map((part) => part.join("=")).join("&");
}

// What the service needs to know which game is meant.
export function referenceOf(link) {
  const { game, misere, position, mover } = link;
  return { game, arguments: link.arguments, misere, position, ...(isSaid(mover) ? { mover } : {}) };
}

function isSaid(mover) {
  return mover === 0 || mover === 1;
}

// Readable where it is safe: brackets, commas and colons stay.
function encoded(value) {
  return encodeURIComponent(write(value))
    .replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%5B", "[").replaceAll("%5D", "]");
}
