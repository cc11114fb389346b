// Every game as a card: its position, its rules, and three ways to go on.

import { writeLink } from "./link.js";
import { drawingOf, make, titleOf } from "./parts.js";

const WAYS = { play: "Play", learn: "Learn", solve: "Solve" };

export function gallery(place, catalogue) {
  const cards = catalogue.map((game) => ({ game, element: card(game) }));
  const count = make("p", { class: "count-line", role: "status" });
  const search = make("input", { type: "search", id: "search", placeholder: "nim, 1140, stones …" });
  const show = () => {
    const wanted = search.value.trim().toLowerCase();
    const left = cards.filter(({ game, element }) => {
      const fits = textOf(game).includes(wanted);
      element.hidden = !fits;
      return fits;
    });
    count.textContent = left.length === 1 ? "1 game" : `${left.length} games`;
  };
  search.addEventListener("input", show);
  place.replaceChildren(
    make("h1", {}, "Games"),
    make("p", { class: "rules" }, "Each is solved exactly: who wins, by how much, and every best move."),
    make("div", { class: "search" }, make("label", { for: "search" }, "Find a game"), search, count),
    make("ul", { class: "cards" }, ...cards.map(({ element }) => element)),
  );
  show();
}

function textOf(game) {
  return [game.name, ...(game.aliases ?? []), game.rules].join(" ").toLowerCase();
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
    make("div", { class: "ways" }, ...links),
  );
}

function picture(game) {
  const frame = make("div", { class: "card-picture", "aria-hidden": "true" });
  if (game.svg) frame.append(drawingOf(game.svg));
  else frame.append(make("span", { class: "card-letter" }, titleOf(game).charAt(0)));
  return frame;
}
