// What is pressed stays as it is until it is let go. A click needs the same element when the button
// goes down and when it comes up: values that came in between took the click away.

const LONGEST = 2000; // milliseconds

let release = Promise.resolve();

addEventListener("pointerdown", ({ button }) => {
  if (button !== 0) return;
  release = new Promise((resolve) => {
    const after = () => setTimeout(resolve); // the click comes first
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, after, { capture: true, once: true });
    setTimeout(resolve, LONGEST);
  });
}, { capture: true });

export function released() {
  return release;
}
