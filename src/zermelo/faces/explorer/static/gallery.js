// Every game as a card: its position, its rules, and three ways to go on.

import { writeLink } from "./link.js";
import { drawingOf, make, titleOf } from "./parts.js";

const ENDINGS = ["ing", "ed", "es", "s"];
const WAYS = { play: "Play", learn: "Learn", solve: "Solve" };

export function gallery(place, catalogue) {
  const cards = catalogue.map((game) => ({ game, element: card(game) }));
  const list = make("ul", { class: "cards" });
  const count = make("p", { class: "count-line", role: "status" });
  const search = make("input", { type: "search", id: "search", placeholder: "nim, 1140, first three …" });
  const show = () => {
    const left = found(cards, search.value.trim().toLowerCase());
    list.replaceChildren(...left.map(({ element }) => element));
    count.textContent = left.length === 1 ? "1 game" : `${left.length} games`;
  };
  search.addEventListener("input", show);
  place.replaceChildren(
    make("h1", {}, "Games"),
    make("p", { class: "rules" }, "Each is solved exactly: who wins, by how much, and every best move."),
    make("div", { class: "search" }, make("label", { for: "search" }, "Find a game"), search, count),
    list,
  );
  show();
}

// As `zermelo games WORD` finds them, by the clues of the service: every word begins one of a clue,
// or means the same. Those whose name begins so come first, then those that are told in these words.
function found(cards, wanted) {
  const words = wordsOf(wanted);
  const left = cards.filter(({ game }) => words.every((word) => isSaid(game, word)));
  return wanted ? left.toSorted((one, other) => rank(one.game, wanted) - rank(other.game, wanted)) : left;
}

function isSaid(game, word) {
  const stems = ENDINGS.filter((ending) => word.endsWith(ending) && word.length - ending.length >= 3)
    .map((ending) => word.slice(0, word.length - ending.length));
  const begins = game.clues.some((clue) => wordsOf(clue).some((said) => said.startsWith(word)));
  return begins || [word, ...stems].some((meant) => game.words.includes(meant));
}

function rank(game, wanted) {
  const names = [game.name, ...game.aliases].map((name) => name.toLowerCase());
  if (names.some((name) => name.startsWith(wanted))) return 0;
  return game.clues.some((clue) => clue.toLowerCase().includes(wanted)) ? 1 : 2;
}

function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function card(game) {
  const title = titleOf(game);
  const links = Object.entries(WAYS).map(([view, word]) => make(
    "a",
    { class: `way ${view}`, href: writeLink({ game: game.name, view }), "aria-label": `${word} ${title}` },
    word,
  ));
  return make(
    "li",
    { class: "card" },
    picture(game),
    make("h2", {}, title),
    make("p", { class: "card-rules" }, game.rules),
    game.wrong ? make("p", { class: "card-wrong" }, game.wrong) : "",
    make("div", { class: "ways" }, ...links),
  );
}

function picture(game) {
  const frame = make("div", { class: "card-picture", "aria-hidden": "true" });
  if (game.svg) frame.append(drawingOf(game.svg));
  else frame.append(make("span", { class: "card-letter" }, titleOf(game).charAt(0)));
  return frame;
}
