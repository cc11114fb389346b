// The arguments of a game as fields to fill in: numbers, texts, switches, rows and rows of rows.

import { mistake, number } from "./pages/numeral.js";
import { make, problem, sentenceCase } from "./parts.js";

const HINTS = {
  row: "numbers with spaces or commas, fractions as 1/3",
  rows: "one row a line; an empty line is an empty row",
};

export function argumentForm(game, link, onDone) {
  const given = ({ name, default: usual }) => link.arguments[name] ?? game.example[name] ?? usual;
  const fields = game.fields.map((field) => input(field, given(field)));
  const misere = game.misere ? turnedRound(game, link) : null;
  const wrong = make("div", { class: "form-problem" });
  const form = make(
    "form",
    { class: "arguments", "aria-label": "The game's numbers", novalidate: true },
    ...fields.map((field) => field.element),
    misere?.element ?? "",
    fields.length || misere ? make("button", { type: "submit", class: "primary" }, "Set up") : "",
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    wrong.replaceChildren();
    try {
      onDone(read(), Boolean(misere?.control.checked));
    } catch (error) {
      wrong.replaceChildren(problem(error));
      error.control?.focus();
    }
  });
  return { element: make("div", {}, form, wrong), read };

  // What is filled in by now; a field that is not says so.
  function read() {
    return Object.fromEntries(fields.map(valueOf).filter(([, value]) => value !== undefined));
  }
}

// The switch of a last-move game: its misère form.
function turnedRound(game, link) {
  const made = input({ name: "misère", kind: "flag" }, link.misere);
  const hint = make("span", { class: "hint", id: "misere-hint" }, game.misere);
  made.control.setAttribute("aria-describedby", "misere-hint");
  made.element.append(hint);
  return made;
}

function input(field, value) {
  const id = `field-${field.name}`;
  const control = controlOf(field, value, id);
  const words = sentenceCase(field.name.replaceAll("_", " ").replace(/^misere$/, "misère"));
  const hint = HINTS[field.kind];
  const note = hint ? make("span", { class: "hint", id: `${id}-hint` }, hint) : "";
  if (hint) control.setAttribute("aria-describedby", `${id}-hint`);
  const label = make("label", { for: id }, words);
  return { ...field, control, element: make("div", { class: `field ${field.kind}` }, label, control, note) };
}

function controlOf(field, value, id) {
  if (field.kind === "flag") return make("input", { type: "checkbox", id, checked: value === true });
  if (field.kind === "rows") {
    const area = make("textarea", { id, rows: Math.max(2, (value ?? []).length), spellcheck: "false" });
    area.value = (value ?? []).map(textOf).join("\n");
    return area;
  }
  const width = field.kind === "row" ? 28 : 8;
  return make("input", { type: "text", id, size: width, value: textOf(value ?? ""), autocomplete: "off", required: field.required && field.kind !== "row" });
}

function textOf(value) {
  return Array.isArray(value) ? value.map(String).join(" ") : String(value);
}

function valueOf({ name, kind, required, control }) {
  try {
    if (kind === "flag") return [name, control.checked];
    const text = control.value;
    if (kind !== "rows" && kind !== "row" && !text.trim()) return [name, missing(name, required)];
    if (kind === "text") return [name, text.trim()];
    if ((kind === "rows" || kind === "row") && !required && !text.trim()) return [name, undefined];
    if (kind === "rows") return [name, text.split("\n").map(row)];
    if (kind === "row") return [name, row(text)];
    return [name, number(text.trim())];
  } catch (error) {
    error.control = control;
    throw error;
  }
}

function missing(name, required) {
  if (required) throw mistake(`${sentenceCase(name)} is empty.`, "Fill it in");
  return undefined;
}

export function row(text) {
  return text.split(/[\s,;[\](){}]+/).filter(Boolean).map(number);
}
