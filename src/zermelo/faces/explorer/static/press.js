// What is pressed stays as it is until it is let go. A click needs the same element when the button
// goes down and when it comes up: values that came in between took the click away.

const LONGEST = 2000; // milliseconds
const TAP = 100; // milliseconds from a finger's end to its click; there is none where it has scrolled

let release = Promise.resolve();

addEventListener("pointerdown", ({ button, pointerId }) => {
  if (button !== 0) return;
  release = new Promise((resolve) => {
    const heard = new AbortController();
    const after = (wait) => setTimeout(() => {
      heard.abort();
      resolve();
    }, wait);
    const when = (name, does) => addEventListener(name, does, { capture: true, signal: heard.signal });
    const ends = (event) => event.pointerId === pointerId && after(event.type === "pointerup" && event.pointerType === "touch" ? TAP : 0);
    when("pointerup", ends); // a mouse's click comes first, a finger's later
    when("pointercancel", ends);
    when("click", () => after(0));
    after(LONGEST);
  });
}, { capture: true });

export function released() {
  return release;
}
