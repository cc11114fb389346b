// A row of numbers: the triangle D(i, j), filled diagonal by diagonal, then play and scores.

import {
  choices, keepInView, make, moveList, moveSentence, panel, player, resultLines, resultList,
} from "./player.js";

export function mount(element, frames, { keys = element, onStep = () => {} } = {}) {
  const steps = stepsOf(frames);
  const now = panel();
  const coins = coinRow(frames);
  const choose = (cell) => controls.seek(1 + frames.cells.indexOf(cell));
  const triangle = table(frames, choose, peek);
  const controls = player({ last: steps.length - 1, show, live: now.sentence, keys });

  let shown = 0;

  function show(number) {
    shown = number;
    tell(steps[number]);
    onStep(steps[number], steps[number + 1] ?? null);
  }

  // A cell that is pointed at or focused explains itself; the step stays where it is.
  function peek(cell) {
    tell(cell ? { kind: "cell", cell, peeked: true } : steps[shown]);
  }

  function tell(step) {
    coins.show(step);
    triangle.show(step, shown);
    now.say(sentence(frames, step), details(frames, step), { heardOnly: step.kind !== "intro" });
  }

  element.classList.add("triangle");
  element.replaceChildren(
    coins.element,
    make("div", { class: "stage" }, triangle.element, now.element),
    controls.element,
  );
  controls.seek(0);
  return controls;
}

function stepsOf(frames) {
  const lines = resultLines(frames, whole(frames), allTaken(frames));
  return [
    { kind: "intro" },
    ...frames.cells.map((cell) => ({ kind: "cell", cell })),
    ...frames.play.steps.map((_, place) => ({ kind: "play", upTo: place + 1 })),
    ...lines.map((_, place) => ({ kind: "result", upTo: place + 1, lines })),
  ];
}

function whole(frames) {
  return named({ letter: "D" }, [frames.first, frames.first + frames.row.length - 1]);
}

// How the total comes about, where it is short enough to be written out.
function allTaken({ plain, row, result }) {
  if (!plain || row.length < 2 || row.length > 12) return undefined;
  const terms = row.map((number) => (number.startsWith("−") ? `(${number})` : number));
  return `All numbers are taken: ${terms.join(" + ")} = ${result.total}.`;
}

function named({ letter }, [i, j]) {
  return i <= j ? `${letter}(${i}, ${j})` : `${letter}(empty)`;
}

// -- words --------------------------------------------------------------------------------------

function sentence(frames, step) {
  if (step.kind === "cell") return cellSentence(frames, step.cell);
  if (step.kind === "play") return moveSentence(frames.play, frames.names, step.upTo);
  if (step.kind === "result") return step.lines[step.upTo - 1];
  return frames.about;
}

function cellSentence(frames, cell) {
  const name = named(frames, cell.at);
  const best = cell.branches.filter((branch) => branch.best).map((branch) => branch.label);
  if (!best.length) return `${name} = ${cell.value}: there is no move.`;
  if (cell.branches.length === 1) return `${name} has one move, ${best[0]}: ${cell.branches[0].sum}.`;
  const worths = cell.branches.map((branch) => `${branch.label} gives ${branch.sum}`).join(", ");
  const verdict = best.length > 1 ? `${best.join(" and ")} are equally good` : `${best[0]} is best`;
  return `${name}: ${worths}; ${verdict}, so ${name} = ${cell.value}.`;
}

function details(frames, step) {
  if (step.kind === "cell") return cellDetails(frames, step.cell);
  if (step.kind === "play") return [moveList(frames.play, frames.names, step.upTo)];
  if (step.kind === "result") return [resultList(step.lines, step.upTo)];
  return [legend(frames)];
}

function cellDetails(frames, cell) {
  const terms = cell.branches.map((branch) => term(frames, cell, branch));
  const list = cell.branches.map((branch, place) => ({
    label: `${arrow(cell.at, branch.to)}\u00a0${branch.label}`,
    best: branch.best,
    lines: [terms[place], `= ${branch.sum}`],
  }));
  return [
    make("p", { class: "formula" }, unbroken(`${named(frames, cell.at)} = `), ...rightSide(terms)),
    choices(list),
    make("p", { class: "formula answer" }, `${named(frames, cell.at)} = ${cell.value}`),
  ];
}

// The right side of the equation; a line may break between its terms, not inside one.
function rightSide(terms) {
  if (!terms.length) return ["payoff"];
  if (terms.length === 1) return [unbroken(terms[0])];
  if (terms.length > 2) return ["the best of these"];
  return ["max( ", unbroken(`${terms[0]},`), " ", unbroken(`${terms[1]} )`)];
}

