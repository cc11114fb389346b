// A row of numbers: the triangle fills diagonal by diagonal; a question a step; greedy beside it.

import { greedyPanel } from "./greedy.js";
import { mount } from "./triangle.js";
import { make } from "./player.js";
import { questionBox, rowQuestion } from "./questions.js";

export function rowView(place, frames, { keys } = {}) {
  const board = make("div", { class: "zermelo" });
  const question = questionBox();
  place.replaceChildren(board, question.element, greedyPanel(frames) ?? "");
  mount(board, frames, {
    keys,
    onStep: (step, next) => question.show(rowQuestion(frames, step, next)),
  });
}
