// Questions with a field: the reader's answer is held against the one that the build worked out.

// 1,999,000 is 1999000, and +5 is 5
const plain = (text) => text.toLowerCase().replaceAll("−", "-").replace(/[\s()[\]'"]/g, "")
  .replace(/(\d),(?=\d{3}(?!\d))/g, "$1").replace(/^\+/, "");

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
