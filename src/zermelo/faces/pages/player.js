// What the animations share: elements, the panel that explains a step, and the controls.

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
const SLOWEST = 1500; // milliseconds a step at speed 1
const FASTEST = 60;
const LATEST = 8; // moves that are listed
const WHOLE = 60000; // a long animation takes about a minute at speed 1

export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function fill(element, attributes, children = []) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// The sentence of the step, which screen readers hear, and what belongs to it. Where the rest of
// the panel shows the same, the sentence is heard only.
export function panel() {
  const sentence = make("p", { class: "sentence", "aria-live": "polite", "aria-atomic": "true" });
  const body = make("div", { class: "body" });
  const element = make("section", { class: "panel", "aria-label": "This step" }, sentence, body);
  const say = (text, parts, { heardOnly = false } = {}) => {
    sentence.textContent = text;
    sentence.classList.toggle("heard", heardOnly);
    body.replaceChildren(...parts);
  };
  return { element, sentence, say };
}

// The moves of a state; the best are marked by a tick, a word and a thick edge.
export function choices(list) {
  const several = list.filter((choice) => choice.best).length > 1;
  const items = list.map((choice) => {
    const mark = choice.best ? `✓ ${several ? "equal best" : "best"}` : "";
    const head = make(
      "div",
      { class: "choice-head" },
      make("strong", {}, choice.label),
      make("span", { class: "mark" }, mark),
    );
    const lines = choice.lines.map((line) => make("div", { class: "sum" }, line));
    return make("li", { class: choice.best ? "choice best" : "choice" }, head, ...lines);
  });
  return make("ul", { class: "choices" }, ...items);
}

// The latest moves of the line of play, with the scores after each.
export function moveList(play, names, upTo) {
  const scored = play.steps.some((step) => step.gain !== "0");
  const first = Math.max(0, upTo - LATEST);
  const items = play.steps.slice(first, upTo).map((step, place) => {
    const now = first + place === upTo - 1 ? "step" : null;
    const gain = scored ? ` +${step.gain}`.replace("+−", "−") : "";
    const score = scored ? make("span", { class: "score" }, step.totals.join(" – ")) : "";
    const text = make("span", {}, `${names[step.player]}: ${step.label}${gain}`);
    return make("li", { "aria-current": now }, make("div", { class: "line" }, text, score));
  });
  return make("ol", { class: "moves", start: first + 1 }, ...items);
}

export function moveSentence(play, names, upTo) {
  const step = play.steps[upTo - 1];
  const scored = step.totals.some((total) => total !== "0");
  const score = scored ? ` The score is ${step.totals.join(" – ")}.` : "";
  const last = upTo === play.steps.length;
  const round = last && play.repeats ? " This has come back, and play goes on for ever." : "";
  return `Best play, move ${upTo}: ${names[step.player]} plays ${step.label}.${score}${round}`;
}

// The lines that turn the value into scores and a winner, one step each.
export function resultLines({ result, play, names }, what, all) {
  const lines = [];
  if (result.total !== null) {
    const value = result.value.startsWith("−") ? `(${result.value})` : result.value;
    lines.push(`${what} = ${result.value}: ${lead(result, names)}.`);
    lines.push(all ?? `Every play collects the same total: ${result.total}.`);
    lines.push(`${names[0]}: (${result.total} + ${value}) / 2 = ${result.scores[0]}`);
    lines.push(`${names[1]}: (${result.total} − ${value}) / 2 = ${result.scores[1]}`);
  } else if (result.why) {
    lines.push(`${what} = ${result.value}: ${lead(result, names)}.`);
    lines.push(`No other scores follow from it: ${result.why}.`);
    if (!play.repeats) lines.push(`This line of play ends ${play.totals.join(" – ")}.`);
  } else if (result.scores) {
    lines.push(...names.map((name, place) => `${name}: ${result.scores[place]}`));
  }
  return [...lines, verdict(result)];
}

function lead(result, names) {
  if (result.outcome === "draw") return "the players end level";
  const side = result.outcome === "win" ? "ahead" : "behind";
  return `${names[0]} ends ${result.value.replace("−", "")} ${side}`;
}

function verdict(result) {
  const scores = result.scores ? `, ${result.scores.join(" – ")}` : "";
  if (result.winner === "Tie") return result.scores ? `A tie${scores}.` : "A draw.";
  return `${sentenceCase(result.winner)} wins${scores}${result.tie ? `: ${result.tie}` : ""}.`;
}

