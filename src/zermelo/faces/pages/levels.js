// Any small game: its states level by level, answered from the ends back to the start.

import { drawingOf } from "./drawings.js";
import { namingWords, totalsTold } from "./naming.js";
import {
  choices, fill, keepInView, make, moveList, moveSentence, panel, player, resultLines, resultList,
} from "./player.js";

const SVG = "http://www.w3.org/2000/svg";
const GAP = { x: 14, line: 16, level: 54 };
const EDGE = 16;

// States by level. Another layout may put them elsewhere, in boxes of another size, say a value in
// its own words, join by arcs, draw the position in a box (so many pixels of it, `drawn`), or show
// the lines of the state at hand alone (`quiet`), or none, but frames around what its moves leave
// (`framed`). `allMoves` shows the moves that are not best, too.
export const byLevels = {
  box: { width: 104, height: 46 },
  drawn: 0,
  label: "States by level",
  place: arranged,
};

export function mount(element, frames, options = {}) {
  const { keys = element, layout = byLevels, allMoves = false, onStep = () => {} } = options;
  const steps = stepsOf(frames);
  const now = panel();
  const choose = (state) => controls.seek(1 + frames.order.indexOf(state));
  const graph = picture(frames, { ...byLevels, ...layout }, allMoves, choose);
  const controls = player({ last: steps.length - 1, show, live: now.sentence, keys });
  let shown = 0;

  function show(number) {
    shown = number;
    graph.show(steps[number], number);
    const step = steps[number];
    onStep(step, steps[number + 1] ?? null);
    const listed = step.kind === "play" || step.kind === "result";
    now.say(sentence(frames, step), details(frames, step, layout), { heardOnly: listed });
  }

  element.classList.add("levels");
  element.replaceChildren(
    make("div", { class: "stage" }, graph.element, now.element),
    controls.element,
  );
  controls.seek(0);
  new ResizeObserver(() => graph.arrange() && show(shown)).observe(graph.element);
  return controls;
}

function stepsOf(frames) {
  const lines = resultLines(frames, "The value of the start");
  return [
    { kind: "intro" },
    ...frames.order.map((state) => ({ kind: "state", state })),
    ...frames.play.steps.map((_, place) => ({ kind: "play", upTo: place + 1 })),
    ...lines.map((_, place) => ({ kind: "result", upTo: place + 1, lines })),
  ];
}

// -- words --------------------------------------------------------------------------------------

function sentence(frames, step) {
  if (step.kind === "state") return stateSentence(frames, frames.states[step.state]);
  if (step.kind === "play") return moveSentence(frames.play, frames.names, step.upTo);
  if (step.kind === "result") return step.lines[step.upTo - 1];
  const count = frames.states.length;
  const many = count === 1 ? "There is 1 state." : `There are ${count} states.`;
  return `${many} Each is answered once all that it needs is known: the ends first, the `
    + ["start last.", frames.law, namingWords(frames)].filter(Boolean).join(" ");
}

function stateSentence(frames, state) {
  const who = state.mover === null ? "" : `${frames.names[state.mover]} to move, `;
  const says = frames.counts === "totals" ? totalsTold(state.says, frames.names) : state.says;
  if (!state.moves.length) return `${state.name}: play is over, ${says}.`;
  const best = state.moves.filter((move) => move.best).map((move) => move.label);
  const many = best.length > 3 ? `${best.length} moves are best` : `best: ${best.join(" or ")}`;
  return `${state.name}: ${who}${state.why || says}; ${many}.`;
}

function details(frames, step, layout) {
  if (step.kind === "state") return stateDetails(frames, frames.states[step.state]);
  if (step.kind === "play") return [moveList(frames.play, frames.names, step.upTo)];
  if (step.kind === "result") return [resultList(step.lines, step.upTo)];
  return [legend(frames, layout)];
}

function stateDetails(frames, state) {
  const list = state.moves.map((move) => ({
    label: move.label,
    best: move.best,
    lines: [`→ ${frames.states[move.to].name}: ${move.sum}`],
  }));
  return [position(state), choices(list)];
}

function position(state) {
  if (state.svg) return make("div", { class: "drawn" }, drawingOf(state.svg));
  return make("pre", { class: "board", tabindex: 0, "aria-label": "State" }, state.text);
}

function legend(frames, layout) {
  if (layout.framed) {
    return make("p", { class: "note" }, "What the moves of the state at hand leave is framed: a line for the best ones, dashes for the others.");
  }
  const order = frames.by_plies
    ? "Play can come back, so states come in the order of how soon a win or a loss can be forced; "
      + "those where nobody can force one are draws and come last."
    : "Lines lead to the best moves. In the state at hand, dashed lines lead to the others.";
  return make("p", { class: "note" }, order);
}

// -- the drawing --------------------------------------------------------------------------------

