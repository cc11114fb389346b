// The value along the game: where it stays level best play goes on, where it drops it was thrown away.

import { exact, minus, near, plus, words } from "./pages/exact.js";
import { make, sentenceCase } from "./parts.js";
import { fill } from "./pages/player.js";

const SVG = "http://www.w3.org/2000/svg";
const SIZE = { height: 170, left: 52, right: 16, top: 16, bottom: 22 };
const OUTCOMES = { 1: "win", 0: "draw", "-1": "loss" };

// What the first player ends up with under best play, after each move: every move that gives
// something away moves the line by as much.
export function valuesAlong(start, turns, first) {
  const line = [exact(start)];
  for (const turn of turns) {
    const after = turn.player === first ? minus : plus;
    line.push(after(line.at(-1), exact(turn.cost)));
  }
  return line;
}

export function chart({ start, turns, first, scored, at, width, onChoose }) {
  const wide = Math.max(260, Math.min(620, width || 460));
  const line = valuesAlong(start, turns, first);
  const scale = scaleOf(line.map(near), scored);
  const x = (place) => SIZE.left + place * stepOf(line.length, wide);
  const points = line.map((value, place) => ({ value, x: x(place), y: scale.y(near(value)) }));
  const svg = draw(
    "svg",
    { viewBox: `0 0 ${wide} ${SIZE.height}`, width: wide, role: "img", "aria-label": told(line, turns, first, scored) },
    ...scale.marks.map((mark) => axis(mark, scale, scored, wide)),
    draw("path", { class: "value-line", d: stairs(points) }),
    ...drops(points, turns),
    ...points.map((point, place) => dot(point, place, turns[place - 1], place === at, onChoose)),
  );
  const title = make("h3", {}, `Value for ${first} along the game`);
  return make("figure", { class: "chart" }, title, svg);
}

function draw(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function stepOf(count, wide) {
  return (wide - SIZE.left - SIZE.right) / Math.max(4, count - 1);
}

function scaleOf(values, scored) {
  const reach = scored ? Math.max(1, ...values.map(Math.abs)) : 1;
  const [low, high] = [Math.min(0, ...values, scored ? 0 : -1), Math.max(0, ...values, scored ? 0 : 1)];
  const span = high - low || 2 * reach;
  const bottom = high === low ? -reach : low;
  const room = SIZE.height - SIZE.top - SIZE.bottom;
  const y = (value) => SIZE.height - SIZE.bottom - ((value - bottom) / span) * room;
  const marks = scored ? [...new Set([bottom, 0, bottom + span])] : [-1, 0, 1];
  return { y, marks };
}

function axis(mark, scale, scored, wide) {
  const y = scale.y(mark);
  const text = scored ? words(exact(round(mark))) : OUTCOMES[mark];
  return draw(
    "g",
    { class: mark === 0 ? "axis zero" : "axis" },
    draw("line", { x1: SIZE.left, x2: wide - SIZE.right, y1: y, y2: y }),
    draw("text", { x: SIZE.left - 8, y: y + 4, "text-anchor": "end" }, text),
  );
}

function round(value) {
  return Number.isInteger(value) ? value : value.toFixed(2);
}

function stairs(points) {
  return points.map(({ x, y }, place) => (place ? `L${x} ${y}` : `M${x} ${y}`)).join("");
}

function drops(points, turns) {
  return turns.flatMap((turn, place) => (turn.words
    ? [draw("path", { class: "drop", d: stairs([points[place], points[place + 1]]) })]
    : []));
}

function dot(point, place, turn, current, onChoose) {
  const lost = turn?.words;
  const looks = `dot ${lost ? "lost" : ""} ${current ? "current" : ""}`;
  const title = turn ? `${place}. ${turn.player}: ${turn.name}` : "Start";
  const mark = lost
    ? draw("path", { d: `M${point.x - 7} ${point.y - 6}h14l-7 13z` })
    : draw("circle", { cx: point.x, cy: point.y, r: current ? 6 : 4.5 });
  const element = draw("g", { class: looks }, draw("title", {}, title), mark);
  element.addEventListener("click", () => onChoose(place));
  return element;
}

function told(line, turns, first, scored) {
  const text = (value) => (scored ? words(value) : OUTCOMES[words(value).replace("−", "-")]);
  const lost = turns.filter((turn) => turn.words)
    .map((turn) => `move ${turn.number} (${turn.name}) by ${turn.player} ${turn.words}`);
  const tail = lost.length ? lost.join("; ") : "nothing was given away";
  return `${sentenceCase(first)}: ${line.map(text).join(", ")}; ${tail}`;
}
