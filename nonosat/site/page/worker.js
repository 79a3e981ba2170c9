// The Web Worker that runs Python. A page sends {number, words, files} and gets {number, code, printed, files}: a
// command of nonosat, run in a folder that has these files, and the files that it has written. The studio's page sends
// {connect}, {heard} and {number, request}, as to its server, and gets {connected}, {told} and {number, response}.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";
const KEPT = "/kept";  // this folder is in the browser's storage

async function start() {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", self.location).href, env: { NONOSAT_INTERPRETED: "1", HOME: KEPT } }),
    fetch("python.zip").then((response) => response.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: SITE });
  return { python, captured: python.runPython("from nonosat.cli.captured import captured\ncaptured") };
}

let storing = Promise.resolve();
const sync = (python, load) => new Promise((done) => { python.FS.syncfs(load, done); });

async function startStudio() {
  const { python } = await started;
  python.FS.mkdirTree(KEPT);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, KEPT);
  await sync(python, true);
  const tell = (text) => {
    if (/^\{"type": "(kept|saved|files)"/.test(text)) storing = storing.then(() => sync(python, false));
    self.postMessage({ told: text });
  };
  return python.runPython("from nonosat.studio.browser import Here\nHere")(`${KEPT}/puzzles`, tell);
}

const started = start();
started.then(() => self.postMessage({ ready: true }), (error) => self.postMessage({ failed: String(error) }));
let studio = null;

async function command({ number, words, files }) {
  const { python, captured } = await started;
  const found = captured(python.toPy(words), python.toPy(files));
  const [code, printed, written] = found.toJs({ create_proxies: false });
  found.destroy();
  self.postMessage({ number, code, printed, files: written });
}

async function talk({ number, connect, heard, request }) {
  studio ??= startStudio();
  const here = await studio;
  if (connect) {
    here.connect();
    self.postMessage({ connected: true });
  } else if (heard) here.hear(heard);
  else {
    const [method, path, query, body] = request;
    const found = await here.request(method, path, query, (await started).python.toPy(body));
    const [status, headers, content] = found.toJs({ create_proxies: false, dict_converter: Object.fromEntries });
    self.postMessage({ number, response: [status, headers, content] });
  }
}

self.addEventListener("message", ({ data }) => {
  const failed = (error) => self.postMessage({ number: data.number, code: 70, printed: String(error), files: [], response: [500, {}, ""] });
  (data.words ? command : talk)(data).catch(failed);
});
