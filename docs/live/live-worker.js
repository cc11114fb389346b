// Python and Zermelo in a worker: code comes in, what it prints goes out.

import { begun } from "./python.js";

const SESSION = `
import ast, contextlib, io, linecache, traceback

class _Session:
    """Statements as at a prompt: the value of an expression is shown."""

    def __init__(self):
        self.names, self.pieces = {"__name__": "__main__"}, 0

    def run(self, code):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                self._carried_out(code)
            except BaseException as error:
                out.write(_told(error))
        return out.getvalue()

    def _carried_out(self, code):
        self.pieces += 1
        file = f"<page {self.pieces}>"
        linecache.cache[file] = (len(code), None, code.splitlines(True), file)
        for node in ast.parse(code, file).body:
            exec(compile(ast.Interactive([node]), file, "single"), self.names)

def _told(error):
    if type(error).__module__.startswith("zermelo") or isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(error))
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith("<page")]
    lines = "".join(traceback.format_list(ours))
    return lines + "".join(traceback.format_exception_only(error))

_session = _Session()
`;

async function session() {
  const python = await begun();
  python.runPython(SESSION);
  return python.globals.get("_session");
}

let ready = null;

addEventListener("message", async ({ data: { id, code } }) => {
  try {
    if (ready === null) postMessage({ id, text: "Python is loading …", done: false });
    ready ??= session();
    postMessage({ id, text: (await ready).run(code), done: true });
  } catch (error) {
    postMessage({ id, text: String(error), done: true });
  }
});
