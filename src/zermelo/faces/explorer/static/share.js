// A link to the exact position, and the position as Python, as JSON or as a picture.

import { write } from "./api.js";
import { readLink, referenceOf } from "./link.js";
import { button, make, toast } from "./parts.js";
import { pngOf, saved, svgText } from "./picture.js";

export function shareBar(view, { origin }, positionNow, answerAt) {
  const drawing = () => view.querySelector(".drawing svg, .zermelo svg, svg");
  const act = (text, what) => () => text().then((found) => copy(found, what), (error) => toast(error.message));
  return make(
    "div",
    { class: "share", role: "group", "aria-label": "Share this position" },
    button("Copy link", act(async () => location.href, "The link")),
    button("Copy as Python", act(async () => python(readLink(), origin, positionNow()), "The Python text")),
    button("Copy as JSON", act(async () => json(readLink(), positionNow(), answerAt), "The JSON text")),
    button("Picture as SVG", () => picture(drawing(), "svg")),
    button("Picture as PNG", () => picture(drawing(), "png")),
  );
}

async function picture(drawing, kind) {
  if (!drawing) {
    toast("There is no drawing here.");
    return;
  }
  const name = `${readLink().game.replaceAll(/\W+/g, "-")}.${kind}`;
  const file = kind === "svg" ? new Blob([svgText(drawing)], { type: "image/svg+xml" }) : await pngOf(drawing);
  saved(file, name);
  toast(`${name} is saved.`);
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} is copied.`);
  } catch {
    showText(text, what);
  }
}

// Where the clipboard is closed to pages, the text can be copied by hand.
function showText(text, what) {
  const area = make("textarea", { readonly: true, rows: 12, "aria-label": what });
  area.value = text;
  const close = button("Close", () => dialog.remove());
  const dialog = make("dialog", { class: "copy", "aria-label": what }, area, close);
  document.body.append(dialog);
  dialog.showModal();
  area.select();
}

export function python(link, origin, position) {
  const given = Object.entries(link.arguments).map(([name, value]) => `${name}=${literal(value)}`);
  const game = `game = ${formed(link, origin, given.join(", "))}`;
  const lines = origin === "table" ? loading(link) : [...imports(link, origin), "", game, "solution = solve(game)"];
  if (position !== null && position !== undefined) {
    lines.push(`here = solution.at(${literal(position)})`, "print(here)");
  } else {
    lines.push("print(solution)");
  }
  return `${lines.join("\n")}\n`;
}

// A saved table is listed under the name of its file, mostly without its ending.
function loading(link) {
  const file = link.game.includes(".") ? link.game : `${link.game}.table`;
  return ["from zermelo import load", "", `solution = load(${JSON.stringify(file)})`];
}

function imports(link, origin) {
  const exact = /"-?\d+\/\d+"/.test(write(link.arguments)) ? ["from fractions import Fraction", ""] : [];
  const [file, own = file] = link.game.split(".py:");
  const where = origin === "file"
    ? `from ${file === own ? "your_file" : file} import ${own}`
    : "from zermelo.games import find";
  return [...exact, `from zermelo import ${link.misere ? "Misere, solve" : "solve"}`, where];
}

function formed(link, origin, given) {
  return link.misere ? `Misere(${made(link, origin, given)})` : made(link, origin, given);
}

function made(link, origin, given) {
  if (origin === "file") return `${link.game.split(":").at(-1)}(${given})`;
  return `find(${JSON.stringify(link.game)})${given ? `(${given})` : ".example_game()"}`;
}

// A value as Python writes it: lists are tuples, "1/3" is a fraction.
export function literal(value) {
  if (Array.isArray(value)) {
    return `(${value.map(literal).join(", ")}${value.length === 1 ? "," : ""})`;
  }
  if (value === null) return "None";
  if (value === true || value === false) return value ? "True" : "False";
  if (typeof value === "string" && /^-?\d+\/\d+$/.test(value)) return `Fraction("${value}")`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

async function json(link, position, answerAt) {
  const { mover, ...game } = referenceOf(link);
  const said = link.moves.length || mover === undefined ? {} : { mover }; // it is about the position of the link
  const question = { ...game, ...said, position: position ?? link.position };
  return `${write({ question, moves: link.moves, answer: await answerAt(question) }, 2)}\n`;
}
