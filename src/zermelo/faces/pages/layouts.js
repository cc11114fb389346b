// Where the states stand in pictures that fit a family: a line, a staircase, a strip, a lattice,
// boards.

import { byLevels } from "./levels.js";

const EDGE = 24;
const MOST_JOINED = 64; // subsets whose lines can be told apart

// The layout for the picture of a game; null where the states are not of that form.
export function layoutOf(frames) {
  const { picture } = frames;
  const at = frames.states.map((state) => state.at);
  if (picture === "board" && frames.states.every(isDrawn)) return boards;
  if (picture === "front" && at.every(isCount)) return line;
  if (picture === "cap" && at.every(isPair)) return staircase;
  if (picture === "heap" && at.every(isCount)) return strip;
  if (picture === "heap" && at.every(isPair)) return corner;
  if (picture === "pool" && at.every(isCount)) return lattice(frames);
  return null;
}

function isCount(at) {
  return Number.isInteger(at) && at >= 0;
}

function isDrawn(state) {
  return state.svg !== "";
}

function isPair(at) {
  return Array.isArray(at) && at.length === 2 && at.every(isCount);
}

// -- boards -------------------------------------------------------------------------------------

const DRAWN = { box: { width: 112, height: 128 }, drawn: 80 };

const boards = {
  ...DRAWN,
  label: "Boards by level, each as it is drawn",
  title: "Boards",
  place: byLevels.place,
};

// -- a row from the front -----------------------------------------------------------------------

const line = {
  label: "The row as a line: how many are gone",
  title: "Line",
  box: { width: 66, height: 46 },
  arcs: true,
  name: (state) => `${state.at} gone`,
  place(frames, room, box) {
    const least = Math.min(...frames.states.map(({ at }) => at));
    return inLines(frames, room, box, (state) => state.at - least, coinsOf(frames));
  },
};

// The number that stands before each state: what the shortest move brings.
function coinsOf(frames) {
  return new Map(frames.states.flatMap((state) => {
    const next = state.moves.find((move) => frames.states[move.to].at === state.at + 1);
    return next ? [[state.at, next.gain]] : [];
  }));
}

function inLines(frames, room, box, rankOf, coins = new Map()) {
  const step = box.width + 12;
  const tall = box.height + 84;
  const places = frames.states.map((state) => {
    const rank = rankOf(state);
    return { x: EDGE + (rank % room) * step, y: 64 + Math.floor(rank / room) * tall };
  });
  const titles = frames.states.flatMap((state, number) => (coins.has(state.at)
    ? [{ text: `next: ${coins.get(state.at)}`, x: places[number].x + box.width / 2, y: places[number].y + box.height + 16, looks: "middle" }]
    : []));
  const most = Math.max(...frames.states.map(rankOf)) + 1;
  const width = 2 * EDGE + Math.min(room, most) * step - 12;
  return { places, titles, width, height: 64 + Math.ceil(most / room) * tall - 24 };
}

// -- a row under a growing cap ------------------------------------------------------------------

const staircase = {
  label: "A staircase: how many are gone across, the cap M down",
  title: "Staircase",
  box: { width: 62, height: 44 },
  name: (state) => `${state.at[0]}, ${state.at[1]}`,
  place(frames, room, box) {
    const caps = [...new Set(frames.states.map(({ at }) => at[1]))].sort((a, b) => a - b);
    const most = Math.max(...frames.states.map(({ at }) => at[0]));
    const [across, down] = [box.width + 26, box.height + 40];
    const places = frames.states.map(({ at }) => (
      { x: 74 + at[0] * across, y: 46 + caps.indexOf(at[1]) * down }
    ));
    const rows = caps.map((cap, row) => (
      { text: `M = ${cap}`, x: 14, y: 46 + row * down + box.height / 2 + 5 }
    ));
    const columns = Array.from({ length: most + 1 }, (_, gone) => (
      { text: `${gone} gone`, x: 74 + gone * across + box.width / 2, y: 22, looks: "middle" }
    ));
    const width = 74 + most * across + box.width + EDGE;
    return { places, titles: [...rows, ...columns], width, height: 46 + caps.length * down };
  },
};

// -- heaps --------------------------------------------------------------------------------------

const winner = (state) => ({ win: "N", loss: "P", draw: "draw" })[state.outcome];

const strip = {
  label: "A strip of heaps: N where the next player wins, P where the previous one does",
  title: "P/N strip",
  note: "P: the player who just moved wins, so the mover has lost. N: the next player, the mover, wins. A heap is N when some move reaches a P.",
  box: { width: 42, height: 46 },
  arcs: true,
  name: (state) => String(state.at),
  says: winner,
  place(frames, room, box) {
    const least = Math.min(...frames.states.map(({ at }) => at));
    return inLines(frames, room, box, (state) => state.at - least);
  },
};

const corner = {
  label: "Two heaps as a board: the first down, the second across; P and N as in the strip",
  title: "P/N board",
  note: strip.note,
  box: { width: 46, height: 46 },
  name: (state) => state.at.join(", "),
  quiet: true,
  framed: true,
  says: winner,
  place(frames, room, box) {
    const step = box.width + 8;
    const places = frames.states.map(({ at }) => ({ x: EDGE + at[1] * step, y: EDGE + at[0] * step }));
    const most = (part) => Math.max(...frames.states.map(({ at }) => at[part]));
    const size = (part) => 2 * EDGE + (most(part) + 1) * step - 8;
    return { places, titles: [], width: size(1), height: size(0) };
  },
};

// -- pools --------------------------------------------------------------------------------------

function lattice(frames) {
  const items = itemNames(frames);
  return {
    label: "The lattice of subsets: what is used, from nothing above to everything below",
    title: "Subset lattice",
    quiet: frames.states.length > MOST_JOINED,
    ...(frames.states.every(isDrawn) ? DRAWN : {}),
    name: (state) => subset(state.at, items) ?? state.name,
    place(shownFrames, room, box) {
      const most = Math.max(...shownFrames.states.map(({ at }) => bits(at)));
      const used = { ...shownFrames, by_plies: false };
      used.states = shownFrames.states.map((state) => ({ ...state, level: most - bits(state.at) }));
      const sheet = byLevels.place(used, room, box);
      const titles = sheet.titles.map((title, level) => ({ ...title, text: `${most - level} used` }));
      return { ...sheet, titles };
    },
  };
}

// The last word of the move that uses an item first.
function itemNames(frames) {
  const start = frames.states.find(({ at }) => at === 0);
  return new Map((start?.moves ?? []).map((move) => (
    [frames.states[move.to].at, move.label.split(" ").at(-1)]
  )));
}

function subset(at, items) {
  if (at === 0) return "nothing";
  const used = [...items].filter(([bit]) => Math.floor(at / bit) % 2 === 1).map(([, name]) => name);
  const text = `{${used.join(", ")}}`;
  return text.length <= 13 ? text : null;
}

function bits(at) {
  return at.toString(2).replaceAll("0", "").length;
}
