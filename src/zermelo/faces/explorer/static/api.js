// The service: a function a question, and one kind of error.

import { once } from "./kept.js";

export class ServiceError extends Error {
  constructor(told, status) {
    super(told.message ?? "The service did not answer.");
    this.code = told.code ?? "internal";
    this.field = told.field ?? null;
    this.fix = told.fix ?? "";
    this.status = status;
  }
}

// Refusals that leave the game as it is: it can be played on, without the whole solution.
const OPEN_ENDS = new Set(["too_large", "too_slow", "cancelled", "worker_lost", "busy", "unreachable"]);

export function isOpenEnd(error) {
  return OPEN_ENDS.has(error.code);
}

const TOKEN = "zermelo-token";

export function keepToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

const LONG = /\d{16}/; // digits, of which a browser may round the last

// A browser would round large whole numbers; they are kept as they are written.
export function read(text) {
  if (!LONG.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, context) => {
    const rounds = typeof value === "number" && !Number.isSafeInteger(value);
    return rounds && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context.source) : value;
  });
}

export function write(value, indent = 0) {
  const whole = new Map();
  const text = JSON.stringify(value, (_, part) => {
    if (typeof part !== "bigint") return part;
    const name = `whole number ${whole.size} of this text`;
    whole.set(`"${name}"`, String(part));
    return name;
  }, indent);
  return [...whole].reduce((done, [name, digits]) => done.replace(name, digits), text);
}

const TRIES = 10; // of a service that is busy
const PAUSE = 2000; // milliseconds between two of them, as the service advises

async function send(path, options = {}) {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await sendOnce(path, options);
    } catch (error) {
      if (error.code !== "busy" || left === 0) throw error;
      await pause(options.signal);
    }
  }
}

function pause(signal) {
  return new Promise((done, stop) => {
    const timer = setTimeout(done, PAUSE);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      stop(signal.reason);
    });
  });
}

async function sendOnce(path, { method = "POST", body, signal, keepalive = false } = {}) {
  const headers = { Accept: "application/json" };
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers.Authorization = `Bearer ${token}`;
  const request = { method, headers, signal, keepalive };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    request.body = write(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    const message = "The service cannot be reached.";
    throw new ServiceError({ code: "unreachable", message, fix: "Is it still running?" }, 0);
  }
  if (!answer.ok) throw new ServiceError(await refusal(answer), answer.status);
  return answer;
}

async function refusal(answer) {
  try {
    return read(await answer.text()).error ?? {};
  } catch {
    return { message: `The service answered ${answer.status}.` };
  }
}

async function ask(path, body, signal) {
  return (await answered(path, body, signal)).told;
}

async function answered(path, body, signal) {
  const answer = await send(path, { method: body ? "POST" : "GET", body, signal });
  const text = await answer.text();
  return { text, told: read(text) };
}

// Of what stays as it is: rules that have not answered in time may do so when asked again.
function askOnce(path, body, signal) {
  const ways = { signal, final: ({ late }) => !late };
  return once(`${path} ${write(body)}`, (stop) => answered(path, body, stop), ways);
}

export const games = () => ask("v1/games");
export const bounds = (request, signal) => ask("v1/bounds", request, signal); // they grow
export const solve = (reference, signal) => askOnce("v1/solve", reference, signal);
export const board = (request, signal) => askOnce("v1/board", request, signal);
export const positionOf = (request, signal) => askOnce("v1/position", request, signal);
export const around = (request, signal) => askOnce("v1/around", request, signal);
export const play = (request, signal) => askOnce("v1/play", request, signal);
export const diagnose = (reference, signal) => askOnce("v1/diagnose", reference, signal);
export const card = (reference, signal) => askOnce("v1/card", reference, signal);
export const frames = (reference, view, signal) => askOnce("v1/frames", { ...reference, view }, signal);
export const values = (reference, positions, signal) => (
  askOnce("v1/value", { ...reference, positions }, signal)
);

// Solve as a job that tells how far it is; when the signal aborts, the job is cancelled.
export async function solveStep(reference, onProgress, signal) {
  try {
    return await followed(reference, onProgress, signal);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (error.code === "not_found") return followed(reference, onProgress, signal); // its job had ended: once more
    throw error instanceof ServiceError ? error : brokenOff(); // a stream ends when a laptop sleeps
  }
}

function brokenOff() {
  return new ServiceError({ code: "worker_lost", message: "The service broke off.", fix: "Try again" }, 0);
}

async function followed(reference, onProgress, signal) {
  const { id } = await ask("v1/jobs", reference, signal);
  const path = `v1/jobs/${encodeURIComponent(id)}`;
  const cancel = () => send(path, { method: "DELETE", keepalive: true }).catch(() => {});
  signal.addEventListener("abort", cancel);
  addEventListener("pagehide", cancel); // a page that is left or loaded anew leaves no work behind
  try {
    const answer = await send(`${path}/events`, { method: "GET", signal });
    for await (const { event, data } of events(answer.body)) {
      if (event === "progress") onProgress(read(data));
      if (event === "done") return read(data);
      if (event === "failed") throw failure(read(data));
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    removeEventListener("pagehide", cancel);
  }
  throw brokenOff();
}

function failure(data) {
  return new ServiceError(data.error ?? data, data.status ?? 400);
}

// The events of a stream, one a block of lines.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest = (rest + (value ?? "")).replaceAll("\r\n", "\n");
    const blocks = rest.split("\n\n");
    rest = done ? "" : blocks.pop();
    for (const block of blocks.filter((text) => text.trim())) yield eventOf(block);
    if (done) return;
  }
}

function eventOf(block) {
  const found = { event: "message", data: [] };
  for (const line of block.split("\n")) {
    const [name, ...rest] = line.split(":");
    const text = rest.join(":").replace(/^ /, "");
    if (name === "event") found.event = text;
    if (name === "data") found.data.push(text);
  }
  return { event: found.event, data: found.data.join("\n") };
}
