// What the short names of states mean.

// What the names of states are; nothing where a state is named as the game shows it.
export function namingWords({ named_by: by, fields = [], states }) {
  if (by === "moves") return "A state is named by the moves that lead there from the start, the last of many after “…”.";
  if (by !== "numbers") return "";
  const shown = states.find((state) => state.moves.length && isShown(state));
  const example = shown ? `: “${shown.name}” is shown as ${shown.text}` : "";
  return `A state is named by ${fields.length ? `its ${fields.join(", ").replaceAll("_", " ")}` : "the numbers that the rules keep of it"}${example}.`;
}

function isShown({ name, text = "" }) {
  return text !== "" && text !== name && !text.includes("\n");
}

// A state in a question: after which moves it is, or how the game shows it. A name that only counts
// positions says nothing: there its drawing is meant.
export function placed(state, by) {
  if (by === "moves" && state.name === "start") return "At the start";
  if (isCounted(state)) return "In this position";
  if (by === "moves") return `After ${state.name}`;
  return by === "numbers" && isShown(state) ? `${state.text} (in the picture ${state.name})` : state.name;
}

// A state that a move leads to, in a sentence.
export function left(state) {
  return isCounted(state) ? "what is left" : state.name;
}

function isCounted({ name, svg }) {
  return Boolean(svg) && /^…|·\d+$/.test(name);
}

// Everyone's totals, by player.
export function totalsTold(totals, names) {
  return totals.split(", ").map((total, seat) => `${names[seat]} gets ${total}`).join(", ");
}
