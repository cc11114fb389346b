// A page of its own: the frames that it carries, in the picture that fits them.

import { graphView } from "./graph.js";
import { rowView } from "./row.js";

const frames = JSON.parse(document.getElementById("frames").textContent);
const view = frames.kind === "row" ? rowView : graphView;
view(document.getElementById("board"), frames, { keys: document });
