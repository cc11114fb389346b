// Answers to questions that were asked: an equal question has the same answer, and is not asked again.

const MOST = 8_000_000; // letters of the answers that are kept, the ones used last

const kept = new Map(); // what was asked → its answer, perhaps still under way

// `ask(signal)` gives the text of an answer and what it says; what is `final` is kept. Who no longer
// waits lets go of it alone: it ends when nobody waits for it.
export async function once(question, ask, { signal, final = () => true }) {
  signal?.throwIfAborted();
  const asked = kept.get(question) ?? begun(question, ask, final);
  kept.delete(question);
  kept.set(question, asked);
  asked.waiting += 1;
  const over = new AbortController();
  try {
    return await Promise.race([asked.answer, left(signal, over.signal)]);
  } finally {
    over.abort();
    asked.waiting -= 1;
    if (!asked.waiting && !asked.letters) forget(question, asked);
  }
}

function left(signal, over) {
  return new Promise((_, fail) => {
    signal?.addEventListener("abort", () => fail(signal.reason), { signal: over });
  });
}

function begun(question, ask, final) {
  const asked = { waiting: 0, letters: 0, stop: new AbortController() };
  asked.answer = ask(asked.stop.signal).then(({ text, told }) => {
    asked.letters = text.length;
    if (!final(told)) forget(question, asked);
    drop();
    return told;
  });
  asked.answer.catch(() => forget(question, asked));
  return asked;
}

function forget(question, asked) {
  if (kept.get(question) === asked) kept.delete(question);
  asked.stop.abort();
}

function drop() {
  let letters = [...kept.values()].reduce((sum, asked) => sum + asked.letters, 0);
  for (const [question, asked] of kept) {
    if (letters <= MOST) return;
    if (!asked.letters) continue; // under way
    kept.delete(question);
    letters -= asked.letters;
  }
}