function picture(frames, layout, allMoves, onChoose) {
  const all = draw("g", { class: "edges all" });
  const edges = draw("g", { class: "edges" });
  const front = draw("g", { class: "edges front" });
  const titles = draw("g", { class: "titles" });
  const boxes = frames.states.map((state, number) => boxOf(state, number, layout, onChoose));
  const svg = draw(
    "svg",
    { role: "img", "aria-label": `${frames.states.length} states: ${layout.label}` },
    arrowHeads(),
    all,
    edges,
    front,
    titles,
    draw("g", {}, ...boxes.map((made) => made.element)),
  );
  const element = make(
    "div",
    { class: "region", tabindex: 0, role: "region", "aria-label": layout.label },
    svg,
  );
  let places = [];
  let wide = 0;
  let room = 0;

  // True when the room has changed and everything has moved.
  function arrange() {
    const found = fitting(element.clientWidth, layout.box);
    if (found === room) return false;
    room = found;
    const sheet = layout.place(frames, room, layout.box);
    places = sheet.places;
    wide = sheet.width;
    fill(svg, { width: sheet.width, height: sheet.height });
    titles.replaceChildren(...sheet.titles.map(({ text, x = EDGE, y, looks = null }) => (
      draw("text", { x, y, class: looks }, text)
    )));
    if (allMoves) all.replaceChildren(...frames.states.flatMap(everyLine));
    boxes.forEach((made, number) => {
      const { x, y } = places[number];
      made.element.setAttribute("transform", `translate(${x} ${y})`);
    });
    return true;
  }

  function show(step, number) {
    arrange();
    const answered = frames.order.slice(0, step.kind === "state" ? number : undefined);
    const known = new Set(step.kind === "intro" ? [] : answered);
    const path = pathOf(frames, step);
    const current = currentOf(frames, step);
    const left = step.kind === "state" && layout.framed ? leftBy(frames.states[step.state]) : new Map();
    boxes.forEach((made, state) => (
      made.show(known.has(state), state === current, path.has(state), left.get(state))
    ));
    edges.replaceChildren(...(layout.quiet ? [] : [...known].flatMap((state) => lines(state, true))));
    front.replaceChildren(...(layout.framed ? [] : frontLines(step)));
    keepInView(element, boxes[current].element, layout.box.width);
  }

  function frontLines(step) {
    return step.kind === "state" ? lines(step.state, false) : pathLines(step);
  }

  // Without a word about which are best: that is for the steps to tell.
  function everyLine(state, from) {
    return state.moves.map((move) => line(from, move.to, "other"));
  }

  function lines(from, bestOnly) {
    return frames.states[from].moves
      .filter((move) => move.best || !bestOnly)
      .map((move) => line(from, move.to, move.best ? "best" : "other"));
  }

  function pathLines(step) {
    if (step.kind === "intro") return [];
    const upTo = step.kind === "play" ? step.upTo : undefined;
    return frames.play.steps.slice(0, upTo).map(({ from, to }) => line(from, to, "best"));
  }

  function line(from, to, kind) {
    const bend = layout.arcs ? arc : curve;
    const d = from === to
      ? loop(places[from], layout.box)
      : bend(places[from], places[to], layout.box, wide / 2);
    return draw("path", { d, class: kind, "marker-end": `url(#zermelo-${kind})` });
  }

  return { element, show, arrange };
}

