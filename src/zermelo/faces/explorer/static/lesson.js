// A lesson from the position at hand: predict, choose, answer, understand; every answer is checked.

import { checking } from "./pages/checking.js";
import { button, drawingOf, make, unbroken } from "./parts.js";

// `because` are the lines of the summary.
export function lesson(told, { questions, because, onDone }) {
  const given = []; // what was answered, question by question; null where the answer was shown
  const place = make("div", { class: "lesson-body" });
  const teacher = make("input", { type: "checkbox" });
  const element = make(
    "section",
    { class: "card-like lesson", "aria-label": "Lesson" },
    make(
      "div",
      { class: "lesson-head" },
      make("h2", {}, "Learn from this position"),
      make("label", { class: "teacher" }, teacher, " Teacher’s mode: large type, N or space for next"),
    ),
    place,
  );
  let at = 0;
  let reveal = null;
  teacher.addEventListener("change", () => {
    element.classList.toggle("teaching", teacher.checked);
    show();
    if (teacher.checked) focusTitle(); // the next key is for the lesson, not for this box
  });
  show();
  return { element, keys };

  // One key for a teacher: the answer first, then the next question.
  function keys(event) {
    const next = [" ", "n", "N", "ArrowRight", "PageDown"].includes(event.key);
    if (!teacher.checked || !next || event.target.closest?.("input, select, textarea, button, summary")) return;
    event.preventDefault();
    if (reveal) reveal();
    else step();
  }

  function step() {
    at += 1;
    show();
    focusTitle();
  }

  function focusTitle() {
    place.querySelector("h3").focus({ preventScroll: true });
  }

  function show() {
    if (at >= questions.length) {
      reveal = null;
      place.replaceChildren(...summary());
      onDone();
      return;
    }
    const question = questions[at];
    const next = button(at + 1 < questions.length ? "Next" : "Summary", step, { class: "primary", hidden: true });
    const asked = checking(question, { aloud: teacher.checked, onChecked: checked });
    reveal = () => asked.check(null);
    place.replaceChildren(
      make("h3", { tabindex: -1 }, `${at + 1} of ${questions.length}. ${question.ask}`),
      at === 0 ? picture(told) : "",
      asked.ways,
      asked.said,
      make("div", { class: "play-controls" }, asked.skip, next),
    );

    function checked(answer) {
      given[at] = answer;
      next.hidden = false;
      if (document.activeElement === asked.skip) next.focus({ preventScroll: true });
      reveal = null;
    }
  }

  function again() {
    at = 0;
    given.length = 0;
    show();
    focusTitle();
  }

  function summary() {
    const rows = questions.map((question, number) => make(
      "tr",
      {},
      make("td", {}, question.ask),
      make("td", {}, given[number] === undefined || given[number] === null ? "–" : `${given[number]} ${question.fits(given[number]) ? "✓" : "✗"}`),
      make("td", {}, ...unbroken(question.truth)),
    ));
    const head = ["Question", "Your answer", "The answer"].map((text) => make("th", { scope: "col" }, text));
    return [
      make("h3", { tabindex: -1 }, "What this position teaches"),
      picture(told),
      make("table", { class: "summary" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)),
      make("ul", { class: "because" }, ...because),
      make("div", { class: "play-controls" }, button("Print", () => print(), {}), button("Once more", again, {})),
    ];
  }
}

function picture(told) {
  const drawing = told.svg ? drawingOf(told.svg) : make("pre", { class: "drawn-text" }, told.text);
  return make("div", { class: "lesson-picture" }, drawing);
}
