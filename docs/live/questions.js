// Questions with a field: the reader's answer is held against the one that the build worked out.

const plain = (text) => text.toLowerCase().replaceAll("−", "-").replace(/[\s()[\]'"]/g, "");

for (const form of document.querySelectorAll("form.question")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = plain(form.querySelector("input").value);
    if (!given) return;
    const right = given === plain(form.dataset.answer);
    form.querySelector("output").textContent = right ? "Right." : "Not yet: try again, or open the answer.";
    form.dataset.right = right;
    if (right) form.querySelector("details").open = true;
  });
}