function draw(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function arrowHeads() {
  const heads = ["best", "other"].map((kind) => {
    const shape = { id: `zermelo-${kind}`, class: kind, viewBox: "0 0 8 8", refX: 7, refY: 4 };
    const size = { markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" };
    return draw("marker", { ...shape, ...size }, draw("path", { d: "M0 0 8 4 0 8Z" }));
  });
  return draw("defs", {}, ...heads);
}

function boxOf(state, number, layout, onChoose) {
  const { width, height } = layout.box;
  const middle = width / 2;
  const says = draw("text", { x: middle, y: 36 + layout.drawn, class: "says" });
  const element = draw(
    "g",
    {},
    draw("title", {}, state.text),
    draw("rect", { width, height, rx: 7 }),
    draw("text", { x: middle, y: 18 + layout.drawn, class: "name" }, state.name),
    says,
    ...(layout.drawn ? [small(state, layout)] : []),
  );
  element.addEventListener("click", () => onChoose(number));
  const show = (known, current, onPath, left = "") => {
    says.textContent = known ? layout.says?.(state) ?? state.says : "";
    const marks = [known ? state.outcome : "", current ? "current" : "", onPath ? "path" : "", left];
    element.setAttribute("class", ["state", known ? "known" : "", ...marks].join(" "));
  };
  return { element, show };
}

// How what each move leaves is framed; a state that two moves leave is as good as the better one.
function leftBy(state) {
  const left = new Map();
  for (const move of state.moves) {
    left.set(move.to, move.best || left.get(move.to) === "left best" ? "left best" : "left");
  }
  return left;
}

// The position itself, as large as its box allows; its text is heard from the name.
function small(state, { box: { width }, drawn }) {
  const drawing = drawingOf(state.svg);
  drawing.removeAttribute("role");
  drawing.removeAttribute("aria-label");
  return fill(drawing, { x: 6, y: 6, width: width - 12, height: drawn - 6, "aria-hidden": "true" });
}

function currentOf(frames, step) {
  if (step.kind === "state") return step.state;
  return step.kind === "play" ? frames.play.steps[step.upTo - 1].to : 0;
}

function pathOf(frames, step) {
  if (step.kind !== "play" && step.kind !== "result") return new Set();
  const upTo = step.kind === "play" ? step.upTo : undefined;
  return new Set([0, ...frames.play.steps.slice(0, upTo).map((move) => move.to)]);
}

// -- where everything is ------------------------------------------------------------------------

function fitting(width, box) {
  return Math.max(2, Math.floor((width - 2 * EDGE + GAP.x) / (box.width + GAP.x)));
}

// Levels from the bottom, each on as many lines as it needs; a state stands above its successors.
function arranged(frames, room, box) {
  const levels = byLevel(frames);
  const widest = Math.min(room, Math.max(...levels.map((level) => level.length)));
  const width = 2 * EDGE + Math.max(2, widest) * (box.width + GAP.x) - GAP.x;
  const places = [];
  const titles = [];
  let y = 0;
  levels.forEach((level, number) => {
    for (let begin = 0; begin < level.length; begin += room) {
      const line = level.slice(begin, begin + room);
      y -= box.height + (begin ? GAP.line : 0);
      const used = line.length * (box.width + GAP.x) - GAP.x;
      line.forEach((state, place) => {
        places[state] = { x: (width - used) / 2 + place * (box.width + GAP.x), y };
      });
    }
    titles.push({ text: title(frames, number, levels.length), y: y - 8 });
    y -= GAP.level;
  });
  const shift = EDGE - y - GAP.level / 2;
  for (const part of [...places, ...titles]) part.y += shift;
  return { places, titles, width, height: shift + EDGE };
}

function title(frames, number, count) {
  const draws = frames.by_plies && number === count - 1
    && frames.states.some((state) => state.level === number && state.outcome === "draw");
  if (draws) return "nobody can force an end";
  if (number === 0) return "ends";
  return frames.by_plies ? `in ${number}` : `level ${number}`;
}

function byLevel(frames) {
  const levels = [];
  const rank = new Map();
  for (const state of frames.order) {
    const level = frames.states[state].level;
    (levels[level] ??= []).push(state);
  }
  const kept = Array.from(levels, (level) => level ?? []);
  kept.forEach((level) => {
    const middle = new Map(level.map((state) => [state, meanRank(frames.states[state], rank)]));
    level.sort((a, b) => middle.get(a) - middle.get(b));
    level.forEach((state, place) => rank.set(state, (place + 0.5) / level.length));
  });
  return kept;
}

function meanRank(state, rank) {
  const known = state.moves.map((move) => rank.get(move.to)).filter((place) => place !== undefined);
  return known.length ? known.reduce((sum, place) => sum + place, 0) / known.length : 0.5;
}

function curve(from, to, box, centre) {
  const x1 = from.x + box.width / 2;
  const x2 = to.x + box.width / 2;
  if (to.y > from.y) {
    const y1 = from.y + box.height;
    const bend = (to.y - y1) / 2;
    // A line that passes other levels straight below bows out, or their boxes would hide it.
    const passes = bend > GAP.level && Math.abs(x1 - x2) < box.width;
    const bow = passes ? box.width * (x1 > centre ? -1.1 : 1.1) : 0;
    return `M${x1} ${y1}C${x1 + bow} ${y1 + bend} ${x2 + bow} ${to.y - bend} ${x2} ${to.y}`;
  }
  // Back up, or to the same level: out at the top, in at the bottom or at the top.
  const level = to.y === from.y;
  const y2 = level ? to.y : to.y + box.height;
  const bend = level ? 30 : Math.max(30, (from.y - y2) / 2);
  const pull = level ? y2 - bend : y2 + bend;
  return `M${x1} ${from.y}C${x1} ${from.y - bend} ${x2} ${pull} ${x2} ${y2}`;
}

// Over the boxes of a line; from one line to the next as any other.
function arc(from, to, box, centre) {
  if (from.y !== to.y) return curve(from, to, box, centre);
  const x1 = from.x + box.width / 2;
  const x2 = to.x + box.width / 2;
  const rise = Math.min(46, 14 + Math.abs(x2 - x1) / 5);
  return `M${x1} ${from.y}C${x1} ${from.y - rise} ${x2} ${to.y - rise} ${x2} ${to.y}`;
}

function loop({ x, y }, box) {
  const middle = x + box.width / 2;
  return `M${middle - 14} ${y}C${middle - 30} ${y - 34} ${middle + 30} ${y - 34} ${middle + 14} ${y}`;
}