export function sentenceCase(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function resultList(lines, upTo) {
  const items = lines.slice(0, upTo).map((line, place) => {
    const now = place === upTo - 1 ? "step" : null;
    const last = place === lines.length - 1 ? "verdict" : null;
    return make("li", { "aria-current": now, class: last }, line);
  });
  return make("ol", { class: "result" }, ...items);
}

// Scroll a region, not the page, so far that a part of it can be seen.
export function keepInView(region, part, margin = 48) {
  const outer = region.getBoundingClientRect();
  const inner = part.getBoundingClientRect();
  if (inner.left - margin < outer.left) region.scrollLeft += inner.left - margin - outer.left;
  if (inner.right + margin > outer.right) region.scrollLeft += inner.right + margin - outer.right;
  if (inner.top - margin < outer.top) region.scrollTop += inner.top - margin - outer.top;
  if (inner.bottom + margin > outer.bottom) region.scrollTop += inner.bottom + margin - outer.bottom;
}

// Buttons, slider, speed and keys for steps 0 … last; `show` draws a step.
export function player({ last, show, live, keys }) {
  let step = 0;
  let timer = null;
  let speed = 1;
  const button = (name, sign, act) => {
    const made = make("button", { type: "button", "aria-label": name, title: name }, sign);
    made.addEventListener("click", act);
    return made;
  };
  const back = button("Step back (←)", "◀", () => seek(step - 1));
  const play = button("Play (space)", "▶ Play", toggle);
  const next = button("Step forward (→)", "▶", () => seek(step + 1));
  const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step" });
  const rate = make("select", { "aria-label": "Speed" }, ...SPEEDS.map(speedOption));
  const count = make("output", { class: "count", "aria-hidden": "true" });
  play.className = "play";
  slider.addEventListener("input", () => seek(Number(slider.value)));
  rate.addEventListener("change", () => setSpeed(Number(rate.value)));
  keys.addEventListener("keydown", onKey);

  function toggle() {
    if (timer === null) start();
    else stop();
  }

  function start() {
    if (step === last) draw(0);
    live.setAttribute("aria-live", "off"); // a sentence a second is too many to be read out
    timer = setInterval(advance, pause());
    label("Pause (space)", "❚❚ Pause");
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    live.setAttribute("aria-live", "polite");
    label("Play (space)", "▶ Play");
  }

  function advance() {
    if (step < last) draw(step + 1);
    if (step === last) {
      stop();
      draw(step);
    }
  }

  function pause() {
    return Math.max(FASTEST, Math.min(SLOWEST, WHOLE / (last + 1))) / speed;
  }

  function setSpeed(value) {
    speed = value;
    if (timer === null) return;
    clearInterval(timer);
    timer = setInterval(advance, pause());
  }

  function label(name, sign) {
    play.setAttribute("aria-label", name);
    play.title = name;
    play.textContent = sign;
  }

  function seek(to) {
    if (timer !== null) stop();
    draw(Math.max(0, Math.min(last, to)));
  }

  function draw(to) {
    step = to;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${last}`);
    count.textContent = `${step} / ${last}`;
    // aria-disabled keeps the focus where it is; a disabled button would lose it.
    back.setAttribute("aria-disabled", step === 0);
    next.setAttribute("aria-disabled", step === last);
    show(step);
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const acts = {
      " ": toggle,
      ArrowLeft: () => seek(step - 1),
      ArrowRight: () => seek(step + 1),
      Home: () => seek(0),
      End: () => seek(last),
    };
    if (!(event.key in acts) || isOwnKey(event)) return;
    event.preventDefault();
    acts[event.key]();
  }

  const line = make("div", { class: "buttons" }, back, play, next);
  const choose = make("label", { class: "speed" }, make("span", {}, "Speed"), rate);
  const element = make(
    "div",
    { class: "controls", role: "group", "aria-label": "Animation" },
    line,
    slider,
    count,
    choose,
  );
  return { element, seek };
}

// Keys that the focused element answers by itself: buttons, menus, and regions that scroll.
function isOwnKey(event) {
  const target = event.target;
  if (target.tagName === "SELECT") return true;
  if (target.tagName === "INPUT") return event.key !== " ";
  if (target.tagName === "BUTTON") return event.key === " ";
  const region = target.classList?.contains("region") ? target : null;
  return region !== null && event.key !== " " && region.scrollWidth > region.clientWidth;
}

function speedOption(speed) {
  return make("option", { value: speed, selected: speed === 1 }, `${speed}×`);
}
