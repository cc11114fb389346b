// Any position: set up by hand on a grid, or pasted as a text; the rules say what is wrong with it.

import { positionOf } from "./api.js";
import { button, make, problem } from "./parts.js";

export function setUpDialog(told, reference, { signal, onPosition }) {
  const closed = new AbortController();
  const area = make("textarea", { rows: Math.max(3, told.text.split("\n").length + 1), spellcheck: "false", id: "position-text" });
  area.value = told.text;
  const wrong = make("div", {});
  const grid = make("div", { class: "setup-grid" });
  const turn = told.movers?.length ? playerChooser(told) : turnChooser(area);
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", {}, "Edit the position"),
    squaresOf(told.text, told.marks).some(Boolean) && told.marks.length ? make("p", { class: "note" }, handHint(told.marks)) : "",
    grid,
    turn.element,
    make("label", { for: "position-text" }, "The position as a text"),
    area,
    make("p", { class: "hint" }, textHint(told)),
    wrong,
    make("div", { class: "play-controls" }, make("button", { type: "submit", class: "primary" }, "Play from here"), button("Cancel", () => dialog.close())),
  );
  const dialog = make("dialog", { class: "setup", "aria-label": "Edit the position" }, form);
  const fill = () => {
    fillGrid(grid, area, told.marks);
    turn.read();
  };
  area.addEventListener("input", fill);
  dialog.addEventListener("close", () => {
    closed.abort(); // whoever has cancelled hears nothing more of it
    dialog.remove();
  });
  signal.addEventListener("abort", () => dialog.close(), { signal: closed.signal });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.replaceChildren();
    try {
      const place = await meant();
      dialog.close();
      onPosition(place);
    } catch (error) {
      if (error.name === "AbortError") return;
      wrong.replaceChildren(problem(error));
      area.focus();
    }
  });
  document.body.append(dialog);
  fill();
  dialog.showModal();

  // What was not changed means what it meant. Who moves is kept where the position does not say it.
  async function meant() {
    const said = turn.mover();
    const isSame = said === null || said === told.mover || !told.marks.length; // boards change colours
    if (area.value === told.text && isSame) return { position: told.position, mover: said };
    const { mover: _, ...game } = reference;
    const asked = said === null ? {} : { mover: said };
    const { position, mover } = await positionOf({ ...game, ...asked, position: null, text: area.value }, closed.signal);
    return { position, mover: told.movers?.length ? mover : null };
  }
}

function handHint(marks) {
  if (marks[0] === "size") return "Write how many are on each heap.";
  return marks[0] === "number"
    ? "Write how many seeds lie in each house. Whoever is to move has the lower row."
    : `Click a square to change it: ${marks.join(" ")}. Or drag a mark from one square to another.`;
}

function textHint(told) {
  if (told.marks.includes("k")) return `Also as FEN: this position is ${fenOf(told)}.`;
  if (told.marks[0] === "size") return "The sizes of the heaps, with blanks between them.";
  if (told.marks[0] === "number") return "A line for each row, with the seeds of its houses.";
  return told.marks.length ? "Empty squares are · or a dot." : "As the game writes its positions.";
}

// Runs of empty squares are numbers in a FEN, lines are separated by a stroke.
function fenOf(told) {
  const lines = squaresOf(told.text, told.marks).filter(Boolean).map((cells) => cells.map((cell) => (/[a-z]/i.test(cell) ? cell : ".")).join(""));
  const runs = lines.join("/").replace(/\.+/g, (empty) => String(empty.length));
  return `${runs} ${told.mover === 1 ? "b" : "w"}`;
}

// The lines of a text that are squares, with blanks between them or not; the others, such as who
// moves, stay as they are.
function squaresOf(text, marks) {
  return text.split("\n").map((line) => {
    const cells = line.trim().split(/\s+/);
    if ((cells.length > 1 || areNumbers(marks)) && cells.every((cell) => /^(.|\d+)$/u.test(cell))) return cells;
    const letters = Array.from(line.trim());
    return letters.length > 1 && letters.every((letter) => marks.includes(letter)) ? letters : null;
  });
}

function areNumbers(marks) {
  return ["number", "size"].includes(marks[0]);
}

