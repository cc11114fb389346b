// The explorer without a server: what the page asks under v1/ is answered by Python in a worker.
// The rest of the page does not know; it sees the answers that a service would give.

const asked = new Map(); // numbers of questions → who waits for the answer
const jobs = new Map(); // ids of jobs → their questions
const served = globalThis.fetch.bind(globalThis);
let worker = null;
let last = 0;

// The first answer waits for Python itself.
function loading(is) {
  const told = document.querySelector("#toast");
  if (told) told.textContent = is ? "Python is loading into this page. That takes some seconds, once." : "";
}

function started() {
  loading(true);
  const made = new Worker(new URL("explorer-worker.js", import.meta.url), { type: "module" });
  made.addEventListener("message", ({ data: { id, status, text } }) => {
    loading(false);
    asked.get(id)?.({ status, text });
    asked.delete(id);
  });
  made.addEventListener("error", (event) => {
    end(JSON.stringify({ error: { code: "internal", message: `Python could not be started: ${event.message}`, fix: "Load the page again." } }));
  });
  return made;
}

function end(text) {
  worker?.terminate();
  worker = null;
  for (const answer of asked.values()) answer({ status: 409, text });
  asked.clear();
}

const CANCELLED = JSON.stringify({
  error: { code: "cancelled", message: "The work was cancelled.", field: null, fix: "Start it again." },
});

function ask(operation, body, signal) {
  worker ??= started();
  const id = ++last;
  return new Promise((done, stop) => {
    asked.set(id, done);
    signal?.addEventListener("abort", () => {
      asked.delete(id);
      stop(signal.reason);
    });
    worker.postMessage({ id, operation, body: body ?? "" }, []);
  });
}

function answered({ status, text }) {
  return new Response(text, { status, headers: { "Content-Type": "application/json" } });
}

// A job is a question that is asked when somebody follows it.
async function followed(id, signal) {
  const { status, text } = await ask("solve", jobs.get(id), signal);
  jobs.delete(id);
  const event = status === 200 ? "done" : "failed";
  return new Response(`event: ${event}\ndata: ${text}\n\n`, { status: 200 });
}

async function respond(path, { method = "GET", body, signal } = {}) {
  const [, operation, id] = path.split("/");
  if (operation !== "jobs") return answered(await ask(operation, body, signal));
  if (method === "POST") {
    jobs.set(`job-${++last}`, body);
    return answered({ status: 202, text: JSON.stringify({ id: `job-${last}` }) });
  }
  if (method === "DELETE") {
    end(CANCELLED);
    return answered({ status: 200, text: JSON.stringify({ id }) });
  }
  return followed(id, signal);
}

globalThis.fetch = (path, request) => (
  typeof path === "string" && path.startsWith("v1/") ? respond(path, request) : served(path, request)
);
