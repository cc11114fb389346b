// Questions that take an answer and check it. One knows what it asks, the `ways` to answer, which
// answer `fits`, the `truth`, and `why`, as it was answered.

import { exact, minus, sign } from "./exact.js";
import { mistake, number } from "./numeral.js";
import { make } from "./player.js";

const MOST_BUTTONS = 16; // more answers are a list to choose from

// The parts of a question that is asked; in front of a class (`aloud`) the answers are said, not given.
export function checking(question, { aloud = false, onChecked = () => {} }) {
  const said = make("div", { class: "checked", role: "status" });
  const skip = clickable("Show the answer", () => check(null));
  const ways = make("div", { class: "ways-to-answer" }, ...(aloud ? [] : question.ways(check)));
  return { ways, said, skip, check };

  function check(answer) {
    const right = answer !== null && question.fits(answer);
    const word = answer === null ? "" : right ? "Right. " : "Not quite. ";
    said.className = `checked ${answer === null ? "" : right ? "right" : "wrong"}`;
    said.replaceChildren(make("p", {}, make("strong", {}, word), ...unbroken(question.truth)), ...question.why(answer));
    onChecked(answer);
    skip.hidden = true;
  }
}

function clickable(label, act) {
  const made = make("button", { type: "button" }, label);
  made.addEventListener("click", act);
  return made;
}

// A question of names: one of them is the answer, or several are.
export function choose(ask, names, right, truth, why = () => []) {
  const fits = (answer) => right.includes(answer);
  return { ask, ways: (check) => waysOf(names, check), fits, truth, why };
}

function waysOf(names, check) {
  const all = [...new Set(names)];
  if (all.length <= MOST_BUTTONS) return all.map((name) => clickable(name, () => check(name)));
  const select = make("select", { "aria-label": "Your answer" }, ...all.map((name) => make("option", { value: name }, name)));
  return [select, clickable("Check", () => check(select.value))];
}

// A question of a number, or of several: a pair of scores.
export function reckon(ask, right, truth, why = () => []) {
  const wanted = apart([right].flat().join(" "));
  const fits = (answer) => {
    const given = apart(answer);
    return given.length === wanted.length && given.every((value, place) => same(value, wanted[place]));
  };
  return { ask, ways: (check) => [numberField(wanted.length, check)], fits, truth, why };
}

// A question that nothing but trying answers.
export function ponder(ask, truth) {
  return { ask, ways: () => [], fits: () => false, truth, why: () => [] };
}

function apart(text) {
  return text.split(/[\s,;()]+/).filter(Boolean);
}

function same(one, two) {
  return sign(minus(exact(one), exact(two))) === 0;
}

function numbersOf(text) {
  const given = apart(text).map(number);
  if (!given.length || given.some((value) => typeof value === "boolean")) throw mistake("Write a number.", "Such as 5 or −3");
  return given;
}

function numberField(count, check) {
  const label = count > 1 ? "Your numbers" : "Your number";
  const field = make("input", { type: "text", inputmode: count > 1 ? null : "numeric", size: 8 * count, "aria-label": label, autocomplete: "off" });
  const wrong = make("span", { class: "note", role: "alert" });
  const form = make("form", { class: "number-answer" }, field, make("button", { type: "submit" }, "Check"), wrong);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    wrong.textContent = "";
    try {
      check(numbersOf(field.value).join(", "));
    } catch (error) {
      wrong.textContent = error.message;
    }
  });
  return form;
}

// A text whose scores stay on one line, where there is room: “15 – 10”.
export function unbroken(text) {
  return text.split(/(\S+(?: – \S+)+)/).map((part, place) => (place % 2 ? make("span", { class: "whole" }, part) : part));
}