function unbroken(text) {
  return make("span", { class: "unbroken" }, text);
}

function term(frames, cell, branch) {
  if (frames.letter === "T" && !branch.again) return `Σ − ${named(frames, branch.to)}`;
  if (frames.letter === "P") return `gain and ${named(frames, branch.to)}${branch.again ? "" : ", turned round"}`;
  const coin = branch.to[0] > cell.at[0] ? cell.at[0] : cell.at[1];
  const gain = frames.plain ? `a[${coin}]` : "gain";
  return `${gain} ${branch.again ? "+" : "−"} ${named(frames, branch.to)}`;
}

function legend(frames) {
  const lines = frames.plain
    ? [
        frames.law || "D(i, j) = max( a[i] − D(i+1, j), a[j] − D(i, j−1) )",
        "↓ take the left number: the cell below is what is left",
        "← take the right number: the cell to the left is what is left",
      ]
    : [
        frames.law || "D(i, j) = the best of gain − D(what is left)",
        "The arrow of a best move points to the cell of what is left.",
      ];
  const items = lines.map((line, place) => make("p", { class: place ? "note" : "formula" }, line));
  return make("div", { class: "legend" }, ...items);
}

// -- the row ------------------------------------------------------------------------------------

function coinRow(frames) {
  const coins = frames.row.map((value, place) => {
    const who = make("span", { class: "who" });
    const number = make("span", { class: "number" }, value);
    const index = make("span", { class: "index" }, String(frames.first + place));
    return { element: make("li", {}, who, number, index), who };
  });
  const label = frames.row.length ? "The row of numbers" : "The row is empty";
  const long = frames.row.length > 20;
  const element = make(
    "ol",
    { class: long ? "coins long region" : "coins", "aria-label": label, tabindex: long ? 0 : null },
    ...coins.map((coin) => coin.element),
  );
  const short = shortNames(frames.names);

  function show(step) {
    const takers = step.kind === "intro" || step.kind === "cell" ? new Map() : taken(frames, step);
    coins.forEach((coin, place) => {
      const index = frames.first + place;
      const here = step.kind === "cell" ? step.cell.at : null;
      const inside = here && here[0] <= index && index <= here[1];
      const taker = takers.get(index);
      coin.element.classList.toggle("inside", Boolean(inside));
      coin.element.classList.toggle("outside", Boolean(here) && !inside);
      coin.element.classList.toggle("gone", taker !== undefined);
      coin.element.classList.toggle("second", taker === 1);
      coin.who.textContent = taker === undefined ? endMark(here, index) : short[taker];
    });
    const first = step.kind === "cell" ? step.cell.at[0] - frames.first : 0;
    if (long && !step.peeked) keepInView(element, coins[first].element);
  }
  return { element, show };
}

// Who took which number by this step of the line of play.
function taken(frames, step) {
  const upTo = step.kind === "play" ? step.upTo : frames.play.steps.length;
  const takers = new Map();
  for (const { from, to, player: who } of frames.play.steps.slice(0, upTo)) {
    for (let index = from[0]; index <= from[1]; index += 1) {
      if (index < to[0] || index > to[1]) takers.set(index, who);
    }
  }
  return takers;
}

// The first words of the names, or the last where the first are the same: player 1, player 2.
function shortNames(names) {
  const first = names.map((name) => name.split(" ")[0]);
  return new Set(first).size === names.length ? first : names.map((name) => name.split(" ").at(-1));
}

function endMark(here, index) {
  if (!here) return "";
  if (here[0] === here[1] && index === here[0]) return "▼";
  if (index === here[0]) return "left";
  return index === here[1] ? "right" : "";
}

// -- the triangle -------------------------------------------------------------------------------

