// The Web Worker that runs Python. A page sends {number, words, files} and gets {number, code, printed, files}: a
// command of nonosat, run in a folder that has these files, and the files that it has written.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";

async function start() {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", self.location).href, env: { NONOSAT_INTERPRETED: "1", HOME: "/home" } }),
    fetch("python.zip").then((response) => response.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: SITE });
  return { python, captured: python.runPython("from nonosat.cli.captured import captured\ncaptured") };
}

const started = start();
started.then(() => self.postMessage({ ready: true }), (error) => self.postMessage({ failed: String(error) }));

self.addEventListener("message", async ({ data: { number, words, files } }) => {
  try {
    const { python, captured } = await started;
    const found = captured(python.toPy(words), python.toPy(files));
    const [code, printed, written] = found.toJs({ create_proxies: false });
    found.destroy();
    self.postMessage({ number, code, printed, files: written });
  } catch (error) {
    self.postMessage({ number, code: 70, printed: String(error), files: [] });
  }
});
