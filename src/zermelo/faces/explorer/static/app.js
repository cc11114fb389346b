// The page: the gallery, or the game that the address names.

import { games, keepToken, write } from "./api.js";
import { gallery } from "./gallery.js";
import { gameView } from "./game.js";
import { readLink } from "./link.js";
import { make, problem } from "./parts.js";

const place = document.getElementById("view");
let catalogue = [];
let open = null; // the game that is shown, and which it is

addEventListener("hashchange", () => {
  route();
  place.focus({ preventScroll: true }); // a screen reader goes on where the page has changed
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address stays that of the game
  place.focus();
});
takeToken();
begin();

// A browser that the program itself has opened brings the token along; it stays out of sight.
function takeToken() {
  const token = location.hash.match(/^#token=(.*)$/)?.[1];
  if (!token) return;
  keepToken(unescaped(token));
  history.replaceState(null, "", location.pathname);
}

function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // it is no token then, and the form asks for one
  }
}

async function begin(isTried = false) {
  try {
    catalogue = (await games()).games;
  } catch (error) {
    askAgain(error, isTried);
    return;
  }
  route();
}

// Without the token there is nothing to show but what is wrong, and where to write it.
function askAgain(error, isTried) {
  const asks = error.status === 401 || (isTried && error.status === 429);
  const wrong = { message: "This token is not right.", fix: "Ask whoever runs the service" };
  const told = asks && !isTried ? "" : problem(error.status === 401 ? wrong : error);
  place.replaceChildren(told, asks ? tokenForm() : "");
  if (isTried) place.querySelector("input")?.focus();
}

function route() {
  if (!catalogue.length) return; // the token is asked for
  const link = readLink();
  if (link.damaged) {
    open?.view.leave();
    open = null;
    showDamage(link);
    return;
  }
  const which = write([link.game, link.arguments, link.misere, link.position, link.mover]);
  if (open?.which === which) {
    open.view.show(link);
    return;
  }
  open?.view.leave();
  open = null;
  if (link.game) openGame(link, which);
  else showGallery();
  scrollTo(0, 0);
}

function openGame(link, which) {
  const game = catalogue.find((one) => [one.name, ...(one.aliases ?? [])].includes(link.game));
  if (!game) {
    const error = { message: `There is no game “${link.game}” here.`, fix: "Choose one of the games" };
    place.replaceChildren(problem(error), make("a", { href: "#" }, "← All games"));
    return;
  }
  open = { which, view: gameView(place, game, link) };
}

// Never another game than the one that was meant: an address that cannot be read shows none.
function showDamage(link) {
  document.title = "Zermelo";
  const error = { message: `This link is damaged: ${link.damaged}.`, fix: "Ask for it again, or choose a game" };
  place.replaceChildren(make("h1", {}, "A damaged link"), problem(error), make("a", { href: "#" }, "← All games"));
}

function showGallery() {
  document.title = "Zermelo";
  gallery(place, catalogue);
}

// A service that asks for a token is told it once a visit.
function tokenForm() {
  const field = make("input", { type: "password", id: "token", autocomplete: "off" });
  const form = make(
    "form",
    { class: "arguments" },
    make("label", { for: "token" }, "This service asks for a token"),
    field,
    make("button", { type: "submit", class: "primary" }, "Go on"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keepToken(field.value);
    begin(true);
  });
  return form;
}
