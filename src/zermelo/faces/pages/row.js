// A row of numbers: the triangle fills diagonal by diagonal; a question a step; greedy beside it.

import { greedyPanel } from "./greedy.js";
import { mount } from "./triangle.js";
import { make } from "./player.js";
import { questionBox, rowQuestion } from "./questions.js";

export function rowView(place, frames, { keys } = {}) {
  const board = make("div", { class: "zermelo" });
  const question = questionBox();
  const asks = frames.letter === "D"; // the questions are about differences
  place.replaceChildren(board, asks ? question.element : "", greedyPanel(frames) ?? "");
  mount(board, frames, {
    keys,
    onStep: (step, next) => asks && question.show(rowQuestion(frames, step, next)),
  });
}
