// The address of a game, a position in it and a view:
// #game=…&arguments=…&misere=1&moves=a,b&view=play

import { read, write } from "./api.js";

export const VIEWS = ["solve", "play", "learn"];

export function readLink(hash = location.hash) {
  const parts = new Map(hash.replace(/^#/, "").split("&").filter(Boolean).map((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  }));
  const text = (name) => decoded(parts.get(name) ?? "");
  const list = (name) => (parts.get(name) || "").split(",").filter(Boolean).map(decoded);
  return {
    game: text("game"),
    arguments: json(text("arguments")) ?? {},
    misere: text("misere") === "1",
    position: json(text("position")),
    moves: list("moves"),
    humans: parts.has("humans") ? list("humans").map(Number) : [0],
    view: VIEWS.includes(text("view")) ? text("view") : "play",
  };
}

export function writeLink(link) {
  const parts = [["game", encodeURIComponent(link.game)]];
  if (Object.keys(link.arguments ?? {}).length) parts.push(["arguments", encoded(link.arguments)]);
  if (link.misere) parts.push(["misere", "1"]);
  if (link.position !== null && link.position !== undefined) {
    parts.push(["position", encoded(link.position)]);
  }
  if (link.moves?.length) parts.push(["moves", link.moves.map(encodeURIComponent).join(",")]);
  if (link.humans && link.humans.join() !== "0") parts.push(["humans", link.humans.join()]);
  if (link.view && link.view !== "play") parts.push(["view", link.view]);
  return `#${parts.map((part) => part.join("=")).join("&")}`;
}

// What the service needs to know which game is meant.
export function referenceOf(link) {
  const { game, misere, position } = link;
  return { game, arguments: link.arguments, misere, position };
}

// Readable where it is safe: brackets, commas and colons stay.
function encoded(value) {
  return encodeURIComponent(write(value))
    .replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%5B", "[").replaceAll("%5D", "]");
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function json(text) {
  try {
    return text ? read(text) : null;
  } catch {
    return null;
  }
}
