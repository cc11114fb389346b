// Python with Zermelo, from files beside this one.

import { loadPyodide } from "./pyodide.mjs";

const ARCHIVES = { "zermelo.whl": "wheel", "click.zip": "zip" };

export async function begun() {
  const here = new URL(".", import.meta.url);
  const wanted = Object.entries(ARCHIVES).map(async ([name, format]) => {
    const file = await fetch(new URL(name, here));
    return [await file.arrayBuffer(), format];
  });
  const python = await loadPyodide({ indexURL: here.href });
  for (const [archive, format] of await Promise.all(wanted)) python.unpackArchive(archive, format);
  return python;
}
