// Play: the position, its moves with what they are worth, the engine, and the way back.

import { play } from "./api.js";
import { isScored } from "./answer.js";
import { chart } from "./chart.js";
import { writeLink } from "./link.js";
import { countText, legend, moveButton, statusText } from "./moves.js";
import { button, make, problem } from "./parts.js";
import { reportParts, turnItems } from "./past.js";
import { aim, showPosition } from "./position.js";

export function boardView(place, { link, reference, record, signal, onPosition }) {
  const scored = isScored(record);
  const many = Array.isArray(record.value);
  let moves = [...link.moves]; // what was played, also beyond the position that is shown
  let at = moves.length;
  let humans = link.humans;
  let names = null; // of the two players, the first to move first
  let told = null; // the position as the service tells it
  let ahead = []; // the best line from here
  let hidden = false;
  let asked = 0;

  const view = frame();
  place.replaceChildren(view.element);
  begin();

  // -- asking -----------------------------------------------------------------------------------

  async function begin() {
    const start = await guarded(() => request([], { engine: false, who: [] }));
    if (!start) return;
    names = start.names;
    humans = humans.filter((seat) => seat < names.length);
    view.side.replaceChildren(...sides());
    if (await go(at, { engine: at === 0 }) || !at) return;
    const reason = [...view.wrong.children]; // the link has a move that the rules do not know
    moves = [];
    await go(0);
    view.wrong.replaceChildren(...reason);
  }

  function request(played, { engine, who = humans }) {
    return play({ ...reference, moves: played, humans: who, engine }, signal);
  }

  async function guarded(question) {
    const ticket = (asked += 1);
    view.wrong.replaceChildren();
    view.element.setAttribute("aria-busy", "true");
    try {
      const answer = await question();
      return ticket === asked ? answer : null;
    } catch (error) {
      if (error.name !== "AbortError") view.wrong.replaceChildren(problem(error));
      return null;
    } finally {
      view.element.removeAttribute("aria-busy");
    }
  }

  // Show the position after `count` moves; with `engine`, the engine answers where it is its turn.
  // False where the service has refused.
  async function go(count, { engine = false, who = humans } = {}) {
    const answer = await guarded(() => request(moves.slice(0, count), { engine, who }));
    if (!answer) return false;
    const kept = engine ? moves.slice(0, count) : moves; // what lies ahead can be stepped to again
    const played = answer.turns.map((turn, number) => kept[number] ?? spelled(turn));
    moves = played.length > kept.length ? played : kept;
    at = played.length;
    told = answer;
    ahead = [];
    show();
    remember();
    lookAhead();
    return true;
  }

  function spelled(turn) {
    return String(turn.key ?? turn.name);
  }

  async function lookAhead() {
    if (told.ending || hidden) return showLine();
    const here = at;
    try {
      const line = await request(moves.slice(0, at), { engine: true, who: [] });
      if (here !== at || line.turns.length < at) return undefined;
      ahead = line.turns.slice(at);
    } catch {
      ahead = []; // the line is an extra: the position stands without it
    }
    return showLine();
  }

  // -- acting -----------------------------------------------------------------------------------

  function choose(choice) {
    moves = [...moves.slice(0, at), nameOf(choice)];
    return go(moves.length, { engine: true });
  }

  // A name that means this move alone, else its number.
  function nameOf(choice) {
    const clear = told.choices.filter((other) => (
      other.name === choice.name || String(other.key) === choice.name
    ));
    const own = clear.length === 1 && clear[0] === choice;
    return own ? choice.name : String(choice.key);
  }

  // Back to the last decision of a human.
  function undo() {
    let count = at - 1;
    while (count > 0 && humans.length && !isHuman(told.turns[count])) count -= 1;
    moves = moves.slice(0, Math.max(0, count));
    return go(moves.length, { engine: moves.length === 0 });
  }

  function isHuman(turn) {
    return humans.includes(turn.seat);
  }

  function everyone() {
    return names.map((_, seat) => seat);
  }

  // One best move for whoever is to move.
  function engineMove() {
    const others = everyone().filter((seat) => names[seat] !== told.player);
    moves = moves.slice(0, at);
    return go(at, { engine: true, who: others });
  }

  function along(steps) {
    moves = [...moves.slice(0, at), ...ahead.slice(0, steps).map(spelled)];
    return go(moves.length);
  }

  function swap() {
    if (humans.length === 0 || humans.length === names.length) return undefined;
    humans = humans.map((seat) => (seat + 1) % names.length).sort((a, b) => a - b);
    view.side.value = humans.join();
    return go(at, { engine: true });
  }

  function sit(value) {
    humans = value === "" ? [] : value.split(",").map(Number);
    return go(at, { engine: humans.length > 0 });
  }

  function remember() {
    const now = { ...link, moves: moves.slice(0, at), humans, view: "play" };
    history.replaceState(null, "", writeLink(now));
    onPosition(told.position);
  }

  // -- showing ----------------------------------------------------------------------------------

  function show() {
    view.desk.disabled = false; // from the first position on
    showDrawing();
    showMoves();
    showTurns();
    showLine();
    view.back.setAttribute("aria-disabled", at === 0);
    view.first.setAttribute("aria-disabled", at === 0);
    view.next.setAttribute("aria-disabled", at >= moves.length);
    view.engine.setAttribute("aria-disabled", Boolean(told.ending));
    view.finish.setAttribute("aria-disabled", Boolean(told.ending));
  }

  function showDrawing() {
    const onChoose = (choices) => (choices.length === 1 ? choose(choices[0]) : offer(choices));
    showPosition(view.drawing, told, { hidden, onChoose });
  }

  // Several moves belong to the part that was clicked: their buttons say which.
  function offer(choices) {
    for (const item of view.moves.querySelectorAll("button")) {
      item.classList.toggle("offered", choices.some((choice) => String(choice.key) === item.dataset.key));
    }
    view.moves.querySelector(".offered")?.focus();
  }

  function showMoves() {
    view.status.textContent = statusText(told, { scored, hidden });
    view.movesTitle.textContent = countText(told);
    view.signs.hidden = hidden || Boolean(told.ending);
    const onAim = (choice, on) => aim(view.drawing, choice, on);
    view.moves.replaceChildren(...told.choices.map((choice) => (
      make("li", {}, moveButton(choice, { scored, hidden, onChoose: chooseByButton, onAim }))
    )));
  }

  // The focus goes on to the first of the next moves, or it would be lost with the button.
  async function chooseByButton(choice) {
    await choose(choice);
    view.moves.querySelector("button")?.focus({ preventScroll: true });
  }

  function showTurns() {
    const onChoose = (count) => go(count);
    view.past.hidden = !told.turns.length;
    view.turns.replaceChildren(...turnItems(told, { at, scored, hidden, onChoose }));
    view.report.replaceChildren(...reportParts(told));
    if (many || hidden || !told.turns.length) {
      view.chart.replaceChildren();
      return;
    }
    const [first, width] = [names[0], view.chart.clientWidth];
    const drawn = { start: record.value, turns: told.turns, first, scored, at, width, onChoose };
    view.chart.replaceChildren(chart(drawn));
  }

  function showLine() {
    view.line.hidden = hidden || !ahead.length;
    view.steps.replaceChildren(...ahead.slice(0, 40).map((turn, number) => make(
      "li",
      {},
      button(turn.name, () => along(number + 1), { class: "step", "aria-label": `Play on to ${turn.name}, ${number + 1} ahead` }),
    )));
  }

  // -- the frame --------------------------------------------------------------------------------

  function frame() {
    const drawing = make("div", { class: "drawing" });
    const status = make("p", { class: "status", role: "status", "aria-live": "polite" });
    const wrong = make("div", {});
    const first = button("|◀", () => at > 0 && go(0), { "aria-label": "To the start", title: "To the start" });
    const back = button("◀", () => at > 0 && go(at - 1), { "aria-label": "One move back", title: "One move back" });
    const next = button("▶", () => at < moves.length && go(at + 1), { "aria-label": "One move forward", title: "One move forward" });
    const undoButton = button("Undo", () => at > 0 && undo());
    const engine = button("Engine move", () => told.ending || engineMove());
    const finish = button("Play to the end", () => told.ending || go(at, { engine: true, who: [] }));
    const again = button("New game", () => { moves = []; return go(0, { engine: true }); });
    const side = sideChooser();
    const swapButton = button("Swap sides", swap);
    const hide = make("input", { type: "checkbox" });
    hide.addEventListener("change", () => {
      hidden = hide.checked;
      show();
      lookAhead();
    });
    const moveList = make("ul", { class: "move-list" });
    const movesTitle = make("h2", {}, "Moves");
    const turns = make("ol", { class: "moves turns" });
    const steps = make("ol", { class: "steps" });
    const line = make("div", { class: "best-line", hidden: true }, make("h3", {}, "Best line from here"), steps);
    const chartPlace = make("div", {});
    const reportPlace = make("div", { class: "report" });
    const controls = make(
      "div",
      { class: "play-controls" },
      first, back, next, undoButton, engine, finish, swapButton, again,
    );
    const seats = make(
      "div",
      { class: "seats" },
      make("label", {}, "You play ", side),
      make("label", {}, hide, " Hide what moves are worth"),
    );
    const desk = make("fieldset", { class: "desk", disabled: true, "aria-label": "Game" }, controls, seats);
    const stage = make("section", { class: "card-like stage-board", "aria-label": "Position" }, drawing, status, wrong, desk);
    const signs = legend();
    const list = make("section", { class: "card-like", "aria-label": "Moves" }, movesTitle, moveList, signs, line);
    const past = make("section", { class: "card-like past", "aria-label": "The game so far" }, chartPlace, turns, reportPlace);
    const element = make("div", { class: "board-view" }, stage, list, past);
    return {
      element, drawing, status, wrong, desk, signs, first, back, next, engine, finish, side, movesTitle,
      past, moves: moveList, turns, steps, line, chart: chartPlace, report: reportPlace,
    };
  }

  function sideChooser() {
    const select = make("select", { "aria-label": "You play" });
    select.addEventListener("change", () => sit(select.value));
    return select;
  }

  function sides() {
    const seats = names.map((name, seat) => [String(seat), name]);
    const options = [...seats, [everyone().join(), "everyone"], ["", "nobody: watch"]];
    return options.map(([value, text]) => make("option", { value, selected: value === humans.join() }, text));
  }
}