function fillGrid(grid, area, marks) {
  const lines = squaresOf(area.value, marks);
  if (!marks.length || !lines.some(Boolean)) {
    grid.replaceChildren();
    return;
  }
  const put = (row, column, mark) => {
    const text = area.value.split("\n");
    lines[row][column] = mark;
    text[row] = lines[row].join(/\s/.test(text[row].trim()) ? " " : "");
    area.value = text.join("\n");
  };
  const rows = lines.flatMap((cells, row) => (cells ? [make("div", { class: "setup-row" }, ...cells.map((cell, column) => square(cell, row, column)))] : []));
  const held = grid.contains(document.activeElement) ? document.activeElement.dataset.at : null;
  grid.replaceChildren(...rows);
  if (held) grid.querySelector(`[data-at="${held}"]`)?.focus();

  // Pointers are followed: fingers have no other way to drag, nor have buttons in Firefox. A second
  // finger changes nothing, and a mark that is let go of elsewhere stays.
  function drag(from, { pointerId, isPrimary, button: pressed, currentTarget: mark }) {
    if (!isPrimary || pressed !== 0) return;
    const ended = new AbortController();
    const when = (name, does) => addEventListener(name, (event) => event.pointerId === pointerId && does(event), { signal: ended.signal });
    mark.classList.add("held");
    when("pointermove", (event) => aimAt(under(event)));
    when("pointercancel", end);
    when("pointerup", (event) => {
      end();
      if (mark.isConnected) drop(from, under(event));
    });

    function end() {
      ended.abort();
      mark.classList.remove("held");
      aimAt(null);
    }
  }

  function under({ clientX, clientY }) {
    const over = document.elementFromPoint(clientX, clientY)?.closest("[data-at]");
    return grid.contains(over) ? over : null;
  }

  function aimAt(place) {
    for (const item of grid.querySelectorAll("button")) item.classList.toggle("aimed", item === place);
  }

  function drop(from, over) {
    if (!over) return;
    const [row, column] = over.dataset.at.split(".").map(Number);
    if (row === from.row && column === from.column) return; // a click
    put(from.row, from.column, marks[0]);
    put(row, column, from.cell);
    fillGrid(grid, area, marks);
  }

  function square(cell, row, column) {
    const place = { "data-at": `${row}.${column}`, "aria-label": `Line ${row + 1}, place ${column + 1}: ${cell === "·" ? "empty" : cell}` };
    if (areNumbers(marks)) return /^\d+$/.test(cell) ? house(cell, row, column, place) : make("span", {}, cell);
    return field(cell, row, column, place);
  }

  function house(cell, row, column, place) {
    const made = make("input", { ...place, type: "number", min: 0, value: cell });
    made.addEventListener("change", () => put(row, column, String(Math.max(0, Number(made.value) || 0))));
    return made;
  }

  function field(cell, row, column, place) {
    const made = button(cell === "·" ? "" : cell, () => change(marks[(marks.indexOf(cell) + 1) % marks.length]), place);
    const change = (mark) => {
      put(row, column, mark);
      fillGrid(grid, area, marks);
    };
    if (cell === "·") return made;
    made.classList.add("mark");
    made.addEventListener("pointerdown", (event) => drag({ row, column, cell }, event));
    return made;
  }
}

// Who moves, where nothing in the position says it.
function playerChooser(told) {
  const select = make("select", {}, ...told.movers.map((name, seat) => make("option", { value: seat }, name)));
  select.value = told.mover ?? 0;
  return {
    element: make("label", { class: "note" }, "Who moves ", select),
    read() {},
    mover: () => Number(select.value),
  };
}

// Who moves, where the text says it: its last line.
function turnChooser(area) {
  const select = make("select", {});
  const element = make("label", { class: "note", hidden: true }, "Who moves ", select);
  const line = () => area.value.match(/^(\S+) to move/m)?.[1] ?? null;
  select.replaceChildren(...["White", "Black"].map((name) => make("option", { value: name }, name)));
  select.addEventListener("change", () => {
    area.value = area.value.replace(/^(\S+) to move/m, `${select.value} to move`);
  });
  return {
    element,
    mover: () => null,
    read() {
      element.hidden = line() === null;
      select.value = line() ?? "White";
    },
  };
}
