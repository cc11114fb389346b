// A solve that takes long says how far it is, and can be cancelled.

import { solveStep } from "./api.js";
import { button, make } from "./parts.js";
import { released } from "./press.js";

const STAGES = { explore: "Finding the positions", sweep: "Settling them", search: "Searching", waiting: "Waiting in line" };
const PATIENCE = 300; // milliseconds before anything is shown

// The board stands below meanwhile, and stays where it is while something on it is pressed.
export async function solveShowing(place, reference, signal) {
  const stop = new AbortController();
  signal.addEventListener("abort", () => stop.abort());
  const box = progressBox(() => stop.abort());
  let isOver = false;
  const timer = setTimeout(async () => {
    await released();
    if (!isOver) place.replaceChildren(box.element);
  }, PATIENCE);
  try {
    return await solveStep(reference, box.show, stop.signal);
  } catch (error) {
    if (error.name !== "AbortError" || signal.aborted) throw error;
    const fix = "Press “Set up” to start again, perhaps with a smaller game";
    throw Object.assign(new Error("The solve was cancelled."), { code: "cancelled", fix });
  } finally {
    isOver = true;
    clearTimeout(timer);
    await released();
    box.element.remove(); // another may be there by now
  }
}

function progressBox(onCancel) {
  const bar = make("progress", { max: 1, "aria-label": "Solving" });
  const words = make("p", { role: "status" }, "Solving …");
  const cancel = button("Cancel", onCancel, { class: "cancel" });
  const element = make("section", { class: "progress card-like" }, words, bar, cancel);
  return { element, show };

  function show(told) {
    words.textContent = sentence(told);
    const whole = (told.seconds ?? 0) + (told.seconds_left ?? 0);
    if (told.seconds_left !== null && whole) bar.value = told.seconds / whole;
    else bar.removeAttribute("value");
  }
}

function sentence(told) {
  const number = (value) => Math.round(value).toLocaleString("en");
  const parts = [STAGES[told.stage] ?? "Solving"];
  if (told.states) parts.push(`${number(told.states)} states`);
  if (told.states_per_second) parts.push(`${number(told.states_per_second)} a second`);
  if (told.seconds) parts.push(`${told.seconds.toFixed(1)} s so far`);
  if (told.seconds_left) parts.push(`about ${told.seconds_left.toFixed(1)} s left`);
  return `${parts.join(", ")}.`;
}
