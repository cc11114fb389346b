// A drawing of the page as a file: with the colours that it has here, without what the page adds.

const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family"];
const ENLARGED = 2; // pixels of a PNG for each of the drawing

export function svgText(drawing) {
  const copy = drawing.cloneNode(true);
  const parts = [...drawing.querySelectorAll("*")];
  for (const [number, part] of [...copy.querySelectorAll("*")].entries()) {
    const looks = getComputedStyle(parts[number]);
    for (const name of LOOKS) part.setAttribute(name, looks.getPropertyValue(name));
    part.removeAttribute("class");
    part.removeAttribute("data-move");
  }
  copy.removeAttribute("style");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

export async function pngOf(drawing) {
  const [wide, tall] = drawing.getAttribute("viewBox").split(" ").slice(2).map(Number);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawing))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(ENLARGED * wide, ENLARGED * tall);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/png" });
}

export function saved(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
