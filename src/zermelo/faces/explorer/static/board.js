// Play: the position, its moves with what they are worth, the engine, and the way back.

import { aroundPanel } from "./around.js";
import { board, isOpenEnd, play } from "./api.js";
import { isScored } from "./answer.js";
import { chart } from "./chart.js";
import { comparePanel } from "./compare.js";
import { deskFrame, playKeys } from "./desk.js";
import { writeLink } from "./link.js";
import { clearName, countText, isWide, legend, moveButton, statusText } from "./moves.js";
import { button, make, problem, unbroken } from "./parts.js";
import { reportParts, turnItems } from "./past.js";
import { aim, showPosition } from "./position.js";
import { released } from "./press.js";
import { setUpDialog } from "./setup.js";
import { promising, watchBounds, withBounds } from "./watch.js";

const PATIENCE = 1500; // milliseconds of a solve before bounds are asked for
const OUTDATED = Symbol("another question was asked meanwhile");

export function boardView(place, { link, reference, answer, signal, onPosition, onShown }) {
  let { record = null, open = null } = answer; // the solution, or why there is none
  let moves = [...link.moves]; // what was played, also beyond the position that is shown
  let seatsOfMoves = []; // who played them
  let at = moves.length;
  let humans = link.humans;
  let names = null; // of the players, the first to move first
  let told = null; // the position as the service tells it
  let hidden = false;
  let asked = 0;
  let reason = []; // why a link was not followed, until a move is made
  let wanted = { count: at, engine: at === 0 };
  let watching = new AbortController(); // the search for bounds on this position
  let engineWaits = false; // for bounds to choose by
  let refused = null; // what the service has said last, where it gave no position
  let turnsShown = null; // what the list of played moves tells

  const act = {
    first: () => at > 0 && go(0),
    back: () => at > 0 && go(at - 1),
    next: () => at < moves.length && go(at + 1),
    last: () => at < moves.length && go(moves.length),
    undo: () => at > 0 && undo(),
    redo: () => at < moves.length && redo(),
    engine: () => told.ending || engineMove(),
    finish: () => told.ending || (record ? go(at, { engine: true, who: [] }) : sit("")),
    again: () => { moves = []; return go(0, { engine: true }); },
    swap, sit,
    setup: () => setUpDialog(told, reference, { signal, onPosition: (where) => {
      location.hash = writeLink({ ...link, humans, ...where, moves: [], view: "play" });
    } }),
    hide: (on) => { hidden = on; show(); },
  };
  const view = deskFrame(act);
  const compare = comparePanel(view.compare, { after });
  const near = aroundPanel(view.near, { reference, signal, after, onChoose: chooseByButton });
  place.replaceChildren(view.element);
  playKeys(view, act, signal);
  signal.addEventListener("abort", () => watching.abort());
  begin();
  return { answered };

  // -- asking -----------------------------------------------------------------------------------

  async function begin() {
    if (await go(wanted.count, { engine: wanted.engine }) !== false || told) return;
    if (!refused.field?.startsWith("moves")) {
      if (isOpenEnd(refused)) view.wrong.append(button("Try again", begin, { class: "primary" }));
      return; // the link stays as it is
    }
    reason = [...view.wrong.children]; // it has a move that the rules do not know
    moves = [];
    await go(0);
  }

  // The solution has come, or it will not: what was asked for last, now with values.
  async function answered(now) {
    ({ record = null, open = null } = now);
    await released(); // asking takes the words about what was refused away, with their button
    return begin();
  }

  async function request(played, { engine, who }) {
    if (record) {
      try {
        return await play({ ...reference, moves: played, humans: who, engine }, signal);
      } catch (error) {
        if (!isOpenEnd(error) || error.code === "unreachable") throw error;
        [record, open] = [null, error]; // the table is not at hand: the rules are
      }
    }
    return board({ ...reference, moves: played }, signal);
  }

  async function guarded(question) {
    const ticket = (asked += 1);
    view.wrong.replaceChildren(...reason);
    view.element.setAttribute("aria-busy", "true");
    try {
      const found = await question();
      await released();
      return ticket === asked ? found : OUTDATED;
    } catch (error) {
      if (error.name !== "AbortError") await released(); // what it says moves the buttons
      if (error.name === "AbortError" || ticket !== asked) return OUTDATED;
      refused = error;
      view.wrong.replaceChildren(problem(error));
      return null;
    } finally {
      if (ticket === asked) view.element.removeAttribute("aria-busy");
    }
  }

  // Show the position after `count` moves; with `engine`, the engine answers where it is its turn.
  // False where the service has refused, undefined where another question came in between.
  async function go(count, { engine = false, who = humans } = {}) {
    wanted = { count, engine };
    watching.abort();
    const found = await guarded(() => request(moves.slice(0, count), { engine, who }));
    if (found === OUTDATED) return undefined;
    if (!found) return false;
    const kept = engine && record ? moves.slice(0, count) : moves; // what lies ahead can be stepped to again
    const played = found.turns.map((turn, number) => kept[number] ?? spelled(turn));
    moves = played.length > kept.length ? played : kept;
    seatsOfMoves = [...found.turns.map(({ seat }) => seat), ...seatsOfMoves.slice(found.turns.length)];
    at = played.length;
    told = found;
    takeSeats();
    engineWaits = names.length === 2 && engine && !record && !told.late && !who.includes(seatNow());
    show();
    remember();
    if (record) onShown();
    else if (told.late) sayLate();
    else watchSoon();
    return true;
  }

  // What the rules have not said; the rest of the position is there.
  function sayLate() {
    view.wrong.append(problem(told.late), button("Try again", () => go(wanted.count, wanted), { class: "primary" }));
  }

  function takeSeats() {
    if (names) return;
    names = told.names;
    humans = humans.filter((seat) => seat < names.length);
    view.side.replaceChildren(...sides());
  }

  function seatNow() {
    return names.indexOf(told.player);
  }

  function spelled(turn) {
    return String(turn.key ?? turn.name);
  }

  // A solve that takes long is not waited for: bounds come meanwhile.
  function watchSoon() {
    const mine = new AbortController();
    watching = mine;
    const timer = setTimeout(() => record || watch(mine.signal), open ? 0 : PATIENCE);
    mine.signal.addEventListener("abort", () => clearTimeout(timer));
  }

  // Bounds on the moves of this position, until the next one is shown.
  async function watch(until) {
    if (told.ending || names.length !== 2) return;
    const here = told;
    const onBounds = async (found, isLast) => {
      await released();
      if (until.aborted || here.position !== told.position) return;
      told = { ...told, choices: withBounds(told.choices, found), bounds: { ...found, isLast } };
      show();
      if (engineWaits) {
        engineWaits = false;
        choose(promising(told.choices));
      }
    };
    try {
      await watchBounds(reference, told.position, { onBounds, signal: until, meanwhile: !open });
    } catch (error) {
      if (open) view.openEnd.replaceChildren(problem(error)); // the board itself goes on
    }
  }

  // -- acting -----------------------------------------------------------------------------------

  function choose(choice) {
    reason = [];
    moves = [...moves.slice(0, at), clearName(told.choices, choice)];
    return go(moves.length, { engine: true });
  }

  // Back to the last decision of a human, and forward to the next one.
  function undo() {
    let count = at - 1;
    while (count > 0 && humans.length && !humans.includes(seatsOfMoves[count])) count -= 1;
    return go(count, { engine: count === 0 && !humans.includes(seatsOfMoves[0]) });
  }

  function redo() {
    let count = at + 1;
    while (count < moves.length && humans.length && !humans.includes(seatsOfMoves[count])) count += 1;
    return go(count);
  }

  function everyone() {
    return names.map((_, seat) => seat);
  }

  // One best move for whoever is to move.
  function engineMove() {
    if (told.late) return undefined;
    if (!record) {
      if (names.length !== 2) return choose(told.choices[0]); // no bounds come: any legal move
      engineWaits = true;
      if (!told.bounds) return undefined; // they come, and then it moves
      engineWaits = false;
      return choose(promising(told.choices));
    }
    moves = moves.slice(0, at);
    return go(at, { engine: true, who: everyone().filter((seat) => seat !== seatNow()) });
  }

  function along(steps) {
    moves = [...moves.slice(0, at), ...told.line.slice(0, steps).map(spelled)];
    return go(moves.length);
  }

  function swap() {
    humans = humans.map((seat) => (seat + 1) % names.length).sort((a, b) => a - b);
    view.side.value = humans.join();
    return go(at, { engine: true });
  }

  function sit(value) {
    humans = value === "" ? [] : value.split(",").map(Number);
    view.side.value = value;
    return go(at, { engine: humans.length > 0 || !record });
  }

  function remember() {
    const now = { ...link, moves: moves.slice(0, at), humans, view: "play" };
    history.replaceState(null, "", writeLink(now));
    onPosition(told.position, told.names);
  }

  // -- showing ----------------------------------------------------------------------------------

  function scored() {
    return record ? isScored(record) : isWide(told.choices);
  }

  function show() {
    view.desk.disabled = false; // from the first position on
    showDrawing();
    showMoves();
    showTurns();
    showLine();
    const off = { first: at === 0, back: at === 0, undo: at === 0, next: at >= moves.length, redo: at >= moves.length };
    const ended = Boolean(told.ending);
    for (const [name, isOff] of Object.entries({ ...off, engine: ended, finish: ended })) {
      view[name].setAttribute("aria-disabled", isOff);
    }
  }

  function showDrawing() {
    const onChoose = (choices) => (choices.length === 1 ? choose(choices[0]) : offer(choices));
    showPosition(view.drawing, told, { hidden, onChoose });
  }

  // Several moves belong to the part that was clicked: their buttons say which.
  function offer(choices) {
    for (const item of view.moves.querySelectorAll("button.move")) {
      item.classList.toggle("offered", choices.some((choice) => String(choice.key) === item.dataset.key));
    }
    view.moves.querySelector(".offered")?.focus();
  }

  function showMoves() {
    const status = statusText(told, { scored: scored(), hidden, humans, solved: Boolean(record) });
    if (view.status.textContent !== status) view.status.replaceChildren(...unbroken(status)); // it is read aloud
    view.movesTitle.textContent = countText(told);
    view.openEnd.hidden = Boolean(record || told.ending);
    view.openEnd.replaceChildren(...openWords());
    view.signs.replaceChildren(hidden || told.ending ? "" : legend(told.choices, names.length > 2));
    const onAim = (choice, on) => aim(view.drawing, choice, on);
    const held = view.moves.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    view.moves.replaceChildren(...told.choices.map((choice) => (
      make("li", {}, moveButton(choice, { scored: scored(), hidden, many: names.length > 2, onChoose: chooseByButton, onAim }))
    )));
    if (held !== null) view.moves.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    const known = { told, hidden, solved: Boolean(record), scored: scored() };
    compare.show(known);
    near.show(known);
  }

  // The position after a move of this one, for a look beside another.
  function after(choice) {
    return request([...moves.slice(0, at), clearName(told.choices, choice)], { engine: false, who: everyone() });
  }

  function openWords() {
    if (record || (!open && !told.bounds)) return [];
    const nodes = told.bounds ? `, ${told.bounds.nodes.toLocaleString("en")} positions searched` : "";
    const search = told.bounds?.isLast ? "The search has ended" : "Proven bounds tighten while you watch";
    const state = told.bounds?.settled ? "All moves are settled" : names.length === 2 ? search : "Play on without values; the engine makes any move";
    const why = !open ? "The whole game is being solved." : open.code === "cancelled" ? "The solve was cancelled." : "The whole game is not solved here.";
    return [make("p", { class: "note", role: "note" }, `${why} ${state}${nodes}.`)];
  }

  // The focus goes on to the first of the next moves, or it would be lost with the button.
  async function chooseByButton(choice) {
    await choose(choice);
    focusNext();
  }

  // At the end, where no move is left, the words about it have the focus.
  function focusNext() {
    (view.moves.querySelector("button") ?? view.status).focus({ preventScroll: true });
  }

  function showTurns() {
    const onChoose = (count) => go(count);
    const looks = [told.turns, at, scored(), hidden || !record];
    if (turnsShown?.every((part, number) => part === looks[number])) return; // bounds alone have come
    turnsShown = looks;
    view.past.hidden = !told.turns.length;
    const held = [...view.turns.querySelectorAll("button")].indexOf(document.activeElement);
    view.turns.replaceChildren(...turnItems(told, { at, scored: scored(), hidden: hidden || !record, onChoose }));
    if (held >= 0) (view.turns.querySelectorAll("button")[held] ?? view.turns.querySelector("li:last-child button") ?? view.status).focus({ preventScroll: true });
    view.report.replaceChildren(...(record ? reportParts(told) : []));
    if (!record || Array.isArray(record.value) || hidden || !told.turns.length) {
      view.chart.replaceChildren();
      return;
    }
    const drawn = { start: record.value, turns: told.turns, first: names[0], scored: scored(), at, width: view.chart.clientWidth, onChoose };
    view.chart.replaceChildren(chart(drawn));
  }

  function showLine() {
    const ahead = told.line ?? [];
    view.line.hidden = hidden || !ahead.length;
    const held = view.steps.contains(document.activeElement);
    view.steps.replaceChildren(...ahead.map(({ name, player, seat }, number) => {
      const step = button(name, () => along(number + 1), { class: `step seat-${Math.min(seat, 2)}`, "aria-label": `${player}: ${name}; play on to here, ${number + 1} ahead` });
      return make("li", {}, make("span", { class: "who", "aria-hidden": "true" }, shortName(player)), step);
    }));
    if (held) (view.steps.querySelector("button") ?? view.status).focus({ preventScroll: true });
  }

  function sides() {
    const seats = names.map((name, seat) => [String(seat), name]);
    const options = [...seats, [everyone().join(), "everyone"], ["", "nobody: watch"]];
    return options.map(([value, text]) => make("option", { value, selected: value === humans.join() }, text));
  }
}

// “first” of “first player”; “player 4” stays whole.
function shortName(player) {
  return player.replace(/ player$/, "");
}
