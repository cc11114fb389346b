// Examples that can be edited and run: Python in a worker of this page, nothing from elsewhere.
// A block of ">>> " lines becomes a field with a button; all blocks of a page share their names.

const here = new URL(".", import.meta.url);
const RUNNABLE = /^>>> /m;
const FAILED = /^\w[\w.]*Error\b/m; // the last line of what is told of an error
let runtime = null; // one worker for the page, begun when it is first needed

class Runtime {
  constructor() {
    this.worker = new Worker(new URL("live-worker.js", here), { type: "module" });
    this.waiting = new Map();
    this.last = 0;
    this.worker.addEventListener("message", ({ data }) => this.heard(data));
    this.worker.addEventListener("error", (event) => this.fail(event.message));
  }

  heard({ id, text, done }) {
    const asked = this.waiting.get(id);
    if (!asked) return;
    asked.show(text, done);
    if (done) this.waiting.delete(id);
  }

  fail(message) {
    for (const { show } of this.waiting.values()) show(`Python could not be started: ${message}`, true);
    this.waiting.clear();
  }

  run(code, show) {
    const id = ++this.last;
    this.waiting.set(id, { show });
    this.worker.postMessage({ id, code }, []);
  }

  end() {
    this.worker.terminate();
    for (const { show } of this.waiting.values()) show("stopped", true);
  }
}

/** The code of a block of a session: what stands behind ">>> " and "... ". */
function codeOf(session) {
  return session
    .split("\n")
    .filter((line) => /^(>>>|\.\.\.)( |$)/.test(line))
    .map((line) => line.slice(4).replace(/\s*# doctest:.*$/, ""))
    .join("\n");
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** What was typed before in this page and not run yet, so that a block finds its names. */
function before(block) {
  const blocks = [...document.querySelectorAll(".live")];
  return blocks.slice(0, blocks.indexOf(block)).filter((each) => !each.dataset.ran);
}

function opened(block, session) {
  const code = codeOf(session);
  const field = element("textarea", {
    value: code,
    spellcheck: false,
    rows: code.split("\n").length,
    ariaLabel: "Python code",
  });
  const output = element("output", { className: "live-output" });
  const run = element("button", { type: "button", textContent: "Run" });
  const stop = element("button", { type: "button", textContent: "Stop", hidden: true });
  block.start = () => started(block, field.value, output, run, stop);
  run.addEventListener("click", block.start);
  stop.addEventListener("click", () => {
    runtime?.end();
    runtime = null;
    for (const each of document.querySelectorAll(".live")) delete each.dataset.ran;
  });
  field.addEventListener("input", () => {
    field.rows = field.value.split("\n").length;
    block.code = field.value;
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      block.start();
    }
  });
  block.replaceChildren(field, element("div", { className: "live-buttons" }, run, stop), output);
  field.setSelectionRange(0, 0); // long lines are seen from their beginning
  field.focus();
}

function started(block, code, output, run, stop) {
  runtime ??= new Runtime();
  let earlier = "";
  for (const each of before(block)) {
    each.dataset.ran = "yes";
    runtime.run(each.code, (text, done) => {
      if (done && FAILED.test(text)) earlier += `An example above this one:\n${text}\n`;
    });
  }
  block.dataset.ran = "yes";
  output.textContent = "";
  run.disabled = true;
  stop.hidden = false;
  runtime.run(code, (text, done) => {
    output.textContent = earlier + text;
    if (!done) return;
    run.disabled = false;
    stop.hidden = true;
    output.dataset.done = "yes";
  });
}

for (const shown of document.querySelectorAll(".highlight-python, .highlight-pycon")) {
  const session = shown.querySelector("pre").textContent;
  if (!RUNNABLE.test(session)) continue;
  shown.classList.add("live");
  shown.code = codeOf(session);
  const open = element("button", { type: "button", className: "live-open", textContent: "Edit and run" });
  open.addEventListener("click", () => opened(shown, session));
  shown.append(open);
}