function table(frames, onChoose, onPeek) {
  const size = frames.row.length;
  const spots = new Map();
  let reachable = null;
  const steps = new Map(frames.cells.map((cell, place) => [String(cell.at), place + 1]));
  const head = make("tr", {}, make("td", { class: "corner" }, "i \\ j"), ...frames.row.map(heading("col")));
  const lines = frames.row.map((value, row) => {
    const line = make("tr", {}, heading("row")(value, row));
    for (let column = 0; column < size; column += 1) line.append(spot(row, column));
    return line;
  });

  function heading(scope) {
    return (value, place) => {
      const index = make("span", { class: "index" }, String(frames.first + place));
      return make("th", { scope }, index, make("span", { class: "coin" }, value));
    };
  }

  function spot(row, column) {
    const at = [frames.first + row, frames.first + column];
    const cell = frames.cells[steps.get(String(at)) - 1];
    if (!cell) return make("td", { class: "none" }, row <= column ? "·" : "");
    const value = make("span", { class: "value", title: cell.value });
    const mark = make("span", { class: "arrow", "aria-hidden": "true" });
    const order = make("span", { class: "order" });
    const element = make("td", { class: "cell" }, order, value, mark);
    const place = { element, value, mark, order, cell, step: steps.get(String(at)) };
    element.tabIndex = -1;
    element.addEventListener("click", () => onChoose(cell));
    element.addEventListener("mouseenter", () => place.filled && onPeek(cell));
    element.addEventListener("mouseleave", () => onPeek(null));
    element.addEventListener("focus", () => place.filled && onPeek(cell));
    element.addEventListener("blur", () => onPeek(null));
    element.addEventListener("keydown", (event) => onKey(event, cell));
    spots.set(String(at), place);
    return element;
  }

  // Arrows go from cell to cell, past places that play never reaches.
  function onKey(event, cell) {
    const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const way = ways[event.key];
    if (event.key === "Enter" || event.key === " ") onChoose(cell);
    else if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    if (!way) return;
    let [i, j] = cell.at;
    for (let tries = 0; tries < size; tries += 1) {
      [i, j] = [i + way[0], j + way[1]];
      const next = spots.get(String([i, j]));
      if (next) return focusOn(next);
    }
  }

  function focusOn(place) {
    reach(place);
    place.element.focus({ preventScroll: true });
    keepInView(element, place.element, 72);
  }

  // One cell at a time can be reached with the tab key.
  function reach(place) {
    if (reachable) reachable.element.tabIndex = -1;
    reachable = place;
    place.element.tabIndex = 0;
  }

  function show(step, number) {
    const sources = step.kind === "cell" ? sourcesOf(step.cell) : new Map();
    const chain = chainOf(frames, step);
    const current = step.kind === "cell" ? String(step.cell.at) : "";
    for (const [key, place] of spots) {
      paint(place, number, key === current, sources.get(key) ?? "", chain.get(key));
    }
    if (step.peeked) return;
    const shown = step.kind === "cell" ? step.cell.at : chainEnd(frames, step);
    const seen = shown && spots.get(String(shown));
    if (seen) keepInView(element, seen.element, 72);
    else element.scrollTo(0, 0);
    const first = seen ?? spots.values().next().value;
    if (first && !element.contains(document.activeElement)) reach(first);
  }

  const crowd = size > 20 ? "crowd" : size > 8 ? "many" : "few";
  const caption = make("caption", {}, `${frames.letter}(i, j): line i, column j`);
  const grid = make("table", { role: "grid" }, caption, make("thead", {}, head), make("tbody", {}, ...lines));
  const element = make(
    "div",
    { class: `region ${crowd} ${frames.letter === "P" ? "pairs" : ""}`, tabindex: 0, role: "region", "aria-label": `Table of ${frames.letter}(i, j)` },
    grid,
  );
  return { element, show };
}

// Write a cell, unless it looks as before: a long row has nearly two thousand.
function paint(place, number, current, source, order) {
  const filled = place.step <= number;
  place.filled = filled;
  const looks = [
    "cell",
    filled ? `filled ${side(place.cell.lead)}` : "",
    current ? "current" : "",
    source,
    order ? "chain" : "",
  ].join(" ");
  if (place.looks === looks) return;
  place.looks = looks;
  place.element.className = looks;
  place.value.textContent = filled ? place.cell.value : "";
  place.mark.textContent = filled ? arrows(place.cell) : "";
  place.order.textContent = order ? `${order}.` : "";
}

function sourcesOf(cell) {
  const looks = (branch) => (branch.best ? "source won" : "source");
  return new Map(cell.branches.map((branch) => [String(branch.to), looks(branch)]));
}

// The cells of the line of play up to this step, numbered.
function chainOf(frames, step) {
  if (step.kind !== "play" && step.kind !== "result") return new Map();
  const upTo = step.kind === "play" ? step.upTo : frames.play.steps.length;
  return new Map(frames.play.steps.slice(0, upTo).map((move, place) => [String(move.from), place + 1]));
}

function chainEnd(frames, step) {
  if (step.kind === "play") return frames.play.steps[step.upTo - 1].from;
  return step.kind === "result" ? frames.play.steps[0]?.from : null;
}

function arrows(cell) {
  const best = cell.branches.filter((branch) => branch.best);
  return [...new Set(best.map((branch) => arrow(cell.at, branch.to)))].join("");
}

function arrow(from, to) {
  if (to[0] > from[0]) return to[1] < from[1] ? "↙" : "↓";
  return "←";
}

function side(value) {
  if (value === "0") return "even";
  return value.startsWith("−") ? "behind" : "ahead";
}
