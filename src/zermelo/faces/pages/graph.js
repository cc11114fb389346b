// A small game: its picture, where its family has one, or its states by level.

import { greedyPanel } from "./greedy.js";
import { layoutOf } from "./layouts.js";
import { byLevels, mount } from "./levels.js";
import { make } from "./player.js";
import { questionBox, stateQuestion } from "./questions.js";

const MOST_LINES = 260; // more would hide each other

export function graphView(place, frames, { keys } = {}) {
  const fitting = layoutOf(frames);
  const layouts = fitting ? [fitting, byLevels] : [byLevels];
  const holder = make("div", {});
  const question = questionBox();
  const chooser = fitting ? choice(layouts, show) : "";
  place.replaceChildren(chooser, holder, question.element, greedyPanel(frames) ?? "");
  show(layouts[0]);

  function show(layout) {
    const board = make("div", { class: "zermelo" });
    const shown = named(frames, layout);
    const note = layout.note ? make("p", { class: "note" }, layout.note) : "";
    holder.replaceChildren(note, board);
    const lines = frames.states.reduce((sum, state) => sum + state.moves.length, 0);
    mount(board, shown, {
      layout,
      keys,
      allMoves: lines <= MOST_LINES && !layout.quiet,
      onStep: (step, next) => {
        question.show(stateQuestion(shown, step, next));
        if (step.kind !== "intro") requestAnimationFrame(() => bringIntoView(board));
      },
    });
  }
}

// The states under the names that a layout gives them, in the drawing and in every sentence.
function named(frames, layout) {
  if (!layout.name) return frames;
  return { ...frames, named_by: "picture", states: frames.states.map((state) => ({ ...state, name: layout.name(state) })) };
}

// The state at hand, where the page has room for it and its explanation side by side.
function bringIntoView(board) {
  if (!matchMedia("(min-width: 52rem)").matches) return;
  board.querySelector(".state.current")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function choice(layouts, onChange) {
  const options = layouts.map((layout, number) => {
    const input = make("input", { type: "radio", name: "layout", value: number, checked: number === 0 });
    input.addEventListener("change", () => onChange(layout));
    return make("label", {}, input, layout.title ?? "State graph");
  });
  return make("fieldset", { class: "chooser" }, make("legend", {}, "Picture"), ...options);
}
