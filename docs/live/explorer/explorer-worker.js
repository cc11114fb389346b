// Python and Zermelo in a worker: the questions of the explorer come in, answers go out.

import { begun } from "../python.js";

const DESK = `
from zermelo.faces.service.alone import Alone
_alone = Alone()
`;

let ready = null;

async function python() {
  const made = await begun();
  made.runPython(DESK);
  return made.globals.get("_alone");
}

addEventListener("message", async ({ data: { id, operation, body } }) => {
  try {
    ready ??= python();
    const answer = (await ready).answer(operation, body);
    const [status, text] = answer.toJs();
    answer.destroy();
    postMessage({ id, status, text });
  } catch (error) {
    const told = { code: "internal", message: String(error), field: null, fix: "Please report the request." };
    postMessage({ id, status: 500, text: JSON.stringify({ error: told }) });
  }
});
