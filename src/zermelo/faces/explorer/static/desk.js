// The frame of Play: the position, its moves, the controls, and the game so far.

import { button, make } from "./parts.js";

export function deskFrame(act) {
  const drawing = make("div", { class: "drawing" });
  const status = make("p", { class: "status", role: "status", "aria-live": "polite", tabindex: -1 });
  const wrong = make("div", {});
  const named = (sign, name, key, does) => button(sign, does, { "aria-label": name, title: `${name} (${key})` });
  const first = named("|◀", "To the start", "Home", act.first);
  const back = named("◀", "One move back", "←", act.back);
  const next = named("▶", "One move forward", "→", act.next);
  const undo = button("Undo", act.undo, { title: "Back to your last choice (Ctrl+Z)" });
  const redo = button("Redo", act.redo, { title: "Forward again (Ctrl+Y)" });
  const engine = button("Engine move", act.engine);
  const finish = button("Play to the end", act.finish);
  const again = button("New game", act.again);
  const swap = button("Swap sides", act.swap);
  const setup = button("Edit position", act.setup, { "aria-haspopup": "dialog" });
  const side = make("select", { "aria-label": "You play" });
  side.addEventListener("change", () => act.sit(side.value));
  const hide = make("input", { type: "checkbox" });
  hide.addEventListener("change", () => act.hide(hide.checked));
  const controls = make("div", { class: "play-controls" }, first, back, next, undo, redo, engine, finish, swap, again, setup);
  const seats = make(
    "div",
    { class: "seats" },
    make("label", {}, "You play ", side),
    make("label", {}, hide, " Hide what moves are worth"),
  );
  const desk = make("fieldset", { class: "desk", disabled: true, "aria-label": "Game" }, controls, seats);
  const stage = make("section", { class: "card-like stage-board", "aria-label": "Position" }, drawing, status, wrong, desk);
  const movesTitle = make("h2", {}, "Moves");
  const openEnd = make("div", { class: "open-note", hidden: true });
  const moves = make("ul", { class: "move-list" });
  const signs = make("div", {});
  const steps = make("ol", { class: "steps" });
  const line = make("div", { class: "best-line", hidden: true }, make("h3", {}, "Best line from here"), steps);
  const compare = make("div", { class: "compare" });
  const list = make("section", { class: "card-like", "aria-label": "Moves" }, movesTitle, openEnd, moves, signs, line, compare);
  const chart = make("div", {});
  const turns = make("ol", { class: "moves turns" });
  const report = make("div", { class: "report" });
  const past = make("section", { class: "card-like past", "aria-label": "The game so far" }, chart, turns, report);
  const near = make("div", { class: "near-place" });
  const element = make("div", { class: "board-view" }, stage, list, past, near);
  return {
    element, drawing, status, wrong, desk, signs, first, back, next, undo, redo, engine, finish, side, movesTitle,
    past, moves, turns, steps, line, chart, report, openEnd, compare, near,
  };
}

// Arrow keys: left and right through the game, up and down through the moves.
export function playKeys(view, act, signal) {
  const keys = {
    ArrowLeft: act.back, ArrowRight: act.next, Home: act.first, End: act.last,
    ArrowUp: () => focusMove(view, -1), ArrowDown: () => focusMove(view, 1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.("input, select, textarea, dialog, [role=grid], [role=region][tabindex], details > summary")) return;
    const undoes = (event.ctrlKey || event.metaKey) && undoKey(event);
    const does = undoes ? act[undoes] : !event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }, { signal });
}

function undoKey(event) {
  const key = event.key.toLowerCase();
  if (key === "y" || (key === "z" && event.shiftKey)) return "redo";
  return key === "z" ? "undo" : null;
}

function focusMove(view, by) {
  const all = [...view.moves.querySelectorAll("button.move")];
  if (!all.length) return;
  const at = all.indexOf(document.activeElement);
  all[at < 0 ? 0 : (at + by + all.length) % all.length].focus();
}
